"""The list of papers: any number of them, of which only those on screen are looked at and drawn."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import TYPE_CHECKING

from rich.segment import Segment
from textual.geometry import Region
from textual.strip import Strip

from paperterm.model.text import display
from paperterm.present.columns import row, venue_width
from paperterm.present.snippet import around_match
from paperterm.present.spans import Span
from paperterm.present.wrap import Line, wrap
from paperterm.tui.messages import PaperChosen, PaperPointed
from paperterm.tui.widgets.folding_list import FoldingList

if TYPE_CHECKING:
    from paperterm.library import Library
    from paperterm.model.paper import PaperHead
    from paperterm.search.found import Group

MatchesOf = Callable[[str], Sequence[tuple[int, int]]]
SentenceOf = Callable[[int], Sequence[Span]]
Matches = tuple[tuple[int, int], ...]
RowKey = tuple[int, str, bool, str, Matches]
"""Number, cursor, selected, bar and matches: all that a row's looks depend on, besides what the paper is."""
MOST_STRIPS = 2_000
"""Strips kept from rows that were on screen; some 50 screens."""
NARROW = 60
"""Cells from which there is a blank between rows and bar."""
MARGIN = 5
"""Cells before a sentence: it begins where the titles do."""
ARROW = 4
"""Cells at the beginning of a head where one click folds it."""


