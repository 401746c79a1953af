"""What cannot be read or written: a sentence that names it and says what to do, status 1, nothing changed."""

from __future__ import annotations

import os
import sys
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from tests.cli.conftest import CommandLine

ABSTRACT = "We study pruning of deep networks, and show that a simple rule keeps the accuracy of the dense model.\n"


def missing(folder: Path) -> Path:
    return folder / "missing.txt"


def folder_without_lists(folder: Path) -> Path:
    (folder / "pictures").mkdir()
    (folder / "pictures" / "cat.png").write_bytes(b"\x89PNG\r\n\x1a\n" + bytes(range(256)) * 20)
    return folder / "pictures"


def empty_folder(folder: Path) -> Path:
    (folder / "nothing").mkdir()
    return folder / "nothing"


def empty_file(folder: Path) -> Path:
    (folder / "empty.txt").touch()
    return folder / "empty.txt"


def blank_file(folder: Path) -> Path:
    (folder / "blank.txt").write_text(" \n\n\t\n")
    return folder / "blank.txt"


def binary_file(folder: Path) -> Path:
    (folder / "program.txt").write_bytes(b"\x7fELF\x02\x01\x01" + bytes(range(256)) * 40)
    return folder / "program.txt"


def wrong_encoding(folder: Path) -> Path:
    file = folder / "wrong.txt"
    file.write_bytes(ABSTRACT.encode() * 3 + b"\n\xff\xfe\x81\x8d\x8f\x90\x9d\x00\x00 \xfe\n" * 3)
    return file


def device(folder: Path) -> Path:
    (folder / "pipe.txt").symlink_to("/dev/null")
    return folder / "pipe.txt"


BAD_SOURCES = [
    missing, folder_without_lists, empty_folder, empty_file, blank_file, binary_file, wrong_encoding, device
]  # fmt: skip


@pytest.mark.parametrize("make", BAD_SOURCES, ids=lambda make: make.__name__)
def test_a_bad_source_is_named_and_nothing_changes(
    cli: CommandLine, source: Path, make: Callable[[Path], Path]
) -> None:
    bad = make(cli.home)
    (cli.home / "good.txt").write_text("Something new about graphs, an abstract that nobody has imported yet at all.\n")
    before = cli.files()
    for words in ([bad], [cli.home / "good.txt", bad], [bad, "--dry-run"]):
        result = cli.run("import", *map(str, words), status=1)
        assert result.stdout == ""
        assert result.stderr.startswith("paperterm: ")
        assert bad.name in result.stderr
        assert len(result.stderr.splitlines()) >= 2, "what to do is missing"
        assert cli.files() == before


def test_a_bad_source_makes_no_library(empty: CommandLine) -> None:
    empty.run("import", str(missing(empty.home)), status=1)
    empty.run("import", str(empty_file(empty.home)), status=1)
    assert not empty.library.exists()


def test_an_encoding_that_does_not_fit(cli: CommandLine) -> None:
    file = cli.home / "latin.txt"
    file.write_bytes((ABSTRACT + "Café.\n").encode("latin-1"))
    before = cli.files()
    result = cli.run("import", str(file), "--encoding", "utf-8", status=1)
    assert "latin.txt" in result.stderr and "--encoding" in result.stderr
    assert "klingon" in cli.run("import", str(file), "--encoding", "klingon", status=1).stderr
    assert cli.files() == before


def test_nothing_on_standard_input(cli: CommandLine) -> None:
    before = cli.files()
    result = cli.run("import", "-", input="", status=1)
    assert "standard input" in result.stderr
    assert cli.files() == before


GARBAGE = {
    "empty": b"", "cut off": b"{", "binary": b"\x00\xff" * 500, "another shape": b'{"_default": 7}', "null": b"null"
}  # fmt: skip


