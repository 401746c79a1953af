"""Words of a text, for documents, queries and highlighting alike.

A *chunk* is a run of letters and digits, kept together over single inner `-`, `–`, `/`, `'`, `_`, `^`, over a closing
`(3)` and with a final `++` or `#`: `non-convex`, `SE(3)`, `K-FAC`, `L_2`, `C++`. Of a chunk every part is a word, and
all parts joined (`nonconvex`, `se3`, `kfac`, `l2`); with three or four parts each adjacent two joined as well. A part
that mixes letters and digits (`gpt4`) also gives its runs, CamelCase its pieces. Words are lower case without accents,
in American spelling; Greek letters are spelt out. Chinese, Japanese and Korean text gives overlapping pairs.

Places count in quarters of a chunk, so that parts of one chunk are nearer to one another than chunks are.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Iterable, Iterator
from functools import cache, lru_cache
from itertools import pairwise
from typing import NamedTuple

from paperterm.search.plain import plain, plain_with_places
from paperterm.search.spelling import american

VERSION = 3
"""Changes whenever the same text would give other words, so that an index made before is made anew."""

PARTS = 4
"""Places of one chunk."""

LONGEST_WORD = 64
"""Characters of a word that count; what is longer is no word that anybody types."""

_CJK = (
    "\u1100-\u11ff\u3040-\u30ff\u3130-\u318f\u31f0-\u31ff\u3400-\u4dbf\u4e00-\u9fff\ua960-\ua97f\uac00-\ud7ff"
    "\uf900-\ufaff\uff66-\uff9f\U00020000-\U0003ffff"
)
# Marks that belong to the letter before them, of scripts that are in use; Python's \w does not cover them.
_MARKS = (
    "\u0300-\u036f\u0591-\u05bd\u05bf\u05c1\u05c2\u0610-\u061a\u064b-\u065f\u0670\u0900-\u0903\u093a-\u094f\u0962\u0963"
    "\u0981-\u0983\u09bc-\u09d7\u0a01-\u0a51\u0a81-\u0acd\u0b01-\u0b57\u0b82\u0bbe-\u0bd7\u0c00-\u0c04\u0c3e-\u0c56"
    "\u0c81-\u0c83\u0cbc-\u0cd6\u0d00-\u0d03\u0d3b-\u0d57\u0e31\u0e34-\u0e3a\u0e47-\u0e4e\u3099\u309a"
)
_LETTER = f"(?:[^\\W_{_CJK}]|[{_MARKS}])"
_CHUNK = re.compile(f"[{_CJK}]+|{_LETTER}+(?:[-–‐‑/'’_^]{_LETTER}+)*(?:\\(\\d{{1,3}}\\))?(?:\\+\\+|\\#(?!{_LETTER}))?")
_ASCII_CHUNK = re.compile(r"[A-Za-z0-9]+(?:[-/'_^][A-Za-z0-9]+)*(?:\(\d{1,3}\))?(?:\+\+|#(?![A-Za-z0-9]))?")
_CJK_RUN = re.compile(f"[{_CJK}]+")
_PART = re.compile(f"{_LETTER}+")
_RUN = re.compile(r"\d+|[^\W\d_]+")
_CAMEL = re.compile(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+")
_SPELT_OUT = {"ø": "o", "ł": "l", "đ": "d", "ð": "d", "þ": "th", "æ": "ae", "œ": "oe", "ı": "i", "ß": "ss", "ħ": "h"}
# What can never stand in a chunk becomes a blank; the rest is left to the pattern above.
_COARSE = str.maketrans({chr(c): " " for c in range(128) if not (chr(c).isalnum() or chr(c) in "-/'_^+#()")})


class Piece(NamedTuple):
    """A word in a chunk: its characters there, and its place (in quarters of a chunk)."""

    word: str
    start: int
    end: int
    place: int


class Token(NamedTuple):
    """A word in a text: its characters there, its place, and the number of its chunk."""

    word: str
    start: int
    end: int
    place: int


def tokenise(text: str) -> list[Token]:
    """All words of a text with their offsets in it, in order of their chunks."""
    made_plain, starts, ends = plain_with_places(text)
    tokens: list[Token] = []
    place = 0
    pattern = _ASCII_CHUNK if made_plain.isascii() else _CHUNK
    for found in pattern.finditer(made_plain):
        at = found.start()
        pieces = pieces_of(found[0])
        for word, start, end, offset in pieces:
            if starts is None:
                tokens.append(Token(word, at + start, at + end, place + offset))
            else:
                tokens.append(Token(word, starts[at + start], ends[at + end - 1], place + offset))
        place += PARTS * width(found[0])
    return tokens


def chunks(text: str) -> list[str]:
    """The chunks of a text as they stand in it, TeX made plain."""
    made_plain = plain(text)
    return (_ASCII_CHUNK if made_plain.isascii() else _CHUNK).findall(made_plain)


def coarse_chunks(text: str) -> list[str]:
    """Pieces of a text that hold its chunks whole, in order: quicker to make than `chunks`, for `pieces_of_coarse`."""
    text = plain(text)
    if text.isascii():
        return text.translate(_COARSE).split()
    return _CJK_RUN.sub(_paired, text).split()


def pieces_of_coarse(coarse: str) -> tuple[list[Piece], int]:
    """The words of one of `coarse_chunks`, and how many chunks wide it is."""
    pieces: list[Piece] = []
    wide = 0
    for chunk in (_ASCII_CHUNK if coarse.isascii() else _CHUNK).findall(coarse):
        is_pair = len(chunk) <= 2 and _CJK_RUN.fullmatch(chunk)
        found = [Piece(fold(chunk), 0, len(chunk), 0)] if is_pair else pieces_of(chunk)
        pieces.extend(piece._replace(place=piece.place + PARTS * wide) for piece in found)
        wide += 1 if is_pair else width(chunk)
    return pieces, wide


def width(chunk: str) -> int:
    """How many chunks' room a chunk takes: one, or one for each character of Chinese, Japanese or Korean text."""
    return 1 if chunk.isascii() or not _CJK_RUN.match(chunk) else len(chunk)


