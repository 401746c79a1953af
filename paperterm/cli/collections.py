"""`paperterm collections`."""

from __future__ import annotations

import click

from paperterm.cli.arguments import json_option
from paperterm.cli.drawing import Heading, put_json, put_table
from paperterm.cli.messages import say
from paperterm.cli.session import session
from paperterm.cli.verb import Verb
from paperterm.model.annotation import ReadingStatus


@click.command("collections", cls=Verb, example="paperterm collections")
@json_option
def collections_command(as_json: bool) -> None:
    """List the imported lists: how many papers, how many still unread, when imported, and from where."""
    with session().open_library() as library:
        counts = library.statistics().by_collection
        records = [
            {
                "name": one.name,
                "venue": one.venue,
                "year": one.year,
                "papers": sum(counts[one.name].values()),
                "unread": counts[one.name][ReadingStatus.UNREAD],
                "imported": one.imported,
                "source": one.source,
            }
            for one in library.collections()
        ]
        if as_json:
            put_json(records)
            return
        if not records:
            say("the library has no papers yet; paperterm import FILE adds some")
        put_table(
            (
                Heading("papers", "number", is_number=True),
                Heading("unread", is_number=True),
                Heading("collection", "strong"),
                Heading("imported", "dim"),
                Heading("source", "dim"),
            ),
            [
                (str(r["papers"]), str(r["unread"]), str(r["name"]), str(r["imported"])[:10], str(r["source"]))
                for r in records
            ],
        )
