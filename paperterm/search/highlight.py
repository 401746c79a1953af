"""Where the words of a query stand in a text, by the same words that find papers, and its best sentence."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from functools import lru_cache
from itertools import pairwise
from typing import NamedTuple

from paperterm.search.spelling import BEGINNINGS, OTHERWISE_BEGUN
from paperterm.search.syntax import Query
from paperterm.search.terms import Reach, Side, Term, alternatives, is_function_word, joined_neighbours, sought
from paperterm.search.tokens import PARTS, Token, stem, tokenise

Span = tuple[int, int]

_SENTENCE_END = re.compile(r"[.!?。！？]['\")\]]*(?:\s+|(?<=[。！？]))|\n+")


LONGEST_LINE = 300
"""Characters of a text whose words are kept for the next query."""


class _Matcher(NamedTuple):
    """A query made ready for texts. `starts`: first letters of its words, to find `over parameterized` for one word."""

    stems: frozenset[str]
    prefixes: tuple[str, ...]
    sequences: tuple[Side, ...]
    starts: frozenset[str]

    @property
    def is_any(self) -> bool:
        """Whether anything can match."""
        return bool(self.stems or self.prefixes or self.sequences)


_VOWELS = re.compile("[ao]?e(?=[cdmt]|$)")


def spans(text: str, query: Query) -> tuple[Span, ...]:
    """Character offsets (start, end) of every matched form in a text, sorted, not overlapping."""
    matcher = _matcher(query)
    return _merged(_lit(tokenise(text), matcher)) if matcher.is_any else ()


def matches_in(query: Query) -> Callable[[str], tuple[Span, ...]] | None:
    """`spans` of one query, made ready for many short texts; None for a query without words."""
    matcher = _matcher(query)
    if not matcher.is_any:
        return None
    beginnings = _beginnings(query)
    # A word may be written as two, of which the first has one letter: k-means.
    may_have = re.compile("|".join(r"[\W_]*".join(beginning) for beginning in beginnings), re.IGNORECASE).search

    def matches(text: str) -> tuple[Span, ...]:
        if beginnings and text.isascii():
            if may_have(text) is None:
                return ()
            likely = beginnings
        else:
            likely = ("",)
        tokens = _line_tokens(text) if len(text) <= LONGEST_LINE else tokenise(text)
        return _merged(_lit(tokens, matcher, likely))

    return matches


@lru_cache(maxsize=512)
def _line_tokens(text: str) -> list[Token]:
    """`tokenise`, for the lines of a list: while a query is typed, most stay on screen from letter to letter."""
    return tokenise(text)


def _beginnings(query: Query) -> tuple[str, ...]:
    """The first letters, one of which every word has that matches; nothing where that cannot be told from the letters.

    A form of a word begins as the word does, but for y and i (`dying`, `die`) and for `ae` and `oe`, which may be `e`
    (`haemorrhage`, `hemorrhage`; before c, d, m and t).
    """
    found = set()
    for word in (*(leaf.text.lower() for leaf in sought(query)), *(term.word for term in _joined(query))):
        if not (word.isascii() and word.isalpha()) or word in OTHERWISE_BEGUN:
            return ()
        begun = word[1:] if word.startswith(("ae", "oe")) else word
        is_open = begun[1:2] in ("i", "y") or _VOWELS.match(begun, 1)
        found.add(begun[: 1 if is_open else 2])
    return tuple(found)


def count_of(tokens: list[Token], sequence: Side) -> int:
    """How often terms stand side by side among the words of a text."""
    starts = [number for number, token in enumerate(tokens) if _is(token, sequence[0])]
    return sum(1 for number in starts if list(_followed(tokens, number, sequence)))


def best_sentence(text: str, query: Query) -> Span:
    """Where the sentence stands that has most of the query's words; the first one when no sentence has any."""
    matcher = _matcher(query)
    tokens = tokenise(text)
    lit = sorted(_lit(tokens, matcher)) if matcher.is_any else []
    sentences = _sentences(text)
    if not lit:
        return sentences[0]
    words = {(token.start, token.end): token.word for token in tokens}

    def merit(sentence: Span) -> tuple[int, int, int]:
        inside = [span for span in lit if sentence[0] <= span[0] < sentence[1]]
        return len({stem(words.get(span, "")) for span in inside}), len(inside), -sentence[0]

    return max(sentences, key=merit)


