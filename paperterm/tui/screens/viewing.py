"""Views: collections by a key, and what the filter may go on with."""

from __future__ import annotations

from textual import on
from textual.widgets import Input

from paperterm.tui.keys_ahead import taken_in
from paperterm.tui.screens.narrowing import Narrowing
from paperterm.tui.widgets.filter_line import LONGEST_QUERY
from paperterm.tui.widgets.typed_line import TypedLine


class Viewing(Narrowing):
    """Commands that bring papers back by a name."""

    @on(Input.Changed, "#filter")
    def offer_completion(self, event: Input.Changed) -> None:
        """Show how the query may go on; while the search is prepared, nothing is known of that."""
        line = self.filter_line.input
        if self.is_prepared and self.focused is line and event.value == line.value:
            line.offer(self.library.finder.completion(event.value))

    async def action_complete(self) -> None:
        """Take what is offered; without an offer, keep the filter and go to the list."""
        line = self.filter_line.input
        await taken_in(line)
        completion = self.library.finder.completion(line.value) if line.cursor_at_end else None
        if completion is not None and len(completion.text) <= LONGEST_QUERY:
            line.take(completion.text)
        else:
            await self.action_accept_filter()

    @on(TypedLine.Shortened, "#filter")
    def filter_shortened(self) -> None:
        """Say that a part of what was pasted is missing."""
        self.say(f"The filter takes {LONGEST_QUERY} characters: the rest of what was pasted is left out.", "failure")

    async def action_collections(self) -> None:
        """Choose a collection to show."""
        from paperterm.search.syntax import Filter
        from paperterm.tui.screens.collections import CollectionsDialog

        collections = self.library.collections()
        queries = {one.name: f"{Filter('collection', one.name)} " for one in collections}
        current = next((name for name, query in queries.items() if query == self.query_text), "")

        def answered(name: str | None) -> None:
            if name is not None:
                self.show_view(queries[name])

        await self.ask(CollectionsDialog(collections, self.library.tallies_of_collections, current), answered)

    def show_view(self, query: str) -> None:
        """Show what a query finds, from the top; the one before is kept for `up` in the filter."""
        self.remember()
        self.stay_on = None
        self.filter_line.input.value = query
