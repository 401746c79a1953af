"""The views of a library: its collections and saved searches, with counts; a part of `Library`."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

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
        """The searches that the reader keeps, by name."""
        found = map(SavedSearch.from_tag, self._annotations.get(LIBRARY_ID).tags)
        return tuple(sorted(found, key=lambda one: (fold(one.name), one.query)))

    def save_search(self, name: str, query: str) -> Change:
        """Keep a query under a name; one that has the name already is replaced.

        Raises:
            PapertermError: name or query is empty, or the name too long; or the library cannot be changed.
        """
        new = saved_search(name, query)
        kept = [one for one in self.saved_searches() if fold(one.name) != fold(new.name)]
        return self._keep_searches(f"search “{new.name}” kept", [*kept, new])

    def rename_search(self, name: str, new_name: str) -> Change:
        """Give a saved search another name; one that has that name already is replaced.

        Raises:
            PapertermError: it has no query, or the name is empty or too long; or the library cannot be changed.
        """
        query = next((one.query for one in self.saved_searches() if one.name == name), "")
        new = saved_search(new_name, query)
        kept = [one for one in self.saved_searches() if one.name != name and fold(one.name) != fold(new.name)]
        return self._keep_searches(f"search “{name}” is now “{new.name}”", [*kept, new])

    def delete_search(self, name: str) -> Change:
        """Keep a search no longer.

        Raises:
            PapertermError: the library cannot be changed.
        """
        kept = [one for one in self.saved_searches() if one.name != name]
        return self._keep_searches(f"search “{name}” deleted", kept)

    def _keep_searches(self, what: str, searches: Sequence[SavedSearch]) -> Change:
        before = self._annotations.get(LIBRARY_ID)
        tags = tuple(sorted(one.to_tag() for one in searches))
        if tags == before.tags:
            return Change(what)
        after = replace(before, tags=tags, updated=self._now())
        return self._annotations.apply(Change(what, (Edit(LIBRARY_ID, before, after),)))

    def tallies_of_searches(self, searches: Sequence[SavedSearch]) -> dict[str, Tally]:
        """How many papers each search finds, and how many of them are unread."""
        return {one.name: self.finder.tally(self.finder.find(one.query).numbers) for one in searches}

    def tallies_of_collections(self) -> dict[str, Tally]:
        """How many papers each collection has, and how many are unread; looks at all of them."""
        return {one.name: self.finder.tally(self.collection_numbers(one.name)) for one in self.collections()}
