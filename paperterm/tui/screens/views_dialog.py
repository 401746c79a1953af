"""The base of the dialogs that choose a view of the library: names with how much is unread, counted in a worker."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import ClassVar, NamedTuple, TypeVar

from textual import on, work
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.message import Message
from textual.widgets import Input

from paperterm.model.statistics import Tally
from paperterm.model.text import fold
from paperterm.present.spans import Span
from paperterm.present.views import counts_of, view_row
from paperterm.tui.keys_ahead import taken_in
from paperterm.tui.screens.dialog import Dialog
from paperterm.tui.widgets.choices import Choices
from paperterm.tui.widgets.typed_line import TypedLine

Answer = TypeVar("Answer")

ROWS = 14


class View(NamedTuple):
    """One row, like no other: its name, what stands behind that, and the words by which it is found."""

    name: str
    more: str = ""
    words: str = ""


def fitting(views: Sequence[View], text: str) -> list[View]:
    """Those that have words that begin with all the typed ones."""
    words = fold(text).split()
    return [
        one
        for one in views
        if all(any(own.startswith(word) for own in fold(f"{one.name} {one.words}").split()) for word in words)
    ]


class ViewsDialog(Dialog[Answer]):
    """Words narrow the list; no row moves when the counts arrive."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("down,ctrl+n", "move(1)", "next", priority=True),
        Binding("up,ctrl+p", "move(-1)", "previous", priority=True),
        Binding("pagedown", f"move({ROWS})", "page down", priority=True),
        Binding("pageup", f"move(-{ROWS})", "page up", priority=True),
        Binding("enter", "accept", "show", priority=True),
    ]

    class Counted(Message):
        """The counts, in the order of the views."""

        def __init__(self, tallies: Sequence[Tally]) -> None:
            super().__init__()
            self.tallies = tallies

    def __init__(
        self,
        title: str,
        views: Sequence[View],
        count: Callable[[], Sequence[Tally]],
        *,
        current: View | None,
        none: str,
        none_fits: str,
    ) -> None:
        """With the one that is shown, if one is, and what is said when there are no rows."""
        super().__init__(title)
        self._views = views
        self._count = count
        self._tallies: Mapping[View, Tally] = {}
        self._current = current
        self._notice = none_fits if views else none
        self._typed = ""

    def content(self) -> ComposeResult:
        """Input and list."""
        yield TypedLine(placeholder="type a part of the name", max_length=100)
        choices = Choices(self._rows(""), notice=self._notice, height=min(ROWS, max(1, len(self._views))))
        choices.cursor = self._views.index(self._current) if self._current in self._views else 0
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
        self._tallies = dict(zip(self._views, message.tallies, strict=True))
        choices = self.query_one(Choices)
        choices.choices = list(self._rows(self._typed))
        choices.repaint()

    def _rows(self, text: str) -> list[Callable[[int], Sequence[Span]]]:
        return [partial(self._row, one) for one in fitting(self._views, text)]

    def _row(self, view: View, width: int) -> Sequence[Span]:
        counts = counts_of([self._tallies.get(one) for one in self._views], width)
        shown = [Span(view.name), *([Span(f"  {view.more}", "dim")] if view.more else [])]
        return view_row(shown, counts[self._views.index(view)], self._tallies.get(view), width)

    @on(Input.Changed)
    def typed(self, event: Input.Changed) -> None:
        """Narrow the list."""
        if event.value != self._typed:
            self._typed = event.value
            self.query_one(Choices).show(self._rows(event.value))

    def action_move(self, step: int) -> None:
        """Another one."""
        self.query_one(Choices).move(step)

    async def pointed(self) -> View | None:
        """The view under the cursor, of those that fit what is typed."""
        prompt = self.query_one(Input)
        await taken_in(prompt)
        found = fitting(self._views, prompt.value)
        place = self.query_one(Choices).cursor if prompt.value == self._typed else 0
        return found[place] if place < len(found) else None

    @on(Choices.Chosen)
    async def action_accept(self) -> None:
        """Answer with the view under the cursor."""
        view = await self.pointed()
        if view is not None:
            self.answer(view)

    def answer(self, view: View) -> None:
        """Show this one."""
        raise NotImplementedError
