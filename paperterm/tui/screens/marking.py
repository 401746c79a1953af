"""Marking: status, star, tags, note, undo; for the selection, or for the paper under the cursor."""

from __future__ import annotations

from collections.abc import Callable

from textual import on

from paperterm.errors import PapertermError
from paperterm.model.annotation import ReadingStatus
from paperterm.model.change import Change
from paperterm.tui.messages import PaperChanged
from paperterm.tui.screens.base import Commands


class Marking(Commands):
    """Commands that change annotations."""

    def changed(self, verb: Callable[[], Change | None], nothing: str) -> Change | None:
        """Run a verb of the library, show what it did, and have it saved.

        Args:
            nothing: said when it changed nothing.

        Returns:
            What it did; `None` when it failed or there was nothing to do.
        """
        was_sample = self.library.is_sample
        try:
            change = verb()
        except PapertermError as error:
            self.say_error(error)
            return None
        if not change:
            self.say(nothing, "dim")
            return change
        if was_sample:
            self.search_anew()
        self.say(change.summary)
        self.post_message(PaperChanged(frozenset(change.paper_ids)))
        self.save()
        return change

    @on(PaperChanged)
    def paper_changed(self, message: PaperChanged) -> None:
        """Draw the rows anew that show it, and the reader if it shows one of them."""
        numbers = self.numbers_of(tuple(message.paper_ids))
        self.list.refresh_papers(numbers)
        if self.grouping == "status":
            self.regroup()
        if self.list.pointed in numbers:
            self.show_reader()
        self.show_place()

    def action_mark(self, status: str) -> None:
        """Set the reading status."""
        wanted = ReadingStatus(status)
        ids = self.chosen_ids()
        self.decide(lambda: self.library.set_status(ids, wanted), f"already {status}", goes_on=self.config.advance)

    def action_star(self) -> None:
        """Star all of them, or take the stars away if all have one."""
        ids = self.chosen_ids()
        starred = not all(self.library.annotation(paper_id).starred for paper_id in ids)
        self.decide(lambda: self.library.set_star(ids, starred), "nothing to star")

    def decide(self, verb: Callable[[], Change], nothing: str, *, goes_on: bool = False) -> None:
        """Change what is chosen, then perhaps go on to another paper; with triage."""
        raise NotImplementedError

    async def action_tag(self) -> None:
        """Ask for tags to add and remove."""
        from paperterm.tui.screens.tag_prompt import TagChoice, TagPrompt

        ids = self.chosen_ids()
        if not ids:
            return

        def answered(choice: TagChoice | None) -> None:
            if choice is not None and (choice.add or choice.remove):
                self.changed(
                    lambda: self.library.edit_tags(ids, choice.add, choice.remove), "those tags were so already"
                )

        annotations = [self.library.annotation(paper_id) for paper_id in ids]
        await self.ask(TagPrompt(self.library.tags(), [a.tags for a in annotations]), answered)

    def action_undo(self) -> None:
        """Take the last change back."""
        self.replay(self.library.undo, "undone", "Nothing to undo.")

    def action_redo(self) -> None:
        """Make it again."""
        self.replay(self.library.redo, "done again", "Nothing to redo.")

    def replay(self, verb: Callable[[], Change | None], word: str, nothing: str) -> Change | None:
        """Undo or redo, and say which change it was."""

        def replayed() -> Change | None:
            change = verb()
            return Change(f"{word}: {change.summary}", change.edits) if change else None

        return self.changed(replayed, nothing)

    # Selecting

    def action_select(self) -> None:
        """Select the paper and go on to the next, or let it go; fold a heading."""
        if self.list.pointed_head:
            self.list.fold()
        number = self.list.pointed
        if number is None:
            return
        self.list.selected ^= {number}
        self.list.move(1)

    def action_select_range(self) -> None:
        """Begin a range at the cursor; the second time it becomes part of the selection."""
        if not self.list.row_count:
            return
        if self.list.range_from is None:
            self.list.range_from = self.list.cursor
            keep, drop = self.key("paper.select-range"), self.key("go.back")
            self.say(f"Range: move to its other end; {keep} keeps it, {drop} drops it.", "dim")
        else:
            self.list.selected |= self.list.ranged()
            self.list.range_from = None
            self.say("")
        self.list.repaint()
        self.show_place()

    def action_select_all(self) -> None:
        """Select all that are shown, or none if all are."""
        shown = {int(number) for number in self.list.numbers}
        self.list.range_from = None
        if shown <= self.list.selected:
            self.list.selected -= shown
        else:
            self.list.selected |= shown
        self.list.repaint()
        self.show_place()
