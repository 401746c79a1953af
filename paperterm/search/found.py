"""What a search gives back."""

from __future__ import annotations

import re
from collections.abc import Sequence, Set
from dataclasses import dataclass, replace
from typing import NamedTuple

from paperterm.search.syntax import EVERYTHING, Query, QueryProblem


class Group(NamedTuple):
    """Papers that stand together under a heading."""

    name: str
    numbers: Sequence[int]


@dataclass(frozen=True, slots=True)
class Replaced:
    """A word that no paper has, and the nearest words that some have, which were sought in its place.

    `is_rare`: one paper or two have it, but none that has the rest of the query; it was sought along with the others.
    """

    word: str
    nearest: tuple[str, ...]
    is_rare: bool = False

    def __str__(self) -> str:
        nearest = ", ".join(self.nearest)
        if self.is_rare:
            return f"hardly any paper has “{self.word}”, so {nearest} was sought too"
        return f"no paper has “{self.word}”; sought instead: {nearest}"


@dataclass(frozen=True, slots=True, eq=False)
class Found:
    """The papers that a query matches, in order.

    Attributes:
        query: as it was asked.
        lit: the query with the words that were really sought: what is to be lit up in texts.
        numbers: of the papers (a range, a list or an array of int32).
        scores: of the same length, falling where the order is by relevance; None when nothing was scored.
        is_partial: no paper has all the words; these have most of them.
        suggestions: nearest words for words that no paper, or hardly any, has ("did you mean").
        replaced: the words that were sought in place of others; never silently.
        because: for "more like this" the words that made it so, the weightiest first.
        seconds: how long it took.
    """

    query: Query
    numbers: Sequence[int]
    scores: Sequence[float] | None = None
    problems: tuple[QueryProblem, ...] = ()
    is_partial: bool = False
    suggestions: tuple[str, ...] = ()
    replaced: tuple[Replaced, ...] = ()
    because: tuple[str, ...] = ()
    lit: Query = EVERYTHING
    seconds: float = 0.0

    def __len__(self) -> int:
        return len(self.numbers)

    def remarks(self) -> tuple[str, ...]:
        """What a reader is told: how the answer differs from what was asked."""
        replaced = tuple(map(str, self.replaced))
        return (*replaced, "no paper has all of these words; these have most of them") if self.is_partial else replaced


def without(found: Found, hidden: Set[int]) -> Found:
    """An answer without some papers."""
    if not hidden:
        return found
    kept = [place for place, number in enumerate(found.numbers) if int(number) not in hidden]
    scores = None if found.scores is None else [float(found.scores[place]) for place in kept]
    return replace(found, numbers=[int(found.numbers[place]) for place in kept], scores=scores)


def first(found: Found, most: int) -> Found:
    """The best papers of an answer."""
    scores = None if found.scores is None else found.scores[:most]
    return replace(found, numbers=found.numbers[:most], scores=scores)


def corrected(text: str, replaced: Sequence[Replaced]) -> str:
    """A query with the nearest word in place of each word that no paper has."""
    for one in replaced:
        as_whole = re.compile(rf"(?<!\w){re.escape(one.word)}(?!\w)")
        text = as_whole.sub(lambda _, nearest=one.nearest[0]: nearest, text, count=1)  # type: ignore[misc]
    return text
