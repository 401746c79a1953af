"""The query language: `parse` never raises, and says of each part it did not understand where it stands.

The grammar, in the order in which things bind:

    query   = group+                       all of them
    group   = part ("OR" part)*            one of them
    part    = "-" part | "(" query ")" | field ":" part | phrase | word ["*"]

A field of text (`title: abstract: author: note:`) may stand before a word, a phrase or a bracket; a condition
(`tag: status: venue: year: collection: is: has: like:`) takes a word or a phrase.
"""

from __future__ import annotations

import re

from paperterm.search.conditions import CONDITIONS, condition
from paperterm.search.syntax import (
    And,
    Filter,
    Node,
    Not,
    Or,
    Phrase,
    Query,
    QueryProblem,
    Word,
    both,
    either,
    without,
)
from paperterm.search.tokens import chunks

__all__ = ["And", "Filter", "Node", "Not", "Or", "Phrase", "Query", "QueryProblem", "Word", "parse"]

TEXT_FIELDS = ("title", "abstract", "author", "note")
"""The parts of a paper that words can be sought in."""

MOST_PARTS = 512
"""Words, phrases and conditions of one query that are used; the rest is named as a problem."""

MOST_PROBLEMS = 20
"""Problems that are named; whoever has more has pasted something that is no query."""

LONGEST_SHOWN = 20
"""Characters of what was typed that are said again in a problem."""

DEEPEST = 40
"""Brackets inside brackets that are used."""

_PLAIN = re.compile("[A-Za-z]+(?: [A-Za-z]+)*")
QUOTES = '"“”„'
"""What a phrase may begin and end with."""
_FIELD = re.compile(r"(\w+):")
_WORD = re.compile(r'(?:(?<=[\w}])\(\w{1,3}\)|(?<=[\w{])\\"(?=[\w{])|[^\s()"“”„])+')
"""A run without blanks; it may have `SE(3)` and the TeX accent of `Schr\\"odinger` in it."""

_PHRASE_END = re.compile(f"[{QUOTES}]")
_CONTROL = {code: " " for code in (*range(32), *range(127, 160))}
ALIASES = {"authors": "author", "notes": "note", "tags": "tag", "collections": "collection", "abs": "abstract"}
"""Other names of fields."""


def parse(text: str, *, typing: bool = False) -> Query:
    """Read a query.

    Args:
        typing: the last word is still being typed: it stands for every word that starts with it, and what is
            merely unfinished (an open bracket, `tag:` without a tag) is no problem.
    """
    if not typing and _PLAIN.fullmatch(text):
        words = text.split(" ")
        if "OR" not in words and len(words) <= MOST_PARTS:
            return Query(And(tuple(map(Word, words))) if len(words) > 1 else Word(text))
    parser = _Parser(text.translate(_CONTROL), typing)
    root = parser.query(depth=0)
    return Query(root, tuple(sorted(parser.problems, key=lambda problem: problem.start)))


