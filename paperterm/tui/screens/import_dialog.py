"""Asking for the file or folder to import."""

from __future__ import annotations

from typing import ClassVar

from textual import on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.widgets import Input

from paperterm.importers import IMPORTERS
from paperterm.present.cells import fit
from paperterm.present.spans import Span
from paperterm.tui.keys_ahead import taken_in
from paperterm.tui.paths import Place, common, expanded, places
from paperterm.tui.screens.dialog import Dialog
from paperterm.tui.widgets.choices import Choice, Choices
from paperterm.tui.widgets.text_line import TextLine
from paperterm.tui.widgets.typed_line import TypedLine

ENDINGS = tuple(ending for importer in IMPORTERS for ending in importer.endings)
ROWS = 10


class ImportDialog(Dialog[str]):
    """A path is typed; tab completes it, or takes the file or folder under the cursor of the list below."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("tab", "complete", "complete", priority=True),
        Binding("enter", "accept", "import", priority=True),
        Binding("down,ctrl+n", "move(1)", "next", priority=True, show=False),
        Binding("up", "move(-1)", "previous", priority=True, show=False),
    ]
    HINT = (("tab", "complete"), ("↑↓", "choose"), ("enter", "import"), ("esc", "cancel"))

    def __init__(self, path: str = "") -> None:
        super().__init__("Import a list of abstracts")
        self._path = path
        self._places = places(path, ENDINGS)
        self._has_moved = False

    def content(self) -> ComposeResult:
        """The path, and what it can go on to."""
        yield TextLine([Span("File, or a folder for all lists in it", "dim")], id="label")
        yield TypedLine(self._path, placeholder="~/papers/icml2024.txt", max_length=4_000, select_on_focus=False)
        yield Choices(self._rows(), notice="no such file or folder", height=ROWS)

    def first(self) -> Input:
        """The path is typed from the start."""
        return self.query_one(Input)

    def _rows(self) -> list[Choice]:
        return [_row(place) for place in self._places]

    @on(Input.Changed)
    def typed(self, event: Input.Changed) -> None:
        """Show what it can go on to."""
        self._has_moved = False
        self._places = places(event.value, ENDINGS)
        self.query_one(Choices).show(self._rows())

    def action_move(self, step: int) -> None:
        """Another file or folder of the list."""
        self._has_moved = True
        self.query_one(Choices).move(step)

    @on(Choices.Chosen)
    async def clicked(self) -> None:
        """A click takes what is clicked."""
        self._has_moved = True
        await self.action_complete()

    async def action_complete(self) -> None:
        """Go on as all places do; where they differ, take the one under the cursor."""
        prompt = self.query_one(Input)
        await taken_in(prompt)
        found = places(prompt.value, ENDINGS)
        if not found:
            return
        path = common(prompt.value, found)
        if self._has_moved or path == prompt.value:
            path = found[min(self.query_one(Choices).cursor, len(found) - 1)].path
        prompt.value = path
        prompt.action_end()

    async def action_accept(self) -> None:
        """Answer with the path; with that of the row where up and down led to one."""
        prompt = self.query_one(Input)
        await taken_in(prompt)
        if self._has_moved and self._places:
            await self.action_complete()
        if expanded(prompt.value):
            self.dismiss(prompt.value.strip())


def _row(place: Place) -> Choice:
    style = "strong" if place.name.endswith("/") else "" if place.is_likely else "dim"
    return lambda width: fit([Span(place.name, style)], width)
