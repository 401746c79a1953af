"""The commonest question, by the shortest way: a few plain words, all of which a paper should have.

It gives the very numbers and scores that `search` gives by the long way, and gives up where there is more to think of:
a word that hardly any paper has, that may stand in two words, or that tags and notes have too. A question whose words
were never looked up before costs some forty numpy calls on short arrays here, and twice that by the long way.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from paperterm.search.annotated import Annotated
from paperterm.search.bm25 import Bm25Index
from paperterm.search.evaluation import EXACT_BONUS, PAIR_BONUS, in_order
from paperterm.search.leaves import apart
from paperterm.search.segment import Range, Segment, follower_bit
from paperterm.search.spelling import FUNCTION_WORDS, OTHER_NUMBER, american
from paperterm.search.syntax import And, Node, Word
from paperterm.search.terms import Term
from paperterm.search.tokens import LONGEST_WORD, stem

Numbers = NDArray[Any]

MOST_KNOWN = 4096
"""Words that are remembered: a few hundred bytes each."""

SHORT, LOPSIDED = 100, 16
"""A list so short, or one that is so many times shorter than the other, is looked up number by number."""

FEW = 512
"""Papers that are put in order more quickly by their scores alone than with `in_order`."""


class _Run(NamedTuple):
    """The postings of a word in a segment, and the bit of the form that was typed (0 when nobody wrote it so)."""

    start: int
    end: int
    form: int


class _Known(NamedTuple):
    """A word as the index has it: its stem and the `follower_bit` of that; `runs` by segment."""

    stem: str
    idf: float
    follower: int
    runs: tuple[_Run, ...]


class Shortcut:
    """Answers plain questions on one state of the index."""

    def __init__(self, index: Bm25Index, annotated: Annotated) -> None:
        self._index = index
        self._annotated = annotated
        self._known: dict[str, _Known | None] = {}

    def find(self, root: Node | None) -> tuple[Numbers, Numbers] | None:
        """The papers that match, best first, and their scores; None when the long way has to be gone."""
        words = _plain_words(root)
        if words is None or self._may_be_joined(words):
            return None
        known = []
        for word in words:
            if word not in FUNCTION_WORDS:
                if (found := self._look_up(word)) is None:
                    return None
                known.append(found)
        if not known or (not self._annotated.is_empty and self._annotated.has_words(word.stem for word in known)):
            return None
        papers, scores = self._in_segments(known)
        if not len(papers):
            return None
        numbers = papers.view(np.int32)  # none is so large that it makes a difference
        if len(numbers) > FEW:
            return in_order(numbers, scores)
        order = (-scores).argsort(kind="stable")
        return numbers.take(order), scores.take(order)

    def _look_up(self, word: str) -> _Known | None:
        """A word in the index; None when other words would be sought with it."""
        if word not in self._known:
            if len(self._known) >= MOST_KNOWN:
                self._known.clear()
            spelt = american(word)
            self._known[word] = None if spelt in OTHER_NUMBER else self._looked_up(spelt)
        return self._known[word]

    def _looked_up(self, word: str) -> _Known | None:
        encoded = word.encode()
        stemmed = b""
        runs = []
        papers = 0
        for segment in self._index.segments:
            form = segment.words.find(encoded)
            if form is None:
                number = segment.stems.find(stemmed := stemmed or stem(word).encode())
            else:
                number = segment.word_stem[form]
                stemmed = stemmed or segment.stems[number]
            start, end = (0, 0) if number is None else segment.postings_of(Range(number, number + 1))
            runs.append(_Run(start, end, 0 if form is None else segment.form_bit(form)))
            papers += end - start
        own = stemmed.decode()
        if not papers or any(map(len, apart(self._index, Term(word, own), "", papers))):
            return None
        return _Known(own, self._index.idf_of(papers), follower_bit(stemmed), tuple(runs))

    def _may_be_joined(self, words: Sequence[str]) -> bool:
        """Whether some paper has two of the words as one: `deep sets` as `DeepSets`."""
        for left, right in pairwise(words):
            whole = stem(american(left) + american(right)).encode()
            for segment in self._index.segments:
                if segment.stems.find(whole) is not None:
                    return True
        return False

    def _in_segments(self, words: Sequence[_Known]) -> tuple[Numbers, Numbers]:
        """The papers that have all the words, in the order of the list, and their scores."""
        segments = self._index.segments
        if len(segments) == 1:
            return self._in_segment(segments[0], words, [word.runs[0] for word in words])
        runs = zip(*(word.runs for word in words), strict=True)
        found = [self._in_segment(segment, words, own) for segment, own in zip(segments, runs, strict=True)]
        papers, scores = zip(*found, strict=True)
        return np.concatenate(papers), np.concatenate(scores)

    def _in_segment(self, segment: Segment, words: Sequence[_Known], runs: Sequence[_Run]) -> tuple[Numbers, Numbers]:
        papers, places = _common([segment.papers[run.start : run.end] for run in runs], segment.count)
        if segment.first:
            papers = papers + np.uint32(segment.first)
        scale = self._index.k1 + 1
        norms = self._index.short_norms.take(papers)
        total: Numbers | None = None
        for number, word in enumerate(words):
            (start, end, form), at = runs[number], places[number]
            scores = segment.frequencies[start:end].take(at).astype(np.float32)
            saturated = norms + scores
            scores *= word.idf * scale
            scores /= saturated
            if form:
                exact = segment.forms[start:end].take(at) & form  # `form` or 0
                scores += exact * np.float32(EXACT_BONUS * word.idf / form)
            if number + 1 < len(words):
                right = words[number + 1]
                pairs = (segment.followers[start:end].take(at) & right.follower).nonzero()[0]
                if len(pairs):
                    bonus = np.float32(PAIR_BONUS * (right.idf + word.idf) * scale)
                    scores[pairs] += bonus / (norms.take(pairs) + np.float32(1))
            total = scores if total is None else total + scores
        assert total is not None
        return papers, total


def _common(lists: Sequence[Numbers], count: int) -> tuple[Numbers, list[Numbers]]:
    """The numbers (below `count`) that rising lists have in common, and where they are in each list."""
    if len(lists) == 1:
        return lists[0], [np.arange(len(lists[0]))]
    if len(lists) == 2:
        return _common_to_two(lists[0], lists[1], count)
    shortest, *longer = sorted(lists, key=len)
    common = shortest
    for one in longer:
        common, _ = _common_to_two(common, one, count)
    return common, [one.searchsorted(common) for one in lists]


def _common_to_two(left: Numbers, right: Numbers, count: int) -> tuple[Numbers, list[Numbers]]:
    if len(left) > len(right):
        common, (at_right, at_left) = _common_to_two(right, left, count)
        return common, [at_left, at_right]
    if len(left) <= SHORT or len(left) * LOPSIDED < len(right):
        near = right.searchsorted(left)
        at_left = (right.take(near, mode="clip") == left).nonzero()[0]
        return left.take(at_left), [at_left, near.take(at_left)]
    at_right = _marked(left, count).take(right).nonzero()[0]
    common = right.take(at_right)
    return common, [_marked(common, count).take(left).nonzero()[0], at_right]


def _marked(numbers: Numbers, count: int) -> Numbers:
    has = np.zeros(count, dtype=np.bool_)
    has[numbers] = True
    return has


def _plain_words(root: Node | None) -> list[str] | None:
    """The words of a question in lower case, no two the same; None when it asks for anything but plain words."""
    words: list[str] = []
    for part in root.parts if isinstance(root, And) else (root,):
        if not isinstance(part, Word) or part.field or part.is_prefix or part.is_typed:
            return None
        text = part.text
        if not (text.isascii() and text.isalpha()) or len(text) > LONGEST_WORD:
            return None
        if not (text.islower() or text[1:].islower() or text.isupper()):
            return None  # CamelCase stands for its parts, too
        words.append(text.lower())
    return words if len(set(words)) == len(words) else None
