"""The words of an index that are nearest to a word that nobody wrote: what the reader may have meant.

Nearness is the number of edits: a letter left out, added, replaced, or two neighbours swapped (optimal string
alignment).
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from paperterm.search.bm25 import Bm25Index
from paperterm.search.segment import Segment
from paperterm.search.tokens import stem
from paperterm.search.vocabulary import letters_of

SHORTEST = 4
"""Letters of a word for which nearest words are sought: shorter ones are near to everything."""

MOST = 3
WEIGHT_OF_EDIT = 0.6
"""What the score of a nearest word is multiplied with for each edit."""

_MOST_COMPARED = 5000
_BITS = np.unpackbits(np.arange(1 << 16, dtype=np.uint16).view(np.uint8)).reshape(-1, 16).sum(axis=1, dtype=np.uint8)
"""How many bits are set in each number of 16 bits."""


class Near(NamedTuple):
    """A nearest word: how many edits away, and how many papers have it (or another form of it)."""

    word: str
    stem: str
    edits: int
    papers: int


def nearest(index: Bm25Index, word: str) -> list[Near]:
    """At most three words with the least edits, the most frequent first, no two of them forms of one word."""
    if len(word) < SHORTEST or not word.isalpha():
        return []
    most_edits = 1 if len(word) < 7 else 2
    own = stem(word)
    found: dict[str, Near] = {}
    for segment in index.segments:
        for number in _candidates(segment, word, most_edits):
            other = segment.words[number].decode()
            edits = distance(word, other, most_edits)
            if edits > most_edits or _differs_at_start(word, other):
                continue
            other_stem = segment.stems[int(segment.arrays["word_stem"][number])].decode()
            known = found.get(other_stem)
            if other_stem != own and (known is None or edits < known.edits):
                found[other_stem] = Near(other, other_stem, edits, index.frequency(other_stem))
    least = min((near.edits for near in found.values()), default=0)
    nearest_ones = [near for near in found.values() if near.edits == least]
    return sorted(nearest_ones, key=lambda near: (-near.papers, near.word))[:MOST]


def distance(left: str, right: str, most: int) -> int:
    """The number of edits between two words; some number above `most` when there are more."""
    if abs(len(left) - len(right)) > most:
        return most + 1
    before: list[int] = []
    row = list(range(len(right) + 1))
    for i, a in enumerate(left, 1):
        previous, before, row = before, row, [i]
        for j, b in enumerate(right, 1):
            cost = min(before[j] + 1, row[j - 1] + 1, before[j - 1] + (a != b))
            if i > 1 and j > 1 and a == right[j - 2] and b == left[i - 2]:
                cost = min(cost, previous[j - 2] + 1)
            row.append(cost)
        if min(row) > most:
            return most + 1
    return row[-1]


def _candidates(segment: Segment, word: str, most_edits: int) -> list[int]:
    """Words of about the same length that have nearly the same letters."""
    ends = segment.arrays["word_ends"]
    if not len(ends):
        return []
    lengths = np.diff(ends, prepend=ends[:0].dtype.type(0))
    differing: NDArray[Any] = segment.arrays["word_letters"] ^ np.uint32(letters_of(word))
    count = _BITS[differing & np.uint32(0xFFFF)] + _BITS[differing >> np.uint32(16)]
    near = (count <= 2 * most_edits) & (np.abs(lengths.astype(np.int64) - len(word.encode())) <= most_edits)
    found: list[int] = np.flatnonzero(near)[:_MOST_COMPARED].tolist()
    return found


def _differs_at_start(word: str, other: str) -> bool:
    """Whether both of the first two letters differ: typing errors are seldom there."""
    return word[0] != other[0] and word[1:2] != other[1:2] and word[:2] != other[1::-1]
