"""A LaTeX formula as it can be read in a terminal: `\\mathcal{O}(n^{-2})` is 𝒪(n⁻²)."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Mapping, Sequence

from paperterm.model.patterns import late
from paperterm.present.symbols import (
    ACCENTS,
    ALPHABETS,
    FUNCTIONS,
    LETTERS,
    OPERATORS,
    SUBSCRIPTS,
    SUPERSCRIPTS,
    WRAPPERS,
)
from paperterm.present.view import Piece, text_of

DEEPEST = 30
"""Groups inside one another; a formula with more is shown as it was typed."""

_TOKEN = late(r"\\[A-Za-z]+|\\.|\s+|.", re.DOTALL)
_SIZE = late(r"left|right|middle|[bB]igg?[lrm]?")
_FRACTIONS = ("frac", "dfrac", "tfrac", "cfrac", "nicefrac")
_SPACES = {r"\,", r"\;", r"\:", "\\ ", "~", r"\quad", r"\qquad", r"\\"}
_SILENT = {r"\!", r"\limits", r"\nolimits", r"\displaystyle", r"\textstyle", r"\rm", r"\nonumber"}
_SIGNS = {r"\|": "‖", "'": "′", "''": "″"}


class UnreadableFormula(Exception):
    """The formula cannot be taken apart."""


def formula(source: str, start: int, end: int, style: str = "") -> list[Piece]:
    """What stands between the dollars, in Unicode as far as Unicode goes; unknown macros stay as they are.

    Raises:
        UnreadableFormula: its groups do not balance or are too deep.
    """
    return _joined(_Formula(source, start, end).read(style))


def scripted(pieces: Sequence[Piece], sign: str) -> list[Piece] | None:
    """Pieces raised (`^`) or lowered (`_`); `None` when not all their characters exist in that form."""
    table = SUPERSCRIPTS if sign == "^" else SUBSCRIPTS
    text = "".join(piece.text for piece in pieces).replace(" ", "")
    if not text or any(character not in table for character in text):
        return None
    return [piece._replace(text="".join(table.get(c, "") for c in piece.text)) for piece in pieces]


def _joined(pieces: Sequence[Piece]) -> list[Piece]:
    """Neighbours that are as they were typed as one piece."""
    joined: list[Piece] = []
    for piece in pieces:
        if joined and piece.is_as_typed and joined[-1].is_as_typed:
            last = joined[-1]
            if last.end == piece.start and last.style == piece.style:
                joined[-1] = Piece(last.text + piece.text, last.start, piece.end, piece.style)
                continue
        joined.append(piece)
    return joined


class _Formula:
    """Reads a formula by recursive descent."""

    def __init__(self, source: str, start: int, end: int) -> None:
        self._tokens = [(match[0], match.start(), match.end()) for match in _TOKEN.finditer(source, start, end)]
        self._place = 0
        self._depth = 0

    def read(self, style: str) -> list[Piece]:
        return self._sequence("", style)

    def _peek(self) -> str:
        return self._tokens[self._place][0] if self._place < len(self._tokens) else ""

    def _next(self) -> tuple[str, int, int]:
        if self._place == len(self._tokens):
            raise UnreadableFormula
        self._place += 1
        return self._tokens[self._place - 1]

    def _skip_blanks(self) -> None:
        while self._peek().isspace():
            self._place += 1

    def _sequence(self, closing: str, style: str, *, is_script: bool = False) -> list[Piece]:
        """What comes up to the closing bracket, or to the end."""
        self._depth += 1
        if self._depth > DEEPEST:
            raise UnreadableFormula
        pieces: list[Piece] = []
        while self._place < len(self._tokens) or closing:
            token = self._next()
            if token[0] == closing:
                break
            self._atom(token, pieces, style, is_script)
        self._depth -= 1
        return pieces

    def _atom(self, token: tuple[str, int, int], pieces: list[Piece], style: str, is_script: bool) -> None:
        text, start, end = token
        if text == "{":
            pieces += self._sequence("}", style, is_script=is_script)
        elif text == "}" or text in (r"\begin", r"\end"):
            raise UnreadableFormula
        elif text in ("_", "^"):
            pieces += self._script(text, start, end, style)
        elif text.isspace() or text in _SPACES:
            if not (pieces and pieces[-1].text.endswith(" ")):
                pieces.append(Piece(" ", start, end, style))
        elif text in _SIGNS:
            pieces.append(Piece(_SIGNS[text], start, end, style))
        elif len(text) == 2 and text[0] == "\\" and not text[1].isalpha() and text not in _SILENT:
            pieces.append(Piece(text[1], start, end, style))
        elif text[0] == "\\":
            self._macro(token, pieces, style, is_script)
        else:
            pieces.append(Piece(text, start, end, style))

    def _argument(self, style: str, *, is_script: bool = False) -> list[Piece]:
        """A group, or the next token."""
        self._skip_blanks()
        pieces: list[Piece] = []
        token = self._next()
        if token[0] in ("_", "^"):
            raise UnreadableFormula
        self._depth += 1
        if self._depth > DEEPEST:
            raise UnreadableFormula
        self._atom(token, pieces, style, is_script)
        self._depth -= 1
        return pieces

    def _script(self, sign: str, start: int, end: int, style: str) -> list[Piece]:
        argument = self._argument(style, is_script=True)
        raised = scripted(argument, sign)
        if raised is not None:
            return raised
        if len(text_of(argument)) == 1:
            return [Piece(sign, start, end, style), *argument]
        last = argument[-1].end if argument else end
        return [Piece(f"{sign}(", start, end, style), *argument, Piece(")", last, last, style)]

    def _macro(self, token: tuple[str, int, int], pieces: list[Piece], style: str, is_script: bool) -> None:
        name, start, end = token[0][1:], token[1], token[2]
        if name in LETTERS:
            pieces.append(Piece(LETTERS[name], start, end, style))
        elif name in OPERATORS:
            self._operator(Piece(OPERATORS[name], start, end, style), pieces, is_script)
        elif name in FUNCTIONS:
            self._function(Piece(name, start, end, style), pieces)
        elif name in WRAPPERS:
            if self._peek() == "*":
                self._next()
            pieces += self._argument(style or WRAPPERS[name])
        elif name in ALPHABETS:
            pieces += _in_alphabet(self._argument(style), ALPHABETS[name])
        elif name in ACCENTS:
            pieces += _accented(name, self._argument(style), Piece(f"{name}(", start, end, style))
        else:
            pieces += self._structure(token, style)

    def _structure(self, token: tuple[str, int, int], style: str) -> list[Piece]:
        """Fractions, roots, sizes of brackets; an unknown macro with its argument as it was typed."""
        text, start, end = token
        if text[1:] in _FRACTIONS:
            upper, lower = self._argument(style), self._argument(style)
            between = upper[-1].end if upper else end
            return [*_bracketed(upper), Piece("/", between, between, style), *_bracketed(lower)]
        if text == r"\sqrt":
            return self._root(start, end, style)
        if _SIZE.fullmatch(text[1:]):
            if self._peek() == ".":
                self._next()
            return []
        if text in _SILENT:
            return []
        argument = self._as_typed(style) if self._peek() == "{" else []
        return [Piece(text, start, end, style), *argument]

    def _as_typed(self, style: str) -> list[Piece]:
        """The group after an unknown macro, with its braces."""
        _, start, end = self._next()
        inner = self._sequence("}", style)
        last = self._tokens[self._place - 1]
        return [Piece("{", start, end, style), *inner, Piece("}", last[1], last[2], style)]

    def _operator(self, piece: Piece, pieces: list[Piece], is_script: bool) -> None:
        """A space on either side, whatever was typed; none in a script, at the beginning or behind another sign."""
        had_blank = self._peek().isspace()
        self._skip_blanks()
        before = text_of(pieces[-2:]).rstrip()
        is_binary = bool(before) and (before[-1].isalnum() or before[-1] in ")]}′⟩⌉⌋‖|*")
        if is_script and pieces and pieces[-1].text == " ":
            pieces.pop()
        if is_script or not is_binary:
            pieces.append(piece)
            return
        blank = "" if pieces[-1].text.endswith(" ") else " "
        after = " " if had_blank or (self._peek() not in ("", "}", "_", "^")) else ""
        pieces.append(piece._replace(text=f"{blank}{piece.text}{after}"))

    def _function(self, piece: Piece, pieces: list[Piece]) -> None:
        before = " " if pieces and pieces[-1].text[-1:].isalnum() else ""
        after = self._peek()
        is_close = not after or after.isspace() or after in "_^({[|)}],.;:" or after == r"\left"
        pieces.append(piece._replace(text=f"{before}{piece.text}{'' if is_close else ' '}"))

    def _root(self, start: int, end: int, style: str) -> list[Piece]:
        degree: list[Piece] = []
        if self._peek() == "[":
            self._next()
            degree = self._sequence("]", style)
            raised = scripted(degree, "^")
            degree = raised if raised is not None else [*degree, Piece("-", end, end, style)]
        return [*degree, Piece("√", start, end, style), *_bracketed(self._argument(style))]


def _bracketed(pieces: list[Piece]) -> list[Piece]:
    """In brackets if there is more than one name or number."""
    text = text_of(pieces)
    if len(text) == 1 or text.isdecimal() or not pieces:
        return pieces
    first, last = pieces[0], pieces[-1]
    return [Piece("(", first.start, first.start, first.style), *pieces, Piece(")", last.end, last.end, last.style)]


def _in_alphabet(pieces: list[Piece], alphabet: Mapping[str, str]) -> list[Piece]:
    return [piece._replace(text="".join(alphabet.get(c, c) for c in piece.text)) for piece in pieces]


def _accented(name: str, pieces: list[Piece], opening: Piece) -> list[Piece]:
    """A mark over (or under) one letter; for more of them the name of the accent, as of a function."""
    if len(text_of(pieces)) == 1 and text_of(pieces).isalnum():
        return [
            piece._replace(text=unicodedata.normalize("NFC", piece.text + ACCENTS[name])) if piece.text else piece
            for piece in pieces
        ]
    end = pieces[-1].end if pieces else opening.end
    return [opening, *pieces, Piece(")", end, end, opening.style)]
