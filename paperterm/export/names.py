"""Names of authors, as BibTeX wants them: `van den Berg, Bram`, with teams in braces.

After "Tame the BeaST" (Markey, 2009), section 11: `von Last, Jr, First`, joined by `and`; whatever stands in braces
is one name.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise
from typing import NamedTuple

from paperterm.export import latex

_PARTICLES = frozenset(
    """
    van von vom zu zum zur de den der del della dello degli dei di da do dos das du des la le les los las
    ten ter te 't af av auf el al bin ibn ben bint abu
    """.split()  # noqa: SIM905 - a table in lines
)
_SUFFIX = re.compile(r"(?:jr|sr)\.?|I{2,3}|IV|(?:ph\.?d|m\.?d|esq)\.?", re.IGNORECASE)
_TEAM = re.compile(
    r"\b(?i:team|group|collaboration|consortium|project|initiative|institute|institut|university|universität|college"
    r"|department|laborator(?:y|ies)|labs?|centre|center|society|association|foundation|committee|council|agency"
    r"|corporation|inc|ltd|llc|gmbh|contributors|community)\b|\bAI\b"
)
_OTHERS = re.compile(r",?\s*\bet\.?\s+al\b\.?\s*\Z", re.IGNORECASE)
_INITIALS = re.compile(r"(?:\w\.?[\s-]?){1,4}")


class Name(NamedTuple):
    """One author. A name that cannot or must not be taken apart is all `family` and `is_whole`."""

    family: str
    given: str = ""
    suffix: str = ""
    is_whole: bool = False


OTHERS = Name("others")
"""What BibTeX prints as "et al."."""


def bibtex_names(authors: Iterable[str], *, ascii_only: bool = True) -> str:
    """The value of an `author` field, without the braces round it; empty without authors."""
    return " and ".join(_bibtex_name(name, ascii_only) for name in split_authors(authors))


def split_authors(authors: Iterable[str]) -> tuple[Name, ...]:
    """The names in a list of authors, each of which may itself be a list ("A. Quill, B. Long and C. Moss")."""
    names: list[Name] = []
    others = False
    for text in authors:
        is_team = _is_in_braces(text)
        plain = latex.decode(text)
        if is_team:
            names.append(Name(plain, is_whole=True))
            continue
        shortened = _OTHERS.sub("", plain)
        others = others or shortened != plain
        for single in _singles(shortened):
            if single.casefold() == "others":
                others = True
            elif any(character.isalnum() for character in single):
                names.append(_parse(single))
    return (*names, OTHERS) if others and names else tuple(names)


def _bibtex_name(name: Name, ascii_only: bool) -> str:
    if name is OTHERS:
        return "others"
    family, given, suffix = (
        latex.encode(part, ascii_only=ascii_only) for part in (name.family, name.given, name.suffix)
    )
    if name.is_whole:
        return f"{{{family}}}"
    return ", ".join(part for part in (family, suffix, given) if part)


def _is_in_braces(text: str) -> bool:
    """Whether a pair of braces holds the whole name, as BibTeX writes teams."""
    text = text.strip()
    if not (text.startswith("{") and text.endswith("}")) or text.startswith("{\\"):
        return False
    return "{" not in text[1:-1] and "}" not in text[1:-1]


def _singles(text: str) -> Iterator[str]:
    """The names in a text that are parted by `and`, semicolons or commas."""
    if _TEAM.search(text) and "," not in text and ";" not in text:
        yield text
        return
    for part in text.split(";"):
        words: list[str] = []
        for word in [*part.split(), "and"]:
            if word.casefold() not in ("and", "&"):
                words.append(word)
            elif words:
                yield from _split_at_commas(" ".join(words))
                words = []


def _split_at_commas(text: str) -> list[str]:
    """The names in a text with commas.

    `Quill, Ada` and `King, Jr, Martin` are one, `Quill, A., Long, B.` two, `Ada Quill, Bo Long, Chi Moss` three.
    """
    pieces = [piece.strip() for piece in text.split(",") if piece.strip()]
    if len(pieces) <= 1 or _TEAM.search(text):
        return [" ".join(pieces)] if len(pieces) <= 1 else [", ".join(pieces)]
    if len(pieces) == 2 and not _is_list_of_two(pieces):
        return [", ".join(pieces)]
    if len(pieces) == 3 and any(_SUFFIX.fullmatch(piece) for piece in pieces[1:]):
        return [", ".join(pieces)]
    if len(pieces) % 2 == 0 and all(_INITIALS.fullmatch(given) for given in pieces[1::2]):
        return [f"{family}, {given}" for family, given in zip(pieces[::2], pieces[1::2], strict=True)]
    return _with_suffixes(pieces)


def _is_list_of_two(pieces: Sequence[str]) -> bool:
    """Whether `Ada Quill, Bram van den Berg` are two people: both have a given name, neither begins with a particle."""
    first = pieces[0].split()
    return (
        len(first) > 1
        and first[0].casefold() not in _PARTICLES
        and len(pieces[1].split()) > 1
        and not _INITIALS.fullmatch(pieces[1])
    )


def _with_suffixes(pieces: Sequence[str]) -> list[str]:
    """A list of names in which `Jr` belongs to the name before it."""
    names: list[str] = []
    for piece in pieces:
        if names and _SUFFIX.fullmatch(piece):
            names[-1] += f" {piece}"
        else:
            names.append(piece)
    return names


def _parse(text: str) -> Name:
    if _TEAM.search(text):
        return Name(text, is_whole=True)
    if "," in text:
        family, *rest = (part.strip() for part in text.split(","))
        suffixes = [part for part in rest if _SUFFIX.fullmatch(part)]
        given = " ".join(part for part in rest if part not in suffixes)
        if not given:
            return _parse(" ".join([family, *suffixes]))
        return Name(family, given, " ".join(suffixes))
    words = text.split()
    suffix = words.pop() if len(words) > 2 and _SUFFIX.fullmatch(words[-1]) else ""
    if len(words) == 1:
        return Name(text, is_whole=True)
    start = _family_start(words)
    if start == 0:
        return Name(text, is_whole=True)
    return Name(" ".join(words[start:]), " ".join(words[:start]), suffix)


def _family_start(words: Sequence[str]) -> int:
    """Where the family name begins: at the first lower-case particle, else at the last word."""
    for index, (word, following) in enumerate(pairwise(words)):
        if word in _PARTICLES and following:
            return index
    return len(words) - 1
