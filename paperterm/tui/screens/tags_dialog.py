"""All tags as a tree, with how many papers each has: to show their papers, to rename, merge and delete."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import ClassVar, NamedTuple

from textual import on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.widgets import Input

from paperterm.errors import PapertermError
from paperterm.model.annotation import LONGEST_TAG, fold_tag, is_within
from paperterm.model.text import counted, display
from paperterm.present.cells import fit, width_of
from paperterm.present.spans import Span
from paperterm.present.tags import tag_style
from paperterm.tui.keys_ahead import taken_in
from paperterm.tui.screens.confirm import Confirm
from paperterm.tui.screens.dialog import Dialog, ask
from paperterm.tui.widgets.choices import Choices
from paperterm.tui.widgets.text_line import TextLine
from paperterm.tui.widgets.typed_line import TypedLine

ROWS = 14
SHOW, RENAME, DELETE = "show", "rename", "delete"


class TagDeed(NamedTuple):
    """What is to be done with which tag: `SHOW`, `RENAME` (to `name`) or `DELETE`."""

    what: str
    tag: str
    name: str = ""


class TagsDialog(Dialog[TagDeed]):
    """Words narrow the tree; the keys act on the tag under the cursor.

    Args:
        tree: tags, those below one right after it, and how many papers have each or one below it.
        none: said when there are no tags.
        undo: the key that takes a change back.
    """

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("down,ctrl+n", "move(1)", "next", priority=True),
        Binding("up", "move(-1)", "previous", priority=True),
        Binding("pagedown", f"move({ROWS})", "page down", priority=True),
        Binding("pageup", f"move(-{ROWS})", "page up", priority=True),
        Binding("enter", "papers", "papers", priority=True),
        Binding("ctrl+r", "rename", "rename", priority=True),
        Binding("ctrl+x", "delete", "delete", priority=True),
    ]
    HINT = (("enter", "papers"), ("^r", "rename"), ("^x", "delete"), ("esc", "close"))

    def __init__(self, tree: Mapping[str, int], *, none: str, undo: str) -> None:
        super().__init__("Tags")
        self._tree = tree
        self._shown = list(tree)
        self._none = none
        self._undo = undo
        self._typed = ""

    def content(self) -> ComposeResult:
        """Input and tree."""
        yield TypedLine(placeholder="type a part of the name", max_length=LONGEST_TAG)
        notice = "No tag has this in its name." if self._tree else self._none
        yield Choices(self._rows(), notice=notice, height=min(ROWS, max(1, len(self._tree))))

    def first(self) -> Input:
        """Words are typed from the start."""
        return self.query_one(Input)

    def _rows(self) -> list[Callable[[int], Sequence[Span]]]:
        return [partial(self._row, tag, is_tree=not self._typed) for tag in self._shown]

    def _row(self, tag: str, width: int, *, is_tree: bool) -> Sequence[Span]:
        indent, name = tag.count("/") if is_tree else 0, tag.rpartition("/")[2] if is_tree else tag
        counts = f"{self._tree[tag]:,} "
        shown = [Span("  " * indent), Span("#", "dim"), Span(display(name), tag_style(tag))]
        return [*fit(shown, max(0, width - width_of(counts) - 1)), Span(f" {counts}", "number")]

    @on(Input.Changed)
    def typed(self, event: Input.Changed) -> None:
        """Show the tags that have what is typed in their names."""
        self._narrow(event.value)

    def _narrow(self, typed: str) -> None:
        if typed != self._typed:
            self._typed = typed
            part = typed.strip().lstrip("#").casefold()
            self._shown = [tag for tag in self._tree if part in tag]
            self.query_one(Choices).show(self._rows())

    def action_move(self, step: int) -> None:
        """Another tag."""
        self.query_one(Choices).move(step)

    async def _pointed(self) -> str:
        """The tag under the cursor of what is typed; empty where there is none."""
        prompt = self.query_one(Input)
        await taken_in(prompt)
        self._narrow(prompt.value)
        place = self.query_one(Choices).cursor
        return self._shown[place] if place < len(self._shown) else ""

    @on(Choices.Chosen)
    async def action_papers(self) -> None:
        """Answer with the tag, to have its papers shown."""
        if tag := await self._pointed():
            self.dismiss(TagDeed(SHOW, tag))

    async def action_rename(self) -> None:
        """Ask for the new name, over the tree, and answer with it."""
        tag = await self._pointed()

        def answered(name: str | None) -> None:
            if name is not None:
                self.dismiss(TagDeed(RENAME, tag, name))

        if tag:
            await ask(self.app, RenamePrompt(tag, self._tree), answered)

    async def action_delete(self) -> None:
        """Ask whether it is meant, over the tree, and answer if it is."""
        tag = await self._pointed()

        def answered(is_meant: bool | None) -> None:
            if is_meant:
                self.dismiss(TagDeed(DELETE, tag))

        if tag:
            below = self._below(tag)
            what = f"the tag {tag}, and {counted(below, 'tag')} below it," if below else f"the tag {tag}"
            message = f"Take {what} off {counted(self._tree[tag], 'paper')}? {self._undo} brings it back."
            await ask(self.app, Confirm("Delete a tag", message, "delete"), answered)

    def _below(self, tag: str) -> int:
        return sum(is_within(one, tag) for one in self._tree) - 1


class RenamePrompt(Dialog[str]):
    """Asks for the new name of a tag, and says meanwhile what comes of it."""

    BINDINGS: ClassVar[list[BindingType]] = [Binding("enter", "accept", "rename", priority=True)]
    HINT = (("enter", "rename"), ("esc", "cancel"))

    def __init__(self, tag: str, tree: Mapping[str, int]) -> None:
        super().__init__(f"Rename the tag {tag}")
        self._tag = tag
        self._tree = tree

    def content(self) -> ComposeResult:
        """The name, and what comes of it."""
        yield TypedLine(display(self._tag), max_length=LONGEST_TAG, select_on_focus=False)
        yield TextLine(self._outcome(self._tag), id="label")

    def first(self) -> Input:
        """The name is changed from its end."""
        prompt = self.query_one(Input)
        prompt.action_end()
        return prompt

    @on(Input.Changed)
    def typed(self, event: Input.Changed) -> None:
        """Say what comes of it."""
        self.query_one("#label", TextLine).show(self._outcome(event.value))

    def _outcome(self, typed: str) -> list[Span]:
        try:
            name = fold_tag(typed)
        except PapertermError as error:
            return [Span(display(error.message), "failure")]
        papers = counted(self._tree.get(self._tag, 0), "paper")
        below = sum(is_within(tag, self._tag) for tag in self._tree) - 1
        what = f"{papers}, and {counted(below, 'tag')} below it" if below else papers
        if name in self._tree and name != self._tag:
            return [Span(f"{what}; {display(name)} is there already: both become one", "mark")]
        return [Span(what, "dim")]

    async def action_accept(self) -> None:
        """Answer with the name, if it is one."""
        prompt = self.query_one(Input)
        await taken_in(prompt)
        try:
            self.dismiss(fold_tag(prompt.value))
        except PapertermError:
            self.query_one("#label", TextLine).show(self._outcome(prompt.value))
