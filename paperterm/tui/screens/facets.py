"""Counts of what is shown, by status, tag, venue, year and collection; choosing one narrows the filter."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from textual import on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType

from paperterm.model.text import counted
from paperterm.present.facets import facet_rows
from paperterm.tui.screens.dialog import Dialog
from paperterm.tui.widgets.choices import Choices

if TYPE_CHECKING:
    from paperterm.search.facets import Facets

PAGE = 10
"""Rows of a page."""


class FacetsDialog(Dialog[str]):
    """Answers with a condition for the query."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("down,j", "move(1)", "next", priority=True),
        Binding("up,k", "move(-1)", "previous", priority=True),
        Binding("pagedown,ctrl+d", f"move({PAGE})", "page down", priority=True),
        Binding("pageup,ctrl+u", f"move(-{PAGE})", "page up", priority=True),
        Binding("tab", "next_facet(1)", "next kind", priority=True),
        Binding("shift+tab", "next_facet(-1)", "previous kind", priority=True),
        Binding("enter", "accept", "narrow", priority=True),
        Binding("F,q", "cancel", "close", priority=True),
    ]
    HINT = (("j k", "move"), ("tab", "next kind"), ("enter", "show only these"), ("esc", "close"))

    def __init__(self, facets: Facets, papers: int) -> None:
        super().__init__(f"What is shown: {counted(papers, 'paper')}")
        kinds = {
            "status": ("Status", facets.status),
            "tag": ("Tags", facets.tags),
            "venue": ("Venues", facets.venues),
            "year": ("Years", facets.years),
            "collection": ("Collections", facets.collections),
        }
        self._rows = facet_rows(kinds, papers)

    def content(self) -> ComposeResult:
        """The rows; headings are passed over."""
        choices = Choices([row.spans for row in self._rows], notice="There is nothing to count.")
        choices.cursor = min(1, max(0, len(self._rows) - 1))
        choices.styles.height = "1fr"
        yield choices

    def action_move(self, step: int) -> None:
        """Another value; headings are passed over."""
        choices = self.query_one(Choices)
        choices.move(step)
        if self._rows and not self._rows[choices.cursor].name:
            choices.move(1 if step > 0 or not choices.cursor else -1)

    def action_next_facet(self, step: int) -> None:
        """The first value of the next heading, or of the one before."""
        choices = self.query_one(Choices)
        starts = [place + 1 for place, row in enumerate(self._rows) if not row.name]
        if starts:
            here = max((n for n, start in enumerate(starts) if start <= choices.cursor), default=0)
            choices.move_to(starts[(here + step) % len(starts)])

    @on(Choices.Chosen)
    def action_accept(self) -> None:
        """Answer."""
        from paperterm.search.query import Filter

        place = self.query_one(Choices).cursor
        row = self._rows[place] if self._rows else None
        if row is not None and row.name:
            self.dismiss(str(Filter(row.name, row.value)))
