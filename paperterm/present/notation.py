"""The view of a text in which LaTeX and Markdown can be read: formulas in Unicode, emphasis as a style.

Only what is recognised is changed; everything else stays as it was typed.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable
from functools import cached_property

from paperterm.model.patterns import late
from paperterm.present.formula import UnreadableFormula, formula, scripted
from paperterm.present.symbols import FOREIGN_LETTERS, LETTERS, MARKS, OPERATORS, SWITCHES, WORDS, WRAPPERS
from paperterm.present.view import NOTABLE, Piece, Range, View

LONGEST_FORMULA = 400
"""Characters between two dollars; more is a text that has two dollars in it."""
LONGEST_EMPHASIS = 600
DEEPEST = 20
"""Emphasis and groups inside one another; what is deeper stays as it was typed."""

_LINK = late(r"(?:https?://|www\.)\S+")
_DOLLARS = late(
    rf"\$\$(?P<display>[^$]{{1,{LONGEST_FORMULA}}})\$\$"
    rf"|\$(?=\S)(?P<inline>(?:[^$\\]|\\.){{1,{LONGEST_FORMULA}}})(?<=\S)\$(?!\d)"
)
_BRACKETS = late(
    rf"\\\((?P<round>(?:[^$\\]|\\[^()]){{1,{LONGEST_FORMULA}}})\\\)"
    rf"|\\\[(?P<square>(?:[^$\\]|\\[^\[\]]){{1,{LONGEST_FORMULA}}})\\\]"
)
_PROSE = late(r"[^\W\d_]{3,}")
_ACCENT = late(
    r"(?P<brace>\{)?\\(?:(?P<sign>['\"`^~=.])\s?|(?P<letter>[Hcvukrd])(?=\s*\{|\s))"
    r"\s*(?:\{(?P<in>\\?[A-Za-z])\}|(?P<bare>\\[ij](?![A-Za-z])|[A-Za-z]))(?(brace)\})"
)
_MACRO = late(r"\\([A-Za-z]+)")
_ESCAPED = late(r"\\([%&#_${}])|\\(?= )")
_SWITCH = late(r"\{\\(em|it|sl|bf|tt)(?![A-Za-z])\s*")
_QUOTE = late(r"``(?=\S)|''|(?<!\w)`(?=\w)(?=[^`'\n]{1,80}'(?!\w))")
_CODE = late(r"(?<![`\w])`(?=[^\s`])([^`'\n]{1,200})(?<=[^\s`])`(?![`\w])")
_STRONG = late(rf"(?<![\w*])\*\*(?=[^\s*])([^*\n]{{1,{LONGEST_EMPHASIS}}})(?<=\S)\*\*(?![\w*])")
_STARRED = late(rf"(?<![\w*^])\*(?=[^\s*])([^*\n]{{1,{LONGEST_EMPHASIS}}})(?<=\S)\*(?![\w*])")
_UNDERLINED = late(rf"(?<![\w_\\])_(?=[^\s_])((?:[^_\n]|(?<=\w)_(?=\w)){{1,{LONGEST_EMPHASIS}}})(?<=\S)_(?![\w_])")
_DASH = late(r"(?<!-)(?:---|(?<=[\w)\].,;'”’%])--(?=[\w(\[“‘\\$])|(?<=\s)--(?=\s))(?!-)")
_TIE = late(r"(?<=[A-Za-z.\]])~(?=[\w\\$])")
_SCRIPT = late(r"[_^](?:\{([^{}]{1,40})\}|(-?\d+|\w)(?!\w))")
_BASES = {"^": late(r"[\w)\]}]\Z"), "_": late(r"(?:(?<!\w)[A-Za-zα-ωΑ-Ω]|\))\Z")}
"""What may stand before a script outside of dollars: snake_case is none."""


def read(text: str) -> View:
    """The view of a text that is fit for display."""
    reader = _Reader(text)
    return View(reader.read(), reader.formulas)


class _Reader:
    """Goes through a text once; each method tries to read one kind of notation and says where the text goes on."""

    def __init__(self, text: str) -> None:
        self._text = text
        self._pieces: list[Piece] = []
        self.formulas: list[Range] = []
        self._depth = 0
        self._has_quote = False
        self._readers: dict[str, tuple[Callable[[int, int, str], int], ...]] = {
            "h": (self._link,),
            "w": (self._link,),
            "$": (self._formula,),
            "\\": (self._formula, self._accent, self._macro, self._escaped),
            "{": (self._accent, self._switch),
            "`": (self._code, self._quote),
            "'": (self._quote,),
            "*": (self._emphasis,),
            "_": (self._emphasis, self._script),
            "^": (self._script,),
            "-": (self._dash,),
            "~": (self._tie,),
        }

    def read(self) -> list[Piece]:
        self._read(0, len(self._text), "")
        return self._pieces

    def _read(self, start: int, end: int, style: str) -> None:
        self._depth += 1
        position = start
        while match := NOTABLE.search(self._text, position, end):
            at = match.start()
            self._keep(position, at, style)
            position = self._notation(at, end, style)
            if position == at:
                position = match.end()
                self._keep(at, position, style)
        self._keep(position, end, style)
        self._depth -= 1

    def _notation(self, at: int, end: int, style: str) -> int:
        for read in self._readers[self._text[at]]:
            position = read(at, end, style)
            if position > at:
                return position
        return at

    def _keep(self, start: int, end: int, style: str) -> None:
        if start < end:
            self._pieces.append(Piece(self._text[start:end], start, end, style))

    def _put(self, text: str, start: int, end: int, style: str) -> int:
        self._pieces.append(Piece(text, start, end, style))
        return end

    def _inner(self, start: int, end: int, style: str) -> None:
        """What stands between two marks; not read further when it is deep inside others."""
        if self._depth < DEEPEST:
            self._read(start, end, style)
        else:
            self._keep(start, end, style)

    # Mathematics

    def _formula(self, at: int, end: int, style: str) -> int:
        match = (_DOLLARS if self._text[at] == "$" else _BRACKETS).match(self._text, at, end)
        if match is None or not match.lastgroup:
            return at
        content = match[match.lastgroup]
        if not content.strip() or (match.lastgroup == "inline" and _is_prose(content)):
            return at
        try:
            self._pieces += formula(self._text, *match.span(match.lastgroup), style)
        except UnreadableFormula:
            self._keep(at, match.end(), style)
        self.formulas.append(match.span())
        return match.end()

    def _script(self, at: int, end: int, style: str) -> int:
        """`x^{2}`, `L_2` without dollars, where Unicode has all of it."""
        match = _SCRIPT.match(self._text, at, end)
        if match is None or not (self._is_behind_symbol(at) or _BASES[self._text[at]].search(self._text, at - 2, at)):
            return at
        group = 1 if match[1] is not None else 2
        is_apart = " " in match[group]
        raised = None if is_apart else scripted([Piece(match[group], *match.span(group), style)], self._text[at])
        if raised is None and group == 2:
            return at
        try:
            self._pieces += raised or self._bracketed(match, style)
        except UnreadableFormula:
            return at
        return match.end()

    def _bracketed(self, match: re.Match[str], style: str) -> list[Piece]:
        start, end = match.span(1)
        inner = formula(self._text, start, end, style)
        return [Piece(f"{match[0][0]}(", match.start(), start, style), *inner, Piece(")", end, end + 1, style)]

    def _is_behind_symbol(self, at: int) -> bool:
        """Whether a letter or sign stands before this that LaTeX has a name for."""
        last = self._pieces[-1] if self._pieces else Piece("", 0, 0)
        return last.end == at and len(last.text) == 1 and last.end - last.start > 2

    # LaTeX

    def _accent(self, at: int, end: int, style: str) -> int:
        match = _ACCENT.match(self._text, at, end)
        if match is None:
            return at
        letter = (match["in"] or match["bare"]).removeprefix("\\")
        made = unicodedata.normalize("NFC", letter + MARKS[match["sign"] or match["letter"]])
        return self._put(made, at, match.end(), style) if len(made) == 1 else at

    def _macro(self, at: int, end: int, style: str) -> int:
        match = _MACRO.match(self._text, at, end)
        if match is None:
            return at
        name, after = match[1], match.end()
        if name in WRAPPERS and self._text[after : after + 1] == "{":
            closing = self._closing.get(after, end)
            if closing < end:
                self._inner(after + 1, closing, style or WRAPPERS[name])
                return closing + 1
            return at
        made = WORDS.get(name) or FOREIGN_LETTERS.get(name) or LETTERS.get(name) or OPERATORS.get(name)
        if made is None:
            return at
        following = self._text[after : min(after + 2, end)]
        if following == "{}":
            after += 2
        elif following[:1] == (" " if name in FOREIGN_LETTERS else "." if made.endswith(".") else None):
            after += 1
        return self._put(made, at, after, style)

    def _escaped(self, at: int, end: int, style: str) -> int:
        match = _ESCAPED.match(self._text, at, end)
        return at if match is None else self._put(match[1] or "", at, match.end(), style)

    def _switch(self, at: int, end: int, style: str) -> int:
        match = _SWITCH.match(self._text, at, end)
        closing = self._closing.get(at, end) if match else end
        if match is None or closing >= end:
            return at
        self._inner(match.end(), closing, style or SWITCHES[match[1]])
        return closing + 1

    @cached_property
    def _closing(self) -> dict[int, int]:
        """Where each brace that is opened is closed."""
        closing: dict[int, int] = {}
        opened: list[int] = []
        for match in re.finditer(r"\\.|[{}]", self._text, re.DOTALL):
            if match[0] == "{":
                opened.append(match.start())
            elif match[0] == "}" and opened:
                closing[opened.pop()] = match.start()
        return closing

    # Markdown and typing

    def _link(self, at: int, end: int, style: str) -> int:
        match = _LINK.match(self._text, at, end)
        if match is None:
            return at
        self._keep(at, match.end(), style)
        return match.end()

    def _code(self, at: int, end: int, style: str) -> int:
        match = _CODE.match(self._text, at, end)
        return at if match is None else self._put(match[1], at + 1, match.end() - 1, "code") + 1

    def _emphasis(self, at: int, end: int, style: str) -> int:
        is_strong = self._text.startswith("**", at)
        pattern = _UNDERLINED if self._text[at] == "_" else _STRONG if is_strong else _STARRED
        match = pattern.match(self._text, at, end)
        if match is None:
            return at
        self._inner(*match.span(1), style or ("strong" if is_strong else "emphasis"))
        return match.end()

    def _quote(self, at: int, end: int, style: str) -> int:
        match = _QUOTE.match(self._text, at, end)
        if match is None or (match[0] == "''" and not self._has_quote):
            return at
        if match[0] == "`":
            closing = self._text.index("'", at)
            self._put("‘", at, at + 1, style)
            self._inner(at + 1, closing, style)
            return self._put("’", closing, closing + 1, style)
        self._has_quote = match[0] == "``"
        return self._put("“" if self._has_quote else "”", at, match.end(), style)

    def _dash(self, at: int, end: int, style: str) -> int:
        match = _DASH.match(self._text, at, end)
        return at if match is None else self._put("—" if len(match[0]) == 3 else "–", at, match.end(), style)

    def _tie(self, at: int, end: int, style: str) -> int:
        match = _TIE.match(self._text, at, end)
        return at if match is None else self._put(" ", at, match.end(), style)


def _is_prose(content: str) -> bool:
    """Whether it is rather what stands between two prices than a formula."""
    return not any(mark in content for mark in "\\^_{") and " " in content and bool(_PROSE.search(content))
