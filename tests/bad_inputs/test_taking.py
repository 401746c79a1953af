"""Foreign text on its way out: exported files, the browser, the reader's editor, and the program that reads our output.

What the program cannot export (CSV, HTML) it refuses by name; nothing of such a file is made.
"""

from __future__ import annotations

import json
import os
import re
import signal
import stat
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import bibtexparser
import pytest

from paperterm.config import Config
from paperterm.errors import PapertermError
from paperterm.library import Library
from paperterm.tui.app import PapertermApp
from paperterm.tui.editor import edited
from tests.cli.conftest import CommandLine
from tests.tui.conftest import Desk
from tests.unit.export.test_links import SAFE, UNSAFE

ABSTRACT = "We study hedges of number {} and prove that they grow in every garden that was ever planted by hand."


@pytest.fixture
def command_line(tmp_path: Path) -> CommandLine:
    """The command line, on an empty library."""
    return CommandLine(tmp_path)


def shelve(cli: CommandLine, *records: dict[str, object]) -> None:
    """Import papers with such fields; each has an abstract of its own."""
    lines = [json.dumps({"abstract": ABSTRACT.format(number), **one}) for number, one in enumerate(records)]
    (cli.home / "papers.jsonl").write_text("\n".join(lines), "utf-8")
    cli.run("import", str(cli.home / "papers.jsonl"))


TITLES = {
    "many-letters": ("x" * 99_000, "xxxx"),
    "line-breaks": ("line\n" * 1_000, "line line"),
    "only-blanks": (" \t\u3000 ", "Hedges of number"),
}


@pytest.mark.parametrize(("title", "seen"), TITLES.values(), ids=[f"row94-{name}" for name in TITLES])
def test_any_title_is_one_line(command_line: CommandLine, title: str, seen: str) -> None:
    shelve(command_line, {"title": title}, {"title": "Plain"})
    lines = command_line.run("list").stdout.splitlines()
    assert [seen in line for line in lines] == [True, False]
    assert seen in command_line.run("show", command_line.ids()[0]).stdout


def test_row94_a_title_of_a_megabyte_is_refused_and_named(command_line: CommandLine) -> None:
    source = command_line.home / "big.jsonl"
    source.write_text(json.dumps({"title": "x" * 900_000, "abstract": ABSTRACT}), "utf-8")
    said = command_line.run("import", str(source), status=1).stderr
    assert "line 1: a text of 900,000 characters (at most 100,000)" in said


HOSTILE_TITLES = {
    "row97-closes-its-record": "x}, year = 1900 }\n@article{evil, title={owned",
    "row97-unbalanced-open": "a { brace",
    "row97-unbalanced-close": "a } brace",
    "row97-trailing-backslash": "a backslash at the end \\",
    "row97-at-and-quotes": 'an @string{x = "y"} in it',
    "row98-input": "\\input{/etc/passwd}",
    "row98-write18": "\\write18{id} and \\immediate\\openout",
    "row98-percent": "50% of $100 & #1 a_b ~ ^",
}


@pytest.mark.parametrize("title", HOSTILE_TITLES.values(), ids=HOSTILE_TITLES)
def test_a_bibliography_is_as_many_records_as_papers(command_line: CommandLine, title: str) -> None:
    shelve(command_line, {"title": title, "authors": ["Ada Lovelace"], "year": 2024}, {"title": "Plain"})
    exported = command_line.run("export").stdout
    read = bibtexparser.parse_string(exported)
    assert len(read.entries) == 2
    assert read.failed_blocks == [] and read.strings == [] and read.preambles == []
    written = read.entries[0].fields_dict["title"].value
    assert not any(f"\\{word}" in written for word in ("input", "write", "immediate", "openout"))
    assert "evil" not in [entry.key for entry in read.entries]
    again = CommandLine(command_line.home / "again")
    again.home.mkdir()
    records = command_line.run("export", "--format", "jsonl").stdout
    again.run("import", "-", "--format", "jsonl", input=records)
    assert again.run("export", "--format", "jsonl", "--no-notes").stdout.count("\n") == 2
    assert [p["title"] for p in json.loads(again.run("list", "--json").stdout)] == [
        p["title"] for p in json.loads(command_line.run("list", "--json").stdout)
    ]
    assert again.run("export").stdout == exported


@pytest.mark.parametrize("form", ["csv", "html"], ids={"csv": "row99-csv", "html": "row100-html"}.get)
def test_a_form_that_is_not_there_is_refused_by_name(command_line: CommandLine, form: str) -> None:
    from paperterm.export import EXPORTERS

    if form in {exporter.name for exporter in EXPORTERS}:
        pytest.fail(f"{form} can be exported: test here what becomes of hostile cells and tags")
    shelve(command_line, {"title": "=1+1<script>alert(1)</script>"})
    said = command_line.run("export", "--format", form, "--output", str(command_line.home / "out"), status=2).stderr
    assert f"'{form}' is not one of" in said
    assert not (command_line.home / "out").exists()


def test_row100_markdown_holds_no_markup_of_others(command_line: CommandLine) -> None:
    shelve(command_line, {"title": "<script>alert(1)</script> [x](javascript:1)", "url": "javascript:alert(1)"})
    exported = command_line.run("export", "--format", "markdown").stdout
    assert re.findall(r"(?<!\\)<script|(?<!\\)\]\(javascript", exported) == []


def a_file(path: Path) -> None:
    path.write_text("precious")


def a_link(path: Path) -> None:
    target = path.with_name("target")
    target.write_text("precious")
    path.symlink_to(target)


