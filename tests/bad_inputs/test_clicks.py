"""Foreign text is never markup: it is shown letter for letter, and a click on it does nothing."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from textual.pilot import Pilot

from paperterm.errors import PapertermError
from paperterm.library import Library
from paperterm.tui.app import PapertermApp
from tests.bad_inputs.payloads import PAYLOADS
from tests.bad_inputs.shelves import shelve
from tests.end_to_end.conftest import Desk as LaptopDesk
from tests.tui.conftest import Desk

ROWS = {row: PAYLOADS[row] for row in (89, 90, 91, 92, 93)}
SIZE = (120, 40)


def metas(app: PapertermApp) -> list[dict[str, Any]]:
    """What clicks on the screen would do, as Textual keeps it in the cells; selection offsets apart."""
    strips = app.screen._compositor.render_strips(app.size)
    found = [segment.style.meta for strip in strips for segment in strip if segment.style and segment.style.meta]
    return [meta for meta in found if set(meta) - {"offset"}]


def text_of(app: PapertermApp) -> str:
    """The screen."""
    return "\n".join(strip.text for strip in app.screen._compositor.render_strips(app.size))


async def click_on_text(pilot: Pilot[Any], app: PapertermApp) -> None:
    """Click on letters of the list and of the reader that stand behind a bracket, where an action would be."""
    lines = text_of(app).split("\n")[2:12]
    places = [(x + 1, y) for y, line in enumerate(lines, 2) for x, letter in enumerate(line[:-4]) if letter in "]["]
    for place in places[:: max(1, len(places) // 10)]:
        await pilot.click(offset=place)


@pytest.mark.parametrize("row", ROWS, ids=lambda row: f"row{row}")
async def test_a_click_on_a_text_does_nothing(tmp_path: Path, row: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    shelve(tmp_path / "library", {row: ROWS[row]})
    before = sorted(tmp_path.rglob("*"))
    with Library.open(tmp_path / "library") as library:
        app = PapertermApp(library)
        async with app.run_test(size=SIZE, notifications=True, tooltips=True) as pilot:
            desk = Desk(pilot)
            await desk.settle()
            assert metas(app) == []
            for keys, title in ((("t",), "Tags of"), (("n",), "save and close")):
                await pilot.press(*keys)
                await pilot.pause()
                assert title in text_of(app)
                assert metas(app) == []
                await pilot.press("ctrl+g")
            await desk.settle()
            desk.main.say_error(PapertermError(" ".join(ROWS[row]), " ".join(ROWS[row])))
            await pilot.pause()
            assert metas(app) == []
            await click_on_text(pilot, app)
            await desk.settle()
            assert app.is_running
            assert app.return_code is None
            assert len(app.screen_stack) == 1
    assert sorted(path for path in tmp_path.rglob("*") if "cache" not in path.parts) == [
        path for path in before if "cache" not in path.parts
    ]


async def test_row95_an_error_that_quotes_a_text_shows_its_letters(tmp_path: Path) -> None:
    messages = [text for row in (89, 90, 91, 92) for text in PAYLOADS[row] if "\n" not in text]
    with Library.open(tmp_path / "library") as library:
        app = PapertermApp(library)
        async with app.run_test(size=SIZE) as pilot:
            desk = Desk(pilot)
            await desk.settle()
            for message in messages:
                desk.main.say_error(PapertermError(f"bad line: {message}", f"look at {message}"))
                await pilot.pause()
                assert f"bad line: {message}  look at {message}" in text_of(app)
                assert metas(app) == []


def test_row95_what_the_parser_of_settings_quotes_is_shown_inert(desk: LaptopDesk) -> None:
    settings = desk.home / "\x1b]0;owned\x07[red].toml"
    settings.write_text('theme = "\x1b]52;c;ZXZpbA==\x07"\n"[@click=app.quit]\\u001b[31m" = 1\n')
    desk.environment["PAPERTERM_CONFIG"] = str(settings)
    for terminal in (desk.open("config"), desk.open("list.txt")):
        terminal.wait_for(r"\[red\]\.toml")
        if terminal.process.poll() is None:
            terminal.send(b"q")
        assert terminal.wait_for_end() == 0
        assert b"\x1b]0;" not in terminal.raw
        assert b"\x1b]52;" not in terminal.raw
