"""What the installed program says where it cannot do what was asked: a sentence that names the file, and status 1."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest

from tests.end_to_end.conftest import PROGRAM, Desk


@pytest.mark.parametrize("keys", [b"", b"jjjjjjjq"])
def test_the_app_does_not_take_a_file_for_a_keyboard(desk: Desk, keys: bytes) -> None:
    refused = subprocess.run(
        [PROGRAM, "list.txt"],
        input=keys,
        env=desk.environment,
        cwd=desk.home,
        capture_output=True,
        timeout=60,
        check=False,
    )
    assert refused.returncode == 1
    assert b"needs a terminal" in refused.stderr
    assert b"--help" in refused.stderr
    assert b"\x1b" not in refused.stdout + refused.stderr


def test_the_app_does_not_draw_into_a_file(desk: Desk) -> None:
    with (desk.home / "screen").open("wb") as screen:
        refused = subprocess.run([PROGRAM], stdin=subprocess.DEVNULL, stderr=screen, env=desk.environment, check=False)
    assert refused.returncode == 1
    assert b"\x1b" not in (desk.home / "screen").read_bytes()


def test_a_dumb_terminal_is_told_of_the_commands(desk: Desk) -> None:
    desk.environment["TERM"] = "dumb"
    terminal = desk.open()
    assert terminal.wait_for_end() == 1
    assert b"--help" in terminal.raw


BAD_SOURCES = {
    "missing.txt": None,
    "empty.txt": b"",
    "blank.txt": b" \n\n\t\n",
    "picture.txt": b"\x89PNG\r\n\x1a\n\x00\x00\x00\rIHDR" + bytes(200),
    "utf-16-without-mark.txt": "Title\n\nAn abstract of some words.".encode("utf-16-le"),
    "gb18030.txt": "论文列表\n\n这是一篇关于图神经网络的论文摘要。".encode("gb18030"),
    "folder": Path(),
}


@pytest.mark.parametrize("name", BAD_SOURCES)
@pytest.mark.parametrize("verb", ["import", "launch"])
def test_a_bad_source_is_named_and_nothing_changes(desk: Desk, verb: str, name: str) -> None:
    content = BAD_SOURCES[name]
    if isinstance(content, bytes):
        (desk.home / name).write_bytes(content)
    elif content is not None:
        (desk.home / name).mkdir()
    desk.do("import", "list.txt")
    before = files_of(desk)
    terminal = desk.open(verb, name)
    assert terminal.wait_for_end() == 1
    said = terminal.raw.decode()
    assert name in said
    assert "Traceback" not in said
    assert "\x1b[?1049h" not in said  # the screen was never taken
    assert files_of(desk) == before


def files_of(desk: Desk) -> dict[Path, bytes]:
    """All files in the reader's home, with their bytes."""
    return {path: path.read_bytes() for path in desk.home.rglob("*") if path.is_file()}


@pytest.mark.parametrize("content", [b"", b"null", b"[]", b"{", b'{"annotations": {"1": 3}}', b"\x00" * 50])
@pytest.mark.parametrize("command", [["list"], ["tag", "", "--add", "x"], ["launch"], ["import", "list.txt"]])
def test_a_broken_library_is_never_overwritten(desk: Desk, command: list[str], content: bytes) -> None:
    desk.do("import", "list.txt")
    paper = desk.do("list", "--format", "ids").split()[0]
    desk.do("tag", paper, "--add", "kept")
    desk.annotations().write_bytes(content)
    before = files_of(desk)
    terminal = desk.open(*(word or paper for word in command))
    status = terminal.wait_for_end()
    said = terminal.raw.decode()
    assert "annotations.json" in said.replace("\r\n", "")
    assert "Traceback" not in said
    assert status == 1
    assert desk.annotations().read_bytes() == content
    assert {path: content for path, content in files_of(desk).items() if path in before} == before
