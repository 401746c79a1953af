from __future__ import annotations

import asyncio

import pytest

from paperterm.config import Config
from paperterm.library import Library
from paperterm.model.annotation import ReadingStatus
from paperterm.tui.app import PapertermApp
from tests.tui.conftest import Desk

SIZE = (120, 30)


async def test_typing_narrows_the_list_and_lights_the_words(app: PapertermApp) -> None:
    async with app.run_test(size=SIZE) as pilot:
        desk = Desk(pilot)
        await desk.settle()
        await desk.press("slash")
        assert desk.main.pane == "filter"
        await desk.type("graph mod")
        titles = [desk.main.library.head(int(number)).title for number in desk.main.list.numbers]
        assert titles and all("Graph Models" in title for title in titles)
        assert any(
            "Graph" in segment.text and segment.style and segment.style.bold for segment in desk.main.list._strips[0]
        )
        count = "".join(span.text for span in desk.main.filter_line._count.right)
        assert count.startswith(f"{len(titles)} of 56") and "ms" in count


async def test_enter_keeps_the_filter_and_escape_clears_it(app: PapertermApp) -> None:
    async with app.run_test(size=SIZE) as pilot:
        desk = Desk(pilot)
        await desk.settle()
        await desk.press("slash", *"pruning", "enter")
        assert desk.main.pane == "list" and len(desk.main.list.numbers) == 7
        await desk.press("j")
        kept = desk.pointed
        await desk.press("escape")
        assert len(desk.main.list.numbers) == 56
        assert desk.main.filter_line.input.value == "" and desk.pointed == kept


async def test_escape_and_control_g_in_the_filter(app: PapertermApp) -> None:
    async with app.run_test(size=SIZE) as pilot:
        desk = Desk(pilot)
        await desk.settle()
        for clear in ("escape", "ctrl+g"):
            await desk.press("slash", *"kernel")
            assert len(desk.main.list.numbers) == 7
            await desk.press(clear)
            assert desk.main.pane == "filter" and len(desk.main.list.numbers) == 56
            await desk.press(clear)
            assert desk.main.pane == "list"


async def test_the_cursor_stays_on_its_paper_while_it_matches(app: PapertermApp) -> None:
    async with app.run_test(size=SIZE) as pilot:
        desk = Desk(pilot)
        await desk.settle()
        await desk.press(*"jjjjjjjjjj")
        assert desk.pointed.startswith("Part 11: Pruning")
        await desk.press("slash", *"pruning")
        assert desk.pointed.startswith("Part 11: Pruning")
        await desk.type(" zzz")
        count = "".join(span.text for span in desk.main.filter_line._count.right)
        assert count.startswith("nearest ")
        await desk.press("ctrl+g")
        assert desk.pointed.startswith("Part 11: Pruning")


async def test_what_is_typed_ahead_goes_to_the_filter_and_not_to_commands(app: PapertermApp) -> None:
    async with app.run_test(size=SIZE) as pilot:
        desk = Desk(pilot)
        await desk.settle()
        # All keys are in the queue before the first is looked at, as from somebody who types fast.
        for key in ("slash", "d", "x", "V", "t", "q"):
            app.simulate_key(key)
        await desk.settle()
        assert desk.main.filter_line.input.value == "dxVtq"
        assert all(desk.annotation(number).status == "unread" for number in range(56))
        assert desk.main.list.selected == set()


async def test_corrections_typed_ahead_keep_their_order(app: PapertermApp) -> None:
    async with app.run_test(size=SIZE) as pilot:
        desk = Desk(pilot)
        await desk.settle()
        for key in ("slash", *"kernal", "backspace", "backspace", *"el", "home", *"x", "delete", "enter", "j"):
            app.simulate_key(key)
        await desk.settle()
        assert desk.main.filter_line.input.value == "xernel" and desk.main.pane == "list"


async def test_pages_can_be_turned_while_typing(app: PapertermApp) -> None:
    async with app.run_test(size=SIZE) as pilot:
        desk = Desk(pilot)
        await desk.settle()
        await desk.press("slash", "pagedown")
        assert desk.main.list.cursor > 10
        await desk.press("pageup", "tab")
        assert desk.main.list.cursor == 0 and desk.main.pane == "list"


