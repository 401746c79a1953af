"""import: what it says, what it counts, where it reads from."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.cli.conftest import LIST, CommandLine


def test_an_import_says_what_was_new_and_what_was_known(empty: CommandLine, source: Path) -> None:
    first = empty.run("import", str(source))
    assert (first.stdout, first.stderr) == ("", "ICML 2024: 3 new\n")
    assert empty.run("import", str(source)).stderr == "ICML 2024: 0 new, 3 known already\n"
    assert len(empty.ids()) == 3


def test_a_dry_run_writes_nothing(empty: CommandLine, source: Path) -> None:
    result = empty.run("import", str(source), "--dry-run")
    assert "3 would be new" in result.stderr and "nothing was written" in result.stderr
    assert not empty.library.exists()


def test_standard_input_under_a_name(empty: CommandLine) -> None:
    empty.run("import", "-", "--collection", "Spring reading", input=LIST)
    (collection,) = json.loads(empty.run("collections", "--json").stdout)
    assert (collection["name"], collection["papers"]) == ("Spring reading", 3)


def test_json(empty: CommandLine, source: Path) -> None:
    found = json.loads(empty.run("import", str(source), "--json").stdout)
    assert found["dry_run"] is False
    (one,) = found["lists"]
    assert (one["collection"], one["venue"], one["year"]) == ("ICML 2024", "ICML", 2024)
    assert (one["new"], one["known"], one["merged"]) == (3, 0, 0)
    assert isinstance(one["problems"], list)


def test_problems_are_said_by_line(empty: CommandLine) -> None:
    good = {"title": "One", "abstract": "We show that one is a number of its own kind, and prove it in three ways."}
    (empty.home / "some.jsonl").write_text(f"{json.dumps(good)}\n{{broken\n", encoding="utf-8")
    result = empty.run("import", str(empty.home / "some.jsonl"))
    assert "some.jsonl:2: " in result.stderr
    assert "1 new" in result.stderr


def test_an_unknown_format_names_those_there_are(empty: CommandLine, source: Path) -> None:
    assert "'text'" in empty.run("import", str(source), "--format", "docx", status=2).stderr


@pytest.mark.parametrize(("name", "count"), [("icml2023", 19), ("icml2024", 19), ("daily-papers", 228)])
def test_the_real_lists(empty: CommandLine, shared_data: Path, name: str, count: int) -> None:
    result = empty.run("import", str(shared_data / "seeds" / f"{name}.txt"))
    assert f"{count} new" in result.stderr
    assert len(empty.ids()) == count
    assert len({*empty.ids()}) == count
