"""`paperterm backup`."""

from __future__ import annotations

from pathlib import Path

import click

from paperterm.cli.doctor import put_findings
from paperterm.cli.messages import say
from paperterm.cli.session import session
from paperterm.cli.verb import Verb


@click.command("backup", cls=Verb, example="paperterm backup ~/safe/reading.zip")
@click.argument("file", required=False, metavar="[FILE]", type=click.Path())
@click.option("--force", is_flag=True, help="Write over a FILE that is there.")
def backup_command(file: str | None, force: bool) -> None:
    """Put the whole library, papers and annotations, into one zip file, and read it back.

    Without FILE, or where FILE is a folder, the name is made of the date.
    """
    from paperterm.store import doctor

    target = Path(file).expanduser() if file else None
    put_findings(doctor.backup(session().folder, target, force=force, on_wait=say).findings)
