"""Absurd queries, damaged indexes and odd libraries in the app: an answer or a sentence, never a fault."""

from __future__ import annotations

import json
import shutil
from collections.abc import Sequence
from pathlib import Path

import pytest
from textual import events

from paperterm.config import Config
from paperterm.library import Library
from paperterm.tui.app import PapertermApp
from tests.cli.test_search_bad_input import QUERIES, cut_short, of_another_version
from tests.tui.conftest import Desk

SIZE = (120, 30)


async def test_absurd_queries_are_answered(app: PapertermApp) -> None:
    async with app.run_test(size=SIZE) as pilot:
        desk = Desk(pilot)
        await desk.settle()
        await desk.press("slash")
        for name, query in QUERIES.items():
            app.post_message(events.Paste(query))
            await desk.settle()
            shown = "\n".join(desk.rows())
            assert len(desk.main.list.numbers) or "No paper matches." in shown, name
            assert all(len(row) <= SIZE[0] for row in desk.rows())
            if desk.main.filter_line.input.value:
                await desk.press("ctrl+g")
            assert len(desk.main.list.numbers) == 56 and desk.main.pane == "filter", name


@pytest.mark.parametrize("damage", [cut_short, of_another_version])
async def test_a_damaged_index_heals_and_one_that_is_deleted_goes_on(
    app: PapertermApp, library: Library, folder: Path, damage: object
) -> None:
    with Library.open(library.folder) as other:
        other.find("kernel")
    (manifest,) = folder.rglob("index.json")
    damage(manifest.parent)  # type: ignore[operator]
    async with app.run_test(size=SIZE) as pilot:
        desk = Desk(pilot)
        await desk.settle()
        await desk.press("slash", *"kernel", "enter")
        assert len(desk.main.list.numbers) == 7
        await desk.press("escape")
        shutil.rmtree(manifest.parent)
        await desk.press("slash", *"bandit", "enter")
        assert len(desk.main.list.numbers) == 7


def made(folder: Path, rows: Sequence[dict[str, str]]) -> Library:
    """A library of these papers."""
    library = Library.open(folder / "library")
    if rows:
        source = folder / "rows.jsonl"
        source.write_text("\n".join(map(json.dumps, rows)), encoding="utf-8")
        library.import_sources([str(source)])
    return library


@pytest.mark.parametrize(
    ("rows", "found"),
    [
        ([], 0),
        ([{"title": "Graphs", "abstract": "Graphs of graphs."}], 1),
        ([{"title": "Graph kernels"}, {"title": "Graph networks"}, {"title": "Gardens"}], 2),
    ],
    ids=["no papers", "one paper", "papers without abstracts"],
)
async def test_odd_libraries(tmp_path: Path, rows: list[dict[str, str]], found: int) -> None:
    with made(tmp_path, rows) as library:
        async with PapertermApp(library, Config()).run_test(size=SIZE) as pilot:
            desk = Desk(pilot)
            await desk.settle()
            await desk.press("b", "X", "slash", *"graph", "enter")
            assert len(desk.main.list.numbers) == found
            await desk.press("F", "escape", "j", "k", "G", "g", "X", "b")
            await desk.press("slash", "ctrl+g", *"grahp", "enter", "ctrl+n")
            assert len(desk.main.list.numbers) == found
            shown = "\n".join(desk.rows())
            assert found or "No papers yet." in shown
