"""BM25 as rank-bm25 computes it, over postings instead of one dictionary a document.

`Bm25Index` derives from `rank_bm25.BM25Okapi` (Trotman, Puurula, Burgess: Improvements to BM25 and Language Models
Examined, 2014): the same formula, parameters and inverse document frequency, and the same scores to rounding. Where the
original looks at every document for every word of a query, it looks only at the documents that have the word.
"""

from __future__ import annotations

import math
import shutil
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray
from rank_bm25 import BM25Okapi

from paperterm.search.building import Text, build
from paperterm.search.files import temporary_folder
from paperterm.search.segment import DTYPES, Range, Segment, load, save, write_arrays, write_manifest
from paperterm.search.vocabulary import of_tokens

Numbers = NDArray[Any]


class Postings(NamedTuple):
    """Where a word stands: numbers of papers, rising, and for each how often, which forms and what follows (bits)."""

    papers: Numbers
    frequencies: Numbers
    forms: Numbers
    followers: Numbers

    def __len__(self) -> int:
        return len(self.papers)


class Bm25Index(BM25Okapi):  # type: ignore[misc]
    """Documents by their words.

    Args:
        corpus: each document as its words. An empty corpus, and documents without a word, are no error.
        k1, b, epsilon: as `BM25Okapi` has them.

    Attributes:
        is_idf_positive: take log(1 + odds) in place of log(odds) for the idf, which is never negative, whatever share
            of the documents has a word (and however few there are). `BM25Okapi` knows no such thing.
    """

    is_idf_positive = False

    def __init__(
        self, corpus: Iterable[Sequence[str]] = (), *, k1: float = 1.5, b: float = 0.75, epsilon: float = 0.25
    ) -> None:
        self.segments: tuple[Segment, ...] = ()
        self._average: float | None = 0.0
        super().__init__(corpus, None, k1, b, epsilon)

    @classmethod
    def of_segments(
        cls, segments: Sequence[Segment], *, k1: float = 1.5, b: float = 0.75, epsilon: float = 0.25
    ) -> Bm25Index:
        """An index over segments that are there already, each going on where the one before it ends."""
        index = cls.__new__(cls)  # the constructor would build an index of no documents first
        index.k1, index.b, index.epsilon = k1, b, epsilon
        index._take(segments)
        index.idf = _Idf(index)
        index._average = None
        return index

    @classmethod
    def load(cls, folder: Path, *, k1: float = 1.5, b: float = 0.75, epsilon: float = 0.25) -> Bm25Index:
        """Map an index that `save` wrote. Raises `DamagedIndex` when its files are not what was written."""
        return cls.of_segments((load(folder),), k1=k1, b=b, epsilon=epsilon)

    def save(self, folder: Path) -> None:
        """Write the index into a folder; only an index of one segment can be saved."""
        (segment,) = self.segments
        save(segment.arrays, segment.first, segment.count, folder)

    def _initialize(self, corpus: Iterable[Sequence[str]]) -> dict[str, int]:
        """Build the postings; give back for each word how many documents have it, as `BM25Okapi` asks for."""
        folder = temporary_folder("paperterm-")
        try:
            self._take((segment_of(corpus, folder),))
        finally:
            shutil.rmtree(folder)
        ends = self.segments[0].arrays["posting_ends"]
        sizes = np.diff(ends, prepend=0).tolist()
        return {stem.decode(): size for stem, size in zip(self.segments[0].stems, sizes, strict=True)}

    @property
    def average_idf(self) -> float:
        """The mean idf of all words, of which `epsilon` times is the least that a common word gets."""
        if self._average is None:
            self._average = self._average_idf()
        return self._average

    @average_idf.setter
    def average_idf(self, value: float) -> None:
        self._average = value

    def _calc_idf(self, nd: Mapping[str, int]) -> None:
        self.average_idf = 0.0
        if nd:
            super()._calc_idf(nd)

    def _take(self, segments: Sequence[Segment]) -> None:
        self.segments = tuple(segments)
        self.corpus_size = sum(segment.count for segment in segments)
        lengths = [segment.arrays["lengths"] for segment in segments]
        self.doc_len = lengths[0] if len(lengths) == 1 else np.concatenate([*lengths, np.empty(0, np.uint32)])
        self.avgdl = float(self.doc_len.mean(dtype=np.float64)) if self.corpus_size else 0.0
        self.short_norms = self.norms.astype(np.float32)
        del self.norms  # twice the memory, and seldom asked for

    @cached_property
    def norms(self) -> Numbers:
        """For each document k1 times its part of the formula that depends on its length."""
        norms: Numbers = self.k1 * (1 - self.b + self.b * self.doc_len / (self.avgdl or 1.0))
        return norms

    def let_go(self) -> None:
        """Give back the memory of the postings that were read."""
        for segment in self.segments:
            segment.let_go()

    def get_scores(self, query: Iterable[str]) -> Numbers:
        """The score of every document; a word said twice counts twice."""
        scores = np.zeros(self.corpus_size)
        for word in query:
            found = self.postings(word)
            if len(found):
                scores[found.papers] += self.contribution(found.papers, found.frequencies, self.idf.get(word) or 0.0)
        return scores

    def postings(self, stem: str) -> Postings:
        """The documents that have a word (or any form of a stem)."""
        wanted = stem.encode("utf-8", "surrogatepass")
        numbers = ((segment, segment.stems.find(wanted)) for segment in self.segments)
        return joined(slice_of(segment, Range(n, n + 1)) for segment, n in numbers if n is not None)

    def frequency(self, stem: str) -> int:
        """How many documents have a word."""
        wanted = stem.encode("utf-8", "surrogatepass")
        total = 0
        for segment in self.segments:
            number = segment.stems.find(wanted)
            if number is not None:
                start, end = segment.postings_of(Range(number, number + 1))
                total += end - start
        return total

    def contribution(self, papers: Numbers, frequencies: Numbers, idf: float) -> Numbers:
        """What a word adds to the score of each document that has it, so many times."""
        return self._contribution(self.norms, papers, frequencies, idf)

    def short_contribution(self, papers: Numbers, frequencies: Numbers, idf: float) -> Numbers:
        """`contribution` as float32: for an order it will do."""
        return self._contribution(self.short_norms, papers, frequencies, idf)

    def _contribution(self, norms: Numbers, papers: Numbers, frequencies: Numbers, idf: float) -> Numbers:
        counts = frequencies.astype(norms.dtype)
        saturated = norms.take(papers)
        saturated += counts
        counts *= idf * (self.k1 + 1)
        counts /= saturated
        return counts

    def idf_of(self, papers: int) -> float:
        """The inverse document frequency of a word that so many papers have, as `_calc_idf` has it."""
        if not papers:
            return 0.0
        if self.is_idf_positive:
            return math.log1p((self.corpus_size - papers + 0.5) / (papers + 0.5))
        idf = math.log(self.corpus_size - papers + 0.5) - math.log(papers + 0.5)
        return self.epsilon * self.average_idf if idf < 0 else idf

    def _average_idf(self) -> float:
        counts: dict[bytes, int] = {}
        if len(self.segments) == 1:
            sizes = np.diff(self.segments[0].arrays["posting_ends"], prepend=0)
        else:
            for segment in self.segments:
                own = np.diff(segment.arrays["posting_ends"], prepend=0).tolist()
                for stem, size in zip(segment.stems, own, strict=True):
                    counts[stem] = counts.get(stem, 0) + size
            sizes = np.fromiter(counts.values(), dtype=np.int64, count=len(counts))
        if not len(sizes):
            return 0.0
        return float(np.mean(np.log(self.corpus_size - sizes + 0.5) - np.log(sizes + 0.5)))


