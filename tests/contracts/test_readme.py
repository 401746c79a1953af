"""README.md says what is there: its two first commands, its tables, its examples."""

from __future__ import annotations

import re
import subprocess
import tomllib
from pathlib import Path

import pytest

from paperterm.config import SETTINGS, load_config
from paperterm.search.conditions import CONDITIONS
from paperterm.search.query import parse
from tests.contracts.readme import README, with_tables
from tests.contracts.source import CHECKOUT
from tests.pictures.__main__ import PICTURES

TEXT = README.read_text("utf-8")


def blocks(language: str) -> list[str]:
    """The code blocks in a language, in order."""
    return re.findall(rf"^```{language}\n(.*?)^```", TEXT, re.DOTALL | re.MULTILINE)


def test_it_opens_with_a_command_that_starts_the_app_and_one_that_runs_the_tests() -> None:
    start, tests = (block.strip() for block in blocks("sh")[:2])
    assert start == "python3 -m venv .venv && .venv/bin/pip install . && .venv/bin/paperterm"
    assert tests == "python3 -m venv .venv && .venv/bin/pip install '.[test]' && .venv/bin/pytest -n auto"


def test_ci_runs_the_test_command_of_the_readme() -> None:
    script = (CHECKOUT / ".ci" / "run").read_text("utf-8")
    function = re.search(r"^readme_test_command\(\) \{\n.*?^\}", script, re.DOTALL | re.MULTILINE)
    assert function
    command = f"checkout='{CHECKOUT}'\n{function[0]}\nreadme_test_command"
    found = subprocess.run(["bash", "-c", command], capture_output=True, text=True, check=True)
    assert found.stdout == blocks("sh")[1]


def test_its_tables_are_those_of_the_program() -> None:
    assert with_tables(TEXT) == TEXT, "write them anew: python -m tests.contracts.readme"


def test_its_pictures_are_those_that_are_taken() -> None:
    shown = re.findall(r"!\[[^]]+\]\((\S+)\)", TEXT)
    assert sorted(shown) == sorted(f"tests/pictures/{name}.svg" for name in PICTURES)
    assert all((CHECKOUT / picture).is_file() for picture in shown)


def test_its_queries_are_understood() -> None:
    section = TEXT.partition("## The query language")[2].partition("\n## ")[0]
    queries = re.findall(r"^\| `(.+?)` \|", section, re.MULTILINE)
    assert len(queries) > 8
    assert [(query, parse(query).problems) for query in queries if parse(query).problems] == []
    assert [name for name in CONDITIONS if f"{name}:" not in section] == []


def test_its_settings_can_be_used_as_they_are(tmp_path: Path) -> None:
    (example,) = blocks("toml")
    settings = tomllib.loads(example)
    assert settings.keys() == {*SETTINGS, "keymap"}
    file = tmp_path / "config.toml"
    file.write_text(example, "utf-8")
    assert load_config(file).problems == ()


@pytest.mark.parametrize("path", sorted(set(re.findall(r"`((?:tests|styles|paperterm)/[\w./]*)`", TEXT))))
def test_what_it_names_is_there(path: str) -> None:
    assert (CHECKOUT / path).exists()


def test_it_names_every_benchmark() -> None:
    programs = {
        path.name for path in (CHECKOUT / "tests" / "benchmarks").glob("*.py") if "__main__" in path.read_text()
    }
    assert {
        name for name in programs if f"tests/benchmarks/{name}`" not in TEXT and not name.startswith("floor_")
    } == set()
