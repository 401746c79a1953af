"""From the words of a query to the terms that papers are indexed by, for finding and for lighting up."""

from __future__ import annotations

from enum import Enum
from functools import lru_cache
from typing import NamedTuple

from paperterm.search.spelling import FUNCTION_WORDS, OTHER_NUMBER, american_prefixes
from paperterm.search.syntax import And, Node, Or, Phrase, Query, Word
from paperterm.search.tokens import chunks, reading, stem


class Reach(Enum):
    """Which words a term stands for."""

    FORMS = "every form of the word"
    PREFIX = "every word that starts with it"
    TYPED = "both, while it is being typed"


class Term(NamedTuple):
    """A word to look up. `stem` is for its forms, `word` for the exact form and for prefixes."""

    word: str
    stem: str
    reach: Reach = Reach.FORMS

    @property
    def prefixes(self) -> tuple[str, ...]:
        """The beginnings that it stands for; none when it is a whole word."""
        return () if self.reach is Reach.FORMS else american_prefixes(self.word)


Side = tuple[Term, ...]
"""Terms that stand side by side; mostly one."""


@lru_cache(maxsize=4096)
def alternatives(leaf: Word | Phrase) -> tuple[Side, ...]:
    """The ways in which a paper may have a word or phrase of a query; none when there is no letter in it.

    `k-means` may stand as one word (`kmeans`) or as two side by side, `matrices` as `matrix`.
    """
    reach = Reach.FORMS
    text = leaf.text
    if isinstance(leaf, Word):
        reach = Reach.TYPED if leaf.is_typed else Reach.PREFIX if leaf.is_prefix else Reach.FORMS
    elif leaf.is_typed:
        reach = Reach.TYPED
    elif text.endswith("*"):
        reach = Reach.PREFIX
    readings = [found for found in map(reading, chunks(text)) if any(found)]
    if not readings:
        return ()
    joined = [word for whole, parts in readings for word in ((whole,) if whole else parts)]
    apart = [word for whole, parts in readings for word in (parts or (whole,))]
    ways = [joined, apart]
    if len(joined) == 1 and reach is not Reach.PREFIX and joined[0] in OTHER_NUMBER:
        ways.append([OTHER_NUMBER[joined[0]]])
    return tuple(dict.fromkeys(_side(words, reach) for words in ways))


def is_function_word(leaf: Node) -> bool:
    """Whether it is a word such as `the`, sought anywhere."""
    return isinstance(leaf, Word) and not leaf.field and not leaf.is_prefix and leaf.text.lower() in FUNCTION_WORDS


@lru_cache(maxsize=1024)
def without_function_words(node: Node) -> Node | None:
    """The node without words such as `the`, which say nothing beside other words; None when nothing is left."""
    if is_function_word(node):
        return None
    if isinstance(node, And | Or):
        parts = tuple(part for part in map(without_function_words, node.parts) if part is not None)
        return type(node)(parts) if len(parts) > 1 else (parts[0] if parts else None)
    return node


def sought(query: Query) -> tuple[Word | Phrase, ...]:
    """The words and phrases of a query that count: function words only where there is nothing else."""
    words = query.words()
    return tuple(word for word in words if not is_function_word(word)) or words


@lru_cache(maxsize=1024)
def joined_neighbours(left: Node, right: Node) -> Term | None:
    """Two words side by side in a query as one: `deep sets` may stand in a paper as `DeepSets`."""
    if not (isinstance(left, Word) and isinstance(right, Word)) or left.is_prefix or left.field != right.field:
        return None
    sides = alternatives(left), alternatives(right)
    if not all(side and len(side[0]) == 1 for side in sides):
        return None
    first, second = sides[0][0][0], sides[1][0][0]
    whole = first.word + second.word
    return Term(whole, stem(whole), second.reach)


def _side(words: list[str], reach: Reach) -> Side:
    last = len(words) - 1
    is_single_cjk = len(words) == 1 and len(words[0]) == 1 and not words[0].isascii() and not words[0].isnumeric()
    if is_single_cjk and words[0] >= "\u2e80":
        reach = Reach.PREFIX  # pairs are indexed, and one character is half a pair
    return tuple(Term(word, stem(word), reach if i == last else Reach.FORMS) for i, word in enumerate(words))
