"""`paperterm launch`: the only verb that loads the app."""

from __future__ import annotations

import os
import sys

import click

from paperterm.cli.session import session
from paperterm.cli.verb import Verb
from paperterm.config import load_config
from paperterm.errors import PapertermError
from paperterm.locations import config_file
from paperterm.tui.capabilities import is_served


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
    _require_terminal(keys_come_later="-" in sources)
    with session().open_library(with_sample=True) as library:
        if sources:
            from paperterm.cli.importing import import_into, say_report

            say_report(import_into(library, sources))
        if "-" in sources:
            _read_keys_from_terminal()
        from paperterm.tui.launch import run_app

        status = run_app(library, load_config(config_file()), query=query)
    if status:
        click.get_current_context().exit(status)


def _require_terminal(*, keys_come_later: bool) -> None:
    """Textual reads keys from standard input and draws on standard error, whatever those are."""
    if is_served(os.environ):
        return
    has_keys = keys_come_later or (sys.stdin is not None and sys.stdin.isatty())
    if not has_keys or not sys.stderr.isatty():
        raise PapertermError(
            "the app needs a terminal for its keys and its screen",
            "In a script use the commands: paperterm --help lists them.",
        )
    if os.environ.get("TERM") == "dumb":
        raise PapertermError(
            "this terminal (TERM=dumb) cannot show the app",
            "The commands work here too: paperterm --help lists them.",
        )


def _read_keys_from_terminal() -> None:
    # The list came through standard input; the keys come from the terminal that the process belongs to.
    try:
        terminal = os.open("/dev/tty", os.O_RDWR)
    except OSError:
        raise PapertermError(
            "the list was imported, but there is no terminal to read keys from", "Run paperterm to see it."
        ) from None
    os.dup2(terminal, 0)
    os.close(terminal)
    sys.stdin = open(0, encoding=sys.stdin.encoding, errors="replace", closefd=False)  # noqa: SIM115
