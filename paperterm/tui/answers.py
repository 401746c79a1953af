"""What is said about an answer: how many papers it has, what was not understood, what the reader may have meant."""

from __future__ import annotations

from typing import TYPE_CHECKING

from paperterm.model.text import display
from paperterm.present.spans import Span

if TYPE_CHECKING:
    from collections.abc import Sequence

    from paperterm.search.found import Found
    from paperterm.search.syntax import QueryProblem


MOST_WORDS = 8
"""Of those that make papers be alike; the weightiest are said."""


def count(found: Found, papers: int) -> tuple[Span, ...]:
    """Beside the filter: how many of all papers a query finds and how long that took."""
    if found.query.is_empty:
        return (Span(f"{papers:,}", "dim"), Span(" papers", "dim"))
    about = "nearest " if found.is_partial else ""
    return (
        Span(f"{about}{len(found.numbers):,}", "number"),
        Span(f" of {papers:,}", "dim"),
        Span(f" · {found.seconds * 1000:.1f} ms", "dim"),
    )


def problem(problems: Sequence[QueryProblem]) -> tuple[Span, ...]:
    """Beside the filter: what was not understood."""
    if not problems:
        return ()
    more = len(problems) - 1
    return (Span(display(problems[0].message) + (f" (and {more} more)" if more else ""), "failure"),)


def remarks(found: Found, key: str) -> list[Span]:
    """In the status line: how the answer differs from what was asked. `key` takes the near words."""
    told = "; ".join(map(display, found.remarks()))
    if found.because and not told:
        return [Span("alike by ", "dim"), Span(", ".join(map(display, found.because[:MOST_WORDS])))]
    if not told:
        return []
    offer = [Span(f"   {key}", "key"), Span(" takes it" if len(found.replaced) == 1 else " takes them", "dim")]
    return [Span(f"{told[0].upper()}{told[1:]}."), *(offer if found.replaced else [])]


def vacancy(found: Found, clear_key: str, near_key: str) -> list[Span]:
    """Where the list would be when no paper matches."""
    spans = [Span("No paper matches.\n\n", "heading")]
    if found.suggestions:
        words = ", ".join(map(display, found.suggestions))
        spans += [Span("Did you mean ", "dim"), Span(words, "strong"), Span("?  ", "dim")]
        spans += [Span(near_key, "key"), Span(" takes it.\n\n", "dim")] if found.replaced else [Span("\n\n")]
    return [*spans, Span(clear_key, "key"), Span(" clears the filter.", "dim")]
