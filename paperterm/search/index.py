"""The index of a library's papers: its segments in the cache folder, opened, extended or made anew as need be.

The folder is a cache: whatever is missing, damaged, of another version or of other papers is made anew. A segment is
written to a temporary folder that is renamed when it is whole; `index.json`, written last, says which segments count.
"""

from __future__ import annotations

import json
import os
import shutil
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from paperterm.errors import PapertermError
from paperterm.model.paper import Paper
from paperterm.search.bm25 import Bm25Index
from paperterm.search.building import Text, build
from paperterm.search.corpus import Corpus
from paperterm.search.files import create, make_folder, temporary_folder
from paperterm.search.segment import DTYPES, FORMAT, DamagedIndex, Segment, load, write_arrays, write_manifest
from paperterm.search.tokens import VERSION, coarse_chunks, fold
from paperterm.search.vocabulary import of_prose

Progress = Callable[[int, int], None]
Numbers = NDArray[Any]

K1, B = 1.8, 0.75
TITLE_WEIGHT = 3
"""A word of a title counts as so many in the abstract; in the frequency, so that it saturates with the rest."""

TOLD_EVERY = 256
"""Papers between two words of progress."""

MOST_SEGMENTS = 5
"""Of an index: each import adds one; when there are more, all but the first are joined."""

MANIFEST = "index.json"

FACTS = ("title", "derived", "author", "abstract", "year", "venue", "doi", "arxiv", "link")
"""What a paper may have, by its bit in the column `facts`."""


@dataclass
class PaperIndex:
    """An open index of the first `count` papers of a corpus, with its state of then."""

    fingerprint: str
    bm25: Bm25Index

    @property
    def count(self) -> int:
        """How many papers it has."""
        return int(self.bm25.corpus_size)

    @cached_property
    def years(self) -> Numbers:
        """The year of each paper; 0 when it has none."""
        return self._column("years")

    @cached_property
    def facts(self) -> Numbers:
        """Which of `FACTS` each paper has, as bits."""
        return self._column("facts")

    @cached_property
    def title_order(self) -> Numbers:
        """The rank of each paper by title."""
        order = np.argsort(self._column("title_keys"), kind="stable")
        rank = np.empty(len(order), dtype=np.int32)
        rank[order] = np.arange(len(order), dtype=np.int32)
        return rank

    @cached_property
    def venues(self) -> tuple[list[str], Numbers]:
        """The names of venues, and for each paper the number of its venue; number 0 is none."""
        names: dict[str, int] = {"": 0}
        columns = []
        for segment in self.bm25.segments:
            content = segment.arrays["venue_bytes"].tobytes()
            ends = [0, *segment.arrays["venue_ends"].tolist()]
            own = [content[a:b].decode() for a, b in pairwise(ends)]
            renumbered = np.array([0, *(names.setdefault(name, len(names)) for name in own)], dtype=np.uint32)
            columns.append(renumbered[segment.arrays["venues"]])
        return list(names), np.concatenate([*columns, np.empty(0, np.uint32)])

    @cached_property
    def venues_by_papers(self) -> list[str]:
        """The names of venues, the one of most papers first."""
        names, venues = self.venues
        order = np.argsort(-np.bincount(venues, minlength=len(names)), kind="stable").tolist()
        return [names[number] for number in order if number]

    def _column(self, name: str) -> Numbers:
        columns = [segment.arrays[name] for segment in self.bm25.segments]
        return columns[0] if len(columns) == 1 else np.concatenate([*columns, np.empty(0, DTYPES[name])])


def open_index(corpus: Corpus, cache: Path | None, known: PaperIndex | None, progress: Progress | None) -> PaperIndex:
    """The index of a corpus: from `known` or the cache where they hold, the missing papers added, else made anew."""
    fingerprint, count = corpus.fingerprint, len(corpus)
    if known is not None and known.fingerprint == fingerprint and known.count == count:
        return known
    old = known or (_read(cache) if cache else None)
    segments: tuple[Segment, ...] = ()
    if old is not None and fingerprint.startswith(old.fingerprint) and old.count <= count:
        segments = _kept(old.bm25.segments, count)
    first = sum(segment.count for segment in segments)
    is_current = old is not None and old.fingerprint == fingerprint and first == count
    if first < count or not segments:
        segments = (*segments, _build(corpus, range(first, count), cache, progress))
    index = PaperIndex(fingerprint, _ranked(segments))
    if cache and not is_current:
        _write(cache, index)
    return index


def _ranked(segments: Sequence[Segment]) -> Bm25Index:
    bm25 = Bm25Index.of_segments(segments, k1=K1, b=B)
    bm25.is_idf_positive = True
    return bm25


def make_anew(corpus: Corpus, cache: Path | None, progress: Progress | None = None) -> PaperIndex:
    """Throw the cache away and build the index again."""
    if cache:
        shutil.rmtree(cache, ignore_errors=True)
    return open_index(corpus, cache, None, progress)


def _kept(segments: tuple[Segment, ...], count: int) -> tuple[Segment, ...]:
    """The segments to go on with: few, and the first one large, so that the work stays in proportion to what is new."""
    if not segments or count - segments[0].count > segments[0].count // 2:
        return ()
    return segments if len(segments) < MOST_SEGMENTS else segments[:1]


def _read(cache: Path) -> PaperIndex | None:
    try:
        manifest = json.loads((cache / MANIFEST).read_text(encoding="utf-8"))
        if manifest["format"] != FORMAT or manifest["tokens"] != VERSION:
            return None
        segments = [load(cache / name) for name in manifest["segments"]]
        ends = np.cumsum([segment.count for segment in segments]).tolist()
        if [segment.first for segment in segments] != [0, *ends][: len(segments)]:
            return None
        return PaperIndex(manifest["fingerprint"], _ranked(segments))
    except (OSError, ValueError, KeyError, TypeError, AttributeError, IndexError, DamagedIndex):
        return None


