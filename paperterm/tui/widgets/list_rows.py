"""The rows of the list from top to bottom: papers, or papers under heads that fold them away."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Collection, Sequence
from functools import cached_property
from itertools import accumulate
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol, cast

if TYPE_CHECKING:
    from paperterm.search.found import Group


class Head(NamedTuple):
    """A heading: what its papers have in common, how many they are, and whether they are folded away."""

    name: str
    papers: int
    is_folded: bool


class Rows(Protocol):
    """What the list asks; each answer takes the same time however many papers there are, but for `place_of`."""

    @property
    def numbers(self) -> Sequence[int]:
        """The papers that are not folded away, in order."""

    @property
    def papers(self) -> int:
        """How many there are, with those that are folded away."""

    def __len__(self) -> int: ...

    def number_at(self, place: int) -> int | None:
        """The paper of a row; `None` for a head."""

    def head_at(self, place: int) -> Head | None:
        """The head of a row; `None` for a paper."""

    def head_over(self, place: int) -> int:
        """The row of the head that a row is or stands under."""

    def place_of(self, number: int) -> int | None:
        """The row of a paper, or of the head that it is folded under; `None` if it is in none."""

    def ordinal(self, place: int) -> int | None:
        """Which of all papers a row is, from 1; `None` for a head."""


class PlainRows:
    """Papers only."""

    def __init__(self, numbers: Sequence[int]) -> None:
        self.numbers = numbers

    @property
    def papers(self) -> int:
        """All of them."""
        return len(self.numbers)

    def __len__(self) -> int:
        return len(self.numbers)

    def number_at(self, place: int) -> int | None:
        """Every row is a paper."""
        return int(self.numbers[place])

    def head_at(self, place: int) -> Head | None:
        """No row is a head."""
        return None

    def head_over(self, place: int) -> int:
        """There is none."""
        return place

    def place_of(self, number: int) -> int | None:
        """Where it stands."""
        return _position_of(self.numbers, number)

    def ordinal(self, place: int) -> int | None:
        """The row itself."""
        return place + 1


class GroupedRows:
    """Groups, each a head and below it its papers, unless it is folded."""

    def __init__(self, groups: Sequence[Group], folded: Collection[str] = ()) -> None:
        self._groups = groups
        self._heads = [Head(group.name, len(group.numbers), group.name in folded) for group in groups]
        rows = [1 + (0 if head.is_folded else head.papers) for head in self._heads]
        self._ends = list(accumulate(rows))
        self._starts = [0, *self._ends]
        self._papers_before = [0, *accumulate(head.papers for head in self._heads)]

    @cached_property
    def numbers(self) -> Sequence[int]:
        """The papers that are not folded away."""
        shown = (g.numbers for g, head in zip(self._groups, self._heads, strict=True) if not head.is_folded)
        return [int(number) for numbers in shown for number in numbers]

    @property
    def papers(self) -> int:
        """All of them."""
        return self._papers_before[-1]

    def __len__(self) -> int:
        return self._ends[-1] if self._ends else 0

    def _group_at(self, place: int) -> tuple[int, int]:
        """The group of a row, and the place in it: -1 for its head."""
        group = bisect_right(self._ends, place)
        return group, place - self._starts[group] - 1

    def number_at(self, place: int) -> int | None:
        """The paper of a row."""
        group, within = self._group_at(place)
        return None if within < 0 else int(self._groups[group].numbers[within])

    def head_at(self, place: int) -> Head | None:
        """The head of a row."""
        group, within = self._group_at(place)
        return self._heads[group] if within < 0 else None

    def head_over(self, place: int) -> int:
        """The row of its group's head."""
        return self._starts[self._group_at(place)[0]]

    def place_of(self, number: int) -> int | None:
        """Its row, or that of its head when it is folded away."""
        for group, start, head in zip(self._groups, self._starts, self._heads, strict=False):
            within = _position_of(group.numbers, number)
            if within is not None:
                return start if head.is_folded else start + 1 + within
        return None

    def place_of_head(self, name: str) -> int | None:
        """The row of a head."""
        return next((start for start, head in zip(self._starts, self._heads, strict=False) if head.name == name), None)

    def ordinal(self, place: int) -> int | None:
        """Which of all papers a row is."""
        group, within = self._group_at(place)
        return None if within < 0 else self._papers_before[group] + within + 1


def _position_of(numbers: Sequence[int], number: int) -> int | None:
    """Where a paper's number stands in an order: a range, a list or an array of numbers; `None` if nowhere."""
    if isinstance(numbers, range | list | tuple):
        try:
            return numbers.index(number)
        except ValueError:
            return None
    places = (cast(Any, numbers) == number).nonzero()[0]  # an array; this room does not know numpy
    return int(places[0]) if len(places) else None
