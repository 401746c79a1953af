"""Saved searches, with how much of what each finds is unread: to show, save, rename and delete."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from collections.abc import Set as SetOf
from typing import ClassVar, NamedTuple

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.widgets import Input

from paperterm.model.collection import Collection
from paperterm.model.saved_search import LONGEST_NAME, SavedSearch
from paperterm.model.statistics import Tally
from paperterm.model.text import clean_line, display, fold
from paperterm.present.spans import Span
from paperterm.search.syntax import Filter
from paperterm.tui.keys_ahead import taken_in
from paperterm.tui.screens.dialog import Dialog, ask
from paperterm.tui.screens.views_dialog import View, ViewsDialog
from paperterm.tui.widgets.text_line import TextLine
from paperterm.tui.widgets.typed_line import TypedLine

SHOW, SAVE, RENAME, DELETE = "show", "save", "rename", "delete"

BUILT_IN = (
    SavedSearch("Unread", "status:unread"),
    SavedSearch("To read", "status:to-read"),
    SavedSearch("Reading", "status:reading"),
    SavedSearch("Starred", "is:starred"),
    SavedSearch("With a note", "has:note"),
    SavedSearch("With highlights", "has:highlight"),
)
"""Searches that everybody has; one of the reader's own takes the place of one with the same name."""


def with_built_in(own: Sequence[SavedSearch], collections: Sequence[Collection]) -> list[SavedSearch]:
    """The reader's own searches, and below them the built-in ones and one for the list that was imported last."""
    taken = {fold(one.name) for one in own}
    lists = [one for one in collections if one.imported]
    newest = max(lists, key=lambda one: one.imported, default=None)
    last = [SavedSearch("Last import", str(Filter("collection", newest.name)))] if newest else []
    return [*own, *(one for one in (*BUILT_IN, *last) if fold(one.name) not in taken)]


class SearchDeed(NamedTuple):
    """What is to be done with which search: `SHOW`, `SAVE`, `RENAME` (to `new_name`) or `DELETE`."""

    what: str
    search: SavedSearch
    new_name: str = ""


class SearchesDialog(ViewsDialog[SearchDeed]):
    """The keys act on the search under the cursor; the built-in ones can only be shown.

    Args:
        searches: what is shown, the reader's own and others.
        own: those of them that are the reader's.
        query: what is in the filter now, which can be saved.
    """

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("ctrl+s", "save", "save", priority=True),
        Binding("ctrl+r", "rename", "rename", priority=True),
        Binding("ctrl+x", "delete", "delete", priority=True),
    ]
    HINT = (("enter", "show"), ("^s", "save filter"), ("^r", "rename"), ("^x", "delete"), ("esc", "close"))

    def __init__(
        self,
        searches: Sequence[SavedSearch],
        own: Sequence[SavedSearch],
        count: Callable[[], Sequence[Tally]],
        query: str,
    ) -> None:
        self._own = frozenset(own)
        self._asked = clean_line(query).strip()
        views = [View(one.name, one.query, one.query) for one in searches]
        current = next((view for view in views if view.more == self._asked), None)
        super().__init__(
            "Saved searches", views, count, current=current, none="", none_fits="No search has these words."
        )

    def content(self) -> ComposeResult:
        """The list, and below it what may be saved."""
        yield from super().content()
        yield TextLine(self._offer(), id="offer")

    def _offer(self) -> list[Span]:
        if not self._asked:
            return [Span("A query in the filter can be saved here under a name.", "dim")]
        return [Span("In the filter: ", "dim"), Span(display(self._asked))]

    def answer(self, view: View) -> None:
        """Show what it finds."""
        self.dismiss(SearchDeed(SHOW, _search(view)))

    async def action_save(self) -> None:
        """Ask for a name for what is in the filter."""
        if not self._asked:
            return

        def answered(name: str | None) -> None:
            if name is not None:
                self.dismiss(SearchDeed(SAVE, SavedSearch(name, self._asked)))

        await ask(self.app, NamePrompt("Save the search", self._asked, self._asked, self._taken(self._own)), answered)

    async def _pointed_own(self) -> SavedSearch | None:
        view = await self.pointed()
        if view is None:
            return None
        if (search := _search(view)) not in self._own:
            self.query_one("#offer", TextLine).show([Span(f"“{view.name}” is built in: it stays as it is.", "mark")])
            return None
        return search

    @staticmethod
    def _taken(searches: SetOf[SavedSearch]) -> Counter[str]:
        return Counter(fold(one.name) for one in searches)

    async def action_rename(self) -> None:
        """Ask for another name."""
        search = await self._pointed_own()
        if search is None:
            return

        def answered(name: str | None) -> None:
            if name is not None:
                self.dismiss(SearchDeed(RENAME, search, name))

        taken = self._taken(self._own - {search})
        await ask(self.app, NamePrompt("Rename the search", search.query, search.name, taken), answered)

    async def action_delete(self) -> None:
        """Delete it; undo brings it back."""
        search = await self._pointed_own()
        if search is not None:
            self.dismiss(SearchDeed(DELETE, search))


class NamePrompt(Dialog[str]):
    """Asks for the name of a search; says when another one has it."""

    BINDINGS: ClassVar[list[BindingType]] = [Binding("enter", "accept", "save", priority=True)]
    HINT = (("enter", "save"), ("esc", "cancel"))

    def __init__(self, title: str, query: str, name: str, taken: Mapping[str, int]) -> None:
        """With a name to begin with, and how many searches have each name, folded."""
        super().__init__(title)
        self._asked = query
        self._offered = display(name)[:LONGEST_NAME]
        self._taken = taken

    def content(self) -> ComposeResult:
        """The query, the name, and whether it is taken."""
        yield TextLine([Span(display(self._asked), "dim")], id="label")
        yield TypedLine(self._offered, placeholder="name", max_length=LONGEST_NAME)
        yield TextLine(id="offer")

    def first(self) -> Input:
        """The name is typed from the start, in place of the one that is offered."""
        return self.query_one(Input)

    def on_input_changed(self, event: Input.Changed) -> None:
        """Say when another search has the name."""
        same = self._taken.get(fold(event.value.strip()), 0)
        taken = "There is a search of that name: it" if same == 1 else f"There are {same} searches of that name: they"
        said = [Span(f"{taken} will be replaced.", "mark")] if same else []
        self.query_one("#offer", TextLine).show(said)

    async def action_accept(self) -> None:
        """Answer with the name, if there is one."""
        prompt = self.query_one(Input)
        await taken_in(prompt)
        if name := clean_line(prompt.value).strip():
            self.dismiss(name)


def _search(view: View) -> SavedSearch:
    return SavedSearch(view.name, view.more)
