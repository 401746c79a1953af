"""mark, star, tag, note, undo: what they keep, what they say, and that standard output stays clean."""

from __future__ import annotations

import json
from typing import Any

import pytest

from tests.cli.conftest import CommandLine


def record(cli: CommandLine, paper: str) -> dict[str, Any]:
    (found,) = json.loads(cli.run("show", paper, "--json").stdout)
    assert isinstance(found, dict)
    return found


def test_mark(cli: CommandLine) -> None:
    first, second, third = cli.ids()
    result = cli.run("mark", "to-read", first, second[:6])
    assert (result.stdout, result.stderr) == ("", "2 papers: to-read\n")
    assert cli.ids("status:to-read") == [first, second]
    assert cli.run("mark", "TO-READ", first).stderr == "nothing to change: to-read already\n"
    assert record(cli, third)["status"] == "unread"


def test_a_reason_is_kept_with_skipped_only(cli: CommandLine) -> None:
    first = cli.ids()[0]
    cli.run("mark", "skipped", first, "--reason", "not my field")
    assert "not my field" in cli.run("show", first).stdout
    assert "--reason goes with skipped only" in cli.run("mark", "read", first, "--reason", "x", status=2).stderr


@pytest.mark.parametrize("form", ["ids", "tsv", "table"])
def test_ids_come_from_standard_input_in_every_form_by_line(cli: CommandLine, form: str) -> None:
    listing = cli.run("list", "--format", form).stdout
    assert cli.run("mark", "read", "-", input=listing).stderr == "3 papers: read\n"


def test_no_ids_on_standard_input_change_nothing(cli: CommandLine) -> None:
    before = cli.files()
    assert "nothing to change" in cli.run("mark", "read", "-", input="").stderr
    assert cli.files() == before


def test_one_wrong_id_and_nothing_is_changed(cli: CommandLine) -> None:
    before = cli.files()
    result = cli.run("mark", "read", cli.ids()[0], "ffffffffffff", status=1)
    assert "no paper has the id “ffffffffffff”" in result.stderr
    assert cli.files() == before


def test_star_and_unstar(cli: CommandLine) -> None:
    first = cli.ids()[0]
    assert cli.run("star", first).stderr == "1 paper: starred\n"
    assert cli.ids("is:starred") == [first]
    assert cli.run("star", first).stderr == "nothing to change: starred already\n"
    cli.run("unstar", first)
    assert cli.ids("is:starred") == []


def test_tags(cli: CommandLine) -> None:
    first, second, _ = cli.ids()
    cli.run("tag", first, second, "--add", "Theory/NTK", "-a", "todo")
    cli.run("tag", second, "--remove", "todo")
    assert cli.run("tag", first, second).stdout == f"{first}\ttheory/ntk todo\n{second}\ttheory/ntk\n"
    assert cli.ids("tag:theory") == [first, second]
    assert cli.run("tags").stdout == "2  theory/ntk\n1  todo\n"
    assert json.loads(cli.run("tags", "--json").stdout) == [
        {"tag": "theory/ntk", "papers": 2},
        {"tag": "todo", "papers": 1},
    ]
    cli.run("tags", "rename", "theory/ntk", "ntk")
    cli.run("tags", "delete", "todo")
    assert json.loads(cli.run("tags", "--json").stdout) == [{"tag": "ntk", "papers": 2}]
    assert "no paper has the tag lost" in cli.run("tags", "delete", "lost").stderr


def test_a_tag_that_is_none_is_refused(cli: CommandLine) -> None:
    before = cli.files()
    assert "is not a tag" in cli.run("tag", cli.ids()[0], "--add", " / ", status=1).stderr
    assert cli.files() == before


def test_notes(cli: CommandLine) -> None:
    first = cli.ids()[0]
    cli.run("note", first, "See **Quill**.")
    cli.run("note", first, "More.", "--append")
    assert cli.run("note", first).stdout == "See **Quill**.\n\nMore.\n"
    cli.run("note", first, "-", input="from a pipe\nwith two lines\n")
    assert cli.run("note", first).stdout == "from a pipe\nwith two lines\n"
    cli.run("note", first, "")
    result = cli.run("note", first)
    assert (result.stdout, result.stderr) == ("", "this paper has no note\n")


def test_an_empty_pipe_does_not_take_a_note_away(cli: CommandLine) -> None:
    first = cli.ids()[0]
    cli.run("note", first, "precious")
    assert "standard input was empty" in cli.run("note", first, "-", input="", status=1).stderr
    assert "is not UTF-8" in cli.run("note", first, "-", input=b"caf\xe9", status=1).stderr
    assert cli.run("note", first).stdout == "precious\n"


def test_a_note_that_looks_like_an_option_goes_after_two_minus_signs(cli: CommandLine) -> None:
    first = cli.ids()[0]
    cli.run("note", first, "--", "--- a line")
    assert cli.run("note", first).stdout == "--- a line\n"


def test_undo_and_redo_over_processes(cli: CommandLine) -> None:
    first = cli.ids()[0]
    assert cli.run("undo").stderr == "undone (3 papers imported: ICML 2024)\n" and cli.ids() == []
    assert "nothing to undo" in cli.run("undo").stderr
    assert cli.run("redo").stderr == "done again (3 papers imported: ICML 2024)\n"
    cli.run("mark", "read", first)
    cli.run("tag", first, "--add", "done")
    assert cli.run("undo").stderr.startswith("undone")
    assert record(cli, first)["tags"] == []
    cli.run("undo")
    assert record(cli, first)["status"] == "unread"
    cli.run("redo")
    cli.run("redo")
    assert (record(cli, first)["status"], record(cli, first)["tags"]) == ("read", ["done"])
    assert "nothing to redo" in cli.run("redo").stderr


def test_show_has_a_page_for_each_paper(cli: CommandLine) -> None:
    first, second, _ = cli.ids()
    cli.run("tag", first, "--add", "theory")
    page = cli.run("show", first, second).stdout
    assert first in page and second in page
    assert "#theory" in page
    assert "derived from the abstract" in page
    assert "flat minima generalize better than sharp ones in deep networks." in page
    assert page.count("─" * 20) > 0


def test_collections_and_stats(cli: CommandLine) -> None:
    first = cli.ids()[0]
    cli.run("mark", "read", first)
    (collection,) = json.loads(cli.run("collections", "--json").stdout)
    assert collection["name"] == "ICML 2024"
    assert (collection["papers"], collection["unread"]) == (3, 2)
    assert "ICML 2024" in cli.run("collections").stdout
    statistics = json.loads(cli.run("stats", "--json").stdout)
    assert statistics["papers"] == 3
    assert statistics["by_status"]["read"] == 1
    assert "1  read" in cli.run("stats").stdout
