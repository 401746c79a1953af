"""`paperterm stats`: the picture that the app shows on a terminal, tables in a pipe."""

from __future__ import annotations

from dataclasses import asdict
from shutil import get_terminal_size
from typing import TYPE_CHECKING

import click

from paperterm.cli.arguments import json_option
from paperterm.cli.drawing import Heading, is_drawn, put, put_json, put_lines, put_table
from paperterm.cli.messages import say
from paperterm.cli.session import session
from paperterm.cli.verb import Verb
from paperterm.model.annotation import ReadingStatus
from paperterm.present.progress import progress

if TYPE_CHECKING:
    from paperterm.model.statistics import Statistics

MOST_TAGS, MOST_DAYS = 20, 14
WIDEST = 90
"""Cells of the picture on a terminal."""


@click.command("stats", cls=Verb, example="paperterm stats --json")
@json_option
def stats_command(as_json: bool) -> None:
    """Show progress: papers by status, by collection, by tag and by day."""
    with session().open_library() as library:
        statistics = library.statistics()
        if as_json:
            put_json(asdict(statistics))
            return
        if not statistics.papers:
            say("the library has no papers yet; paperterm import FILE adds some")
            return
        if is_drawn():
            put_lines(progress(statistics, library.today(), min(WIDEST, get_terminal_size().columns)))
        else:
            _put_statistics(statistics)


def _put_statistics(statistics: Statistics) -> None:
    put_table(
        (Heading("papers", "number", is_number=True), Heading("status"), Heading("share", "dim", is_number=True)),
        [
            *((f"{n:,}", status, f"{n / statistics.papers:.1%}") for status, n in statistics.by_status.items()),
            (f"{statistics.papers:,}", "all", ""),
            (f"{statistics.starred:,}", "starred", ""),
            (f"{statistics.noted:,}", "with a note", ""),
        ],
    )
    put()
    put_table(
        (
            Heading("decided", "number", is_number=True),
            Heading("papers", is_number=True),
            Heading("collection", "strong"),
        ),
        [
            (f"{sum(counts.values()) - counts[ReadingStatus.UNREAD]:,}", f"{sum(counts.values()):,}", name)
            for name, counts in statistics.by_collection.items()
        ],
    )
    _put_counts("tag", statistics.by_tag, first=MOST_TAGS)
    _put_counts("day", dict(list(statistics.by_day.items())[-MOST_DAYS:]), first=MOST_DAYS)


def _put_counts(what: str, counts: dict[str, int], *, first: int) -> None:
    if not counts:
        return
    put()
    put_table(
        (Heading("papers", "number", is_number=True), Heading(what)),
        [(f"{count:,}", name) for name, count in list(counts.items())[:first]],
    )