OUTPUTS: dict[str, tuple[Callable[[Path], object], tuple[str, ...], str]] = {
    "exists": (a_file, (), "exists already"),
    "link": (a_link, (), "is a link to"),
    "link-forced": (a_link, ("--force",), "is a link to"),
    "folder": (Path.mkdir, ("--force",), "is a folder"),
    "pipe": (os.mkfifo, ("--force",), "is not a regular file"),
}


@pytest.mark.parametrize(("make", "options", "message"), OUTPUTS.values(), ids=[f"row101-{name}" for name in OUTPUTS])
def test_an_export_writes_over_nothing(
    command_line: CommandLine, make: Callable[[Path], object], options: tuple[str, ...], message: str
) -> None:
    shelve(command_line, {"title": "Plain"})
    output = command_line.home / "out.bib"
    make(output)
    before = output.lstat()
    assert message in command_line.run("export", "--output", str(output), *options, status=1).stderr
    assert output.lstat() == before
    if stat.S_ISREG(before.st_mode) or output.is_symlink():
        assert output.read_text() == "precious"


@pytest.mark.parametrize("place", ["/proc/out.bib", "nowhere/out.bib"], ids=["row101-read-only", "row101-no-folder"])
def test_a_place_that_takes_no_file_is_named(command_line: CommandLine, place: str) -> None:
    shelve(command_line, {"title": "Plain"})
    assert place in command_line.run("export", "--output", place, status=1).stderr


def test_row101_a_dash_is_standard_output(command_line: CommandLine) -> None:
    shelve(command_line, {"title": "Plain"})
    assert command_line.run("export", "--output", "-").stdout == command_line.run("export").stdout


@pytest.mark.parametrize(
    "words", ["list", "list --json", "export", "export --format jsonl"], ids=lambda w: f"row102-{w}"
)
def test_a_reader_that_has_had_enough_ends_it_in_silence(command_line: CommandLine, words: str) -> None:
    shelve(command_line, *({"title": f"Paper {number} {'long ' * 200}"} for number in range(300)))
    script = f'"$0" -m paperterm {words} | head -c 1 >/dev/null; echo ${{PIPESTATUS[0]}}'
    done = subprocess.run(
        ["/bin/bash", "-c", script, sys.executable],
        env=command_line.environment, cwd=command_line.home, capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert done.stderr == ""
    assert int(done.stdout) in (0, 128 + signal.SIGPIPE)


async def test_row104_only_web_addresses_are_opened(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HOME", str(tmp_path))
    urls = [*SAFE, *UNSAFE]
    records = [{"title": f"P {n}", "abstract": ABSTRACT.format(n), "url": url} for n, url in enumerate(urls)]
    source = tmp_path / "urls.jsonl"
    source.write_text("\n".join(map(json.dumps, records)), "utf-8")
    opened: list[str] = []
    with Library.open(tmp_path / "library") as library:
        library.import_sources([str(source)])
        app = PapertermApp(library, Config())
        monkeypatch.setattr(app, "open_url", opened.append)
        async with app.run_test(size=(120, 30)) as pilot:
            desk = Desk(pilot)
            await desk.settle()
            for _ in urls:
                await desk.burst("o", "j")
    assert opened[: len(SAFE)] == SAFE
    assert all(url.lower().startswith(("http://", "https://")) and url.isascii() and " " not in url for url in opened)
    assert not any("@" in url.split("/")[2] for url in opened)


EDITORS: dict[str, tuple[str, str | None]] = {
    "saves": ("printf new > $1", "new"),
    "leaves-it": (":", "old"),
    "fails": ("exit 1", None),
    "writes-and-fails": ("printf new > $1; exit 1", None),
    "removes-it": ("rm $1", None),
    "is-killed": ("printf new > $1; kill -9 $$", None),
    "writes-controls": (r"printf 'a\033[31mb' > $1", "a\x1b[31mb"),
}


@pytest.mark.parametrize(("script", "result"), EDITORS.values(), ids=[f"row105-{name}" for name in EDITORS])
def test_whatever_an_editor_does_the_note_is_saved_or_as_it_was(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, script: str, result: str | None
) -> None:
    editor = tmp_path / "my editor"
    editor.write_text(f"#!/bin/sh\nshift\n{script.replace('$1', chr(34) + '$1' + chr(34))}\n")
    editor.chmod(0o700)
    monkeypatch.delenv("VISUAL", raising=False)
    monkeypatch.setenv("EDITOR", f"'{editor}' --wait")
    kept: list[str] = []
    if result is not None:
        assert edited("old", kept.append) == result
        return
    with pytest.raises(PapertermError, match="the note is as it was"):
        edited("old", kept.append)
    assert kept == (["new"] if "printf" in script else [])


@pytest.mark.parametrize("command", ["/no/such/editor", "'open"], ids=["row105-missing", "row105-quotes"])
def test_an_editor_that_cannot_be_started_is_named(monkeypatch: pytest.MonkeyPatch, command: str) -> None:
    monkeypatch.setenv("VISUAL", command)
    with pytest.raises(PapertermError, match="could not be started"):
        edited("old", lambda _: None)


def test_row105_without_a_choice_it_is_vi(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    vi = tmp_path / "vi"
    vi.write_text('#!/bin/sh\nprintf "by vi" > "$1"\n')
    vi.chmod(0o700)
    monkeypatch.setenv("PATH", f"{tmp_path}:/bin:/usr/bin")
    for name in ("VISUAL", "EDITOR"):
        monkeypatch.delenv(name, raising=False)
    assert edited("old", lambda _: None) == "by vi"
