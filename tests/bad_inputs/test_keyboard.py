"""What arrives on the keyboard's line: pastes, held keys, bytes that are no keys, mice that are nowhere."""

from __future__ import annotations

import json
import signal

import pytest

from tests.bad_inputs.payloads import PAYLOADS
from tests.end_to_end.conftest import Desk
from tests.end_to_end.test_main_job import terminal_is_restored
from tests.terminal import Terminal, stray_controls

PASTE, PASTED = b"\x1b[200~", b"\x1b[201~"
MEGABYTE = b"graph neural networks blur nodes\r\n"[:32] * 31_250


def opened(desk: Desk) -> Terminal:
    """The app over five papers."""
    terminal = desk.open("list.txt", columns=100, rows=24)
    terminal.wait_for("5 papers")
    return terminal


def note_of(desk: Desk) -> str:
    """The one note there is."""
    (paper,) = json.loads(desk.do("list", "has:note", "--json"))
    return str(paper["note"])


def leave(terminal: Terminal) -> None:
    """It still takes keys, and ends in order."""
    terminal.press("q")
    assert terminal.wait_for_end() == 0
    assert terminal_is_restored(terminal.raw)
    assert b"Traceback" not in terminal.raw


def test_row113_a_megabyte_pasted_into_the_filter_is_cut(desk: Desk) -> None:
    terminal = opened(desk)
    terminal.press("/")
    terminal.wait_for("to the list")
    terminal.send(PASTE + MEGABYTE + PASTED)
    terminal.wait_for("blur")
    terminal.press("home")
    terminal.wait_for("^ / graph neural")
    terminal.press(*"zebra ")
    terminal.wait_until_gone("zebra")  # there is no room for more
    terminal.press("escape")
    terminal.wait_for("5 papers")
    terminal.press("escape")
    terminal.wait_until_gone("to the list")
    leave(terminal)


@pytest.mark.parametrize(
    "pasted", [MEGABYTE.replace(b"\r\n", b"  "), b"line\r" * 100_000], ids=["row114-one-line", "row114-100000-lines"]
)
def test_a_paste_too_large_for_a_note_is_refused_and_the_note_stays(desk: Desk, pasted: bytes) -> None:
    terminal = opened(desk)
    terminal.press("n", *"Typed before.")
    terminal.wait_for(r"Typed before\.")
    terminal.send(PASTE + pasted + PASTED)
    terminal.wait_for("(?i)not pasted.*100,000")
    terminal.press(*" After.", "escape")
    terminal.wait_for("note.*saved")
    leave(terminal)
    assert note_of(desk) == "Typed before. After."


def test_row114_long_lines_are_folded(desk: Desk) -> None:
    terminal = opened(desk)
    terminal.press("n")
    terminal.wait_for("save and close")
    terminal.send(PASTE + b"word " * 19_000 + PASTED)
    terminal.wait_for("word word")
    terminal.press(*"end", "escape")
    terminal.wait_for("note.*saved")
    leave(terminal)
    note = note_of(desk)
    assert len(note.split()) == 19_000
    assert note.endswith("wordend") or note.endswith("word end")
    assert max(map(len, note.split("\n"))) <= 10_000


def test_row115_what_is_pasted_is_cleaned(desk: Desk) -> None:
    terminal = opened(desk)
    before = set(stray_controls(terminal.raw))
    hostile = "\x00".join(PAYLOADS[84]).replace("\x07", "\x07q\x1b[Aq\x1b") + "\r\nnext\rlast\u202e\u200b"
    terminal.press("n")
    terminal.wait_for("save and close")
    terminal.send(PASTE + hostile.encode() + PASTED)
    terminal.wait_for("last")
    terminal.press("escape")
    terminal.wait_for("note.*saved")
    terminal.press("/")
    terminal.send(PASTE + b"one\r\ntwo\x1b]0;owned\x07\x00three" + PASTED)
    terminal.wait_for("one two")
    terminal.press("escape", "escape")
    terminal.wait_until_gone("to the list")
    leave(terminal)
    assert set(stray_controls(terminal.raw)) - before <= {b"\r"}
    assert b"\x1b]52;" not in terminal.raw
    assert b"\x1b]0;owned" not in terminal.raw
    assert note_of(desk).endswith("\nnext\nlast")
    assert note_of(desk).replace("\n", "").isprintable()


