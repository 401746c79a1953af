"""What the app says of an answer, and the commands that narrow or widen it."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from paperterm.config import Config
from paperterm.library import Library
from paperterm.model.annotation import ReadingStatus
from paperterm.tui.app import PapertermApp
from paperterm.tui.widgets.choices import Choices
from tests.tui.conftest import Desk

SIZE = (140, 30)


def count(desk: Desk) -> str:
    """What stands beside the filter."""
    return "".join(span.text for span in desk.main.filter_line._count.right)


def marked(desk: Desk) -> list[str]:
    """The parts of the filter that are marked as not understood."""
    text = desk.main.filter_line.input._value
    return [text.plain[span.start : span.end] for span in text.spans]


def choices(desk: Desk) -> list[str]:
    """The rows of the dialog on screen."""
    return [strip.text.strip() for strip in desk.app.screen.query_one(Choices)._strips if strip.text.strip()]


async def test_what_is_not_understood_is_marked_in_its_place_until_it_is_changed(app: PapertermApp) -> None:
    async with app.run_test(size=SIZE) as pilot:
        desk = Desk(pilot)
        await desk.settle()
        await desk.press("slash")
        await desk.type("status:nonsense kernel foo:bar ) ")
        assert marked(desk) == ["status:nonsense", "foo:", ")"]
        assert "status: takes one of unread" in count(desk) and count(desk).endswith("(and 2 more)")
        strip = desk.main.filter_line.input.render_line(0)
        assert any(part.text == "status:nonsense" and part.style and part.style.underline for part in strip)
        await desk.press("home", "delete")
        assert marked(desk) != ["status:nonsense", "foo:", ")"]
        await desk.press("ctrl+g")
        await desk.type("kernel ")
        assert marked(desk) == [] and count(desk).startswith("7 of 56")


async def test_a_problem_that_has_no_room_beside_the_filter_is_said_below(app: PapertermApp) -> None:
    async with app.run_test(size=(50, 16)) as pilot:
        desk = Desk(pilot)
        await desk.settle()
        await desk.press("slash")
        await desk.type("foo:bar ")
        assert desk.said == "there is no field foo: so this is sought as text"
        assert desk.main.filter_line.input.size.width >= 20
        await desk.press("ctrl+g")
        assert desk.said == ""


async def test_near_words_are_said_and_can_be_taken(app: PapertermApp, library: Library) -> None:
    library.set_status([library.head(5).paper_id], ReadingStatus.READ)
    async with app.run_test(size=SIZE) as pilot:
        desk = Desk(pilot)
        await desk.settle()
        await desk.press("ctrl+n")
        assert desk.said == "Every word is in some paper."
        await desk.press("slash")
        await desk.type("kernal ")
        assert "No paper has “kernal”; sought instead: kernel." in desk.said and "^n takes it" in desk.said
        assert len(desk.main.list.numbers) == 7 and "^n take near words" in desk.main.key_line._strips[0].text
        assert any("Kernel" in part.text and part.style and part.style.bold for part in desk.main.list._strips[0])
        await desk.type("status:skipped ")
        shown = "\n".join(desk.rows())
        assert "No paper matches." in shown and "Did you mean kernel?  ^n takes it." in shown
        await desk.press("ctrl+n")
        assert desk.main.filter_line.input.value == "kernel status:skipped " and desk.said == ""
        assert "Did you mean" not in "\n".join(desk.rows()) and "esc clears the filter." in "\n".join(desk.rows())
        await desk.press("ctrl+g")
        await desk.type("kernel zzzz ")
        assert desk.said == "No paper has all of these words; these have most of them."
        assert count(desk).startswith("nearest 7")


async def test_counts_of_what_is_shown_narrow_the_filter(app: PapertermApp, library: Library) -> None:
    ids = [library.head(number).paper_id for number in range(56)]
    library.edit_tags(ids[5:14], ["theory/ntk"])
    library.set_status(ids[:4], ReadingStatus.TO_READ)
    async with app.run_test(size=(100, 40)) as pilot:
        desk = Desk(pilot)
        await desk.settle()
        await desk.press("slash", *"kernel", "enter", "F")
        rows = choices(desk)
        assert [row.split("  ")[0] for row in rows if row.isalpha()] == [
            "Status",
            "Tags",
            "Venues",
            "Years",
            "Collections",
        ]
        assert any(row.split()[:3] == ["▌", "unread", "7"] for row in rows)
        assert any(row.split()[:2] == ["theory/ntk", "2"] for row in rows)
        await desk.press("tab", "enter")
        assert desk.main.filter_line.input.value == "kernel tag:theory/ntk " and len(desk.main.list.numbers) == 2
        await desk.press("F", "tab", "shift+tab", "pagedown", "pageup", "escape")
        assert desk.is_at_main and len(desk.main.list.numbers) == 2
        await desk.press("escape", "F", "j", "j", "k", "down", "enter")
        assert desk.main.filter_line.input.value == "tag:theory/ntk "
        await desk.press("escape", "F", *["tab"] * 4, "enter")
        assert desk.main.filter_line.input.value == 'collection:"Garden 2024" '
        assert len(desk.main.list.numbers) == 56
        await desk.press("escape", "slash", *"zebras", "enter", "F")
        assert desk.is_at_main and desk.said == "There is no paper in the list."


async def test_the_best_sentence_is_shown_below_each_title(app: PapertermApp) -> None:
    async with app.run_test(size=SIZE) as pilot:
        desk = Desk(pilot)
        await desk.settle()
        await desk.press("j", "j", "b")
        assert desk.pointed.startswith("Part 3:")
        rows = desk.rows()
        assert "Part 1: Graph" in rows[0] and rows[1].strip().startswith("We study graph networks in setting")
        await desk.press("slash", *"experiments", "enter")
        rows = desk.rows()
        assert all("experiments on several data sets" in row for row in rows[1 : len(rows) - 1 : 2])
        assert any("experiments" in part.text and part.style and part.style.bold for part in desk.main.list._strips[1])
        await desk.press("pagedown", "G", "g", "pagedown", "k")
        pane = desk.main.list
        assert pane.top <= pane.cursor < pane.top + pane.rows // 2
        before = desk.pointed
        assert before.split(":")[0] in pane._strips[2 * (pane.cursor - pane.top)].text
        await desk.press("b")
        assert desk.pointed == before and "We study" not in "".join(desk.rows())
        assert before.split(":")[0] in pane._strips[pane.cursor - pane.top].text


async def test_sentences_stand_below_papers_of_groups_and_in_every_size(app: PapertermApp) -> None:
    async with app.run_test(size=SIZE) as pilot:
        desk = Desk(pilot)
        await desk.settle()
        await desk.press("B", "j", "j", "enter", "b", "g")
        assert desk.rows()[0].strip().startswith("▾ unread") and not desk.rows()[1].strip(" ▐")
        assert desk.rows()[3].strip().startswith("We study")
        for width, height in ((60, 20), (40, 12), (20, 5)):
            await pilot.resize_terminal(width, height)
            await desk.press("G", "g", "j", "j")
            assert desk.pointed.startswith("Part 2:")


async def test_expansion_changes_the_order_and_says_so(tmp_path: Path) -> None:
    texts = {
        "A garden": "hedge hedge hedge",
        "Of hedges": "A hedge is cut with shears.",
        "On shears": "Of a hedge of which much else is to be said than this, and nothing of the tools that cut it.",
        "Tools": "A hedge of which much else is to be said than this, shears and shears, for shears of all kinds.",
    }
    source = tmp_path / "list.jsonl"
    source.write_text("\n".join(json.dumps({"title": t, "abstract": a}) for t, a in texts.items()), encoding="utf-8")
    with Library.open(tmp_path / "library") as library:
        library.import_sources([str(source)])
        async with PapertermApp(library, Config()).run_test(size=SIZE) as pilot:
            desk = Desk(pilot)
            await desk.settle()
            await desk.press("slash", *"hedge", "enter")
            before = [int(number) for number in desk.main.list.numbers]
            await desk.press("X")
            after = [int(number) for number in desk.main.list.numbers]
            assert "expanded" in desk.place and "words of the best papers" in desk.said
            assert after == [int(n) for n in library.find("hedge", typing=True, expand=True).numbers] != before
            await desk.press("X")
            assert [int(number) for number in desk.main.list.numbers] == before and "expanded" not in desk.place
            await desk.press("S", "j", "j", "enter", "X")
            assert desk.said.endswith("It shows in the order by relevance.")


@pytest.mark.parametrize("size", [(120, 40), (40, 12)])
async def test_the_filter_keeps_room_at_every_size(app: PapertermApp, size: tuple[int, int]) -> None:
    async with app.run_test(size=size) as pilot:
        desk = Desk(pilot)
        await desk.settle()
        await desk.press("slash")
        await desk.type("status:nonsense kernel ")
        assert desk.main.filter_line.input.size.width >= (size[0] - 4) // 2 - 1
        await pilot.resize_terminal(20, 5)
        await desk.settle()
        assert desk.main.filter_line.input.size.width >= 7
