"""Counts of papers by what they share, as rows to choose from."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from paperterm.model.text import display
from paperterm.present.cells import fit, shorten, width_of
from paperterm.present.progress import bar
from paperterm.present.spans import Span

Counts = Sequence[tuple[str, int]]

WIDEST_NAME, WIDEST_BAR = 34, 20
"""Cells."""


class FacetRow(NamedTuple):
    """A row; `name` is the facet that a value belongs to, both are empty in a heading."""

    spans: list[Span]
    name: str = ""
    value: str = ""


def facet_rows(facets: Mapping[str, tuple[str, Counts]], papers: int) -> list[FacetRow]:
    """A heading for each facet that has values, and below it a row for each value: name, count, bar.

    Args:
        facets: headings and counts, by the field that a query names them with.
        papers: how many there are in all; a bar is as long as its share of them.
    """
    counts = [pair for _, values in facets.values() for pair in values]
    names = min(WIDEST_NAME, max((width_of(display(name)) for name, _ in counts), default=0))
    digits = max((len(f"{count:,}") for _, count in counts), default=0)
    rows = []
    for field, (heading, values) in facets.items():
        if values:
            rows.append(FacetRow([Span(heading, "strong")]))
        for value, count in values:
            name = fit([Span(f"  {shorten(display(value), names)}")], names + 4)
            share = Span(bar(count, papers, WIDEST_BAR), "bar")
            rows.append(FacetRow([*name, Span(f"{count:>{digits},}  ", "number"), share], field, value))
    return rows
