"""Reading: what the reader shows of the paper under the cursor, and the matches in it."""

from __future__ import annotations

from paperterm.present.page import Page, no_matches, page
from paperterm.tui.screens.moving import Moving
from paperterm.tui.widgets.paper_list import MatchesOf


class Reading(Moving):
    """Commands about the page in the reader."""

    page = Page()
    """What the reader shows."""
    is_raw = False
    """Whether texts are shown as they were typed."""
    current: int | None = None
    """The number of the match that the reader is at."""

    _lit_by: MatchesOf | None = None

    def show_reader(self) -> None:
        """The page of the paper under the cursor; a paper that is there already keeps its place on screen."""
        number = self.list.pointed
        is_new = number != self.reader_number
        if is_new:
            self.passage = None
        if is_new or self.matches_of is not self._lit_by:
            self._lit_by = self.matches_of
            self.current = None
        self.reader_number = number
        self.page = self.page_of(number)
        self.reader.show(self.page.spans, from_top=is_new)

    def page_of(self, number: int | None) -> Page:
        """The reader's page of a paper."""
        if number is None:
            return Page()
        paper = self.library.paper(number)
        return page(
            paper,
            self.library.annotation(paper.paper_id),
            self.library.collections_of(number),
            self.matches_of or no_matches,
            is_raw=self.is_raw,
            current=self.current,
            chosen=self.passage,
        )

    def action_raw(self) -> None:
        """Show texts as they were typed, or readable again."""
        self.is_raw = not self.is_raw
        self.show_reader()
        self.say("Texts as they were typed." if self.is_raw else "Readable again.", "dim")

    def action_match(self, step: int) -> None:
        """Go to the next match on the page, or to the one before; after the last comes the first."""
        self.show_reader()
        count = self.page.matches
        if not count:
            self.say(
                "Nothing is lit on this page." if self.matches_of else "No words are searched for; / filters.", "dim"
            )
            return
        if self.current is None:
            self.current = 0 if step > 0 else count - 1
        else:
            self.current = (self.current + step) % count
        if not self.reader.display:
            self.action_open_reader()
        self.show_reader()
        self.reader.reveal("current")
        self.say(f"match {self.current + 1} of {count}", "dim")
