"""Asking for the format and the file of an export."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import PurePath
from typing import ClassVar

from textual import on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.widgets import Input

from paperterm.export import EXPORTERS
from paperterm.present.spans import Span
from paperterm.tui.keys_ahead import taken_in
from paperterm.tui.screens.choice_dialog import formats, rows_of
from paperterm.tui.screens.dialog import Dialog
from paperterm.tui.widgets.choices import Choices
from paperterm.tui.widgets.text_line import TextLine
from paperterm.tui.widgets.typed_line import TypedLine


@dataclass(frozen=True, slots=True)
class ExportChoice:
    """A format and where to write it."""

    format: str
    path: str


def with_ending(path: str, ending: str) -> str:
    """The path with the ending of another format, if it has that of a format now."""
    known = {row.file_ending for row in EXPORTERS}
    suffix = PurePath(path).suffix
    return path.removesuffix(suffix) + ending if suffix in known else path


class ExportDialog(Dialog[ExportChoice]):
    """The file name is typed; up and down change the format and with it the ending."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("down,tab", "move(1)", "next", priority=True),
        Binding("up,shift+tab", "move(-1)", "previous", priority=True),
        Binding("enter", "accept", "write", priority=True),
    ]
    HINT = (("↑↓", "format"), ("enter", "write"), ("esc", "cancel"))

    def __init__(self, what: str, path: str = "reading-list") -> None:
        super().__init__(f"Export {what}")
        self._path = path + EXPORTERS[0].file_ending

    def content(self) -> ComposeResult:
        """File and formats."""
        yield TextLine([Span("To the file", "dim")], id="label")
        yield TypedLine(self._path, max_length=1_000, select_on_focus=False)
        yield Choices(rows_of(formats()))

    def first(self) -> Input:
        """The file name, its stem ready to be replaced."""
        return self.query_one(Input)

    def action_move(self, step: int) -> None:
        """Another format."""
        self.query_one(Choices).move(step)
        self.ending_follows()

    @on(Choices.Chosen)
    def ending_follows(self) -> None:
        """The ending of the file goes with the format."""
        prompt = self.query_one(Input)
        prompt.value = with_ending(prompt.value, EXPORTERS[self.query_one(Choices).cursor].file_ending)

    async def action_accept(self) -> None:
        """Answer."""
        prompt = self.query_one(Input)
        await taken_in(prompt)
        if prompt.value.strip():
            self.dismiss(ExportChoice(EXPORTERS[self.query_one(Choices).cursor].name, prompt.value.strip()))
