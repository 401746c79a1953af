"""The reader: readable or raw texts, and from match to match."""

from __future__ import annotations

from pathlib import Path

import pytest

from paperterm.config import Config
from paperterm.library import Library
from paperterm.tui.app import PapertermApp
from tests.tui.conftest import Desk

SIZE = (120, 30)
ABSTRACT = r"We bound $\|x\|_2 \le \epsilon$ from \emph{above}. Bounds are tight. " + "More words follow here. " * 90


@pytest.fixture
def library_with_mathematics(tmp_path: Path) -> Library:
    """One paper, whose abstract has more lines than the reader."""
    source = tmp_path / "list.txt"
    source.write_text(f"Daily Papers\n\n{ABSTRACT}A last bound.\n", "utf-8")
    library = Library.open(tmp_path / "library")
    library.import_sources([str(source)])
    return library


async def test_texts_are_readable_or_as_typed(library_with_mathematics: Library) -> None:
    app = PapertermApp(library_with_mathematics, Config())
    async with app.run_test(size=SIZE) as pilot:
        desk = Desk(pilot)
        await desk.settle()
        assert "‖x‖₂ ≤ ϵ from above" in desk.page()
        await desk.press("M")
        assert r"$\|x\|_2 \le \epsilon$ from \emph{above}" in desk.page() and "Raw text" in desk.page()
        await desk.press("M")
        assert "‖x‖₂ ≤ ϵ" in desk.page()


async def test_from_match_to_match(library_with_mathematics: Library) -> None:
    app = PapertermApp(library_with_mathematics, Config())
    async with app.run_test(size=SIZE) as pilot:
        desk = Desk(pilot)
        await desk.settle()
        await desk.press("full_stop")
        assert desk.said == "No words are searched for; / filters."
        await desk.press("slash", *"bound", "enter", "enter", "full_stop")
        count = desk.main.page.matches
        assert count >= 3 and desk.said == f"match 1 of {count}"
        assert desk.main.reader.top == 0
        await desk.press("comma")
        assert desk.said == f"match {count} of {count}"
        assert desk.main.reader.top > 0  # the last one is far below
        await desk.press("full_stop")
        assert desk.said == f"match 1 of {count}"
        assert desk.main.reader.top == 0
