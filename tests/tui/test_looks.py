"""What the screens look like: every screen and dialog at three sizes, dark, light and in the terminal's own colours.

The other tests say what must hold; this one notices what changed. `pytest tests/tui/test_looks.py --update-looks`
takes the pictures in `screens/` anew, and their differences show what to look at.
"""

from __future__ import annotations

import difflib
from collections.abc import AsyncIterator, Iterator
from datetime import datetime
from pathlib import Path
from typing import Any

import pytest

from paperterm.config import Config
from paperterm.library import Library
from paperterm.model.annotation import ReadingStatus
from paperterm.store.drafts import Draft
from paperterm.tui.app import PapertermApp
from paperterm.tui.commands import command, keys_of
from paperterm.tui.screens.confirm import Confirm
from paperterm.tui.screens.dialog import Dialog
from paperterm.tui.screens.draft_dialog import DraftDialog
from tests.tui.conftest import Desk
from tests.tui.looks import DIALOGS, PICTURES, painted

SIZES = [(120, 40), (80, 24), (40, 12)]
THEMES = ["paperterm-dark", "paperterm-light", "ansi-dark"]
SCREENS = {
    "list": (),
    "reader": ("enter",),
    "filter": ("slash", *"diffusion"),
    "selection": ("slash", *"diffusion", "enter", "j", "space", "space"),
    "groups": ("B", "j", "j", "enter"),
    "nothing-found": ("slash", *"zebra", "enter"),
    **{name: (keys_of(command(name), {})[0], *typed) for name, typed in DIALOGS.items()},
}


def marked(library: Library) -> Library:
    """Some of everything."""
    ids = [library.head(number).paper_id for number in range(8)]
    library.set_status([ids[1], ids[5]], ReadingStatus.TO_READ)
    library.set_status([ids[2]], ReadingStatus.READING)
    library.set_status([ids[3]], ReadingStatus.READ)
    library.set_status([ids[6]], ReadingStatus.SKIPPED)
    library.set_star([ids[1], ids[3]], True)
    library.edit_tags([ids[1], ids[2]], ["theory/ntk", "gnn"])
    library.set_note(ids[1], "Compare with Part 9.\nAsk Emmy.")
    library.flush()
    return library


def shown_without_a_key() -> Iterator[tuple[str, Dialog[Any]]]:
    """The dialogs that come by themselves."""
    yield "confirm", Confirm("Replace the file?", "reading-list.bib is there already.", "replace it")
    typed = datetime(2026, 3, 1, 12).astimezone()
    draft = Draft("0" * 16, "Compare with Part 9.\nAsk Emmy, and", 38, "", 0, "here", typed, Path("draft"))
    yield "draft", DraftDialog("Part 2: Diffusion Models with Many Steps", draft, "Compare with Part 9.")


async def pictures(desk: Desk) -> AsyncIterator[tuple[str, str]]:
    """Every screen, by name; without the time that a query took."""
    for name, keys in SCREENS.items():
        await desk.burst("g", "j", *keys)
        count = desk.main.filter_line._count
        count.show(right=[span for span in count.right if " ms" not in span.text])
        await desk.pilot.pause()
        yield name, painted(desk.app)
        await desk.leave()
        if desk.main.grouping:
            desk.main.group_by("nothing")
            await desk.settle()
    for name, dialog in shown_without_a_key():
        await desk.main.ask(dialog, lambda _: None)
        await desk.settle()
        yield name, painted(desk.app)
        await desk.leave()


def differences(file: Path, picture: str) -> list[str]:
    """How a picture differs from the one that was kept."""
    kept = file.read_text("utf-8") if file.is_file() else ""
    return list(difflib.unified_diff(kept.splitlines(), picture.splitlines(), file.name, "now", lineterm="", n=0))


@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize("size", SIZES, ids=lambda size: "x".join(map(str, size)))
async def test_every_screen(
    library: Library, size: tuple[int, int], theme: str, request: pytest.FixtureRequest
) -> None:
    folder = PICTURES / "x".join(map(str, size)) / theme
    app: Any = PapertermApp(marked(library), Config(theme=theme))
    changed: list[str] = []
    async with app.run_test(size=size) as pilot:
        desk = Desk(pilot)
        await desk.settle()
        async for name, picture in pictures(desk):
            file = folder / f"{name}.txt"
            if request.config.getoption("update_looks"):
                folder.mkdir(parents=True, exist_ok=True)
                file.write_text(picture, "utf-8")
            changed += differences(file, picture)
    assert not changed, "\n".join([*changed, "", "If this is meant: --update-looks"])


async def test_no_papers(tmp_path: Path) -> None:
    with Library.open(tmp_path / "empty") as empty:
        async with PapertermApp(empty).run_test(size=(80, 24)) as pilot:
            await Desk(pilot).settle()
            text = painted(pilot.app)
    assert "No papers yet." in text and "paperterm import FILE" in text
