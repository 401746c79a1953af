"""Builds the postings of a segment in two passes, in bounded memory.

The first pass numbers the coarse chunks of the texts and puts the numbers aside, on disk; only then, once for each
distinct chunk, words and stems are made of them (`vocabulary`). The second pass turns the numbers into sorted postings,
a batch at a time, and the batches are put together stem by stem.
"""

from __future__ import annotations

from array import array
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import ExitStack
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from paperterm.search.files import create, make_folder
from paperterm.search.segment import DTYPES
from paperterm.search.vocabulary import Vocabulary

Numbers = NDArray[Any]

BATCH = 1_000_000
"""Chunks in one batch; sorting it takes about 100 MB."""

MOST_IN_BATCH = (1 << 16) - 1
"""Papers in one batch: their numbers have 16 bits of the key."""

FIELD_STARTS = (0, 1024, 8192, 1 << 16)
"""Places where title, authors and abstract start, and the end. What has no room there shares its field's last place."""

_PER_POSTING = ("papers", "frequencies", "place_counts", "forms", "followers")


class Text(NamedTuple):
    """What of a paper is indexed: the chunks of its fields, and how much a word of its title counts."""

    fields: tuple[Sequence[str], Sequence[str], Sequence[str]]
    title_weight: int = 1


class _Numbering(dict[str, int]):
    """Numbers strings in the order in which they are first asked for."""

    def __missing__(self, key: str) -> int:
        number = self[key] = len(self)
        return number


class _Batch(NamedTuple):
    """Numbers of the chunks of the papers from `first` on; `sizes`: chunks of each field; `weights`: of each title."""

    first: int
    numbers: Numbers
    sizes: Numbers
    weights: Numbers


def build(
    texts: Iterable[Text], vocabulary_of: Callable[[Sequence[str], Numbers], Vocabulary], folder: Path
) -> tuple[int, dict[str, Numbers]]:
    """Write the arrays of postings into a folder; give back how many papers there were, and the other arrays."""
    forms, batches = _number(texts, folder)
    counts = np.zeros(len(forms), dtype=np.int64)
    for path in batches:
        counts += np.bincount(_read(path).numbers, minlength=len(forms))
    vocabulary = vocabulary_of(list(forms), counts)
    del forms
    lengths: list[Numbers] = []
    sorted_batches: list[Path] = []
    for path in batches:
        postings, batch_lengths = _postings(_read(path), vocabulary)
        path.unlink()
        lengths.append(batch_lengths)
        sorted_batches.append(_put_aside(postings, folder, len(sorted_batches)))
    ends = _join(sorted_batches, len(vocabulary.stems), folder)
    all_lengths = np.concatenate(lengths) if lengths else np.empty(0, dtype=np.uint32)
    return len(all_lengths), {**vocabulary.arrays(), **ends, "lengths": all_lengths}


def _number(texts: Iterable[Text], folder: Path) -> tuple[_Numbering, list[Path]]:
    forms = _Numbering()
    number_of = forms.__getitem__
    numbers, sizes, weights = array("I"), array("I"), array("I")
    paths: list[Path] = []
    first = 0

    def finish() -> None:
        path = folder / f"chunks-{len(paths)}.npz"
        arrays = (np.frombuffer(part, dtype=np.uint32) for part in (numbers, sizes, weights))
        with create(path) as file:
            np.savez(file, *arrays, first=first)
        paths.append(path)

    for text in texts:
        for chunks in text.fields:
            numbers.extend(map(number_of, chunks))
            sizes.append(len(chunks))
        weights.append(text.title_weight)
        if len(numbers) >= BATCH or len(weights) >= MOST_IN_BATCH:
            finish()
            first += len(weights)
            numbers, sizes, weights = array("I"), array("I"), array("I")
    if weights:
        finish()
    return forms, paths


def _read(path: Path) -> _Batch:
    with np.load(path) as stored:
        return _Batch(int(stored["first"]), stored["arr_0"], stored["arr_1"], stored["arr_2"])


