"""Finding one's way: footer, help, palette and hints say what can be done now, by which key, and why not."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from paperterm.config import Config
from paperterm.library import Library
from paperterm.present.spans import plain
from paperterm.tui.app import PapertermApp
from paperterm.tui.commands import COMMANDS
from paperterm.tui.screens.help import PANES, help_lines
from tests.tui.conftest import Desk

SIZE = (160, 40)


def footer(desk: Desk) -> str:
    """The keys at the bottom."""
    return desk.main.key_line._strips[0].text


def dialog_text(desk: Desk) -> str:
    """What a dialog shows."""
    return "\n".join(strip.text for strip in desk.app.screen._compositor.render_strips(desk.app.size))


async def test_the_footer_has_the_keys_that_matter_now(app: PapertermApp) -> None:
    async with app.run_test(size=(220, 40)) as pilot:
        desk = Desk(pilot)
        await desk.settle()
        assert "/ filter" in footer(desk) and "w to read" in footer(desk) and "esc back" not in footer(desk)
        assert "- fold" not in footer(desk) and footer(desk).rstrip().endswith("? help   q quit")
        await desk.press("space")
        assert "esc back" in footer(desk)
        await desk.press("escape", "enter")
        assert "enter list" in footer(desk) and "space select" not in footer(desk) and "esc back" in footer(desk)
        await desk.press("escape", "slash")
        assert "enter to the list" in footer(desk) and "to read" not in footer(desk)
        await desk.press(*"zebras", "enter")
        assert "w to read" not in footer(desk) and "esc back" in footer(desk)
        await desk.press("escape", "B", "j", "j", "enter", "g")
        assert "- fold" in footer(desk) and "w to read" not in footer(desk)


async def test_a_key_that_can_do_nothing_says_why(app: PapertermApp) -> None:
    async with app.run_test(size=SIZE) as pilot:
        desk = Desk(pilot)
        await desk.settle()
        for key, sentence in (("escape", "There is nothing to leave."), ("minus", "The list has no headings."),
                              ("ctrl+z", "This terminal has no shell to go to.")):  # fmt: skip
            await desk.press(key)
            assert desk.said == sentence
        await desk.press("slash", *"zebras", "enter")
        for key in ("w", "t", "n", "y", "E", "o", "space", "V", "J", "S", "enter"):
            await desk.press("j", key)
            assert desk.is_at_main and desk.said.startswith("There is no paper"), key
        await desk.press("escape", "B", "j", "j", "enter", "g")
        for key in ("w", "s", "t", "n", "y", "o"):
            await desk.press(key)
            assert desk.is_at_main and desk.said == "This is a heading, not a paper.", key


async def test_ctrl_c_says_what_leaves_and_ctrl_q_leaves_from_everywhere(app: PapertermApp) -> None:
    async with app.run_test(size=SIZE) as pilot:
        desk = Desk(pilot)
        await desk.settle()
        await desk.press("ctrl+c")
        assert desk.said == "q saves and leaves; ctrl+q does so from everywhere." and not desk.app._exit
        await desk.press("w", "n", *"half", "ctrl+q")
        assert app.return_code == 0
        (draft,) = app.library.drafts.all()
        assert draft.text == "half" and app.library.annotation(draft.paper_id).status == "to-read"


async def test_help_is_by_pane_and_can_be_searched(app: PapertermApp) -> None:
    async with app.run_test(size=SIZE) as pilot:
        desk = Desk(pilot)
        await desk.settle()
        await desk.press("question_mark")
        assert dialog_text(desk).index("In the list") < dialog_text(desk).index("In the list and the reader")
        await desk.type("bibtex")
        assert "Copy as BibTeX." in dialog_text(desk) and "Mark as read." not in dialog_text(desk)
        await desk.press(*["backspace"] * 6, *"xyzzy")
        assert "No command has these words." in dialog_text(desk)
        await desk.press("escape", "enter", "question_mark")
        assert "In the reader" in dialog_text(desk)


@pytest.mark.parametrize("width", [16, 30, 80])
def test_help_has_every_command_of_every_pane(width: int) -> None:
    lines = [plain(line) for line in help_lines({}, width)]
    words = "".join(lines).replace(" ", "")
    assert {command.panes for command in COMMANDS} <= set(PANES)
    assert all(command.tooltip.split()[-1] in words for command in COMMANDS)
    assert max(map(len, lines)) <= max(width, 26)
    assert plain(help_lines({}, width, pane="filter")[0]) == PANES["filter",]


async def test_the_palette_says_why_not_and_does_the_rest(app: PapertermApp) -> None:
    async with app.run_test(size=SIZE) as pilot:
        desk = Desk(pilot)
        await desk.settle()
        await desk.press("slash", *"zebras", "enter", "ctrl+p")
        await desk.type("copy bibtex")
        assert "there is no paper here" in dialog_text(desk)
        await desk.press("enter")
        assert not desk.is_at_main and "Not now: there is no paper here." in dialog_text(desk)
        await desk.press("escape", "escape")
        for typed, holds in (
            ("sort by title", lambda: desk.main.sort == "title"),
            ("group by status", lambda: desk.main.grouping == "status"),
            ("theme nord", lambda: desk.app.theme == "nord"),
            ("collection garden", lambda: desk.main.filter_line.input.value == 'collection:"Garden 2024"'),
            ("filter", lambda: desk.main.pane == "filter"),
        ):
            await desk.press("ctrl+p")
            await desk.type(typed)
            await desk.press("enter")
            assert desk.is_at_main and holds(), typed
        assert len(desk.main.list.numbers) == 56


async def test_a_tag_is_a_view_in_the_palette(app: PapertermApp) -> None:
    async with app.run_test(size=SIZE) as pilot:
        desk = Desk(pilot)
        await desk.settle()
        await desk.press("t", *"gnn", "enter", "ctrl+p", *"tag gnn".replace(" ", ""))
        await desk.press(*["backspace"] * 6)
        await desk.type("tag gnn")
        assert "show 1 paper" in dialog_text(desk)
        await desk.press("enter")
        assert len(desk.main.list.numbers) == 1


async def test_changed_keys_are_shown_everywhere(library: Library) -> None:
    keymap = {"app.help": "f1", "paper.mark-to-read": "W", "paper.select-range": "v", "go.back": "backspace",
              "note.recover": "ctrl+r", "paper.skip": "d"}  # fmt: skip
    app = PapertermApp(library, Config(keymap=keymap))
    async with app.run_test(size=SIZE) as pilot:
        desk = Desk(pilot)
        await desk.settle()
        assert desk.said == "keymap: paper.skip cannot have the key “d”: paper.mark-read has it"
        assert "W to read" in footer(desk) and "f1 help" in footer(desk) and "x skip" in footer(desk)
        await desk.press("w")
        assert desk.annotation(0).status == "unread"
        await desk.press("W")
        assert desk.annotation(0).status == "to-read"
        await desk.press("v")
        assert "v keeps it, backspace drops it" in desk.said
        await desk.press("backspace")
        assert desk.main.list.range_from is None
        await desk.press("f1")
        await desk.type("as to be read")
        assert "W  " in dialog_text(desk)
        await desk.press("escape", "ctrl+p")
        await desk.type("to read")
        assert re.search(r"Mark as to be read\. +W ", dialog_text(desk))
        await desk.press("escape", "slash", *"zebras", "enter")
        assert any("backspace clears the filter" in row for row in desk.rows())


@pytest.mark.parametrize(("keymap", "sentence"), [({}, "? shows all keys"), ({"app.help": "f1"}, "f1 shows all keys")])
async def test_the_first_hint_names_the_key_of_help(tmp_path: Path, keymap: dict[str, str], sentence: str) -> None:
    with Library.open(tmp_path / "empty", with_sample=True) as sample:
        async with PapertermApp(sample, Config(keymap=keymap)).run_test(size=SIZE) as pilot:
            desk = Desk(pilot)
            await desk.settle()
            assert "built-in sample" in desk.said and sentence in desk.said and "i imports a list" in desk.said


async def test_several_problems_are_counted(library: Library) -> None:
    config = Config(keymap={"paper.fly": "f", "paper.skip": "d"})
    async with PapertermApp(library, config).run_test(size=SIZE) as pilot:
        desk = Desk(pilot)
        await desk.settle()
        assert "no command “paper.fly”" in desk.said and "1 more: paperterm config" in desk.said


async def test_without_colours_there_is_no_theme_to_choose(library: Library, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NO_COLOR", "1")
    app = PapertermApp(library, Config(theme="ansi-dark"))
    async with app.run_test(size=SIZE) as pilot:
        desk = Desk(pilot)
        await desk.settle()
        await desk.press("ctrl+p", *"nord", "enter")
        assert desk.app.theme == "ansi-dark" and "NO_COLOR" in desk.said
        colours = [segment.style.color for strip in desk.main.list._strips for segment in strip if segment.style]
        assert all(colour is None or colour.is_default for colour in colours)