class PaperList(FoldingList):
    """Rows of papers, perhaps under heads that fold, with a cursor and a selection.

    Attributes:
        selected: numbers of the selected papers, also of those that are not shown now.
        sentence_of: gives a sentence of a paper that is shown below its row; `show_sentences` sets it.
    """

    HELP = "The papers that the filter lets through."

    def __init__(self, library: Library, numbers: Sequence[int], *, id: str | None = None) -> None:
        super().__init__(numbers, id=id)
        self.library = library
        self.selected: set[int] = set()
        self._vacancy: Sequence[Span] = ()
        self.sentence_of: SentenceOf | None = None
        self._matches_of: MatchesOf | None = None
        self._row_strips: dict[RowKey, Strip] = {}
        self._vacant_lines: list[Line] = []
        self._venue_cells = 0
        self._is_wider = False

    # What is shown

    @property
    def vacancy(self) -> Sequence[Span]:
        """What is shown where there is no paper."""
        return self._vacancy

    @vacancy.setter
    def vacancy(self, spans: Sequence[Span]) -> None:
        self._vacancy = spans
        self._vacant_lines = []

    @property
    def selected_count(self) -> int:
        """How many papers are selected, with those of a range."""
        return len(self.selected) + len(self.ranged() - self.selected)

    def chosen(self) -> list[int]:
        """The papers that a command is about: the selection, else the one under the cursor."""
        if self.selected or self.range_from is not None:
            return sorted(self.selected | self.ranged())
        return [] if self.pointed is None else [self.pointed]

    def show(
        self,
        numbers: Sequence[int],
        matches_of: MatchesOf | None = None,
        *,
        groups: Sequence[Group] = (),
        stay_on: int | None = None,
    ) -> None:
        """Take a new order; nothing in it is looked at but the rows on screen.

        Args:
            matches_of: finds the passages of a title to be lit.
            groups: the same papers under heads.
            stay_on: the paper that keeps the cursor, at the same height if that can be; else the first has it.
        """
        self._matches_of = matches_of
        self.take(numbers, groups, stay_on)

    def show_sentences(self, sentence_of: SentenceOf | None) -> None:
        """Show a sentence below each row, or none; the cursor stays where it is."""
        self.sentence_of = sentence_of
        lines = 2 if sentence_of else 1
        if lines != self.lines_per_row:
            height = (self.cursor - self.top) * self.lines_per_row // lines
            self.lines_per_row = lines
            self.top = self.cursor - height
            self._painted_top = -1
            self.point(self.cursor)

    def refresh_papers(self, numbers: Sequence[int] | None = None) -> None:
        """Annotations of these papers changed (all, if `None`): draw those on screen anew."""
        changed = set(numbers) if numbers is not None else None
        for key in list(self._row_strips):
            if changed is None or key[0] in changed:
                del self._row_strips[key]
        self.repaint()

    # Drawing

    @property
    def must_repaint(self) -> bool:
        """A range is drawn row by row."""
        return self.range_from is not None

    def pointed_at(self) -> None:
        """Tell the screen."""
        self.screen.post_message(PaperPointed())

    def clicked(self, x: int, chain: int) -> None:
        """A click on the arrow of a head folds it, two behind it do; two on a paper open it."""
        if self.pointed_head:
            if (x < ARROW) != (chain == 2):
                self.fold()
        elif chain == 2:
            self.post_message(PaperChosen())

    def render_lines(self, crop: Region) -> list[Strip]:
        """Hand the lines to Textual."""
        lines = super().render_lines(crop)
        if self._is_wider:
            self._is_wider = False
            self.forget()
            lines = super().render_lines(crop)
        return lines

    def repaint(self, lines: Iterable[int] | None = None) -> None:
        """Draw; everything once more when a wider venue came in sight, so that columns stay straight."""
        super().repaint(lines)
        if self._is_wider:
            self._is_wider = False
            super().repaint()

    def make_line(self, y: int) -> Strip:
        """The row on line y."""
        if not self.row_count:
            return self._vacant_line(y)
        place = self.place_at(y)
        if place >= self.row_count:
            return self.strip((), self.columns)
        kind = "" if place != self.cursor else "cursor" if self.has_focus else "cursor-blurred"
        thumb = self.thumb(y, self.top * self.lines_per_row, self.row_count * self.lines_per_row)
        number = self._list_rows.number_at(place)
        is_below = bool(y % self.lines_per_row)
        if number is None:
            return self._line((), kind, thumb) if is_below else self._head_line(place, kind, thumb)
        is_selected = number in self.selected or place in self.in_range
        if is_below:
            return self._sentence_line(number, kind or ("selected" if is_selected else ""), thumb)
        head = self.library.head(number)
        # Most titles have no match, so that their rows outlive the query.
        matches = tuple(self._matches_of(head.title)) if self._matches_of else ()
        key = (number, kind, is_selected, thumb.text, matches)
        found = self._row_strips.get(key)
        if found is None:
            self._make_room(head)
            found = self._row_strips[key] = self._row(head, kind, is_selected, thumb, matches)
        return found

    def _make_room(self, head: PaperHead) -> None:
        """Forget rows that are of no use any more: there are many, or the venue of a new one needs more room."""
        cells = venue_width(head)
        if cells > self._venue_cells:
            self._venue_cells = cells
            self._is_wider = True
        if self._is_wider or len(self._row_strips) > MOST_STRIPS:
            self._row_strips.clear()

    def _row(self, head: PaperHead, kind: str, is_selected: bool, thumb: Segment, matches: Matches) -> Strip:
        annotation = self.library.annotation(head.paper_id)
        sign = Span("▌" if is_selected else " ", "mark" if is_selected else "")
        look = kind or ("selected" if is_selected else "")
        widths = {"venue": self._venue_cells}
        spans = (sign, *row(head, annotation, self._row_width - 1, matches, widths=widths))
        return self.strip(spans, self._row_width, look, after=self._end(thumb), is_full=True)

    def _head_line(self, place: int, kind: str, thumb: Segment) -> Strip:
        head = self._list_rows.head_at(place)
        assert head is not None
        arrow = Span(" ▸ " if head.is_folded else " ▾ ", "mark")
        spans = (arrow, Span(display(head.name), "heading"), Span(f"  {head.papers:,}", "dim"))
        return self._line(spans, kind, thumb)

    def _sentence_line(self, number: int, look: str, thumb: Segment) -> Strip:
        sentence = self.sentence_of(number) if self.sentence_of else ()
        margin = Span(" " * (MARGIN if self.columns > NARROW else 1))
        return self._line((margin, *around_match(sentence, self._row_width - len(margin.text) - 1)), look, thumb)

    def _line(self, spans: Iterable[Span], look: str, thumb: Segment) -> Strip:
        return self.strip(spans, self._row_width, look, after=self._end(thumb))

    @property
    def _row_width(self) -> int:
        return self.columns - (2 if self.columns > NARROW else 1)

    def _end(self, thumb: Segment) -> tuple[Segment, ...]:
        gap = Segment(" " if self.columns > NARROW else "", self.look(""))
        # One segment where they look alike: fewer bytes for each step of the cursor.
        return (Segment(gap.text + thumb.text, gap.style),) if thumb.style == gap.style else (gap, thumb)

    def _vacant_line(self, y: int) -> Strip:
        width, height = self.columns, self.rows
        if not self._vacant_lines:
            self._vacant_lines = wrap(self._vacancy, max(4, width - 4))
        above = max(0, min(2, height - len(self._vacant_lines)))
        place = y - above
        line = self._vacant_lines[place] if 0 <= place < len(self._vacant_lines) else ()
        return self.strip((Span("  "), *line), width)

    def forget(self) -> None:
        """The width or the theme changed: nothing that was painted is of use."""
        super().forget()
        self._row_strips.clear()
        self._vacant_lines = []
