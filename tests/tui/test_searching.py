"""Saved searches: shown by a key with what is unread, saved, renamed and deleted, each a step of undo."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from textual.pilot import Pilot

from paperterm.config import Config
from paperterm.library import Library
from paperterm.model.annotation import ReadingStatus
from paperterm.model.saved_search import LONGEST_NAME, SavedSearch
from paperterm.tui.app import PapertermApp
from tests.tui.conftest import Desk
from tests.tui.test_narrowing import choices
from tests.tui.test_viewing import query
from tests.tui.test_way import dialog_text

SIZE = (100, 30)
GRAPHS, NAMED = "graph year:2020..2022 -kernel", "Graphs, 近年"


async def opened(pilot: Pilot[object], *keys: str) -> Desk:
    desk = Desk(pilot)
    await desk.settle()
    await desk.press(*keys, "f")
    return desk


def rows(desk: Desk) -> list[str]:
    return [" ".join(row.split()) for row in choices(desk)]


def keys_of(text: str) -> list[str]:
    return ["space" if letter == " " else letter for letter in text]


async def test_the_filter_is_saved_under_a_name_and_shown_again(library: Library, folder: Path) -> None:
    library.set_status([library.head(0).paper_id], ReadingStatus.READ)
    async with PapertermApp(library, Config()).run_test(size=SIZE) as pilot:
        desk = await opened(pilot, "slash", *keys_of(GRAPHS), "enter")
        found = list(desk.main.list.numbers)
        assert f"In the filter: {GRAPHS}" in dialog_text(desk)
        await desk.press("ctrl+s", "ctrl+u", *keys_of(NAMED), "enter")
        assert desk.said == f"search “{NAMED}” kept  saved" and desk.is_at_main
        library.checkpoint()
        written = json.loads((folder / "annotations.json").read_text("utf-8"))["annotations"].values()
        assert [f"{NAMED}\t{GRAPHS}"] in [one.get("tags") for one in written]
        await desk.leave()
        await desk.press("f")
        unread = sum(number != 0 for number in found)
        while not any("unread of" in row for row in rows(desk)):  # counted in a worker
            await pilot.pause()
        assert rows(desk)[0] == f"▌ {NAMED} {GRAPHS} {unread} unread of {len(found)}"
        assert rows(desk)[1] == "Unread status:unread 55 unread of 55"
        await desk.press("enter")
        assert query(desk) == f"{GRAPHS} " and list(desk.main.list.numbers) == found
        assert library.tags() == {} and desk.main.pane == "list"
    with Library.open(folder) as again:
        assert again.saved_searches() == (SavedSearch(NAMED, GRAPHS),)
        assert again.statistics().by_status["read"] == 1


async def test_everybody_has_some_and_they_stay_as_they_are(library: Library) -> None:
    library.set_star([library.head(3).paper_id], True)
    async with PapertermApp(library, Config()).run_test(size=SIZE) as pilot:
        desk = await opened(pilot)
        assert [row.removeprefix("▌ ").split(" ")[0] for row in rows(desk)] == [
            "Unread", "To", "Reading", "Starred", "With", "With", "Last",
        ]  # fmt: skip
        await desk.press("ctrl+s")
        assert "A query in the filter can be saved here" in dialog_text(desk)
        await desk.press(*"star", "ctrl+r", "ctrl+x")
        assert "“Starred” is built in: it stays as it is." in dialog_text(desk) and not desk.is_at_main
        await desk.press("enter")
        assert query(desk) == "is:starred " and list(desk.main.list.numbers) == [3]
        await desk.press("f")
        assert choices(desk)[3].startswith("▌ Starred")
        assert rows(desk)[6].startswith('Last import collection:"Garden 2024"')
        await desk.press(*"zebra", "enter", "ctrl+x", "ctrl+r")
        assert "No search has these words." in dialog_text(desk)


async def test_renaming_replacing_and_deleting_can_be_taken_back(library: Library) -> None:
    library.save_search("One", "graph")
    library.save_search("Two", "kernel")
    async with PapertermApp(library, Config()).run_test(size=SIZE) as pilot:
        desk = await opened(pilot)
        await desk.press("ctrl+r", "ctrl+u", "enter")
        assert not desk.is_at_main
        await desk.press(*"TWO")
        assert "There is a search of that name: it will be replaced." in dialog_text(desk)
        await desk.press("enter")
        assert desk.said == "search “One” is now “TWO”  saved"
        assert library.saved_searches() == (SavedSearch("TWO", "graph"),)
        await desk.press("z")
        assert library.saved_searches() == (SavedSearch("One", "graph"), SavedSearch("Two", "kernel"))
        await desk.press("f")
        await desk.hold("ctrl+x")
        assert desk.said.startswith("search “One” deleted")
        assert library.saved_searches() == (SavedSearch("Two", "kernel"),)
        await desk.press("z")
        assert desk.said == "undone: search “One” deleted  saved"
        await desk.press("Z", "f", "down", "up", "enter")
        assert query(desk) == "kernel "


async def test_two_of_one_name_are_two_rows_and_each_key_acts_on_one(library: Library, folder: Path) -> None:
    library.save_search("Mine", "graph")
    with Library.open(folder) as other:
        other.save_search("Mine", "kernel")
        library.flush()
    library.refresh()
    async with PapertermApp(library, Config()).run_test(size=SIZE) as pilot:
        desk = await opened(pilot)
        shown = [library.statistics().papers, *(len(library.find(query).numbers) for query in ("graph", "kernel"))]
        while not any("unread of" in row for row in rows(desk)):
            await pilot.pause()
        assert rows(desk)[:3] == [
            f"▌ Mine graph {shown[1]} unread of {shown[1]}",
            f"Mine kernel {shown[2]} unread of {shown[2]}",
            f"Unread status:unread {shown[0]} unread of {shown[0]}",
        ]
        await desk.press("down", "ctrl+r")
        assert "will be replaced" in dialog_text(desk)
        await desk.press(*"Mine2", "enter")
        assert library.saved_searches() == (SavedSearch("Mine", "graph"), SavedSearch("Mine2", "kernel"))
        await desk.press("z", "slash", *"tree", "enter", "f", "ctrl+s", "ctrl+u", *"mine")
        assert "There are 2 searches of that name: they will be replaced." in dialog_text(desk)
        await desk.press("escape", "escape", "f", "ctrl+x")
        assert library.saved_searches() == (SavedSearch("Mine", "kernel"),)


async def test_what_another_window_deleted_is_said(library: Library, folder: Path) -> None:
    library.save_search("Mine", "graph")
    library.flush()
    async with PapertermApp(library, Config()).run_test(size=SIZE) as pilot:
        desk = await opened(pilot)
        with Library.open(folder) as other:
            other.delete_search(SavedSearch("Mine", "graph"))
        library.refresh()
        await desk.press("ctrl+r", *"2", "enter")
        assert "the search “Mine” is not there any more" in desk.said
        assert library.saved_searches() == ()


@pytest.mark.parametrize(("size", "shown"), [((100, 30), 5), ((60, 20), 3), ((40, 12), 3), ((20, 5), 1)])
async def test_the_keys_are_named_as_far_as_there_is_room(library: Library, size: tuple[int, int], shown: int) -> None:
    async with PapertermApp(library, Config()).run_test(size=size) as pilot:
        desk = await opened(pilot)
        hint = next(line for line in reversed(dialog_text(desk).splitlines()) if "^s" in line)
        assert sum(what in hint for what in ("save filter", "rename", "delete", "show", "close")) == shown


async def test_odd_searches_are_shown_and_do_no_harm(library: Library) -> None:
    library.save_search("x" * LONGEST_NAME, "(graph OR " * 40)
    library.save_search("[red]\x1b[31m", "year:soon tag:")
    async with PapertermApp(library, Config()).run_test(size=(40, 12)) as pilot:
        desk = await opened(pilot)
        assert len(rows(desk)) >= 3 and "\x1b" not in dialog_text(desk)
        for _ in range(2):
            await desk.press("down", "enter", "f")
        await desk.press("escape")
        assert desk.is_at_main
