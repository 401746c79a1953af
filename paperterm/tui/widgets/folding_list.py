"""What the list of papers holds: an order of papers, perhaps under heads that fold, and where the cursor is in it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from paperterm.tui.widgets.list_rows import GroupedRows, Head, PlainRows, Rows
from paperterm.tui.widgets.row_pane import RowPane

if TYPE_CHECKING:
    from paperterm.search.found import Group


class FoldingList(RowPane):
    """Papers by number, in rows. Nothing in an order is looked at but the rows on screen.

    Attributes:
        range_from: the row where a range begun with `V` starts; new rows end it.
    """

    def __init__(self, numbers: Sequence[int], *, id: str | None = None) -> None:
        super().__init__(id=id)
        self._list_rows: Rows = PlainRows(numbers)
        self._groups: Sequence[Group] = ()
        self._folded: set[str] = set()
        self.range_from: int | None = None

    @property
    def numbers(self) -> Sequence[int]:
        """The papers shown, in order, without those that are folded away."""
        return self._list_rows.numbers

    @property
    def paper_count(self) -> int:
        """How many papers there are, with those that are folded away."""
        return self._list_rows.papers

    @property
    def row_count(self) -> int:
        """Papers shown and heads."""
        return len(self._list_rows)

    @property
    def pointed(self) -> int | None:
        """The number of the paper under the cursor; `None` on a head or where there is no paper."""
        return self._list_rows.number_at(self.cursor) if self.cursor < self.row_count else None

    @property
    def pointed_head(self) -> Head | None:
        """The head under the cursor."""
        return self._list_rows.head_at(self.cursor) if self.cursor < self.row_count else None

    @property
    def ordinal(self) -> int | None:
        """Which of all papers the cursor is on, from 1; `None` on a head."""
        return self._list_rows.ordinal(self.cursor) if self.cursor < self.row_count else None

    def number_at(self, place: int) -> int | None:
        """The paper of a row; `None` for a head."""
        return self._list_rows.number_at(place)

    def place_of(self, number: int) -> int | None:
        """The row of a paper, or of the head that it is folded under; `None` if it is in none."""
        return self._list_rows.place_of(number)

    def place_at(self, y: int) -> int:
        """The row that line y shows: the first line has the head of what is below, so that one knows where one is."""
        is_head = y < self.lines_per_row and self.top < self.row_count and self.top != self.cursor
        return self._list_rows.head_over(self.top) if is_head else super().place_at(y)

    def take(self, numbers: Sequence[int], groups: Sequence[Group], stay_on: int | None) -> None:
        """Take a new order, or the same papers in groups under heads.

        Args:
            stay_on: the paper that keeps the cursor, at the same height if that can be; else the first has it.
        """
        self._groups = groups
        rows: Rows = GroupedRows(groups, self._folded) if groups else PlainRows(numbers)
        height = self.cursor - self.top
        place = None if stay_on is None else rows.place_of(stay_on)
        if place is None:
            first = next((place for place in range(len(rows)) if rows.number_at(place) is not None), 0)
            self._arrange(rows, first, height=first)
        else:
            self._arrange(rows, place, height)

    def _arrange(self, rows: Rows, place: int, height: int) -> None:
        """Take new rows, the cursor on one of them, so many lines below the top."""
        self._list_rows = rows
        self.range_from = None
        self._painted_top = -1
        self.top = place - height
        self.point(place)

    @property
    def in_range(self) -> range:
        """The rows that a range holds now."""
        if self.range_from is None:
            return range(0)
        first, last = sorted((self.range_from, self.cursor))
        return range(first, min(last + 1, self.row_count))

    def ranged(self) -> set[int]:
        """The papers that a range holds now."""
        found = (self._list_rows.number_at(place) for place in self.in_range)
        return {number for number in found if number is not None}

    # Folding

    def fold(self) -> bool:
        """Fold away the papers under the head that the cursor is on or below, or show them again; if there is one."""
        place = self._list_rows.head_over(self.cursor)
        head = self._list_rows.head_at(place) if self.row_count else None
        if head is None:
            return False
        self._folded ^= {head.name}
        self._arrange(GroupedRows(self._groups, self._folded), place, max(0, place - self.top))
        return True

    def fold_all(self) -> bool:
        """Fold everything away, or show everything again if all is folded; if there are heads."""
        head, number = self.pointed_head, self.pointed
        if not self._groups:
            return False
        names = {group.name for group in self._groups}
        self._folded = set() if names <= self._folded else names
        rows = GroupedRows(self._groups, self._folded)
        place = rows.place_of(number) if number is not None else rows.place_of_head(head.name) if head else None
        self._arrange(rows, place or 0, self.cursor - self.top)
        return True

    def unfold_all(self) -> None:
        """Forget what is folded; for another grouping."""
        self._folded.clear()