class _Idf(Mapping[str, float]):
    """The inverse document frequency of every word, worked out when it is asked for."""

    def __init__(self, index: Bm25Index) -> None:
        self._index = index

    def __getitem__(self, word: str) -> float:
        papers = len(self._index.postings(word))
        if not papers:
            raise KeyError(word)
        return self._index.idf_of(papers)

    def __iter__(self) -> Iterator[str]:
        return iter({stem.decode() for segment in self._index.segments for stem in segment.stems})

    def __len__(self) -> int:
        return sum(1 for _ in self)


def segment_of(corpus: Iterable[Sequence[str]], folder: Path) -> Segment:
    """A segment of documents that are given as their words."""
    texts = (Text(((), (), document)) for document in corpus)
    count, arrays = build(texts, of_tokens, folder)
    columns = {name: np.zeros(count, DTYPES[name]) for name in ("years", "venues", "facts", "title_keys")}
    venues = {name: np.empty(0, DTYPES[name]) for name in ("venue_bytes", "venue_ends")}
    write_arrays(folder, {**arrays, **columns, **venues})
    write_manifest(folder, 0, count)
    return load(folder)


def slice_of(segment: Segment, stems: Range) -> Postings:
    """The postings of a run of stems of one segment, with the numbers that its papers have in the whole."""
    start, end = segment.postings_of(stems)
    papers = segment.papers[start:end]
    return Postings(
        papers + np.uint32(segment.first) if segment.first else papers,
        segment.frequencies[start:end],
        segment.forms[start:end],
        segment.followers[start:end],
    )


def joined(parts: Iterable[Postings]) -> Postings:
    """Postings of several segments, in their order, as one."""
    found = list(parts)
    if len(found) == 1:
        return found[0]
    if not found:
        return NOTHING
    return Postings(*(np.concatenate(arrays) for arrays in zip(*found, strict=True)))


NOTHING = Postings(np.empty(0, np.uint32), np.empty(0, np.uint16), np.empty(0, np.uint8), np.empty(0, np.uint32))
