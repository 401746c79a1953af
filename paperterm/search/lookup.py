"""Looks leaves of queries up, and remembers the last: while a query is typed, all its words but one stay the same."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Sequence
from dataclasses import dataclass, field
from threading import Lock
from typing import Any

import numpy as np
from numpy.typing import NDArray

from paperterm.search.annotated import Annotated
from paperterm.search.index import PaperIndex
from paperterm.search.leaves import Part, forms_of, parts_of
from paperterm.search.near import WEIGHT_OF_EDIT, Near, nearest
from paperterm.search.syntax import Phrase, Word
from paperterm.search.terms import Term, alternatives

Mask = NDArray[np.bool_]

RARE = 2
"""A word that at most so many papers have may be an error there, too."""

NAMES = ("note", "author")
"""Fields in which no near words are sought."""

REMEMBERED_BYTES = 6_000_000
"""As much as remembered leaves take, postings that are mapped from files counted as if they took memory."""


READ_BYTES = 3_000_000
"""Postings, counted in the same way, that are read before their memory is given back."""


@dataclass
class Leaf:
    """What a word or phrase has: its postings, the papers, and the nearest words that were sought in its place.

    `scores`: see `evaluation.Remembered`. `is_rare`: hardly any paper has it, and other words are near.
    """

    parts: Sequence[Part]
    mask: Mask
    near: Sequence[Near] = ()
    is_rare: bool = False
    scores: dict[tuple[int, float], NDArray[Any]] = field(default_factory=dict)

    @property
    def bytes(self) -> int:
        """About what it takes: a posting has at most 16 bytes."""
        return len(self.mask) + sum(16 * len(part.papers) for part in self.parts)


class Lookup:
    """The leaves of queries on one state of index and annotations. Safe to use from several threads."""

    def __init__(self, index: PaperIndex, annotated: Annotated) -> None:
        self.index = index
        self.version = annotated.version
        self._annotated = annotated
        self._remembered: OrderedDict[tuple[Word | Phrase, bool, bool], Leaf] = OrderedDict()
        self._bytes = 0
        self._read = 0
        self._lock = Lock()

    def leaf(self, leaf: Word | Phrase, *, is_wide: bool = False, may_replace: bool = True) -> Leaf:
        """Look a leaf up. Nearest words take part where no paper has it; with `is_wide` where hardly any has."""
        key = (leaf, is_wide, may_replace)
        known = self._remembered.get(key)
        if known is None:
            known = self._look_up(leaf, is_wide, may_replace)
            self._remember(key, known)
            self._read += known.bytes
            if self._read > READ_BYTES:
                self._read = 0
                self.index.bm25.let_go()
        return known

    def _remember(self, key: tuple[Word | Phrase, bool, bool], leaf: Leaf) -> None:
        with self._lock:
            if key not in self._remembered:
                self._remembered[key] = leaf
                self._bytes += leaf.bytes
            while self._bytes > REMEMBERED_BYTES and len(self._remembered) > 1:
                self._bytes -= self._remembered.popitem(last=False)[1].bytes

    def _look_up(self, leaf: Word | Phrase, is_wide: bool, may_replace: bool) -> Leaf:
        parts = [*parts_of(leaf, self.index.bm25), *self._annotated_parts(leaf)]
        papers = sum(len(part.papers) for part in parts)
        near: Sequence[Near] = ()
        if may_replace and papers <= RARE and (not papers or is_wide):
            near = _nearest_phrase(leaf, self.index) if isinstance(leaf, Phrase) else _nearest(leaf, self.index)
            parts.extend(_parts_of_near(near, leaf, self.index))
        mask = np.zeros(self.index.count, dtype=bool)
        for part in parts:
            mask[part.papers] = True
        return Leaf(parts, mask, near, is_rare=0 < papers <= RARE)

    def _annotated_parts(self, leaf: Word | Phrase) -> list[Part]:
        """Where tags and notes have a leaf."""
        if leaf.field not in ("", "note") or self._annotated.is_empty:
            return []
        found: list[Part] = []
        for side in alternatives(leaf):
            counts = self._annotated.term(side[0], notes_only=leaf.field == "note")
            if len(side) > 1:
                counts = self._annotated.sequence(side, counts, notes_only=leaf.field == "note")
            numbers = sorted(number for number in counts if number < self.index.count)
            if numbers:
                frequencies: Any = np.array([counts[number] for number in numbers], dtype=np.float32)
                found.append(Part(np.array(numbers, dtype=np.uint32), frequencies))
        return found


def _nearest(leaf: Word, index: PaperIndex) -> Sequence[Near]:
    if leaf.is_prefix or leaf.field in NAMES:
        return ()
    sides = alternatives(leaf)
    if not sides or len(sides[0]) > 1:
        return ()
    word = sides[0][0].word
    return nearest(index.bm25, word) or nearest(index.bm25, f"{word}s")  # `kernal` where there are only `kernels`


def _nearest_phrase(leaf: Phrase, index: PaperIndex) -> Sequence[Near]:
    """The phrase with the nearest word in place of each that no paper has, if some paper has that phrase."""
    words: list[str] = []
    edits = 0
    for text in leaf.text.split() if leaf.field not in NAMES else ():
        sides = alternatives(Word(text))
        is_known = not sides or len(sides[0]) > 1 or index.bm25.frequency(sides[0][0].stem)
        near = () if is_known else nearest(index.bm25, sides[0][0].word)
        words.append(near[0].word if near else text)
        edits += near[0].edits if near else 0
    meant = Phrase(" ".join(words), leaf.field)
    papers = sum(len(part.papers) for part in parts_of(meant, index.bm25)) if edits else 0
    return [Near(meant.text, "", edits, papers)] if papers else ()


def _parts_of_near(near: Sequence[Near], leaf: Word | Phrase, index: PaperIndex) -> list[Part]:
    parts: list[Part] = []
    for one in near:
        if isinstance(leaf, Phrase):
            found = parts_of(Phrase(one.word, leaf.field), index.bm25)
        else:
            found = [forms_of(index.bm25, Term(one.word, one.stem), leaf.field)]
        weight = WEIGHT_OF_EDIT**one.edits
        parts += [part._replace(weight=weight, exact=None, followers=None) for part in found if len(part.papers)]
    return parts
