"""The columns of the list. Each says what it shows of a paper, how wide it is and from which width it is there.

The title takes what the others leave; they go, the last first, when the list is narrow. Venue and year take no more
than the widest of a list needs, and none where no paper has any.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from types import MappingProxyType
from typing import NamedTuple

from paperterm.model.annotation import Annotation, ReadingStatus
from paperterm.model.paper import PaperHead
from paperterm.model.patterns import late
from paperterm.model.text import display
from paperterm.present.cells import fit, shorten, width_of
from paperterm.present.spans import Span
from paperterm.present.status import glyph, star
from paperterm.present.tags import tag_style
from paperterm.present.view import view

Matches = Sequence[tuple[int, int]]


class Column(NamedTuple):
    """One column.

    Attributes:
        name: what settings and tests call it.
        heading: for a table that has a head line.
        spans: what it shows, given the cells that there are for it.
        width: cells at most of a column with a fixed place; 0 for one without.
        least: cells that such a column may take however narrow the list is.
        most: at most this part of the list; without a fixed place this part of the rest, only where a paper needs it.
        shown_from: width of the list, in cells, from which it is shown.
    """

    name: str
    heading: str
    spans: Callable[[PaperHead, Annotation, Matches, int], list[Span]]
    width: int = 0
    least: int = 0
    most: float = 0.0
    shown_from: int = 0


def _status(head: PaperHead, annotation: Annotation, matches: Matches, room: int) -> list[Span]:
    return [glyph(annotation.status)]


def _star(head: PaperHead, annotation: Annotation, matches: Matches, room: int) -> list[Span]:
    return [star(annotation.starred)]


def title_style(head: PaperHead, annotation: Annotation) -> str:
    """Derived titles look derived; what is done with steps back."""
    if head.title_is_derived:
        return "title-derived"
    return "title-read" if annotation.status in (ReadingStatus.READ, ReadingStatus.SKIPPED) else "title"


def _title(head: PaperHead, annotation: Annotation, matches: Matches, room: int) -> list[Span]:
    # Matches are offsets into the title as it is kept, and display may change its length.
    shown = display(head.title) or "(no title)"
    return view(shown).spans(title_style(head, annotation), matches if len(shown) == len(head.title) else ())


def _tags(head: PaperHead, annotation: Annotation, matches: Matches, room: int) -> list[Span]:
    """Whole tags while there is room, then how many more there are; the first is there in any case."""
    tags = [f"#{display(tag)}" for tag in annotation.tags]
    spans: list[Span] = []
    for place, tag in enumerate(tags):
        behind = len(f" +{len(tags) - place - 1}") if place + 1 < len(tags) else 0
        if spans and width_of(tag) + 1 + behind > room:
            return [*spans, Span(f" +{len(tags) - place}", "dim")]
        text = f" {tag}" if spans else shorten(tag, max(1, room - behind))
        spans.append(Span(text, tag_style(annotation.tags[place])))
        room -= width_of(text)
    return spans


def venue_and_year(venue: str, year: int | None) -> str:
    """ "ICML 2024", or as much of it as is known; the year is not said twice."""
    named = display(venue)
    if year is None or str(year) in named:
        return named
    return f"{named} {year}".strip()


def short_venue(text: str, width: int) -> str:
    """Venue and year in so many cells: the venue gives way, the year at its end stays."""
    parted = _WITH_YEAR.fullmatch(text)
    if parted is None or width_of(text) <= width:
        return shorten(text, width)
    year = parted["year"]
    venue = shorten(parted["venue"], width - len(year) - 1)
    return f"{venue} {year}" if len(venue) > 1 else shorten(year, width)


def venue_width(head: PaperHead) -> int:
    """The cells that a paper wants for venue and year."""
    return min(VENUE_WIDTH, width_of(venue_and_year(head.venue, head.year)))


def _venue(head: PaperHead, annotation: Annotation, matches: Matches, room: int) -> list[Span]:
    text = short_venue(venue_and_year(head.venue, head.year), room)
    return [Span(" " * (room - width_of(text))), Span(text, "venue")]  # years stand below one another


_WITH_YEAR = late(r"(?P<venue>.*\S)\s+(?P<year>\d{4})")
VENUE_WIDTH = 24
"""Cells at most."""

COLUMNS = (
    Column("status", "", _status, width=1),
    Column("star", "", _star, width=1),
    Column("title", "Title", _title),
    Column("tags", "Tags", _tags, most=0.4, shown_from=36),
    Column("venue", "Venue", _venue, width=VENUE_WIDTH, least=12, most=0.2, shown_from=50),
)


def row(
    head: PaperHead,
    annotation: Annotation,
    width: int,
    matches: Matches = (),
    *,
    columns: Iterable[Column] = COLUMNS,
    widths: Mapping[str, int] = MappingProxyType({}),
) -> tuple[Span, ...]:
    """One line of the list, of exactly `width` cells.

    Args:
        matches: character offsets in the title that matched the query.
        widths: what columns with a fixed place need in this list, if less than their own width; 0 leaves one out.
    """
    shown = _shown(columns, width, widths)
    rest = max(0, width - sum(cells + _gap(column) for column, cells in shown if cells))
    pieces: list[Span] = []
    for column, cells in shown:
        if cells:
            is_sign = _gap(column) == 1
            spans = column.spans(head, annotation, matches, cells)
            pieces += [*spans, Span(" ")] if is_sign else [Span("  "), *fit(spans, cells)]
        elif not column.most:
            pieces += _flowing([column for column, _ in shown if not column.width], head, annotation, matches, rest)
    return _joined(fit(pieces, width))


def _shown(columns: Iterable[Column], width: int, widths: Mapping[str, int]) -> list[tuple[Column, int]]:
    """The columns for which there is room, with their cells; 0 for those without a fixed place."""
    there = (column for column in columns if width >= column.shown_from)
    found = [(column, min(_most_cells(column, width), widths.get(column.name, column.width))) for column in there]
    return [(column, cells) for column, cells in found if cells or not column.width]


def _most_cells(column: Column, width: int) -> int:
    return min(column.width, max(column.least, int(width * column.most))) if column.least else column.width


def _gap(column: Column) -> int:
    """Blanks: one behind a sign, two before a column of text."""
    return 1 if column.width == 1 else 2


def _flowing(
    shown: Sequence[Column], head: PaperHead, annotation: Annotation, matches: Matches, rest: int
) -> list[Span]:
    """The title, and at its right end those columns that have a share of its place."""
    sharing: list[Span] = []
    for column in shown:
        spans = column.spans(head, annotation, matches, int(rest * column.most)) if column.most else []
        if spans:
            sharing += [Span("  "), *spans]
    taken = sum(width_of(span.text) for span in sharing)
    title = next(column for column in shown if not column.most)
    room = max(0, rest - taken)
    return [*fit(title.spans(head, annotation, matches, room), room), *sharing]


def _joined(spans: Iterable[Span]) -> tuple[Span, ...]:
    """Neighbours of one style as one span: fewer segments to paint."""
    joined: list[Span] = []
    for span in spans:
        if not span.text:
            continue
        if joined and joined[-1].style == span.style:
            joined[-1] = Span(joined[-1].text + span.text, span.style)
        else:
            joined.append(span)
    return tuple(joined)
