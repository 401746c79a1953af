"""The floor of a launch: the least Textual program."""

from __future__ import annotations

from textual.app import App, ComposeResult
from textual.widgets import Static


class Hello(App[None]):
    """One widget."""

    def compose(self) -> ComposeResult:
        """A greeting."""
        yield Static("hello world")


if __name__ == "__main__":
    Hello().run()