@lru_cache(maxsize=1 << 15)
def pieces_of(chunk: str) -> tuple[Piece, ...]:
    """The words of a chunk."""
    if not chunk.isascii() and _CJK_RUN.match(chunk):
        pairs = (Piece(fold(chunk[i : i + 2]), i, min(i + 2, len(chunk)), PARTS * i) for i in range(len(chunk)))
        return tuple(pairs)
    parts = [(found[0], found.start(), found.end()) for found in _PART.finditer(chunk)]
    if parts[-1][0] in ("s", "S") and len(parts) > 1 and chunk[parts[-1][1] - 1] in "'’":
        parts.pop()  # the possessive
    pieces = [piece for number, part in enumerate(parts) for piece in _pieces_of_part(*part, min(number, PARTS - 1))]
    if len(parts) == 1 and chunk.endswith(("++", "#")):
        pieces.append(Piece(_word(chunk), 0, len(chunk), 0))
    if 1 < len(parts) <= PARTS:
        pieces.extend(_joined(chunk, parts))
    return tuple(piece for piece in pieces if piece.word)


def reading(chunk: str) -> tuple[str, tuple[str, ...]]:
    """How a chunk of a query can stand in a paper: as one word, or as words side by side; either may be empty."""
    if chunk.isascii() and chunk.isalpha() and chunk.islower():
        return _word(chunk), ()
    if not chunk.isascii() and _CJK_RUN.match(chunk):
        pairs = tuple(piece.word for piece in pieces_of(chunk))
        return ("", pairs[:-1]) if len(pairs) > 2 else (pairs[0], ())
    parts = [(found[0], found.start(), found.end()) for found in _PART.finditer(chunk)]
    if parts[-1][0] in ("s", "S") and len(parts) > 1 and chunk[parts[-1][1] - 1] in "'’":
        parts.pop()
    suffix = "++" if chunk.endswith("++") else "#" if chunk.endswith("#") else ""
    words = tuple(word for text, _, _ in parts if (word := _word(text)))
    if len(parts) > PARTS:
        return "", words
    whole = _word("".join(text for text, _, _ in parts) + suffix)
    if len(parts) == 1:
        runs = [piece.word for piece in _pieces_of_part(*parts[0], 0)][1:]
        return whole, () if suffix else tuple(runs)
    return whole, () if suffix else words


