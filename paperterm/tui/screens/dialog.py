"""The base of the dialogs: a panel with a title and a hint, over the dimmed screen. A dialog changes nothing itself."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, ClassVar, TypeVar

from textual.app import App, ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.screen import ModalScreen
from textual.widget import Widget

from paperterm.model.text import display
from paperterm.present.spans import Span
from paperterm.tui.stylesheets import stylesheet
from paperterm.tui.widgets.text_line import HintLine, TextLine

Answer = TypeVar("Answer")


class Dialog(ModalScreen[Answer | None]):
    """Asks one thing and is dismissed with the answer, or with `None`."""

    CSS_PATH: ClassVar = [stylesheet("dialogs")]
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape", "cancel", "cancel", priority=True),
        Binding("ctrl+g", "cancel", "cancel", priority=True, show=False),
    ]
    HINT: ClassVar[Sequence[tuple[str, str]]] = (("enter", "accept"), ("esc", "cancel"))

    def __init__(self, title: str) -> None:
        super().__init__()
        self._title = display(title)

    def compose(self) -> ComposeResult:
        """Title, content, hint."""
        with Vertical(id="panel"):
            yield TextLine([Span(self._title, "heading")], id="title")
            yield from self.content()
            yield HintLine(self.keys(), id="hint")

    def content(self) -> ComposeResult:
        """What stands between title and hint."""
        yield from ()

    async def take_in(self) -> None:
        """Keep what is typed, because the app is about to end."""

    def first(self) -> Widget | None:
        """The widget that has the keys from the start."""
        return None

    def keys(self) -> Sequence[tuple[str, str]]:
        """The keys that the hint names, and what they do."""
        return self.HINT

    def action_cancel(self) -> None:
        """Leave without an answer."""
        self.dismiss(None)


async def ask(app: App[Any], dialog: Dialog[Answer], answered: Callable[[Answer | None], None]) -> None:
    """Open a dialog. It has the keys when this returns, so that what was typed ahead goes to it."""
    await app.push_screen(dialog, answered)
    first = dialog.first()
    if first is not None:
        dialog.set_focus(first)
