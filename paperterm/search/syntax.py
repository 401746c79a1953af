"""What a query is made of: frozen nodes, and how they are printed.

`OR` binds its two neighbours more tightly than standing side by side does: `graph diffusion OR flow` asks for graph,
and for one of the other two. Printing a (settled) query and parsing that gives the same query.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field, replace


@dataclass(frozen=True, slots=True)
class QueryProblem:
    """A part of a query that was not understood: its place in the text (character offsets) and a sentence."""

    start: int
    end: int
    message: str


@dataclass(frozen=True, slots=True)
class Word:
    """A word to be found.

    Attributes:
        text: as it was typed, without `*`.
        field: the part of a paper it must stand in (`title`, `note` …); empty for any.
        is_prefix: it ends in `*`.
        is_typed: it is the last word of a query that is still being typed, so that more letters may follow.
    """

    text: str
    field: str = ""
    is_prefix: bool = False
    is_typed: bool = False

    def __str__(self) -> str:
        return f"{_prefix(self.field)}{self.text}{'*' * self.is_prefix}"


@dataclass(frozen=True, slots=True)
class Phrase:
    """Words that must stand side by side. `is_typed`: the closing quotation mark is still missing."""

    text: str
    field: str = ""
    is_typed: bool = False

    def __str__(self) -> str:
        return f'{_prefix(self.field)}"{self.text}"'


@dataclass(frozen=True, slots=True)
class Filter:
    """A condition that is not on words: its name (`tag`, `status`, `venue` …) and its value.

    `is_prefix`: the value may go on (it ends in `*`); `is_typed`: it is still being typed.
    """

    name: str
    value: str
    is_prefix: bool = False
    is_typed: bool = False

    def __str__(self) -> str:
        plain = self.value and not any(c.isspace() or c in '()"“”„*' for c in self.value)
        return f"{self.name}:" + (self.value if plain else f'"{self.value}"') + "*" * self.is_prefix


@dataclass(frozen=True, slots=True)
class Not:
    """Papers without what `part` matches."""

    part: Node

    def __str__(self) -> str:
        return "-" + _bracketed(self.part)


@dataclass(frozen=True, slots=True)
class And:
    """Papers that every part matches; at least two parts, none of them an `And`."""

    parts: tuple[Node, ...]

    def __str__(self) -> str:
        return " ".join(_bracketed(part) for part in self.parts)


@dataclass(frozen=True, slots=True)
class Or:
    """Papers that some part matches; at least two parts, none of them an `Or`."""

    parts: tuple[Node, ...]

    def __str__(self) -> str:
        return " OR ".join(_bracketed(part) for part in self.parts)


Node = Word | Phrase | Filter | Not | And | Or


@dataclass(frozen=True, slots=True)
class Query:
    """A parsed query. Two queries are equal when they ask for the same, whatever was wrong in their text."""

    root: Node | None = None
    problems: tuple[QueryProblem, ...] = field(default=(), compare=False)

    @property
    def is_empty(self) -> bool:
        """Whether it asks for nothing, so that every paper is meant."""
        return self.root is None

    def words(self) -> tuple[Word | Phrase, ...]:
        """The words and phrases that a paper should contain, in order: what is to be lit in a text."""
        return tuple(leaf for leaf in _wanted(self.root) if not isinstance(leaf, Filter))

    def filters(self) -> tuple[Filter, ...]:
        """The conditions on facts that are not negated, in order."""
        return tuple(leaf for leaf in _wanted(self.root) if isinstance(leaf, Filter))

    def settled(self) -> Query:
        """The query as it is when no more is typed: what is printed, and what a saved search holds."""
        return self if self.root is None else Query(_settled(self.root), self.problems)

    def __str__(self) -> str:
        return "" if self.root is None else str(self.root)


EVERYTHING = Query()
"""The query that asks for nothing, so that every paper is meant."""


def both(parts: list[Node]) -> Node | None:
    """The parts as one node that asks for all of them."""
    flat = [inner for part in parts for inner in (part.parts if isinstance(part, And) else (part,))]
    return And(tuple(flat)) if len(flat) > 1 else (flat[0] if flat else None)


def either(parts: list[Node]) -> Node | None:
    """The parts as one node that asks for one of them."""
    flat = [inner for part in parts for inner in (part.parts if isinstance(part, Or) else (part,))]
    return Or(tuple(flat)) if len(flat) > 1 else (flat[0] if flat else None)


def without(part: Node) -> Node:
    """The opposite of a node."""
    return part.part if isinstance(part, Not) else Not(part)


def _prefix(name: str) -> str:
    return f"{name}:" if name else ""


def _bracketed(node: Node) -> str:
    return f"({node})" if isinstance(node, And | Or) else str(node)


def _settled(node: Node) -> Node:
    if isinstance(node, And | Or):
        return type(node)(tuple(map(_settled, node.parts)))
    return Not(_settled(node.part)) if isinstance(node, Not) else replace(node, is_typed=False)


def _wanted(node: Node | None) -> Iterator[Word | Phrase | Filter]:
    if isinstance(node, And | Or):
        for part in node.parts:
            yield from _wanted(part)
    elif isinstance(node, Word | Phrase | Filter):
        yield node
