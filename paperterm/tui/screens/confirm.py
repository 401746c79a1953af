"""A question that only a deliberate `y` answers with yes."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType

from paperterm.model.text import display
from paperterm.present.spans import Span
from paperterm.tui.screens.dialog import Dialog
from paperterm.tui.widgets.reader import Reader


class Confirm(Dialog[bool]):
    """Title, a sentence or two, yes or no."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("y", "yes", "yes", priority=True),
        Binding("n", "cancel", "no", priority=True),
    ]

    def __init__(self, title: str, message: str, what: str) -> None:
        super().__init__(title)
        self._message = display(message)
        self._what = what

    def content(self) -> ComposeResult:
        """The sentences."""
        yield Reader([Span(self._message)], margin=0, id="message")

    def keys(self) -> Sequence[tuple[str, str]]:
        """Yes with what it does, and no."""
        return (("y", self._what), ("n esc", "stay"))

    def action_yes(self) -> None:
        """Yes."""
        self.dismiss(True)
