"""From what went wrong to a sentence and an exit status. No traceback is shown unless it is asked for."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable

from paperterm.cli.messages import complain, say
from paperterm.errors import PapertermError

FAILED, INTERRUPTED = 1, 130


class OutputClosed(Exception):
    """Nobody reads the output any more."""


def status_of(run: Callable[[], object], *, is_debug: bool) -> int:
    """Run, say what went wrong if anything did, and give the exit status.

    Output into a pipe that nobody reads any more (`| head -1`) ends the program without a word.
    """
    try:
        status = run()
        sys.stdout.flush()
    except BaseException as error:
        if isinstance(error, (SystemExit, GeneratorExit)):
            raise
        if is_debug:
            _show_traceback()
        try:
            return _explained(error)
        except KeyboardInterrupt:  # Ctrl+C for the second time
            return INTERRUPTED
    return status if isinstance(status, int) else 0


def _explained(error: BaseException) -> int:
    match error:
        case OutputClosed() | BrokenPipeError():
            _silence_standard_output()
            return 0
        case KeyboardInterrupt():
            complain("stopped")
            return INTERRUPTED
        case PapertermError():
            complain(error.message, error.hint)
            return error.exit_code
        case OSError():
            _explain_os_error(error)
        case _:
            complain(
                f"something went wrong inside paperterm ({type(error).__name__}: {error})",
                "Please report it, with what the same command and --debug print.",
            )
    return FAILED


def _explain_os_error(error: OSError) -> None:
    what = error.strerror or str(error)
    if error.filename:
        complain(f"{error.filename}: {what}", "Look at the file and its folder, and whether the disk is full.")
    else:
        complain(f"the output could not be written: {what}")
        _silence_standard_output()


def _silence_standard_output() -> None:
    # What is still in the buffer would fail again, with a traceback, when the interpreter ends.
    try:
        null = os.open(os.devnull, os.O_WRONLY)
        os.dup2(null, sys.stdout.fileno())
        os.close(null)
    except (OSError, ValueError):
        pass


def _show_traceback() -> None:
    import traceback

    say(traceback.format_exc())
