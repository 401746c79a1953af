"""Saved searches: shown by a key with what is unread, saved, renamed and deleted, each a step of undo."""

from __future__ import annotations

import json
from pathlib import Path

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
            "Unread", "To", "Reading", "Starred", "With", "With",
        ]  # fmt: skip
        await desk.press("ctrl+s")
        assert "A query in the filter can be saved here" in dialog_text(desk)
        await desk.press(*"star", "ctrl+r", "ctrl+x")
        assert "“Starred” is built in: it stays as it is." in dialog_text(desk) and not desk.is_at_main
        await desk.press("enter")
        assert query(desk) == "is:starred " and list(desk.main.list.numbers) == [3]
        await desk.press("f")
        assert choices(desk)[3].startswith("▌ Starred")
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
