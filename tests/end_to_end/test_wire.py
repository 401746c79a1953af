"""Nothing in a text can act on the terminal: no byte of it arrives there as a control sequence, a key or a colour."""

from __future__ import annotations

import re
from collections.abc import Callable
from contextlib import ExitStack
from pathlib import Path

import pytest

from tests.end_to_end.conftest import Desk
from tests.terminal import Terminal, sequences, stray_controls

PAYLOADS = {
    "colours and cursor": "\x1b[31mred\x1b[2J\x1b[10;10H\x1bc",
    "clipboard": "\x1b]52;c;ZXZpbA==\x07",
    "title": "\x1b]0;owned\x07 \x1b]2;owned\x1b\\",
    "link": "\x1b]8;;https://example.org\x1b\\here\x1b]8;;\x1b\\",
    "notification": "\x1b]777;notify;a;b\x07\x1b]9;x\x07\x1b]1337;File=:AA==\x07",
    "strings": "\x1bP1$r\x1b\\ \x1b_G\x1b\\ \x1b^pm\x1b\\ \x1bXsos\x1b\\ \x1bPtmux;\x1b\x1b]0;x\x07\x1b\\",
    "unterminated": "\x1b]0;and then nothing",
    "eight bits": "\x9b31m \x9d52;c;ZXZpbA==\x9c \x90q\x9c",
    "questions": "\x1b[6n\x1b[c\x1b[>q\x05",
    "bells and returns": "\x07\x07\b\bbell\rreturn\x0btab\x0cfeed\x0e\x0f\x7f",
    "directions": "\u202eevil\u202c \u2066x\u2069 \u200b\u2028line\u2029part\ufeff",
    "markup": "[red]x[/red] [/nope] [link=https://example.org]y [@click=app.quit]z[/] [ @click=app.bell]w[/] \\[x]",
    "placeholders": "$var %s {x} :smile: <b>&amp;</b> `code`",
}


def list_of(payloads: list[str]) -> bytes:
    """A list with a paper for each payload, which is in its title, its text and the list's heading."""
    papers = [
        f"We {payload} introduce Thorn{payload}, a method for pruning hedges. It prunes {payload} well, and the second "
        f"sentence ends with a number, {number}, and the payload {payload}."
        for number, payload in enumerate(payloads)
    ]
    return "\n\n".join([f"Hedges 2031 {payloads[0]}", *papers]).encode()


def numbers(terminal: Terminal) -> set[str]:
    """Those of the papers whose texts are on the screen."""
    return set(re.findall(r"\b(\d\d?), ", terminal.text))


def wait_for_another(terminal: Terminal, seen: set[str]) -> None:
    """Wait until the reader, which follows the list a little later, shows a text that is not among those seen."""
    terminal.wait_for(lambda at: numbers(at) - seen)
    seen |= numbers(terminal)


def sent_by_app(desk: Desk, papers: bytes) -> bytes:
    """What the app sends while a list is imported, filtered, moved through, read, starred, copied and exported."""
    (desk.home / "list.txt").write_bytes(papers)
    terminal = desk.open("list.txt")
    terminal.wait_for(f"{len(PAYLOADS)} papers")
    terminal.press("/", *"prunes")
    terminal.wait_for(f"{len(PAYLOADS)} of {len(PAYLOADS)}")
    terminal.press("enter")
    seen: set[str] = set()
    for place in range(1, len(PAYLOADS) + 1):
        terminal.wait_for(rf"\b{place}/{len(PAYLOADS)}\b")
        wait_for_another(terminal, seen)
        terminal.press("s")
        terminal.wait_for("starred.*saved")
        terminal.press("j")
    terminal.press("n")
    terminal.wait_for("save and close")
    terminal.press("escape")
    terminal.wait_until_gone("save and close")
    terminal.press("q")
    assert terminal.wait_for_end() == 0
    return bytes(terminal.raw)


def sent_by_commands(desk: Desk, papers: bytes) -> bytes:
    """What the commands send to a terminal."""
    (desk.home / "list.txt").write_bytes(papers)
    raw = b""
    for command in (["import", "list.txt"], ["list"], ["search", "thorn"], ["collections"], ["stats"], ["show"]):
        papers_of = desk.do("list", "--format", "ids").split() if command == ["show"] else []
        terminal = desk.open(*command, *papers_of)
        assert terminal.wait_for_end() == 0
        raw += terminal.raw
    return raw


@pytest.mark.parametrize("sent", [sent_by_app, sent_by_commands])
def test_nothing_new_on_the_wire(tmp_path: Path, sent: Callable[[Desk, bytes], bytes]) -> None:
    with ExitStack() as ends:
        desks = [Desk(tmp_path / name, ends) for name in ("harmless", "hostile")]
        harmless = sent(desks[0], list_of(["word"] * len(PAYLOADS)))
        hostile = sent(desks[1], list_of(list(PAYLOADS.values())))
    assert sequences(hostile) - sequences(harmless) == set()
    assert set(stray_controls(hostile)) - set(stray_controls(harmless)) == set()
    assert [name for name, payload in PAYLOADS.items() if "\x1b" in payload and payload.encode() in hostile] == []
    for letters in ("[red]x[/red]", "[/nope]", "[@click=app.quit]", "$var %s {x} :smile:"):
        assert letters.encode() in hostile


def test_a_hostile_file_name_is_shown_and_does_nothing(desk: Desk) -> None:
    terminal = desk.open("import", "\x1b]0;owned\x07[red]\nmissing.txt")
    assert terminal.wait_for_end() == 1
    assert b"missing.txt" in terminal.raw
    assert b"\x1b]" not in terminal.raw
    assert b"\x07" not in terminal.raw
