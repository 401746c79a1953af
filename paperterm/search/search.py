"""One search: from a query to the papers in their order."""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import dataclass
from functools import reduce
from operator import and_
from typing import Any, NamedTuple, cast

import numpy as np
from numpy.typing import NDArray

from paperterm.search.annotated import Annotated
from paperterm.search.corpus import Corpus
from paperterm.search.evaluation import EXACT_BONUS_OF_ANY, Evaluation, Mask, Scored, in_order
from paperterm.search.filters import Filters
from paperterm.search.found import Found
from paperterm.search.index import TITLE_WEIGHT, PaperIndex
from paperterm.search.leaves import forms_of
from paperterm.search.lookup import Lookup
from paperterm.search.near_words import NearWords
from paperterm.search.ordering import order_of
from paperterm.search.rows import weightiest
from paperterm.search.shortcut import Shortcut
from paperterm.search.syntax import And, Filter, Node, Not, Or, Phrase, Query, Word, both, either
from paperterm.search.terms import Term, without_function_words

Numbers = NDArray[Any]

FEEDBACK_PAPERS, FEEDBACK_WORDS, FEEDBACK_SHARE = 5, 20, 0.3
"""Of `expand`: how many of the best hits are looked at, how many of their words are taken, their share of the query."""

WORDS_OF_SIMILAR = 25
MOST_ALIKE = 200
"""Papers that `like:` finds: those further down have little in common with what they are said to be like."""


class Alike(NamedTuple):
    """What makes papers be like some others: words, and those words with their weights to score by."""

    words: tuple[Word, ...]
    scored: list[Scored]


