"""What is said to the person rather than given to the next program: standard error, one line at a time."""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TextIO

from paperterm.model.text import display

PATIENCE, REFRESH = 0.4, 0.1
"""Seconds: what is done before the first needs no count, and a person reads no faster than the second."""

_ERASE_LINE = "\r\x1b[K"


def say(text: str) -> None:
    """One message; text from outside in it can do the terminal no harm."""
    _write(f"{display(text, multiline=True)}\n")


def complain(message: str, hint: str = "") -> None:
    """What went wrong, and below it what to do."""
    is_coloured = takes_colour(sys.stderr)
    head = "\x1b[1;31mpaperterm:\x1b[0m" if is_coloured else "paperterm:"
    _write(f"{head} {display(message, multiline=True)}\n")
    for line in display(hint, multiline=True).splitlines():
        _write(f"  {line}\n")


def takes_colour(stream: TextIO) -> bool:
    """Whether colour may be written there: a terminal that has it, and a person who wants it."""
    return stream.isatty() and not os.environ.get("NO_COLOR") and os.environ.get("TERM") not in ("dumb", "", None)


@contextmanager
def progress(doing: str) -> Iterator[Callable[[int], None] | None]:
    """A running count on one line, which is gone afterwards; nothing at all where no person is watching."""
    if not sys.stderr.isatty() or os.environ.get("TERM") == "dumb":
        yield None
        return
    began = last = time.monotonic()

    def count(number: int) -> None:
        nonlocal last
        now = time.monotonic()
        if now - began > PATIENCE and now - last > REFRESH:
            last = now
            _write(f"\r{doing} {number:,} ")

    try:
        yield count
    finally:
        if last > began:
            _write(_ERASE_LINE)


def _write(text: str) -> None:
    # The encoding of standard error may be too narrow; a message is not worth failing for.
    encoding = getattr(sys.stderr, "encoding", None) or "utf-8"
    sys.stderr.write(text.encode(encoding, "replace").decode(encoding, "replace"))
    sys.stderr.flush()
