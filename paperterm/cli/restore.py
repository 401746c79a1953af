"""`paperterm restore`."""

from __future__ import annotations

from pathlib import Path

import click

from paperterm.cli.doctor import put_findings
from paperterm.cli.drawing import Heading, put_table
from paperterm.cli.messages import say
from paperterm.cli.session import session
from paperterm.cli.verb import Verb


@click.command("restore", cls=Verb, example="paperterm restore\npaperterm restore ~/safe/reading.zip")
@click.argument("file", required=False, metavar="[FILE]", type=click.Path())
def restore_command(file: str | None) -> None:
    """Bring back what a backup holds; without FILE, list the backups that the library made by itself.

    FILE is what `paperterm backup` wrote, or one of those listed. Annotations become those of the backup, papers that
    were imported since stay. What was there is kept in the library's folder for backups.
    """
    from paperterm.store import doctor

    folder = session().folder
    if file is None:
        _list_backups(folder)
        return
    put_findings(doctor.restore(folder, _meant(folder, file), on_wait=say).findings)


def _meant(folder: Path, file: str) -> Path:
    """The file; one of the library's own backups may be named without its folder."""
    from paperterm.store.backups import Backups

    path = Path(file).expanduser()
    own = Backups(folder).folder / file
    return own if not path.exists() and own.exists() else path


def _list_backups(folder: Path) -> None:
    from paperterm.store.backups import Backups, count_annotations

    backups = Backups(folder).all()
    if not backups:
        say("there are no backups yet; paperterm backup makes one")
        return
    counts = [count_annotations(backup.path) for backup in backups]
    put_table(
        (Heading("made (UTC)", "strong"), Heading("annotated", "number", is_number=True), Heading("backup")),
        [
            (f"{backup.made:%Y-%m-%d %H:%M:%S}", "damaged" if count is None else f"{count:,}", str(backup.path))
            for backup, count in zip(backups, counts, strict=True)
        ],
    )
