"""A plain text cut at its blank lines and rules, and stronger structure where the text shows it."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from enum import IntEnum
from itertools import pairwise

# White space and characters without a glyph; what makes a line look empty.
_BLANK = "[ \t\u00a0\u00ad\u1680\u2000-\u200f\u202a-\u202f\u205f-\u2064\u2066-\u2069\u3000\ufeff]"
# Possessive throughout, so that no input makes it go back: 64 MB take a second.
_GAP = re.compile(rf"\n(?:{_BLANK}*+(?P<rule>(?:[-=*_~#]|[─━═•·]){{3,}}+{_BLANK}*+)?+\n)++")
_LINE_BREAKS = ("\r\n", "\r", "\x0b", "\x85", "\u2028", "\u2029")
# A form feed is the end of a printed page: also the end of a paragraph, if a sentence ends there.
_PAGE_BREAK = re.compile("(?<=[.?!。])[ \t]*+\f")
_NUMBER = re.compile(r"(?:\[(?P<square>\d{1,6})\]|\((?P<round>\d{1,6})\)|(?P<plain>\d{1,6})[.):])\s+(?=\S)")

LONGEST_RECORD = 4_000
"""Characters of a record that structure may make; a longer one shows that it was no such structure."""


class Gap(IntEnum):
    """How strongly a block is parted from the one before."""

    BLANK = 1
    BLANKS = 2
    RULE = 3


@dataclass(frozen=True, slots=True)
class Block:
    """Text without blank lines, the line where it starts, and what stands before it."""

    text: str
    line: int
    gap: Gap = Gap.BLANK


Group = tuple[Block, ...]


def split_blocks(text: str, most: int | None = None) -> list[Block]:
    """Cut a text at blank lines and at lines of dashes or stars; line breaks of every kind count.

    At most `most` blocks from its beginning, if that is given.

    Nothing else is lost: the blocks hold every other character in order.
    """
    if "\f" in text:
        text = _PAGE_BREAK.sub("\n\n", text).replace("\f", "\n")
    for line_break in _LINE_BREAKS:
        text = text.replace(line_break, "\n")
    text = f"\n{text}\n\n"
    blocks: list[Block] = []
    line, start, gap = 0, 0, Gap.BLANK
    for found in _GAP.finditer(text):
        if piece := text[start : found.start()].strip("\n"):
            blocks.append(Block(piece, line or 1, gap))
        line += text.count("\n", start, found.end())
        start, gap = found.end(), _gap(found)
        if len(blocks) == most:
            break
    return blocks


def _gap(found: re.Match[str]) -> Gap:
    if found["rule"]:
        return Gap.RULE
    return Gap.BLANKS if found[0].count("\n") > 2 else Gap.BLANK


def by_gaps(blocks: Sequence[Block]) -> list[Group] | None:
    """Records parted by rules, or by more blank lines than are inside them; `None` if that is not the structure."""
    for level in (Gap.RULE, Gap.BLANKS):
        strong = sum(block.gap >= level for block in blocks[1:])
        if strong < 2 or strong < len(blocks) - 1 - strong:
            continue
        groups = _cut(blocks, [number for number, block in enumerate(blocks) if number == 0 or block.gap >= level])
        if _is_plausible(groups):
            return groups
    return None


def by_numbers(blocks: Sequence[Block]) -> list[Group] | None:
    """Records that start "[1]", "[2]" … or "1." "2." …, the numbers taken off; `None` if they do not."""
    for form in ("square", "round", "plain"):
        numbers = [(at, int(found[form])) for at, found in enumerate(_numbers(blocks)) if found and found[form]]
        is_count = len(numbers) >= 3 and all(after[1] == before[1] + 1 for before, after in pairwise(numbers))
        if not is_count or numbers[0][0] != 0:
            continue
        starts = {at for at, _ in numbers}
        bare = [replace(b, text=_NUMBER.sub("", b.text, count=1)) if at in starts else b for at, b in enumerate(blocks)]
        groups = _cut(bare, sorted(starts))
        if _is_plausible(groups):
            return groups
    return None


def by_lines(blocks: Sequence[Block]) -> list[Group] | None:
    """One record a line, no blank lines between; `None` if the lines do not look like whole abstracts."""
    if len(blocks) != 1:
        return None
    lines = blocks[0].text.split("\n")
    if len(lines) < 2 or any(len(line) < 200 or not line.rstrip().endswith((".", "?", "!", "。")) for line in lines):
        return None
    return [(Block(line, blocks[0].line + number),) for number, line in enumerate(lines)]


def _numbers(blocks: Sequence[Block]) -> list[re.Match[str] | None]:
    return [_NUMBER.match(block.text) for block in blocks]


def _cut(blocks: Sequence[Block], starts: Sequence[int]) -> list[Group]:
    return [tuple(blocks[start:end]) for start, end in pairwise([*starts, len(blocks)])]


def _is_plausible(groups: Sequence[Group]) -> bool:
    return all(sum(len(block.text) for block in group) <= LONGEST_RECORD for group in groups)
