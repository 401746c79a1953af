from __future__ import annotations

import sys
import threading
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from paperterm.config import Config
from paperterm.errors import LibraryNotWritable
from paperterm.library import Library
from paperterm.tui.app import PapertermApp
from paperterm.tui.commands import COMMANDS
from paperterm.tui.screens.confirm import Confirm
from paperterm.tui.screens.export_dialog import ExportDialog, with_ending
from paperterm.tui.screens.help import Help
from tests.tui.conftest import Desk

SIZE = (120, 30)


async def test_bibtex_of_the_paper_is_copied(app: PapertermApp) -> None:
    async with app.run_test(size=SIZE) as pilot:
        desk = Desk(pilot)
        await desk.settle()
        await desk.press("y")
        assert app.clipboard.startswith("@") and "Part 1: Graph Networks" in app.clipboard.replace("{", "").replace(
            "}", ""
        )
        assert "1 paper" in desk.said


async def test_the_selection_is_copied_in_another_form(app: PapertermApp) -> None:
    async with app.run_test(size=SIZE) as pilot:
        desk = Desk(pilot)
        await desk.settle()
        await desk.press("space", "space", "Y", "j", "k", "down", "enter")
        assert "Part 1: Graph" in app.clipboard and "Part 2: Diffusion" in app.clipboard
        assert not app.clipboard.startswith("@")


