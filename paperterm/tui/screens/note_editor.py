"""The note of a paper in a text area. Leaving keeps what was written; undo takes it back."""

from __future__ import annotations

from typing import ClassVar

from textual import on, work
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.timer import Timer

from paperterm.errors import PapertermError
from paperterm.model.text import display
from paperterm.tui.keys_ahead import taken_in
from paperterm.tui.note_draft import WRITE_AFTER, NoteDraft
from paperterm.tui.screens.dialog import Dialog
from paperterm.tui.widgets.note_area import LONGEST_NOTE, NoteArea
from paperterm.tui.widgets.text_line import HintLine


class NoteEditor(Dialog[str]):
    """Gives the whole text back, or `None` if it is to stay as it was."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("ctrl+s,escape", "keep", "save", priority=True),
        Binding("ctrl+g", "cancel", "drop what was written", priority=True),
    ]
    HINT = (("esc ^s", "save and close"), ("^g", "discard"))

    def __init__(self, title: str, text: str, draft: NoteDraft, *, is_new: bool = False) -> None:
        """With `is_new` the text is not saved yet, so that leaving keeps it even unchanged."""
        super().__init__(title)
        self._text = display(text, multiline=True)
        self._draft = draft
        self._is_new = is_new
        self._timer: Timer | None = None

    def on_mount(self) -> None:
        """From now on the app can save what is typed, whatever ends it."""
        self.app.draft = self._draft  # type: ignore[attr-defined]

    def on_unmount(self) -> None:
        """What is typed is in other hands now."""
        self.app.draft = None  # type: ignore[attr-defined]

    def content(self) -> ComposeResult:
        """The text."""
        yield NoteArea(self._text)

    def first(self) -> NoteArea:
        """The text, with the cursor at its end."""
        area = self.query_one(NoteArea)
        area.move_cursor(area.document.end)
        return area

    @on(NoteArea.Changed)
    def typed(self) -> None:
        """Have it on the disk within a second, or at once when it is much."""
        area = self.query_one(NoteArea)
        if self._draft.type(area.text, len(area.get_text_range((0, 0), area.cursor_location))):
            self._write()
        elif self._timer is None:
            self._timer = self.set_timer(WRITE_AFTER, self._write)

    async def take_in(self) -> None:
        """Have all that was typed in the draft."""
        area = self.query_one(NoteArea)
        await taken_in(area)
        self._draft.type(area.text, len(area.get_text_range((0, 0), area.cursor_location)))

    def _write(self) -> None:
        if self._timer is not None:
            self._timer.stop()
            self._timer = None
        self._write_draft()

    @work(thread=True, group="draft")
    def _write_draft(self) -> None:
        try:
            self._draft.write()
        except (PapertermError, OSError) as error:
            self.app.call_from_thread(self._not_written, error)

    def _not_written(self, error: Exception) -> None:
        what = error.message if isinstance(error, PapertermError) else str(error)
        self.query_one(HintLine).say(f"No draft on disk: {display(what)}")

    async def action_keep(self) -> None:
        """Answer with the text."""
        area = self.query_one(NoteArea)
        await taken_in(area)
        # What is shown may differ from what is kept: a note that was only looked at stays as it is.
        self.dismiss(None if area.text == self._text and not self._is_new else area.text)

    @on(NoteArea.Refused)
    def refused(self) -> None:
        """Say why nothing was pasted."""
        self.query_one(HintLine).say(f"Not pasted: a note has at most {LONGEST_NOTE:,} characters here.")
