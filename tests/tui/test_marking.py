from __future__ import annotations

import json
from pathlib import Path

import pytest

from paperterm.config import Config
from paperterm.errors import LibraryNotWritable
from paperterm.library import Library
from paperterm.model.annotation import ReadingStatus
from paperterm.tui.app import PapertermApp
from paperterm.tui.screens.note_editor import NoteEditor
from paperterm.tui.screens.tag_prompt import TagChoice, TagPrompt, candidates, choice_of
from tests.tui.conftest import Desk

SIZE = (120, 30)


def on_disk(folder: Path) -> str:
    """Everything that the library's own files say now, journal included."""
    return "\n".join(path.read_text("utf-8", errors="replace") for path in folder.rglob("*") if path.is_file())


@pytest.mark.parametrize(
    ("key", "status", "glyph"),
    [("w", "to-read", "○"), ("r", "reading", "◐"), ("d", "read", "●"), ("x", "skipped", "×")],
)
async def test_a_status_key_shows_says_and_saves(
    app: PapertermApp, folder: Path, key: str, status: str, glyph: str
) -> None:
    async with app.run_test(size=SIZE) as pilot:
        desk = Desk(pilot)
        await desk.settle()
        await desk.press(key)
        assert desk.annotation(0).status == status
        assert glyph in desk.rows()[0] and status in desk.page()
        assert desk.said == f"1 paper: {status}  saved"
        assert f'"{status}"' in on_disk(folder).replace('": "', '":"')
        await desk.press(key)
        assert desk.said == f"already {status}"
        await desk.press("u")
        assert desk.annotation(0).status == "unread" and "·" in desk.rows()[0]


async def test_a_star_is_set_and_taken_away(app: PapertermApp) -> None:
    async with app.run_test(size=SIZE) as pilot:
        desk = Desk(pilot)
        await desk.settle()
        await desk.press("s")
        assert desk.annotation(0).starred and "★" in desk.rows()[0]
        await desk.press("s")
        assert not desk.annotation(0).starred and "★" not in desk.rows()[0]


async def test_undo_and_redo_say_what_they_did(app: PapertermApp) -> None:
    async with app.run_test(size=SIZE) as pilot:
        desk = Desk(pilot)
        await desk.settle()
        await desk.press("w", "j", "d", "z")
        assert desk.annotation(1).status == "unread" and desk.said == "undone: 1 paper: read  saved"
        await desk.press("z")
        assert desk.annotation(0).status == "unread" and desk.said == "undone: 1 paper: to-read  saved"
        await desk.press("z", "z")
        assert desk.said.startswith("Nothing to undo.") and desk.main.list.paper_count == 0
        await desk.press("Z", "Z")
        assert desk.annotation(0).status == "to-read" and desk.said == "done again: 1 paper: to-read  saved"
        await desk.press("Z", "Z")
        assert desk.said.startswith("Nothing to redo.")


async def test_a_selection_is_marked_in_one_step_with_one_message(app: PapertermApp) -> None:
    async with app.run_test(size=SIZE) as pilot:
        desk = Desk(pilot)
        await desk.settle()
        await desk.press("space", "space", "j", "space")
        assert desk.main.list.selected == {0, 1, 3} and "3 selected" in desk.place
        assert desk.rows()[0].startswith("▌")
        await desk.press("w")
        assert desk.said == "3 papers: to-read  saved"
        assert [desk.annotation(number).status for number in range(4)] == ["to-read", "to-read", "unread", "to-read"]
        await desk.press("z")
        assert all(desk.annotation(number).status == "unread" for number in range(4))
        await desk.press("escape")
        assert desk.main.list.selected == set() and "selected" not in desk.place


async def test_a_range_and_all_that_are_shown(app: PapertermApp) -> None:
    async with app.run_test(size=SIZE) as pilot:
        desk = Desk(pilot)
        await desk.settle()
        await desk.press("j", "V", "j", "j")
        assert "3 selected" in desk.place
        await desk.press("V")
        assert desk.main.list.selected == {1, 2, 3}
        await desk.press("g", "V", "j", "s")
        assert all(desk.annotation(number).starred for number in range(4))
        await desk.press("escape", "slash", *"pruning", "enter", "asterisk")
        assert len(desk.main.list.selected) == 7
        await desk.press("asterisk")
        assert desk.main.list.selected == set()


async def test_a_status_key_moves_on_when_the_reader_asks_for_it(library: Library) -> None:
    async with PapertermApp(library, Config(advance=True)).run_test(size=SIZE) as pilot:
        desk = Desk(pilot)
        await desk.settle()
        await desk.press("d", "x")
        assert desk.place == "3/56"
        assert [desk.annotation(number).status for number in range(3)] == ["read", "skipped", "unread"]


