"""The one door of the search: `Finder` answers queries over papers and annotations."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Sequence
from functools import lru_cache
from pathlib import Path
from threading import RLock
from typing import TYPE_CHECKING, TypeVar

from paperterm.model.annotation import ReadingStatus
from paperterm.model.statistics import Tally
from paperterm.search.annotated import Annotated
from paperterm.search.corpus import Annotations, Corpus
from paperterm.search.filters import Filters, needs_index, numbers_without_index
from paperterm.search.found import Found, Group, Replaced, first, without
from paperterm.search.query import parse
from paperterm.search.syntax import Query

if TYPE_CHECKING:
    from paperterm.search.completion import Completion
    from paperterm.search.facets import FacetCounter, Facets
    from paperterm.search.index import PaperIndex
    from paperterm.search.search import Search

__all__ = ["SORTS", "Annotations", "Corpus", "Finder", "Found", "Replaced"]

Answer = TypeVar("Answer")

SORTS = ("relevance", "list", "date", "title", "status", "recent")


@lru_cache(maxsize=256)
def _parsed(text: str, typing: bool) -> Query:
    """The query of a text; the same one is asked again after every change of an annotation."""
    return parse(text, typing=typing)


class Finder:
    """Answers queries.

    Args:
        cache: the library's cache folder; the index is `index/` in it and may be deleted at any time. None keeps the
            index in memory.
        hidden: numbers of papers that no answer has.
    """

    def __init__(
        self, corpus: Corpus, annotations: Annotations, cache: Path | None, *, hidden: frozenset[int] = frozenset()
    ) -> None:
        self._hidden = hidden
        self._corpus = corpus
        self._cache = cache / "index" if cache else None
        self._annotated = Annotated(corpus, annotations)
        self._filters = Filters(self._annotated, corpus)
        self._index: PaperIndex | None = None
        self._counter: FacetCounter | None = None
        self._search_of_now: Search | None = None
        self._opening = RLock()
        self.on_progress: Callable[[int, int], None] | None = None
        """Told as `prepare` tells it when a query has to wait for the index; what it raises ends the query."""

    @property
    def is_ready(self) -> bool:
        """Whether the index of the papers that there are now is open, so that words are found at once."""
        index = self._index
        return index is not None and index.fingerprint == self._corpus.fingerprint and index.count == len(self._corpus)

    def prepare(self, on_progress: Callable[[int, int], None] | None = None) -> None:
        """Open the index, and build or extend it first where need be (`on_progress`: papers done, papers to do)."""
        from paperterm.search.index import open_index

        with self._opening:
            # Asking a library that is not there yet must not make its folder.
            cache = self._cache if len(self._corpus) else None
            self._index = open_index(self._corpus, cache, self._index, on_progress or self.on_progress)
            if self._annotated.size != len(self._corpus):
                self._annotated.reload()
            self._search(self._index)  # so that the first query need not wait for what a search is made of

    def annotations_changed(self, paper_ids: Iterable[str]) -> None:
        """Take in what the reader wrote about some papers."""
        self._annotated.changed(paper_ids)

    def find(
        self,
        query: Query | str,
        *,
        typing: bool = False,
        any_words: bool = False,
        expand: bool = False,
        sort: str = "relevance",
    ) -> Found:
        """The papers that match, in order.

        Args:
            typing: the last word of a query given as text may go on.
            any_words: one of the words is enough; the more a paper has, the higher it stands.
            expand: add words from the best hits, for broad questions.
            sort: one of `SORTS`; relevance is the order of the list for queries without words.
        """
        started = time.perf_counter()
        if isinstance(query, str):
            query = _parsed(query, typing)
        if self._annotated.size != len(self._corpus):
            self._annotated.reload()
        numbers = self._without_index(query, sort)
        if numbers is not None:
            found = Found(query, numbers, None, query.problems, lit=query, seconds=time.perf_counter() - started)
        else:
            found = self._ask(
                lambda search: search.find(query, any_words=any_words, expand=expand, sort=sort, started=started)
            )
        return without(found, self._hidden)

    def similar(self, paper_ids: Sequence[str], *, most: int = 50) -> Found:
        """The papers most like some others (which are left out), and the words that made it so (`because`)."""
        started = time.perf_counter()
        numbers = [number for paper_id in paper_ids if (number := self._corpus.number(paper_id)) is not None]
        more = most + len(self._hidden)
        found = without(self._ask(lambda search: search.similar(sorted(set(numbers)), more, started)), self._hidden)
        return first(found, most) if self._hidden else found

    def facets(self, numbers: Sequence[int]) -> Facets:
        """How some papers are spread over status, tags, venues, years and collections."""
        from paperterm.search.facets import FacetCounter

        def counted(search: Search) -> Facets:
            counter = self._counter
            if counter is None or counter.index is not search.index or counter.version != self._annotated.version:
                counter = self._counter = FacetCounter(search.index, self._annotated, self._corpus)
            return counter.facets(numbers)

        return self._ask(counted)

    def tally(self, numbers: Sequence[int]) -> Tally:
        """How many of some papers are unread; does without the index."""
        with self._annotated.lock:
            decided = self._annotated.with_any_status()
        return Tally(len(numbers) - len(decided.intersection(numbers)), len(numbers))

    def completion(self, text: str) -> Completion | None:
        """How a query that is being typed may go on."""
        from paperterm.search.completion import complete

        return complete(text, self._names)

    def _names(self, field: str) -> Iterable[str]:
        """The values of a field, the most frequent first; collections with the latest first."""
        if field == "collection":
            return [collection.name for collection in reversed(self._corpus.collections())]
        if field == "venue":
            return self._index.venues_by_papers if self._index is not None else ()
        with self._annotated.lock:
            counts = {tag: len(numbers) for tag, numbers in self._annotated.tag_counts().items()}
        return sorted(counts, key=lambda tag: (-counts[tag], tag))

    def is_unread(self, number: int) -> bool:
        """Whether nobody has decided about a paper; quick enough to be asked of all of them."""
        return self._annotated.annotation(number).status is ReadingStatus.UNREAD

    def grouped(self, numbers: Sequence[int], by: str) -> tuple[Group, ...]:
        """Papers of an answer by `collection` or `status`, each group in the order given."""
        from paperterm.search.grouping import grouped

        return grouped(numbers, by, self._annotated, self._corpus)

    def _without_index(self, query: Query, sort: str) -> Sequence[int] | None:
        """The answer to a query that is only about annotations and collections; None when it takes the index."""
        if query.root is None:
            if sort in ("date", "title"):
                return None
            chosen: Sequence[int] = range(len(self._corpus))
        elif self._index is not None or sort in ("date", "title") or needs_index(query.root):
            return None
        else:
            with self._annotated.lock:
                chosen = sorted(numbers_without_index(query.root, self._annotated, self._corpus))
        return self._annotated.sorted(chosen, sort)

    def _ask(self, question: Callable[[Search], Answer]) -> Answer:
        """Ask the index of the papers that there are now; while it is being extended, the one of those before."""
        from paperterm.search.index import make_anew

        if not self.is_ready and not self._is_extended_elsewhere():
            self.prepare()
        index = self._index
        assert index is not None
        try:
            return question(self._search(index))
        except (IndexError, ValueError, OverflowError):
            # Files of the index that were changed under us show as numbers that cannot be: make them anew, once.
            with self._opening:
                self._index = index = make_anew(self._corpus, self._cache)
            return question(self._search(index))

    def _is_extended_elsewhere(self) -> bool:
        """Whether another thread makes the index longer that is open here: it need not be waited for."""
        index = self._index
        if index is None or index.count > len(self._corpus) or not self._opening.acquire(blocking=False):
            return index is not None and index.count <= len(self._corpus)
        self._opening.release()
        return False

    def _search(self, index: PaperIndex) -> Search:
        search = self._search_of_now
        if search is not None and search.index is index and search.lookup.version == self._annotated.version:
            return search
        from paperterm.search.lookup import Lookup
        from paperterm.search.search import Search
        from paperterm.search.shortcut import Shortcut

        lookup = Lookup(index, self._annotated)
        is_same = search is not None and search.index is index
        shortcut = search.shortcut if search is not None and is_same else Shortcut(index.bm25, self._annotated)
        search = Search(index, self._annotated, self._filters, self._corpus, lookup, shortcut, self._hidden)
        self._search_of_now = search
        return search
