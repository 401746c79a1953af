"""The four tables in which a feature is made known, and the verbs of the command line: whole, and tested."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

import pytest

from paperterm.cli.main import VERBS
from paperterm.export import EXPORTERS
from paperterm.importers import IMPORTERS
from paperterm.present.columns import COLUMNS
from paperterm.tui.commands import COMMANDS
from tests.contracts.source import CHECKOUT

TABLES: dict[str, tuple[Sequence[Any], str, str]] = {
    "IMPORTERS": (IMPORTERS, "name", "description"),
    "EXPORTERS": (EXPORTERS, "name", "description"),
    "COLUMNS": (COLUMNS, "name", "name"),  # a column of one cell has no heading
    "COMMANDS": (COMMANDS, "id", "tooltip"),
    "VERBS": (VERBS, "name", "help"),
}
"""Each table with the attributes that name and describe a row."""


def words_of_tests(folder: str) -> str:
    """The text of all tests in a folder."""
    return "\n".join(path.read_text("utf-8") for path in (CHECKOUT / "tests" / folder).rglob("*.py"))


@pytest.mark.parametrize("table", TABLES)
def test_rows_have_a_name_of_their_own_and_a_description(table: str) -> None:
    rows, name, description = TABLES[table]
    names = [getattr(row, name) for row in rows]
    assert len(names) == len(set(names)) > 0
    assert [row for row in rows if not getattr(row, description).strip()] == []


def test_formats_have_an_ending() -> None:
    assert [row.name for row in EXPORTERS if not re.fullmatch(r"\.[a-z]+", row.file_ending)] == []
    assert [row.name for row in IMPORTERS if not all(re.fullmatch(r"\.[a-z]+", ending) for ending in row.endings)] == []


def test_every_verb_loads_under_its_own_name() -> None:
    assert [(row.name, row.load().name) for row in VERBS if row.load().name != row.name] == []


def test_every_command_has_an_action_and_keys_of_its_own() -> None:
    from paperterm.tui.screens.main import MainScreen

    missing = [row.action for row in COMMANDS if not hasattr(MainScreen, f"action_{row.action.partition('(')[0]}")]
    assert missing == []
    taken: dict[tuple[str, str], str] = {}
    for row in COMMANDS:
        for key in row.keys.split(","):
            for pane in row.panes:
                assert (pane, key) not in taken, f"{row.id} and {taken[pane, key]} both have {key} in the {pane}"
                taken[pane, key] = row.id


def test_every_verb_is_run_in_a_test() -> None:
    words = words_of_tests("cli")
    assert [row.name for row in VERBS if f'"{row.name}"' not in words] == []


def test_a_key_of_every_command_is_pressed_in_a_test() -> None:
    words = words_of_tests("tui")
    assert [row.id for row in COMMANDS if not any(f'"{key}"' in words for key in row.keys.split(","))] == []
