"""The collections, with how much of each is unread; choosing one shows its papers."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import ClassVar

from textual import on, work
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.message import Message
from textual.widgets import Input

from paperterm.model.collection import Collection
from paperterm.model.statistics import Tally
from paperterm.model.text import fold
from paperterm.present.spans import Span
from paperterm.present.views import counts_of, view_row
from paperterm.tui.keys_ahead import taken_in
from paperterm.tui.screens.dialog import Dialog
from paperterm.tui.widgets.choices import Choices
from paperterm.tui.widgets.typed_line import TypedLine

ROWS = 14


def fitting(collections: Sequence[Collection], text: str) -> list[Collection]:
    """Those whose name, venue and year have words that begin with all the typed ones."""
    words = fold(text).split()
    return [
        one
        for one in collections
        if all(
            any(own.startswith(word) for own in fold(f"{one.name} {one.venue} {one.year}").split()) for word in words
        )
    ]


class CollectionsDialog(Dialog[str]):
    """Answers with the name of a collection. They are counted in a worker."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("down,ctrl+n", "move(1)", "next", priority=True),
        Binding("up,ctrl+p", "move(-1)", "previous", priority=True),
        Binding("pagedown", f"move({ROWS})", "page down", priority=True),
        Binding("pageup", f"move(-{ROWS})", "page up", priority=True),
        Binding("enter", "accept", "show", priority=True),
    ]
    HINT = (("↑↓", "choose"), ("enter", "show"), ("esc", "cancel"))

    class Counted(Message):
        """The counts, by name."""

        def __init__(self, tallies: Mapping[str, Tally]) -> None:
            super().__init__()
            self.tallies = tallies

    def __init__(
        self, collections: Sequence[Collection], count: Callable[[], Mapping[str, Tally]], current: str = ""
    ) -> None:
        """With the name of the one that is shown, if one is."""
        super().__init__("Collections")
        self._collections = collections
        self._count = count
        self._tallies: Mapping[str, Tally] = {}
        self._current = current
        self._typed = ""

    def content(self) -> ComposeResult:
        """Input and list."""
        yield TypedLine(placeholder="type a part of the name", max_length=100)
        notice = "No collection has these words." if self._collections else "No lists yet: import one."
        choices = Choices(self._rows(""), notice=notice, height=min(ROWS, max(1, len(self._collections))))
        names = [one.name for one in self._collections]
        choices.cursor = names.index(self._current) if self._current in names else 0
        yield choices

    def first(self) -> Input:
        """Words are typed from the start."""
        return self.query_one(Input)

    def on_mount(self) -> None:
        """Begin to count."""
        self._tally()

    @work(thread=True, exit_on_error=False)
    def _tally(self) -> None:
        self.post_message(self.Counted(self._count()))

    @on(Counted)
    def counted(self, message: Counted) -> None:
        """Show the counts; no row moves."""
        self._tallies = message.tallies
        choices = self.query_one(Choices)
        choices.choices = list(self._rows(self._typed))
        choices.repaint()

    def _rows(self, text: str) -> list[Callable[[int], Sequence[Span]]]:
        found = fitting(self._collections, text)
        return [partial(self._row, one.name) for one in found]

    def _row(self, name: str, width: int) -> Sequence[Span]:
        names = [one.name for one in self._collections]
        counts = counts_of([self._tallies.get(one) for one in names], width)
        return view_row([Span(name)], counts[names.index(name)], self._tallies.get(name), width)

    @on(Input.Changed)
    def typed(self, event: Input.Changed) -> None:
        """Narrow the list."""
        if event.value != self._typed:
            self._typed = event.value
            self.query_one(Choices).show(self._rows(event.value))

    def action_move(self, step: int) -> None:
        """Another one."""
        self.query_one(Choices).move(step)

    @on(Choices.Chosen)
    async def action_accept(self) -> None:
        """Answer."""
        await taken_in(self.query_one(Input))
        typed = self.query_one(Input).value
        found = fitting(self._collections, typed)
        place = self.query_one(Choices).cursor if typed == self._typed else 0
        if place < len(found):
            self.dismiss(found[place].name)
