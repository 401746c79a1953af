"""`paperterm star` and `paperterm unstar`."""

from __future__ import annotations

import click

from paperterm.cli.arguments import paper_ids, papers_argument, save
from paperterm.cli.session import session
from paperterm.cli.verb import Verb


def _set_star(papers: tuple[str, ...], *, starred: bool) -> None:
    with session().open_library() as library:
        change = library.set_star(paper_ids(library, papers), starred)
        save(library, change, nothing=f"nothing to change: {'starred already' if starred else 'no star there'}")


@click.command("star", cls=Verb, example="paperterm star 3f2a")
@papers_argument
def star_command(papers: tuple[str, ...]) -> None:
    """Star papers. The star is apart from the reading status."""
    _set_star(papers, starred=True)


@click.command("unstar", cls=Verb, example="paperterm unstar 3f2a")
@papers_argument
def unstar_command(papers: tuple[str, ...]) -> None:
    """Take the stars of papers away."""
    _set_star(papers, starred=False)
