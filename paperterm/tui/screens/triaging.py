"""Triage: the unread papers that are shown, one after another; each decision goes on to the next."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import chain
from typing import TYPE_CHECKING

from paperterm.model.change import Change
from paperterm.model.text import counted
from paperterm.present.spans import Span
from paperterm.tui.screens.finding import Finding
from paperterm.tui.screens.marking import Marking
from paperterm.tui.screens.moving import Moving

if TYPE_CHECKING:
    from paperterm.search.found import Found, Group


class Triage:
    """How far one is.

    Attributes:
        decided: papers that were decided about, also those that stayed unread.
        total: how many there are with these; `None` until they are counted in a new list.
    """

    def __init__(self) -> None:
        self.decided: set[int] = set()
        self.total: int | None = None


class Triaging(Finding, Moving, Marking):
    """Commands that decide about papers and go on."""

    triage: Triage | None = None

    @property
    def is_transient(self) -> bool:
        """Triage can be left, too."""
        return self.triage is not None or super().is_transient

    def action_triage(self) -> None:
        """Begin with the unread paper under the cursor or the next one, or leave off."""
        if self.triage is not None:
            self._end_triage("Triage left")
            return
        self.triage = Triage()
        total = self._count(self.triage)
        if not total:
            self.triage = None
            self.say("No unread paper is shown.", "dim")
            return
        if self.list.pointed is None or not self.library.is_unread(self.list.pointed):
            self._point_at(self._next())
        if self.has_class("-narrow"):
            self.action_open_reader()
        back = self.key("go.back")
        self.say(f"Triage of {counted(total, 'unread paper')}: a decision goes on to the next; {back} leaves.", "dim")
        self.show_place()

    def _end_triage(self, how: str) -> None:
        assert self.triage is not None
        done, total = len(self.triage.decided), self._count(self.triage)
        self.triage = None
        if self.has_class("-narrow"):
            self.action_back_to_list()
        self.say(f"{how}: {done:,} of {total:,} decided.", "dim")
        self.show_place()

    def action_go_back(self) -> None:
        """Leave triage, unless a selection is nearer."""
        if self.triage is None or self.list.selected or self.list.range_from is not None:
            super().action_go_back()
        else:
            self._end_triage("Triage left")

    # Deciding

    def decide(self, verb: Callable[[], Change], nothing: str, *, goes_on: bool = False) -> None:
        """Change what is chosen; if that is one paper, go on to the next when the reader wants it."""
        number = self.list.pointed
        is_single = number is not None and not self.list.selected and self.list.range_from is None
        if not is_single or not (goes_on or self.triage):
            self.changed(verb, nothing)
            return
        assert number is not None
        was_open = self.triage is not None and self.library.is_unread(number)
        following = self._next_below() if self.triage is None else self._next(but=number)
        if self.changed(verb, nothing) is None:
            return
        if self.triage is not None and was_open:
            self.triage.decided.add(number)
        if following is not None:
            self._point_at(following)
        elif self.triage is not None:
            said = self.status.left
            self._end_triage("  Triage is done")
            self.status.show(left=[*said, *self.status.left])

    def _next(self, but: int | None = None) -> int | None:
        """The next paper to decide about; after the last row comes the first."""
        decided = self.triage.decided if self.triage is not None else set()
        places = chain(range(self.list.cursor + 1, self.list.row_count), range(self.list.cursor + 1))
        numbers = (self.list.number_at(place) for place in places)
        open_ones = (n for n in numbers if n not in (None, but) and n not in decided and self.library.is_unread(n))
        return next(open_ones, None)

    def _next_below(self) -> int | None:
        numbers = (self.list.number_at(place) for place in range(self.list.cursor + 1, self.list.row_count))
        return next((number for number in numbers if number is not None), None)

    def _point_at(self, number: int | None) -> None:
        place = None if number is None else self.list.place_of(number)
        if place is not None:
            self.list.move_to(place)

    def action_undo(self) -> None:
        """Take the last change back; in triage that is the paper to decide about now."""
        change = self.replay(self.library.undo, "undone", "Nothing to undo.")
        if self.triage is not None and change:
            numbers = self.numbers_of(change.paper_ids)
            self.triage.decided.difference_update(numbers)
            if len(numbers) == 1:
                self._point_at(numbers[0])

    # How far one is

    def show_found(self, found: Found, groups: Sequence[Group] = ()) -> None:
        """Another list has other papers to decide about."""
        if self.triage is not None:
            self.triage.total = None
        super().show_found(found, groups)

    def _count(self, triage: Triage) -> int:
        if triage.total is None:
            shown = {int(number) for number in self.list.numbers}
            triage.decided &= shown
            triage.total = sum(number in triage.decided or self.library.is_unread(number) for number in shown)
        return triage.total

    def place(self) -> list[Span]:
        """Which decision is next, before all else."""
        spans = super().place()
        if self.triage is None or self.pane == "filter":
            return spans
        total = self._count(self.triage)
        number = min(len(self.triage.decided) + 1, total)
        return [Span(f"triage {number:,} of {total:,}   ", "mark"), *spans]
