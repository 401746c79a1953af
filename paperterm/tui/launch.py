"""Starting the app: what must be done before Textual is imported. Textual is not imported with this module."""

from __future__ import annotations

import gc
import os
import sys
import traceback
from datetime import UTC, datetime
from typing import TYPE_CHECKING

from paperterm import __version__
from paperterm.errors import PapertermError
from paperterm.locations import state_folder
from paperterm.tui.capabilities import colour_system, fitting_theme, is_screen

if TYPE_CHECKING:
    from paperterm.config import Config
    from paperterm.library import Library


def run_app(library: Library, config: Config, *, query: str = "") -> int:
    """Show the library until the reader leaves; the exit status of the process.

    Raises:
        PapertermError: the theme is not known, or the app ended by a fault of its own.
    """
    # Textual reads this when it is imported: a repaint waits for the next of so many ticks a second.
    os.environ.setdefault("TEXTUAL_FPS", "120")
    os.environ.setdefault("TEXTUAL_COLOR_SYSTEM", colour_system(os.environ))
    # Nothing that a start makes is garbage; the app turns the collector on after its first frame.
    gc.disable()
    from paperterm.tui.app import PapertermApp

    app = PapertermApp(library, config._replace(theme=fitting_theme(config.theme, os.environ)), query=query)
    app.has_italics = not is_screen(os.environ)
    try:
        app.run()
    finally:
        app.give_signals_back()
    _let_go_of_a_closed_terminal()
    if app.failure is not None:
        raise PapertermError(
            f"the app ended by a fault of its own ({type(app.failure).__name__})",
            f"A report is in {_report(app.failure)}. What was shown as saved is saved; a note that was being typed "
            "is offered at the next start.",
        ) from app.failure
    return app.return_code or 0


def _report(failure: Exception) -> str:
    """Write down what happened, for whoever mends it; where."""
    from paperterm.export.files import write_export

    folder = state_folder()
    path = folder / f"fault-{datetime.now(UTC):%Y%m%d-%H%M%S}-{os.getpid()}.txt"
    text = "".join(traceback.format_exception(failure))
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        written = write_export(path, f"paperterm {__version__}, Python {sys.version}\n\n{text}")
        written.chmod(0o600)
        return str(written)
    except (OSError, PapertermError):
        return "no file (none could be written)"


def _let_go_of_a_closed_terminal() -> None:
    # What waits to be written there would fail again when the interpreter ends, and turn the status into 120.
    try:
        sys.stderr.flush()
    except (OSError, ValueError):
        null = os.open(os.devnull, os.O_WRONLY)
        os.dup2(null, 2)
        os.close(null)
