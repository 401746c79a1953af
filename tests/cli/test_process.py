"""In a process of its own: exit status, streams, pipes, signals, terminals."""

from __future__ import annotations

import json
import os
import signal
import subprocess
from contextlib import suppress

import pytest

from tests.cli.conftest import CommandLine
from tests.terminal import Terminal, sequences, stray_controls

MANY = 3_000
OUR_RED = b"\x1b[1;31m"


@pytest.fixture
def large(empty: CommandLine) -> CommandLine:
    """A library whose list is longer than any pipe's buffer."""
    sentences = (
        f"We study problem number {n} of a long list and solve it for every graph of {n} nodes." for n in range(MANY)
    )
    (empty.home / "large.txt").write_text("\n\n".join(sentences), encoding="utf-8")
    empty.run("import", str(empty.home / "large.txt"))
    return empty


def test_a_reader_that_stops_reading_ends_the_list_silently(large: CommandLine) -> None:
    for form in ("table", "json", "jsonl", "ids", "tsv"):
        process = subprocess.Popen(
            [*large.argv, "list", "--format", form],
            env=large.environment, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
        )  # fmt: skip
        assert process.stdout is not None and process.stderr is not None
        process.stdout.readline()
        process.stdout.close()
        assert (process.stderr.read(), process.wait()) == (b"", 0), form
        process.stderr.close()


@pytest.mark.skipif(not os.path.exists("/dev/full"), reason="this system has no /dev/full")
def test_a_full_disk_is_said(cli: CommandLine) -> None:
    with open("/dev/full", "wb") as full:
        found = cli.process("list", stdout=full, capture_output=False, stderr=subprocess.PIPE)
    assert found.returncode == 1
    assert b"No space left" in found.stderr
    assert b"Traceback" not in found.stderr and b"Exception" not in found.stderr


@pytest.mark.parametrize("row", ["row6"])
def test_an_interrupt_while_reading_imports_nothing(empty: CommandLine, row: str) -> None:
    process = subprocess.Popen(
        [*empty.argv, "import", "-"], env=empty.environment, stdin=subprocess.PIPE, stderr=subprocess.PIPE
    )
    assert process.stdin is not None and process.stderr is not None
    # A pipe holds 64 KiB: once more than that is taken, the program is reading.
    process.stdin.write(b"An abstract that is long enough to be one, of a paper about graphs.\n\n" * 3_000)
    process.stdin.flush()
    for _ in range(60):
        # A signal between two reads is seen after the next one only; so, as a person does, press Ctrl+C again.
        process.send_signal(signal.SIGINT)
        with suppress(subprocess.TimeoutExpired):
            process.wait(0.5)
            break
    errors = process.stderr.read()
    process.stderr.close()
    with suppress(BrokenPipeError):
        process.stdin.close()
    assert process.returncode == 130
    assert b"Traceback" not in errors and b"stopped" in errors
    assert not empty.library.exists()


def test_status_and_streams(cli: CommandLine) -> None:
    done = cli.process("list")
    assert (done.returncode, done.stderr) == (0, b"")
    wrong = cli.process("list", "--nonsense")
    assert (wrong.returncode, wrong.stdout) == (2, b"")
    failed = cli.process("show", "zzzz")
    assert (failed.returncode, failed.stdout) == (1, b"")
    assert failed.stderr.startswith("paperterm: no paper has the id “zzzz”\n".encode())


def test_debug_shows_where(cli: CommandLine) -> None:
    for words in (["--debug", "show", "zzzz"], ["show", "zzzz", "--debug"]):
        found = cli.process(*words)
        assert found.returncode == 1
        assert b"Traceback" in found.stderr


@pytest.mark.parametrize("encoding", ["ascii", "latin-1"])
def test_a_narrow_output_encoding_replaces_and_never_fails(cli: CommandLine, encoding: str) -> None:
    environment = cli.environment | {"PYTHONIOENCODING": encoding}
    for words in (["list"], ["show", cli.ids()[0]], ["list", "--json"], ["stats"], ["show", "žž"]):
        found = cli.process(*words, env=environment)
        assert b"Traceback" not in found.stderr
        assert found.returncode == (1 if "žž" in words else 0), found.stderr


