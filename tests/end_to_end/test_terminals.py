"""Terminals of every size and kind: small and large ones, resized ones, tmux, one without colours."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.end_to_end.conftest import PROGRAM, Desk


def test_the_first_start_shows_a_sample_that_is_marked_as_such(desk: Desk) -> None:
    terminal = desk.open()
    terminal.wait_for("(?i)sample")
    terminal.press("q")
    assert terminal.wait_for_end() == 0
    assert [path for path in desk.home.rglob("*") if path.is_file()] == [desk.home / "list.txt"]


def test_it_follows_the_size_of_the_window(desk: Desk) -> None:
    terminal = desk.open("list.txt")
    terminal.wait_for("5 papers")
    terminal.press("/", *"brook", "enter")
    terminal.wait_for("1 of 5")
    for columns, rows in ((80, 24), (40, 12), (20, 5), (10, 2), (1, 1), (300, 80), (120, 40)):
        terminal.resize(columns, rows)
        if columns >= 20:
            terminal.wait_for("Brook" if columns >= 40 else "●|○|·|Br|Di")
    terminal.press("w")
    terminal.wait_for("to-read.*saved")
    terminal.press("q")
    assert terminal.wait_for_end() == 0
    assert b"Traceback" not in terminal.raw


def test_a_storm_of_sizes_leaves_the_last(desk: Desk) -> None:
    terminal = desk.open("list.txt")
    terminal.wait_for("5 papers")
    for step in range(60):
        terminal.resize(20 + step * 37 % 180, 5 + step * 17 % 50)
        terminal.press("j" if step % 2 else "k")
    terminal.resize(120, 30)
    terminal.press("g", "w")
    terminal.wait_for("to-read.*saved")
    terminal.wait_for(
        lambda shown: [line for line in shown.text.split("\n") if "q quit" in line][-1:] and "│" in shown.text
    )
    assert terminal.text.split("\n")[29].rstrip().endswith("q quit")
    terminal.press("q")
    assert terminal.wait_for_end() == 0


COLOURS = {"none": rb"(?:3[0-8]|4[0-8]|9[0-7]|10[0-7])", "sixteen": rb"[34]8", "many": rb"[34]8;2"}
"""Sequences that a terminal must not be sent, by what it can show."""


@pytest.mark.parametrize(
    ("variables", "can"),
    [({"NO_COLOR": "1"}, "none"), ({"TERM": "xterm", "COLORTERM": ""}, "sixteen"),
     ({"TERM": "linux", "COLORTERM": ""}, "sixteen"), ({"COLORTERM": ""}, "many"),
     ({"LANG": "", "LC_ALL": "C", "COLORTERM": ""}, "many")],
)  # fmt: skip
def test_a_terminal_is_sent_what_it_can_show(desk: Desk, variables: dict[str, str], can: str) -> None:
    desk.environment |= variables
    terminal = desk.open("list.txt")
    terminal.wait_for("5 papers")
    terminal.press("j", "w")
    terminal.wait_for("to-read.*saved")
    assert re.search(r"^ ○", terminal.text, re.MULTILINE)
    terminal.press("/", *"brook")
    terminal.wait_for("1 of 5")
    terminal.press("enter", "q")
    assert terminal.wait_for_end() == 0
    codes = b";".join(re.findall(rb"\x1b\[([0-9;]+)m", bytes(terminal.raw)))
    assert not re.search(rb"(?:^|;)" + COLOURS[can] + rb"(?:;|$)", codes)
    assert re.search(rb"\x1b\[(?:[0-9;]*;)?(?:7|48;5;[0-9]+)[;m]", bytes(terminal.raw))  # the cursor's row


def test_row121_the_shell_and_back(desk: Desk) -> None:
    desk.do("import", "list.txt")
    desk.environment |= {"PS1": "prompt> "}
    shell = desk.open_program([shutil.which("bash") or "/bin/bash", "--norc", "--noprofile", "-i"])
    shell.wait_for("prompt>")
    shell.send(f"{PROGRAM}\n".encode())
    shell.wait_for("5 papers")
    shell.press("j", "w")
    shell.wait_for("to-read.*saved")
    shell.press("ctrl+z")
    shell.wait_for("Stopped(.|\n)*prompt>")
    assert shell.raw.rfind(b"\x1b[?1049l") > shell.raw.rfind(b"\x1b[?1049h")
    shell.send(b"echo $((6*7))\n")
    shell.wait_for("^42")
    shell.resize(90, 20)
    shell.send(b"fg\n")
    shell.wait_for(r"2/5\n.*q quit\s*\Z")
    shell.press("z")
    shell.wait_for("undone.*saved")
    shell.press("q")
    shell.wait_for(lambda shown: shown.raw.endswith(b"prompt> "))
    shell.send(b"exit\n")
    assert shell.wait_for_end() == 0


def test_wide_and_combining_characters_keep_the_columns_straight(desk: Desk) -> None:
    titles = [
        "Plain",
        "深度学习中的神经坍缩",
        "e\u0301tude ve\u0301cue",
        "한글 논문 제목",
        "ｆｕｌｌ　ｗｉｄｔｈ",
        "ภาษาไทย",
        "x\u0302 and y\u0302\u0304",
    ]
    papers = (
        {"title": f"{t} and what follows it " * 5, "venue": "ICML", "year": 2024, "abstract": f"{t} " * 50}
        for t in titles
    )
    (desk.home / "wide.jsonl").write_text("\n".join(map(json.dumps, papers)), "utf-8")
    terminal = desk.open("wide.jsonl")
    terminal.wait_for("7 papers")
    for columns in (120, 137):
        terminal.resize(columns, 30)
        terminal.wait_for(lambda shown: shown.text.count("│") == 25)
        rules = {column for row in range(2, 27) for column in range(columns) if terminal.cell(row, column) == "│"}
        years = {column for row in range(2, 9) for column in range(columns) if terminal.cell(row, column) == "4"}
        assert len(rules) == 1 and min(years) < min(rules)
        assert len([column for column in years if column < min(rules)]) == 1


@pytest.fixture
def tmux() -> Iterator[list[str]]:
    """The command line of a tmux server of its own, which is ended with the test."""
    program = shutil.which("tmux")
    if program is None:
        pytest.skip("tmux is not installed")
    with tempfile.TemporaryDirectory() as folder:  # a socket's path must be short
        command = [program, "-S", f"{folder}/s", "-f", "/dev/null"]
        yield command
        subprocess.run([*command, "kill-server"], capture_output=True, check=False)


def test_it_runs_inside_tmux_and_ends_with_its_session(desk: Desk, tmux: list[str]) -> None:
    desk.do("import", "list.txt")
    outside = desk.open_program([*tmux, "new-session", str(PROGRAM)])
    outside.wait_for("5 papers")
    outside.press("w")
    outside.wait_for("to-read.*saved")
    subprocess.run([*tmux, "kill-session"], check=True)
    assert outside.wait_for_end() == 0
    assert desk.do("list", "status:to-read", "--format", "ids").count("\n") == 1


@pytest.fixture
def screen(desk: Desk) -> list[str]:
    """The command line of GNU screen with sockets of its own."""
    program = shutil.which("screen")
    if program is None:
        pytest.skip("screen is not installed")
    desk.environment["SCREENDIR"] = str(desk.home)
    desk.home.chmod(0o700)
    return [program, "-ln", "-c", "/dev/null"]


def test_italics_are_not_reversed_in_screen(desk: Desk, screen: list[str]) -> None:
    desk.do("import", "list.txt")
    outside = desk.open_program([*screen, str(PROGRAM)])
    outside.wait_for("5 papers")
    outside.press("j", "w")
    outside.wait_for("to-read.*saved")
    # Every title of this list is derived, so in italics elsewhere; screen would pass more colours on as other ones.
    assert not re.search(rb"\x1b\[7m[^\x1b]*(?:Secateur|Graph|Brook)", bytes(outside.raw))
    assert b"\x1b[38;5;" in outside.raw
    outside.press("q")
    assert outside.wait_for_end() == 0


def test_the_real_lists(desk: Desk, shared_data: Path) -> None:
    for name, papers in (("icml2023", 19), ("icml2024", 19), ("daily-papers", 228)):
        desk.do("import", shared_data / "seeds" / f"{name}.txt")
        again = desk.do("import", shared_data / "seeds" / f"{name}.txt", "--json")
        assert f'"known": {papers}' in again
    terminal = desk.open()
    terminal.wait_for("266 papers")
    terminal.press("/", *"sharpness")
    terminal.wait_for(r"\b\d of 266")
    terminal.press("enter", "enter")
    terminal.wait_for("Sharpness-Aware Minimization")
    terminal.press("y")
    terminal.wait_for(lambda shown: shown.clipboard)
    assert terminal.clipboard[0].startswith("@")
    terminal.press("q")
    assert terminal.wait_for_end() == 0
