"""A note as it is to be read: Markdown (CommonMark, by markdown-it-py), with lines broken where they were typed.

Nothing that was typed is left out: references, entities and HTML, which Markdown would hide, stand there as they are.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache, lru_cache
from typing import TYPE_CHECKING, NamedTuple

from paperterm.model.patterns import late
from paperterm.present.spans import Span
from paperterm.present.view import Piece, both, view

if TYPE_CHECKING:
    from markdown_it import MarkdownIt
    from markdown_it.token import Token
    from markdown_it.tree import SyntaxTreeNode

LONGEST = 12_000
"""Characters of a note that is read as Markdown; full of marks, so many take a fifth of a second."""

_DEEPEST = 60
"""Lists and quotations inside one another; the parser leaves out what is deeper."""
_MARKS = late(r"[\\*_`#>\[$<|]|^\s*(?:[-+=]|\d+[.)])|^(?: {4}|~~~)|https?:", 8)  # re.MULTILINE
_TASKS = {"[ ] ": "☐ ", "[x] ": "☑ ", "[X] ": "☑ "}
_RULE = "────────"


@lru_cache(maxsize=64)
def note_pieces(text: str) -> tuple[Piece, ...]:
    """The pieces of a note that is fit for display; they stand in what is shown of it, not in what was typed."""
    tokens = _parser().parse(text) if len(text) <= LONGEST and _MARKS.search(text) else []
    if tokens and max(token.level for token in tokens) < _DEEPEST - 2:
        spans = _Blocks(text, tokens).spans
    else:
        spans = [Span(piece.text, piece.style) for piece in view(text).pieces]
    pieces: list[Piece] = []
    place = 0
    for span in spans:
        pieces.append(Piece(span.text, place, place + len(span.text), span.style))
        place += len(span.text)
    return tuple(pieces)


@cache
def _parser() -> MarkdownIt:
    from markdown_it import MarkdownIt
    from mdit_py_plugins.dollarmath import dollarmath_plugin

    parser = MarkdownIt("commonmark", {"html": False, "maxNesting": _DEEPEST})
    parser.disable(["reference", "entity"])
    return parser.use(dollarmath_plugin, allow_space=False, allow_digits=False, allow_labels=False, double_inline=True)


class _Container(NamedTuple):
    """What stands before the lines of a list's item or of a quotation: before its first line, and before the others."""

    first: Span
    below: Span
    lines: list[None]


class _Blocks:
    """Goes through the blocks of a note and puts them into lines."""

    def __init__(self, text: str, tokens: Sequence[Token]) -> None:
        from markdown_it.tree import SyntaxTreeNode

        self._typed = text.split("\n")
        self._within: list[_Container] = []
        self.spans: list[Span] = []
        self._blocks(SyntaxTreeNode(tokens).children)

    def _blocks(self, nodes: Sequence[SyntaxTreeNode]) -> None:
        for place, node in enumerate(nodes):
            self._leave_empty(place, node)
            self._block(node)

    def _leave_empty(self, place: int, node: SyntaxTreeNode) -> None:
        """An empty line between blocks where there is one in what was typed."""
        first = node.map[0] if node.map else 0
        if place and first and not self._typed[first - 1].strip(" \t>"):
            bars = [container.below for container in self._within if container.below.style == "quote"]
            self.spans += [Span("\n"), *bars]

    def _block(self, node: SyntaxTreeNode) -> None:
        if node.type in ("bullet_list", "ordered_list"):
            self._list(node)
        elif node.type == "blockquote":
            bar = Span("│ ", "quote")
            self._inside(_Container(bar, bar, []), node.children)
        elif node.type in ("fence", "code_block"):
            info = [[Span(node.info.strip(), "dim")]] if node.type == "fence" and node.info.strip() else []
            lines = node.content.removesuffix("\n").split("\n")
            for line in (*info, *([Span(f"  {line}", "code")] for line in lines)):
                self._begin_line(line)
        elif node.type == "hr":
            self._begin_line([Span(_RULE, "dim")])
        elif node.type == "math_block":
            self._begin_line(_formula(node))
        elif node.type == "inline":
            for line in _lines(_inline(node.children, "")):
                self._begin_line(line)
        elif node.type == "heading":
            for child in node.children:
                for line in _lines(_inline(child.children, "heading")):
                    self._begin_line(line)
        else:
            self._blocks(node.children)

    def _list(self, node: SyntaxTreeNode) -> None:
        number = int(node.attrs.get("start", 1)) if node.type == "ordered_list" else None
        for place, item in enumerate(node.children):
            self._leave_empty(place, item)
            bullet = "• " if number is None else f"{number}. "
            number = None if number is None else number + 1
            if done := _take_task(item):
                bullet = done
            self._inside(_Container(Span(bullet, "bullet"), Span(" " * len(bullet), "bullet"), []), item.children)

    def _inside(self, container: _Container, nodes: Sequence[SyntaxTreeNode]) -> None:
        self._within.append(container)
        before = len(self.spans)
        self._blocks(nodes)
        if len(self.spans) == before:
            self._begin_line()
        self._within.pop()

    def _begin_line(self, spans: Sequence[Span] = ()) -> None:
        if self.spans:
            self.spans.append(Span("\n"))
        for container in self._within:
            self.spans.append(container.below if container.lines else container.first)
            container.lines.append(None)
        self.spans += spans


def _take_task(item: SyntaxTreeNode) -> str:
    """The box of a list's item that is a task, which is taken out of its text; else nothing."""
    first = next((node for node in item.walk() if node.type == "text"), None)
    done = _TASKS.get(first.content[:4], "") if first is not None and first.token is not None else ""
    if first is not None and first.token is not None and done:
        first.token.content = first.content[4:]
    return done


def _inline(nodes: Sequence[SyntaxTreeNode], style: str) -> Iterator[Span]:
    """The text of a block, a line break as a span of its own."""
    for node in nodes:
        if node.type in ("softbreak", "hardbreak"):
            yield Span("\n")
        elif node.type in ("em", "strong"):
            yield from _inline(node.children, both(style, "emphasis" if node.type == "em" else "strong"))
        elif node.type == "code_inline":
            yield Span(node.content, both(style, "code"))
        elif node.type.startswith("math"):
            yield from _formula(node)
        elif node.type in ("link", "image"):
            address = str(node.attrs["href" if node.type == "link" else "src"])
            said = list(_inline(node.children, style))
            yield from said
            if "".join(span.text for span in said) != address.removeprefix("mailto:"):
                title = f" “{node.attrs['title']}”" if node.attrs.get("title") else ""
                yield from (Span(" (", style), Span(address, "link"), Span(f"{title})", style))
        else:
            yield Span(node.content, style)


def _formula(node: SyntaxTreeNode) -> list[Span]:
    dollars = "$$" if node.type != "math_inline" else "$"
    return [Span(piece.text, piece.style) for piece in view(f"{dollars}{node.content.strip()}{dollars}").pieces]


def _lines(spans: Iterator[Span]) -> Iterator[list[Span]]:
    line: list[Span] = []
    for span in spans:
        if span.text == "\n":
            yield line
            line = []
        elif span.text:
            line.append(span)
    yield line
