"""How the papers that are shown are spread over status, tags, venues, years and collections."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from paperterm.search.annotated import Annotated
from paperterm.search.conditions import STATUSES
from paperterm.search.corpus import Corpus
from paperterm.search.index import PaperIndex

Numbers = NDArray[Any]
Counts = tuple[tuple[str, int], ...]


@dataclass(frozen=True, slots=True)
class Facets:
    """Counts by value, the largest first (statuses in their own order, the latest year first); none of them 0."""

    status: Counts
    tags: Counts
    venues: Counts
    years: Counts
    collections: Counts


class FacetCounter:
    """Counts facets on one state of index and annotations; what every count needs is made once."""

    def __init__(self, index: PaperIndex, annotated: Annotated, corpus: Corpus) -> None:
        self.index = index
        self.version = annotated.version
        with annotated.lock:
            self._status = _Groups(annotated.status_counts(), index.count)
            self._tags = _Groups(annotated.tag_counts(), index.count)
        names = [collection.name for collection in corpus.collections()]
        self._collections = _Groups({name: corpus.collection_numbers(name) for name in names}, index.count)

    def facets(self, numbers: Sequence[int]) -> Facets:
        """The facets of some papers."""
        shown = np.zeros(self.index.count, dtype=bool)
        chosen = np.asarray(numbers, dtype=np.int64)
        shown[chosen] = True
        status = dict(self._status.counts(shown))
        status["unread"] = len(chosen) - sum(status.values())
        names, venues = self.index.venues
        per_venue = np.bincount(venues[chosen], minlength=len(names)).tolist()
        years = np.bincount(self.index.years[chosen]) if len(chosen) else np.zeros(0, dtype=np.int64)
        by_year = [(str(year), int(years[year])) for year in np.flatnonzero(years)[::-1].tolist() if year]
        return Facets(
            tuple((name, status[name]) for name in STATUSES if status.get(name)),
            _largest_first(self._tags.counts(shown)),
            _largest_first(zip(names[1:], per_venue[1:], strict=True)),
            tuple(by_year),
            _largest_first(self._collections.counts(shown)),
        )


class _Groups:
    """Named groups of papers, in one array."""

    def __init__(self, groups: Mapping[str, Iterable[int]], size: int) -> None:
        self._names = list(groups)
        members = [np.fromiter(group, dtype=np.int64) for group in groups.values()]
        members = [group[group < size] for group in members]
        self._members = np.concatenate([*members, np.empty(0, np.int64)])
        self._ends = np.cumsum([len(group) for group in members], dtype=np.int64)

    def counts(self, shown: Numbers) -> Counts:
        before = np.concatenate(([0], np.cumsum(shown[self._members])))
        counts = np.diff(before[self._ends], prepend=0).tolist()
        return tuple(zip(self._names, counts, strict=True))


def _largest_first(counts: Iterable[tuple[str, int]]) -> Counts:
    return tuple(sorted((item for item in counts if item[1]), key=lambda item: (-item[1], item[0])))
