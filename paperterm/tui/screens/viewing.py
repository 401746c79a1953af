"""Views: collections and papers alike by a key, and what the filter may go on with."""

from __future__ import annotations

from textual import on
from textual.widgets import Input

from paperterm.tui.keys_ahead import taken_in
from paperterm.tui.screens.moving import Moving
from paperterm.tui.screens.narrowing import Narrowing
from paperterm.tui.widgets.filter_line import LONGEST_QUERY
from paperterm.tui.widgets.typed_line import TypedLine

MOST_LIKE = 20
"""Papers at once that others may be like."""
ID_DIGITS = 10
"""Of a paper's id, in a query: as many as the commands show, and enough for it to be the only one."""


class Viewing(Narrowing, Moving):
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

    def action_like(self) -> None:
        """Show the papers most like the one under the cursor, or like those selected, best first."""
        ids = [paper_id[:ID_DIGITS] for paper_id in self.chosen_ids()]
        if len(ids) > MOST_LIKE:
            self.say(f"More like up to {MOST_LIKE} papers can be looked for; {len(ids):,} are selected.", "failure")
            return
        self.sort = "relevance"
        self.action_back_to_list()
        self.show_view(f"like:{','.join(ids)} ")

    def show_view(self, query: str) -> None:
        """Show what a query finds, from the top; the one before is kept for `up` in the filter."""
        self.remember()
        self.stay_on = None
        self.filter_line.input.value = query