def snippet(texts: Iterable[str], query: Query) -> str:
    """The best sentence of the first text that has a word of a query; empty when none has any."""
    for text in texts:
        start, end = best_sentence(text, query)
        if spans(text[start:end], query):
            return text[start:end]
    return ""


def _joined(query: Query) -> list[Term]:
    """What two words side by side are as one: `over parameterized`."""
    said = [leaf for leaf in query.words() if not is_function_word(leaf) or leaf.text.lower() in BEGINNINGS]
    pairs = (joined_neighbours(left, right) for left, right in pairwise(said))
    return [term for term in pairs if term is not None]


@lru_cache(maxsize=64)
def _matcher(query: Query) -> _Matcher:
    leaves = sought(query)
    sides = [side for leaf in leaves for side in alternatives(leaf)]
    sides.extend((term,) for term in _joined(query))
    single = [side[0] for side in sides if len(side) == 1]
    return _Matcher(
        frozenset(term.stem for term in single if term.reach is not Reach.PREFIX),
        tuple(dict.fromkeys(prefix for term in single for prefix in term.prefixes)),
        tuple(side for side in sides if len(side) > 1),
        frozenset(term.word[:length] for term in single if len(term.word) > 5 for length in (1, 2)),
    )


def _lit(tokens: list[Token], matcher: _Matcher, beginnings: tuple[str, ...] = ("",)) -> Iterable[Span]:
    """Where the words stand; no word matches that has none of the beginnings."""
    known: dict[str, bool] = {}
    for number, token in enumerate(tokens):
        word = token.word
        if word.startswith(beginnings):
            if word not in known:
                known[word] = stem(word) in matcher.stems or word.startswith(matcher.prefixes)
            if known[word]:
                yield token.start, token.end
        for sequence in matcher.sequences:
            if _is(token, sequence[0]):
                yield from _followed(tokens, number, sequence)
        if word[:2] in matcher.starts:
            yield from _split(tokens, number, matcher)


def _followed(tokens: list[Token], number: int, sequence: Side) -> Iterable[Span]:
    """The spans of a sequence of terms whose first is token `number`; nothing when it does not go on."""
    found = [tokens[number]]
    for term in sequence[1:]:
        following = next((other for other in _after(tokens, number, found[-1]) if _is(other, term)), None)
        if following is None:
            return ()
        found.append(following)
    return [(token.start, token.end) for token in found]


def _after(tokens: list[Token], number: int, left: Token) -> Iterable[Token]:
    """The tokens that stand right after `left`: later in its chunk, or in the next chunk."""
    chunk = left.place // PARTS
    for other in tokens[number + 1 : number + 60]:
        if other.place // PARTS > chunk + 1:
            return
        if other.place > left.place and other.start >= left.end:
            yield other


def _split(tokens: list[Token], number: int, matcher: _Matcher) -> Iterable[Span]:
    left = tokens[number]
    for right in _after(tokens, number, left):
        if stem(left.word + right.word) in matcher.stems:
            yield left.start, left.end
            yield right.start, right.end


def _is(token: Token, term: Term) -> bool:
    if term.reach is not Reach.PREFIX and stem(token.word) == term.stem:
        return True
    return bool(term.prefixes) and token.word.startswith(term.prefixes)


def _merged(found: Iterable[Span]) -> tuple[Span, ...]:
    merged: list[Span] = []
    for start, end in sorted(found):
        if merged and start <= merged[-1][1] - 1:
            merged[-1] = (merged[-1][0], max(end, merged[-1][1]))
        else:
            merged.append((start, end))
    return tuple(merged)


def _sentences(text: str) -> list[Span]:
    found: list[Span] = []
    start = 0
    for end in (*(match.end() for match in _SENTENCE_END.finditer(text)), len(text)):
        if text[start:end].strip():
            found.append((start, start + len(text[start:end].rstrip())))
        start = end
    return found or [(0, len(text))]
