"""Opening the app from the command line. Nothing here loads click, so that a plain start does without it."""

from __future__ import annotations

import os
import sys

from paperterm.cli.session import Session
from paperterm.config import load_config
from paperterm.errors import PapertermError
from paperterm.locations import config_file
from paperterm.tui.capabilities import is_served


def open_desk(session: Session, sources: tuple[str, ...] = (), *, query: str = "") -> int:
    """Import what is to be imported first and show the app until the reader leaves; its exit status."""
    _require_terminal(keys_come_later="-" in sources)
    with session.open_library(with_sample=True) as library:
        if sources:
            from paperterm.cli.importing import import_into, say_report

            say_report(import_into(library, sources))
        if "-" in sources:
            _read_keys_from_terminal()
        from paperterm.tui.launch import run_app

        return run_app(library, load_config(config_file()), query=query)


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
