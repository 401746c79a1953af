r"""Text as LaTeX takes it in a bibliography, whatever the text is.

A text may be plain or hold LaTeX already (accents, `\%`, `\emph{…}`, formulas); what is known is kept, everything
else is escaped. Two rules go beyond LaTeX: BibTeX counts braces without regard to backslashes, so no lone brace may
be written even escaped; and its styles lower-case titles except what stands in braces.
Writing what was written changes nothing: `encode(encode(text)) == encode(text)`.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Iterator
from itertools import groupby
from typing import Literal, NamedTuple

from paperterm.export.characters import ACCENTS, MOST_ACCENTS, SYMBOLS, encode_characters, mask_symbols, transliterate
from paperterm.export.formulas import find_formula

_STYLES = (
    "emph|textbf|textit|texttt|textsc|textrm|textsf|textsl|textmd|textup|textnormal|underline|mbox"
    "|textsuperscript|textsubscript"
)
_STYLE = re.compile(rf"\\(?:{_STYLES})(?={{)")
_SWITCH = re.compile(r"\{\\(em|bf|it|tt|sc|rm|sf|sl)(?![A-Za-z])\s*")
_SWITCHED = {"em": r"\emph"}  # the others are `\text…`

_ACCENT = re.compile(r"\\(?:([`'^\"~=.])|(textcommabelow|[uvHcdbkr])(?=[\s{\\]))\s*")
_ACCENTED = re.compile(r"\\([ij])(?![A-Za-z])\s*|([A-Za-z])")
_SYMBOL = re.compile(r"\\([A-Za-z]+)(?:\{\}|\s+)?")
_LOGO = re.compile(r"\\((?:La)?TeX)(?![A-Za-z])(?:\{\}|\s*(?=\}))?")
_STOP = re.compile(r"[\\{}$]")

_INVISIBLE = re.compile(
    "[\x00-\x1f\x7f-\x9f\u00ad\u034f\u061c\u180e\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufe00-\ufe0f\ufeff\ufff0-\ufffb"
    "\ud800-\udfff\ufdd0-\ufdef\U000e0000-\U000e0fff"
    + "".join(chr(plane << 16 | low) for plane in range(17) for low in (0xFFFE, 0xFFFF))
    + "]"
)
# A word of a title with its hyphenated parts; `A*` and `A+` are names, not the article.
_WORD = r"(?:[^\W_][\u0300-\u036f]*)+"
_WORDS = re.compile(rf"(?<=[\s(])A[*+]+(?=\s)|{_WORD}(?:['’-]{_WORD})*")


class _Token(NamedTuple):
    """A piece of a text: characters, a brace, a formula (without dollars), or a style before its brace."""

    kind: Literal["text", "open", "close", "formula", "style", "logo"]
    text: str
    source: str = ""


def encode(text: str, *, ascii_only: bool = True, title: bool = False) -> str:
    """A text as the value of a BibTeX field, without the braces round it: one line, braces balanced.

    Args:
        ascii_only: characters beyond ASCII as LaTeX; what LaTeX has no command for is transliterated.
        title: put braces round what styles must not lower-case (acronyms, names of models, formulas).
    """
    text = tidy(text)
    if not title and _STOP.search(text) is None:
        return " ".join(encode_characters(transliterate(text) if ascii_only else text, ascii_only=ascii_only).split())
    tokens = list(_tokens(text))
    if not _is_balanced(tokens):
        tokens = [_as_text(token) for token in tokens]
    return _render(_merge(tokens), ascii_only=ascii_only, title=title)


def decode(text: str) -> str:
    """The plain text of what may hold LaTeX: accents as Unicode, without grouping braces and styles."""
    text = tidy(text)
    if _STOP.search(text) is None:
        return text
    parts = {"text": "{}", "formula": "${}$"}
    plain = "".join(parts.get(token.kind, "").format(token.text) for token in _tokens(text))
    return tidy(plain)


def tidy(text: str) -> str:
    """One line in NFC without control and invisible characters."""
    if text.isascii() and text.isprintable() and "  " not in text:
        return text.strip()
    return " ".join(unicodedata.normalize("NFC", _INVISIBLE.sub("", " ".join(text.split()))).split())


def _render(tokens: Iterable[_Token], *, ascii_only: bool, title: bool) -> str:
    depth = 0
    before = ""
    output: list[str] = []
    for token in tokens:
        if token.kind == "text":
            text = transliterate(token.text) if ascii_only else token.text
            if title and depth == 0:
                output.append(_protect(text, before, ascii_only))
            else:
                output.append(encode_characters(text, before, ascii_only=ascii_only))
        elif token.kind == "formula":
            output.append(f"{{${token.text}$}}" if title and depth == 0 else f"${token.text}$")
        else:
            depth += {"open": 1, "close": -1}.get(token.kind, 0)
            output.append(token.text)
        before = {"text": token.text[-1:], "open": "(", "style": before}.get(token.kind, ")")
    return " ".join("".join(output).split())


def _protect(text: str, before: str, ascii_only: bool) -> str:
    """A stretch of a title, with braces round the words whose capitals matter."""
    output: list[str] = []
    position = 0
    for start, end in _protected(mask_symbols(text) if ascii_only else text):
        between = text[position:start]
        output.append(encode_characters(between, before, ascii_only=ascii_only, braced=True))
        output.append("{" + encode_characters(text[start:end], ascii_only=ascii_only) + "}")
        before = text[end - 1]
        position = end
    output.append(encode_characters(text[position:], before, ascii_only=ascii_only, braced=True))
    return "".join(output)


def _protected(text: str) -> Iterator[tuple[int, int]]:
    """Where braces go: round `BERT` in `BERT-Based`, round the whole of `GPT-4`."""
    for word in _WORDS.finditer(text):
        start = word.start()
        for run in _part_runs(word[0].split("-")):
            length = len("-".join(run))
            if any(_has_capitals(part) for part in run) and not _is_beside_mark(text, start, length):
                yield start, start + length
            start += length + 1


def _part_runs(parts: list[str]) -> Iterator[list[str]]:
    """The parts of a hyphenated word; capitals and the numbers next to them stay together."""
    run: list[str] = []
    for part in parts:
        if _has_capitals(part) or part.isdecimal():
            run.append(part)
            continue
        if run:
            yield run
        yield [part]
        run = []
    if run:
        yield run


def _is_beside_mark(text: str, start: int, length: int) -> bool:
    """Whether it is a single letter beside a mark, as in `Q&A` or `C:`, and no name of its own as in `K-means`."""
    neighbours = text[max(start - 1, 0) : start] + text[start + length : start + length + 1]
    return length == 1 and any(character.isascii() and character not in " -" for character in neighbours)


def _has_capitals(part: str) -> bool:
    """Whether lower-casing all but its first letter, or that one too, would spoil it (`GPT`, `mBERT`, `T5`, `K`)."""
    if len(part) == 1:
        return part.isupper() and part != "A"
    has_digit_or_mark = any(not character.isalpha() and character not in "'’" for character in part)
    return any(character.isupper() for character in (part if has_digit_or_mark else part[1:]))


def _merge(tokens: list[_Token]) -> Iterator[_Token]:
    """Neighbouring characters as one token, so that words are whole."""
    for is_text, group in groupby(tokens, key=lambda token: token.kind == "text"):
        if is_text:
            yield _Token("text", unicodedata.normalize("NFC", "".join(token.text for token in group)))
        else:
            yield from group


def _is_balanced(tokens: list[_Token]) -> bool:
    depth = 0
    for token in tokens:
        depth += {"open": 1, "close": -1}.get(token.kind, 0)
        if depth < 0:
            return False
    return depth == 0


def _as_text(token: _Token) -> _Token:
    return token if token.kind == "formula" else _Token("text", token.source or token.text)


def _tokens(text: str) -> Iterator[_Token]:
    position = 0
    while stop := _STOP.search(text, position):
        if stop.start() > position:
            yield _Token("text", text[position : stop.start()])
        position = stop.start()
        if stop[0] == "}":
            yield _Token("close", "}")
            position += 1
        else:
            read = {"{": _read_brace, "$": _read_formula, "\\": _read_backslash}[stop[0]]
            tokens, position = read(text, position) or ([_Token("text", stop[0])], position + 1)
            yield from tokens
    if position < len(text):
        yield _Token("text", text[position:])


_Read = tuple[list[_Token], int]


def _read_formula(text: str, start: int) -> _Read | None:
    formula = find_formula(text, start)
    return formula and ([_Token("formula", formula.latex)], formula.end)


def _read_brace(text: str, start: int) -> _Read:
    r"""`{\'e}` and `{\ss}` as what is in them, `{\em …}` as a style, else an opening brace."""
    inner = start + 1
    if (logo := _LOGO.match(text, inner)) and text.startswith("}", logo.end()):
        return [_Token("logo", rf"{{\{logo[1]}}}", logo[0])], logo.end() + 1
    character = _read_accent(text, inner, is_braced=True) or _read_symbol(text, inner)
    if character and text.startswith("}", character[1]):
        return [_Token("text", character[0])], character[1] + 1
    if switch := _SWITCH.match(text, start):
        style = _SWITCHED.get(switch[1], rf"\text{switch[1]}")
        return [_Token("style", style, "{"), _Token("open", "{", switch[0][1:])], switch.end()
    return [_Token("open", "{")], inner


def _read_backslash(text: str, start: int) -> _Read | None:
    following = text[start + 1 : start + 2]
    if following == "(":
        return _read_formula(text, start)
    if following and following in "&%#_${}":
        return [_Token("text", following)], start + 2
    if following == " " and text[start - 1 : start] == "." and start > 0:
        return [_Token("text", " ")], start + 2  # the space after "et al.\ "
    if character := _read_accent(text, start) or _read_symbol(text, start):
        return [_Token("text", character[0])], character[1]
    return _read_command(text, start)


def _read_command(text: str, start: int) -> _Read | None:
    r"""`\LaTeX`, or a style before its brace."""
    if logo := _LOGO.match(text, start):
        return [_Token("logo", rf"{{\{logo[1]}}}", logo[0])], logo.end()
    if style := _STYLE.match(text, start):
        return [_Token("style", style[0]), _Token("open", "{")], style.end() + 1
    return None


def _read_symbol(text: str, start: int) -> tuple[str, int] | None:
    match = _SYMBOL.match(text, start)
    character = SYMBOLS.get(match[1]) if match else None
    return (character, match.end()) if match and character else None


def _read_accent(text: str, start: int, *, is_braced: bool = False, level: int = 0) -> tuple[str, int] | None:
    r"""An accented letter: `\'e`, `\'{e}`, `\v s`, `\'{\^e}`. Without any brace only what Unicode has composed."""
    head = _ACCENT.match(text, start)
    if head is None or level >= MOST_ACCENTS:
        return None
    opening = text.startswith("{", head.end())
    position = head.end() + opening
    if match := _ACCENTED.match(text, position):
        letter, end = match[1] or match[2], match.end()
    elif opening and (
        base := _read_accent(text, position, is_braced=True, level=level + 1) or _read_symbol(text, position)
    ):
        letter, end = base
    else:
        return None
    if opening:
        if not text.startswith("}", end):
            return None
        end += 1
    if not letter[0].isalpha():
        return None
    accented = unicodedata.normalize("NFC", letter + ACCENTS[head[1] or head[2]])
    return (accented, end) if opening or is_braced or len(accented) == 1 else None