@pytest.mark.parametrize("closed", ["2>&-", ">&-", "<&-", ">&- 2>&-", "<&- >&- 2>&-"])
def test_closed_streams_are_no_failure(cli: CommandLine, closed: str) -> None:
    paper = cli.ids()[0]
    for words, status in (
        (["list"], 0),
        (["star", paper], 0),
        (["show", "zzzz"], 1),
        (["mark", "read", "-"], 0),
        ([], 1),
    ):
        line = f"exec {' '.join([*cli.argv, *words])} {closed}"
        found = subprocess.run(["sh", "-c", line], env=cli.environment, input=b"", capture_output=True, check=False)
        assert found.returncode == status, (words, found)
        assert b"something went wrong" not in found.stderr


def on_terminal(cli: CommandLine, *words: str, **environment: str) -> Terminal:
    columns = int(environment.pop("columns", "100"))
    return Terminal(
        [*cli.argv, *words],
        env=cli.environment | {"TERM": "xterm-256color"} | environment,
        cwd=cli.home,
        columns=columns,
    )


def test_on_a_terminal_the_list_is_as_wide_as_it(cli: CommandLine) -> None:
    with on_terminal(cli, "list", columns="60") as terminal:
        assert terminal.wait_for_end() == 0
        lines = [line for line in terminal.text.splitlines() if line]
        assert len(lines) == 3
        assert all(len(line) <= 60 for line in lines)
        assert b"\x1b[3m" in terminal.raw  # derived titles in italics


@pytest.mark.parametrize("words", [["list"], ["stats"], ["collections"], ["config"], ["search", "pruning"]])
def test_no_colour_is_respected(cli: CommandLine, words: list[str]) -> None:
    with on_terminal(cli, *words, NO_COLOR="1") as terminal:
        assert terminal.wait_for_end() == 0
        assert not {b"\x1b[%dm" % code for code in range(30, 38)} & {
            bytes(terminal.raw[i : i + 5]) for i in range(len(terminal.raw))
        }


def test_text_from_outside_cannot_act_on_the_terminal(empty: CommandLine) -> None:
    evil = (
        "\x1b]52;c;ZXZpbA==\x07We \x1b[31mclear\x9b2J \u202eyour screen [red]and[/red] [/] more :smile: than \x07 that."
    )
    (empty.home / "evil.txt").write_text(f"Evil \x1b[5m list\n\n{evil}\n", encoding="utf-8")
    empty.run("import", str(empty.home / "evil.txt"))
    paper = empty.ids()[0]
    empty.run("note", paper, f"a note {evil}")
    empty.run("tag", paper, "--add", "x\x1b[2J")
    for words in (["list"], ["show", paper], ["search", "clear"], ["tags"], ["collections"], ["stats"], ["note", paper],
                  ["show", "\x1b[2J"], ["search", "\x1b[2Jnothing"], ["\x1b[2J"], ["list", "--\x1b[2J"]):  # fmt: skip
        with on_terminal(empty, *words) as terminal:
            terminal.wait_for_end()
            assert stray_controls(bytes(terminal.raw)) == [], words
            assert sequences(bytes(terminal.raw)) <= {"\x1b[…m".encode(), "\x1b[…K".encode()}, words
            assert b"\x1b[5m" not in terminal.raw and b"\x1b[31m" not in terminal.raw.replace(OUR_RED, b"")
        piped = empty.process(*words)
        assert stray_controls(piped.stdout + piped.stderr) == [], words
    shown = empty.run("show", paper).stdout
    assert "[red]and[/red] [/] more :smile:" in shown


def test_json_is_inert(empty: CommandLine) -> None:
    (empty.home / "evil.txt").write_text(
        "We show \x1b[31m that escapes in an abstract stay inert in JSON.\n", encoding="utf-8"
    )
    empty.run("import", str(empty.home / "evil.txt"))
    found = empty.process("list", "--json")
    assert b"\x1b" not in found.stdout
    assert json.loads(found.stdout)[0]["abstract"].startswith("We show")


def test_the_app_wants_a_terminal(cli: CommandLine) -> None:
    for words in ([], ["launch"], ["launch", "list.txt"]):
        found = cli.process(*words, stdin=subprocess.DEVNULL)
        assert found.returncode == 1
        assert b"terminal" in found.stderr
    with on_terminal(cli, TERM="dumb") as terminal:
        assert terminal.wait_for_end() == 1
        assert "paperterm --help" in terminal.text


def test_a_working_folder_that_is_gone_is_no_failure(cli: CommandLine) -> None:
    gone = cli.home / "gone"
    gone.mkdir()
    line = f"rmdir {gone} && {' '.join(cli.argv)} list"
    found = subprocess.run(["sh", "-c", line], env=cli.environment, cwd=gone, capture_output=True, check=False)
    assert found.returncode == 0, found.stderr
    assert os.path.exists(cli.library)