def _write(cache: Path, index: PaperIndex) -> None:
    """Say in the cache which segments count, and remove those that no longer do."""
    names = [segment.folder.name for segment in index.bm25.segments if segment.folder]
    if len(names) < len(index.bm25.segments):
        return
    manifest = {"format": FORMAT, "tokens": VERSION, "fingerprint": index.fingerprint, "segments": names}
    try:
        temporary = cache / f"{MANIFEST}.{os.getpid()}"
        with create(temporary) as file:
            file.write(json.dumps(manifest).encode())
        temporary.replace(cache / MANIFEST)
        for folder in cache.iterdir():
            if folder.is_dir() and folder.name not in names and not _is_being_made(folder):
                shutil.rmtree(folder, ignore_errors=True)
    except OSError:
        return  # a cache that cannot be written is made again at the next start


def _build(corpus: Corpus, numbers: range, cache: Path | None, progress: Progress | None) -> Segment:
    """The segment of some papers; in the cache if it can be written there, else only in memory and a removed file."""
    texts = _Texts(corpus, numbers, progress)
    if cache:
        try:
            return _build_in(_temporary_folder(cache), texts, cache)
        except OSError:
            pass  # a full disk, or a library that may not be written to, is searched all the same
    try:
        return _build_in(_temporary_folder(None), texts, None)
    except OSError as error:
        raise PapertermError(
            f"there is no room for the search index: {error.strerror or error}",
            "Make room where temporary files go, or set TMPDIR to a folder with room.",
        ) from error


def _build_in(folder: Path, texts: _Texts, cache: Path | None) -> Segment:
    try:
        count, arrays = build(texts, of_prose, folder)
        write_arrays(folder, {**arrays, **texts.columns.arrays()})
        first = texts.numbers.start
        write_manifest(folder, first, count)
        kept = None
        if cache:
            kept = cache / folder.name.replace(_TEMPORARY, f"{first}-{first + count}-")
            folder.rename(kept)
        segment = load(kept or folder)
        segment.folder = kept
        return segment
    finally:
        shutil.rmtree(folder, ignore_errors=True)


_TEMPORARY = "unfinished-"


def _is_being_made(folder: Path) -> bool:
    """Whether another process may be at work on it."""
    return folder.name.startswith(_TEMPORARY) and time.time() - folder.stat().st_mtime < 3600


def _temporary_folder(cache: Path | None) -> Path:
    if cache:
        make_folder(cache)
        return temporary_folder(_TEMPORARY, cache)
    return temporary_folder("paperterm-")


class _Texts:
    """The texts of some papers, and, once they have been read, the columns of their facts."""

    def __init__(self, corpus: Corpus, numbers: range, progress: Progress | None) -> None:
        self.numbers = numbers
        self.columns = _Columns()
        self._corpus = corpus
        self._progress = progress

    def __iter__(self) -> Iterator[Text]:
        self.columns = _Columns()
        for done, number in enumerate(self.numbers):
            if self._progress and done and done % TOLD_EVERY == 0:
                self._progress(done, len(self.numbers))
            paper = self._corpus.paper(number)
            self.columns.add(paper)
            fields = (paper.title, "\n".join(paper.authors), paper.abstract)
            title, authors, abstract = map(coarse_chunks, fields)
            # The words of a derived title are the abstract's own: they can be sought in it, but count for nothing.
            yield Text((title, authors, abstract), 0 if paper.title_is_derived else TITLE_WEIGHT)
        if self._progress:
            self._progress(len(self.numbers), len(self.numbers))


class _Columns:
    """The facts of papers, a column each."""

    def __init__(self) -> None:
        self.years: list[int] = []
        self.facts: list[int] = []
        self.titles: list[bytes] = []
        self.venues: list[int] = []
        self.venue_numbers: dict[str, int] = {}

    def add(self, paper: Paper) -> None:
        year = paper.year if paper.year is not None and 0 < paper.year < 1 << 15 else 0
        self.years.append(year)
        self.facts.append(_facts_of(paper))
        self.titles.append(fold(paper.title).encode("utf-8", "replace")[:24])
        venue = " ".join(paper.venue.split())
        self.venues.append(self.venue_numbers.setdefault(venue, len(self.venue_numbers) + 1) if venue else 0)

    def arrays(self) -> dict[str, Numbers]:
        names = [name.encode("utf-8", "replace") for name in self.venue_numbers]
        return {
            "years": np.array(self.years, dtype="<i2"),
            "facts": np.array(self.facts, dtype="<u2"),
            "title_keys": np.array(self.titles, dtype="S24"),
            "venues": np.array(self.venues, dtype="<u4"),
            "venue_bytes": np.frombuffer(b"".join(names), dtype="u1"),
            "venue_ends": np.cumsum([len(name) for name in names], dtype=np.int64).astype("<u4"),
        }


def _facts_of(paper: Paper) -> int:
    held = (
        bool(paper.title) and not paper.title_is_derived,
        paper.title_is_derived,
        bool(paper.authors),
        bool(paper.abstract.strip()),
        paper.year is not None,
        bool(paper.venue.strip()),
        bool(paper.doi),
        bool(paper.arxiv_id),
        bool(paper.url or paper.doi or paper.arxiv_id),
    )
    return sum(1 << number for number, holds in enumerate(held) if holds)