@pytest.mark.parametrize("garbage", GARBAGE.values(), ids=GARBAGE)
def test_a_broken_library_file_is_left_as_it_is(cli: CommandLine, garbage: bytes) -> None:
    paper = cli.ids()[0]
    cli.run("mark", "read", paper)
    cli.process("list")
    annotations = cli.library / "annotations.json"
    assert annotations.is_file()
    for journal in cli.library.glob("annotations*journal*"):
        journal.unlink()
    annotations.write_bytes(garbage)
    result = cli.process("mark", "skipped", paper)
    assert b"Traceback" not in result.stderr
    kept = [path.read_bytes() for path in cli.library.rglob("*") if path.is_file()]
    assert garbage in kept, "the damaged file is gone"
    if garbage:
        assert result.returncode == 1
        assert b"annotations.json" in result.stderr
        assert annotations.read_bytes() == garbage


NOBODY = 65534


@contextmanager
def as_nobody() -> Iterator[None]:
    """Root may write everywhere; so, where the tests run as root, be another user for a while."""
    is_root = os.geteuid() == 0
    if is_root:
        os.setresuid(NOBODY, NOBODY, 0)
    try:
        yield
    finally:
        if is_root:
            os.setresuid(0, 0, 0)


@pytest.fixture
def locked(source: Path) -> Iterator[CommandLine]:
    """A library in which the user who runs the command line may not write."""
    # Not tmp_path: that belongs to root alone where the tests run as root.
    with tempfile.TemporaryDirectory() as name:
        cli = CommandLine(Path(name))
        cli.run("import", str(source))
        paper = cli.ids()[0]
        # Every verb once: another user may not be able to import what is not imported yet.
        for words in (["mark", "reading", paper], *READING, *writing(paper), ["show", paper]):
            cli.run(*words, input=ABSTRACT)
        folders = [Path(name), *(path for path in Path(name).rglob("*") if path.is_dir())]
        for path in Path(name).rglob("*"):
            path.chmod(0o555 if path.is_dir() else 0o444)
        Path(name).chmod(0o555)
        yield cli
        for path in folders:
            path.chmod(0o700)


READING = (["export"], ["list"], ["list", "--json"], ["search", "flat"], ["stats"])


def writing(paper: str) -> list[list[str]]:
    """Every verb that writes."""
    return [
        ["mark", "read", paper], ["tag", paper, "--add", "x"], ["note", paper, "x"], ["star", paper], ["import", "-"],
        ["undo"], ["redo"], ["unstar", paper], ["tags", "rename", "x", "y"], ["tags", "delete", "y"],
    ]  # fmt: skip


def test_a_library_that_may_not_be_written_can_still_be_read(locked: CommandLine) -> None:
    before = locked.files()
    with as_nobody():
        for words in READING:
            assert locked.run(*words).stdout, words
        assert locked.files() == before


def test_a_library_that_may_not_be_written_is_not_changed(locked: CommandLine) -> None:
    paper = locked.ids()[1]
    before = locked.files()
    with as_nobody():
        for words in writing(paper)[:6]:
            result = locked.run(*words, input=ABSTRACT.replace("pruning", "growing"), status=1)
            assert str(locked.library) in result.stderr, words
            assert len(result.stderr.splitlines()) >= 2, words
        assert locked.files() == before


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="/proc is Linux's")
def test_a_library_where_no_folder_can_be_made(cli: CommandLine, source: Path) -> None:
    result = cli.run("--library", "/proc/paperterm", "import", str(source), status=1)
    assert "/proc/paperterm" in result.stderr
    assert cli.run("--library", "/proc/paperterm", "list").stdout == ""


def test_a_library_that_is_a_file(cli: CommandLine, source: Path) -> None:
    before = source.read_bytes()
    for words in (["list"], ["import", str(source)], ["stats"]):
        result = cli.run("--library", str(source), *words, status=1)
        assert "list.txt" in result.stderr
    assert source.read_bytes() == before


def test_a_broken_settings_file_is_said_and_the_defaults_hold(cli: CommandLine) -> None:
    (cli.home / "config.toml").write_text('theme = "paperterm-dark\n')
    result = cli.run("config")
    assert "config.toml" in result.stderr and "using the defaults" in result.stderr
    assert "paperterm-dark" in result.stdout
