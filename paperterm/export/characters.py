"""Single characters as LaTeX, and the LaTeX commands that are single characters."""

from __future__ import annotations

import re
import unicodedata
from functools import lru_cache, partial

from paperterm.export.formulas import normal_form, unicode_symbol

ACCENTS = {
    "`": "\u0300",
    "'": "\u0301",
    "^": "\u0302",
    "~": "\u0303",
    "=": "\u0304",
    "u": "\u0306",
    ".": "\u0307",
    '"': "\u0308",
    "r": "\u030a",
    "H": "\u030b",
    "v": "\u030c",
    "d": "\u0323",
    "textcommabelow": "\u0326",
    "c": "\u0327",
    "k": "\u0328",
    "b": "\u0331",
}
"""LaTeX's accent commands and the combining characters of Unicode."""

MOST_ACCENTS = 3
"""Accents on one letter; Vietnamese has two."""

_COMMANDS = {mark: command for command, mark in ACCENTS.items()}
_BELOW = frozenset("\u0323\u0326\u0327\u0328\u0331")

_NAMED = {
    pair[0]: pair[1:]
    for pair in """
        ßss æae ÆAE œoe ŒOE åaa ÅAA øo ØO łl ŁL đdj ĐDJ ðdh ÐDH þth ÞTH ŋng ŊNG ıi ȷj
        <textless >textgreater |textbar …ldots §S ¶P £pounds ©copyright †dag ‡ddag
        ®textregistered ™texttrademark °textdegree ·textperiodcentered •textbullet €texteuro ¥textyen ¢textcent
        ¡textexclamdown ¿textquestiondown «guillemotleft »guillemotright ‹guilsinglleft ›guilsinglright
        „quotedblbase ‚quotesinglbase ½textonehalf ¼textonequarter ¾textthreequarters ªtextordfeminine
        ºtextordmasculine №textnumero ‰textperthousand
        """.split()  # noqa: SIM905 - a table in lines reads better than a list of sixty strings
}

SYMBOLS = {name: character for character, name in _NAMED.items()} | {
    "textbackslash": "\\",
    "textasciitilde": "~",
    "textasciicircum": "^",
    "textbraceleft": "{",
    "textbraceright": "}",
    "textunderscore": "_",
    "textdollar": "$",
    "textquotedbl": '"',
    "textquotedblleft": "“",
    "textquotedblright": "”",
    "textquoteleft": "‘",
    "textquoteright": "’",
    "textendash": "–",
    "textemdash": "—",
    "textellipsis": "…",
    "dots": "…",
    "textsection": "§",
    "textparagraph": "¶",
    "textsterling": "£",
    "textcopyright": "©",
    "textdagger": "†",
    "textdaggerdbl": "‡",
}
"""Text commands without an argument, and the characters that they are."""

_DOTTED = str.maketrans("ıȷ", "ij")  # under an accent both forms look alike
_SPECIAL = {
    "\\": r"\textbackslash{}",
    "{": r"{\textbraceleft}",
    "}": r"{\textbraceright}",
    "$": r"\$",
    "&": r"\&",
    "%": r"\%",
    "#": r"\#",
    "_": r"\_",
    "^": r"\textasciicircum{}",
    "~": r"\textasciitilde{}",
    "<": r"{\textless}",
    ">": r"{\textgreater}",
    "|": r"{\textbar}",
}
_PUNCTUATION = {
    "“": "``",
    "”": "''",
    "‘": "`",
    "’": "'",
    "–": "--",
    "—": "---",
    "‐": "-",
    "‑": "-",
    "‒": "--",
    "―": "---",
    "\u00a0": "~",
    "\ufffd": "?",
}
_NO_SYMBOLS = frozenset(_NAMED) | frozenset(_PUNCTUATION)
_PIECES = re.compile(r'[\\{}$&%#_^~<>|]|"|[A-Za-z][\u0300-\u036f]+|[^\x20-\x7e]+')
_ASCII_PIECES = re.compile(r'[\\{}$&%#_^~<>|"]')
_BEYOND_ASCII = re.compile(r"[A-Za-z][\u0300-\u036f]+|[^\x00-\x7f][\u0300-\u036f]*")
_CHARACTERS = re.compile(r".[\u0300-\u036f]*", re.DOTALL)
_OPENS_QUOTATION = frozenset(" ([{-/–—`“‘=")


