"""A pane of rows with a cursor that keys, wheel and scroll bar move: what the list of papers needs of any list."""

from __future__ import annotations

from textual import events
from textual.geometry import clamp

from paperterm.tui.widgets.line_pane import LinePane

EDGE = 2
"""Rows kept in sight above and below the cursor."""
WHEEL = 3
"""Rows for a notch of the wheel."""


class RowPane(LinePane, can_focus=True):
    """A subclass says how many rows there are and draws them; it hears in `pointed_at` where the cursor went.

    Attributes:
        cursor: the row of the cursor.
        top: the row on the first line.
        lines_per_row: how high a row is.
    """

    def __init__(self, *, id: str | None = None) -> None:
        super().__init__(id=id)
        self.cursor = 0
        self.top = 0
        self.lines_per_row = 1
        self._painted_top = -1
        self._is_dragging = False

    @property
    def row_count(self) -> int:
        """How many rows there are."""
        raise NotImplementedError

    @property
    def must_repaint(self) -> bool:
        """Whether a step of the cursor changes more than the rows that it leaves and reaches."""
        return False

    def place_at(self, y: int) -> int:
        """The row that line y shows; there may be none."""
        return self.top + y // self.lines_per_row

    @property
    def shown_rows(self) -> int:
        """How many rows there is room for."""
        return max(1, self.rows // self.lines_per_row)

    def pointed_at(self) -> None:
        """The cursor came to a row."""

    def clicked(self, x: int, chain: int) -> None:
        """The row of the cursor was clicked, as often as `chain` says."""

    # Moving

    def move(self, step: int) -> None:
        """Move the cursor by so many rows; it stops at the ends."""
        self.move_to(self.cursor + step)

    def move_to(self, place: int) -> None:
        """Put the cursor on a row."""
        self.point(clamp(place, 0, max(0, self.row_count - 1)))

    def move_pages(self, pages: float) -> None:
        """Move the cursor and the view together, as a pager does."""
        step = int(max(1, abs(pages) * self.shown_rows - (1 if abs(pages) >= 1 else 0)))
        step = step if pages > 0 else -step
        self.top += step
        self.move(step)

    def point(self, place: int) -> None:
        """Put the cursor on a row that there is, and draw what that changes."""
        before, top = self.cursor, self.top
        self.cursor = place
        self.keep_in_sight()
        # A step within the screen touches the lines of two rows.
        is_step = top == self.top == self._painted_top and not self.must_repaint
        self.repaint((*self._lines_of(before - top), *self._lines_of(place - top)) if is_step else None)
        self._painted_top = self.top
        self.pointed_at()

    def _lines_of(self, row: int) -> range:
        """The lines of a row on screen, counted from the top."""
        return range(row * self.lines_per_row, (row + 1) * self.lines_per_row)

    def keep_in_sight(self) -> None:
        """Scroll as little as brings the cursor on screen, with a few rows around it."""
        height = self.shown_rows
        edge = min(EDGE, max(0, (height - 1) // 2))
        self.top = clamp(self.top, self.cursor - height + 1 + edge, self.cursor - edge)
        self.top = clamp(self.top, 0, max(0, self.row_count - height))

    def scroll(self, rows: int) -> None:
        """Move the view; the cursor comes along only as far as it must."""
        height = self.shown_rows
        self.top = clamp(self.top + rows, 0, max(0, self.row_count - height))
        edge = min(EDGE, max(0, (height - 1) // 2))
        last = max(0, self.row_count - 1)
        low = self.top + edge if self.top else 0
        high = self.top + height - 1 - edge if self.top + height <= last else last
        self.move_to(clamp(self.cursor, low, max(low, high)))

    # Events

    def on_resize(self, event: events.Resize) -> None:
        """Keep the cursor in sight at the new height."""
        super().on_resize(event)
        self.keep_in_sight()

    def on_focus(self) -> None:
        """The cursor shows whether keys go here."""
        self.repaint()

    def on_blur(self) -> None:
        """As above."""
        self.repaint()

    def on_mouse_down(self, event: events.MouseDown) -> None:
        """The bar at the right is taken hold of."""
        if event.button == 1 and event.x >= self.columns - 1 and self.row_count > self.shown_rows:
            self._is_dragging = True
            self.capture_mouse()
            self._drag_to(event.y)

    def on_mouse_move(self, event: events.MouseMove) -> None:
        """The list follows the bar."""
        if self._is_dragging:
            self._drag_to(event.y)

    def on_mouse_up(self, event: events.MouseUp) -> None:
        """The bar is let go."""
        if self._is_dragging:
            self._is_dragging = False
            self.release_mouse()

    def _drag_to(self, y: int) -> None:
        """The first line for the first row, the last for the last."""
        self.move_to(round(y * (self.row_count - 1) / max(1, self.rows - 1)))

    def on_click(self, event: events.Click) -> None:
        """Point at a row."""
        on_bar = event.x >= self.columns - 1 and self.row_count > self.shown_rows
        place = self.place_at(event.y)
        if not on_bar and place < self.row_count:
            self.move_to(place)
            self.clicked(event.x, event.chain)

    def on_mouse_scroll_down(self, event: events.MouseScrollDown) -> None:
        """The wheel."""
        self.scroll(WHEEL)
        event.stop()

    def on_mouse_scroll_up(self, event: events.MouseScrollUp) -> None:
        """As above."""
        self.scroll(-WHEEL)
        event.stop()
