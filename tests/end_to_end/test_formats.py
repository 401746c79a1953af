"""What is read, written and kept: every format of the command line, and the files of a library."""

from __future__ import annotations

import re

import pytest

from paperterm.export import EXPORTERS
from paperterm.importers import IMPORTERS
from tests.contracts.source import CHECKOUT
from tests.end_to_end.conftest import LISTS, Desk

SOURCES = {"text": "garden.txt", "paragraphs": "garden.txt", "jsonl": "garden.jsonl"}
"""A small list in each format."""


@pytest.mark.parametrize("name", [row.name for row in IMPORTERS])
def test_a_list_is_imported_in_every_format(desk: Desk, name: str) -> None:
    desk.do("import", LISTS / SOURCES[name], "--format", name)
    ids = desk.do("list", "--format", "ids").split()
    assert len(ids) == 5
    desk.do("import", LISTS / "garden.txt")
    assert desk.do("list", "--format", "ids").split() == ids


@pytest.mark.parametrize("name", [row.name for row in EXPORTERS])
def test_a_selection_is_exported_in_every_format(desk: Desk, name: str) -> None:
    desk.do("import", "list.txt")
    printed = desk.do("export", "brook", "--format", name)
    assert "Brook" in printed
    assert "Secateur" not in printed
    desk.do("export", "brook", "--format", name, "--output", "mine")
    assert (desk.home / "mine").read_text("utf-8") == printed


def test_a_library_holds_what_the_readme_says(desk: Desk) -> None:
    desk.do("import", "list.txt")
    paper = desk.do("list", "--format", "ids").split()[0]
    desk.do("tag", paper, "--add", "first")
    desk.do("tag", paper, "--add", "second")
    section = (CHECKOUT / "README.md").read_text("utf-8").partition("## On disk")[2].partition("\n## ")[0]
    assert {path.name for path in desk.annotations().parent.iterdir()} == set(re.findall(r"^\| `(.+?)`", section, re.M))
