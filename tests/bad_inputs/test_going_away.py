"""The program is ended, stopped, or loses its disk in the middle of a note: what was typed is there, and it says so."""

from __future__ import annotations

import json
import os
import resource
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from paperterm.tui.note_draft import WRITE_AFTER
from tests.end_to_end.conftest import PROGRAM, Desk
from tests.end_to_end.test_main_job import terminal_is_restored
from tests.terminal import PATIENCE, Terminal

TYPED = "Half a thought about hedges"
GONE_WITHIN = 30.0
"""Seconds from the end of the terminal to the end of the program: one is enough, but for a busy machine."""


def typing(terminal: Terminal) -> None:
    """A note is being typed."""
    terminal.wait_for("5 papers")
    terminal.press("n", *TYPED)
    terminal.wait_for(TYPED)


def drafts(desk: Desk) -> list[str]:
    """What is typed and not saved, on the disk."""
    return [
        json.loads(path.read_text("utf-8"))["text"]
        for path in (desk.home / ".local/share/paperterm/drafts").glob("*.json")
    ]


def is_offered(desk: Desk) -> None:
    """The next start says so and brings it back, into the note."""
    again = desk.open()
    again.wait_for("1 note typed and never saved")
    again.press("R")
    again.wait_for("(?i)recover|bring|enter")
    again.press("enter")
    again.wait_for("save and close")
    again.press("ctrl+s")
    again.wait_for("note.*saved")
    again.press("q")
    assert again.wait_for_end() == 0
    (paper,) = json.loads(desk.do("list", "has:note", "--json"))
    assert paper["note"] == TYPED
    assert drafts(desk) == []


ENDS: dict[str, tuple[Callable[[Terminal], object], int]] = {
    "closed": (lambda terminal: terminal.hang_up(), 128 + signal.SIGHUP),
    "hup": (lambda terminal: terminal.process.send_signal(signal.SIGHUP), 128 + signal.SIGHUP),
    "term": (lambda terminal: terminal.process.send_signal(signal.SIGTERM), 128 + signal.SIGTERM),
    "int": (lambda terminal: terminal.process.send_signal(signal.SIGINT), 128 + signal.SIGINT),
}


@pytest.mark.parametrize("end", ENDS, ids="row5-{}".format)
def test_what_was_just_typed_outlives_an_end_in_order(desk: Desk, end: str) -> None:
    terminal = desk.open("list.txt")
    typing(terminal)
    how, status = ENDS[end]
    begun = time.monotonic()
    how(terminal)
    if end != "closed":
        terminal.wait_for_end()
        assert terminal_is_restored(terminal.raw)
    assert terminal.process.wait(60) == status
    assert time.monotonic() - begun < GONE_WITHIN
    assert drafts(desk) == [TYPED]
    is_offered(desk)


def test_row5_what_was_typed_a_second_ago_outlives_a_kill(desk: Desk) -> None:
    terminal = desk.open("list.txt")
    typing(terminal)
    assert WRITE_AFTER < 1
    seen = time.monotonic()
    while drafts(desk) != [TYPED]:  # no further key, and nothing that the screen says
        assert time.monotonic() - seen < PATIENCE
        time.sleep(0.05)
    terminal.process.kill()
    assert terminal.wait_for_end() == -signal.SIGKILL
    is_offered(desk)


def test_row5_a_tmux_session_that_is_killed(desk: Desk) -> None:
    path = shutil.which("tmux")
    if path is None:
        pytest.skip("tmux is not installed")
    desk.do("import", "list.txt")
    sockets = Path(tempfile.mkdtemp())  # a socket's path must be short
    tmux = [path, "-S", str(sockets / "s"), "-f", "/dev/null"]
    try:
        outside = desk.open_program([*tmux, "new-session", str(PROGRAM)])
        typing(outside)
        number = subprocess.run(
            [*tmux, "list-panes", "-F", "#{pane_pid}"], env=desk.environment, capture_output=True, text=True, check=True
        ).stdout.strip()
        subprocess.run([*tmux, "kill-session"], env=desk.environment, check=True)
        begun = time.monotonic()
        while is_running(int(number)):
            assert time.monotonic() - begun < GONE_WITHIN
        outside.wait_for_end()
    finally:
        subprocess.run([*tmux, "kill-server"], env=desk.environment, capture_output=True, check=False)
        shutil.rmtree(sockets, ignore_errors=True)
    assert drafts(desk) == [TYPED]
    is_offered(desk)


