"""Plain text: a heading line, then abstracts parted by blank lines."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace

from paperterm.importers.blocks import Block, Group, by_gaps, by_lines, by_numbers, split_blocks
from paperterm.importers.gathering import MOST_RECORDS, Draft, Gathering, OnProgress
from paperterm.importers.headings import Heading, is_heading, name_of_source, parse_heading
from paperterm.importers.joining import by_score
from paperterm.importers.kinds import text_kind
from paperterm.importers.result import Imported
from paperterm.importers.titles import by_titles, take_titles
from paperterm.model.collection import Collection

# "Abstract: Shared autonomy", "Abstract—In this", "Abstract⏎In recent"; not "Abstract argumentation".
_LABEL = re.compile(r"\A\s*abstract\s*(?:[.:：]\s+|[—–]\s*|-\s+|\n\s*)(?=\S)", re.IGNORECASE)
# What pages put between abstracts: a whole block of it is no abstract.
_FURNITURE = re.compile(
    r"(?:\[?(?:abstract|abs|pdf|html|bibtex|download pdf|view pdf|view paper|copy to clipboard|cite this paper"
    r"|openreview|related material|supplementary(?: pdf| material)?|abstract and pdf|view abstract|show more|show less"
    r"|back to top|摘要)\]?|(?:page )?\d{1,4}(?: of \d{1,4})?|[-–—] ?\d{1,4} ?[-–—])[\s|:·]*",
    re.IGNORECASE,
)
MOST_BLOCKS = 3 * MOST_RECORDS
_LONG_ENOUGH = 150
"""Characters of a block that make a text look like a list of abstracts."""


def sniff(head: str, name: str) -> int:
    """How much the beginning of a text looks like abstracts: 0 not at all, 1 perhaps, 40 probably."""
    if text_kind(head) or not head.strip():
        return 0
    return 40 if any(len(block.text) >= _LONG_ENOUGH for block in split_blocks(head)) else 1


def read(text: str, source: str, on_progress: OnProgress | None = None) -> Imported:
    """Read a list, joining the paragraphs of an abstract where that is very likely.

    Raises:
        SourceError: there is no abstract in it.
    """
    return _read(text, source, on_progress, joins=True)


def read_paragraphs(text: str, source: str, on_progress: OnProgress | None = None) -> Imported:
    """Read a list in which every block between blank lines is an abstract of its own.

    Raises:
        SourceError: there is no abstract in it.
    """
    return _read(text, source, on_progress, joins=False)


def _read(text: str, source: str, on_progress: OnProgress | None, *, joins: bool) -> Imported:
    gathering = Gathering(source, on_progress)
    blocks = split_blocks(text, MOST_BLOCKS + 1)
    if len(blocks) > MOST_BLOCKS:
        raise gathering.too_many()
    heading, blocks = _take_heading(blocks, source)
    for section, part in _sections(blocks, heading):
        kept = list(_without_furniture(part, gathering))
        structure = _structure(kept) if joins else [(block,) for block in kept]
        for title, group in take_titles(structure or by_score(kept)):
            if not structure and len(group) > 1:
                lines = ", ".join(str(block.line) for block in group)
                gathering.mention(group[0].line, f"{len(group)} paragraphs taken as one abstract (lines {lines})")
            abstract = _LABEL.sub("", "\n\n".join(block.text for block in group), count=1)
            line = group[0].line
            gathering.add(Draft(line, title=title, abstract=abstract, venue=section.venue, year=section.year))
    return gathering.finish(Collection(heading.name, heading.venue, heading.year, source))


def _structure(blocks: Sequence[Block]) -> list[Group] | None:
    """The records of a list that shows where they begin."""
    found = (find(blocks) for find in (by_numbers, by_gaps, by_titles, by_lines))
    return next(filter(None, found), None)


def _take_heading(blocks: list[Block], source: str) -> tuple[Heading, list[Block]]:
    """The list's heading and the blocks below it; without one the name of the file serves."""
    if blocks and (top := _heading_line(blocks[0])):
        rest = blocks[0].text.partition("\n")[2] if top != blocks[0].text else ""
        below = [replace(blocks[0], text=rest, line=blocks[0].line + 1)] if rest.strip() else []
        return parse_heading(top), below + blocks[1:]
    if blocks and is_heading(blocks[0].text):
        heading = parse_heading(blocks[0].text)
        if heading.is_bare or not by_titles(blocks):
            return heading, blocks[1:]
    return parse_heading(name_of_source(source)), blocks


def _heading_line(block: Block) -> str:
    """A heading that stands right above the first abstract, without a blank line between."""
    line, _, rest = block.text.partition("\n")
    is_marked = line.startswith("# ") or (is_heading(line) and parse_heading(line).is_bare)
    return line if rest and is_marked else ""


def _sections(blocks: Sequence[Block], heading: Heading) -> Iterator[tuple[Heading, list[Block]]]:
    """The list cut at further headings such as "ICML 2023 论文列表", each with the heading that holds there."""
    part: list[Block] = []
    for block in blocks:
        if is_heading(block.text) and (inner := parse_heading(block.text)).is_bare:
            yield heading, part
            heading, part = inner, []
        else:
            part.append(block)
    yield heading, part


def _without_furniture(blocks: Sequence[Block], gathering: Gathering) -> Iterator[Block]:
    for block in blocks:
        if _FURNITURE.fullmatch(block.text.strip()):
            gathering.refuse(block.line, f"“{block.text.strip()}” is part of a page, not an abstract; left out")
        else:
            yield block
