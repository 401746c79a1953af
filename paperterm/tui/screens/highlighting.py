"""Highlighting: a passage of the abstract is chosen in the reader, coloured, remarked on, listed."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from textual import events, on

from paperterm.model.annotation import COLOURS, Highlight
from paperterm.model.passages import place_of
from paperterm.model.text import counted
from paperterm.present.abstract import ShownAbstract, colour_style
from paperterm.present.passage import Passage
from paperterm.present.spans import Span
from paperterm.tui.messages import PassageDragged
from paperterm.tui.screens.marking import Marking
from paperterm.tui.screens.reading import Reading


class Highlighting(Reading, Marking):
    """Commands about highlights. While a passage is being chosen the reader has keys of its own."""

    _colour = "yellow"
    """The colour that was chosen last."""

    # Choosing a passage

    def action_highlight(self) -> None:
        """Begin with the sentence of the match one is at, else with the first one in sight."""
        self.action_open_reader()
        shown = self._abstract()
        if not shown.words:
            self.say("There is no abstract to highlight.", "dim")
            return
        at_match = self.reader.letters_before_style("current")
        letters = self.reader.letters_before(self.reader.top) if at_match is None else at_match
        self._choose(Passage.sentence(shown, self.page.place_of(letters), self._colour))

    @on(PassageDragged)
    def passage_dragged(self, message: PassageDragged) -> None:
        """The mouse was drawn over a part of the page."""
        shown = self._abstract()
        is_outside = not any(map(self.page.is_in_abstract, (message.first, message.last)))
        if is_outside or not shown.words or self.library.read_only_reason:
            return
        if self.pane != "passage":
            self.action_open_reader()
        first, last = map(self.page.place_of, (message.first, message.last))
        self._choose(Passage.between(shown, first, last, self._colour))

    def _abstract(self) -> ShownAbstract:
        assert self.reader_number is not None
        return ShownAbstract(self.library.paper(self.reader_number).abstract, is_raw=self.is_raw)

    def _choose(self, passage: Passage | None) -> None:
        """Show a passage as chosen; `None` ends the choice."""
        self.passage = passage
        self.show_reader()
        if passage is not None:
            self._colour = passage.colour
            self.reader.reveal("head")
            colour = Span(f" {passage.colour} ", colour_style(passage.colour))
            words = Span(f"  {counted(passage.word_count, 'word')}", "dim")
            keys = " ".join(self.key(f"passage.{name}") for name in COLOURS)
            hint = (Span("   "), Span(keys, "key"), Span(" colour", "dim"))
            self.status.show(left=[Span("Highlight  "), colour, words, *hint])
        self.show_place()

    def action_choose(self, way: str, step: int) -> None:
        """Another passage: one of `WAYS`."""
        if self.passage is not None:
            self._choose(WAYS[way](self.passage, step))

    def action_turn_passage(self) -> None:
        """Let the other end move."""
        if self.passage is not None:
            self._choose(self.passage.turned())

    def action_colour_passage(self, colour: str) -> None:
        """The colour that it will have."""
        if self.passage is not None:
            self._choose(self.passage.coloured(colour))

    def action_leave_passage(self) -> None:
        """Choose nothing."""
        self._choose(None)
        self.say("")

    @on(events.DescendantFocus)
    def focus_went_elsewhere(self) -> None:
        """Whoever clicks on something else has chosen nothing."""
        # What the event names may be long past: keys that came at once have moved the focus on.
        if self.passage is not None and self.focused is not self.reader:
            self.action_leave_passage()

    def action_keep_passage(self) -> None:
        """Make it a highlight."""
        if self.passage is not None:
            self._keep(self.passage.highlight())

    async def action_remark_passage(self) -> None:
        """Make it a highlight with a remark."""
        from paperterm.tui.screens.remark_prompt import RemarkPrompt

        if self.passage is None:
            return
        highlight = self.passage.highlight()

        def answered(remark: str | None) -> None:
            if remark is not None:
                self._keep(highlight._replace(remark=remark))

        await self.ask(RemarkPrompt(highlight), answered)

    def _keep(self, highlight: Highlight) -> None:
        number = self.reader_number
        assert number is not None
        paper_id = self.library.head(number).paper_id
        self._choose(None)
        self.changed(lambda: self.library.replace_highlight(paper_id, None, highlight), "it is highlighted so already")

    # The highlights of a paper

    async def action_highlights(self) -> None:
        """List them; each can be gone to, changed and deleted there."""
        from paperterm.tui.screens.highlights import HighlightsDialog

        number = self.list.pointed
        assert number is not None
        head = self.library.head(number)
        highlights = self.library.annotation(head.paper_id).highlights
        if not highlights:
            self.say(f"This paper has no highlights; {self.key('paper.highlight')} makes one.", "dim")
            return

        def change(before: Highlight | None, after: Highlight | None) -> None:
            self.changed(lambda: self.library.replace_highlight(head.paper_id, before, after), "it is so already")

        def answered(highlight: Highlight | None) -> None:
            if highlight is not None:
                self._go_to(highlight)

        await self.ask(HighlightsDialog(head.title, highlights, change), answered)

    def _go_to(self, highlight: Highlight) -> None:
        """Show where a highlight is; `n` and the colours are about it then."""
        self.action_open_reader()
        shown = self._abstract()
        place = place_of(shown.text, highlight)
        if place is None:
            self.say("The abstract has not got this passage any more.", "dim")
        else:
            self._choose(Passage.between(shown, place[0], place[1] - 1, highlight.colour))


WAYS: Mapping[str, Callable[[Passage, int], Passage]] = {
    "word": Passage.word,
    "sentence": Passage.other_sentence,
    "by-words": Passage.by_words,
    "by-sentence": Passage.by_sentence,
}
"""How one passage leads to another."""
