"""The command palette: everything by name, with its key, and with the reason where it cannot be done now."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import ClassVar

from textual import on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.widgets import Input

from paperterm.model.text import display
from paperterm.present.cells import fit, width_of
from paperterm.present.spans import Span
from paperterm.tui.keys_ahead import taken_in
from paperterm.tui.screens.dialog import Dialog
from paperterm.tui.screens.palette_entries import Entry
from paperterm.tui.widgets.choices import Choices
from paperterm.tui.widgets.text_line import HintLine
from paperterm.tui.widgets.typed_line import TypedLine

ROWS = 14
NAME = 20
"""Cells."""
ROOMY = 44
"""Cells from which there is room for a sentence."""


def fitting(entries: Sequence[Entry], text: str) -> list[Entry]:
    """The entries that have all the typed words, those first whose name begins with them; commands alone for none."""
    typed = text.casefold().strip()
    words = typed.split()
    if not words:
        return [entry for entry in entries if entry.is_command]
    found = [entry for entry in entries if all(word in f"{entry.name} {entry.sentence}".casefold() for word in words)]
    return sorted(found, key=lambda entry: not entry.name.casefold().startswith(typed))


class Palette(Dialog[Callable[[], object]]):
    """Answers with what is to be done."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("down,ctrl+n", "move(1)", "next", priority=True),
        Binding("up,ctrl+p", "move(-1)", "previous", priority=True),
        Binding("pagedown", f"move({ROWS})", "page down", priority=True),
        Binding("pageup", f"move(-{ROWS})", "page up", priority=True),
        Binding("enter", "accept", "do it", priority=True),
    ]
    HINT = (("↑↓", "choose"), ("enter", "do it"), ("esc", "cancel"))

    def __init__(self, entries: Sequence[Entry]) -> None:
        """The reasons are those of the moment when the palette was opened."""
        super().__init__("Commands")
        self._entries = entries
        self._found = fitting(entries, "")

    def content(self) -> ComposeResult:
        """Input and list."""
        yield TypedLine(placeholder="what do you want to do?", max_length=100)
        yield Choices([_row(entry) for entry in self._found], notice="Nothing has these words.", height=ROWS)

    def first(self) -> Input:
        """Words are typed from the start."""
        return self.query_one(Input)

    @on(Input.Changed)
    def typed(self, event: Input.Changed) -> None:
        """Narrow the list."""
        self._found = fitting(self._entries, event.value)
        self.query_one(Choices).show([_row(entry) for entry in self._found])

    def action_move(self, step: int) -> None:
        """Another entry."""
        self.query_one(Choices).move(step)

    @on(Choices.Chosen)
    async def action_accept(self) -> None:
        """Answer, if it can be done; else say why not."""
        await taken_in(self.query_one(Input))
        found = fitting(self._entries, self.query_one(Input).value)
        place = self.query_one(Choices).cursor
        if place >= len(found):
            return
        if found[place].reason:
            self.query_one(HintLine).say(f"Not now: {found[place].reason}.")
        else:
            self.dismiss(found[place].do)


def _row(entry: Entry) -> Callable[[int], list[Span]]:
    """Name, sentence or reason, and at the right end the key; the sentence gives way, a long name takes its place."""

    def at(width: int) -> list[Span]:
        name = fit([Span(display(entry.name), "dim" if entry.reason else "")], NAME)
        if width_of(entry.name) >= NAME:
            name = [Span(f"{display(entry.name)}  ", "dim" if entry.reason else "")]
        key = [Span(f"  {entry.key} ", "dim" if entry.reason else "key")]
        said = Span(entry.reason or (entry.sentence if width >= ROOMY else ""), "dim")
        return [*fit([*name, said], max(0, width - width_of(key[0].text))), *key]

    return at
