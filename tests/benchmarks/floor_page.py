"""The floor of a search key: an input, and a page of 38 lines that is replaced at every letter."""

from __future__ import annotations

from textual import on
from textual.app import App, ComposeResult
from textual.content import Content
from textual.widgets import Input, Static

LINES, WIDTH = 38, 118


def page(text: str) -> Content:
    """A page in which every line differs from the one before."""
    lines = [f"{len(text)} {text} {number * (len(text) + 7)} " * 20 for number in range(LINES)]
    return Content("\n".join(line[:WIDTH] for line in lines))


class Page(App[None]):
    """An input and a page."""

    CSS = "Input { border: none; height: 1; } Static { height: 1fr; }"

    def compose(self) -> ComposeResult:
        """Both, filled."""
        prompt = Input()
        prompt.cursor_blink = False
        yield prompt
        yield Static(page(""))

    @on(Input.Changed)
    def typed(self, event: Input.Changed) -> None:
        """Replace the page."""
        self.query_one(Static).update(page(event.value), layout=False)


if __name__ == "__main__":
    Page().run()