@dataclass
class Search:
    """A state of index and annotations that queries are asked of.

    `hidden`: numbers of papers that do not count where it is asked whether any paper has all the words.
    """

    index: PaperIndex
    annotated: Annotated
    filters: Filters
    corpus: Corpus
    lookup: Lookup
    shortcut: Shortcut
    hidden: frozenset[int] = frozenset()

    def find(self, query: Query, *, any_words: bool, expand: bool, sort: str, started: float) -> Found:
        """The papers that match, in order; `started`: when the reader began to wait."""
        root = query.root
        if sort == "relevance" and not any_words and not expand and (short := self.shortcut.find(root)) is not None:
            numbers, scores = cast("tuple[Sequence[int], Sequence[float]]", short)
            seconds = time.perf_counter() - started
            return Found(query, numbers, scores, query.problems, lit=query, seconds=seconds)
        return self.find_at_length(query, any_words=any_words, expand=expand, sort=sort, started=started)

    def find_at_length(self, query: Query, *, any_words: bool, expand: bool, sort: str, started: float) -> Found:
        """`find` by the long way, which goes for all queries; where there is a shorter one it gives the same."""
        root = query.root
        said = root.parts if isinstance(root, And) else ()
        if root is not None:
            root = without_function_words(root) or root
        words = NearWords(self.lookup)
        evaluation = self._evaluation(words, said)
        is_partial = False
        if root is None:
            mask = np.ones(self.index.count, dtype=bool)
        elif any_words:
            evaluation.exact_bonus = EXACT_BONUS_OF_ANY
            mask = evaluation.mask(_any_of(root))
        else:
            mask, is_partial, evaluation = self._all_words(root, evaluation, words)
        like = [self._alike(self._references(part)) for part in query.filters() if part.name == "like"]
        evaluation.scored += [scored for alike in like for scored in alike.scored]
        because = tuple(word for alike in like for word in alike.words)
        numbers = mask.nonzero()[0].astype(np.int32)
        scores = None
        if evaluation.scored:
            scores = evaluation.scores(mask, numbers)
            if expand:
                scores += self._feedback(evaluation, mask, numbers, scores)
        numbers, scores = self._sorted(numbers, scores, sort)
        return Found(
            query,
            cast("Sequence[int]", numbers),
            cast("Sequence[float] | None", scores),
            query.problems,
            is_partial,
            words.suggestions(),
            words.replaced(),
            tuple(word.text for word in because),
            lit=_lit_too(words.lit(query), because),
            seconds=time.perf_counter() - started,
        )

    def _sorted(self, numbers: Numbers, scores: Numbers | None, sort: str) -> tuple[Numbers, Numbers | None]:
        if sort != "relevance":
            order = order_of(numbers, sort, self.index, self.annotated)
            return numbers[order], None if scores is None else scores[order].astype(np.float32)
        return (numbers, scores) if scores is None else in_order(numbers, scores)

    def similar(self, numbers: Sequence[int], most: int, started: float) -> Found:
        """The papers that are most like some others, and the words that made it so."""
        alike = self._alike(numbers)
        order, scores = self._most_alike(alike, numbers, most)
        query = Query(either(list(alike.words)))
        return Found(
            query,
            cast("Sequence[int]", order),
            cast("Sequence[float]", scores),
            because=tuple(word.text for word in alike.words),
            lit=query,
            seconds=time.perf_counter() - started,
        )

    def _alike(self, numbers: Sequence[int]) -> Alike:
        papers = [(number, self.corpus.paper(number), 1.0) for number in numbers]
        bm25 = self.index.bm25
        words = weightiest(papers, bm25, WORDS_OF_SIMILAR, title_weight=TITLE_WEIGHT, common=0.25, with_joined=False)
        scored = [Scored(None, [forms_of(bm25, Term("", word.stem))._replace(weight=word.weight)]) for word in words]
        return Alike(tuple(Word(word.word) for word in words), scored)

    def _most_alike(self, alike: Alike, numbers: Sequence[int], most: int) -> tuple[Numbers, Numbers]:
        """The papers that have the words of some others, best first, without those others."""
        mask = np.zeros(self.index.count, dtype=bool)
        for scored in alike.scored:
            mask[scored.parts[0].papers] = True
        mask[list(numbers)] = False
        like = np.flatnonzero(mask)
        evaluation = self._evaluation(NearWords(self.lookup))
        evaluation.scored = alike.scored
        order, scores = in_order(like, evaluation.scores(mask, like))
        return order[:most], scores[:most]

    def _references(self, condition: Filter) -> list[int]:
        """The papers that a `like:` names by their ids, or the beginnings of these."""
        found = [self.corpus.numbers_with_prefix(one, 2) for one in condition.value.split(",")]
        return sorted({numbers[0] for numbers in found if len(numbers) == 1 and numbers[0] < self.index.count})

    def _mask_of(self, condition: Filter) -> Mask:
        if condition.name != "like":
            return cast("Mask", self.filters.mask(condition, self.index))
        numbers = self._references(condition)
        mask = np.zeros(self.index.count, dtype=bool)
        mask[self._most_alike(self._alike(numbers), numbers, MOST_ALIKE)[0]] = True
        return mask

    def _feedback(self, evaluation: Evaluation, mask: Mask, numbers: Numbers, scores: Numbers) -> Numbers:
        """What the weightiest words of the best hits add to the scores.

        They are mixed into the query with a share, both made to sum 1; here the query keeps its weights, and the words
        get theirs in proportion.
        """
        if not len(numbers):
            return np.zeros(0)
        best = numbers[np.argsort(-scores, kind="stable")[:FEEDBACK_PAPERS]]
        of_best = scores[np.searchsorted(numbers, best)]
        papers = [(int(n), self.corpus.paper(int(n)), float(s)) for n, s in zip(best, of_best, strict=True)]
        words = weightiest(papers, self.index.bm25, FEEDBACK_WORDS, title_weight=TITLE_WEIGHT)
        asked = sum(scored.count for scored in evaluation.scored if scored.leaf is not None)
        share = asked * FEEDBACK_SHARE / (1 - FEEDBACK_SHARE)
        more = self._evaluation(NearWords(self.lookup))
        for word in words:
            part = forms_of(self.index.bm25, Term("", word.stem))
            more.scored.append(Scored(None, [part._replace(weight=word.weight * share)]))
        return more.scores(mask, numbers)

    def _evaluation(self, words: NearWords, said: Sequence[Node] = ()) -> Evaluation:
        return Evaluation(self.index.bm25, words.look_up, self._mask_of, said)

    def _all_words(self, root: Node, evaluation: Evaluation, words: NearWords) -> tuple[Mask, bool, Evaluation]:
        """The papers with all the words, else those with most of them (True)."""
        parts = root.parts if isinstance(root, And) else (root,)
        masks = self._in_sight(evaluation.masks(parts))
        mask = reduce(and_, masks)
        if not mask.any() and words.may_widen:
            # Hardly anybody writes one of the words: it may be an error both here and there.
            words.is_wide = True
            evaluation = self._evaluation(words, evaluation.said)
            masks = self._in_sight(evaluation.masks(parts))
            mask = reduce(and_, masks)
        wanted = [number for number, part in enumerate(parts) if isinstance(part, Word | Phrase | Or)]
        if len(wanted) < 2 or mask.any():
            return mask, False, evaluation
        needed = [masks[number] for number in range(len(parts)) if number not in wanted]
        had = np.sum([masks[number] for number in wanted], axis=0)
        if needed:
            had = np.where(np.logical_and.reduce(needed), had, 0)
        most = int(had.max()) if len(had) else 0
        return (had == most) & (had > 0), most > 0, evaluation

    def _in_sight(self, masks: list[Mask]) -> list[Mask]:
        """Masks that have no paper that is hidden."""
        if not self.hidden:
            return masks
        hidden = np.fromiter(self.hidden, dtype=np.int64)
        seen = np.ones(self.index.count, dtype=bool)
        seen[hidden[hidden < self.index.count]] = False
        return [mask & seen for mask in masks]


def _lit_too(query: Query, words: Sequence[Word]) -> Query:
    """A query that lights up some words besides its own."""
    return Query(either([*query.words(), *words])) if words else query


def _any_of(root: Node) -> Node:
    """The query with one of its words enough; conditions and what is to be left out stay as they are."""
    if not isinstance(root, And):
        return root
    words = [part for part in root.parts if not isinstance(part, Filter | Not)]
    rest = [part for part in root.parts if isinstance(part, Filter | Not)]
    enough = either([inner for word in words for inner in (word.parts if isinstance(word, And) else (word,))])
    return both([*rest, *([enough] if enough else [])]) or root
