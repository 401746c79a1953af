"""Asking for a remark on a highlight."""

from __future__ import annotations

from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.widgets import Input

from paperterm.highlighting import LONGEST_REMARK
from paperterm.model.annotation import Highlight
from paperterm.model.text import display
from paperterm.present.abstract import colour_style
from paperterm.present.view import view
from paperterm.tui.keys_ahead import taken_in
from paperterm.tui.screens.dialog import Dialog
from paperterm.tui.widgets.reader import Reader
from paperterm.tui.widgets.typed_line import TypedLine


class RemarkPrompt(Dialog[str]):
    """Answers with the remark; an empty one is an answer, too."""

    BINDINGS: ClassVar[list[BindingType]] = [Binding("enter", "accept", "accept", priority=True)]
    HINT = (("enter", "save"), ("esc", "cancel"))

    def __init__(self, highlight: Highlight) -> None:
        super().__init__("Remark on the highlight")
        self._highlight = highlight

    def content(self) -> ComposeResult:
        """The passage, and a line to type into."""
        yield Reader(view(display(self._highlight.passage)).spans(colour_style(self._highlight.colour)), margin=0)
        yield TypedLine(self._highlight.remark, max_length=LONGEST_REMARK, select_on_focus=False)

    def first(self) -> Input:
        """Words are typed from the start, behind those that there are."""
        prompt = self.query_one(Input)
        prompt.action_end()
        return prompt

    async def action_accept(self) -> None:
        """Answer with what is typed."""
        prompt = self.query_one(Input)
        await taken_in(prompt)
        self.dismiss(prompt.value)
