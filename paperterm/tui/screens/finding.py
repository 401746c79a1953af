"""Finding: what is typed in the filter becomes the order of the list, answered in a worker."""

from __future__ import annotations

import asyncio
import contextlib
from typing import TYPE_CHECKING

from textual import on, work
from textual.widgets import Input

from paperterm.errors import PapertermError
from paperterm.present.spans import Span
from paperterm.tui import answers
from paperterm.tui.keys_ahead import PATIENCE, taken_in
from paperterm.tui.messages import (
    Order,
    Prepared,
    SearchBroken,
    SearchCancelled,
    Searched,
    SearchFailed,
)
from paperterm.tui.screens.indexing import Indexing
from paperterm.tui.task import TaskCancelled

if TYPE_CHECKING:
    from collections.abc import Sequence

    from paperterm.config import Config
    from paperterm.library import Library
    from paperterm.search.found import Found, Group

DEBOUNCE = 0.012
"""Seconds from a letter to its search, so that the letter is on screen first."""
MOST_QUERIES = 100
"""Queries that `up` can bring back."""
PREPARE_AFTER = 0.1
"""Seconds from the first frame to loading the search; at once it would hold the frame up."""


class Finding(Indexing):
    """Commands about the filter, and the search behind them.

    One worker at a time asks the library: loading the index, then the newest query. A question that is asked
    meanwhile waits; of several only the last is asked.
    """

    _is_busy = True
    """Until the search is prepared, and while a query is answered."""
    _is_asked = False
    """Whether a question waits."""
    _answered_text = ""
    """The query that the list is the answer to; `_answered_order` is how it is arranged."""
    _is_asked_anew = False
    _remarked: tuple[Span, ...] = ()
    """What the status line says of the answer."""

    def __init__(self, library: Library, config: Config, query: str = "") -> None:
        super().__init__(library, config, query)
        self._answer = asyncio.Event()
        self._answered_order = self.arrangement

    def prepare(self) -> None:
        """Load the search, unless something is being asked already."""
        self._is_busy = True
        self._prepare()

    @work(thread=True, group="prepare")
    def _prepare(self) -> None:
        try:
            with self.indexing():
                self.library.finder.prepare()
        except PapertermError as error:
            self.post_message(SearchFailed(error))
        except TaskCancelled:
            self.post_message(SearchCancelled())
        else:
            self.post_message(Prepared())

    @on(Prepared)
    def prepared(self) -> None:
        """The search is loaded: answer what was typed meanwhile."""
        self._is_busy = False
        self.is_prepared = True
        if self._is_asked:
            self.search()

    @on(Input.Changed, "#filter")
    def query_typed(self, event: Input.Changed) -> None:
        """A letter more or less."""
        self.query_text = event.value
        self._is_asked_anew = False
        self.after(DEBOUNCE, "search", self.search)
        event.stop()

    @property
    def arrangement(self) -> Order:
        """What the order of an answer depends on, besides the query."""
        return self.sort, self.grouping, self.expands

    def search(self) -> None:
        """Answer the query as it is now, when the worker is free."""
        if self._is_busy:
            self._is_asked = True
            return
        self._is_asked = False
        self._is_busy = True
        # Not a worker of Textual's, which would tell the screen four times how it is getting on.
        asyncio.get_running_loop().run_in_executor(None, self._find, self.query_text, self.arrangement)

    def search_anew(self) -> None:
        """Answer the same query over papers that have changed; the cursor stays where it is when the answer comes."""
        self._is_asked_anew = True
        self.search()

    def _find(self, text: str, order: Order) -> None:
        sort, grouping, expand = order
        try:
            with self.indexing():
                found = self.library.find(text, typing=True, sort=sort, expand=expand)
            groups = self.library.grouped(found.numbers, grouping) if grouping else ()
        except PapertermError as error:
            self.post_message(SearchFailed(error))
        except TaskCancelled:
            self.post_message(SearchCancelled())
        except Exception as fault:  # handed over, to end the app as any other fault would
            self.post_message(SearchBroken(fault))
        else:
            self.post_message(Searched(text, order, found, groups))

    @on(SearchBroken)
    def search_broken(self, message: SearchBroken) -> None:
        """The app ends by a fault of its own."""
        raise message.fault

    @on(SearchFailed)
    def search_failed(self, message: SearchFailed) -> None:
        """Say it; the list stays as it is."""
        self._is_busy = False
        self.say_error(message.error)
        if self._is_asked:
            self.search()
        else:
            self._answered(self.query_text, self.arrangement)

    @on(SearchCancelled)
    def search_cancelled(self) -> None:
        """The list stays as it is."""
        self._is_busy = self._is_asked = False
        self._answered(self.query_text, self.arrangement)
        self.say("The search is not prepared; the next query prepares it.", "dim")

    @on(Searched)
    def searched(self, message: Searched) -> None:
        """Show the answer, unless the question has moved on."""
        self._is_busy = False
        if self._is_asked or (message.text, message.order) != (self.query_text, self.arrangement):
            self.search()
            return
        self._answered(message.text, message.order)
        self.show_found(message.found, message.groups)

    def _answered(self, text: str, order: Order) -> None:
        self._answered_text, self._answered_order = text, order
        self._answer.set()

    @property
    def is_answer_due(self) -> bool:
        """Whether another list than the one on screen was asked for."""
        return (self._answered_text, self._answered_order) != (self.filter_line.input.value, self.arrangement)

    async def answer_shown(self) -> None:
        """Wait, though not for ever, until the list is the answer to what was asked: the next key may be about it."""
        if not self.is_answer_due:
            return
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(PATIENCE):
                while self.is_answer_due:
                    self._answer.clear()
                    await self._answer.wait()

    def show_found(self, found: Found, groups: Sequence[Group] = ()) -> None:
        """Give the list its new order; the cursor stays on its paper if that is in it."""
        from paperterm.search.highlight import matches_in

        self.found = found
        self.answer = found.numbers
        self.matches_of = matches_in(found.lit)
        if self.library.count:
            self.list.vacancy = answers.vacancy(found, self.key("go.back"), self.key("filter.near"))
        # The next key is about the paper that is seen under the cursor, whatever other programs do meanwhile.
        stay_on = self.list.pointed if self._is_asked_anew else self.stay_on
        self._is_asked_anew = False
        self.list.show(found.numbers, self.matches_of, groups=groups, stay_on=stay_on)
        self._tell(found)
        self.show_reader()  # in the same paint as the list
        self.show_place()

    def _tell(self, found: Found) -> None:
        """Say what there is to say of an answer. What is merely unfinished is a problem once the filter is left."""
        problems = found.problems
        if self.focused is not self.filter_line.input:
            from paperterm.search.query import parse

            problems = parse(self._answered_text).problems
        count, problem = answers.count(found, self.library.count), answers.problem(problems)
        has_room = self.filter_line.has_room(problem)
        if problem:
            both = (*problem, Span("  "), *count)
            count = both if self.filter_line.has_room(both) else problem
        self.filter_line.show_count(count, is_problem=bool(problem))
        self.filter_line.mark(self._answered_text, problems)
        self._remark(found, () if has_room else problem)

    def _remark(self, found: Found, problem: Sequence[Span]) -> None:
        """Say in the status line what has no room beside the filter, or how the answer differs from what was asked;
        take away what was said of the last."""
        said = tuple(problem or answers.remarks(found, self.key("filter.near")))
        if said or self.status.left == self._remarked:
            self.status.show(left=said)
        self._remarked = said

    # Commands

    def action_focus_filter(self) -> None:
        """Give the keys to the filter."""
        self.stay_on = self.list.pointed if self.list.cursor else None
        self.set_class(False, "-reading")
        self.set_focus(self.filter_line.input)
        self.show_place()

    async def action_accept_filter(self) -> None:
        """Keep the filter and go to the list."""
        await taken_in(self.filter_line.input)
        await self.answer_shown()
        self._leave_filter()

    def _leave_filter(self) -> None:
        self.remember()
        self.stay_on = None
        self.set_focus(self.list)
        if self.found is not None:
            self._tell(self.found)
        self.show_place()

    async def action_clear_filter(self) -> None:
        """Clear the filter; if there is nothing to clear, leave it."""
        await taken_in(self.filter_line.input)
        if self.filter_line.input.value:
            self.filter_line.input.value = ""
        else:
            self._leave_filter()

    async def action_sort(self) -> None:
        """Choose the order of the list; the cursor stays on its paper."""
        from paperterm.tui.screens.choice_dialog import SORTS, ChoiceDialog

        def answered(sort: str | None) -> None:
            if sort is not None:
                self.sort_by(sort)

        await self.ask(ChoiceDialog("Sort by", SORTS, self.sort), answered)

    async def action_group(self) -> None:
        """Choose what the list is grouped by; the cursor stays on its paper."""
        from paperterm.tui.screens.choice_dialog import GROUPINGS, ChoiceDialog

        def answered(grouping: str | None) -> None:
            if grouping is not None:
                self.group_by(grouping)

        await self.ask(ChoiceDialog("Group by", GROUPINGS, self.grouping or "nothing"), answered)

    def sort_by(self, sort: str) -> None:
        """Put the list in an order of `SORTS`."""
        if sort != self.sort:
            self.sort = sort
            self._arrange_anew()

    def group_by(self, grouping: str) -> None:
        """Group the list as one of `GROUPINGS` says."""
        wanted = "" if grouping == "nothing" else grouping
        if wanted != self.grouping:
            self.grouping = wanted
            self.list.unfold_all()
            self._arrange_anew()

    def _arrange_anew(self) -> None:
        self.stay_on = self.list.pointed
        self.search()
        self.show_place()

    def filter_by(self, query: str) -> None:
        """Show what a query finds."""
        self.stay_on = self.list.pointed
        self.filter_line.input.value = query

    def regroup(self) -> None:
        """Put the same papers in groups anew; the cursor stays on its paper."""
        groups = self.library.grouped(self.answer, self.grouping)
        self.list.show(self.answer, self.matches_of, groups=groups, stay_on=self.list.pointed)

    def action_fold(self) -> None:
        """Fold the papers of this group away, or show them again."""
        self.list.fold()

    def action_fold_all(self) -> None:
        """Fold all groups, or none."""
        self.list.fold_all()

    def action_recall(self, step: int) -> None:
        """A query of before, or a later one; below the last one the line is empty."""
        place = min(len(self.history), max(0, self._recalled + step))
        if place != self._recalled:
            self._recalled = place
            prompt = self.filter_line.input
            prompt.value = self.history[place] if place < len(self.history) else ""
            prompt.action_end()

    def remember(self) -> None:
        """Keep the query for `up`, once, the newest last."""
        text = self.filter_line.input.value.strip()
        if text:
            others = [query for query in self.history if query != text]
            self.history = [*others[1 - MOST_QUERIES :], text]
        self._recalled = len(self.history)
