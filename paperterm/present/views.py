"""Views of the library (collections, searches) as rows to choose from, with their counts."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from paperterm.model.statistics import Tally
from paperterm.model.text import display
from paperterm.present.cells import fit, width_of
from paperterm.present.spans import Span

ROOMY = 30
"""Cells from which counts stand in words."""


def counts_of(tallies: Iterable[Tally | None], width: int) -> list[str]:
    """What is said of each view, all equally wide, the unread first: "12 unread of 19"; blank while it is counted."""
    known = list(tallies)
    unread = max((len(f"{one.unread:,}") for one in known if one), default=1)
    papers = max((len(f"{one.papers:,}") for one in known if one), default=1)
    between = " unread of " if width >= ROOMY else "/"
    blank = " " * (unread + len(between) + papers)
    return [f"{one.unread:>{unread},}{between}{one.papers:>{papers},}" if one else blank for one in known]


def view_row(name: Sequence[Span], counts: str, tally: Tally | None, width: int) -> list[Span]:
    """A name that gives way, and its counts at the right end."""
    style = "dim" if tally is None or not tally.unread else "number"
    shown = [Span(display(span.text), span.style) for span in name]
    return [*fit(shown, max(0, width - width_of(counts) - 3)), Span(f"  {counts} ", style)]
