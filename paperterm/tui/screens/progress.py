"""Progress, as a page that can be scrolled."""

from __future__ import annotations

from collections.abc import Callable
from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType

from paperterm.present.spans import Span
from paperterm.tui.screens.sheet_dialog import SheetDialog
from paperterm.tui.widgets.sheet import Sheet


class Progress(SheetDialog):
    """Shows the numbers of `paperterm stats`."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("j", "move(1)", "down", priority=True),
        Binding("k", "move(-1)", "up", priority=True),
        Binding("space", "move_pages(1)", "page down", priority=True),
        Binding("P,q", "cancel", "close", priority=True),
    ]
    HINT = (("j k", "scroll"), ("P esc", "close"))

    def __init__(self, lines_at: Callable[[int], list[list[Span]]]) -> None:
        super().__init__("Progress")
        self._lines_at = lines_at

    def content(self) -> ComposeResult:
        """The page."""
        yield Sheet(self._lines_at)
