"""Titles in plain text: a short line before each abstract, where the list has that form throughout."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise

from paperterm.importers.blocks import Block, Group

MOST_TITLE_WORDS = 30
LONGEST_TITLE = 250
"""Characters; the longest title in 18,000 proceedings papers has 182."""
SHORTEST_ABSTRACT = 150
"""Characters that a block must have to be taken for the abstract under a title."""

_LABEL = re.compile(r"\A(?:#{1,6}|title\s*[:：])\s*", re.IGNORECASE)


def by_titles(blocks: Sequence[Block]) -> list[Group] | None:
    """Records that start with a block that is a title; `None` if the list has no such form."""
    titles = [number for number, block in enumerate(blocks) if _is_title(block.text)]
    if len(titles) < 2 or titles[0] != 0 or len(titles) * 2.5 < len(blocks):
        return None
    groups = [tuple(blocks[start:end]) for start, end in pairwise([*titles, len(blocks)])]
    return groups if all(_has_title(group) for group in groups) else None


def take_titles(groups: Sequence[Group]) -> list[tuple[str, Group]]:
    """Each record with its title, or with "" if it has none (all of them, unless nearly every record has one)."""
    if len(groups) >= 2:
        for has, take in ((_has_title, _take_block), (_has_title_line, _take_line)):
            if sum(map(has, groups)) >= 0.9 * len(groups):
                return [take(group) if has(group) else ("", group) for group in groups]
    return [("", group) for group in groups]


def _is_title(text: str) -> bool:
    line = text.strip()
    if len(line) > LONGEST_TITLE or len(line.split()) > MOST_TITLE_WORDS or line.endswith((".", "。", ",")):
        return False
    return any(map(str.isalpha, line))


def _has_title(group: Group) -> bool:
    return len(group) > 1 and _is_title(group[0].text) and len(group[1].text) >= SHORTEST_ABSTRACT


def _has_title_line(group: Group) -> bool:
    # Exactly two lines: in a wrapped abstract the first line is short and unfinished, too.
    lines = group[0].text.split("\n")
    return len(lines) == 2 and _is_title(lines[0]) and len(lines[1]) >= max(SHORTEST_ABSTRACT, 2 * len(lines[0]))


def _take_block(group: Group) -> tuple[str, Group]:
    return _LABEL.sub("", group[0].text.strip(), count=1), group[1:]


def _take_line(group: Group) -> tuple[str, Group]:
    title, _, rest = group[0].text.partition("\n")
    return _LABEL.sub("", title.strip(), count=1), (replace(group[0], text=rest), *group[1:])
