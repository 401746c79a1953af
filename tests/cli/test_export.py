"""export: where it goes, in which form, of which papers, and what is never written over."""

from __future__ import annotations

import json
import os
import subprocess

import pytest

from paperterm.export import EXPORTERS
from tests.cli.conftest import CommandLine


def test_bibtex_goes_to_standard_output(cli: CommandLine) -> None:
    result = cli.run("export")
    assert result.stdout.count("@misc{") == 3
    assert result.stderr == ""
    assert cli.run("export", "pruning", "--format", "bibtex").stdout.count("@misc{") == 1
    assert cli.run("export", "-pruning").stdout.count("@misc{") == 2


@pytest.mark.parametrize("row", EXPORTERS, ids=lambda row: row.name)
def test_a_file_in_the_form_of_its_ending(cli: CommandLine, row: object) -> None:
    name, ending = row.name, row.file_ending  # type: ignore[attr-defined]
    file = cli.home / f"list{ending}"
    result = cli.run("export", "--output", str(file))
    assert result.stdout == ""
    assert f"3 papers as {name}" in result.stderr and str(file) in result.stderr
    assert file.read_text("utf-8") == cli.run("export", "--format", name).stdout


def test_a_file_is_written_over_with_force_only(cli: CommandLine) -> None:
    file = cli.home / "list.bib"
    file.write_text("precious")
    assert "--force" in cli.run("export", "-o", str(file), status=1).stderr
    assert file.read_text() == "precious"
    cli.run("export", "-o", str(file), "--force")
    assert "@misc{" in file.read_text()


def test_nothing_is_exported_when_nothing_matches(cli: CommandLine) -> None:
    file = cli.home / "list.bib"
    assert "nothing to export" in cli.run("export", "zebra", "-o", str(file), status=1).stderr
    assert not file.exists()


def test_papers_by_id(cli: CommandLine) -> None:
    first, second, third = cli.ids()
    out = cli.run("export", "--paper", third, "--paper", first[:6], "--format", "jsonl").stdout
    assert [json.loads(line)["paper_id"] for line in out.splitlines()] == [third, first]
    piped = cli.run("export", "--paper", "-", "--format", "jsonl", input=f"{second}\n{first}\n").stdout
    assert [json.loads(line)["paper_id"] for line in piped.splitlines()] == [second, first]
    assert "not both" in cli.run("export", "pruning", "--paper", first, status=2).stderr


def test_notes_stay_at_home_when_asked(cli: CommandLine) -> None:
    cli.run("note", cli.ids()[0], "my private thought")
    assert "my private thought" in cli.run("export", "--format", "markdown").stdout
    assert "my private thought" not in cli.run("export", "--format", "markdown", "--no-notes").stdout


def test_citation_keys_stay(cli: CommandLine) -> None:
    one = cli.run("export", "pruning").stdout
    assert one in cli.run("export").stdout
    key = one.partition("{")[2].partition(",")[0]
    (record,) = json.loads(cli.run("search", "pruning", "--json").stdout)
    assert record["citation_key"] == key


def test_standard_output_is_utf_8_whatever_the_locale(cli: CommandLine) -> None:
    cli.run("note", cli.ids()[0], "论文 ž")
    found = cli.process("export", "--format", "markdown", env=cli.environment | {"PYTHONIOENCODING": "ascii"})
    assert found.returncode == 0
    assert "论文 ž".encode() in found.stdout


def test_a_copy_that_did_not_happen_is_not_called_one(cli: CommandLine) -> None:
    (cli.home / "config.toml").write_text('clipboard = "off"\n')
    result = cli.run("export", "--copy", status=1)
    assert "Copied" not in result.stderr and "--output FILE" in result.stderr
    assert "exclude each other" in cli.run("export", "--copy", "-o", "x.bib", status=2).stderr


@pytest.mark.skipif(not os.path.exists("/dev/full"), reason="this system has no /dev/full")
def test_a_full_disk_is_said(cli: CommandLine) -> None:
    with open("/dev/full", "wb") as full:
        found = cli.process("export", stdout=full, stderr=subprocess.PIPE, capture_output=False)
    assert found.returncode == 1
    assert b"No space left" in found.stderr
