"""The one door of both front ends: everything that can be done with a library of papers.

A verb changes what is in memory at once and returns a `Change`; `flush` makes all changes so far durable. The command
line calls both in turn, the app calls `flush` in a worker and says "saved" when it returns.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from collections.abc import Collection as SetOf
from dataclasses import replace
from datetime import UTC, datetime
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING

from paperterm.errors import PaperNotFound
from paperterm.model.about_library import IMPORTS_ID
from paperterm.model.collection import Collection
from paperterm.model.paper import Paper, PaperHead
from paperterm.model.text import display
from paperterm.shelving import ShelvingVerbs
from paperterm.store.sample import SampleCatalogue
from paperterm.store.store import Store

if TYPE_CHECKING:
    from paperterm.export import Options
    from paperterm.export.entry import Entry
    from paperterm.model.statistics import Statistics
    from paperterm.search.facets import Facets
    from paperterm.search.finder import Finder, Found
    from paperterm.search.found import Group
    from paperterm.search.query import Query
    from paperterm.store.drafts import Drafts
    from paperterm.store.lock import LibraryLock


def utc_now() -> datetime:
    """The time that changes are stamped with."""
    return datetime.now(UTC)


class Library(ShelvingVerbs):
    """A folder of papers and what the reader wrote about them."""

    def __init__(self, store: Store, *, clock: Callable[[], datetime] = utc_now, with_sample: bool = False) -> None:
        self._store = store
        self._clock = clock
        self._annotations = store.annotations
        self._find_what_is_taken_back()
        if with_sample and not self.count:
            self._sample = _load_sample()

    @classmethod
    def open(
        cls,
        folder: Path,
        *,
        clock: Callable[[], datetime] = utc_now,
        with_sample: bool = False,
        on_wait: Callable[[str], None] | None = None,
    ) -> Library:
        """Open the library in `folder`; it need not exist and is not made before something is written.

        Args:
            with_sample: show the built-in sample while the library has no papers. It is kept in the library
                from the first annotation of one of its papers on.
            on_wait: told, once a wait, who holds the library's lock.

        Raises:
            StoreError: it cannot be read; nothing was changed.
        """
        return cls(Store.open(folder, on_wait=on_wait), clock=clock, with_sample=with_sample)

    def close(self) -> None:
        """Make everything durable and leave files that any JSON tool can read."""
        self._store.close()

    def __enter__(self) -> Library:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    # Papers

    @property
    def folder(self) -> Path:
        """The library's folder."""
        return self._store.folder

    def head(self, number: int) -> PaperHead:
        """What a row of the list shows of the paper with this number (0 to `len - 1`, in the order of import)."""
        return self._papers.head(number)

    def paper(self, number: int) -> Paper:
        """The whole paper."""
        return self._papers.paper(number)

    def number(self, paper_id: str) -> int | None:
        """The number of a paper, `None` when the library does not have it."""
        return self._papers.number(paper_id)

    def collections(self) -> tuple[Collection, ...]:
        """The imported lists, in the order of import."""
        return self._papers.collections()

    def collection_numbers(self, name: str) -> Sequence[int]:
        """The numbers of a collection's papers, in its order."""
        return self._papers.collection_numbers(name)

    def collections_of(self, number: int) -> tuple[str, ...]:
        """The names of the collections that a paper is in."""
        return self._papers.paper_collections(number)

    def resolve(self, reference: str) -> str:
        """The paper that an id or a unique prefix of one names.

        Raises:
            PaperNotFound: none or several; the message says which.
        """
        prefix = reference.strip().casefold()
        shown = display(reference.strip())[:60]
        numbers = self._papers.numbers_with_prefix(prefix, 4) if prefix else []
        if not numbers:
            raise PaperNotFound(f"no paper has the id “{shown}”", "paperterm list shows the ids, in the first column.")
        if len(numbers) > 1:
            ids = ", ".join(self.head(number).paper_id for number in numbers[:3])
            raise PaperNotFound(f"“{shown}” is the start of several ids: {ids}", "Give more of its digits.")
        return self.head(numbers[0]).paper_id

    # Finding

    @cached_property
    def finder(self) -> Finder:
        """The search over this library; made at first use, since it is not needed for the first frame."""
        from paperterm.search.finder import Finder

        cache = None if self.is_sample else self._store.cache_folder
        return Finder(self._papers, self._annotations, cache, hidden=self.hidden)

    def find(
        self,
        query: Query | str = "",
        *,
        typing: bool = False,
        any_words: bool = False,
        expand: bool = False,
        sort: str = "relevance",
    ) -> Found:
        """The papers that match a query, in order. `typing` takes the last word as a prefix."""
        return self.finder.find(query, typing=typing, any_words=any_words, expand=expand, sort=sort)

    def is_unread(self, number: int) -> bool:
        """Whether nobody has decided about a paper; quick enough to be asked of all of them."""
        return self.finder.is_unread(number)

    def grouped(self, numbers: Sequence[int], by: str) -> tuple[Group, ...]:
        """Papers of an answer by `collection` or `status`, each group in the order given."""
        return self.finder.grouped(numbers, by)

    def similar(self, paper_ids: Sequence[str], *, most: int = 50) -> Found:
        """The papers most like some others, which are left out, and the words that made it so (`because`)."""
        return self.finder.similar(paper_ids, most=most)

    def facets(self, numbers: Sequence[int]) -> Facets:
        """How some papers are spread over status, tags, venues, years and collections."""
        return self.finder.facets(numbers)

    # Importing and annotating: the verbs are in `importing` and `annotating`

    def _before_change(self) -> None:
        # Whoever annotates a paper of the sample means to find it again.
        if self._sample is None:
            return
        (sample,) = self._sample.collections()
        papers = [self._sample.paper(number) for number in range(len(self._sample))]
        self._store.catalogue.append(sample._replace(imported=self._now()), papers)
        self.leave_sample()

    def _annotations_changed(self, paper_ids: SetOf[str]) -> None:
        if IMPORTS_ID in paper_ids:
            self._find_what_is_taken_back()
        if "finder" in self.__dict__:
            self.finder.annotations_changed(paper_ids)

    # Saving

    @property
    def is_unsaved(self) -> bool:
        """Whether changes wait to be made durable."""
        return self._annotations.is_unsaved

    @property
    def problems(self) -> tuple[str, ...]:
        """What the reader should be told about the library: damage found, files set aside."""
        return self._store.problems

    @property
    def read_only_reason(self) -> str | None:
        """Why nothing can be changed; `None` when it can."""
        return self._store.read_only_reason

    def flush(self) -> frozenset[str]:
        """Make all changes durable; returns the papers that other programs changed meanwhile.

        Raises:
            StoreError: it failed; the changes are still in hand and can be flushed again.
        """
        others = self._annotations.flush()
        self._annotations_changed(others)
        return others

    def refresh(self) -> frozenset[str]:
        """Take over what other programs wrote; returns the papers whose annotations they changed.

        Papers that they imported are there afterwards: `stored` tells.
        """
        self._store.catalogue.refresh()
        others = self._annotations.refresh()
        self._annotations_changed(others)
        return others

    def take_conflicts(self) -> tuple[str, ...]:
        """The papers whose note was also changed elsewhere, so that it now holds both texts; each is told once."""
        return self._annotations.take_conflicts()

    def checkpoint(self) -> None:
        """Bring the files that other tools read up to date; for when nothing else is to be done.

        Raises:
            StoreError: it failed; nothing is lost.
        """
        self._annotations.checkpoint()

    @property
    def drafts(self) -> Drafts:
        """Notes that are being typed, and those that were never saved."""
        return self._store.drafts

    @property
    def lock(self) -> LibraryLock:
        """What lets one program write at a time; tells whom it waits for."""
        return self._store.lock

    # Taking away

    def entry(self, number: int) -> Entry:
        """A paper with all that is known of it, as exporters take it."""
        from paperterm.export.entry import Entry

        paper = self.paper(number)
        annotation = self.annotation(paper.paper_id)
        key = annotation.citation_key or paper.citation_key
        collections = self.collections_of(number)
        added = next((c.imported for c in self.collections() if c.name in collections), "")
        return Entry(paper, annotation, collections, key, added)

    def record(self, number: int, score: float | None = None) -> dict[str, object]:
        """A paper as JSON has it."""
        from paperterm.export.record import record

        return record(self.entry(number), score)

    def export(
        self,
        numbers: Sequence[int],
        format: str,
        options: Options | None = None,
        *,
        on_progress: Callable[[int, int], None] = lambda done, total: None,
    ) -> str:
        """The papers as a bibliography or reading list; papers without a citation key are given one for good.

        Args:
            on_progress: told, while they are read and again while they are written, how many are done and how many
                there are; what it raises ends the export.

        Raises:
            ExportError: there is no such format.
        """
        from paperterm.export import DEFAULT_OPTIONS, exporter
        from paperterm.export.watched import Watched

        chosen = exporter(format)
        entries = [self.entry(number) for number in Watched(numbers, on_progress)]
        keys = self._give_citation_keys(entries)
        keyed = [replace(entry, citation_key=keys[entry.paper.paper_id]) for entry in entries]
        return chosen.write(Watched(keyed, on_progress), options or DEFAULT_OPTIONS)

    def statistics(self) -> Statistics:
        """Progress in numbers; looks at every annotated paper."""
        annotated = {}
        for paper_id, annotation in self._annotations.items():
            number = self.number(paper_id)
            if number is not None:
                annotated[number] = annotation
        collections = {c.name: self.collection_numbers(c.name) for c in self.collections()}
        from paperterm.model.statistics import statistics

        return statistics(self.count, annotated, collections)


def _load_sample() -> SampleCatalogue:
    from paperterm.importers.sample import sample

    imported = sample()
    return SampleCatalogue(imported.collection, imported.papers)
