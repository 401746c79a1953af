"""Keys that come all at once, as over a slow line or from a key that is held: each acts on what the reader meant."""

from __future__ import annotations

import string

from paperterm.library import Library
from paperterm.model.annotation import UNTOUCHED
from paperterm.tui.app import PapertermApp
from paperterm.tui.commands import COMMANDS, LIST, command, keys_of
from tests.tui.conftest import Desk
from tests.tui.looks import DIALOGS

SIZE = (80, 16)
LEAVING = {"app.quit", "app.suspend", "paper.edit-note", "paper.open-link"}
"""Commands that hand the terminal or an address to another program."""
LISTED = [command for command in COMMANDS if LIST in command.panes and command.id not in LEAVING]


def written(library: Library) -> dict[str, object]:
    """Everything that the reader wrote."""
    ids = [library.head(number).paper_id for number in range(len(library))]
    return {i: library.annotation(i) for i in ids if library.annotation(i) != UNTOUCHED}


async def test_what_is_typed_behind_a_dialogs_key_goes_to_the_dialog(app: PapertermApp, library: Library) -> None:
    opening = []
    async with app.run_test(size=SIZE) as pilot:
        desk = Desk(pilot)
        await desk.settle()
        for one in LISTED:
            key = keys_of(one, {})[0]
            await desk.burst(key)
            if desk.is_at_main:
                await desk.leave()
                continue
            opening.append(one.id)
            await desk.burst("escape")
            assert desk.is_at_main, key
            before, papers = written(library), len(library)
            await desk.burst(key, *"xdwusz")
            assert written(library) == before and len(library) == papers, key
            await desk.leave()  # by another key
        assert set(opening) == set(DIALOGS)  # so that each has its picture
        await desk.burst("t", *"qtheory", "enter")
        assert desk.annotation(desk.main.list.pointed or 0).tags == ("qtheory",)


async def test_what_is_typed_behind_the_filters_key_is_the_query(app: PapertermApp, library: Library) -> None:
    async with app.run_test(size=SIZE) as pilot:
        desk = Desk(pilot)
        await desk.settle()
        letters = [letter for letter in string.ascii_letters if letter not in "aeiou"]
        await desk.burst("slash", *letters)
        assert desk.main.filter_line.input.value == "".join(letters) and written(library) == {}
        await desk.burst("ctrl+g", *"graph", "enter", "j", "w")
        assert desk.main.filter_line.input.value == "graph" and len(desk.main.list.numbers) == 7
        assert [a.status for a in written(library).values()] == ["to-read"]  # type: ignore[attr-defined]


async def test_what_is_typed_behind_a_new_order_is_about_that_order(app: PapertermApp, library: Library) -> None:
    async with app.run_test(size=SIZE) as pilot:
        desk = Desk(pilot)
        await desk.settle()
        await desk.burst("S", "j", "j", "enter", "g", "w")  # the newest
        await desk.burst("slash", *"kernel", "enter", "ctrl+g", "G", "d")  # the last of all, not of those found
        statuses = {library.head(n).year: library.annotation(library.head(n).paper_id).status for n in (4, 55)}
        assert statuses == {2024: "to-read", 2020: "read"}
        await desk.burst("B", "j", "j", "enter", "g", "x")
        assert desk.said == "This is a heading, not a paper."


async def test_every_passing_state_can_be_left_by_esc_and_by_another_key(app: PapertermApp) -> None:
    async with app.run_test(size=SIZE) as pilot:
        desk = Desk(pilot)
        await desk.settle()
        for leaving in ("escape", "ctrl+g"):
            for entering in (["enter"], ["space", "space"], ["V", "j"], ["slash", *"graph", "enter"]):
                await desk.burst(*entering)
                assert desk.main.is_transient
                await desk.burst(leaving)
                assert desk.main.pane == "list" and not desk.main.is_transient, (entering, leaving)
            await desk.burst("slash", *"graph", leaving, leaving)
            assert desk.main.pane == "list" and not desk.main.is_transient


async def test_a_held_key_takes_nothing_away(app: PapertermApp, library: Library) -> None:
    ids = [library.head(number).paper_id for number in range(40)]
    library.edit_tags(ids, ["gnn"])
    library.set_star(ids, True)
    for paper_id in ids:
        library.set_note(paper_id, "a note")
    library.flush()
    async with app.run_test(size=SIZE) as pilot:
        desk = Desk(pilot)
        await desk.settle()
        for one in LISTED:
            await desk.hold(keys_of(one, {})[0])
            await desk.leave()
            notes = [library.annotation(paper_id) for paper_id in ids]
            lost = sum(not (a.note and a.starred and a.tags) for a in notes)
            assert lost <= 1 and len(library) == 56, one.id


async def test_every_dialog_bears_a_tiny_terminal(app: PapertermApp) -> None:
    async with app.run_test(size=(20, 5)) as pilot:
        desk = Desk(pilot)
        await desk.settle()
        for size in ((20, 5), (1, 1)):
            await pilot.resize_terminal(*size)
            for name in DIALOGS:
                await desk.burst(keys_of(command(name), {})[0], "a", "down")
                assert not desk.is_at_main and desk.app.screen.query_one("#hint")
                await desk.leave()
