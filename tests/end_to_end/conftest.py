"""A reader's desk: the installed program, an empty home folder, a terminal."""

from __future__ import annotations

import os
import subprocess
import sysconfig
from collections.abc import Iterator, Sequence
from contextlib import ExitStack
from pathlib import Path

import pytest

from tests.terminal import Terminal

PROGRAM = Path(os.environ.get("PAPERTERM_PROGRAM", Path(sysconfig.get_path("scripts")) / "paperterm"))
"""The console script under test: the installed one, or another installation's."""

LISTS = Path(__file__).parents[1] / "data"


class Desk:
    """One reader's computer, on which nobody has used paperterm yet; its home folder is made."""

    def __init__(self, home: Path, ends: ExitStack) -> None:
        home.mkdir()
        self.home = home
        self._ends = ends
        # No display, so that no clipboard program is found and what is copied goes through the terminal.
        self.environment = {
            "HOME": str(home), "PATH": os.environ["PATH"], "TERM": "xterm-256color", "COLORTERM": "truecolor",
            "LANG": "C.UTF-8",
        }  # fmt: skip

    def run(self, *arguments: str | Path, text: str = "") -> subprocess.CompletedProcess[str]:
        """Run a command without a terminal."""
        return subprocess.run(
            [PROGRAM, *arguments],
            input=text, env=self.environment, cwd=self.home, capture_output=True, text=True, timeout=60, check=False,
        )  # fmt: skip

    def do(self, *arguments: str | Path) -> str:
        """Run a command that must succeed; what it printed."""
        done = self.run(*arguments)
        assert done.returncode == 0, done.stderr
        return done.stdout

    def open(self, *arguments: str | Path, columns: int = 120, rows: int = 40) -> Terminal:
        """Run the program on a terminal; it is ended with the test."""
        return self.open_program([PROGRAM, *arguments], columns=columns, rows=rows)

    def open_program(self, command: Sequence[str | Path], *, columns: int = 120, rows: int = 40) -> Terminal:
        """Run any program on a terminal."""
        terminal = Terminal(command, env=self.environment, cwd=self.home, columns=columns, rows=rows)
        return self._ends.enter_context(terminal)

    def annotations(self) -> Path:
        """The file with what the reader wrote."""
        return next(self.home.rglob("annotations.json"))


@pytest.fixture
def desk(tmp_path: Path) -> Iterator[Desk]:
    """An empty home folder with one list in it, `list.txt`."""
    with ExitStack() as ends:
        desk = Desk(tmp_path / "home", ends)
        (desk.home / "list.txt").write_bytes((LISTS / "garden.txt").read_bytes())
        yield desk
