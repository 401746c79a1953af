"""`paperterm undo` and `paperterm redo`."""

from __future__ import annotations

import click

from paperterm.cli.messages import say
from paperterm.cli.session import session
from paperterm.cli.verb import Verb


@click.command("undo", cls=Verb, example="paperterm undo")
def undo_command() -> None:
    """Take the last change back: status, star, tags, note, saved search or import; again for the one before."""
    with session().open_library() as library:
        change = library.undo()
        if change is None:
            say("there is nothing to undo")
            return
        library.flush()
        say(f"undone ({change.summary})")


@click.command("redo", cls=Verb, example="paperterm redo")
def redo_command() -> None:
    """Make the change that was taken back last again."""
    with session().open_library() as library:
        change = library.redo()
        if change is None:
            say("there is nothing to redo")
            return
        library.flush()
        say(f"done again ({change.summary})")
