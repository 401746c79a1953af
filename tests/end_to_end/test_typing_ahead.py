"""Keys that come faster than the screen follows, as over a slow line: each acts on what the reader meant."""

from __future__ import annotations

import json

from tests.end_to_end.conftest import Desk


def test_a_note_typed_ahead_is_whole(desk: Desk) -> None:
    terminal = desk.open("list.txt")
    terminal.wait_for("5 papers")
    terminal.press("n", *"Written without looking.", "ctrl+s")
    terminal.wait_for("note.*saved")
    (paper,) = json.loads(desk.do("list", "has:note", "--json"))
    assert paper["note"] == "Written without looking."


def test_a_mark_typed_ahead_of_the_filter_is_for_what_it_finds(desk: Desk) -> None:
    terminal = desk.open("list.txt")
    terminal.wait_for("5 papers")
    terminal.press("/", *"brook", "enter", "w")
    terminal.wait_for("to-read.*saved")
    (paper,) = json.loads(desk.do("list", "status:to-read", "--json"))
    assert "Brook" in paper["abstract"]


def test_enter_pressed_twice_answers_once(desk: Desk) -> None:
    terminal = desk.open("list.txt")
    terminal.wait_for("5 papers")
    terminal.press("t", *"theory", "enter", "enter")
    terminal.wait_for("theory.*saved")
    terminal.press("q")
    assert terminal.wait_for_end() == 0


def test_two_thousand_keys_at_once(desk: Desk) -> None:
    terminal = desk.open("list.txt")
    terminal.wait_for("5 papers")
    terminal.press(*"jk" * 1000, "G", "s")
    terminal.wait_for("star.*saved")
    terminal.wait_for(r"\b5/5")
    (paper,) = json.loads(desk.do("list", "is:starred", "--json"))
    assert paper["abstract"].startswith("Kernel methods")


def test_what_is_typed_before_the_first_frame_is_not_lost(desk: Desk) -> None:
    desk.do("import", "list.txt")
    terminal = desk.open()
    terminal.send(b"/brook\rw")
    terminal.wait_for("to-read.*saved")
    (paper,) = json.loads(desk.do("list", "status:to-read", "--json"))
    assert "Brook" in paper["abstract"]


def test_letters_of_a_query_are_never_commands(desk: Desk) -> None:
    terminal = desk.open("list.txt")
    terminal.wait_for("5 papers")
    terminal.send(b"/wdxsq*tEV brook")
    terminal.wait_for(r"wdxsq\*tEV brook")
    terminal.send(b"\x07q")
    terminal.wait_for(r"^ / q\s")
    terminal.send(b"\x07\x07\x10quit\r")
    assert terminal.wait_for_end() == 0
    assert desk.do("list", "-status:unread", "--format", "ids") == ""
