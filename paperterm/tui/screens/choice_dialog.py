"""Choosing one of a few."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from textual import on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType

from paperterm.export import EXPORTERS
from paperterm.present.spans import Span
from paperterm.tui.screens.dialog import Dialog
from paperterm.tui.widgets.choices import Choices

SORTS = (
    ("relevance", "best match first; the list's own order without words"),
    ("list", "as it was imported"),
    ("date", "newest year first"),
    ("title", "by title"),
    ("status", "by reading status"),
    ("recent", "most recently touched first"),
)
"""The orders that the search knows."""

GROUPINGS = (
    ("nothing", "one list"),
    ("collection", "by the imported list; a paper of several is in the first"),
    ("status", "by reading status"),
)
"""What the list can be grouped by."""


def rows_of(choices: Sequence[tuple[str, str]]) -> list[list[Span]]:
    """A row for each name and its description."""
    widest = max(len(name) for name, _ in choices)
    return [[Span(name.ljust(widest + 2)), Span(description, "dim")] for name, description in choices]


def formats() -> list[tuple[str, str]]:
    """The formats of an export, with their descriptions."""
    return [(row.name, row.description) for row in EXPORTERS]


class ChoiceDialog(Dialog[str]):
    """Answers with a name."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("down,j", "move(1)", "next", priority=True),
        Binding("up,k", "move(-1)", "previous", priority=True),
        Binding("enter", "accept", "choose", priority=True),
    ]
    HINT = (("j k", "move"), ("enter", "choose"), ("esc", "cancel"))

    def __init__(self, title: str, choices: Sequence[tuple[str, str]], current: str = "") -> None:
        super().__init__(title)
        self._choices = choices
        self._current = current

    def content(self) -> ComposeResult:
        """The names, the cursor on the current one."""
        choices = Choices(rows_of(self._choices))
        names = [name for name, _ in self._choices]
        choices.cursor = names.index(self._current) if self._current in names else 0
        yield choices

    def action_move(self, step: int) -> None:
        """Another one."""
        self.query_one(Choices).move(step)

    @on(Choices.Chosen)
    def action_accept(self) -> None:
        """Answer."""
        self.dismiss(self._choices[self.query_one(Choices).cursor][0])