async def test_an_export_writes_what_is_shown_to_a_file(
    app: PapertermApp, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    async with app.run_test(size=SIZE) as pilot:
        desk = Desk(pilot)
        await desk.settle()
        await desk.press("slash", *"pruning", "enter", "E")
        assert isinstance(app.screen, ExportDialog)
        await desk.press("enter")
        written = tmp_path / "reading-list.bib"
        assert written.read_text("utf-8").count("\n@") + 1 >= 7
        assert desk.said.startswith("7 papers written to")


@pytest.fixture
def gate(library: Library, monkeypatch: pytest.MonkeyPatch) -> Iterator[threading.Event]:
    """Holds every export after its first step until it is set."""
    opened = threading.Event()
    whole = library.export

    def held(*arguments: Any, on_progress: Callable[[int, int], None], **options: Any) -> str:
        def stop_here(done: int, total: int) -> None:
            on_progress(done, total)
            assert opened.wait(30)
            on_progress(done, total)

        return whole(*arguments, on_progress=stop_here, **options)

    monkeypatch.setattr(library, "export", held)
    yield opened
    opened.set()


async def test_keys_go_on_during_an_export_which_can_be_cancelled(
    app: PapertermApp, tmp_path: Path, gate: threading.Event, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    async with app.run_test(size=SIZE) as pilot:
        desk = Desk(pilot)
        await desk.settle()
        for keys in (("E", "enter"), ("y",)):
            await pilot.press(*keys)
            while "writing 0 of " not in desk.said:
                await pilot.pause(0.02)
            assert "esc cancels" in desk.said
            await pilot.press("j", "w")
            assert "to-read" in desk.said
            await pilot.press("escape")
            gate.set()
            await desk.settle()
            assert desk.said.startswith("Cancelled: nothing was written.")
            gate.clear()
        assert not app.clipboard and not list(tmp_path.glob("reading-list*"))
        await pilot.press("E", "enter")
        while "writing" not in desk.said:
            await pilot.pause(0.02)
        await pilot.press("q")
        while not isinstance(app.screen, Confirm):  # it waits for a moment first
            await pilot.pause(0.02)
        await pilot.press("n")
        gate.set()
        await desk.settle()
        assert desk.said.startswith("56 papers written to") and (tmp_path / "reading-list.bib").stat().st_size > 10_000


async def test_leaving_lets_what_is_almost_written_be_written(app: PapertermApp) -> None:
    async with app.run_test(size=SIZE) as pilot:
        desk = Desk(pilot)
        await desk.settle()
        await pilot.press("y", "q")
    assert app.clipboard.startswith("@") and app.return_code == 0


async def test_an_export_asks_before_it_replaces_a_file(
    app: PapertermApp, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    old = tmp_path / "reading-list.md"
    old.write_text("precious", encoding="utf-8")
    async with app.run_test(size=SIZE) as pilot:
        desk = Desk(pilot)
        await desk.settle()
        await desk.press("space", "E", "down", "enter")
        assert isinstance(app.screen, Confirm)
        await desk.press("n")
        assert old.read_text("utf-8") == "precious" and desk.said == "Nothing was written."
        await desk.press("E", "down", "enter", "y")
        assert "Part 1: Graph" in old.read_text("utf-8")


async def test_an_export_that_fails_says_why(
    app: PapertermApp, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    async with app.run_test(size=SIZE) as pilot:
        desk = Desk(pilot)
        await desk.settle()
        await desk.press("E", "home", *"nowhere/", "enter")
        assert "nowhere" in desk.said and desk.main.status.left[0].style == "failure"
        await desk.press("E", "tab", "escape")
        assert list(tmp_path.glob("reading-list*")) == []


async def test_the_link_is_opened(app: PapertermApp, monkeypatch: pytest.MonkeyPatch) -> None:
    opened: list[str] = []
    monkeypatch.setattr(app, "open_url", opened.append)
    async with app.run_test(size=SIZE) as pilot:
        desk = Desk(pilot)
        await desk.settle()
        await desk.press("o")
        assert opened == ["https://example.org/papers/1"] and "opened https://example.org/papers/1" in desk.said


async def test_a_note_can_be_written_in_an_editor(
    library: Library, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from paperterm.tui.editor import edited

    script = tmp_path / "editor.py"
    script.write_text("import sys; open(sys.argv[1], 'a').write(' and more')", encoding="utf-8")
    monkeypatch.setenv("VISUAL", f"{sys.executable} {script}")
    assert edited("first", lambda _: None) == "first and more"
    async with PapertermApp(library).run_test(size=SIZE) as pilot:
        desk = Desk(pilot)
        await desk.settle()
        await desk.press("e")
        assert "cannot be handed to an editor" in desk.said, "a test has no terminal to hand over"


async def test_help_shows_every_command_and_can_be_searched(app: PapertermApp) -> None:
    async with app.run_test(size=(120, 200)) as pilot:
        desk = Desk(pilot)
        await desk.settle()
        await desk.press("question_mark")
        assert isinstance(app.screen, Help)
        shown = " ".join(text_of(app.screen).split())
        assert all(command.tooltip in shown for command in COMMANDS)
        await desk.press(*"bibtex")
        assert "Copy as BibTeX." in text_of(app.screen) and "Set the star" not in text_of(app.screen)
        await desk.press(*" zzz")
        assert "No command has these words." in text_of(app.screen)
        await desk.press("down", "up", "pagedown", "pageup", "enter")
        assert desk.is_at_main


async def test_the_palette_finds_a_command_by_name(app: PapertermApp) -> None:
    async with app.run_test(size=SIZE) as pilot:
        desk = Desk(pilot)
        await desk.settle()
        await desk.press("ctrl+p")
        assert app.screen is not desk.main
        await desk.press(*"to read", "enter")
        await desk.settle()
        assert desk.annotation(0).status == "to-read"


def text_of(screen: Any) -> str:
    """What the reader of a dialog shows."""
    from paperterm.tui.widgets.reader import Reader

    return "\n".join(strip.text for strip in screen.query_one(Reader)._strips)


async def test_q_saves_and_leaves(app: PapertermApp, library: Library) -> None:
    async with app.run_test(size=SIZE) as pilot:
        desk = Desk(pilot)
        await desk.settle()
        await pilot.press("w", "q")
        await pilot.pause()
        await app.workers.wait_for_complete()
        await pilot.pause()
    assert app.return_code == 0 and not library.is_unsaved


async def test_leaving_with_what_cannot_be_saved_asks(
    app: PapertermApp, library: Library, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse() -> frozenset[str]:
        raise LibraryNotWritable("disk full", "Make room.")

    async with app.run_test(size=SIZE) as pilot:
        desk = Desk(pilot)
        await desk.settle()
        with monkeypatch.context() as patch:
            patch.setattr(library, "flush", refuse)
            await desk.settle_but_unsaved("w")
            await desk.settle_but_unsaved("q")
            assert isinstance(app.screen, Confirm)
            await desk.settle_but_unsaved("n")
            assert desk.is_at_main and library.is_unsaved
        await pilot.press("q")
        await app.workers.wait_for_complete()
        await pilot.pause()
    assert app.return_code == 0


async def test_a_remapped_key_works_and_is_shown_everywhere(library: Library) -> None:
    config = Config(keymap={"paper.mark-read": "f7", "paper.star": "j", "no.such": "p"})
    async with PapertermApp(library, config).run_test(size=(120, 200)) as pilot:
        desk = Desk(pilot)
        await desk.settle()
        assert "no command “no.such”" in desk.said or "cannot have the key" in desk.said
        await desk.press("f7", "j")
        assert desk.annotation(0).status == "read" and desk.place == "2/56"
        await desk.press("u", "d")
        assert desk.annotation(1).status == "unread"
        assert "f7 read it" in desk.main.key_line._strips[0].text
        await desk.press("question_mark")
        assert any(
            line.split()[:1] == ["f7"] and "Mark as read." in line for line in text_of(pilot.app.screen).split("\n")
        )


def test_the_ending_of_a_file_goes_with_the_format() -> None:
    assert with_ending("a/b.bib", ".md") == "a/b.md"
    assert with_ending("a/b.v2", ".md") == "a/b.v2"
