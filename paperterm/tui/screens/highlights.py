"""All highlights of a paper: to go to, to change, to delete."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import ClassVar

from textual import on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType

from paperterm.model.annotation import COLOURS, Highlight
from paperterm.model.text import display
from paperterm.present.highlights import highlight_page, highlight_row
from paperterm.present.spans import Span
from paperterm.present.view import view
from paperterm.tui.screens.dialog import Dialog, ask
from paperterm.tui.screens.remark_prompt import RemarkPrompt
from paperterm.tui.widgets.choices import Choices
from paperterm.tui.widgets.reader import Reader

Change = Callable[[Highlight | None, Highlight | None], None]
"""Puts a highlight in the place of another; `None` stands for none."""


class HighlightsDialog(Dialog[Highlight]):
    """Answers with the one to go to. What is deleted stays in sight, so that a held key deletes one and no more."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("down,j", "move(1)", "next", priority=True),
        Binding("up,k", "move(-1)", "previous", priority=True),
        Binding("enter", "accept", "go there", priority=True),
        Binding("n", "remark", "remark", priority=True),
        *(
            Binding(f"{colour[0]},{number}", f"colour('{colour}')", colour, priority=True)
            for number, colour in enumerate(COLOURS, 1)
        ),
        Binding("x,delete", "delete", "delete, or bring back", priority=True),
        Binding("H,q", "cancel", "close", priority=True),
    ]
    HINT = (("enter", "go there"), ("n", "remark"), ("y g b r p", "colour"), ("x", "delete"), ("esc", "close"))

    def __init__(self, title: str, highlights: Sequence[Highlight], change: Change) -> None:
        super().__init__(f"Highlights of “{view(display(title)).text}”")
        self._highlights = list(highlights)
        self._deleted: set[int] = set()
        self._change = change

    def content(self) -> ComposeResult:
        """A row for each, and below the one under the cursor in full."""
        yield Choices([], height=len(self._highlights))
        yield Reader(margin=2)

    def on_mount(self) -> None:
        """Show them."""
        self._show()

    @property
    def _place(self) -> int:
        return self.query_one(Choices).cursor

    def _show(self) -> None:
        choices = self.query_one(Choices)
        choices.show([partial(self._row, place) for place in range(len(self._highlights))], choices.cursor)
        self._show_whole()

    def _row(self, place: int, width: int) -> Sequence[Span]:
        return highlight_row(place + 1, self._highlights[place], width, place in self._deleted)

    def _show_whole(self) -> None:
        self.query_one(Reader).show(highlight_page(self._highlights[self._place]), from_top=True)

    def action_move(self, step: int) -> None:
        """Another one."""
        self.query_one(Choices).move(step)
        self._show_whole()

    @on(Choices.Chosen)
    def action_accept(self) -> None:
        """Go there."""
        if self._place not in self._deleted:
            self.dismiss(self._highlights[self._place])

    def _replace(self, after: Highlight) -> None:
        before = self._highlights[self._place]
        if self._place not in self._deleted and after != before:
            self._highlights[self._place] = after
            self._change(before, after)
            self._show()

    def action_colour(self, colour: str) -> None:
        """Give it another colour."""
        self._replace(self._highlights[self._place]._replace(colour=colour))

    def action_delete(self) -> None:
        """Delete it, or bring it back."""
        highlight = self._highlights[self._place]
        if self._place in self._deleted:
            self._change(None, highlight)
        else:
            self._change(highlight, None)
        self._deleted ^= {self._place}
        self._show()

    async def action_remark(self) -> None:
        """Change what is remarked on it."""
        highlight = self._highlights[self._place]

        def answered(remark: str | None) -> None:
            if remark is not None:
                self._replace(highlight._replace(remark=" ".join(display(remark).split())))

        if self._place not in self._deleted:
            await ask(self.app, RemarkPrompt(highlight), answered)
