"""The sentence of a paper that says most about a query, in one line."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import takewhile

from paperterm.present.cells import ELLIPSIS, fit, width_of
from paperterm.present.spans import Span, plain


def around_match(spans: Sequence[Span], width: int) -> list[Span]:
    """Spans in exactly `width` cells: of what is longer, the part around its first match, from the start of a word."""
    before = plain(takewhile(lambda span: "match" not in span.style.split(), spans))
    whole = plain(spans)
    if before != whole and width_of(whole) > width and width_of(before) > width // 3:
        start = before.rfind(" ", 0, max(1, len(before) - width // 4)) + 1
        if start:
            spans = [Span(ELLIPSIS, spans[0].style), *_without_beginning(spans, start)]
    return fit(spans, width)


def _without_beginning(spans: Sequence[Span], length: int) -> Iterator[Span]:
    """Spans without their first characters."""
    for span in spans:
        if length < len(span.text):
            yield Span(span.text[length:], span.style)
        length = max(0, length - len(span.text))
