"""The views of a library: its collections and saved searches, with counts; a part of `Library`."""

from __future__ import annotations

from collections.abc import Sequence
from collections.abc import Set as SetOf
from typing import TYPE_CHECKING

from paperterm.errors import PapertermError
from paperterm.highlighting import HighlightingVerbs
from paperterm.model.about_library import LIBRARY_ID
from paperterm.model.change import Change, Edit
from paperterm.model.collection import Collection
from paperterm.model.saved_search import SavedSearch, saved_search
from paperterm.model.text import fold

if TYPE_CHECKING:
    from paperterm.model.statistics import Tally
    from paperterm.search.finder import Finder


class ViewingVerbs(HighlightingVerbs):
    """Papers by a name that brings them back."""

    @property
    def finder(self) -> Finder:
        """The search over this library."""
        raise NotImplementedError

    def collections(self) -> tuple[Collection, ...]:
        """The imported lists, in the order of import."""
        raise NotImplementedError

    def collection_numbers(self, name: str) -> Sequence[int]:
        """The numbers of a collection's papers, in its order."""
        raise NotImplementedError

    def saved_searches(self) -> tuple[SavedSearch, ...]:
        """The searches that the reader keeps, by name; two of one name when two programs saved them."""
        return tuple(sorted(set(self._searches().values()), key=lambda one: (fold(one.name), one.query)))

    def save_search(self, name: str, query: str) -> Change:
        """Keep a query under a name; those that have the name already are replaced.

        Raises:
            PapertermError: name or query is empty, or the name too long; or the library cannot be changed.
        """
        new = saved_search(name, query)
        return self._keep_searches(f"search “{new.name}” kept", self._named(new.name), new)

    def rename_search(self, search: SavedSearch, new_name: str) -> Change:
        """Give a saved search another name; those that have that name already are replaced.

        Raises:
            PapertermError: it is not there any more, or the name is empty or too long; or the library cannot be
                changed.
        """
        new = saved_search(new_name, search.query)
        self._must_be_there(search)
        replaced = {search, *self._named(new.name)} if new != search else set()
        return self._keep_searches(f"search “{search.name}” is now “{new.name}”", replaced, new)

    def delete_search(self, search: SavedSearch) -> Change:
        """Keep a search no longer.

        Raises:
            PapertermError: it is not there any more, or the library cannot be changed.
        """
        self._must_be_there(search)
        return self._keep_searches(f"search “{search.name}” deleted", {search})

    def _searches(self) -> dict[str, SavedSearch]:
        """The searches by the words in which they are kept; words that are none are left where they are."""
        kept = {tag: SavedSearch.from_tag(tag) for tag in self._annotations.get(LIBRARY_ID).tags}
        return {tag: search for tag, search in kept.items() if search is not None}

    def _named(self, name: str) -> set[SavedSearch]:
        return {one for one in self._searches().values() if fold(one.name) == fold(name)}

    def _must_be_there(self, search: SavedSearch) -> None:
        if search not in self._searches().values():
            raise PapertermError(
                f"the search “{search.name}” is not there any more", "Another window has renamed or deleted it."
            )

    def _keep_searches(self, what: str, gone: SetOf[SavedSearch], new: SavedSearch | None = None) -> Change:
        before = self._annotations.get(LIBRARY_ID)
        searches = self._searches()
        tags = {tag for tag in before.tags if searches.get(tag) not in gone - {new}}
        if new is not None and new not in map(searches.get, tags):
            tags.add(new.to_tag())
        if tags == set(before.tags):
            return Change(what)
        after = before._replace(tags=tuple(sorted(tags)), updated=self._now())
        return self._annotations.apply(Change(what, (Edit(LIBRARY_ID, before, after),)))

    def tallies_of_searches(self, searches: Sequence[SavedSearch]) -> list[Tally]:
        """How many papers each search finds, and how many of them are unread."""
        return [self.finder.tally(self.finder.find(one.query).numbers) for one in searches]

    def tallies_of_collections(self) -> list[Tally]:
        """How many papers each collection has, and how many are unread; looks at all of them."""
        return [self.finder.tally(self.collection_numbers(one.name)) for one in self.collections()]
