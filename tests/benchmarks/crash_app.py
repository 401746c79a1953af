"""A writer for `crashloop.py`: annotates through the app on a pseudo-terminal, by pressing keys, until it is killed.

A write is acknowledged when the status line says that it is saved. A kill of the writer kills the app with it, by the
same signal where it is a polite one. The app's process number is in a file beside the library, so that the verifier
can wait until it is gone.
"""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from itertools import count
from pathlib import Path
from typing import Any

from tests.benchmarks.crash_papers import Turn, say, values
from tests.terminal import Terminal

PAPERS = 8
KEYS = {"unread": "u", "to-read": "w", "reading": "r", "read": "d"}
"""Without `skipped`, for which the app asks a reason."""

SELECT_ALL = "\x1b[18~"
"""F7, in an editor."""

DIE_WITH_WRITER = """
import ctypes, os, signal, sys
ctypes.CDLL(None, use_errno=True).prctl(1, signal.SIGKILL)
if os.getppid() != int(sys.argv[1]):
    sys.exit("the writer is gone already")
os.execv(sys.argv[2], sys.argv[2:])
"""
"""prctl(PR_SET_PDEATHSIG): the kernel kills the app when the writer ends, whatever ended it."""


def process_file(writer: int) -> Path:
    """Where the number of an app's process is kept: beside the library, not in it."""
    return Path(f"{Path.cwd()}.app-{writer}")


def open_app(turn: Turn) -> Terminal:
    """The app on this library, when it shows its papers."""
    command = [sys.executable, "-c", DIE_WITH_WRITER, str(os.getpid())]
    environment = {**os.environ, "TERM": "xterm-256color", "LANG": "C.UTF-8", "COLUMNS": "", "LINES": ""}
    terminal = Terminal(
        [*command, sys.executable, "-m", "paperterm", "--library", str(Path.cwd())], env=environment, cwd=Path.cwd()
    )
    process_file(turn.writer).write_text(str(terminal.process.pid))
    terminal.wait_for(r"\d papers")
    return terminal


Values = dict[str, dict[str, Any]]


class Reader:
    """Who presses the keys."""

    def __init__(self, turn: Turn, terminal: Terminal, places: dict[str, int], known: Values) -> None:
        self.turn, self.terminal, self.places, self.known = turn, terminal, places, known

    def write(self, key: str, number: int) -> None:
        """A tag, a note and a status on one paper, each a write of its own."""
        self.terminal.press("g", *"j" * self.places[key])
        mark = self.turn.mark(number)
        tags = [mark, *(f"-{tag}" for tag in self.known[key]["tags"])]
        self.pressed(key, {"tags": [mark]}, ["t", *" ".join(tags), "enter"], rf"\+{mark}.*  saved")
        note = self.turn.note(number)
        typed = ["n", SELECT_ALL, *note, "ctrl+s"]
        self.pressed(key, {"note": note}, typed, "note written.*  saved")
        status = self.turn.chance.choice([name for name in KEYS if name != self.known[key]["status"]])
        self.pressed(key, {"status": status}, [KEYS[status]], rf"paper: {status}.*  saved")

    def pressed(self, key: str, change: dict[str, Any], keys: list[str], seen: str) -> None:
        """Say what is tried, press the keys, wait until it is saved, say that it is done."""
        value = {**self.known[key], **change}
        say("TRY", key, value)
        self.terminal.press(*keys)
        self.terminal.wait_for(seen)
        self.known[key] = value
        say("ACK", key, value)


def main() -> None:
    turn = Turn()
    keys = turn.keys(PAPERS)
    known = values(keys)
    if len(known) < PAPERS:
        subprocess.run(
            [sys.executable, "-m", "paperterm", "--library", ".", "import", "-", "--format", "jsonl",
             "--collection", f"writer {turn.writer}"],
            input=turn.jsonl(PAPERS), text=True, capture_output=True, check=True,
        )  # fmt: skip
        known = values(keys)
    with open_app(turn) as terminal:
        passed_on: list[int] = []

        def pass_on(number: int, _frame: object) -> None:
            terminal.process.send_signal(number)
            passed_on.append(number)

        for polite in (signal.SIGTERM, signal.SIGHUP, signal.SIGINT):
            signal.signal(polite, pass_on)
        reader = Reader(turn, terminal, places(keys), known)
        try:
            for number in count():
                reader.write(turn.chance.choice(keys), number)
        except (AssertionError, OSError):  # no app any more that could say that it has saved
            if not passed_on:
                raise
            sys.exit(terminal.wait_for_end(patience=20))


def places(keys: list[str]) -> dict[str, int]:
    """Which row of the whole list each paper is in."""
    from paperterm.library import Library

    with Library.open(Path()) as library:
        numbers = {key: library.number(key) for key in keys}
    return {key: number for key, number in numbers.items() if number is not None}


if __name__ == "__main__":
    main()
