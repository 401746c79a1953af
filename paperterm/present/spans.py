"""Text with the name of a style: what present makes, what app and command line paint."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

TAG_COLOURS = ("rose", "violet", "blue", "teal", "green", "sand")

STYLES = (
    "title",
    "title-read",
    "title-derived",
    "match",
    "current",
    "chosen",
    "head",
    "highlight-yellow",
    "highlight-green",
    "highlight-blue",
    "highlight-red",
    "highlight-purple",
    "status-unread",
    "status-to-read",
    "status-reading",
    "status-read",
    "status-skipped",
    "star",
    "venue",
    "tag",
    *(f"tag-{colour}" for colour in TAG_COLOURS),
    "dim",
    "heading",
    "link",
    "emphasis",
    "strong",
    "code",
    "bullet",
    "quote",
    "number",
    "bar",
)
"""Every style name that a span may have, besides none. What they look like is for the painter to say.

Several names with blanks between them lie on top of one another, the last uppermost.
"""


class Span(NamedTuple):
    """A piece of text in one style; the empty style is plain text."""

    text: str
    style: str = ""


def plain(spans: Iterable[Span]) -> str:
    """The text alone."""
    return "".join(span.text for span in spans)


def lit(text: str, style: str, matches: Sequence[tuple[int, int]], lit_style: str = "match") -> list[Span]:
    """A text in one style with its matches in another.

    Args:
        matches: character offsets (start, end), sorted, not overlapping; those outside the text are cut off.
    """
    if not matches:
        return [Span(text, style)] if text else []
    spans: list[Span] = []
    position = 0
    for first, last in matches:
        start, end = max(first, position), min(last, len(text))
        if start >= end:
            continue
        if start > position:
            spans.append(Span(text[position:start], style))
        spans.append(Span(text[start:end], lit_style))
        position = end
    if position < len(text):
        spans.append(Span(text[position:], style))
    return spans
