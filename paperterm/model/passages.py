"""Passages of a text that are found again when the text comes back with other spacing, letter case or Unicode form.

Two texts of a paper never differ in more than that: its id is a hash of the rest.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Sequence
from functools import lru_cache

from paperterm.model.annotation import Highlight


def highlight_of(text: str, start: int, end: int, colour: str, remark: str = "") -> Highlight:
    """A passage of an abstract as it is kept: its words, and how many characters that are no blanks come before."""
    return Highlight(" ".join(text[start:end].split()), _letters(text[:start]), colour, remark)


def place_of(text: str, highlight: Highlight) -> tuple[int, int] | None:
    """Where a highlight stands in a text (character offsets: start, end); `None` when its passage is not there.

    Of several places it is the one that has as many characters before it as the highlight was made with, or the
    nearest to that.
    """
    passage, _, _ = _squashed(highlight.passage)
    squashed, places, letters = _squashed(text)
    found: tuple[int, int] | None = None
    at = squashed.find(passage) if passage else -1
    while at >= 0:
        if found is None or abs(letters[at] - highlight.start) < abs(letters[found[0]] - highlight.start):
            found = at, at + len(passage) - 1
        if letters[at] >= highlight.start:
            break
        at = squashed.find(passage, at + 1)
    return None if found is None else (places[found[0]], places[found[1]] + 1)


def _letters(text: str) -> int:
    return len(text) - sum(map(str.isspace, text))


@lru_cache(maxsize=64)  # every highlight of a paper is looked for in the same text
def _squashed(text: str) -> tuple[str, Sequence[int], Sequence[int]]:
    """A text without blanks and differences of case and form; for each character its place, and how many were before.

    Both are of the text as it was given.
    """
    squashed: list[str] = []
    places: list[int] = []
    letters: list[int] = []
    before = 0
    for place, character in enumerate(text):
        if character.isspace():
            continue
        folded = character.lower() if character.isascii() else unicodedata.normalize("NFKC", character).casefold()
        for part in folded:
            if not part.isspace():
                squashed.append(part)
                places.append(place)
                letters.append(before)
        before += 1
    return "".join(squashed), places, letters
