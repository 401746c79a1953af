"""The main job by keyboard alone, in a real terminal, with the installed program, from an empty home folder."""

from __future__ import annotations

import json
import re
from pathlib import Path

from tinydb import TinyDB

from paperterm.model.about_library import ABOUT_LIBRARY
from tests.end_to_end.conftest import Desk


def test_from_a_list_to_a_bibliography_and_back(desk: Desk) -> None:
    terminal = desk.open("launch", "list.txt")
    terminal.wait_for("5 papers")

    terminal.press("/", *"oversmooth")
    terminal.wait_for(r"\b1 of 5")
    terminal.press("enter", "w")
    terminal.wait_for("to-read.*saved")
    terminal.press("s")
    terminal.wait_for("star.*saved")

    terminal.press("t", *"Theory/GNN", "enter")
    terminal.wait_for("theory/gnn.*saved")

    terminal.press("n", *"Compare with **chapter 3**.")
    terminal.wait_for(r"chapter 3\*\*\.")
    terminal.press("ctrl+s")
    terminal.wait_for("note.*saved")

    terminal.press("y")
    terminal.wait_for(lambda shown: shown.clipboard)
    (copied,) = terminal.clipboard
    assert copied.startswith("@misc{")
    assert r"\& road networks" in copied or "abstract" not in copied

    terminal.press("E")
    terminal.wait_for("(?i)export")
    terminal.press("enter")
    terminal.wait_for("written to")
    terminal.press("q")
    assert terminal.wait_for_end() == 0
    assert terminal_is_restored(terminal.raw)

    (exported,) = desk.home.glob("reading-list.*")
    assert "oversmoothing" in exported.read_text("utf-8") or "smooth" in exported.read_text("utf-8")
    assert written_by_the_reader(desk.annotations()) == [
        {
            "status": "to-read",
            "starred": True,
            "tags": ["theory/gnn"],
            "note": "Compare with **chapter 3**.",
            "citation_key": re.search(r"@misc\{([^,]+)", copied)[1],  # type: ignore[index]
        }
    ]
    (record,) = json.loads(desk.do("list", "tag:theory", "--json"))
    assert record["status"] == "to-read"
    assert record["title_is_derived"] is True
    assert record["collections"] == ["ICML 2031"]


def written_by_the_reader(file: Path) -> list[dict[str, object]]:
    """What plain TinyDB finds in the annotations, without ids and times."""
    with TinyDB(file, access_mode="r") as database:
        found = [dict(one) for one in database.table("annotations") if one["paper_id"] not in ABOUT_LIBRARY]
    for document in found:
        assert re.fullmatch("[0-9a-f]{16}", document.pop("paper_id"))
        assert re.fullmatch(r"\d{4}-\d\d-\d\dT[\d:.]+(Z|\+00:00)", document.pop("updated"))
    return found


def terminal_is_restored(raw: bytes) -> bool:
    """Whether the normal screen, the cursor and a mouse that selects text are back."""
    last = {sequence: raw.rfind(sequence) for sequence in SWITCHES}
    return all(last[on] > last[off] for on, off in zip(SWITCHES[::2], SWITCHES[1::2], strict=True))


SWITCHES = (b"\x1b[?1049l", b"\x1b[?1049h", b"\x1b[?25h", b"\x1b[?25l", b"\x1b[?1003l", b"\x1b[?1003h")
"""Off and on: the other screen, the cursor hidden, the mouse reported."""
