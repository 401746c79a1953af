"""Where a word or phrase of a query stands: its postings in an index, by every way in which a paper may have it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from paperterm.search.bm25 import NOTHING, Bm25Index, Postings, joined, slice_of
from paperterm.search.building import FIELD_STARTS, runs
from paperterm.search.segment import Range, Segment, follower_bit
from paperterm.search.spelling import BEGINNINGS, FUNCTION_WORDS
from paperterm.search.syntax import Phrase, Word
from paperterm.search.terms import Reach, Side, Term, alternatives
from paperterm.search.tokens import stem

Numbers = NDArray[Any]

_FIELDS = {"title": 0, "author": 1, "abstract": 2}

SPLIT_AT_MOST = 100
"""A word is also sought as two words side by side when at most one paper in so many has it as one."""

WEIGHT_OF_OTHER_NUMBER = 0.2
"""What the score of `matrix` is multiplied with where `matrices` was typed: it is found, but comes later."""


class Part(NamedTuple):
    """One way in which papers have a leaf: sorted numbers, frequencies, and what their score is multiplied with.

    `exact`: for each paper whether it has the word in the very form that was typed; None when there is no such form.
    `followers`: bits of the words that come right after it; None where they are not known.
    `is_scored`: False for beginnings so short that nearly every paper has them.
    """

    papers: Numbers
    frequencies: Numbers
    weight: float = 1.0
    exact: Numbers | None = None
    followers: Numbers | None = None
    is_scored: bool = True


def parts_of(leaf: Word | Phrase, index: Bm25Index) -> list[Part]:
    """Every way in which papers have a leaf; nothing when no paper has it."""
    if leaf.field == "note":
        return []
    parts: list[Part] = []
    sides = alternatives(leaf)
    for side in sides:
        if len(side) > 1:
            parts.append(_plain(sequence(index, side, leaf.field)))
            continue
        parts.extend(_parts_of_term(index, side[0], leaf.field, is_as_typed=side is sides[0]))
    if isinstance(leaf, Word) and len(sides) == 1 and not leaf.is_prefix and len(sides[0]) == 1:
        most = max(len(part.papers) for part in parts)
        parts.extend(map(_plain, apart(index, sides[0][0], leaf.field, most)))
    return [part for part in parts if len(part.papers)]


def _parts_of_term(index: Bm25Index, term: Term, field: str, *, is_as_typed: bool) -> Iterable[Part]:
    if term.reach is not Reach.PREFIX:
        part = forms_of(index, term, field)
        yield part if is_as_typed else part._replace(exact=None, weight=WEIGHT_OF_OTHER_NUMBER)
    if term.prefixes:
        yield _completions(index, term.prefixes, field)


def forms_of(index: Bm25Index, term: Term, field: str = "") -> Part:
    """The papers that have any form of a word."""
    wanted, word = term.stem.encode(), term.word.encode()
    found: list[Postings] = []
    exact: list[Numbers] = []
    for segment in index.segments:
        number = segment.stems.find(wanted)
        if number is None:
            continue
        postings = _in_field(segment, Range(number, number + 1), field)
        found.append(postings)
        form = segment.words.find(word)
        exact.append((postings.forms & (segment.form_bit(form) if form is not None else 0)) != 0)
    postings = joined(found)
    is_exact = exact[0] if len(exact) == 1 else np.concatenate(exact) if exact else None
    return Part(postings.papers, postings.frequencies, exact=is_exact, followers=postings.followers)


def sequence(index: Bm25Index, side: Side, field: str = "") -> Postings:
    """The papers that have terms side by side, and how often."""
    return joined(filter(len, (_sequence_in(segment, side, field) for segment in index.segments)))


def _plain(postings: Postings) -> Part:
    return Part(postings.papers, postings.frequencies)


def _completions(index: Bm25Index, prefixes: Sequence[str], field: str) -> Part:
    """The papers that have a word with one of some beginnings, as if all those words were one."""
    wanted = [(segment, stems, bits) for segment in index.segments for stems, bits in _runs_of(segment, prefixes)]
    found = [_in_field(segment, stems, field, bits) for segment, stems, bits in wanted]
    postings = joined(part for part in found if len(part))
    if len(postings) < 2 or sum(stems.last - stems.first for _, stems, _ in wanted) == 1:
        return _plain(postings)
    if len(postings) > 2 * index.corpus_size:
        has = np.zeros(index.corpus_size, dtype=bool)
        has[postings.papers] = True
        papers = np.flatnonzero(has).astype(np.uint32)
        return Part(papers, np.ones(len(papers), dtype=np.uint8), is_scored=False)
    if len(postings) > index.corpus_size // 16:
        counts = np.zeros(index.corpus_size, dtype=np.float32)
        np.add.at(counts, postings.papers, postings.frequencies.astype(np.float32))
        papers = np.flatnonzero(counts != 0).astype(np.uint32)  # of booleans it is seven times as quick
        return Part(papers, counts.take(papers))
    order = np.argsort(postings.papers, kind="stable")
    in_order = postings.papers[order]
    starts = np.flatnonzero(np.concatenate(([True], in_order[1:] != in_order[:-1])))
    return Part(in_order[starts], np.add.reduceat(postings.frequencies[order].astype(np.float32), starts))


def _runs_of(segment: Segment, prefixes: Sequence[str]) -> Iterable[tuple[Range, int]]:
    """Runs of stems for beginnings of words, and which forms count (as bits; 0: all)."""
    for prefix in prefixes:
        beginning = prefix.encode()
        stems = segment.stems.starting_with(beginning)
        yield stems, 0
        words = segment.words.starting_with(beginning)
        of_words = segment.arrays["word_stem"][words.first : words.last]
        outside = np.flatnonzero((of_words < stems.first) | (of_words >= stems.last))
        bits: dict[int, int] = {}
        for number in outside[:1000].tolist():
            number_of_stem = int(of_words[number])
            bits[number_of_stem] = bits.get(number_of_stem, 0) | segment.form_bit(words.first + number)
        for number, mask in bits.items():
            yield Range(number, number + 1), mask


def _in_field(segment: Segment, stems: Range, field: str, bits: int = 0) -> Postings:
    """The postings of a run of stems, only those in a field and with some of the forms."""
    postings = slice_of(segment, stems)
    if bits:
        kept = (postings.forms & bits) != 0
        postings = Postings(*(part[kept] for part in postings))
    if not field or not len(postings):
        return postings
    low, high = FIELD_STARTS[_FIELDS[field]], FIELD_STARTS[_FIELDS[field] + 1]
    places, ends = segment.places_of(stems)
    inside = np.concatenate(([0], np.cumsum((places >= low) & (places < high))))
    counts = np.diff(inside[ends], prepend=0)
    if bits:
        counts = counts[kept]
    kept = counts > 0
    return Postings(postings.papers[kept], counts[kept], postings.forms[kept], postings.followers[kept])


def _sequence_in(segment: Segment, side: Side, field: str) -> Postings:
    numbers = [_stems_of(segment, term) for term in side]
    if not all(numbers) or not _may_follow(segment, numbers[0], numbers[1]):
        return NOTHING
    candidates = np.ones(segment.count, dtype=bool)
    for stems in numbers:
        has = np.zeros(segment.count, dtype=bool)
        for number in stems:
            start, end = segment.postings_of(Range(number, number + 1))
            has[segment.papers[start:end]] = True
        candidates &= has
    if not candidates.any():
        return NOTHING
    keys = _places(segment, numbers[0], candidates)
    if field:
        low, high = FIELD_STARTS[_FIELDS[field]], FIELD_STARTS[_FIELDS[field] + 1]
        place = keys & 0xFFFF
        keys = keys[(place >= low) & (place < high)]
    for stems in numbers[1:]:
        keys = following(keys, _places(segment, stems, candidates))
    papers, counts = np.unique(keys >> 16, return_counts=True)
    none = np.zeros(len(papers), np.uint8)
    return Postings((papers + segment.first).astype(np.uint32), counts, forms=none, followers=none)


def _may_follow(segment: Segment, left: Sequence[int], right: Sequence[int]) -> bool:
    """Whether one stem may stand right after another somewhere; a quick no where it never does."""
    if len(left) > 1 or len(right) > 1:
        return True
    start, end = segment.postings_of(Range(left[0], left[0] + 1))
    return bool((segment.followers[start:end] & np.uint32(follower_bit(segment.stems[right[0]]))).any())


def _stems_of(segment: Segment, term: Term) -> list[int]:
    stems: list[int] = []
    if term.reach is not Reach.PREFIX:
        found = segment.stems.find(term.stem.encode())
        stems = [] if found is None else [found]
    for prefix in term.prefixes:
        words = segment.words.starting_with(prefix.encode())
        stems.extend(np.unique(segment.arrays["word_stem"][words.first : words.last])[:500].tolist())
    return sorted(set(stems))


def _places(segment: Segment, stems: Sequence[int], candidates: Numbers) -> Numbers:
    """Paper and place, as one sorted number, of every occurrence of some stems in the papers that are candidates."""
    keys = [places_in(segment, number, candidates) for number in stems]
    return keys[0] if len(keys) == 1 else np.sort(np.concatenate(keys))


def places_in(segment: Segment, number: int, candidates: Numbers) -> Numbers:
    """`_places` of one stem."""
    start, end = segment.postings_of(Range(number, number + 1))
    papers = segment.papers[start:end]
    places, ends = segment.places_of(Range(number, number + 1))
    kept = np.flatnonzero(candidates[papers])
    sizes = segment.arrays["place_counts"][start:end][kept].astype(np.int64)
    chosen = places[runs(ends[kept] - sizes, sizes)]
    keys: Numbers = (np.repeat(papers[kept].astype(np.int64), sizes) << 16) | chosen
    return keys


def following(left: Numbers, right: Numbers) -> Numbers:
    """Those of `right` that stand right after one of `left`: later in the same chunk, or in the next chunk."""
    if not len(left) or not len(right):
        return right[:0]
    chunk = right >> 2
    before = left[np.maximum(np.searchsorted(left, right) - 1, 0)]
    in_chunk = (before >> 2 == chunk) & (before < right)
    last = left[np.maximum(np.searchsorted(left, chunk << 2) - 1, 0)]
    found: Numbers = right[in_chunk | (last >> 2 == chunk - 1)]
    return found


def apart(index: Bm25Index, term: Term, field: str, papers: int) -> Iterable[Postings]:
    """A word that only `papers` papers have as two side by side: `overparameterized` may be `over parameterised`."""
    word = term.word
    if papers > max(20, index.corpus_size // SPLIT_AT_MOST) or len(word) < 6 or not word.isalpha():
        return
    for middle in (1, *range(3, len(word) - 2)):
        left, right = word[:middle], word[middle:]
        if (left in FUNCTION_WORDS and left not in BEGINNINGS) or right in FUNCTION_WORDS:
            continue
        if _is_known(index, left):
            yield sequence(index, (Term(left, stem(left)), Term(right, stem(right), term.reach)), field)


def _is_known(index: Bm25Index, word: str) -> bool:
    return any(segment.words.find(word.encode()) is not None for segment in index.segments)
