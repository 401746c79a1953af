"""The reader's page of one paper, as spans with line breaks; the painter wraps them to its width."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import TYPE_CHECKING, NamedTuple

from paperterm.model.annotation import Annotation, Highlight
from paperterm.model.paper import Paper
from paperterm.model.text import display
from paperterm.present.abstract import ShownAbstract, colour_style
from paperterm.present.columns import venue_and_year
from paperterm.present.highlights import highlights_of_page
from paperterm.present.spans import Span
from paperterm.present.status import STAR, glyph
from paperterm.present.tags import tag_style
from paperterm.present.view import Piece, Range, View, laid, spans_of, text_of, view

if TYPE_CHECKING:
    from paperterm.present.passage import Passage

FindMatches = Callable[[str], Sequence[Range]]
"""A text to the character offsets (start, end) in it that matched a query."""

MOST_AUTHORS = 40
"""More are cut with their number: a page is for reading."""


def no_matches(text: str) -> tuple[()]:
    """For a page that was not searched for."""
    return ()


class Page(NamedTuple):
    """What the reader shows of one paper.

    Attributes:
        spans: all of it, with line breaks.
        matches: how many passages matched the query.
        abstract: the abstract in it; it begins behind `before` characters that are no blanks.
    """

    spans: tuple[Span, ...] = ()
    matches: int = 0
    abstract: tuple[Piece, ...] = ()
    before: int = 0

    def place_of(self, letters: int) -> int:
        """The place in the source of the abstract that so many characters, blanks apart, come before on the page.

        It is the first or the last one for what stands before the abstract or behind it.
        """
        left = letters - self.before
        place = 0
        for piece in self.abstract:
            for offset, character in enumerate(piece.text):
                if not character.isspace():
                    place = piece.start + offset if piece.is_as_typed else piece.start
                    if left <= 0:
                        return place
                    left -= 1
        return place

    def is_in_abstract(self, letters: int) -> bool:
        """Whether the next character on the page is one of the abstract."""
        return 0 <= letters - self.before < letter_count(self.abstract)


def letter_count(spans: Iterable[Span | Piece]) -> int:
    """How many characters there are that are no blanks."""
    return sum(len("".join(span.text.split())) for span in spans)


class _Lights:
    """Lights the matches of one text after the other, and one of them all more than the others."""

    def __init__(self, find_matches: FindMatches, current: int | None) -> None:
        self._find_matches = find_matches
        self._current = current
        self.count = 0

    def on(self, pieces: Sequence[Piece], source: str) -> list[Piece]:
        found = self._find_matches(source)
        lit = laid(pieces, found, "match")
        if self._current is not None and 0 <= self._current - self.count < len(found):
            lit = laid(lit, [found[self._current - self.count]], "current")
        self.count += len(found)
        return lit


def page(
    paper: Paper,
    annotation: Annotation,
    collections: Sequence[str] = (),
    find_matches: FindMatches = no_matches,
    *,
    is_raw: bool = False,
    current: int | None = None,
    chosen: Passage | None = None,
) -> Page:
    """Title, what is known of the paper, what the reader wrote; then abstract, highlights and note.

    Args:
        collections: names of the lists that the paper is in.
        find_matches: gives the passages to be lit in title, abstract and note.
        is_raw: title, abstract and note are as they were typed.
        current: the number of the match that the reader is at.
        chosen: the passage that is being chosen.
    """
    lights = _Lights(find_matches, current)
    facts = _facts(paper, collections)
    head = [
        _title(paper, lights, is_raw),
        [*facts, Span("\n" if facts else ""), *_reading(annotation)],
        [Span("Raw text, as it was typed", "dim")] if is_raw else [],
    ]
    shown = ShownAbstract(paper.abstract, is_raw=is_raw)
    abstract = _abstract(shown, annotation.highlights, lights, chosen)
    tail = [
        spans_of(abstract) or [Span("There is no abstract.", "dim")],
        highlights_of_page(annotation.highlights),
        _note(annotation.note, lights, is_raw),
    ]
    before = _parted(head)
    return Page(tuple(_parted([before, *tail])), lights.count, tuple(abstract), letter_count(before))


def _parted(parts: Sequence[Sequence[Span]]) -> list[Span]:
    """The parts that there are, with an empty line between them."""
    spans: list[Span] = []
    for part in parts:
        if part:
            spans += [Span("\n\n"), *part] if spans else part
    return spans


def _shown(text: str, is_raw: bool) -> View:
    return View([Piece(text, 0, len(text))]) if is_raw else view(text)


def _title(paper: Paper, lights: _Lights, is_raw: bool) -> list[Span]:
    title = display(paper.title)
    if not title:
        return [Span("(no title)", "title-derived")]
    pieces = lights.on(_shown(title, is_raw).pieces, title)
    if paper.title_is_derived:
        return [*spans_of(pieces, "title-derived"), Span("  (derived from the abstract)", "dim")]
    return spans_of(pieces, "heading")


def _facts(paper: Paper, collections: Sequence[str]) -> list[Span]:
    lines: list[list[Span]] = []
    if paper.authors:
        lines.append([Span(_names(paper.authors))])
    venue = venue_and_year(paper.venue, paper.year)
    names = [display(name) for name in collections]
    origin = names if any(name.startswith(venue) for name in names) else list(filter(None, [venue, *names]))
    if origin:
        lines.append([Span(" · ".join(origin), "venue")])
    lines += [[Span(address, "link")] for address in links(paper)]
    return _lines(lines)


def _names(authors: Sequence[str]) -> str:
    shown = ", ".join(display(author) for author in authors[:MOST_AUTHORS])
    more = len(authors) - MOST_AUTHORS
    return f"{shown} and {more} more" if more > 0 else shown


def links(paper: Paper) -> tuple[str, ...]:
    """The paper's addresses, the best to open first."""
    addresses = [display(paper.url)]
    if paper.doi:
        addresses.append(f"https://doi.org/{display(paper.doi)}")
    if paper.arxiv_id:
        addresses.append(f"https://arxiv.org/abs/{display(paper.arxiv_id)}")
    return tuple(dict.fromkeys(filter(None, addresses)))


