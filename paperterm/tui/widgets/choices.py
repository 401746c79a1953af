"""A short list to choose from, drawn by lines; the dialog around it has the keys."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from textual import events
from textual.geometry import Size, clamp
from textual.message import Message
from textual.strip import Strip

from paperterm.present.spans import Span
from paperterm.tui.widgets.line_pane import LinePane

Choice = Sequence[Span] | Callable[[int], Sequence[Span]]
"""A row, or what makes it for the cells that there are."""


class Choices(LinePane):
    """Rows of spans with a cursor."""

    class Chosen(Message):
        """A row was clicked."""

        def __init__(self, place: int) -> None:
            super().__init__()
            self.place = place

    def __init__(
        self, rows: Sequence[Choice], *, notice: str = "", height: int | None = None, id: str | None = None
    ) -> None:
        """With `notice`, what is said where there are no rows."""
        super().__init__(id=id)
        self.choices = list(rows)
        self._notice = notice
        self.cursor = 0
        self.top = 0
        self._height = height or max(1, len(rows))

    def get_content_height(self, container: Size, viewport: Size, width: int) -> int:
        """The rows that are wanted; a style sheet may give fewer."""
        return self._height

    def show(self, rows: Sequence[Choice], cursor: int = 0) -> None:
        """Replace the rows."""
        self.choices = list(rows)
        self.top = 0
        self.move_to(cursor)

    def move(self, step: int) -> None:
        """Move the cursor; it stops at the ends."""
        self.move_to(self.cursor + step)

    def move_to(self, place: int) -> None:
        """Put the cursor on a row."""
        self.cursor = clamp(place, 0, max(0, len(self.choices) - 1))
        height = max(1, self.rows)
        self.top = clamp(self.top, max(0, self.cursor - height + 1), self.cursor)
        self.repaint()

    def make_line(self, y: int) -> Strip:
        """A row; the cursor's has another background and a sign."""
        width = self.columns
        place = self.top + y
        if place >= len(self.choices):
            is_notice = not self.choices and y == 0
            return self.strip((Span(f"  {self._notice}", "dim"),) if is_notice else (), width)
        is_cursor = place == self.cursor
        sign = Span("▌ " if is_cursor else "  ", "mark")
        thumb = self.thumb(y, self.top, len(self.choices))
        choice = self.choices[place]
        spans = choice(width - 3) if callable(choice) else choice
        return self.strip((sign, *spans), width - 1, "cursor" if is_cursor else "", after=(thumb,))

    def on_click(self, event: events.Click) -> None:
        """Choose a row."""
        offset = event.get_content_offset(self)
        if offset is not None and self.top + offset.y < len(self.choices):
            self.move_to(self.top + offset.y)
            self.post_message(self.Chosen(self.cursor))
