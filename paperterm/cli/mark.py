"""`paperterm mark`."""

from __future__ import annotations

import click

from paperterm.cli.arguments import paper_ids, papers_argument, save
from paperterm.cli.session import session
from paperterm.cli.verb import Verb
from paperterm.model.annotation import ReadingStatus


@click.command(
    "mark",
    cls=Verb,
    example="paperterm mark to-read 3f2a\npaperterm search diffusion --format ids | paperterm mark skipped -",
)
@click.argument(
    "status", type=click.Choice([status.value for status in ReadingStatus], case_sensitive=False), metavar="STATUS"
)
@papers_argument
@click.option("--reason", default="", metavar="TEXT", help="Why, when they are skipped.")
def mark_command(status: str, papers: tuple[str, ...], reason: str) -> None:
    """Set the reading status of papers: unread, to-read, reading, read or skipped.

    PAPER is an id, as list shows it, or a beginning of one that is unique; - reads ids from standard input.
    """
    if reason and status != ReadingStatus.SKIPPED:
        raise click.UsageError("--reason goes with skipped only; paperterm note keeps other remarks.")
    with session().open_library() as library:
        change = library.set_status(paper_ids(library, papers), ReadingStatus(status), reason)
        save(library, change, nothing=f"nothing to change: {status} already")
