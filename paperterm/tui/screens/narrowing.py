"""Narrowing and widening what was found: counts to choose from, near words, expansion, best sentences."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

from paperterm.model.text import display
from paperterm.present.spans import Span
from paperterm.present.view import view
from paperterm.tui.keys_ahead import taken_in
from paperterm.tui.screens.finding import Finding

if TYPE_CHECKING:
    from collections.abc import Sequence

    from paperterm.library import Library
    from paperterm.search.found import Found, Group
    from paperterm.tui.widgets.paper_list import SentenceOf


MOST_SENTENCES = 500
"""Kept of one query."""


class Narrowing(Finding):
    """Commands about the papers that a query finds."""

    shows_sentences = False
    """Whether the best sentence of a paper stands below its title."""

    def show_found(self, found: Found, groups: Sequence[Group] = ()) -> None:
        """With the best sentences of this query, if they are shown."""
        if self.shows_sentences:
            self.list.show_sentences(best_sentences(self.library, found))
        super().show_found(found, groups)

    async def action_facets(self) -> None:
        """Count what is shown; what is chosen narrows the filter."""
        from paperterm.tui.screens.facets import FacetsDialog

        if not self.library.finder.is_ready:
            self.say("The search is still being prepared.", "dim")
            return

        def answered(condition: str | None) -> None:
            if condition is not None:
                self.filter_by(f"{self.query_text.rstrip()} {condition} ".lstrip())

        await self.ask(FacetsDialog(self.library.facets(self.answer), len(self.answer)), answered)

    async def action_take_near(self) -> None:
        """Put the near words that were sought into the query."""
        from paperterm.search.found import corrected

        await taken_in(self.filter_line.input)
        if self.found is not None:
            self.filter_by(corrected(self.query_text, self.found.replaced))
            self.filter_line.input.action_end()

    def action_expand(self) -> None:
        """Let the words of the best papers count for the order, too, or no longer."""
        self.expands = not self.expands
        said = "The order heeds words of the best papers, too." if self.expands else "The order heeds your words alone."
        self.say(said if self.sort == "relevance" else f"{said} It shows in the order by relevance.", "dim")
        self.stay_on = None
        self.search()
        self.show_place()

    def action_sentences(self) -> None:
        """Show the best sentence of each paper below its title, or no longer."""
        self.shows_sentences = not self.shows_sentences
        self._put_sentences()
        self.list.repaint()

    def _put_sentences(self) -> None:
        self.list.show_sentences(best_sentences(self.library, self.found) if self.shows_sentences else None)


def best_sentences(library: Library, found: Found | None) -> SentenceOf:
    """Finds the sentence of a paper that says most about what was found, else its first one."""
    from paperterm.search.highlight import best_sentence, snippet, spans
    from paperterm.search.syntax import EVERYTHING

    query = EVERYTHING if found is None else found.lit

    @lru_cache(maxsize=MOST_SENTENCES)
    def sentence_of(number: int) -> Sequence[Span]:
        paper = library.paper(number)
        abstract = display(paper.abstract)
        best = snippet((abstract, display(library.annotation(paper.paper_id).note)), query)
        sentence = " ".join((best or abstract[slice(*best_sentence(abstract, query))]).split())
        return view(sentence).spans("dim", spans(sentence, query))

    return sentence_of
