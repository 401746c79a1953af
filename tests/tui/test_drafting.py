"""What is typed is on the disk before it is saved, and is offered again when it never was."""

from __future__ import annotations

import json
import os
import signal
from pathlib import Path

import pytest

from paperterm.config import Config
from paperterm.library import Library
from paperterm.tui.app import PapertermApp
from paperterm.tui.messages import DraftsFound
from paperterm.tui.note_draft import WRITE_AT
from paperterm.tui.screens.draft_dialog import DraftDialog
from paperterm.tui.screens.drafting import TEMPLATE_ALONE
from paperterm.tui.screens.note_editor import NoteEditor
from paperterm.tui.widgets.note_area import NoteArea
from tests.tui.conftest import Desk

SIZE = (120, 30)
DEAD = 2**22 + 1  # no Linux has so high a process number unless told to


def drafts_on_disk(folder: Path) -> list[str]:
    return [json.loads(path.read_text("utf-8"))["text"] for path in sorted((folder / "drafts").glob("*.json"))]


def leave_draft(library: Library, text: str, number: int = 0) -> str:
    """A draft as a program leaves it that was killed."""
    paper_id = library.head(number).paper_id
    path = library.drafts.write(paper_id, text, saved_note=library.annotation(paper_id).note)
    plain = json.loads(path.read_text("utf-8")) | {"process": DEAD}
    path.with_name(f"{paper_id}.{DEAD}.json").write_text(json.dumps(plain), "utf-8")
    path.unlink()
    return paper_id


async def test_much_text_is_on_disk_at_once_and_gone_when_the_note_is_saved(app: PapertermApp, folder: Path) -> None:
    async with app.run_test(size=SIZE) as pilot:
        desk = Desk(pilot)
        await desk.settle()
        await pilot.press("n")
        app.screen.query_one(NoteArea).insert("x" * WRITE_AT)
        await pilot.pause()
        await app.workers.wait_for_complete()
        assert drafts_on_disk(folder) == ["x" * WRITE_AT]
        await desk.press("ctrl+s")
        assert desk.annotation(0).note == "x" * WRITE_AT
        assert drafts_on_disk(folder) == []


async def test_a_signal_keeps_what_was_just_typed(app: PapertermApp, folder: Path) -> None:
    async with app.run_test(size=SIZE) as pilot:
        desk = Desk(pilot)
        await desk.settle()
        await pilot.press("n", *"half a thou")
        app.end_by_signal(signal.SIGTERM)
        signal.alarm(0)
        await pilot.pause()
    assert app.return_code == 128 + signal.SIGTERM
    assert drafts_on_disk(folder) == ["half a thou"]


async def test_dropping_what_was_typed_drops_its_draft(app: PapertermApp, folder: Path) -> None:
    async with app.run_test(size=SIZE) as pilot:
        desk = Desk(pilot)
        await desk.settle()
        await pilot.press("n")
        app.screen.query_one(NoteArea).insert("y" * WRITE_AT)
        await pilot.pause()
        await app.workers.wait_for_complete()
        assert drafts_on_disk(folder) != []
        await desk.press("ctrl+g")
        assert desk.annotation(0).note == ""
        assert drafts_on_disk(folder) == []


async def test_a_draft_of_a_dead_program_is_offered_and_recovered(library: Library, folder: Path) -> None:
    leave_draft(library, "typed before the crash", 3)
    app = PapertermApp(library, Config())
    async with app.run_test(size=SIZE) as pilot:
        desk = Desk(pilot)
        await desk.settle()
        desk.main.look_for_drafts()
        await desk.settle()
        assert desk.said == "1 note typed and never saved. R brings it back."
        assert desk.is_at_main
        await desk.press("R")
        assert isinstance(app.screen, DraftDialog)
        await desk.press("enter")
        assert isinstance(app.screen, NoteEditor)
        await desk.press("ctrl+s")
        assert desk.annotation(3).note == "typed before the crash"
        assert drafts_on_disk(folder) == []


async def test_an_offer_stands_beside_what_was_just_changed(library: Library) -> None:
    leave_draft(library, "typed before the crash", 3)
    app = PapertermApp(library, Config())
    async with app.run_test(size=SIZE) as pilot:
        desk = Desk(pilot)
        await desk.settle()
        while "never saved" not in desk.said:  # the look that follows every start
            await pilot.pause()
        await desk.press("w")
        desk.main.look_for_drafts()  # as when a start is so slow that the first keys come before it
        await desk.settle()
        assert desk.said == "1 paper: to-read  saved · 1 note typed and never saved. R brings it back."
        await desk.press("d")
        assert desk.said == "1 paper: read  saved"
        desk.main.action_mark("reading")
        library.flush()  # on disk before the status line knows
        desk.main.drafts_found(DraftsFound(1))
        await desk.settle()
        assert desk.said == "1 paper: reading · 1 note typed and never saved. R brings it back.  saved"


async def test_a_note_that_is_being_typed_is_not_offered_to_its_own_program(app: PapertermApp, folder: Path) -> None:
    async with app.run_test(size=SIZE) as pilot:
        desk = Desk(pilot)
        await desk.settle()
        await desk.burst("n", *"x" * WRITE_AT)
        assert len(drafts_on_disk(folder)) == 1
        desk.main.look_for_drafts()  # as when a start is so slow that the first keys come before it
        await desk.settle()
        assert "never saved" not in desk.said
        await desk.press("ctrl+g")