def is_running(number: int) -> bool:
    """Whether a process is there and not only waited for."""
    try:
        return Path(f"/proc/{number}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False


FAULTY = """
from paperterm.tui.app import PapertermApp
from paperterm.__main__ import main

def fail():
    return 1 / 0

async def fail_later():
    return 1 / 0

def on_resize(self, event):
    if event.size.width == 77:
        {fault}

PapertermApp.on_resize = on_resize
main()
"""
FAULTS = {
    "handler": "fail()",
    "worker": "self.run_worker(fail_later())",
    "thread": "self.run_worker(fail, thread=True)",
    "timer": "self.set_timer(0.01, fail)",
}


@pytest.mark.parametrize("fault", FAULTS, ids="row7-{}".format)
def test_a_fault_of_the_app_ends_it_with_a_report(desk: Desk, fault: str) -> None:
    (desk.home / "faulty.py").write_text(FAULTY.format(fault=FAULTS[fault]))
    terminal = desk.open_program([sys.executable, "faulty.py", "list.txt"])
    typing(terminal)
    terminal.resize(77, 30)
    assert terminal.wait_for_end() == 1
    assert terminal_is_restored(terminal.raw)
    assert b"Traceback" not in terminal.raw
    assert b"a fault of its own" in terminal.raw
    (report,) = desk.home.rglob("fault-*.txt")
    assert report.name.encode() in terminal.raw.replace(b"\r\n", b"").replace(b" ", b"")
    assert "ZeroDivisionError" in report.read_text("utf-8")
    assert report.stat().st_mode & 0o077 == 0
    assert drafts(desk) == [TYPED]
    is_offered(desk)


def test_row121_stopped_and_continued_by_others(desk: Desk) -> None:
    terminal = desk.open("list.txt")
    typing(terminal)
    for _ in range(2):
        terminal.process.send_signal(signal.SIGSTOP)
        assert os.waitpid(terminal.process.pid, os.WUNTRACED)[0] == terminal.process.pid
        desk.do("star", desk.do("list", "--format", "ids").split()[0])  # the lock is not held
        terminal.process.send_signal(signal.SIGCONT)
    terminal.press("ctrl+s")
    terminal.wait_for("note written +saved")
    terminal.press("q")
    assert terminal.wait_for_end() == 0
    assert terminal_is_restored(terminal.raw)


@pytest.mark.parametrize("limit", [0], ids="row125-{}-bytes".format)
def test_a_disk_that_is_full_for_a_while(desk: Desk, limit: int) -> None:
    terminal = desk.open("list.txt")
    terminal.wait_for("5 papers")
    terminal.press("s")
    terminal.wait_for("star.*saved")
    free = resource.prlimit(terminal.process.pid, resource.RLIMIT_FSIZE)
    resource.prlimit(terminal.process.pid, resource.RLIMIT_FSIZE, (limit, free[1]))
    terminal.press("j", "t", *"full", "enter")
    terminal.wait_for("(?i)not saved|cannot be written|unsaved")
    terminal.press("j", "w")
    terminal.wait_for("(?i)not saved|cannot be written|unsaved")
    assert "full" in terminal.text
    resource.prlimit(terminal.process.pid, resource.RLIMIT_FSIZE, free)
    terminal.press("j", "w")
    terminal.wait_for("saved$|saved ")
    terminal.wait_until_gone("(?i)not saved|cannot be written|unsaved")
    terminal.press("q")
    assert terminal.wait_for_end() == 0
    papers = json.loads(desk.do("list", "--sort", "list", "--json"))
    assert [paper["starred"] for paper in papers] == [True] + [False] * 4
    assert [paper["tags"] for paper in papers] == [[], ["full"], [], [], []]
    assert [paper["status"] for paper in papers] == ["unread", "unread", "to-read", "to-read", "unread"]


def test_row126_a_closed_terminal_ends_it_also_where_hang_ups_are_ignored(desk: Desk) -> None:
    terminal = desk.open_program(["/bin/sh", "-c", 'trap "" HUP; exec "$0" list.txt', PROGRAM])
    typing(terminal)
    begun = time.monotonic()
    terminal.hang_up()
    assert terminal.process.wait(60) == 128 + signal.SIGHUP
    assert time.monotonic() - begun < GONE_WITHIN
    is_offered(desk)


def test_row126_nohup_takes_the_terminal_away_and_that_is_said(desk: Desk) -> None:
    terminal = desk.open_program([shutil.which("nohup") or "/usr/bin/nohup", PROGRAM, "list.txt"])
    assert terminal.wait_for_end() == 1
    assert b"needs a terminal" in terminal.raw + (desk.home / "nohup.out").read_bytes()


@pytest.mark.parametrize(
    ("first", "second"),
    [(signal.SIGTERM, signal.SIGTERM), (signal.SIGHUP, signal.SIGTERM), (signal.SIGINT, signal.SIGINT)],
    ids=["row127-term-term", "row127-hup-term", "row127-int-int"],
)
def test_a_second_signal_on_the_way_out(desk: Desk, first: signal.Signals, second: signal.Signals) -> None:
    terminal = desk.open("list.txt")
    typing(terminal)
    for number in (first, second, second):
        terminal.process.send_signal(number)
    assert terminal.wait_for_end() in (128 + first, 128 + second)
    assert terminal_is_restored(terminal.raw)
    assert b"Traceback" not in terminal.raw
    is_offered(desk)


def test_row4_a_signal_behind_many_keys(desk: Desk) -> None:
    for _ in range(3):
        terminal = desk.open("list.txt")
        terminal.wait_for("5 papers")
        terminal.press("n", *TYPED)
        terminal.wait_for(TYPED)
        terminal.press(*"!" * 2000)
        terminal.wait_for("!!!")
        terminal.process.send_signal(signal.SIGTERM)
        assert terminal.wait_for_end() == 128 + signal.SIGTERM
    assert all(text.startswith(f"{TYPED}!") for text in drafts(desk))
