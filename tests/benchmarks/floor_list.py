"""The floor of a cursor key: the least list that is drawn by lines, and a page beside it that follows the cursor."""

from __future__ import annotations

from rich.segment import Segment
from rich.style import Style
from textual.app import App, ComposeResult
from textual.containers import Horizontal
from textual.content import Content
from textual.geometry import Region
from textual.strip import Strip
from textual.widget import Widget
from textual.widgets import Static

ROWS = 1_000
PLAIN, CURSOR = Style.parse("white on black"), Style.parse("black on white")
TEXT = "The quick brown fox jumps over the lazy dog and comes to the other side of it. " * 15


class BareList(Widget, can_focus=True):
    """Rows and a cursor."""

    BINDINGS = [("down,j", "move(1)", "down"), ("up,k", "move(-1)", "up")]  # noqa: RUF012
    cursor = 0
    top = 0

    def render_line(self, y: int) -> Strip:
        """A row."""
        row = self.top + y
        style = CURSOR if row == self.cursor else PLAIN
        text = f"  {row:6} a title of about as many letters as a title has"
        return Strip([Segment(text[: self.size.width].ljust(self.size.width), style)], self.size.width)

    def action_move(self, step: int) -> None:
        """Move the cursor, and the page with it."""
        before, self.cursor = self.cursor, max(0, min(ROWS - 1, self.cursor + step))
        if self.top <= self.cursor < self.top + self.size.height:
            for row in (before, self.cursor):
                self.refresh(Region(0, row - self.top, self.size.width, 1))
        else:
            self.top += step
            self.refresh()
        self.app.query_one("#page", Static).update(Content(f"{self.cursor} {TEXT}"), layout=False)


class Desk(App[None]):
    """List and page."""

    CSS = "BareList { width: 1fr; } #page { width: 54%; height: 1fr; } #foot { height: 1; } Horizontal { height: 1fr; }"

    def compose(self) -> ComposeResult:
        """Both, and a line below."""
        with Horizontal():
            yield BareList()
            yield Static(Content(TEXT), id="page")
        yield Static("ready", id="foot")


if __name__ == "__main__":
    Desk().run()
