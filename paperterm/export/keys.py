"""Citation keys: `quill2024scaling`, given once to each paper and then kept."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from itertools import count, islice

from paperterm.export import latex
from paperterm.export.names import OTHERS, split_authors
from paperterm.model.paper import Paper

LONGEST_PART = 30
"""Characters of a family name or title word in a key."""

_LEGAL = re.compile(r"[A-Za-z0-9][A-Za-z0-9:_.+/-]{0,99}")
_MATHEMATICS = re.compile(r"\$[^$]*\$|\\[A-Za-z]+")
_APOSTROPHES = re.compile("['’ʼ`´]")
_WORD = re.compile("[a-z0-9]+")
_INSIGNIFICANT = frozenset(
    """
    a an the on of in for to from with without by at as and or nor is are was were be been has have had do
    does did can could may might will would should must not no via into onto over under between among through
    toward towards using based this that these those it its we our you your they their there here some any all
    both each how what when where which who why new than then but if so such while during recently however
    although
    """.split()  # noqa: SIM905 - a table in lines
)
# How abstracts begin; a label made from one says more without them.
_OPENINGS = frozenset(
    """
    paper work article study propose present introduce investigate consider show prove develop describe address
    explore analyze examine report demonstrate provide offer give
    """.split()  # noqa: SIM905 - a table in lines
)


def assign_keys(papers: Iterable[tuple[Paper, str]], taken: Iterable[str] = ()) -> dict[str, str]:
    """A citation key for each paper, by `paper_id`.

    A key is unique whatever its case, and made from the paper alone; where two papers would share one, the later
    gets a letter. So that a key never changes, store it and hand it in again.

    Args:
        papers: each with the key that it was given before, or an empty text. Such a key stays.
        taken: the keys of the other papers in the library.
    """
    listed = list(papers)
    keys: dict[str, str] = {}
    used: set[str] = set()

    def give(paper: Paper, key: str) -> None:
        if paper.paper_id not in keys and _LEGAL.fullmatch(key) and key.casefold() not in used:
            keys[paper.paper_id] = key
            used.add(key.casefold())

    for paper, existing in listed:
        give(paper, existing)
    used.update(key.casefold() for key in taken)
    for paper, _ in listed:
        give(paper, paper.citation_key)
    for paper, _ in listed:
        if paper.paper_id not in keys:
            give(paper, next(key for key in _with_letters(new_key(paper)) if key not in used))
    return {paper.paper_id: keys[paper.paper_id] for paper, _ in listed}


def new_key(paper: Paper) -> str:
    """First author, year and first significant word of the title; without authors `anon`, year and three words."""
    year = "" if paper.year is None else _fold(str(paper.year))
    authors = split_authors(paper.authors[:1])
    author = _fold(authors[0].family)[:LONGEST_PART] if authors and authors[0] is not OTHERS else ""
    words = "".join(islice(_title_words(paper), 1 if author else 3))
    if author:
        return author + year + words
    return f"anon{year}{words}" if words else f"ref{paper.paper_id[:8]}"


def is_significant(word: str, paper: Paper) -> bool:
    """Whether a word of the title, in lower case, says something about the paper."""
    return len(word) > 1 and word not in _INSIGNIFICANT and not (paper.title_is_derived and word in _OPENINGS)


def _title_words(paper: Paper) -> Iterator[str]:
    words = _WORD.findall(_to_ascii(_MATHEMATICS.sub(" ", latex.decode(paper.title))))
    return (word[:LONGEST_PART] for word in words if is_significant(word, paper) and not word.isdecimal())


def _fold(text: str) -> str:
    return "".join(_WORD.findall(_to_ascii(text)))


def _to_ascii(text: str) -> str:
    """Lower-case ASCII by sound, without apostrophes."""
    text = _APOSTROPHES.sub("", text)
    if not text.isascii():
        from anyascii import anyascii

        text = _APOSTROPHES.sub("", anyascii(text))
    return text.lower()


def _with_letters(key: str) -> Iterator[str]:
    """The key itself, then with `a`, `b`, … `z`, `aa`, …"""
    yield key
    for number in count(1):
        yield key + _letters(number)


def _letters(number: int) -> str:
    letters = ""
    while number:
        number, digit = divmod(number - 1, 26)
        letters = chr(ord("a") + digit) + letters
    return letters
