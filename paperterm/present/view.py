"""A text as it is to be read: pieces that know where they stand in the source, so that matches can be lit in them.

The source text stays what is stored, searched and exported.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from functools import cached_property, lru_cache
from typing import NamedTuple

from paperterm.present.spans import Span

Range = tuple[int, int]
"""Character offsets in a source: start, end."""

NOTABLE = re.compile(r"[\\$`*_^~{]|--|''|https?://|www\.")
"""What notation begins with. A text without it is shown as it is."""


class Piece(NamedTuple):
    """A piece of a view: its text, where that stands in the source (start, end), and its style."""

    text: str
    start: int
    end: int
    style: str = ""

    @property
    def is_as_typed(self) -> bool:
        """Whether each character of it is one of the source's."""
        return len(self.text) == self.end - self.start


class View:
    """A text as it is to be read.

    Attributes:
        pieces: in order; they cover all of the text that is shown.
        formulas: where in the source a formula stands, with its dollars, in order.
    """

    def __init__(self, pieces: Iterable[Piece], formulas: Iterable[Range] = ()) -> None:
        self.pieces = tuple(pieces)
        self.formulas = tuple(formulas)

    @cached_property
    def text(self) -> str:
        """What is shown."""
        return text_of(self.pieces)

    def spans(self, style: str = "", matches: Sequence[Range] = ()) -> list[Span]:
        """The pieces with their own styles on top of `style`, and the matches lit.

        Args:
            matches: in the source, sorted, not overlapping.
        """
        return spans_of(laid(self.pieces, matches, "match"), style)


@lru_cache(maxsize=256)
def view(text: str) -> View:
    """How a text that is fit for display is to be read: formulas in Unicode, emphasis as a style."""
    if not NOTABLE.search(text):
        return View([Piece(text, 0, len(text))] if text else ())
    from paperterm.present.notation import read

    return read(text)


def text_of(pieces: Iterable[Piece]) -> str:
    """Their text."""
    return "".join(piece.text for piece in pieces)


def spans_of(pieces: Iterable[Piece], style: str = "") -> list[Span]:
    """Pieces as spans, on top of a style."""
    return [Span(piece.text, both(style, piece.style)) for piece in pieces if piece.text]


def both(style: str, over: str) -> str:
    """A style on top of another."""
    return f"{style} {over}" if style and over else style or over


def laid(pieces: Iterable[Piece], ranges: Sequence[Range], style: str) -> list[Piece]:
    """The pieces with a style laid over parts of the source; a piece that was rewritten has it as a whole.

    Args:
        ranges: sorted, not overlapping.
    """
    if not ranges:
        return list(pieces)
    made: list[Piece] = []
    first = 0
    for piece in pieces:
        while first < len(ranges) and ranges[first][1] <= piece.start:
            first += 1
        made += _laid(piece, ranges, first, style)
    return made


def _laid(piece: Piece, ranges: Sequence[Range], first: int, style: str) -> Iterator[Piece]:
    position = piece.start
    while first < len(ranges) and ranges[first][0] < piece.end:
        if not piece.is_as_typed:
            yield piece._replace(style=both(piece.style, style))
            return
        start, end = max(position, ranges[first][0]), min(piece.end, ranges[first][1])
        if start > position:
            yield _part(piece, position, start)
        if end > start:
            yield _part(piece, start, end)._replace(style=both(piece.style, style))
        position = end
        first += 1
    if position < piece.end or position == piece.start:
        yield _part(piece, position, piece.end)


def _part(piece: Piece, start: int, end: int) -> Piece:
    if (start, end) == (piece.start, piece.end):
        return piece
    return Piece(piece.text[start - piece.start : end - piece.start], start, end, piece.style)
