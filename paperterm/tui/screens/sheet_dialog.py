"""The base of the dialogs that show a page which can be scrolled."""

from __future__ import annotations

from typing import ClassVar

from textual.binding import Binding, BindingType

from paperterm.tui.screens.dialog import Dialog
from paperterm.tui.widgets.sheet import Sheet


class SheetDialog(Dialog[None]):
    """A `Sheet`, with the keys that scroll it and type nothing."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("down", "move(1)", "down", priority=True),
        Binding("up", "move(-1)", "up", priority=True),
        Binding("pagedown", "move_pages(1)", "page down", priority=True),
        Binding("pageup", "move_pages(-1)", "page up", priority=True),
        Binding("enter", "cancel", "close", priority=True),
    ]

    def action_move(self, lines: int) -> None:
        """Scroll."""
        self.query_one(Sheet).move(lines)

    def action_move_pages(self, pages: float) -> None:
        """Scroll by pages."""
        self.query_one(Sheet).move_pages(pages)
