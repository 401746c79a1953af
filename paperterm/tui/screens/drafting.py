"""Notes: the editor, and what was typed but never saved."""

from __future__ import annotations

from textual import on, work

from paperterm.errors import PapertermError
from paperterm.model.change import Change
from paperterm.model.text import counted
from paperterm.store.drafts import Draft
from paperterm.tui.messages import DraftsFound, Saved
from paperterm.tui.note_draft import NoteDraft, is_same, unsaved, unsaved_by_earlier_runs
from paperterm.tui.screens.marking import Marking

LOOK_AFTER = 0.3
"""Seconds after the first frame until drafts of an earlier run are looked for."""


TEMPLATE_ALONE = "Nothing was written: the template alone is no note."


class Drafting(Marking):
    """The note of a paper, and its drafts."""

    _kept_until_saved: tuple[NoteDraft, ...] = ()

    async def action_note(self) -> None:
        """Open the note of the paper under the cursor."""
        number = self.list.pointed
        if number is not None:
            await self.open_note(self.library.head(number).paper_id)

    async def open_note(self, paper_id: str, recovered: Draft | None = None) -> None:
        """Open the note of a paper, or a draft of it."""
        from paperterm.tui.screens.note_editor import NoteEditor
        from paperterm.tui.widgets.note_area import LONGEST_NOTE

        number = self.library.number(paper_id)
        note = self.library.annotation(paper_id).note
        template = "" if note else self.config.note_template
        text = recovered.text if recovered else note or template
        if self.library.read_only_reason or number is None:
            self.say(f"Nothing can be written: {self.library.read_only_reason}", "failure")
            return
        if len(text) > LONGEST_NOTE:
            self.say(
                f"This note has {len(text):,} characters; {self.key('paper.edit-note')} opens it in your own editor.",
                "failure",
            )
            return
        draft = NoteDraft(self.library, paper_id, note, template if recovered else text)

        def kept(written: str) -> Change:
            change = self.library.set_note(paper_id, written, base=note)
            if change:
                self._kept_until_saved = (*self._kept_until_saved, draft)
                if recovered:
                    self.library.drafts.discard(recovered)
            else:
                draft.drop()
            return change

        def answered(written: str | None) -> None:
            if written is None:
                if recovered is None:
                    draft.drop()
            elif is_same(written, template):
                draft.drop()
                self.say(TEMPLATE_ALONE, "dim")
            elif recovered or written != note:
                self.changed(lambda: kept(written), "the note is as it was")
            else:
                draft.drop()

        await self.ask(NoteEditor(self.library.head(number).title, text, draft, is_new=recovered is not None), answered)

    @work
    async def action_edit_note(self) -> None:
        """Open the note in `$EDITOR`; the app waits for it."""
        from textual.app import SuspendNotSupported

        from paperterm.tui.editor import edited

        number = self.list.pointed
        if number is None:
            return
        paper_id = self.library.head(number).paper_id
        note = self.library.annotation(paper_id).note
        template = "" if note else self.config.note_template
        try:
            with self.app.suspend():
                text = edited(note or template, lambda text: self._keep_as_draft(paper_id, note, text))
        except SuspendNotSupported:
            self.say(
                f"This terminal cannot be handed to an editor; {self.key('paper.note')} opens the note here.", "failure"
            )
        except PapertermError as error:
            self.say_error(error)
        else:
            if is_same(text, template):
                self.say(TEMPLATE_ALONE, "dim")
                return
            self.changed(lambda: self.library.set_note(paper_id, text, base=note), "the note is as it was")

    def _keep_as_draft(self, paper_id: str, note: str, text: str) -> None:
        self.library.drafts.write(paper_id, text, saved_note=note)

    @on(Saved)
    def let_drafts_go(self) -> None:
        """What is saved needs no draft."""
        if not self.library.is_unsaved:
            drafts, self._kept_until_saved = self._kept_until_saved, ()
            for draft in drafts:
                draft.drop()

    @work(thread=True, group="drafts", exit_on_error=False)
    def look_for_drafts(self) -> None:
        """See whether an earlier run left a note that was never saved."""
        found = unsaved_by_earlier_runs(self.library, self.config.note_template)
        if found:
            self.post_message(DraftsFound(len(found)))

    @on(DraftsFound)
    def drafts_found(self, message: DraftsFound) -> None:
        """Offer them; nothing opens by itself."""
        self.say_besides(
            f"{counted(message.count, 'note')} typed and never saved. {self.key('note.recover')} brings it back.",
            "mark",
        )

    async def action_recover(self) -> None:
        """Show the newest draft and ask what is to become of it."""
        from paperterm.tui.screens.draft_dialog import DraftDialog

        drafts = unsaved(self.library, self.config.note_template)
        if not drafts:
            self.say("No unsaved note.", "dim")
            return
        draft = drafts[0]
        number = self.library.number(draft.paper_id)
        assert number is not None

        def answered(answer: str | None) -> None:
            if answer == "recover":
                self.call_later(self.open_note, draft.paper_id, draft)
            elif answer == "discard":
                self.library.drafts.discard(draft)
                self.say("The unsaved note is gone.", "dim")

        note = self.library.annotation(draft.paper_id).note
        await self.ask(DraftDialog(self.library.head(number).title, draft, note), answered)
