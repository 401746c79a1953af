"""What the reader adds to a paper: status, star, tags, note, highlights."""

from __future__ import annotations

import re
from enum import StrEnum
from typing import NamedTuple

from paperterm.errors import PapertermError
from paperterm.model.text import clean_line


class ReadingStatus(StrEnum):
    """How far the reader is with a paper."""

    UNREAD = "unread"
    TO_READ = "to-read"
    READING = "reading"
    READ = "read"
    SKIPPED = "skipped"


COLOURS = ("yellow", "green", "blue", "red", "purple")
"""The colours of highlights, by name; a library of a later version may have others."""


class Highlight(NamedTuple):
    """A passage of the abstract (`model.passages` finds it there), with a colour and a remark.

    Attributes:
        passage: its text, with one blank between words.
        start: characters of the abstract before it, without blanks, so that other spacing moves nothing.
    """

    passage: str
    start: int
    colour: str = COLOURS[0]
    remark: str = ""


class Annotation(NamedTuple):
    """Everything the reader wrote about one paper; the default is a paper nobody has touched.

    Attributes:
        tags: folded, sorted, unique.
        citation_key: given once at the first export and kept, so that it never depends on what else is exported.
        updated: ISO 8601 in UTC, of the last change; empty when there was none.
    """

    status: ReadingStatus = ReadingStatus.UNREAD
    starred: bool = False
    tags: tuple[str, ...] = ()
    note: str = ""
    highlights: tuple[Highlight, ...] = ()
    skip_reason: str = ""
    citation_key: str = ""
    updated: str = ""


UNTOUCHED = Annotation()

LONGEST_TAG = 100


def is_within(tag: str, top: str) -> bool:
    """Whether a tag is another one or below it: `theory/ntk` is within `theory`."""
    return tag == top or tag.startswith(f"{top}/")


def tops(tag: str) -> list[str]:
    """A tag and all above it, the highest first: `theory`, `theory/ntk`."""
    parts = tag.split("/")
    return ["/".join(parts[:depth]) for depth in range(1, len(parts) + 1)]


def fold_tag(text: str) -> str:
    """The form of a tag that is kept: lower case, blanks as `-`, `/` for the hierarchy.

    Raises:
        PapertermError: nothing is left, or it is longer than `LONGEST_TAG` characters.
    """
    tag = re.sub(r"\s+", "-", clean_line(text).lstrip("#").casefold())
    tag = re.sub(r"/{2,}", "/", tag.replace(",", "-")).strip("/-")
    if not tag:
        raise PapertermError(f"“{clean_line(text)}” is not a tag", "A tag is a word, such as theory or theory/ntk.")
    if len(tag) > LONGEST_TAG:
        raise PapertermError(f"a tag has at most {LONGEST_TAG} characters; this one has {len(tag)}")
    return tag
