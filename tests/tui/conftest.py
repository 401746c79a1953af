"""A library of made-up papers on disk, and the app over it."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Sequence
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
from textual import events
from textual.keys import key_to_character
from textual.pilot import Pilot

from paperterm.config import Config
from paperterm.library import Library
from paperterm.model.annotation import Annotation
from paperterm.tui.app import PapertermApp
from paperterm.tui.screens.main import MainScreen

SUBJECTS = ("Graph", "Diffusion", "Pruning", "Sharpness", "Bandit", "Kernel", "Attention", "Curriculum")
MATTERS = ("Networks", "Models", "Bounds", "Sampling", "Transport", "Collapse", "Retrieval")
WIDE = "深度学习中的神经坍缩"


def made_papers(number: int = 56) -> list[dict[str, Any]]:
    """Papers that differ in their words, so that queries can tell them apart."""
    papers = []
    for place in range(number):
        subject, matter = SUBJECTS[place % len(SUBJECTS)], MATTERS[place % len(MATTERS)]
        title = f"Part {place + 1}: {subject} {matter} with {'Many' if place % 3 else 'Few'} Steps"
        papers.append({
            "title": f"{WIDE} ({title})" if place == 4 else title,
            "authors": ["Ada Lovelace", "Emmy Noether"],
            "year": 2020 + place % 5,
            "venue": ("ICML", "COLT", "UAI")[place % 3],
            "url": f"https://example.org/papers/{place + 1}",
            "abstract": f"We study {subject.lower()} {matter.lower()} in setting number {place + 1}. "
            + "The bound that we prove holds for every depth, and experiments on several data sets agree with it. " * 6,
        })  # fmt: skip
    return papers


@pytest.fixture
def clock() -> Callable[[], datetime]:
    """A second passes at each look."""
    now = datetime(2026, 3, 1, 12, tzinfo=UTC)

    def look() -> datetime:
        nonlocal now
        now += timedelta(seconds=1)
        return now

    return look


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Where the library is."""
    return tmp_path / "library"


@pytest.fixture
def library(folder: Path, tmp_path: Path, clock: Callable[[], datetime]) -> Iterator[Library]:
    """A library of 56 papers."""
    source = tmp_path / "Garden 2024.jsonl"
    source.write_text("\n".join(json.dumps(paper) for paper in made_papers()), encoding="utf-8")
    with Library.open(folder, clock=clock) as opened:
        opened.import_sources([str(source)], collection="Garden 2024")
        yield opened


@pytest.fixture
def app(library: Library) -> PapertermApp:
    """The app over it."""
    return PapertermApp(library, Config())


@pytest.fixture(autouse=True)
def no_clipboard(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing leaves the test: no display, no tmux, a home of its own."""
    for name in ("DISPLAY", "WAYLAND_DISPLAY", "TMUX", "STY", "NO_COLOR", "PAPERTERM_LIBRARY"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))


class Desk:
    """What a test does with the app: press keys, wait until all is done, look."""

    def __init__(self, pilot: Pilot[Any]) -> None:
        self.pilot = pilot
        self.app: Any = pilot.app
        self._now = 0.0

    @property
    def main(self) -> MainScreen:
        """The screen of papers, also when a dialog lies over it."""
        screen = self.app.screen_stack[0]
        assert isinstance(screen, MainScreen)
        return screen

    @property
    def is_at_main(self) -> bool:
        """Whether no dialog is open."""
        return self.app.screen is self.main

    async def settle(self) -> None:
        """Wait until nothing is being searched, saved or waited for."""
        while True:
            await self.pilot.pause()
            await self.app.workers.wait_for_complete()
            await self.pilot.pause()
            if self.main.is_settled:
                return

    async def press(self, *keys: str) -> None:
        """Press keys and wait."""
        await self.burst(*keys)

    async def settle_but_unsaved(self, *keys: str) -> None:
        """Press keys while saving fails, so that there is always something left to do."""
        await self.pilot.press(*keys)
        for _ in range(3):
            await self.pilot.pause()
            await self.app.workers.wait_for_complete()
        await self.pilot.pause()

    async def type(self, text: str) -> None:
        """Type a text and wait."""
        await self.press(*("space" if letter == " " else letter for letter in text))

    async def burst(self, *keys: str) -> None:
        """Have keys arrive at once, none of them waiting for the one before; and wait. Each was pressed by itself."""
        self._post(keys, 1.0)
        await self.settle()

    async def hold(self, key: str, times: int = 30) -> None:
        """Hold a key down until it has come so often; and wait."""
        self._now += 1.0
        self._post([key] * times, 0.03)
        await self.settle()

    def _post(self, keys: Sequence[str], seconds: float) -> None:
        for key in keys:
            event = events.Key(key, key_to_character(key))
            self._now += seconds
            event.time = self._now
            self.app.post_message(event)

    async def leave(self, key: str = "ctrl+g") -> None:
        """Back to the list, with nothing open, selected or filtered."""
        for _ in range(4):
            if self.is_at_main:
                break
            await self.burst(key)
        assert self.is_at_main
        while self.main.pane != "list" or self.main.is_transient:
            await self.burst("escape")

    @property
    def pointed(self) -> str:
        """The title under the cursor."""
        number = self.main.list.pointed
        return "" if number is None else self.main.library.head(number).title

    def annotation(self, number: int) -> Annotation:
        """What is written about a paper."""
        return self.main.library.annotation(self.main.library.head(number).paper_id)

    @property
    def said(self) -> str:
        """The left of the status line."""
        return "".join(span.text for span in self.main.status.left)

    @property
    def place(self) -> str:
        """The right of the status line."""
        return "".join(span.text for span in self.main.status.right)

    def rows(self) -> list[str]:
        """The lines of the list as they are on screen."""
        return [strip.text for strip in self.main.list._strips]

    def page(self) -> str:
        """The lines of the reader as they are on screen."""
        return "\n".join(strip.text for strip in self.main.reader._strips)


@pytest.fixture
def desk_of() -> Callable[[Pilot[Any]], Desk]:
    """A desk for a pilot."""
    return Desk
