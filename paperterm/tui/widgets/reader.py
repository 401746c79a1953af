"""The reader: one paper's page, wrapped to a measure that is good to read."""

from __future__ import annotations

from collections.abc import Sequence

from textual import events
from textual.geometry import clamp
from textual.strip import Strip

from paperterm.present.cells import cut
from paperterm.present.page import letter_count
from paperterm.present.spans import Span, plain
from paperterm.present.wrap import Line, wrap
from paperterm.tui.messages import PassageDragged
from paperterm.tui.widgets.line_pane import LinePane

MEASURE = 90
"""Cells of a line at most, whatever the width of the pane."""
WHEEL = 3
AROUND = 3
"""Lines above and below what is scrolled to."""


class Reader(LinePane, can_focus=True):
    """A page of spans that can be scrolled, with a rule that parts it from what is beside or above it.

    Attributes:
        rule: "left", "top" or "" for none.
    """

    HELP = "The paper under the cursor."

    def __init__(
        self, page: Sequence[Span] = (), *, rule: str = "", indent: int = 0, margin: int = 1, id: str | None = None
    ) -> None:
        """`margin` is the cells at the left where there is no rule."""
        super().__init__(id=id)
        self._page = page
        self._lines: list[Line] | None = None
        self.top = 0
        self.rule = rule
        self._indent = " " * indent
        self._margin = margin
        self._blanks: dict[tuple[str, str], Strip] = {}
        """The line below the end of a short page, by the rule and its style: most papers have many."""
        self._dragged: tuple[int, int] | None = None
        """Where the mouse went down and where it is now, while it is down."""

    @property
    def lines(self) -> list[Line]:
        """The page, wrapped."""
        if self._lines is None:
            self._lines = wrap(self._page, min(MEASURE, self.columns - self._left_width - 2), indent=self._indent)
        return self._lines

    @property
    def page_rows(self) -> int:
        """Lines of the pane that show the page."""
        return self.rows - (self.rule == "top")

    def show(self, page: Sequence[Span], *, from_top: bool) -> None:
        """Show a page, from its top or as far down as the one before."""
        self._page = page
        self._lines = None
        self.top = 0 if from_top else clamp(self.top, 0, self.last_top)
        self.repaint()

    @property
    def last_top(self) -> int:
        """The first line on screen when the page is scrolled to its end."""
        return max(0, len(self.lines) - self.page_rows)

    def move(self, lines: int) -> None:
        """Scroll by so many lines."""
        self.top = clamp(self.top + lines, 0, self.last_top)
        self.repaint()

    def move_pages(self, pages: float) -> None:
        """Scroll by pages, with two lines of the old one kept in sight."""
        step = max(1, int(abs(pages) * self.page_rows) - (2 if abs(pages) >= 1 else 0))
        self.move(step if pages > 0 else -step)

    def reveal(self, style: str) -> None:
        """Scroll as little as it takes to show what has a style, with some lines around it."""
        found = [place for place, line in enumerate(self.lines) if any(style in span.style.split() for span in line)]
        if found:
            around = min(AROUND, max(0, self.page_rows - (found[-1] - found[0] + 1)) // 2)
            top = clamp(self.top, found[-1] + around + 1 - self.page_rows, found[0] - around)
            self.move(clamp(top, 0, self.last_top) - self.top)

    # Places on the page: how many characters come before, blanks not counted. They outlive every width.

    def letters_before(self, place: int) -> int:
        """Characters of the page before a line."""
        return sum(letter_count(line) for line in self.lines[:place])

    def letters_before_style(self, style: str) -> int | None:
        """Characters before the first that has a style; `None` if none has."""
        letters = 0
        for line in self.lines:
            for span in line:
                if style in span.style.split():
                    return letters
                letters += letter_count([span])
        return None

    def _letters_at(self, x: int, y: int) -> int:
        """Characters before the one on a cell of the pane, or before the last one of a line that ends earlier."""
        place = clamp(self.top + y - (self.rule == "top"), 0, max(0, len(self.lines) - 1))
        line = self.lines[place] if self.lines else ()
        before = cut(plain(line), max(0, x - self._left_width))
        letters = letter_count([Span(before)])
        return self.letters_before(place) + min(letters, max(0, letter_count(line) - 1))

    # Drawing the mouse over a passage

    def on_mouse_down(self, event: events.MouseDown) -> None:
        """A passage may begin here."""
        if event.button == 1:
            self._dragged = (self._letters_at(event.x, event.y),) * 2
            self.capture_mouse()

    def on_mouse_move(self, event: events.MouseMove) -> None:
        """It goes to here."""
        if self._dragged is not None:
            first, last = self._dragged
            letters = self._letters_at(event.x, event.y)
            if letters != last:
                self._dragged = (first, letters)
                self.post_message(PassageDragged(first, letters))

    def on_mouse_up(self, event: events.MouseUp) -> None:
        """It ends here."""
        if self._dragged is not None:
            self._dragged = None
            self.release_mouse()

    @property
    def _left_width(self) -> int:
        return {"left": 4, "top": 2}.get(self.rule, self._margin)

    def make_line(self, y: int) -> Strip:
        """A line of the page."""
        rule = "mark" if self.has_focus else "rule"
        if self.rule == "top":
            if not y:
                return self.strip((Span("─" * self.columns, rule),), self.columns)
            y -= 1
        place, lines = self.top + y, self.lines
        if place >= len(lines) <= self.rows:
            key = (self.rule, rule)
            if key not in self._blanks:
                self._blanks[key] = self._strip((), rule, y)
            return self._blanks[key]
        return self._strip(lines[place] if place < len(lines) else (), rule, y)

    def _strip(self, line: Line, rule: str, y: int) -> Strip:
        left = (Span("│", rule), Span("   ")) if self.rule == "left" else (Span(" " * self._left_width),)
        return self.strip((*left, *line), self.columns - 1, after=(self.thumb(y, self.top, len(self.lines)),))

    def forget(self) -> None:
        """Wrap anew when the width changed."""
        super().forget()
        self._lines = None
        self._blanks.clear()

    def on_focus(self) -> None:
        """The rule shows whether keys go to the reader."""
        self.repaint()

    def on_blur(self) -> None:
        """As above."""
        self.repaint()

    def on_resize(self, event: events.Resize) -> None:
        """Stay inside the page."""
        super().on_resize(event)
        self.top = clamp(self.top, 0, self.last_top)

    def on_mouse_scroll_down(self, event: events.MouseScrollDown) -> None:
        """The wheel."""
        self.move(WHEEL)
        event.stop()

    def on_mouse_scroll_up(self, event: events.MouseScrollUp) -> None:
        """As above."""
        self.move(-WHEEL)
        event.stop()
