"""launch: what happens before and after the app, on a terminal."""

from __future__ import annotations

import shlex
from pathlib import Path

from tests.cli.conftest import CommandLine
from tests.terminal import Terminal


def on_terminal(cli: CommandLine, *argv: str) -> Terminal:
    return Terminal(argv or cli.argv, env=cli.environment | {"TERM": "xterm-256color"}, cwd=cli.home)


def test_a_list_is_imported_and_opened(empty: CommandLine, source: Path) -> None:
    for words in (["launch", str(source)], [str(source)], ["launch", "--query", "pruning"]):
        with on_terminal(empty, *empty.argv, *words) as terminal:
            terminal.wait_for("1 of 3" if "--query" in words else "3 papers")
            terminal.press("q")
            assert terminal.wait_for_end() == 0
    assert len(empty.ids()) == 3


def test_an_empty_library_shows_the_sample_and_stays_empty(empty: CommandLine) -> None:
    with on_terminal(empty) as terminal:
        terminal.wait_for("(?i)sample")
        terminal.press("q")
        assert terminal.wait_for_end() == 0
    assert empty.run("list").stdout == ""
    assert not empty.library.exists()


def test_a_list_from_a_pipe_is_opened_and_keys_come_from_the_terminal(empty: CommandLine, source: Path) -> None:
    line = f"cat {shlex.quote(str(source))} | {shlex.join(empty.argv)} -"
    with on_terminal(empty, "/bin/sh", "-c", line) as terminal:
        terminal.wait_for("3 papers")
        terminal.press("w")
        terminal.wait_for("saved")
        terminal.press("q")
        assert terminal.wait_for_end() == 0
    assert len(empty.ids("status:to-read")) == 1


def test_a_source_that_cannot_be_read_opens_nothing(empty: CommandLine) -> None:
    with on_terminal(empty, *empty.argv, "launch", "missing.txt") as terminal:
        assert terminal.wait_for_end() == 1
        assert "missing.txt" in terminal.text
        assert b"\x1b[?1049h" not in terminal.raw
