"""However the program ends: what it had shown as saved is there, and the terminal is as it was."""

from __future__ import annotations

import json
import signal

import pytest

from tests.end_to_end.conftest import Desk
from tests.end_to_end.test_main_job import terminal_is_restored
from tests.terminal import Terminal


def tagged(desk: Desk) -> Terminal:
    """The app after it has shown a tag as saved."""
    terminal = desk.open("list.txt")
    terminal.wait_for("5 papers")
    terminal.press("t", *"kept", "enter")
    terminal.wait_for("kept.*saved")
    return terminal


def is_kept(desk: Desk) -> bool:
    """Whether another run finds the tag, and only that."""
    return [record["tags"] for record in json.loads(desk.do("list", "is:annotated", "--json"))] == [["kept"]]


def test_what_was_shown_as_saved_survives_a_kill(desk: Desk) -> None:
    terminal = tagged(desk)
    terminal.process.kill()
    assert terminal.wait_for_end() == -signal.SIGKILL
    assert is_kept(desk)
    again = desk.open()
    again.wait_for("#kept")
    again.press("z")
    again.wait_for("undone.*saved")
    again.press("q")
    assert again.wait_for_end() == 0
    assert desk.do("tags") == ""


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGHUP, signal.SIGINT])
def test_a_signal_ends_it_with_the_terminal_restored(desk: Desk, number: signal.Signals) -> None:
    terminal = tagged(desk)
    terminal.process.send_signal(number)
    assert terminal.wait_for_end() == 128 + number
    assert terminal_is_restored(terminal.raw)
    assert b"Traceback" not in terminal.raw
    assert is_kept(desk)


@pytest.mark.parametrize("key", ["t", "n", "E"])
def test_a_signal_while_a_dialog_opens_is_no_fault(desk: Desk, key: str) -> None:
    terminal = tagged(desk)
    terminal.press(*key * 3)
    terminal.process.send_signal(signal.SIGTERM)
    assert terminal.wait_for_end() == 128 + signal.SIGTERM
    assert b"a fault of its own" not in terminal.raw
    assert is_kept(desk)


def test_a_closed_window_ends_it(desk: Desk) -> None:
    terminal = tagged(desk)
    terminal.hang_up()
    assert terminal.process.wait(30) == 128 + signal.SIGHUP
    assert is_kept(desk)
