"""Help: every verb is there, says what it does in a line, and shows an example."""

from __future__ import annotations

import re

import click
import pytest

from paperterm.cli.main import VERBS
from tests.cli.conftest import CommandLine

PRODUCT = (
    "launch", "import", "search", "list", "show", "mark", "star", "unstar", "tag", "note", "tags", "collections",
    "export", "stats", "keys", "config", "completion",
)  # fmt: skip
"""The commands that the design names and that are there."""


def test_every_command_has_a_line_in_the_help(empty: CommandLine) -> None:
    page = empty.run("--help").stdout
    for name in PRODUCT:
        assert re.search(rf"^  {name} +[A-Z].*\.$", page, re.MULTILINE), name


@pytest.mark.parametrize("row", VERBS, ids=lambda row: row.name)
def test_every_command_explains_itself_with_an_example(empty: CommandLine, row: object) -> None:
    name = getattr(row, "name")  # noqa: B009
    page = empty.run(name, "--help").stdout
    assert page == empty.run(name, "-h").stdout
    assert re.search(rf"^Examples?:\n  .*paperterm {name}", page, re.MULTILINE)
    assert "--library" not in page  # only where it is explained


@pytest.mark.parametrize("row", VERBS, ids=lambda row: row.name)
def test_every_verb_has_the_name_of_its_row(row: object) -> None:
    command = row.load()  # type: ignore[attr-defined]
    assert isinstance(command, click.Command)
    assert command.name == row.name  # type: ignore[attr-defined]


def test_help_fits_a_terminal_of_80_columns(empty: CommandLine) -> None:
    for words in (["--help"], *([row.name, "--help"] for row in VERBS)):
        assert max(map(len, empty.run(*words).stdout.splitlines())) <= 80, words


def test_version(empty: CommandLine) -> None:
    assert re.fullmatch(r"paperterm \d+\.\d+\.\d+\n", empty.run("--version").stdout)


def test_an_unknown_command_names_the_nearest(empty: CommandLine) -> None:
    result = empty.run("serch", "graph", status=2)
    assert "there is no command or file “serch”. Did you mean search?" in result.stderr
    assert result.stdout == ""


def test_an_unknown_option_names_the_nearest(empty: CommandLine) -> None:
    result = empty.run("list", "--sorrt", "date", status=2)
    assert "--sorrt" in result.stderr
    assert re.search(r"--sort\b", result.stderr)


def test_a_status_that_is_none_names_those_there_are(empty: CommandLine) -> None:
    assert "'to-read'" in empty.run("mark", "later", "3f2a", status=2).stderr


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_completion_scripts(empty: CommandLine, shell: str) -> None:
    assert "_PAPERTERM_COMPLETE" in empty.run("completion", shell).stdout


def completions(cli: CommandLine, *words: str) -> list[str]:
    environment = cli.environment | {
        "_PAPERTERM_COMPLETE": "bash_complete",
        "COMP_WORDS": " ".join(("paperterm", *words)),
        "COMP_CWORD": str(len(words)),
    }
    found = cli.process(env=environment)
    assert found.stderr == b""
    return found.stdout.decode().split()


def test_tab_completes_verbs_options_tags_and_ids(cli: CommandLine) -> None:
    first = cli.ids()[0]
    cli.run("tag", first, "--add", "theory/ntk")
    assert completions(cli, "exp") == ["plain,export"]
    assert "plain,--sort" in completions(cli, "list", "--so")
    assert completions(cli, "tag", first, "--add", "the") == ["plain,theory/ntk"]
    assert completions(cli, "show", first[:6]) == [f"plain,{first}"]


def test_tab_says_nothing_of_a_broken_library(cli: CommandLine) -> None:
    first = cli.ids()[0]
    cli.run("tag", first, "--add", "theory")
    (cli.library / "annotations.json").write_bytes(b"{")
    assert completions(cli, "tag", first, "--add", "the") == []