def test_row116_five_thousand_keys_at_once(desk: Desk) -> None:
    terminal = opened(desk)
    terminal.press(*"jk" * 2_450, *"s" * 99, "G", "w")
    terminal.wait_for("to-read.*saved")
    leave(terminal)
    papers = json.loads(desk.do("list", "--sort", "list", "--json"))
    assert [paper["starred"] for paper in papers] == [True, False, False, False, False]
    assert [paper["status"] for paper in papers] == ["unread"] * 4 + ["to-read"]


def test_row117_a_held_key_confirms_nothing(desk: Desk) -> None:
    precious = desk.home / "reading-list.bib"
    precious.write_text("precious")
    terminal = opened(desk)
    terminal.press("E")
    terminal.wait_for("To the file")
    terminal.press(*["enter"] * 30)
    terminal.wait_for("Replace the file")
    terminal.press(*["enter"] * 30, *["E"] * 30, "n")
    terminal.wait_for("Nothing was written")
    leave(terminal)
    assert precious.read_text() == "precious"


def test_row118_bytes_that_are_no_text_end_nothing(desk: Desk) -> None:
    terminal = opened(desk)
    terminal.press("n", *"Kept")
    terminal.wait_for("Kept")
    terminal.send(b"\xff\xfe\x80 \xc3( \xed\xa0\x80 \xf5\x90")
    terminal.send(PASTE + b"pasted \xe9t\xe9 \xff" + PASTED)
    terminal.wait_for("pasted")
    terminal.press("escape")
    terminal.wait_for("note.*saved")
    leave(terminal)
    assert note_of(desk).startswith("Kept")
    assert "pasted �t� �" in note_of(desk)


ODD = {
    "code-point": b"\x1b[99999999999u\x1b[1114112;1;1114112u\x1b[97;1:3u\x1b[1;99999999999999999999A",
    "size": b"\x1b[48;0;0;0;0t\x1b[<0;1;1M\x1b[<0;1;1m",
    "strings": b"\x1b]0;x\x1b\\\x1bP1$r\x1b\\\x1b_x\x1b\\\x9b\x1b\x1b\x1b",
    "answers": b"\x1b[1;1R\x1b[?62;22c\x1b[?2026;9$y\x1b[?9999999999;2$y",
}


@pytest.mark.parametrize("odd", ODD.values(), ids=[f"row119-{name}" for name in ODD])
def test_sequences_that_no_key_sends_end_nothing(desk: Desk, odd: bytes) -> None:
    terminal = opened(desk)
    terminal.press("/")
    terminal.wait_for("to the list")
    terminal.send(odd + b"\x18\x07\x07\x07")  # in one piece: what follows must not be dropped with it
    terminal.wait_until_gone("to the list")
    terminal.press("g", "s")
    terminal.wait_for("star.*saved")
    leave(terminal)


def test_row119_a_number_of_100000_digits(desk: Desk) -> None:
    terminal = opened(desk)
    terminal.send(b"\x1b[" + b"9" * 100_000 + b"m")
    terminal.press("s")
    terminal.wait_for("star.*saved")
    leave(terminal)


@pytest.mark.parametrize("number", [signal.SIGHUP, signal.SIGTERM], ids=["row119-hup", "row119-term"])
def test_an_unfinished_paste_can_be_ended_from_outside(desk: Desk, number: signal.Signals) -> None:
    terminal = opened(desk)
    terminal.press("s")
    terminal.wait_for("star.*saved")
    terminal.send(PASTE + b"and so on " * 10_000)
    terminal.press("q", "j", "escape")
    terminal.process.send_signal(number)
    assert terminal.wait_for_end() == 128 + number
    assert terminal_is_restored(terminal.raw)
    assert desk.do("list", "is:starred", "--format", "ids").count("\n") == 1


def test_row120_a_mouse_that_is_nowhere(desk: Desk) -> None:
    terminal = opened(desk)
    for button in (0, 1, 2, 3, 32, 35, 64, 65, 66, 67, 128, 255, 99999):
        for x, y in ((0, 0), (-5, -5), (99999, 99999), (1, 99999), (100, 25)):
            terminal.send(b"\x1b[<%d;%d;%dM\x1b[<%d;%d;%dm" % (button, x, y, button, x, y))
    terminal.send(b"\x1b[M\x20\xff\xff\x1b[M   ")
    terminal.press("G", "s")
    terminal.wait_for("star.*saved")
    leave(terminal)
    papers = json.loads(desk.do("list", "--sort", "list", "--json"))
    assert [paper["starred"] for paper in papers] == [False] * 4 + [True]
