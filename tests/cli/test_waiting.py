"""Another process holds the library's lock: the command says whom it waits for, and gives up in time."""

from __future__ import annotations

import platform
import signal
import subprocess
import sys
import time
from collections.abc import Iterator

import pytest

from tests.cli.conftest import CommandLine

HOLD = """
import sys; from pathlib import Path; from paperterm.store.lock import LibraryLock
with LibraryLock(Path(sys.argv[1])).held():
    print("held", flush=True); sys.stdin.read()
"""
TIMEOUT = 10
"""Seconds after which a command gives up."""


@pytest.fixture
def holder(cli: CommandLine) -> Iterator[subprocess.Popen[str]]:
    """A process that holds the lock until its standard input is closed."""
    process = subprocess.Popen(
        [sys.executable, "-c", HOLD, str(cli.library)],
        env=cli.environment, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True,
    )  # fmt: skip
    assert process.stdout is not None
    assert process.stdout.readline() == "held\n"
    yield process
    process.kill()
    process.communicate()


def start(cli: CommandLine, *words: str) -> tuple[subprocess.Popen[str], float]:
    """A command, and when it began."""
    began = time.monotonic()
    return subprocess.Popen(
        [*cli.argv, *words],
        env=cli.environment, cwd=cli.home, text=True,
        stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
    ), began  # fmt: skip


def names(text: str, holder: subprocess.Popen[str]) -> bool:
    """Whether a sentence names the process and its host."""
    return f"process {holder.pid} on {platform.node()}, since " in text


@pytest.mark.parametrize("row", ["row18"])
def test_every_writing_command_says_whom_it_waits_for_and_gives_up(
    cli: CommandLine, holder: subprocess.Popen[str], row: str
) -> None:
    paper = cli.ids()[0]
    file = cli.home / "whole.zip"
    cli.run("backup", str(file))
    (cli.home / "other.txt").write_text("We study what a list of one paper does while it waits for the lock.\n")
    before = cli.files()
    running = [
        start(cli, *words)
        for words in (
            ["tag", paper, "--add", "late"], ["note", paper, "late"], ["import", str(cli.home / "other.txt")],
            ["doctor", "--repair"], ["restore", str(file)],
        )
    ]  # fmt: skip
    for process, _ in running:
        assert process.stderr is not None
        first = process.stderr.readline()
        assert names(first, holder) and first.endswith("waiting…\n")
    for process, began in running:
        output, errors = process.communicate()
        assert process.returncode == 1, errors
        assert time.monotonic() - began >= TIMEOUT
        assert output == ""
        message = errors.splitlines()
        assert message[0].startswith("paperterm: the library is in use by paperterm") and names(message[0], holder)
        assert "Nothing was written" in message[1] and len(message) == 2
    assert cli.files() == before


def test_a_command_goes_on_as_soon_as_the_lock_is_free(cli: CommandLine, holder: subprocess.Popen[str]) -> None:
    paper = cli.ids()[0]
    process, _ = start(cli, "tag", paper, "--add", "late")
    assert process.stderr is not None
    assert names(process.stderr.readline(), holder)
    holder.kill()
    _, errors = process.communicate()
    assert (process.returncode, errors) == (0, "1 paper: +late\n")
    assert cli.ids("tag:late") == [paper]


def test_reading_waits_for_nobody(cli: CommandLine, holder: subprocess.Popen[str]) -> None:
    for words in (["list"], ["search", "graph"], ["stats"], ["doctor"], ["backup"]):
        process, began = start(cli, *words)
        _, errors = process.communicate()
        assert process.returncode == 0, errors
        assert "waiting" not in errors
        assert time.monotonic() - began < TIMEOUT


def test_an_interrupt_ends_waiting(cli: CommandLine, holder: subprocess.Popen[str]) -> None:
    process, _ = start(cli, "tag", cli.ids()[0], "--add", "late")
    assert process.stderr is not None
    process.stderr.readline()
    began = time.monotonic()
    process.send_signal(signal.SIGINT)
    _, errors = process.communicate()
    assert (process.returncode, errors.strip()) == (130, "paperterm: stopped")
    assert time.monotonic() - began < TIMEOUT