async def test_a_template_alone_is_neither_a_note_nor_a_draft(library: Library, folder: Path) -> None:
    template = "## Why\r\n\r\n## How\r\n"
    leave_draft(library, "## Why\n\n## How", 5)
    app = PapertermApp(library, Config(note_template=template))
    async with app.run_test(size=SIZE) as pilot:
        desk = Desk(pilot)
        await desk.settle()
        desk.main.look_for_drafts()
        await desk.press("R")
        assert desk.said == "No unsaved note."
        await pilot.press("n")
        area = app.screen.query_one(NoteArea)
        for text in ("x" * WRITE_AT, ""):
            area.load_text(f"## Why\n\n## How\n{text}")
            await pilot.pause()
            await app.workers.wait_for_complete()
        assert len(drafts_on_disk(folder)) == 1, "the one of before"
        await desk.press(*["space"] * 3, "enter", "escape")
        assert desk.annotation(0).note == "" and desk.said == TEMPLATE_ALONE and not library.is_unsaved
        await desk.press("n", *["ctrl+u"] * 9, "escape")
        assert desk.annotation(0).note == ""
        await pilot.press("n")
        app.end_by_signal(signal.SIGTERM)
        signal.alarm(0)
        await pilot.pause()
    assert len(drafts_on_disk(folder)) == 1


async def test_a_draft_is_left_for_later_or_discarded_when_told(library: Library, folder: Path) -> None:
    leave_draft(library, "perhaps")
    app = PapertermApp(library, Config())
    async with app.run_test(size=SIZE) as pilot:
        desk = Desk(pilot)
        await desk.settle()
        await desk.press("R", "escape")
        assert drafts_on_disk(folder) == ["perhaps"]
        await desk.press("R", "enter")
        await desk.press("ctrl+g")
        assert drafts_on_disk(folder) == ["perhaps"]
        await desk.press("R", "ctrl+d")
        assert drafts_on_disk(folder) == []
        await desk.press("R")
        assert desk.said == "No unsaved note."


async def test_a_draft_of_a_running_program_is_not_touched(library: Library, folder: Path) -> None:
    paper_id = leave_draft(library, "still typing")
    running = os.getppid()
    path = folder / "drafts" / f"{paper_id}.{DEAD}.json"
    plain = json.loads(path.read_text("utf-8")) | {"process": running}
    path.unlink()
    path.with_name(f"{paper_id}.{running}.json").write_text(json.dumps(plain), "utf-8")
    app = PapertermApp(library, Config())
    async with app.run_test(size=SIZE) as pilot:
        desk = Desk(pilot)
        await desk.settle()
        await desk.press("R")
        assert desk.said == "No unsaved note."


async def test_a_note_changed_elsewhere_while_it_was_edited_keeps_both_and_says_so(
    app: PapertermApp, library: Library, folder: Path
) -> None:
    async with app.run_test(size=SIZE) as pilot:
        desk = Desk(pilot)
        await desk.settle()
        await pilot.press("n", *"mine")
        with Library.open(folder) as other:
            other.set_note(library.head(0).paper_id, "theirs")
        await desk.press("ctrl+s")
        note = desk.annotation(0).note
        assert "mine" in note and "theirs" in note
        assert "it now holds both texts" in desk.said


async def test_what_another_program_imports_and_tags_is_shown(
    app: PapertermApp, library: Library, folder: Path, tmp_path: Path
) -> None:
    more = tmp_path / "Daily.txt"
    more.write_text("Daily Papers\n\nWe show that attention heads can be merged without loss of accuracy.\n", "utf-8")
    async with app.run_test(size=SIZE) as pilot:
        desk = Desk(pilot)
        await desk.settle()
        await desk.press("j", "j")
        pointed = desk.pointed
        with Library.open(folder) as other:
            other.edit_tags([library.head(0).paper_id], add=["elsewhere"])
            other.import_sources([str(more)])
        desk.main.poll()
        await desk.settle()
        assert "#elsewhere" in desk.rows()[0]
        assert len(desk.main.list.numbers) == 57
        assert desk.said == "1 paper imported by another program"
        assert desk.pointed == pointed  # the next key is about the paper that is seen
        await desk.press("d")
        assert desk.annotation(2).status == "read"
        assert desk.annotation(0).status == "unread"


async def test_a_failing_editor_keeps_what_was_written_as_a_draft(
    app: PapertermApp, folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    script = tmp_path / "editor"
    script.write_text('#!/bin/sh\nprintf "from the editor" > "$1"\nexit 3\n', "utf-8")
    script.chmod(0o755)
    monkeypatch.setenv("VISUAL", str(script))
    from paperterm.errors import PapertermError
    from paperterm.tui.editor import edited

    kept: list[str] = []
    with pytest.raises(PapertermError, match="ended with an error") as caught:
        edited("before", kept.append)
    assert kept == ["from the editor"]
    assert "“unsaved note” brings it back" in caught.value.hint
