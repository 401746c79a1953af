"""`paperterm launch`: the only verb that loads the app."""

from __future__ import annotations

import click

from paperterm.cli.desk import open_desk
from paperterm.cli.session import session
from paperterm.cli.verb import Verb


@click.command(
    "launch",
    cls=Verb,
    example="""paperterm launch icml2024.txt --query 'graph -diffusion'
               curl -s https://example.org/list.txt | paperterm -""",
)
@click.argument("sources", nargs=-1, metavar="[SOURCE…]", type=click.Path(allow_dash=True))
@click.option("--query", default="", metavar="QUERY", help="Open with this filter.")
def launch_command(sources: tuple[str, ...], query: str) -> None:
    """Open the app; SOURCEs (files, folders, - for standard input) are imported first.

    A library without papers opens the built-in sample, and stays empty until you annotate one of its papers.
    """
    status = open_desk(session(), sources, query=query)
    if status:
        click.get_current_context().exit(status)