def encode_characters(text: str, before: str = "", *, ascii_only: bool, braced: bool = False) -> str:
    """Characters none of which is meant as LaTeX.

    Args:
        before: the character that stands before the text (a straight quotation mark opens or closes accordingly).
        braced: formulas in braces, as a title needs them.
    """
    pieces = _PIECES if ascii_only else _ASCII_PIECES
    return pieces.sub(partial(_encode_piece, before=before, braced=braced), text)


def _encode_piece(match: re.Match[str], before: str, braced: bool) -> str:
    piece = match[0]
    if piece in _SPECIAL:
        return _SPECIAL[piece]
    if piece == '"':
        previous = match.string[match.start() - 1] if match.start() else before
        return "``" if not previous or previous in _OPENS_QUOTATION else "''"
    return _encode_run(piece, braced)


@lru_cache(maxsize=8192)
def _encode_run(run: str, braced: bool) -> str:
    """A run of characters beyond ASCII; symbols next to one another share a formula."""
    output: list[str] = []
    formula: list[str] = []
    for cluster in [*_CHARACTERS.findall(run), ""]:
        latex = _symbol(cluster)
        if latex is not None:
            formula.append(latex)
            continue
        if formula:
            output += [f"{{${latex}$}}" if braced else f"${latex}$" for latex in _join(formula)]
            formula.clear()
        output.append(_encode_cluster(cluster))
    return "".join(output)


def _join(symbols: list[str]) -> list[str]:
    """Symbols one after another as one formula, `^{-}` and `^{2}` as one superscript; as several if TeX refuses one."""
    joined = ""
    for latex in symbols:
        script = re.search(r"([\^_])\{([^{}]*)\}\Z", joined)
        if script and latex[0] == script[1]:
            joined = joined[:-1] + latex[2:]
        elif latex[0].isalpha() and re.search(r"\\[A-Za-z]+\Z", joined):
            joined += " " + latex
        else:
            joined += latex
    return [joined] if normal_form(joined) == joined else symbols


def _encode_cluster(cluster: str) -> str:
    """One character with its combining marks; what `transliterate` leaves over is as it is."""
    if cluster in _PUNCTUATION:
        return _PUNCTUATION[cluster]
    if cluster in _NAMED:
        return rf"{{\{_NAMED[cluster]}}}"
    return _letter(cluster) or cluster


@lru_cache(maxsize=4096)
def _letter(cluster: str) -> str:
    r"""A letter with accents, such as `{\'e}`; empty if it is none. Accents below go outside, where LaTeX sets them."""
    decomposed = unicodedata.normalize("NFD", cluster)
    base, marks = decomposed[:1].translate(_DOTTED), decomposed[1:]
    if not 1 <= len(marks) <= MOST_ACCENTS or not all(mark in _COMMANDS for mark in marks):
        return ""
    latex = (
        base if base.isascii() and base.isalpha() else rf"\{_NAMED[base]}" if base in _NAMED and base.isalpha() else ""
    )
    if not latex:
        return ""
    for mark in sorted(marks, key=_BELOW.__contains__):
        command = _COMMANDS[mark]
        latex = rf"\{command}{latex}" if len(latex) == 1 and not command.isalpha() else rf"\{command}{{{latex}}}"
    return f"{{{latex}}}"


def transliterate(text: str) -> str:
    """A text in which every character is ASCII or has a LaTeX command: what has none becomes its sound or its name."""
    return text if text.isascii() else _BEYOND_ASCII.sub(lambda match: _transliterated(match[0]), text)


@lru_cache(maxsize=8192)
def _transliterated(cluster: str) -> str:
    if cluster.isascii() or cluster in _NO_SYMBOLS or _letter(cluster) or _symbol(cluster):
        return cluster
    if len(cluster) > 1:
        return "".join(_transliterated(character) for character in cluster)
    simple = unicodedata.normalize("NFKC", cluster)
    if simple != cluster:
        return transliterate(simple)
    from anyascii import anyascii

    return anyascii(cluster) or ("" if unicodedata.category(cluster)[0] in "MC" else "?")


def mask_symbols(text: str) -> str:
    """The text with a mark in the place of every character that becomes a formula: those are no letters of words."""
    return text if text.isascii() else "".join("•" if _symbol(character) else character for character in text)


def _symbol(cluster: str) -> str | None:
    """The formula of a mathematical character; no lone accent, and nothing that is better written as text."""
    if (
        cluster.isascii()
        or len(cluster) != 1
        or cluster in _NO_SYMBOLS
        or unicodedata.combining(cluster)
        or _letter(cluster)
    ):
        return None
    return unicode_symbol(cluster)
