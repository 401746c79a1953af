"""Asking for tags: words to add, `-words` to remove, completed from the tags there are."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import ClassVar

from textual import on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.widgets import Input

from paperterm.model.text import display
from paperterm.present.spans import Span
from paperterm.present.tags import tag_style
from paperterm.tui.keys_ahead import taken_in
from paperterm.tui.screens.dialog import Dialog
from paperterm.tui.widgets.choices import Choices
from paperterm.tui.widgets.typed_line import TypedLine

ROWS = 10


@dataclass(frozen=True, slots=True)
class TagChoice:
    """Tags to add and to remove, as they were typed."""

    add: tuple[str, ...] = ()
    remove: tuple[str, ...] = ()


def choice_of(text: str) -> TagChoice:
    """What was typed, as tags to add and to remove: "theory gnn -old"."""
    words = text.replace(",", " ").split()
    add = tuple(word for word in words if not word.startswith("-"))
    remove = tuple(word[1:] for word in words if word.startswith("-") and len(word) > 1)
    return TagChoice(add, remove)


def candidates(tags: Mapping[str, int], mine: Mapping[str, int], typed: str) -> list[str]:
    """The tags that fit the word being typed: the papers' own first, then those used most.

    Args:
        tags: every tag and how many papers have it.
        mine: the tags of the papers in question.
    """
    word = typed.removeprefix("-").lstrip("#").casefold()
    fitting = [tag for tag in {*tags, *mine} if word in tag]
    return sorted(fitting, key=lambda tag: (not tag.startswith(word), tag not in mine, -tags.get(tag, 0), tag))


def last_word(text: str) -> str:
    """The word at the end, which is being typed; empty behind a blank."""
    return text.replace(",", " ").rpartition(" ")[2]


class TagPrompt(Dialog[TagChoice]):
    """Words are typed; tab takes the tag under the cursor of the list below."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("tab", "complete", "complete", priority=True),
        Binding("enter", "accept", "accept", priority=True),
        Binding("down,ctrl+n", "move(1)", "next", priority=True, show=False),
        Binding("up", "move(-1)", "previous", priority=True, show=False),
    ]
    HINT = (("tab", "take"), ("↑↓", "choose"), ("-word", "remove"), ("enter", "accept"), ("esc", "cancel"))

    def __init__(self, tags: Mapping[str, int], papers: Sequence[Sequence[str]]) -> None:
        which = "the paper" if len(papers) == 1 else f"{len(papers):,} papers"
        super().__init__(f"Tags of {which}")
        self._tags = tags
        self._papers = len(papers)
        self._mine = Counter(tag for own in papers for tag in own)
        self._candidates = candidates(tags, self._mine, "")

    def content(self) -> ComposeResult:
        """Input and list."""
        yield TypedLine(placeholder="theory gnn -old", id="tags", max_length=500)
        notice = "no such tag yet: it will be new" if self._tags else "no tags yet: type one"
        yield Choices(self._rows(), notice=notice, height=min(ROWS, max(1, len(self._candidates))))

    def first(self) -> Input:
        """Words are typed from the start."""
        return self.query_one(Input)

    def _rows(self) -> list[list[Span]]:
        return [self._row(tag) for tag in self._candidates]

    def _row(self, tag: str) -> list[Span]:
        having = self._mine.get(tag, 0)
        sign = "✓" if having == self._papers else "~" if having else " "
        return [
            Span(f"{sign} ", "mark"),
            Span(display(tag), tag_style(tag)),
            Span(f"  {self._tags.get(tag, 0):,}", "dim"),
        ]

    @on(Input.Changed)
    def typed(self, event: Input.Changed) -> None:
        """Show the tags that fit the word at the end."""
        self._candidates = candidates(self._tags, self._mine, last_word(event.value))
        self.query_one(Choices).show(self._rows())

    def action_move(self, step: int) -> None:
        """Another tag of the list."""
        self.query_one(Choices).move(step)

    @on(Choices.Chosen)
    async def action_complete(self) -> None:
        """Take the tag under the cursor in place of the word at the end; one that all have is to be removed."""
        prompt = self.query_one(Input)
        await taken_in(prompt)
        self._candidates = candidates(self._tags, self._mine, last_word(prompt.value))
        place = self.query_one(Choices).cursor
        if place >= len(self._candidates):
            return
        tag = self._candidates[place]
        before, blank, word = prompt.value.replace(",", " ").rpartition(" ")
        minus = "-" if word.startswith("-") or self._mine.get(tag, 0) == self._papers else ""
        prompt.value = f"{before}{blank}{minus}{tag} "
        prompt.action_end()

    async def action_accept(self) -> None:
        """Answer with what is typed."""
        prompt = self.query_one(Input)
        await taken_in(prompt)
        self.dismiss(choice_of(prompt.value))
