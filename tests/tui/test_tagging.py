"""All tags as a tree: shown, renamed, merged and deleted, each a step of undo."""

from __future__ import annotations

import re

import pytest
from textual.pilot import Pilot

from paperterm.config import Config
from paperterm.library import Library
from paperterm.model.annotation import LONGEST_TAG
from paperterm.tui.app import PapertermApp
from paperterm.tui.screens.confirm import Confirm
from paperterm.tui.widgets.choices import Choices
from tests.tui.conftest import Desk
from tests.tui.test_way import dialog_text

SIZE = (100, 30)
TAGS = {0: "theory", 1: "theory/ntk", 2: "theory/ntk theory", 3: "深度", 4: "graphs theory/optimal-transport"}


@pytest.fixture
def tagged(library: Library) -> Library:
    """The library with tags on five papers."""
    for number, tags in TAGS.items():
        library.edit_tags([library.head(number).paper_id], tags.split())
    return library


def tree(desk: Desk) -> list[str]:
    """The rows of the tree, without the place of the cursor and with the blanks before the count squeezed."""
    rows = [strip.text[2:].rstrip() for strip in desk.app.screen.query_one(Choices)._strips]
    return [re.sub(r"(?<=\S) +", " ", row) for row in rows if row]


async def opened(pilot: Pilot[object]) -> Desk:
    desk = Desk(pilot)
    await desk.settle()
    await desk.press("number_sign")
    return desk


async def test_the_tree_counts_what_is_below_and_enter_shows_the_papers(tagged: Library) -> None:
    async with PapertermApp(tagged, Config()).run_test(size=SIZE) as pilot:
        desk = await opened(pilot)
        assert tree(desk) == ["#graphs 1", "#theory 4", "  #ntk 2", "  #optimal-transport 1", "#深度 1"]
        await desk.press("down", "down", "enter")
        assert desk.main.query_text == "tag:theory/ntk " and len(desk.main.list.numbers) == 2
        await desk.press("escape", "number_sign", *"the", "down", "down", "up", "pagedown", "pageup", "enter")
        assert desk.main.query_text == "tag:theory " and len(desk.main.list.numbers) == 4
        await desk.press("number_sign", *"zebra")
        assert "No tag has this in its name." in dialog_text(desk)
        await desk.press("enter", "ctrl+r", "ctrl+x")
        assert not desk.is_at_main
        await desk.press("ctrl+u", *"#NTK", "enter")
        assert desk.main.query_text == "tag:theory/ntk "


async def test_a_tag_takes_those_below_it_to_its_new_name(tagged: Library) -> None:
    before = tagged.tags()
    async with PapertermApp(tagged, Config()).run_test(size=SIZE) as pilot:
        desk = await opened(pilot)
        await desk.press("down", "ctrl+r")
        assert "4 papers, and 2 tags below it" in dialog_text(desk)
        await desk.press("ctrl+u", *"Maths", "enter")
        assert desk.said == "4 papers: tag theory is now maths  saved"
        assert tagged.tags() == {tag.replace("theory", "maths"): count for tag, count in before.items()}
        assert "maths/ntk" in "\n".join(desk.rows())
        await desk.press("z")
        assert desk.said == "undone: 4 papers: tag theory is now maths  saved" and tagged.tags() == before
        await desk.press("Z")
        assert tagged.tags()["maths/ntk"] == 2


async def test_a_name_that_is_taken_makes_both_one(tagged: Library) -> None:
    async with PapertermApp(tagged, Config()).run_test(size=SIZE) as pilot:
        desk = await opened(pilot)
        await desk.press("ctrl+r", "ctrl+u", *"深")
        assert "1 paper" in dialog_text(desk) and "already" not in dialog_text(desk)
        await desk.press("度")
        assert "1 paper; 深度 is there already: both become one" in dialog_text(desk)
        await desk.press("enter")
        assert tagged.tags()["深度"] == 2 and "graphs" not in tagged.tags()
        await desk.press("z", "number_sign", "ctrl+r", "enter")
        assert desk.said == "the tag has that name already" and tagged.tags()["graphs"] == 1


async def test_what_is_no_name_is_said_and_nothing_happens(tagged: Library) -> None:
    before = tagged.tags()
    async with PapertermApp(tagged, Config()).run_test(size=SIZE) as pilot:
        desk = await opened(pilot)
        await desk.press("ctrl+r", "ctrl+u", "enter")
        assert "is not a tag" in dialog_text(desk)
        await desk.press("escape", "down", "ctrl+r", "ctrl+u", *"x" * LONGEST_TAG, "enter")
        assert desk.is_at_main and "at most 100 characters" in desk.said and tagged.tags() == before


async def test_deleting_is_asked_for_and_can_be_taken_back(tagged: Library) -> None:
    before = tagged.tags()
    async with PapertermApp(tagged, Config()).run_test(size=SIZE) as pilot:
        desk = await opened(pilot)
        await desk.press("down")
        await desk.hold("ctrl+x")
        assert isinstance(desk.app.screen, Confirm) and len(desk.app.screen_stack) == 3
        assert desk.app.screen._message == "Take the tag theory, and 2 tags below it, off 4 papers? z brings it back."
        await desk.press("escape")
        assert tagged.tags() == before and not desk.is_at_main
        await desk.press("ctrl+x", "y")
        assert desk.said == "4 papers: tag theory deleted  saved" and set(tagged.tags()) == {"graphs", "深度"}
        await desk.press("z")
        assert tagged.tags() == before


async def test_without_tags_it_says_how_to_make_some(library: Library) -> None:
    async with PapertermApp(library, Config(keymap={"paper.tag": "f2"})).run_test(size=(40, 12)) as pilot:
        desk = await opened(pilot)
        assert "No tags yet: f2 gives them to" in dialog_text(desk)
        await desk.press("enter", "escape")
        assert desk.is_at_main
