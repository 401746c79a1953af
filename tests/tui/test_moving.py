from __future__ import annotations

from paperterm.present.cells import width_of
from paperterm.tui.app import PapertermApp
from tests.tui.conftest import WIDE, Desk

SIZE = (120, 30)


async def test_the_first_frame_shows_rows_reader_count_and_keys(app: PapertermApp) -> None:
    async with app.run_test(size=SIZE) as pilot:
        desk = Desk(pilot)
        await pilot.pause()
        assert "Part 1: Graph Networks with" in desk.rows()[0]
        assert "Ada Lovelace, Emmy Noether" in desk.page()
        assert "https://example.org/papers/1" in desk.page()
        await desk.settle()
        assert desk.place == "1/56"
        assert "filter" in desk.main.key_line._strips[0].text


async def test_the_cursor_moves_and_the_reader_follows(app: PapertermApp) -> None:
    async with app.run_test(size=SIZE) as pilot:
        desk = Desk(pilot)
        await desk.settle()
        await desk.press("j", "down", "j")
        assert desk.place == "4/56" and "Part 4" in desk.page()
        await desk.press("k", "up")
        assert desk.place == "2/56" and "Part 2" in desk.page()
        await desk.press("G")
        assert desk.place == "56/56" and "Part 56" in desk.rows()[-1]
        await desk.press("j")
        assert desk.place == "56/56"
        await desk.press("g")
        assert desk.place == "1/56"
        await desk.press("end")
        assert desk.place == "56/56"
        await desk.press("home", "k")
        assert desk.place == "1/56"


async def test_pages_move_the_view(app: PapertermApp) -> None:
    async with app.run_test(size=SIZE) as pilot:
        desk = Desk(pilot)
        await desk.settle()
        height = desk.main.list.rows
        await desk.press("pagedown")
        assert desk.main.list.cursor == height - 1
        await desk.press("ctrl+d")
        assert desk.main.list.cursor == height - 1 + height // 2
        await desk.press("ctrl+u", "pageup")
        assert desk.main.list.cursor == 0


async def test_next_and_previous_unread(app: PapertermApp) -> None:
    async with app.run_test(size=SIZE) as pilot:
        desk = Desk(pilot)
        await desk.settle()
        await desk.press("d", "j", "d", "j", "d", "g")
        await desk.press("J")
        assert desk.place == "4/56"
        await desk.press("j", "d", "j", "K")
        assert desk.place == "4/56"
        await desk.press("K")
        assert "No unread paper above" in desk.said


async def test_into_the_reader_and_back(app: PapertermApp) -> None:
    async with app.run_test(size=(120, 16)) as pilot:
        desk = Desk(pilot)
        await desk.settle()
        for there, back in (("enter", "escape"), ("tab", "tab"), ("enter", "shift+tab"), ("tab", "enter")):
            await desk.press(there)
            assert desk.main.pane == "reader"
            await desk.press("j", "down")
            assert desk.main.reader.top == 2 and desk.place == "1/56"
            await desk.press("k", "G")
            assert desk.main.reader.top == desk.main.reader.last_top > 0
            await desk.press("g", "pagedown", "pageup", "ctrl+d", "ctrl+u")
            assert desk.main.reader.top == 0
            await desk.press(back)
            assert desk.main.pane == "list"


async def test_a_mark_keeps_the_place_in_the_reader(app: PapertermApp) -> None:
    async with app.run_test(size=(120, 14)) as pilot:
        desk = Desk(pilot)
        await desk.settle()
        await desk.press("enter", "j", "j", "j", "w")
        assert desk.main.reader.top == 3
        assert desk.annotation(0).status == "to-read"


async def test_the_mouse_points_opens_and_scrolls(app: PapertermApp) -> None:
    async with app.run_test(size=SIZE) as pilot:
        desk = Desk(pilot)
        await desk.settle()
        await pilot.click("#list", offset=(10, 5))
        await desk.settle()
        assert desk.main.list.cursor == 5
        await pilot.click("#list", offset=(10, 7), times=2)
        await desk.settle()
        assert desk.main.list.cursor == 7 and desk.main.pane == "reader"
        bar = desk.main.list.columns - 1
        await pilot.click("#list", offset=(bar, desk.main.list.rows - 1))
        await desk.settle()
        assert desk.main.list.cursor > 50
        desk.main.list.scroll(-90)
        assert desk.main.list.top == 0 and desk.main.list.cursor < desk.main.list.rows


async def test_a_key_in_the_footer_can_be_clicked(app: PapertermApp) -> None:
    async with app.run_test(size=SIZE) as pilot:
        desk = Desk(pilot)
        await desk.settle()
        at = desk.main.key_line._strips[0].text.index("to read")
        await pilot.click("#keys", offset=(at, 0))
        await desk.settle()
        assert desk.annotation(0).status == "to-read"


async def test_wide_characters_keep_the_columns_straight(app: PapertermApp) -> None:
    async with app.run_test(size=(160, 30)) as pilot:
        desk = Desk(pilot)
        await desk.settle()
        assert WIDE in desk.rows()[4]
        assert {width_of(row) for row in desk.rows()} == {desk.main.list.columns}


async def test_narrow_shows_one_pane_at_a_time(app: PapertermApp) -> None:
    async with app.run_test(size=(40, 12)) as pilot:
        desk = Desk(pilot)
        await desk.settle()
        assert desk.main.list.display and not desk.main.reader.display
        await desk.press("j", "enter")
        assert desk.main.reader.display and not desk.main.list.display
        assert "Part 2" in desk.page().replace("\n", " ")
        await desk.press("escape")
        assert desk.main.list.display and not desk.main.reader.display


async def test_a_very_small_terminal_still_shows_papers(app: PapertermApp) -> None:
    async with app.run_test(size=(20, 5)) as pilot:
        desk = Desk(pilot)
        await desk.settle()
        assert len(desk.rows()) >= 3 and "Part 1" in desk.rows()[0]
        await desk.press("j", "w", "enter", "j", "escape")
        assert desk.annotation(1).status == "to-read"


async def test_resizing_keeps_the_cursor_in_sight(app: PapertermApp) -> None:
    async with app.run_test(size=(120, 40)) as pilot:
        desk = Desk(pilot)
        await desk.settle()
        await desk.press("G")
        for size in ((80, 24), (40, 12), (20, 5), (200, 60), (59, 9), (100, 30)):
            await pilot.resize_terminal(*size)
            await desk.settle()
            paper_list = desk.main.list
            assert paper_list.top <= paper_list.cursor < paper_list.top + paper_list.rows
            assert any("Part 56" in row for row in desk.rows()) or size[0] < 40
