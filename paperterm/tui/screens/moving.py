"""Moving about: in the list, in the reader, between the two, and the lines that show where one is."""

from __future__ import annotations

from typing import Literal

from textual import on

from paperterm.present.spans import Span
from paperterm.tui.messages import PaperChosen, PaperPointed
from paperterm.tui.screens.base import Commands

READER_DELAY = 0.06
"""Seconds after the last move until the reader follows: a held key does not repaint it."""


class Moving(Commands):
    """Commands that move."""

    _placed: tuple[object, ...] = ()
    """Where the cursor was when the status line was last told."""

    def action_move(self, step: int) -> None:
        """One row, or one line of the page."""
        if self.pane == "reader":
            self.reader.move(step)
        else:
            self.list.move(step)
            self.show_place()  # in the same paint as the rows

    def action_move_pages(self, pages: float) -> None:
        """So many screens of the list or the page."""
        (self.reader if self.pane == "reader" else self.list).move_pages(pages)

    def action_move_to_end(self, direction: int) -> None:
        """The first or last paper, the top or end of the page."""
        if self.pane == "reader":
            self.reader.move(direction * len(self.reader.lines))
        else:
            self.list.move_to(0 if direction < 0 else self.list.row_count - 1)

    def action_move_to_unread(self, direction: int) -> None:
        """The next unread paper below or above."""
        place = self.list.cursor + direction
        while 0 <= place < self.list.row_count:
            number = self.list.number_at(place)
            if number is not None and self.library.is_unread(number):
                self.list.move_to(place)
                return
            place += direction
        self.say("No unread paper below." if direction > 0 else "No unread paper above.", "dim")

    def action_open_reader(self) -> None:
        """Give the keys to the reader; fold a heading."""
        if self.list.pointed_head:
            self.list.fold()
        if self.list.pointed is None:
            return
        self.show_reader()
        self.set_class(True, "-reading")
        self.set_focus(self.reader)
        self.show_place()

    def action_back_to_list(self) -> None:
        """Give the keys to the list."""
        self.set_class(False, "-reading")
        self.set_focus(self.list)
        self.show_place()

    def action_go_back(self) -> None:
        """Leave the nearest thing there is to leave: reader, range, selection, filter; then stop what takes long."""
        if self.pane == "reader":
            self.action_back_to_list()
        elif self.list.selected or self.list.range_from is not None:
            self.list.range_from = None
            self.list.selected.clear()
            self.list.repaint()
            self.show_place()
        elif self.query_text:
            self.stay_on = self.list.pointed
            self.filter_line.input.value = ""
        elif self.tasks:
            self.stop_task()

    @on(PaperPointed)
    def paper_pointed(self) -> None:
        """The cursor moved: the status line follows at once, the reader when it rests."""
        if self._place_of_cursor() != self._placed:
            self.show_place()
        if self.list.pointed != self.reader_number:
            self.after(READER_DELAY, "reader", self.show_reader)

    @on(PaperChosen)
    def paper_chosen(self) -> None:
        """A double click."""
        self.action_open_reader()

    def show_place(self) -> None:
        """The right end of the status line, and the keys of the pane."""
        self._placed = self._place_of_cursor()
        self.status.show(right=self.place())
        self.key_line.show(self.keys_now())

    def _place_of_cursor(self) -> tuple[object, ...]:
        return self.list.cursor, self.list.pointed, self.list.pointed_head, self.list.row_count

    def place(self) -> list[Span]:
        """Selected, sorted, and where the cursor is."""
        spans: list[Span] = []
        selected = self.list.selected_count
        if selected:
            spans.append(Span(f"{selected:,} selected   ", "mark"))
        if self.sort != "relevance":
            spans.append(Span(f"by {self.sort}   ", "dim"))
        if self.expands:
            spans.append(Span("expanded   ", "dim"))
        if self.grouping:
            spans.append(Span(f"grouped by {self.grouping}   ", "dim"))
        if self.list.paper_count:
            place = "" if self.list.ordinal is None else f"{self.list.ordinal:,}/"
            spans.append(Span(f"{place}{self.list.paper_count:,}", "dim"))
        return spans

    def keys_now(self) -> list[tuple[str, str, str]]:
        """Keys for the footer: shown key, what it does, action; with the main screen."""
        raise NotImplementedError


Direction = Literal[-1, 1]