def fold(text: str) -> str:
    """Lower case, without accents and ligatures, Greek letters spelt out."""
    if text.isascii():
        return text.lower()
    return "".join(map(_folded, text))


def stem(word: str) -> str:
    """The stem of a lower-case American word: Snowball's for English, without the -er of who or what does something.

    Snowball takes -er from long words only: `optimizer` and `optimize` have one stem there, `learner` and `learn` two.
    """
    stemmed = _stemmer()(word)
    if len(stemmed) < 6 or not stemmed.endswith("er"):
        return stemmed
    if stemmed[-3] != stemmed[-4]:
        return stemmed[:-2]
    return stemmed[:-3] if len(stemmed) > 6 and stemmed[-3] in "bdgmnprt" else stemmed  # planner: plan


def stems(words: Iterable[str]) -> Iterator[str]:
    """The stems of many words."""
    return map(stem, words)


@cache
def _stemmer() -> Callable[[str], str]:
    import Stemmer

    made: Callable[[str], str] = Stemmer.Stemmer("english").stemWord
    return made


def _word(text: str) -> str:
    return american(fold(text)[:LONGEST_WORD])


def _joined(chunk: str, parts: list[tuple[str, int, int]]) -> Iterator[Piece]:
    """All parts as one word, at the last part's place; of three or four parts also each adjacent two."""
    ends = len(chunk) if chunk.endswith(("++", "#", ")")) else parts[-1][2]
    suffix = chunk[-2:] if chunk.endswith("++") else "#" if chunk.endswith("#") else ""
    whole = "".join(text for text, _, _ in parts)
    yield Piece(_word(whole), parts[0][1], ends if not suffix else parts[-1][2], len(parts) - 1)
    if suffix:
        yield Piece(_word(whole + suffix), parts[0][1], ends, len(parts) - 1)
    if len(parts) > 2:
        for number, (left, right) in enumerate(pairwise(parts)):
            yield Piece(_word(left[0] + right[0]), left[1], right[2], number + 1)


def _pieces_of_part(part: str, start: int, end: int, place: int) -> Iterator[Piece]:
    yield Piece(_word(part), start, end, place)
    if len(part) < 2 or part.isdigit():
        return
    folded = fold(part)
    keeps_length = len(folded) == len(part)
    runs = [(found[0], *(found.span() if keeps_length else (0, len(part)))) for found in _RUN.finditer(folded)]
    if len(runs) == 1 and part.isascii() and not part.islower() and not part[1:].islower() and not part.isupper():
        runs = [(found[0], found.start(), found.end()) for found in _CAMEL.finditer(part)]
        if any(len(text) < 3 for text, _, _ in runs):
            return
    if 1 < len(runs) <= PARTS:
        for number, (text, first, last) in enumerate(runs):
            yield Piece(_word(text), start + first, start + last, min(place + number, PARTS - 1))


@lru_cache(maxsize=1 << 13)
def _folded(character: str) -> str:
    if character in _SPELT_OUT:
        return _SPELT_OUT[character]
    if _CJK_RUN.match(character):
        return unicodedata.normalize("NFKC", character)
    plain_form = unicodedata.normalize("NFKD", character).casefold()
    letters = [c for c in plain_form if not unicodedata.combining(c)]
    return "".join(_SPELT_OUT.get(c) or _greek(c) or c for c in letters)


def _greek(character: str) -> str:
    if not "\u0370" <= character <= "\u03ff":
        return ""
    name = unicodedata.name(character, "").removeprefix("GREEK SMALL LETTER ")
    name = name.removeprefix("FINAL ").split(" ")[0].lower()
    return {"lamda": "lambda"}.get(name, name) if name.isalpha() and name != "greek" else ""


def _paired(found: re.Match[str]) -> str:
    run = found[0]
    return " " + " ".join(run[i : i + 2] for i in range(len(run))) + " "
