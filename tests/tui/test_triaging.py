"""Triage: one decision after another, each about a paper that was seen."""

from __future__ import annotations

import pytest

from paperterm.config import Config
from paperterm.library import Library
from paperterm.model.annotation import ReadingStatus
from paperterm.tui.app import PapertermApp
from tests.tui.conftest import Desk

SIZE = (120, 30)


def statuses(desk: Desk, *numbers: int) -> list[str]:
    return [desk.annotation(number).status.value for number in numbers]


async def test_each_decision_goes_on_to_the_next_unread_paper(app: PapertermApp, library: Library) -> None:
    library.set_status([library.head(number).paper_id for number in (1, 4)], ReadingStatus.READ)
    async with app.run_test(size=SIZE) as pilot:
        desk = Desk(pilot)
        await desk.settle()
        await desk.press("T")
        assert desk.said.startswith("Triage of 54 unread papers") and desk.place.startswith("triage 1 of 54")
        await desk.press("w", "x")
        assert desk.place == "triage 3 of 54   4/56", "the second paper is read already"
        await desk.press("s", "d", "r")
        assert statuses(desk, 0, 1, 2, 3, 5, 6) == ["to-read", "read", "skipped", "unread", "read", "reading"]
        assert desk.annotation(3).starred and desk.place == "triage 6 of 54   8/56"
        await desk.press("z")
        assert desk.pointed == library.head(6).title and desk.place == "triage 5 of 54   7/56"
        await desk.press("u")
        assert desk.place == "triage 6 of 54   8/56" and statuses(desk, 6) == ["unread"]


async def test_merely_passing_over_decides_nothing(app: PapertermApp) -> None:
    async with app.run_test(size=SIZE) as pilot:
        desk = Desk(pilot)
        await desk.settle()
        await desk.press("j", "T", "j", "j", "enter", "j", "pagedown", "tab", "G", "k", "J")
        assert statuses(desk, *range(56)) == ["unread"] * 56 and desk.place.startswith("triage 1 of 56")
        await desk.press("g", "d", "G", "d")
        assert desk.place == "triage 3 of 56   2/56", "after the last row comes the first that is left"


@pytest.mark.parametrize("leaving", ["T", "escape", "ctrl+g"])
async def test_triage_is_seen_and_left(app: PapertermApp, leaving: str) -> None:
    async with app.run_test(size=SIZE) as pilot:
        desk = Desk(pilot)
        await desk.settle()
        assert ("T", "leave triage") not in [key[:2] for key in desk.main.key_line.keys]
        await desk.press("T", "d")
        assert ("T", "leave triage") in [key[:2] for key in desk.main.key_line.keys]
        await desk.press(leaving)
        assert desk.said == "Triage left: 1 of 56 decided." and desk.place == "2/56" and not desk.main.is_transient
        await desk.press("d")
        assert desk.place == "2/56"


async def test_triage_ends_with_the_last_paper(app: PapertermApp) -> None:
    async with app.run_test(size=SIZE) as pilot:
        desk = Desk(pilot)
        await desk.settle()
        await desk.press("slash", *"kernel", "enter", "T", *"wxdrwx")
        assert desk.place.startswith("triage 7 of 7")
        await desk.press("d")
        assert desk.said == "1 paper: read  Triage is done: 7 of 7 decided.  saved" and desk.place == "7/7"
        await desk.press("T")
        assert desk.said == "No unread paper is shown."
        await desk.press("escape", "T", "slash", *"graph", "enter", "d")
        assert desk.place == "triage 2 of 7   2/7", "another list, other papers"


async def test_triage_keeps_to_its_way_when_groups_change_under_it(app: PapertermApp) -> None:
    async with app.run_test(size=SIZE) as pilot:
        desk = Desk(pilot)
        await desk.settle()
        await desk.press("B", "j", "j", "enter", "g", "j", "j", "T", "d", "x")
        assert statuses(desk, 0, 1, 2, 3) == ["unread", "read", "skipped", "unread"]
        assert desk.pointed == desk.main.library.head(3).title


async def test_a_selection_is_not_decided_about_unseen(app: PapertermApp) -> None:
    async with app.run_test(size=SIZE) as pilot:
        desk = Desk(pilot)
        await desk.settle()
        await desk.press("asterisk", "T")
        assert desk.main.triage is None and desk.said == "Papers are selected; esc lets them go."


async def test_one_pane_at_a_time_triage_shows_the_paper(app: PapertermApp) -> None:
    async with app.run_test(size=(40, 12)) as pilot:
        desk = Desk(pilot)
        await desk.settle()
        await desk.press("T", "x", "w")
        assert desk.main.pane == "reader" and "Part 3" in desk.page() and desk.place == "triage 3 of 56   3/56"
        await desk.press("escape")
        assert desk.main.pane == "list" and not desk.main.is_transient


async def test_a_held_key_decides_about_one_paper(library: Library) -> None:
    app = PapertermApp(library, Config(advance=True))
    async with app.run_test(size=SIZE) as pilot:
        desk = Desk(pilot)
        await desk.settle()
        await desk.hold("x")
        assert desk.place == "2/56" and statuses(desk, 0, 1) == ["skipped", "unread"]
        for key in "wxdrsu":
            await desk.press("T")
            before = desk.main.list.cursor
            await desk.hold(key)
            assert desk.place.startswith("triage 2 of") and desk.main.list.cursor == before + 1
            await desk.press("T")


async def test_a_held_z_takes_one_change_back(app: PapertermApp, library: Library) -> None:
    async with app.run_test(size=SIZE) as pilot:
        desk = Desk(pilot)
        await desk.settle()
        await desk.press("d", "j", "x", "j", "s")
        await desk.hold("z")
        assert desk.said == "undone: 1 paper: starred  held down: once only  saved"
        assert statuses(desk, 0, 1) == ["read", "skipped"] and not desk.annotation(2).starred
        await desk.press("z", "z")
        assert statuses(desk, 0, 1) == ["unread", "unread"]
        await desk.hold("Z")
        assert statuses(desk, 0, 1) == ["read", "unread"]