def _reading(annotation: Annotation) -> list[Span]:
    spans = [glyph(annotation.status), Span(f" {annotation.status.value}", f"status-{annotation.status.value}")]
    if annotation.starred:
        spans += [Span("   "), Span(STAR, "star")]
    for tag in annotation.tags:
        spans += [Span("  " if spans[-1].style.startswith("tag") else "   "), Span(f"#{display(tag)}", tag_style(tag))]
    if annotation.skip_reason:
        spans += [Span("\n"), Span(display(annotation.skip_reason), "dim")]
    return spans


def _abstract(
    shown: ShownAbstract, highlights: Sequence[Highlight], lights: _Lights, chosen: Passage | None
) -> list[Piece]:
    pieces = shown.with_highlights(lights.on(shown.pieces, shown.text), highlights)
    if chosen is not None:
        pieces = laid(pieces, [chosen.place], f"{colour_style(chosen.colour)} chosen")
        pieces = laid(pieces, [chosen.head_place], "head")
    return pieces


def _note(note: str, lights: _Lights, is_raw: bool) -> list[Span]:
    if not note.strip():
        return []
    text = display(note.strip("\n"), multiline=True)
    from paperterm.present.note import note_pieces

    pieces = _shown(text, is_raw).pieces if is_raw else note_pieces(text)
    lit = lights.on(pieces, text_of(pieces))
    return [Span("Note", "strong"), Span("\n"), *spans_of(lit)]


def _lines(lines: Sequence[Sequence[Span]]) -> list[Span]:
    spans: list[Span] = []
    for line in lines:
        if spans:
            spans.append(Span("\n"))
        spans += line
    return spans
