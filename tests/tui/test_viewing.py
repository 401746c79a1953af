"""Views by a key: collections with their counts; and what the filter may go on with."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from textual import events

from paperterm.config import Config
from paperterm.library import Library
from paperterm.model.annotation import ReadingStatus
from paperterm.tui.app import PapertermApp
from tests.tui.conftest import Desk, made_papers
from tests.tui.test_narrowing import choices, count, marked

SIZE = (100, 30)


@pytest.fixture
def shelves(library: Library, tmp_path: Path) -> Library:
    """The library with two lists more, one of them the beginning of the first."""
    for name, papers in (("ICML 2023 论文列表", made_papers(19)), ("Said", made_papers(58)[56:])):
        source = tmp_path / f"{name}.jsonl"
        source.write_text("\n".join(json.dumps(paper) for paper in papers), encoding="utf-8")
        library.import_sources([str(source)], collection=name)
    library.set_status([library.head(number).paper_id for number in (0, 1, 30)], ReadingStatus.READ)
    library.edit_tags([library.head(number).paper_id for number in range(5)], ["theory/ntk"])
    return library


def query(desk: Desk) -> str:
    """The filter."""
    return desk.main.filter_line.input.value


def offered(desk: Desk) -> str:
    """The whole line of the filter as it is on screen."""
    return desk.main.filter_line.input.render_line(0).text.rstrip()


async def test_collections_show_what_is_unread_and_enter_shows_their_papers(shelves: Library) -> None:
    async with PapertermApp(shelves, Config()).run_test(size=SIZE) as pilot:
        desk = Desk(pilot)
        await desk.settle()
        await desk.press("c")
        rows = [" ".join(row.split()) for row in choices(desk)]
        assert rows == [
            "▌ Garden 2024 53 unread of 56", "ICML 2023 论文列表 17 unread of 19", "Said 2 unread of 2",
        ]  # fmt: skip
        await desk.press("down", "down", "up", "pagedown", "pageup", "down", "enter")
        assert query(desk) == 'collection:"ICML 2023 论文列表" ' and len(desk.main.list.numbers) == 19
        assert desk.is_at_main and desk.main.pane == "list"
        await desk.press("c")  # the cursor is on the one that is shown
        assert choices(desk)[1].startswith("▌ ICML 2023")
        await desk.press(*"gard")
        assert len(choices(desk)) == 1
        await desk.press("ctrl+u")
        assert len(choices(desk)) == 3
        await desk.press(*"nowhere")
        assert choices(desk) == ["No collection has these words."]
        await desk.press("enter", "escape")
        assert query(desk) == 'collection:"ICML 2023 论文列表" '
        await desk.burst("c", *"2024 gar", "enter")  # as from a fast typist
        assert query(desk) == 'collection:"Garden 2024" ' and len(desk.main.list.numbers) == 56
        await desk.press("slash", "up")
        assert query(desk) == 'collection:"ICML 2023 论文列表"'


async def test_collections_of_an_empty_library(tmp_path: Path) -> None:
    with Library.open(tmp_path / "empty") as empty:
        async with PapertermApp(empty).run_test(size=SIZE) as pilot:
            desk = Desk(pilot)
            await desk.settle()
            await desk.press("c")
            assert choices(desk) == ["No lists yet: import one."]
            await desk.press("enter", "escape")
            assert desk.is_at_main


async def test_the_filter_offers_how_a_query_may_go_on(shelves: Library) -> None:
    async with PapertermApp(shelves, Config()).run_test(size=SIZE) as pilot:
        desk = Desk(pilot)
        await desk.settle()
        await desk.press("slash", *"ta")
        assert offered(desk) == "tag:" and query(desk) == "ta"
        await desk.press("right")
        assert query(desk) == "tag:" and offered(desk) == "tag:theory/ntk"
        await desk.press("t")
        await desk.press("tab")
        assert query(desk) == "tag:theory/ntk " and count(desk).startswith("5 of 58")
        assert desk.main.pane == "filter"
        await desk.press("tab")  # nothing more to take: to the list
        assert desk.main.pane == "list" and query(desk) == "tag:theory/ntk "
        await desk.press("slash", "ctrl+u", *"venue:ic", "tab", *"coll", "tab", *"icml", "tab")  # all at once
        assert query(desk) == 'venue:ICML collection:"ICML 2023 论文列表" '
        await desk.press("ctrl+u", *"ker")
        assert offered(desk) == "ker"
        await desk.press("ctrl+u", *"no")
        assert offered(desk) == "note:"
        await desk.press("left")  # the cursor is elsewhere
        assert offered(desk) == "no"
        await desk.press("right")
        assert query(desk) == "no"
        await desk.press("enter")  # as typed
        assert query(desk) == "no" and desk.main.pane == "list"
        assert offered(desk) == "no"


async def test_what_is_unfinished_is_marked_once_the_filter_is_left(shelves: Library) -> None:
    async with PapertermApp(shelves, Config()).run_test(size=(140, 30)) as pilot:
        desk = Desk(pilot)
        await desk.settle()
        for typed, wrong, sentence in (
            ("kernel tag:", "tag:", "tag: needs a value right after it"),
            ("(kernel", "(", "this bracket is not closed"),
            ('kernel "part', '"', "this quotation mark is not closed"),
            ("kernel OR", "OR", "OR stands between two words"),
        ):
            await desk.press("slash")
            await desk.type(typed)
            assert marked(desk) == [] and " of 58" in count(desk)
            shown = [int(number) for number in desk.main.list.numbers]
            await desk.press("enter")
            assert marked(desk) == [wrong] and count(desk).startswith(sentence)
            assert f"{len(shown)} of 58 ·" in count(desk) and count(desk).endswith(" ms")  # count and time as well
            assert [int(number) for number in desk.main.list.numbers] == shown
            await desk.press("d", "slash", "end", "space")
            await desk.press("ctrl+g", "ctrl+g")
            assert marked(desk) == [] and desk.main.pane == "list"


async def test_what_is_unfinished_is_said_of_a_query_that_came_with_the_start(library: Library) -> None:
    async with PapertermApp(library, Config(), query="kernel tag:").run_test(size=(50, 16)) as pilot:
        desk = Desk(pilot)
        await desk.settle()
        desk.main.search()
        await desk.settle()
        assert marked(desk) == ["tag:"] and desk.said == "tag: needs a value right after it"


async def test_a_paste_that_has_no_room_is_said(app: PapertermApp) -> None:
    async with app.run_test(size=SIZE) as pilot:
        desk = Desk(pilot)
        await desk.settle()
        await desk.press("slash")
        desk.app.post_message(events.Paste("kernel " * 100))
        await desk.settle()
        assert len(query(desk)) == 500
        assert desk.said == "The filter takes 500 characters: the rest of what was pasted is left out."
        await desk.press("ctrl+g")
        desk.app.post_message(events.Paste("kernel"))
        await desk.settle()
        assert query(desk) == "kernel"


async def test_more_like_this_finds_kin_first_and_can_be_narrowed(library: Library) -> None:
    async with PapertermApp(library, Config()).run_test(size=SIZE) as pilot:
        desk = Desk(pilot)
        await desk.settle()
        await desk.press("S", "end", "enter", "j", "enter")
        title, number = desk.pointed, desk.main.list.pointed
        assert number is not None
        subject, matter = title.split(": ")[1].split(" with")[0].split(" ")
        await desk.press("m")
        assert query(desk) == f"like:{library.head(number).paper_id[:10]} " and desk.main.pane == "list"
        found = [library.head(one).title for one in desk.main.list.numbers]
        assert title not in found
        assert all(subject in one or matter in one for one in found[:6])
        assert desk.said.startswith("alike by ")
        assert {subject.lower(), matter.lower()} <= set(desk.said.removeprefix("alike by ").split(", "))
        await desk.press("slash", *"year:2021", "enter")
        kept = [library.head(one) for one in desk.main.list.numbers]
        assert {one.year for one in kept} == {2021} and len(kept) < len(found)
        await desk.press("space", "j", "space", "m")
        assert query(desk).count(",") == 1 and not {one.title for one in kept[:2]} & {
            library.head(one).title for one in desk.main.list.numbers
        }
        await desk.leave()
        assert len(desk.main.list.numbers) == 56
        await desk.press("asterisk", "m")
        assert desk.said == "More like up to 20 papers can be looked for; 56 are selected." and query(desk) == ""


async def test_papers_like_one_that_is_not_here(library: Library) -> None:
    async with PapertermApp(library, Config(), query="like:ffffffffff").run_test(size=SIZE) as pilot:
        desk = Desk(pilot)
        await desk.settle()
        assert len(desk.main.list.numbers) == 0 and "No paper matches." in "\n".join(desk.rows())
        await desk.press("slash", "ctrl+u", *"like:graph ", "enter")
        assert "like: takes the id of a paper" in desk.said + count(desk)
