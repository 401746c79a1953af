"""Foreign text on the screen of the app: nothing of it arrives at the terminal but letters.

One run shows harmless texts and one hostile ones, in every field and every dialog; what the second sent for a row's
paper is compared with all that the first sent.
"""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import pytest

from paperterm.model.text import display
from tests.bad_inputs.conftest import Once
from tests.bad_inputs.payloads import HARMLESS, LITERAL, PAYLOADS, argument
from tests.bad_inputs.shelves import shelve
from tests.end_to_end.conftest import Desk
from tests.terminal import Terminal, sequences, stray_controls

PASTE, PASTED = b"\x1b[200~", b"\x1b[201~"
FRAME = b"\x1b[?2026h"


def paste(terminal: Terminal, text: str) -> None:
    """Paste as a terminal does."""
    terminal.send(PASTE + text.encode() + PASTED)


def screens(terminal: Terminal, row: int, payload: str, papers: int) -> list[str]:
    """Go with one paper through all that shows foreign text; the screens that were seen."""
    seen: list[str] = []

    def look() -> None:
        seen.append(terminal.text)

    terminal.press("s")
    terminal.wait_for("star.*saved")
    look()
    terminal.press("enter", "G")
    terminal.wait_for("(?s)│ Note|Noted|[│ ] +n.l")
    look()
    terminal.press("g", "tab")
    terminal.press("t")
    terminal.wait_for("Tags of")
    paste(terminal, argument(PAYLOADS.get(row, ("word",))))
    terminal.wait_for("then")
    look()
    terminal.press("escape")
    terminal.wait_until_gone("Tags of")
    terminal.press("n")
    terminal.wait_for("save and close")
    look()
    paste(terminal, payload)
    terminal.wait_for("(?s)then|Not pasted")
    terminal.press("ctrl+g")
    terminal.wait_until_gone("save and close")
    terminal.press("y")
    terminal.wait_for("(?i)sent .* to the terminal|No clipboard")
    for name, mark, answer in (
        (f"{payload.replace('/', '')[:60]} out-{row}", "out-", "papers written to"),
        (f"no/such/{payload[:40]} folder-{row}", "folder-", "there is no folder"),
    ):
        terminal.press("E")
        terminal.wait_for("To the file")
        terminal.press("ctrl+u")
        paste(terminal, name)
        terminal.wait_for(f"{mark}{row}")
        terminal.press("enter")
        terminal.wait_for(answer)
        look()
    terminal.press("/")
    terminal.wait_for("to the list")
    paste(terminal, f"nofield:{payload}")
    terminal.wait_until_gone(rf"^ /.* {papers} papers$")
    look()
    terminal.press("escape")
    terminal.wait_for(rf"^ /.* {papers} papers$")
    terminal.press("escape")
    terminal.wait_until_gone("to the list")
    return seen


def dialogs(terminal: Terminal, payload: str) -> None:
    """The dialogs that are the same for every paper."""
    for key, title, nothing in (("?", "Keys", "No command has"), ("ctrl+p", "Commands", "Nothing has these words")):
        terminal.press(key)
        terminal.wait_for(title)
        terminal.press(*"zzqx ")  # no name has this, whatever follows
        paste(terminal, payload[:80])
        terminal.wait_for(nothing)
        terminal.press("escape")
        terminal.wait_until_gone(nothing)
    terminal.press("Y")
    terminal.wait_for("Copy as")
    terminal.press("escape")
    terminal.wait_until_gone("Copy as")


def shown(folder: Path, rows: Mapping[int, tuple[str, ...]]) -> dict[str, Any]:
    """Run the app over a library; for each row what was sent for it (latin-1) and the screens."""
    with ExitStack() as ends:
        desk = Desk(folder / "home", ends)
        library = desk.home / "library"
        shelve(library, rows)
        desk.environment["PAPERTERM_LIBRARY"] = str(library)
        terminal = desk.open(columns=100, rows=30)
        terminal.wait_for(f"{len(rows)} papers")
        terminal.wait_for(rf"\b1/{len(rows)}\b")
        sent: dict[str, str] = {}
        seen: dict[str, list[str]] = {}
        start = 0
        for place, row in enumerate(rows, 1):
            terminal.wait_for(rf"\b{place}/{len(rows)}\b")
            payload = argument(rows[row])
            seen[str(row)] = screens(terminal, row, payload, len(rows))
            dialogs(terminal, payload)
            terminal.press("j")
            end = terminal.raw.rfind(FRAME)  # not in the middle of a sequence
            sent[str(row)] = bytes(terminal.raw[start:end]).decode("latin-1")
            start = end
        terminal.press("q")
        status = terminal.wait_for_end()
        sent["end"] = bytes(terminal.raw[start:]).decode("latin-1")
        made = sorted(path.name for path in desk.home.rglob("*.svg"))
        return {"sent": sent, "seen": seen, "status": status, "made": made, "clipboard": terminal.clipboard}


@pytest.fixture(scope="session")
def harmless(once: Once) -> set[bytes]:
    """The kinds of sequence that the app sends for plain words."""
    run = once("screen-harmless", lambda folder: shown(folder, HARMLESS))
    assert run["status"] == 0
    return sequences("".join(run["sent"].values()).encode("latin-1"))


@pytest.fixture(scope="session")
def hostile(once: Once) -> dict[str, Any]:
    """A run with all payloads."""
    return dict(once("screen-hostile", lambda folder: shown(folder, PAYLOADS)))


@pytest.mark.parametrize("row", PAYLOADS, ids=lambda row: f"row{row}")
def test_nothing_new_on_the_wire(row: int, harmless: set[bytes], hostile: dict[str, Any]) -> None:
    sent = hostile["sent"][str(row)].encode("latin-1")
    assert sequences(sent) - harmless == set()
    assert set(stray_controls(sent)) - {b"\r"} == set()
    # Any change of colour after the word completes an unfinished sequence at its end.
    finished = [payload for payload in PAYLOADS[row] if "\x1b" in payload.removesuffix("\x1b[")]
    assert [payload for payload in finished if payload.encode() in sent] == []
    assert hostile["status"] == 0


@pytest.mark.parametrize("row", LITERAL, ids=lambda row: f"row{row}")
def test_every_letter_is_shown(row: int, hostile: dict[str, Any]) -> None:
    screens = "\n".join(hostile["seen"][str(row)])
    wanted = [display(payload) for payload in PAYLOADS[row]]
    assert [text for text in wanted if text not in screens] == []


def test_row91_no_text_makes_a_file(hostile: dict[str, Any]) -> None:
    assert hostile["made"] == []


def test_row84_what_is_copied_is_text(hostile: dict[str, Any]) -> None:
    assert len(hostile["clipboard"]) == len(PAYLOADS)
    for copied in hostile["clipboard"]:
        assert copied.startswith("@")
        assert copied.replace("\n", "").isprintable()
