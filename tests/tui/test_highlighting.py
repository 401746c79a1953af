"""Highlights: choosing a passage by keys and by mouse, colours, remarks, their list."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from textual import events

from paperterm.config import Config
from paperterm.library import Library
from paperterm.model.annotation import COLOURS, Highlight
from paperterm.tui.app import PapertermApp
from paperterm.tui.screens.highlights import HighlightsDialog
from tests.tui.conftest import Desk

SIZE = (120, 34)
SENTENCES = [
    "We bound the error in one step.",
    r"The bound $\|x\|_2 \le \epsilon$ holds for every depth.",
    "It is tight.",
    "Experiments agree with it.",
]


@pytest.fixture
def library(tmp_path: Path) -> Iterator[Library]:
    source = tmp_path / "list.txt"
    source.write_text(f"Daily Papers\n\n{' '.join(SENTENCES)}\n\nAnother abstract, of few words.\n", "utf-8")
    with Library.open(tmp_path / "library") as opened:
        opened.import_sources([str(source)])
        yield opened


def passages(library: Library) -> list[str]:
    return [highlight.passage for highlight in highlights(library)]


def highlights(library: Library) -> tuple[Highlight, ...]:
    return library.annotation(library.head(0).paper_id).highlights


def chosen(desk: Desk) -> str:
    """The words that are shown as chosen."""
    lines = desk.main.reader.lines
    parts = ["".join(span.text for span in line if "chosen" in span.style.split()) for line in lines]
    return " ".join(" ".join(parts).split())


async def test_from_sentence_to_sentence_and_word_to_word(app: PapertermApp, library: Library) -> None:
    async with app.run_test(size=SIZE) as pilot:
        desk = Desk(pilot)
        await desk.settle()
        await desk.press("h")
        assert desk.main.pane == "passage" and chosen(desk) == SENTENCES[0]
        assert "yellow" in desk.said and "7 words" in desk.said
        second = "The bound ‖x‖₂ ≤ ϵ holds for every depth."
        for key, words in (
            ("j", second), ("down", "It is tight."), ("k", second), ("up", SENTENCES[0]),
            ("l", "The"), ("right", "bound"), ("l", "‖x‖₂ ≤ ϵ"), ("h", "bound"), ("left", "The"),
            ("L", "The bound"), ("shift+right", "The bound ‖x‖₂ ≤ ϵ"), ("H", "The bound"), ("shift+left", "The"),
            ("h", "step."), ("h", "one"), ("J", "one step."), ("shift+down", f"one step. {second}"),
            ("K", "one step."), ("o", "one step."), ("L", "step."), ("tab", "step."),
            ("j", second), ("shift+up", f"{SENTENCES[0]} {second}"),
        ):  # fmt: skip
            await desk.press(key)
            assert chosen(desk) == words, key
        for key in ("escape", "ctrl+g", "q"):
            assert desk.main.pane == "passage"
            await desk.press(key)
            assert desk.main.pane == "reader" and chosen(desk) == ""
            await desk.press("h")
        assert passages(library) == []


async def test_it_is_kept_in_a_colour_with_a_remark_and_undone(app: PapertermApp, library: Library) -> None:
    async with app.run_test(size=SIZE) as pilot:
        desk = Desk(pilot)
        await desk.settle()
        await desk.press("h", "enter")
        assert desk.main.pane == "reader" and desk.said.startswith("1 paper: highlighted")
        assert passages(library) == [SENTENCES[0]]
        assert f"{SENTENCES[0]}¹" in desk.page() and "yellow" in desk.page()
        await desk.press("h", "j", "g", "n", *"why?", "enter")
        assert highlights(library)[1].remark == "why?" and highlights(library)[1].colour == "green"
        assert highlights(library)[1].passage == SENTENCES[1]  # as it was typed
        await desk.press("h", "k", "n", "x", "escape")  # no remark, so nothing is kept, and it is still being chosen
        assert len(highlights(library)) == 2 and desk.main.pane == "passage"
        await desk.press("escape", "z")
        assert passages(library) == [SENTENCES[0]]
        await desk.press("Z")
        assert len(highlights(library)) == 2


async def test_every_colour_has_a_letter_and_a_number(app: PapertermApp, library: Library) -> None:
    async with app.run_test(size=SIZE) as pilot:
        desk = Desk(pilot)
        await desk.settle()
        for keys in (("y", "g", "b", "r", "p"), ("1", "2", "3", "4", "5")):
            for colour, key in zip(COLOURS, keys, strict=True):
                await desk.press("h", key)
                assert f" {colour} " in desk.said
                await desk.press("space")
                assert highlights(library)[0].colour == colour
        assert len(highlights(library)) == 1


async def test_it_begins_at_the_match_one_is_at(app: PapertermApp) -> None:
    async with app.run_test(size=SIZE) as pilot:
        desk = Desk(pilot)
        await desk.settle()
        await desk.press("slash", *"tight", "enter", "full_stop", "h")
        assert chosen(desk) == "It is tight."


async def test_the_mouse_draws_over_words(app: PapertermApp, library: Library) -> None:
    async with app.run_test(size=SIZE) as pilot:
        desk = Desk(pilot)
        await desk.settle()
        lines = desk.page().splitlines()
        row = max(y for y, line in enumerate(lines) if "error" in line)
        first, last = lines[row].index("rror"), lines[row].index("one") + 1
        await pilot.mouse_down("#reader", offset=(first, row))
        await pilot._post_mouse_events([events.MouseMove], "#reader", offset=(last, row), button=1)
        await pilot.mouse_up("#reader", offset=(last, row))
        await desk.settle()
        assert desk.main.pane == "passage" and chosen(desk) == "error in one"
        await desk.press("enter")
        assert passages(library) == ["error in one"]
        # Whoever clicks on the list has chosen nothing.
        await desk.press("h")
        await pilot.click("#list", offset=(10, 1))
        await desk.settle()
        assert desk.main.pane == "list" and desk.main.passage is None
        assert desk.place == "2/2"


async def test_the_list_of_highlights(app: PapertermApp, library: Library) -> None:
    async with app.run_test(size=SIZE) as pilot:
        desk = Desk(pilot)
        await desk.settle()
        await desk.press("H")
        assert desk.said == "This paper has no highlights; h makes one."
        await desk.press("h", "enter", "h", "j", "j", "enter", "H")
        dialog = desk.app.screen
        assert isinstance(dialog, HighlightsDialog)
        await desk.press("j", "n", *"so?", "enter", "b", "3", "k", "down", "up")
        assert [(one.passage, one.colour, one.remark) for one in highlights(library)] == [
            (SENTENCES[0], "yellow", ""), (SENTENCES[2], "blue", "so?"),
        ]  # fmt: skip
        await desk.press("x", "b", "n", "enter")  # what is deleted can neither be changed nor gone to
        assert desk.app.screen is dialog and passages(library) == [SENTENCES[2]]
        await desk.press("x")
        assert passages(library) == [SENTENCES[0], SENTENCES[2]]
        await desk.press("delete", "q")
        assert passages(library) == [SENTENCES[2]]
        await desk.press("H", "enter")
        assert desk.main.pane == "passage" and chosen(desk) == SENTENCES[2] and "blue" in desk.said


async def test_a_held_key_deletes_one(app: PapertermApp, library: Library) -> None:
    async with app.run_test(size=SIZE) as pilot:
        desk = Desk(pilot)
        await desk.settle()
        await desk.press("h", "enter", "h", "j", "enter", "h", "j", "j", "enter", "H")
        await desk.burst(*["x"] * 31)
        assert len(highlights(library)) == 2


async def test_they_are_there_after_a_restart_and_in_other_spacing(app: PapertermApp, library: Library) -> None:
    async with app.run_test(size=SIZE) as pilot:
        desk = Desk(pilot)
        await desk.settle()
        await desk.press("h", "j", "enter")
    library.close()
    for file in (library.folder / "papers").iterdir():
        file.unlink()
    source = library.folder.parent / "list.txt"
    source.write_text(f"Daily Papers\n\n{'  '.join(SENTENCES).replace(' ', chr(10), 3)}\n", "utf-8")
    with Library.open(library.folder) as again:
        again.import_sources([str(source)])
        async with PapertermApp(again, Config()).run_test(size=SIZE) as pilot:
            desk = Desk(pilot)
            await desk.settle()
            assert "holds for every depth.¹" in " ".join(desk.page().replace("│", "").split())


async def test_without_an_abstract_or_a_right_to_write_nothing_is_chosen(tmp_path: Path) -> None:
    source = tmp_path / "list.jsonl"
    source.write_text('{"title": "Only a title"}', "utf-8")
    with Library.open(tmp_path / "bare") as bare:
        bare.import_sources([str(source)])
        async with PapertermApp(bare, Config()).run_test(size=SIZE) as pilot:
            desk = Desk(pilot)
            await desk.settle()
            await desk.press("h")
            assert desk.said == "There is no abstract to highlight." and desk.main.pane != "passage"


@pytest.mark.parametrize("size", [(80, 24), (40, 12), (20, 5)])
async def test_at_any_size(app: PapertermApp, library: Library, size: tuple[int, int]) -> None:
    async with app.run_test(size=size) as pilot:
        desk = Desk(pilot)
        await desk.settle()
        await desk.press("h", "j", "j", "j")
        assert "Experiments agree" in desk.page()  # what is chosen is in sight
        await desk.press("n", *"ok", "enter", "H", "n", "escape", "escape")
        assert [one.remark for one in highlights(library)] == ["ok"]