def _postings(batch: _Batch, vocabulary: Vocabulary) -> tuple[dict[str, Numbers], Numbers]:
    """The sorted postings of a batch, and the length of each paper."""
    pieces = np.diff(vocabulary.piece_ends, prepend=0)[batch.numbers]
    owner = np.repeat(np.arange(len(batch.numbers), dtype=np.int32), pieces)
    index = runs(vocabulary.piece_ends[batch.numbers] - pieces, pieces)
    words = vocabulary.piece_words[index]
    places, chunk_papers, in_title = _places(batch, vocabulary)
    place = places[owner] + vocabulary.piece_places[index]
    field_ends = np.repeat(np.tile(FIELD_STARTS[1:], len(batch.weights)), batch.sizes)[owner]
    np.minimum(place, field_ends - 1, out=place)
    papers = chunk_papers[owner]
    weight = np.where(in_title[owner], batch.weights[papers], 1)
    counted = np.where(vocabulary.counts_for_length[words], weight, 0)
    lengths = np.bincount(papers, weights=counted, minlength=len(batch.weights)).astype(np.uint32)
    stems = vocabulary.word_stem[words]
    order = sorted_by(stems)
    found = _Occurrences(
        stems=stems[order],
        papers=papers[order],
        places=place[order].astype(np.uint16),
        bits=vocabulary.word_bit[words][order],
        followers=_followers(batch, vocabulary, pieces)[owner][order],
    )
    return _postings_of(found, batch, len(vocabulary.stems)), lengths


