"""The list: its columns, orders and headings, and the cursor that stays on its paper."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from textual.events import MouseDown, MouseMove, MouseScrollDown, MouseScrollUp, MouseUp

from paperterm.config import Config
from paperterm.library import Library
from paperterm.present.cells import width_of
from paperterm.tui.app import PapertermApp
from tests.tui.conftest import Desk

SIZE = (120, 30)


def titles(desk: Desk) -> list[str]:
    """The papers shown, in order."""
    return [desk.main.library.head(int(number)).title for number in desk.main.list.numbers]


def heads(desk: Desk) -> list[str]:
    """The headings on screen, with their counts."""
    return [row.strip(" ▐") for row in desk.rows() if row.strip()[:1] in "▾▸" and row.strip()]


async def choose(desk: Desk, key: str, name: str) -> None:
    """Choose a row of the dialog that a key opens."""
    await desk.press(key)
    names = [choice[0].text.strip() for choice in desk.app.screen.query_one("Choices").choices]
    await desk.press("k", "k", "k", "k", "k", "k")
    await desk.press(*"j" * names.index(name), "enter")


def import_more(library: Library, folder: Path, venue: str) -> None:
    """A second list."""
    source = folder / "more.jsonl"
    papers = (
        {"title": f"Extra {n}", "venue": venue, "year": 2024, "abstract": f"About hedge {n}. " * 9} for n in (1, 2)
    )
    source.write_text("\n".join(map(json.dumps, papers)), encoding="utf-8")
    library.import_sources([str(source)], collection="More 2024")


async def test_the_venue_takes_what_the_list_needs(library: Library, tmp_path: Path) -> None:
    import_more(library, tmp_path, "Proceedings of the 41st International Conference")
    app = PapertermApp(library)
    async with app.run_test(size=(160, 30)) as pilot:
        desk = Desk(pilot)
        await desk.settle()
        assert all(row.rstrip(" ▐").endswith(("ICML 2020", "COLT 2021", "UAI 2022")) for row in desk.rows()[:3])
        narrow = desk.rows()[0].rstrip(" ▐")
        await desk.press("G")
        assert "Proceedi… 2024" in desk.rows()[-1]
        await desk.press("g")
        assert len(desk.rows()[0].rstrip(" ▐")) == len(narrow)  # wider to the left
        assert {width_of(row) for row in desk.rows()} == {desk.main.list.columns}


async def test_a_list_without_venues_gives_the_place_to_titles(tmp_path: Path) -> None:
    source = tmp_path / "list.txt"
    source.write_text(
        "\n\n".join(f"We show that hedge {n} grows in every garden of the {n}th kind. " * 4 for n in range(4))
    )
    with Library.open(tmp_path / "library") as library:
        library.import_sources([str(source)])
        async with PapertermApp(library).run_test(size=SIZE) as pilot:
            desk = Desk(pilot)
            await desk.settle()
            assert "ICML" not in desk.rows()[0]
            assert len(desk.rows()[0].rstrip(" ▐")) > desk.main.list.columns - 14 or "…" not in desk.rows()[0]


@pytest.mark.parametrize("sort", ["relevance", "list", "date", "title", "status", "recent"])
async def test_every_order_keeps_the_cursor_on_its_paper(app: PapertermApp, sort: str) -> None:
    async with app.run_test(size=SIZE) as pilot:
        desk = Desk(pilot)
        await desk.settle()
        await desk.press("j", "j", "d", "j", "j", "j", "r", "j", "w")
        before = desk.pointed
        await choose(desk, "S", "title" if sort == "relevance" else "relevance")
        await choose(desk, "S", sort)
        library, numbers = desk.main.library, [int(number) for number in desk.main.list.numbers]
        assert desk.pointed == before and len(numbers) == 56
        assert desk.main.list.top <= desk.main.list.cursor < desk.main.list.top + desk.main.list.rows
        shown = [library.head(number) for number in numbers]
        assert f"by {sort}" in desk.place or sort == "relevance"
        if sort in ("relevance", "list"):
            assert numbers == list(range(56))
        elif sort == "date":
            years = [head.year or 0 for head in shown]
            assert years == sorted(years, reverse=True)
        elif sort == "title":
            assert titles(desk) == sorted(titles(desk), key=str.casefold)
        elif sort == "status":
            assert numbers[:3] == [5, 6, 0] and numbers[-1] == 2  # reading, to read, unread …, read
        else:
            assert numbers[:3] == [6, 5, 2]


async def test_best_matches_come_first_and_other_orders_keep_the_filter(app: PapertermApp) -> None:
    async with app.run_test(size=SIZE) as pilot:
        desk = Desk(pilot)
        await desk.settle()
        await desk.press("slash", *"kernel setting", "enter")
        await desk.press("j", "j")
        before = desk.pointed
        await choose(desk, "S", "date")
        assert len(desk.main.list.numbers) == 7 and desk.pointed == before
        await desk.press("escape")
        assert len(desk.main.list.numbers) == 56 and desk.pointed == before


async def test_groups_by_collection_fold(library: Library, tmp_path: Path) -> None:
    import_more(library, tmp_path, "UAI")
    app = PapertermApp(library)
    async with app.run_test(size=SIZE) as pilot:
        desk = Desk(pilot)
        await desk.settle()
        await desk.press("j", "j")
        before = desk.pointed
        await choose(desk, "B", "collection")
        assert desk.pointed == before and desk.place.endswith("3/58") and "grouped by collection" in desk.place
        assert heads(desk) == ["▾ Garden 2024  56"]
        await desk.press("g")
        assert desk.main.list.pointed is None and desk.place.endswith("  58")
        await desk.press("space")
        assert heads(desk) == ["▸ Garden 2024  56", "▾ More 2024  2"] and desk.main.list.selected == set()
        await desk.press("j", "j")
        assert desk.pointed == "Extra 1" and desk.place.endswith("57/58")
        await desk.press("asterisk")
        assert desk.main.list.selected == {56, 57}
        await desk.press("asterisk", "minus")
        assert heads(desk) == ["▸ Garden 2024  56", "▸ More 2024  2"]
        assert desk.main.list.pointed_head and desk.main.list.pointed_head.name == "More 2024"
        await desk.press("enter")
        assert heads(desk)[1] == "▾ More 2024  2" and desk.main.pane == "list"
        await desk.press("underscore", "underscore")
        assert heads(desk) == ["▾ Garden 2024  56", "▾ More 2024  2"] and len(desk.main.list.numbers) == 58
        await desk.press("g", "V", "j", "j", "V")
        assert desk.main.list.selected == {0, 1} and "2 selected" in desk.place
        await choose(desk, "B", "nothing")
        await desk.press("B", "escape")
        assert heads(desk) == [] and "grouped" not in desk.place
        await desk.press("minus")
        assert "no headings" in desk.said


async def test_a_status_moves_its_paper_to_another_group_and_the_cursor_with_it(app: PapertermApp) -> None:
    async with app.run_test(size=(120, 70)) as pilot:
        desk = Desk(pilot)
        await desk.settle()
        await choose(desk, "B", "status")
        assert heads(desk) == ["▾ unread  56"]
        await desk.press("g", "j", "j")
        before = desk.pointed
        await desk.press("w")
        assert heads(desk) == ["▾ to-read  1", "▾ unread  55"] and desk.pointed == before
        assert desk.place.endswith("1/56")
        await desk.press("g", "space", "j", "j", "w")
        assert heads(desk) == ["▸ to-read  2", "▾ unread  54"]
        assert desk.main.list.pointed_head and desk.main.list.pointed_head.name == "to-read"
        await desk.press("w")
        assert heads(desk) == ["▸ to-read  2", "▾ unread  54"]
        await desk.press("z")
        assert heads(desk) == ["▸ to-read  1", "▾ unread  55"]
        await desk.press("slash", *"graph", "enter")
        assert heads(desk) == ["▸ to-read  0", "▾ unread  7"] or heads(desk) == ["▾ unread  7"]


async def test_moving_on_leaves_a_marked_paper_to_its_group(library: Library) -> None:
    app = PapertermApp(library, Config(advance=True))
    async with app.run_test(size=SIZE) as pilot:
        desk = Desk(pilot)
        await desk.settle()
        await choose(desk, "B", "status")
        await desk.press("g", "j", "x", "x")
        assert desk.place.endswith("1/56") and heads(desk) == ["▾ unread  54"]
        assert [desk.annotation(number).status for number in (0, 1, 2)] == ["skipped", "skipped", "unread"]


async def test_the_cursor_stays_on_its_paper_when_a_status_changes(app: PapertermApp) -> None:
    async with app.run_test(size=SIZE) as pilot:
        desk = Desk(pilot)
        await desk.settle()
        await desk.press("slash", *"status:unread", "enter", "j", "j")
        before = desk.pointed
        await desk.press("d", "d", "d")
        assert desk.pointed == before and desk.annotation(2).status == "read" and desk.annotation(3).status == "unread"
        await choose(desk, "S", "status")
        assert len(desk.main.list.numbers) == 55


@pytest.mark.parametrize("theme", ["paperterm-dark", "nord", "ansi-dark"])
async def test_tags_have_their_colours(library: Library, theme: str) -> None:
    ids = [library.head(number).paper_id for number in range(3)]
    library.edit_tags(ids[:1], ["theory"])
    library.edit_tags(ids[1:2], ["theory/ntk"])
    library.edit_tags(ids[2:], ["gnn"])
    async with PapertermApp(library, Config(theme=theme)).run_test(size=SIZE) as pilot:
        desk = Desk(pilot)
        await desk.settle()
        await desk.press("G")
        await desk.press("g", "j", "j", "j")
        colours = [
            next(segment.style.color for segment in strip if "#" in segment.text and segment.style)
            for strip in desk.main.list._strips[:3]
        ]
        assert colours[0] == colours[1] != colours[2]


async def test_wheel_and_bar_move_the_list(app: PapertermApp) -> None:
    async with app.run_test(size=SIZE) as pilot:
        desk = Desk(pilot)
        await desk.settle()
        await desk.press("g")
        bar, last = desk.main.list.columns - 1, desk.main.list.rows - 1
        await pilot._post_mouse_events([MouseScrollDown], "#list", offset=(5, 5), button=0)
        await desk.settle()
        assert (desk.main.list.top, desk.main.list.cursor) == (3, 5)
        await pilot._post_mouse_events([MouseScrollUp], "#list", offset=(5, 5), button=0)
        await desk.settle()
        assert desk.main.list.top == 0
        await pilot._post_mouse_events([MouseDown], "#list", offset=(bar, 0), button=1)
        await pilot._post_mouse_events([MouseMove], "#list", offset=(bar, last), button=1)
        await desk.settle()
        assert desk.main.list.cursor == 55 and "▐" in desk.rows()[-1]
        await pilot._post_mouse_events([MouseMove], "#list", offset=(3, last // 2), button=1)
        await pilot._post_mouse_events([MouseUp], "#list", offset=(3, last // 2), button=1)
        await pilot._post_mouse_events([MouseMove], "#list", offset=(3, 0), button=0)
        await desk.settle()
        assert 20 < desk.main.list.cursor < 40
        await choose(desk, "B", "status")
        await desk.press("g")
        await pilot.click("#list", offset=(1, 0))
        await desk.settle()
        assert heads(desk) == ["▸ unread  56"]
        await pilot.click("#list", offset=(8, 0), times=2)
        await desk.settle()
        assert heads(desk) == ["▾ unread  56"]