class _Parser:
    """One pass over the text; `at` is where it stands."""

    def __init__(self, text: str, typing: bool) -> None:
        self.text = text
        self.typing = typing
        self.at = 0
        self.parts = 0
        self.problems: list[QueryProblem] = []

    def query(self, depth: int, name: str = "") -> Node | None:
        """Everything up to the end, or to the bracket that closes this depth."""
        groups: list[list[Node]] = []
        open_or: tuple[int, int] | None = None
        while self._skip_blanks():
            if self.text[self.at] == ")":
                if depth:
                    break
                self._problem(self.at, self.at + 1, "this bracket closes nothing")
                self.at += 1
            elif or_ends := self._or_ends():
                if open_or is not None or not groups:
                    self._problem(self.at, or_ends, "OR stands between two words")
                else:
                    open_or = (self.at, or_ends)
                self.at = or_ends
            elif (part := self._part(depth, name)) is not None:
                if open_or is not None:
                    groups[-1].append(part)
                else:
                    groups.append([part])
                open_or = None
        if open_or is not None and not self.typing:
            self._problem(*open_or, "OR stands between two words")
        return both([node for group in groups if (node := either(group)) is not None])

    def _part(self, depth: int, name: str) -> Node | None:
        start = self.at
        character = self.text[start]
        if character == "-":
            return self._negated(depth, name)
        if character == "(":
            return self._group(depth, name)
        if character in QUOTES:
            return self._phrase(name)
        if found := _FIELD.match(self.text, start):
            return self._field(found, depth, name)
        return self._word(name)

    def _negated(self, depth: int, name: str) -> Node | None:
        start = self.at
        while self.at < len(self.text) and self.text[self.at] == "-":
            self.at += 1
        if self.at == len(self.text) or self.text[self.at].isspace() or self.text[self.at] == ")":
            return None  # a dash by itself, as in a pasted title
        if self._or_ends():
            self._problem(start, self.at, "nothing to leave out after -")
            return None
        part = self._part(depth, name)
        return None if part is None else without(part)

    def _group(self, depth: int, name: str) -> Node | None:
        start = self.at
        self.at += 1
        if depth >= DEEPEST:
            if not any(problem.message.startswith("brackets") for problem in self.problems):
                self._problem(start, start + 1, f"brackets can be {DEEPEST} deep; further ones are passed over")
            return None
        inside = self.query(depth + 1, name)
        if self.at < len(self.text):
            self.at += 1
        elif not self.typing:
            self._problem(start, start + 1, "this bracket is not closed")
        return inside

    def _phrase(self, name: str) -> Node | None:
        start = self.at
        text, is_open = self._quoted()
        if not text:
            return None
        if is_open and not self.typing:
            self._problem(start, start + 1, "this quotation mark is not closed")
        if not self._has_letters(start, text):
            return None
        return self._counted(start, Phrase(text, name, is_typed=is_open and self.typing))

    def _quoted(self) -> tuple[str, bool]:
        """The text in quotation marks from here on, its blanks squeezed, and whether the end is missing."""
        end = _PHRASE_END.search(self.text, self.at + 1)
        stop = end.start() if end else len(self.text)
        text = " ".join(self.text[self.at + 1 : stop].split())
        self.at = end.end() if end else stop
        return text, end is None

    def _field(self, found: re.Match[str], depth: int, name: str) -> Node | None:
        start, self.at = self.at, found.end()
        field = found[1].casefold()
        field = ALIASES.get(field, field)
        if field not in TEXT_FIELDS and field not in CONDITIONS:
            self.at = start
            whole = _WORD.match(self.text, start)
            if whole and whole.end() > found.end():
                self._problem(start, found.end(), f"there is no field {found[0]} so this is sought as text")
            return self._word(name)
        if self.at == len(self.text) or self.text[self.at].isspace() or self.text[self.at] == ")":
            if not (self.typing and self.at == len(self.text)):
                self._problem(start, self.at, f"{found[0]} needs a value right after it")
            return None
        if field in CONDITIONS:
            return self._condition(start, field)
        if self.text[self.at] == "(":
            return self._group(depth, field)
        return self._phrase(field) if self.text[self.at] in QUOTES else self._word(field)

    def _condition(self, start: int, name: str) -> Node | None:
        if self.text[self.at] in QUOTES:
            value, is_open = self._quoted()
            is_typed = is_open and self.typing
            is_prefix = self.text.startswith("*", self.at)
            self.at += is_prefix
        else:
            found = _WORD.match(self.text, self.at)
            if not found:
                self._problem(start, self.at, f"{name}: takes a word, or words in quotation marks")
                return None
            self.at = found.end()
            is_typed = self.typing and self.at == len(self.text)
            value, is_prefix = found[0].rstrip("*"), found[0].endswith("*")
        made = condition(name, value, is_prefix=is_prefix and not is_typed, is_typed=is_typed)
        if isinstance(made, str):
            self._problem(start, self.at, made)
            return None
        return None if made is None else self._counted(start, made)

    def _word(self, name: str) -> Node | None:
        start = self.at
        found = _WORD.match(self.text, start)
        if not found:
            self.at += 1
            return None
        self.at = found.end()
        text = found[0].rstrip("*")
        is_typed = self.typing and self.at == len(self.text)
        if not text or not self._has_letters(start, text):
            return None
        return self._counted(start, Word(text, name, is_prefix=found[0].endswith("*"), is_typed=is_typed))

    def _has_letters(self, start: int, text: str) -> bool:
        """Whether there is anything in a text that papers are indexed by; if not, it is named and passed over."""
        if text.isalnum() or chunks(text):
            return True
        if not self.typing and not self.text[:start].endswith(")"):  # as the last dollar of $O(n)$
            self._problem(start, self.at, f"{_short(text)} has no letter or digit in it, so it is passed over")
        return False

    def _counted(self, start: int, node: Node) -> Node | None:
        self.parts += 1
        if self.parts <= MOST_PARTS:
            return node
        if self.parts == MOST_PARTS + 1:
            self._problem(start, len(self.text), f"only the first {MOST_PARTS} words are used")
        return None

    def _or_ends(self) -> int:
        """Where an `OR` that stands here ends; 0 when there is none."""
        end = self.at + 2
        if not self.text.startswith("OR", self.at):
            return 0
        return end if end >= len(self.text) or self.text[end].isspace() or self.text[end] in "()" else 0

    def _skip_blanks(self) -> bool:
        while self.at < len(self.text) and self.text[self.at].isspace():
            self.at += 1
        return self.at < len(self.text)

    def _problem(self, start: int, end: int, message: str) -> None:
        if len(self.problems) < MOST_PROBLEMS:
            self.problems.append(QueryProblem(start, end, message))


def _short(text: str) -> str:
    return text if len(text) <= LONGEST_SHOWN else f"{text[:LONGEST_SHOWN]}…"
