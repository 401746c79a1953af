"""Progress as a picture of lines: papers by status, each collection, the last days, the most used tags."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import date, timedelta

from paperterm.model.annotation import ReadingStatus
from paperterm.model.statistics import Statistics
from paperterm.model.text import counted, display
from paperterm.present.cells import fit, width_of
from paperterm.present.spans import Span
from paperterm.present.status import GLYPHS
from paperterm.present.tags import tag_style

Line = list[Span]

DAYS = 28
"""Days in the sparkline."""
MOST_COLLECTIONS, MOST_TAGS = 12, 10
WIDEST_BAR = 40
"""Cells; a longer bar says no more."""
NAME = 0.4
"""The part of a line that a name may take."""

_HEIGHTS = "▁▂▃▄▅▆▇█"
_FULL, _HALF, _EMPTY = "█", "▌", "·"


def bar(count: int, total: int, width: int) -> str:
    """A bar of at most `width` cells for `count` of `total`; something is never shown as nothing."""
    if count <= 0 or total <= 0 or width <= 0:
        return ""
    halves = max(1, round(2 * width * min(count, total) / total))
    return _FULL * (halves // 2) + _HALF * (halves % 2)


def sparkline(counts: Sequence[int]) -> str:
    """A cell for each count, as high as it is beside the highest; a dot for none."""
    highest = max(counts, default=0)
    return "".join(_HEIGHTS[(count * 8 - 1) // highest] if count else _EMPTY for count in counts)


def last_days(by_day: Mapping[str, int], today: date, number: int = DAYS) -> list[int]:
    """Papers of each of the last days, today's last."""
    return [by_day.get((today - timedelta(back)).isoformat(), 0) for back in reversed(range(number))]


def streak(by_day: Mapping[str, int], today: date) -> int:
    """Days in a row with at least one paper, up to today, or up to yesterday while today is still to come."""
    day = today if by_day.get(today.isoformat()) else today - timedelta(1)
    length = 0
    while by_day.get(day.isoformat()):
        length += 1
        day -= timedelta(1)
    return length


def progress(statistics: Statistics, today: date, width: int) -> list[Line]:
    """The picture in lines of at most `width` cells.

    Args:
        today: the day in UTC, as in the statistics.
    """
    parts = [
        _summary(statistics),
        _statuses(statistics, width),
        _days(statistics.by_day, today, width),
        _collections(statistics.by_collection, width),
        _tags(statistics.by_tag, width),
    ]
    lines: list[Line] = []
    for part in filter(None, parts):
        lines += [[], *part] if lines else part
    return [_within(line, width) for line in lines]


def _within(line: Line, width: int) -> Line:
    return line if sum(width_of(span.text) for span in line) <= width else fit(line, width)


def _decided(counts: Mapping[str, int]) -> int:
    return sum(counts.values()) - counts[ReadingStatus.UNREAD]


def _share(count: int, total: int) -> str:
    return f"{count / total:.0%}" if total else "0%"


def _summary(statistics: Statistics) -> list[Line]:
    decided = _decided(statistics.by_status)
    return [
        [
            Span(counted(statistics.papers, "paper"), "strong"),
            Span(f", {decided:,} decided ({_share(decided, statistics.papers)})"),
            Span(f"   {statistics.starred:,} starred   {statistics.noted:,} with a note", "dim"),
        ]
    ]


def _statuses(statistics: Statistics, width: int) -> list[Line]:
    lines = []
    digits = len(f"{statistics.papers:,}")
    for status in ReadingStatus:
        count = statistics.by_status[status.value]
        style = f"status-{status.value}"
        lines.append(
            [
                Span(f"{GLYPHS[status]} {status.value:<8}", style),
                Span(f" {count:>{digits},} ", "number"),
                Span(f"{_share(count, statistics.papers):>4}  ", "dim"),
                Span(bar(count, statistics.papers, min(WIDEST_BAR, width - digits - 18)), style),
            ]
        )
    return lines


def _days(by_day: Mapping[str, int], today: date, width: int) -> list[Line]:
    days = last_days(by_day, today, max(1, min(DAYS, width)))
    week = sum(days[-7:])
    row = streak(by_day, today)
    said = f"today {days[-1]:,} · this week {week:,}" + (f" · {row} days in a row" if row > 1 else "")
    return [
        [Span(f"The last {len(days)} days", "heading"), Span(f"  {said}", "dim")],
        [Span(sparkline(days), "bar")],
    ]


def _collections(by_collection: Mapping[str, Mapping[str, int]], width: int) -> list[Line]:
    counts = {name: (_decided(found), sum(found.values())) for name, found in by_collection.items()}
    return _bars("Decided, by collection", counts, MOST_COLLECTIONS, "collections", width)


def _tags(by_tag: Mapping[str, int], width: int) -> list[Line]:
    highest = max(by_tag.values(), default=0)
    counts = {f"#{name}": (count, highest) for name, count in by_tag.items()}
    return _bars("Tags", counts, MOST_TAGS, "tags", width, is_share=False)


def _bars(
    heading: str, counts: Mapping[str, tuple[int, int]], most: int, what: str, width: int, *, is_share: bool = True
) -> list[Line]:
    """A line for each name: the name, the count (of the total), a bar."""
    if not counts:
        return []
    shown = {display(name): count for name, count in list(counts.items())[:most]}
    name_width = min(max(map(width_of, shown)), int(width * NAME))
    numbers = [f"{count:,} of {total:,}" if is_share else f"{count:,}" for count, total in shown.values()]
    digits = max(map(len, numbers))
    room = min(WIDEST_BAR, width - name_width - digits - 3)
    lines: list[Line] = [[Span(heading, "heading")]]
    for (name, (count, total)), number in zip(shown.items(), numbers, strict=True):
        lines.append(
            [
                *fit([Span(name, "" if is_share else tag_style(name.removeprefix("#")))], name_width),
                Span(f" {number:>{digits}}  ", "number"),
                Span(bar(count, total, room), "bar"),
            ]
        )
    if len(counts) > most:
        lines.append([Span(f"and {len(counts) - most:,} more {what}", "dim")])
    return lines
