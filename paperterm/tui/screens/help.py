"""All keys, made from the table of commands, by pane; what is typed narrows them."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence

from textual import on
from textual.app import ComposeResult
from textual.widgets import Input

from paperterm.present.cells import fit, width_of
from paperterm.present.spans import Span
from paperterm.present.wrap import Line, wrap
from paperterm.tui.commands import COMMANDS, FILTER, LIST, PASSAGE, READER, Command, keys_of, shown_key
from paperterm.tui.screens.sheet_dialog import SheetDialog
from paperterm.tui.widgets.sheet import Sheet
from paperterm.tui.widgets.typed_line import TypedLine

KEYS_WIDTH = 18
"""Cells at most."""
FEW = 12
"""Commands that need no headings."""
PANES = {
    (LIST,): "In the list",
    (READER,): "In the reader",
    (FILTER,): "While typing a filter",
    (PASSAGE,): "While choosing a passage",
    (LIST, READER): "In the list and the reader",
    (LIST, READER, PASSAGE): "Outside of the filter",
    (LIST, READER, FILTER): "Everywhere",
}
"""Headings, by the panes where a command can be done."""


def help_lines(keymap: Mapping[str, str], width: int, wanted: str = "", pane: str = LIST) -> list[Line]:
    """The commands by pane, that where one is first; those that have the wanted words in key, name or sentence."""
    words = wanted.casefold().split()
    found = [command for command in COMMANDS if _has(command, keymap, words)]
    lines: list[Line] = []
    for panes in sorted(PANES, key=lambda panes: (pane not in panes, len(panes))):
        section = [command for command in found if command.panes == panes]
        if section:
            lines += [*([()] if lines else []), (Span(PANES[panes], "heading"),), *_section(section, keymap, width)]
    return lines or [(Span("No command has these words.", "dim"),)]


def _section(commands: Sequence[Command], keymap: Mapping[str, str], width: int) -> Iterator[Line]:
    """The commands of a pane; their groups are parted where there are many."""
    keys_width = min(KEYS_WIDTH, max(8, width // 4))
    group = ""
    for command in commands:
        if command.group != group and len(commands) > FEW:
            group = command.group
            yield ()
            yield (Span(group, "dim"),)
        keys = _keys(command, keymap)
        # Keys that need more room than there is push the sentence to the next line.
        first, *others = wrap([Span(command.tooltip)], max(10, width - keys_width))
        if width_of(keys) < keys_width:
            yield (*fit([Span(keys, "key")], keys_width), *first)
        else:
            yield (Span(keys, "key"),)
            others = [first, *others]
        for line in others:
            yield (Span(" " * keys_width), *line)


def _keys(command: Command, keymap: Mapping[str, str]) -> str:
    return " ".join(map(shown_key, keys_of(command, keymap)))


def _has(command: Command, keymap: Mapping[str, str], words: list[str]) -> bool:
    text = f"{_keys(command, keymap)} {command.description} {command.tooltip} {command.group}".casefold()
    return all(word in text for word in words)


class Help(SheetDialog):
    """The table and a line to search in it."""

    HINT = (("↑↓ pgdn pgup", "scroll"), ("esc enter", "close"))

    def __init__(self, keymap: Mapping[str, str], pane: str = LIST) -> None:
        super().__init__("Keys")
        self._keymap = keymap
        self._pane = pane

    def content(self) -> ComposeResult:
        """Search line and table."""
        yield TypedLine(placeholder="type to search", max_length=100)
        yield Sheet(self._lines_for(""))

    def first(self) -> Input:
        """Words are typed from the start."""
        return self.query_one(Input)

    @on(Input.Changed)
    def typed(self, event: Input.Changed) -> None:
        """Narrow the table."""
        self.query_one(Sheet).show_lines(self._lines_for(event.value))

    def _lines_for(self, wanted: str) -> Callable[[int], list[Line]]:
        return lambda width: help_lines(self._keymap, width, wanted, self._pane)
