"""The views of a library: its collections, with counts; a part of `Library`."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from paperterm.highlighting import HighlightingVerbs
from paperterm.model.collection import Collection

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

    def tallies_of_collections(self) -> dict[str, Tally]:
        """How many papers each collection has, and how many are unread; looks at all of them."""
        return {one.name: self.finder.tally(self.collection_numbers(one.name)) for one in self.collections()}
