from __future__ import annotations

from paperterm.library import Library
from paperterm.tui.app import PapertermApp
from paperterm.tui.screens.progress import Progress
from paperterm.tui.widgets.sheet import Sheet
from tests.tui.conftest import Desk

SIZE = (120, 40)


async def test_progress_shows_the_numbers_of_the_library(app: PapertermApp, library: Library) -> None:
    async with app.run_test(size=SIZE) as pilot:
        desk = Desk(pilot)
        await desk.settle()
        await desk.press("w", "j", "d", "P")
        assert isinstance(app.screen, Progress)
        shown = "\n".join(strip.text for strip in app.screen.query_one(Sheet)._strips)
        assert "56 papers, 2 decided (4%)" in shown and "Garden 2024 2 of 56" in shown and "today 2" in shown
        assert library.statistics().by_status["read"] == 1
        await desk.press("j", "down", "pagedown", "pageup", "P")
        assert desk.is_at_main
