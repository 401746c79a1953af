"""The filter line: what is typed, and beside it how many papers it leaves and how long that took."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from rich.highlighter import Highlighter
from rich.style import Style
from rich.text import Text
from textual.app import ComposeResult
from textual.containers import Horizontal
from textual.widgets.input import Selection

from paperterm.present.cells import width_of
from paperterm.present.spans import Span, plain
from paperterm.tui.looks import LOOKS
from paperterm.tui.widgets.text_line import TextLine
from paperterm.tui.widgets.typed_line import TypedLine

if TYPE_CHECKING:
    from paperterm.search.completion import Completion
    from paperterm.search.syntax import QueryProblem

LONGEST_QUERY = 500
"""Characters; more was certainly not meant for the filter."""

COUNT_SHARE = 0.4
"""The part of the line that the count may take, as the style sheet has it."""


class FilterLine(Horizontal):
    """Prompt, input and count."""

    def __init__(self, query: str, count: tuple[Span, ...]) -> None:
        super().__init__(id="filter-line")
        self.input = FilterInput(max_length=LONGEST_QUERY, select_on_focus=False, id="filter")
        self._marks = Marks()
        self.input.highlighter = self._marks
        self._query = query
        self._prompt = TextLine([Span("/", "key")], id="prompt")
        self._count = TextLine(right=count, id="count")

    def compose(self) -> ComposeResult:
        """One line."""
        self.input.value = self._query
        yield self._prompt
        yield self.input
        yield self._count

    def name_key(self, key: str) -> None:
        """Say which key gives the filter the focus; before the first paint."""
        self.input.placeholder = f"type {key} to filter"
        self._prompt.left = (Span(key if len(key) == 1 else "›", "key"),)

    def show_count(self, count: tuple[Span, ...], *, is_problem: bool = False) -> None:
        """Say how many papers there are, or what is wrong with the query; that may take `COUNT_SHARE` of the line."""
        if is_problem or self._count.styles.has_rule("min_width"):
            self._count.styles.min_width = width_of(plain(count)) + 1 if is_problem else None
        self._count.show(right=count)

    def mark(self, text: str, problems: Sequence[QueryProblem]) -> None:
        """Mark the parts of a query that were not understood; they stay marked until they are changed."""
        places = tuple((problem.start, problem.end) for problem in problems)
        if places or self._marks.places:
            wrong = LOOKS["wrong"]
            color = wrong.color_in(self.app.theme_variables)
            style = Style(color=color.rich_color if color else None) + wrong.text_style
            self._marks.text, self._marks.places, self._marks.style = text, places, style
            self.input.refresh()

    def has_room(self, count: Sequence[Span]) -> bool:
        """Whether `show_count` can show all of this."""
        return width_of(plain(count)) <= int(self.size.width * COUNT_SHARE)


class FilterInput(TypedLine):
    """What is typed, and dimmed behind its end how it may go on."""

    _completed = ""

    def offer(self, completion: Completion | None) -> None:
        """Show how the text may go on, or nothing."""
        if completion is not None and self.cursor_at_end and len(completion.text) <= LONGEST_QUERY:
            self._suggestion, self._completed = self.value + completion.rest, completion.text
        else:
            self._suggestion = ""

    def take(self, completed: str) -> None:
        """Go on with it."""
        self.value = completed
        self.action_end()

    def action_cursor_right(self, select: bool = False) -> None:
        """Take what is offered, or move."""
        if self._suggestion and self.cursor_at_end and not select:
            self.take(self._completed)
        else:
            super().action_cursor_right(select)

    def validate_selection(self, selection: Selection) -> Selection:
        """Nothing is offered behind a cursor that is elsewhere."""
        selection = super().validate_selection(selection)
        if selection.end != len(self.value):
            self._suggestion = ""
        return selection


class Marks(Highlighter):
    """Styles parts of a text wherever they still stand as they did."""

    text = ""
    places: tuple[tuple[int, int], ...] = ()
    style = Style()

    def highlight(self, text: Text) -> None:
        """Mark what is still the same."""
        for start, end in self.places:
            if text.plain[:end] == self.text[:end]:
                text.stylize(self.style, start, end)