def _places(batch: _Batch, vocabulary: Vocabulary) -> tuple[Numbers, Numbers, Numbers]:
    """For each chunk of a batch its place, the paper in the batch, and whether it stands in the title."""
    widths = vocabulary.widths[batch.numbers].astype(np.int64) * 4
    before = np.cumsum(widths) - widths
    field_first = np.cumsum(batch.sizes, dtype=np.int64) - batch.sizes
    base = np.append(before, 0)[np.minimum(field_first, len(before))]
    starts = np.tile(FIELD_STARTS[:-1], len(batch.weights))
    places = before - np.repeat(base, batch.sizes) + np.repeat(starts, batch.sizes)
    fields = np.repeat(np.arange(len(batch.sizes)), batch.sizes)
    return places, (fields // 3).astype(np.int32), fields % 3 == 0


def _followers(batch: _Batch, vocabulary: Vocabulary, pieces: Numbers) -> Numbers:
    """For each chunk of a batch the bits of what follows its words: the next chunk's, its own where it has several."""
    words_in = pieces.nonzero()[0]  # a dash by itself is a chunk without words: what follows comes after it
    own = vocabulary.chunk_bits[batch.numbers[words_in]]
    fields = np.repeat(np.arange(len(batch.sizes)), batch.sizes)[words_in]
    following = np.zeros(len(own), dtype=np.uint32)
    following[:-1] = np.where(fields[1:] == fields[:-1], own[1:], 0)
    found = np.zeros(len(batch.numbers), dtype=np.uint32)
    found[words_in] = np.where(pieces[words_in] > 1, following | own, following)
    return found


class _Occurrences(NamedTuple):
    """Every word of a batch, sorted by stem, paper (in the batch) and place; bits of its form, of what follows."""

    stems: Numbers
    papers: Numbers
    places: Numbers
    bits: Numbers
    followers: Numbers


def _postings_of(found: _Occurrences, batch: _Batch, stem_count: int) -> dict[str, Numbers]:
    changes = (found.stems[1:] != found.stems[:-1]) | (found.papers[1:] != found.papers[:-1])
    starts = np.flatnonzero(np.concatenate(([True], changes))) if len(found.stems) else np.empty(0, np.int64)
    sizes = np.diff(np.append(starts, len(found.stems)))
    papers, stems, places = found.papers[starts], found.stems[starts], found.places
    weight = np.where(places < FIELD_STARTS[1], batch.weights[found.papers], 1)
    bits = np.left_shift(1, found.bits).astype(np.uint8)
    kept = np.minimum(sizes, 0xFF)
    if (sizes > 0xFF).any():
        places = places[runs(starts, kept)]
    return {
        "counts": np.bincount(stems, minlength=stem_count),
        "place_sums": np.bincount(stems, weights=kept, minlength=stem_count).astype(np.int64),
        "papers": papers.astype(np.uint32) + np.uint32(batch.first),
        "frequencies": np.minimum(_sums(weight, starts), 0xFFFF).astype(np.uint16),
        "place_counts": kept.astype(np.uint8),
        "forms": np.bitwise_or.reduceat(bits, starts) if len(starts) else bits,
        "followers": np.bitwise_or.reduceat(found.followers, starts) if len(starts) else found.followers,
        "places": places,
    }


def _put_aside(postings: dict[str, Numbers], folder: Path, number: int) -> Path:
    path = folder / f"postings-{number}"
    make_folder(path)
    for name, part in postings.items():
        with create(path / f"{name}.npy") as file:
            np.save(file, part)
    return path


def _join(batches: Sequence[Path], stem_count: int, folder: Path) -> dict[str, Numbers]:
    """Put sorted batches together, a run of stems at a time, into the files of the segment."""
    counts = [np.load(path / "counts.npy") for path in batches]
    place_sums = [np.load(path / "place_sums.npy") for path in batches]
    posting_ends = np.cumsum(sum(counts, np.zeros(stem_count, dtype=np.int64)))
    place_ends = np.cumsum(sum(place_sums, np.zeros(stem_count, dtype=np.int64)))
    with ExitStack() as stack:
        for name in (*_PER_POSTING, "places"):
            is_places = name == "places"
            per_stem = place_sums if is_places else counts
            ends = place_ends if is_places else posting_ends
            file = stack.enter_context(create(folder / f"{name}.bin"))
            parts = [np.load(path / f"{name}.npy", mmap_mode="r") for path in batches]
            for joined in _joined_blocks(parts, per_stem, ends):
                joined.astype(DTYPES[name], copy=False).tofile(file)
            del parts
    for path in batches:
        for part in path.iterdir():
            part.unlink()
        path.rmdir()
    return {"posting_ends": posting_ends, "place_ends": place_ends}


def _joined_blocks(parts: Sequence[Numbers], per_stem: Sequence[Numbers], ends: Numbers) -> Iterator[Numbers]:
    """The parts of each stem one after another, for runs of stems with about `BATCH` elements."""
    if len(parts) == 1:
        yield np.asarray(parts[0])
        return
    part_ends = [np.cumsum(counts) for counts in per_stem]
    first = 0
    while first < len(ends):
        before = int(ends[first - 1]) if first else 0
        last = max(first + 1, int(np.searchsorted(ends, before + BATCH, side="right")))
        size = int(ends[last - 1]) - before
        block = np.empty(size, dtype=parts[0].dtype)
        cursor = np.concatenate(([0], ends[first : last - 1] - before))
        for part, counts, own_ends in zip(parts, per_stem, part_ends, strict=True):
            sizes = counts[first:last]
            start = int(own_ends[first - 1]) if first else 0
            block[runs(cursor, sizes)] = part[start : start + int(sizes.sum())]
            cursor = cursor + sizes
        yield block
        first = last


def runs(starts: Numbers, sizes: Numbers) -> Numbers:
    """The numbers of all runs: `sizes[i]` numbers from `starts[i]` on, one run after another."""
    total = int(sizes.sum())
    before = np.cumsum(sizes) - sizes
    found: Numbers = np.arange(total, dtype=np.int64) + np.repeat(starts - before, sizes)
    return found


def sorted_by(values: Numbers) -> Numbers:
    """The order in which 32-bit numbers rise, equal ones as they are: two passes of the radix sort for 16 bits.

    Several times quicker than sorting them at once.
    """
    order: Numbers = np.argsort(values.astype(np.uint16), kind="stable")
    high = (values >> np.uint32(16)).astype(np.uint16).take(order)
    by_both: Numbers = order.take(np.argsort(high, kind="stable"))
    return by_both


def _sums(values: Numbers, starts: Numbers) -> Numbers:
    return np.add.reduceat(values, starts) if len(starts) else values