async def test_nothing_found_says_so(app: PapertermApp) -> None:
    async with app.run_test(size=SIZE) as pilot:
        desk = Desk(pilot)
        await desk.settle()
        await desk.press("slash")
        await desk.type('"zebra bounds" ')
        shown = "\n".join(desk.rows())
        assert "No paper matches." in shown and "esc clears the filter" in shown
        assert desk.main.list.pointed is None
        await desk.press("enter", "j", "w", "s", "space", "V", "G", "enter")
        assert desk.main.pane == "list"


async def test_what_is_not_understood_is_said_and_the_rest_works(app: PapertermApp) -> None:
    async with app.run_test(size=SIZE) as pilot:
        desk = Desk(pilot)
        await desk.settle()
        await desk.press("slash")
        await desk.type("status:nonsense kernel ")
        assert any(span.style == "failure" for span in desk.main.filter_line._count.right)


async def test_typing_before_the_search_is_loaded_is_answered_when_it_is(
    app: PapertermApp, library: Library, monkeypatch: pytest.MonkeyPatch
) -> None:
    release = asyncio.Event()
    loop = asyncio.get_running_loop()
    prepare = library.finder.prepare

    def slow(on_progress: object = None) -> None:
        asyncio.run_coroutine_threadsafe(release.wait(), loop).result()
        prepare(None)

    monkeypatch.setattr(library.finder, "prepare", slow)
    async with app.run_test(size=SIZE) as pilot:
        desk = Desk(pilot)
        await pilot.press("slash", *"kernel")
        await pilot.pause()
        assert desk.main.filter_line.input.value == "kernel" and len(desk.main.list.numbers) == 56
        release.set()
        await desk.settle()
        assert len(desk.main.list.numbers) == 7


async def test_a_first_query_is_answered(library: Library) -> None:
    app = PapertermApp(library, Config(), query="bandit")
    async with app.run_test(size=SIZE) as pilot:
        desk = Desk(pilot)
        await desk.settle()
        assert desk.main.filter_line.input.value == "bandit" and len(desk.main.list.numbers) == 7


async def test_tags_and_status_can_be_asked_for(app: PapertermApp, library: Library) -> None:
    library.edit_tags([library.head(3).paper_id], ["theory/ntk"])
    library.set_status([library.head(5).paper_id], ReadingStatus.READ)
    async with app.run_test(size=SIZE) as pilot:
        desk = Desk(pilot)
        await desk.settle()
        await desk.press("slash")
        await desk.type("tag:theory ")
        assert [int(number) for number in desk.main.list.numbers] == [3]
        assert "#theory/ntk" in desk.rows()[0]
        await desk.press("ctrl+g")
        await desk.type("status:read ")
        assert [int(number) for number in desk.main.list.numbers] == [5]


async def test_queries_come_back_with_up_and_down(app: PapertermApp) -> None:
    async with app.run_test(size=SIZE) as pilot:
        desk = Desk(pilot)
        await desk.settle()
        for query in ("kernel", "bandit", "kernel"):
            await desk.press("slash", *query, "enter", "escape")
        await desk.press("slash", "up")
        assert desk.main.filter_line.input.value == "kernel" and len(desk.main.list.numbers) == 7
        await desk.press("up", "up")
        assert desk.main.filter_line.input.value == "bandit"
        await desk.press("down", "down", "down")
        assert desk.main.filter_line.input.value == "" and len(desk.main.list.numbers) == 56


async def test_the_list_is_sorted_and_the_cursor_stays(app: PapertermApp) -> None:
    async with app.run_test(size=SIZE) as pilot:
        desk = Desk(pilot)
        await desk.settle()
        await desk.press(*"jjj", "S", "j", "j", "enter")
        assert desk.pointed.startswith("Part 4:") and "by date" in desk.place
        years = [desk.main.library.head(int(number)).year for number in desk.main.list.numbers]
        assert years == sorted(years, key=lambda year: -(year or 0))
        await desk.press("S", "up", "escape")
        assert "by date" in desk.place