async def test_tags_are_added_completed_and_removed(app: PapertermApp, library: Library) -> None:
    library.edit_tags([library.head(9).paper_id], ["theory/ntk"])
    async with app.run_test(size=SIZE) as pilot:
        desk = Desk(pilot)
        await desk.settle()
        await desk.press("t")
        assert isinstance(app.screen, TagPrompt)
        await desk.press(*"Graphs the", "tab", "enter")
        assert desk.annotation(0).tags == ("graphs", "theory/ntk")
        assert "#theory/ntk" in desk.page()
        await desk.press("t", *"the", "tab", "enter")
        assert desk.annotation(0).tags == ("graphs",)
        await desk.press("t", "down", "up", "escape")
        assert desk.annotation(0).tags == ("graphs",)
        await desk.press("t", *"-graphs", "enter")
        assert desk.annotation(0).tags == ()


async def test_keys_typed_ahead_of_a_dialog_go_to_it(app: PapertermApp) -> None:
    async with app.run_test(size=SIZE) as pilot:
        desk = Desk(pilot)
        await desk.settle()
        for key in ("t", "d", "x", "q", "enter", "j"):
            app.simulate_key(key)
        await desk.settle()
        assert desk.annotation(0).tags == ("dxq",) and desk.annotation(0).status == "unread"
        assert desk.place == "2/56"


async def test_a_note_is_written_and_shown(app: PapertermApp, folder: Path) -> None:
    async with app.run_test(size=SIZE) as pilot:
        desk = Desk(pilot)
        await desk.settle()
        await desk.press("n")
        assert isinstance(app.screen, NoteEditor)
        await desk.press(*"Read q first", "enter", *"twice", "escape")
        assert desk.annotation(0).note == "Read q first\ntwice"
        assert "Read q first" in desk.page() and "Read q first" in on_disk(folder)
        await desk.press("n", *" more", "ctrl+s")
        assert desk.annotation(0).note == "Read q first\ntwice more"
        await desk.press("n", *"no", "ctrl+g")
        assert desk.annotation(0).note == "Read q first\ntwice more"
        await desk.press("z")
        assert desk.annotation(0).note == "Read q first\ntwice"


async def test_a_new_note_begins_with_the_template(library: Library) -> None:
    async with PapertermApp(library, Config(note_template="Why: ")).run_test(size=SIZE) as pilot:
        desk = Desk(pilot)
        await desk.settle()
        await desk.press("n", "escape")
        assert desk.annotation(0).note == "", "a template alone is no note"
        await desk.press("n", *"x", "escape")
        assert desk.annotation(0).note == "Why: x"


async def test_a_save_that_fails_is_said_kept_and_tried_again(
    app: PapertermApp, library: Library, monkeypatch: pytest.MonkeyPatch
) -> None:
    flush = library.flush
    failing = True

    def flaky() -> frozenset[str]:
        if failing:
            raise LibraryNotWritable("annotations.json could not be written: disk full", "Make room on the disk.")
        return flush()

    monkeypatch.setattr(library, "flush", flaky)
    monkeypatch.setattr("paperterm.tui.screens.saving.RETRY", 0.05)
    async with app.run_test(size=SIZE) as pilot:
        desk = Desk(pilot)
        await desk.settle_but_unsaved("w")
        assert desk.said.startswith("NOT SAVED: annotations.json could not be written: disk full")
        assert "saved" not in desk.said.split() and library.is_unsaved
        assert desk.annotation(0).status is ReadingStatus.TO_READ
        failing = False
        await desk.settle()
        assert not library.is_unsaved and desk.said.endswith("saved")


async def test_what_another_program_wrote_appears(app: PapertermApp, library: Library, folder: Path) -> None:
    async with app.run_test(size=SIZE) as pilot:
        desk = Desk(pilot)
        await desk.settle()
        with Library.open(folder) as other:
            other.set_status([other.head(0).paper_id], ReadingStatus.READ)
            other.edit_tags([other.head(0).paper_id], ["elsewhere"])
            other.flush()
        desk.main.poll()
        await desk.settle()
        assert "●" in desk.rows()[0] and "#elsewhere" in desk.page()


async def test_a_read_only_library_says_why(
    app: PapertermApp, library: Library, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Library, "read_only_reason", "the folder may not be written")
    async with app.run_test(size=SIZE) as pilot:
        desk = Desk(pilot)
        await desk.settle()
        assert "read only: the folder may not be written" in desk.said
        await desk.press("w")
        assert "the folder may not be written" in desk.said and desk.annotation(0).status == "unread"


def test_what_is_typed_for_tags_is_taken_apart() -> None:
    assert choice_of("theory, gnn -old -") == TagChoice(("theory", "gnn"), ("old",))
    tags = {"theory": 3, "theory/ntk": 9, "gnn": 1, "optimal-theory": 50}
    assert candidates(tags, {}, "theory") == ["theory/ntk", "theory", "optimal-theory"]
    assert candidates(tags, {"gnn": 1}, "") == ["gnn", "optimal-theory", "theory/ntk", "theory"]
    assert candidates(tags, {}, "-gn") == ["gnn"]


def test_annotations_stay_readable_json(library: Library, folder: Path) -> None:
    library.set_status([library.head(0).paper_id], ReadingStatus.READ)
    library.close()
    assert json.loads((folder / "annotations.json").read_text("utf-8"))
