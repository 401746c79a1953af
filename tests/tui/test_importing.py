"""Importing in the app: a real file goes in, and what is on the disk is read back."""

from __future__ import annotations

import json
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from paperterm.importers.gathering import PROGRESS_STEP
from paperterm.library import Library
from paperterm.tui.app import PapertermApp
from paperterm.tui.paths import common, expanded, places
from paperterm.tui.screens.confirm import Confirm
from paperterm.tui.screens.import_dialog import ImportDialog
from paperterm.tui.task import Task
from paperterm.tui.widgets.choices import Choices
from tests.tui.conftest import Desk

SIZE = (120, 30)
ABSTRACTS = [
    "We show that attention heads can be merged without loss of accuracy, and say which of them.",
    "Zebrafish larvae learn to avoid light; a small recurrent model of their tectum does so as well.",
    "Kernel herding gives samples that are better than independent ones for every smooth integrand.",
]
ABSTRACTS = [
    f"{abstract} {'Experiments on several data sets agree with the bound that we prove here. ' * 4}".strip()
    for abstract in ABSTRACTS
]


@pytest.fixture
def lists(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with lists in it, where the app was started."""
    folder = tmp_path / "lists"
    (folder / "old").mkdir(parents=True)
    (folder / "reading 2024.txt").write_text("Reading 2024\n\n" + "\n\n".join(ABSTRACTS) + "\n", "utf-8")
    (folder / "reading 2023.txt").write_text(f"Reading 2023\n\n{ABSTRACTS[0]}\n\n{ABSTRACTS[0]}\n", "utf-8")
    (folder / "picture.png").write_bytes(b"\x89PNG\r\n\x1a\n\x00\x00")
    monkeypatch.chdir(folder)
    return folder


def stored(folder: Path) -> list[str]:
    """The abstracts that another program finds in the library."""
    with Library.open(folder) as other:
        return [other.paper(number).abstract for number in range(len(other))]


async def test_a_list_is_imported_and_the_cursor_stays(app: PapertermApp, folder: Path, lists: Path) -> None:
    async with app.run_test(size=SIZE) as pilot:
        desk = Desk(pilot)
        await desk.settle()
        await desk.press("j", "j", "i", *"read", "tab", "4", "tab")
        assert isinstance(app.screen, ImportDialog), "what was typed went into the line"
        assert app.screen.first().value == "reading 2024.txt"
        await desk.press("enter")
        assert desk.said == "Reading 2024: 3 papers added  saved"
        assert desk.place == "3/59" and desk.pointed.startswith("Part 3")
        assert stored(folder)[-3:] == ABSTRACTS
        await desk.press("slash", *"zebrafish", "enter")
        assert desk.place == "1/1", "the search knows them at once"
        await desk.press("escape", "i", *"old", "escape")
        assert desk.is_at_main and desk.place.endswith("/59"), "nothing is imported by a dialog that was left"


async def test_a_folder_is_imported_and_what_was_left_out_is_said(app: PapertermApp, folder: Path, lists: Path) -> None:
    async with app.run_test(size=SIZE) as pilot:
        desk = Desk(pilot)
        await desk.settle()
        await desk.press("i", ".", "enter")
        assert desk.said.startswith(
            "2 lists: 3 papers added, 1 known already, 1 problem: ./reading 2023.txt:5: the same"
        )
        assert sorted(stored(folder)[-3:]) == sorted(ABSTRACTS)


async def test_what_cannot_be_read_is_said_as_the_command_line_says_it(
    app: PapertermApp, folder: Path, lists: Path, library: Library
) -> None:
    async with app.run_test(size=SIZE) as pilot:
        desk = Desk(pilot)
        await desk.settle()
        for path, sentence in (
            ("reading 2025.txt", "reading 2025.txt: there is no such file  Do you mean reading 2024.txt?"),
            ("picture.png", "picture.png: not a text file, but a PNG picture"),
            ("-", "./-: there is no such file"),
        ):
            await desk.press("i", "ctrl+u", *path, "enter")
            assert desk.said.startswith(sentence), desk.said
            assert desk.main.status.left[0].style == "failure"
        await desk.press("i")
        assert isinstance(app.screen, ImportDialog) and app.screen.first().value == "-", "it can be mended"
        await desk.press("ctrl+u", *"old", "tab", "enter")
        assert "no lists of papers in this folder" in desk.said
        assert len(stored(folder)) == 56 == len(library)


async def test_up_and_down_choose_a_file_and_enter_imports_it(app: PapertermApp, lists: Path) -> None:
    async with app.run_test(size=SIZE) as pilot:
        desk = Desk(pilot)
        await desk.settle()
        await desk.press("i", "down", "down", "up", "enter")
        assert desk.said.startswith("Reading 2023: 1 paper added")


class Gate:
    """Holds an import after its first step until the test lets it go on."""

    def __init__(self, library: Library, monkeypatch: pytest.MonkeyPatch) -> None:
        self.reached, self.opened = threading.Event(), threading.Event()
        whole = library.import_sources

        def held(sources: Any, **options: Any) -> Any:
            step = options["on_progress"]

            def stop_here(done: int) -> None:
                step(done)
                self.reached.set()
                assert self.opened.wait(30)
                step(done)

            return whole(sources, **(options | {"on_progress": stop_here}))

        monkeypatch.setattr(library, "import_sources", held)


@pytest.fixture
def gate(library: Library, monkeypatch: pytest.MonkeyPatch) -> Iterator[Gate]:
    """Closed until the test opens it, and open in the end."""
    found = Gate(library, monkeypatch)
    yield found
    found.opened.set()


@pytest.fixture
def long_list(lists: Path) -> Path:
    """A list that is long enough for progress."""
    path = lists / "long.jsonl"
    records = [{"abstract": f"Observation {n} of the zebrafish is here, among many."} for n in range(PROGRESS_STEP)]
    path.write_text("\n".join(map(json.dumps, records)), "utf-8")
    return path


async def shown(desk: Desk, text: str) -> None:
    """Wait until the status line says it."""
    while text not in desk.said:
        await desk.pilot.pause(0.02)


async def test_keys_go_on_during_an_import_which_can_be_cancelled(
    app: PapertermApp, folder: Path, gate: Gate, long_list: Path
) -> None:
    async with app.run_test(size=SIZE) as pilot:
        desk = Desk(pilot)
        await desk.settle()
        await pilot.press("i", *"long.jsonl", "enter")
        await shown(desk, f"reading {PROGRESS_STEP} papers · esc cancels · long.jsonl")
        await pilot.press("j", "w", "j", "enter", "i")
        assert desk.place == "3/56" and desk.annotation(1).status == "to-read"
        assert desk.said == "One import at a time; esc cancels the one that is going on."
        await pilot.press("escape")
        assert desk.main.is_importing and desk.main.pane == "list", "first the reader is left"
        await pilot.press("ctrl+g")
        gate.opened.set()
        await desk.settle()
        assert desk.said.startswith("The import was cancelled: nothing was added.")
        assert len(stored(folder)) == 56 and list((folder / "papers").iterdir()) != []
        assert len(list((folder / "papers").iterdir())) == 1, "not even a beginning of it"


async def test_leaving_during_an_import_asks_and_gives_it_up(
    app: PapertermApp, folder: Path, gate: Gate, long_list: Path
) -> None:
    async with app.run_test(size=SIZE) as pilot:
        desk = Desk(pilot)
        await desk.settle()
        await pilot.press("i", *"long.jsonl", "enter")
        await shown(desk, "reading")
        await pilot.press("q")
        assert isinstance(app.screen, Confirm)
        await pilot.press("n", "j", "q", "y")
    gate.opened.set()
    await app.workers.wait_for_complete()
    assert app.return_code == 0 and len(stored(folder)) == 56


async def test_the_first_import_takes_the_place_of_the_sample(tmp_path: Path, lists: Path) -> None:
    with Library.open(tmp_path / "new", with_sample=True) as library:
        async with PapertermApp(library).run_test(size=SIZE) as pilot:
            desk = Desk(pilot)
            await desk.settle()
            assert "i imports a list of your own" in desk.said
            await desk.press("G", "i", *"reading 2024.txt", "enter")
            assert desk.place == "1/3" and desk.said == "Reading 2024: 3 papers added  saved"
        assert stored(tmp_path / "new") == ABSTRACTS


def test_a_path_is_completed(lists: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HOME", str(lists))
    (lists / ".hidden.txt").touch()
    names = [place.name for place in places("", [".txt"])]
    assert names == ["old/", "reading 2023.txt", "reading 2024.txt", "picture.png"]
    assert common("rea", places("REA", [".txt"])) == "reading 202"
    assert [place.path for place in places("~/o", [])] == ["~/old/"] and places("~", [])[0].path == "~/"
    assert [place.name for place in places(".h", [".txt"])] == [".hidden.txt"]
    assert places("nowhere/x", []) == [] and common("nowhere/x", []) == "nowhere/x"
    assert expanded(" '~/reading 2024.txt' ") == f"{lists}/reading 2024.txt"


async def test_an_import_is_taken_back_and_brought_back(app: PapertermApp, folder: Path, lists: Path) -> None:
    async with app.run_test(size=SIZE) as pilot:
        desk = Desk(pilot)
        await desk.settle()
        await desk.press("i", *"read", "tab", "4", "tab", "enter")
        await desk.press("G", "s", "space")
        assert desk.place == "1 selected   59/59" and desk.said == "1 paper: starred  saved"
        await desk.press("z", "z")
        assert desk.said == "undone: 3 papers imported: Reading 2024  saved"
        assert desk.place.endswith("/56") and "selected" not in desk.place and len(desk.main.list.numbers) == 56
        await desk.press("slash", *"zebrafish", "enter")
        assert desk.main.list.paper_count == 0
        await desk.press("escape", "c")
        assert "Reading 2024" not in "\n".join(strip.text for strip in app.screen.query_one(Choices)._strips)
        await desk.press("escape", "Z")
        assert desk.said == "done again: 3 papers imported: Reading 2024  saved" and desk.place.endswith("/59")
        await desk.press("Z", "slash", *"is:starred", "enter")
        assert desk.main.list.paper_count == 1
    with Library.open(folder) as later:
        assert later.count == 59 and later.undo() and later.undo() and later.count == 56


async def test_the_only_import_is_taken_back(tmp_path: Path, lists: Path) -> None:
    with Library.open(tmp_path / "new") as library:
        app = PapertermApp(library)
        async with app.run_test(size=SIZE) as pilot:
            desk = Desk(pilot)
            await desk.settle()
            await desk.press("i", *"read", "tab", "4", "tab", "enter")
            await desk.press("j", "z")
            assert desk.said == "undone: 3 papers imported: Reading 2024  saved"
            assert "No papers yet." in "\n".join(desk.rows()) and library.count == 0
            await desk.press("w", "t", "E", "P", "escape", "i", *"read", "tab", "4", "tab", "enter")
            assert desk.place.endswith("/3") and desk.said.startswith("Reading 2024: 3 papers added")


async def test_a_task_waits_until_a_change_was_said_to_be_saved_and_leaves_nothing_behind(app: PapertermApp) -> None:
    async with app.run_test(size=SIZE) as pilot:
        desk = Desk(pilot)
        await desk.settle()
        main = desk.main
        main.action_mark("to-read")
        task = main.begin(Task("reading"))  # as when the search finds in this moment that it has to be prepared
        main._tick()
        assert desk.said == "1 paper: to-read"
        while main.is_saving:
            await pilot.pause()
        main._tick()
        assert desk.said == "1 paper: to-read  saved"
        main._show(task)
        main.save()  # what was changed without a word
        while main.is_saving:
            await pilot.pause()
        main.say_besides("1 note typed and never saved.")
        assert desk.said == "reading 0 papers · esc cancels  saved · 1 note typed and never saved."
        main.end(task)
        assert desk.said == "1 note typed and never saved."
        for task in (main.begin(Task("reading")), main.begin(Task("storing"))):
            main._show(task)
            assert desk.said == f"{task.doing} 0 papers · esc cancels"
        for task in reversed(main.tasks):
            main.end(task)
        assert desk.said == "1 note typed and never saved.", "what stood there before comes back"
