"""Which papers match a query (boolean, first), and what BM25 gives each of them (only for the order).

Matches are arrays of booleans over all papers: an "and" of two costs microseconds at 100,000 papers, whatever they
hold. Scores are worked out for the papers that match, and for the words that are wanted.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import reduce
from itertools import pairwise
from operator import and_, or_
from typing import Any

import numpy as np
from numpy.typing import NDArray

from paperterm.search.bm25 import Bm25Index
from paperterm.search.leaves import Part, forms_of
from paperterm.search.segment import follower_bit
from paperterm.search.syntax import And, Filter, Node, Not, Phrase, Word
from paperterm.search.terms import Term, alternatives, joined_neighbours

Mask = NDArray[np.bool_]
Numbers = NDArray[Any]
Remembered = dict[tuple[int, float], Numbers]
"""Scores of all papers of a part, by its number and the bonus for the exact form."""

EXACT_BONUS, EXACT_BONUS_OF_ANY = 1.0, 0.2
"""What the very form that was typed adds to a score, as a share of the word's idf.

Of a few words that must all be there it says much: as much as saying the word once. Of a question of which any word
will do it says little.
"""

PAIR_BONUS = 0.25
"""What two words add that stand side by side in the query and in the paper, as a share of their idf together."""

SHORT = 3000
"""Postings that are scored once and for all, so that the next query with the word has only to choose among them."""

DENSE = 4
"""Scores are kept for all papers, not only for those that match, when more than one in so many match."""


@dataclass
class Scored:
    """Something that papers should have, with its postings: what the order is made from.

    `remembered`: scores that are still right when the same leaf is sought again.
    """

    leaf: Word | Phrase | None
    parts: Sequence[Part]
    count: int = 1
    remembered: Remembered = field(default_factory=dict)


@dataclass
class Evaluation:
    """One query on one state of the index.

    `look_up` gives the postings of a leaf, and the papers that have it; `filter_mask` the papers that a condition lets
    through. `said`: what stands side by side in the query, function words and all. `scored` collects, in order, the
    leaves that papers should have, `neighbours` those side by side.
    """

    index: Bm25Index
    look_up: Callable[[Word | Phrase], tuple[Sequence[Part], Mask, Remembered]]
    filter_mask: Callable[[Filter], Mask]
    said: Sequence[Node] = ()
    exact_bonus: float = EXACT_BONUS
    scored: list[Scored] = field(default_factory=list)
    neighbours: list[tuple[Word, Word]] = field(default_factory=list)

    def mask(self, node: Node, *, is_wanted: bool = True) -> Mask:
        """The papers that match. Leaves below a `Not` are not wanted: they add nothing to the order."""
        if isinstance(node, Word | Phrase):
            return self._leaf(node, is_wanted)
        if isinstance(node, Filter):
            return self.filter_mask(node)
        if isinstance(node, Not):
            return ~self.mask(node.part, is_wanted=not is_wanted)
        if isinstance(node, And):
            return reduce(and_, self.masks(node.parts, is_wanted=is_wanted))
        if is_wanted:
            self._note_neighbours(node.parts)
        return reduce(or_, [self.mask(part, is_wanted=is_wanted) for part in node.parts])

    def masks(self, parts: Sequence[Node], *, is_wanted: bool = True) -> list[Mask]:
        """The papers that match each of some parts that stand side by side."""
        masks = [self.mask(part, is_wanted=is_wanted) for part in parts]
        if is_wanted:
            self._note_neighbours(parts)
            self._join_neighbours(parts, masks)
        return masks

    def _leaf(self, leaf: Word | Phrase, is_wanted: bool) -> Mask:
        parts, mask, remembered = self.look_up(leaf)
        if is_wanted:
            for scored in self.scored:
                if scored.leaf == leaf:
                    scored.count += 1
                    return mask
            self.scored.append(Scored(leaf, parts, remembered=remembered))
        return mask

    def _note_neighbours(self, parts: Sequence[Node]) -> None:
        for left, right in pairwise(parts):
            if isinstance(left, Word) and isinstance(right, Word) and not left.field and not right.field:
                self.neighbours.append((left, right))

    def _join_neighbours(self, parts: Sequence[Node], masks: list[Mask]) -> None:
        """Let `deep sets` find `DeepSets` too."""
        for left, right in pairwise(self.said if len(self.said) > len(parts) else parts):
            term = joined_neighbours(left, right)
            if term is None or not self.index.frequency(term.stem):
                continue
            part = forms_of(self.index, term)
            as_one = np.zeros(self.index.corpus_size, dtype=bool)
            as_one[part.papers] = True
            for number, node in enumerate(parts):
                if node in (left, right):  # equal, not the same: `parts` may have the nodes of an earlier query
                    masks[number] = masks[number] | as_one
            self.scored.append(Scored(None, [part]))

    def scores(self, mask: Mask, numbers: Numbers) -> Numbers:
        """The score of each of the papers `numbers`, which are those of `mask`."""
        is_dense = len(numbers) * DENSE > len(mask)
        total = np.zeros(len(mask) if is_dense else len(numbers), dtype=np.float32)
        chosen = None if is_dense else numbers
        for scored in self.scored:
            parts = [(number, part) for number, part in enumerate(scored.parts) if part.is_scored]
            if len(parts) == 1:
                at, scores = self._placed(mask, chosen, scored, *parts[0])
                total[at] += scores
            elif parts:  # several ways to have the same word: the best one counts
                best = np.zeros(len(total), dtype=np.float32)
                for number, part in parts:
                    at, scores = self._placed(mask, chosen, scored, number, part)
                    best[at] = np.maximum(best[at], scores)
                total += best
        return total.take(numbers) if is_dense else total

    def _placed(
        self, mask: Mask, chosen: Numbers | None, scored: Scored, number: int, part: Part
    ) -> tuple[Numbers | slice, Numbers]:
        """What a part gives, and where that belongs: among the papers `chosen`, those of `mask`, or among all."""
        papers, followers = part.papers, part.followers
        kept = None if chosen is None else mask.take(papers).nonzero()[0]
        if kept is not None and len(kept) == len(papers):
            kept = None
        scores = self._scores_of(number, part, scored, kept)
        if kept is not None:
            papers = papers.take(kept)
            followers = followers if followers is None else followers.take(kept)
        if scored.count > 1:
            scores = scores * np.float32(scored.count)
        if followers is not None and self.neighbours:
            scores = self._with_pairs(scores, papers, followers, scored.leaf)
        if len(papers) == (len(mask) if chosen is None else len(chosen)):
            return slice(None), scores
        return papers if chosen is None else chosen.searchsorted(papers), scores

    def _scores_of(self, number: int, part: Part, scored: Scored, kept: Numbers | None) -> Numbers:
        """The scores of some of the postings of a part, `kept`, or of all; not to be changed."""
        key = number, self.exact_bonus
        if key in scored.remembered:
            known = scored.remembered[key]
            return known if kept is None else known.take(kept)
        papers, frequencies, exact = part.papers, part.frequencies, part.exact
        is_short = len(papers) <= SHORT
        if kept is not None and not is_short:
            papers, frequencies = papers.take(kept), frequencies.take(kept)
            exact = exact if exact is None else exact.take(kept)
        idf = self.index.idf_of(len(part.papers)) * part.weight
        scores = self.index.short_contribution(papers, frequencies, idf)
        if exact is not None:
            scores += exact * np.float32(self.exact_bonus * idf)
        if is_short:
            scored.remembered[key] = scores
            return scores if kept is None else scores.take(kept)
        return scores

    def _with_pairs(self, scores: Numbers, papers: Numbers, followers: Numbers, leaf: Word | Phrase | None) -> Numbers:
        """The scores with what pairs add whose left word is `leaf`."""
        for left, right in self.neighbours:
            if left != leaf or (term := _term(right)) is None:
                continue
            at = (followers & np.uint32(follower_bit(term.stem.encode()))).nonzero()[0]
            if len(at):
                _, has_right, _ = self.look_up(right)
                of_pair = papers.take(at)
                left_term = _term(left)
                stems = (term.stem, left_term.stem if left_term else "")
                both = sum(self.index.idf_of(self.index.frequency(stem)) for stem in stems)
                added = self.index.short_contribution(of_pair, has_right.take(of_pair), PAIR_BONUS * both)
                scores = scores.copy()
                scores[at] += added
        return scores


def in_order(numbers: Numbers, scores: Numbers) -> tuple[Numbers, Numbers]:
    """Papers by falling score (as float32), equal ones by number.

    The bits of floats that are not negative rise with them. So a score, turned round, and a number make one whole
    number, and numpy sorts those several times quicker than it finds the order of floats.
    """
    keys = (~np.maximum(scores, np.float32(0)).view(np.uint32)).astype(np.uint64)
    keys <<= np.uint64(32)
    keys |= numbers.astype(np.uint64)
    keys.sort()
    in_turn: Numbers = (~(keys >> np.uint64(32)).astype(np.uint32)).view(np.float32)
    return keys.astype(np.uint32).view(np.int32), in_turn


def _term(word: Word) -> Term | None:
    sides = alternatives(word)
    return sides[0][0] if sides and len(sides[0]) == 1 else None
