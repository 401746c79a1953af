"""config and keys: the settings as they are in force, and what is wrong with their file."""

from __future__ import annotations

import json

from paperterm.tui.commands import COMMANDS
from tests.cli.conftest import CommandLine


def test_config_names_the_file_the_library_and_every_setting(empty: CommandLine) -> None:
    (empty.home / "config.toml").write_text("advance = true\n")
    found = json.loads(empty.run("config", "--json").stdout)
    assert found["file"] == str(empty.home / "config.toml")
    assert found["file_exists"] is True
    assert found["library"] == str(empty.library)
    assert found["settings"]["advance"] is True
    page = empty.run("config").stdout
    assert all(name in page for name in found["settings"])
    assert str(empty.library) in page


def test_keys_has_every_command(empty: CommandLine) -> None:
    found = json.loads(empty.run("keys", "--json").stdout)
    assert [row["command"] for row in found] == [command.id for command in COMMANDS]
    page = empty.run("keys").stdout
    assert all(command.tooltip in page and command.id in page for command in COMMANDS)


def test_a_keymap_is_shown_as_it_is_in_force(empty: CommandLine) -> None:
    (empty.home / "config.toml").write_text('[keymap]\n"paper.star" = "f7"\n"paper.skip" = "d"\n"no.such" = "y"\n')
    result = empty.run("keys", "--json")
    keys = {row["command"]: row["keys"] for row in json.loads(result.stdout)}
    assert keys["paper.star"] == ["f7"]
    assert keys["paper.skip"] == ["x"]
    assert "paper.skip cannot have the key “d”" in result.stderr
    assert "there is no command “no.such”" in result.stderr
