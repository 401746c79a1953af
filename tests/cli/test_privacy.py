"""What the reader has is the reader's alone: modes of all files, and nothing over the network."""

from __future__ import annotations

import json
import os
import re
import shutil
import stat
import subprocess
import sys
from pathlib import Path

import pytest

from tests.cli.conftest import CommandLine
from tests.terminal import Terminal


def modes(folder: Path) -> dict[str, str]:
    """The mode of the folder and of everything in it, in octal."""
    paths = [folder, *folder.rglob("*")]
    return {path.relative_to(folder).as_posix(): oct(stat.S_IMODE(path.lstat().st_mode)) for path in paths}


def without_power() -> list[str]:
    """What takes from root the right to read files whatever their mode, so that a file nobody may read is noticed."""
    if os.geteuid() != 0:
        return []
    rights = "-dac_override,-dac_read_search"
    command = ["setpriv", f"--bounding-set={rights}", f"--inh-caps={rights}"]
    is_able = shutil.which("setpriv") and not subprocess.run([*command, "true"], check=False).returncode
    return command if is_able else []


def use_everything(cli: CommandLine, umask: int) -> None:
    """Make a library and everything that can be in it, under that umask."""
    file = cli.home / "whole.zip"
    steps = [
        ["import", str(cli.home / "list.txt")],
        ["search", "pruning"],
        ["note", "-", "--append", "mine"],
        ["tag", "-", "--add", "mine"],
        ["export", "is:annotated"],
        ["backup", str(file)],
        ["restore", str(file)],
        ["doctor", "--repair"],
        ["import", str(cli.home / "list.txt"), "--collection", "again"],
        ["search", "sharpness"],
    ]
    for words in steps:
        input = b"\n".join([b"", *(one.encode() for one in cli.ids()[:1])]) if "-" in words else b""
        done = subprocess.run(
            [*without_power(), *cli.argv, *words],
            env=cli.environment, cwd=cli.home, input=input, umask=umask, capture_output=True, check=False,
        )  # fmt: skip
        assert done.returncode == 0, done.stderr


@pytest.mark.parametrize("umask", [0o000, 0o777, 0o022], ids=["row42-000", "row42-777", "row42-022"])
def test_only_the_owner_can_read_anything(empty: CommandLine, source: Path, umask: int) -> None:
    use_everything(empty, umask)
    found = modes(empty.library)
    folders = {name for name in found if (empty.library / name).is_dir()}
    assert {"papers", "backups", "cache", "cache/index"} <= folders
    assert any(name.startswith("cache/index/") and name.endswith(".bin") for name in found)
    assert {"annotations.json", "annotations.log", "library.lock", "cache/catalogue.bin"} <= found.keys()
    assert {name: mode for name, mode in found.items() if mode != ("0o700" if name in folders else "0o600")} == {}
    assert oct(stat.S_IMODE((empty.home / "whole.zip").stat().st_mode)) == "0o600"


@pytest.mark.parametrize("umask", [0o000, 0o777], ids=["row42-000", "row42-777"])
def test_what_the_app_writes_is_private_too(empty: CommandLine, source: Path, umask: int) -> None:
    with in_app(empty, without_power(), str(source), umask=umask) as terminal:
        terminal.press("/", *"pruning", "enter")
        terminal.wait_for("1 of 3")
        terminal.press("n", *"mine alone", "ctrl+s")
        terminal.wait_for(r"note written\s+saved")
        terminal.press("q")
        assert terminal.wait_for_end() == 0
    found = modes(empty.library)
    assert "annotations.json" in found and "cache/index" in found
    assert {name for name, mode in found.items() if mode not in ("0o700", "0o600")} == set()


def in_app(cli: CommandLine, before: list[str], *words: str, umask: int = 0o022) -> Terminal:
    """The app on a terminal, when it shows its papers."""
    # Whatever wraps the program hands the terminal on.
    code = "import os, sys; os.umask(int(sys.argv[1])); os.execvp(sys.argv[2], sys.argv[2:])"
    terminal = Terminal(
        [sys.executable, "-c", code, str(umask), *before, *cli.argv, *words],
        env=cli.environment | {"TERM": "xterm-256color"}, cwd=cli.home,
    )  # fmt: skip
    terminal.wait_for("3 papers")
    return terminal


def cut_off() -> list[str]:
    """The command that runs another one without any network, or a skip."""
    command = ["unshare", "--net", "--map-root-user"]
    if (
        shutil.which("unshare") is None
        or subprocess.run([*command, "true"], capture_output=True, check=False).returncode
    ):
        pytest.skip("this machine gives no network namespaces to whoever runs the tests")
    return command


@pytest.mark.parametrize("row", ["row128"])
def test_without_a_network_nothing_is_different(cli: CommandLine, row: str) -> None:
    alone = cut_off()
    paper = cli.ids()[0]
    for words in (["list", "--json"], ["search", "pruning"], ["show", paper], ["stats"], ["export"], ["doctor"]):
        command = [*cli.argv, *words]
        results = [
            subprocess.run(line, env=cli.environment, cwd=cli.home, capture_output=True, check=False)
            for line in (command, [*alone, *command])
        ]
        assert results[0].returncode == 0
        assert (results[0].stdout, results[0].returncode) == (results[1].stdout, results[1].returncode)
    with in_app(cli, alone) as terminal:
        terminal.press("w")
        terminal.wait_for("to-read.*saved")
        terminal.press("q")
        assert terminal.wait_for_end() == 0
    assert json.loads(cli.run("list", "status:to-read", "--json").stdout)


@pytest.mark.parametrize("row", ["row128"])
def test_no_connection_is_tried(cli: CommandLine, row: str) -> None:
    if shutil.which("strace") is None:
        pytest.skip("strace is not installed")
    log = cli.home / "calls"
    traced = ["strace", "-f", "-qq", "-o", str(log), "-e", "trace=connect,sendto,sendmsg,bind"]
    if subprocess.run([*traced, "true"], capture_output=True, check=False).returncode:
        pytest.skip("this machine does not let programs be traced")
    log.unlink()
    for words in (
        ["import", str(cli.home / "list.txt")],
        ["search", "pruning"],
        ["export"],
        ["backup", str(cli.home / "backup.zip")],
    ):
        done = subprocess.run(
            [*traced[:4], f"{log}-{words[0]}", *traced[5:], *cli.argv, *words],
            env=cli.environment, cwd=cli.home, capture_output=True, check=False,
        )  # fmt: skip
        assert done.returncode == 0, done.stderr
    with in_app(cli, traced) as terminal:
        terminal.press("w")
        terminal.wait_for("to-read.*saved")
        terminal.press("q")
        assert terminal.wait_for_end() == 0
    calls = "".join(path.read_text() for path in cli.home.glob("calls*"))
    # Sockets of this machine (AF_UNIX) are no network.
    assert [line for line in calls.splitlines() if re.search(r"AF_INET|AF_NETLINK|AF_PACKET", line)] == []
    assert os.listdir(cli.library)
