"""Take the pictures of README.md anew: `python -m tests.pictures`.

The app runs as it is, on its own sample with a few things read and marked, and draws itself as SVG.
"""

from __future__ import annotations

import asyncio
import sys
import tempfile
from collections.abc import Sequence
from datetime import UTC, datetime
from pathlib import Path

from paperterm.config import Config
from paperterm.library import Library
from paperterm.model.annotation import ReadingStatus
from paperterm.tui.app import PapertermApp
from tests.tui.conftest import Desk

FOLDER = Path(__file__).parent

PICTURES: dict[str, tuple[str, tuple[int, int], Sequence[str]]] = {
    "desk": ("paperterm-dark", (120, 32), ("slash", *"network", "enter", "j", "space", "space", "k")),
    "groups": ("paperterm-light", (120, 32), ("B", "j", "j", "enter", "j", "j")),
    "palette": ("paperterm-dark", (80, 24), ("ctrl+p",)),
    "narrow": ("paperterm-dark", (40, 12), ("j",)),
}
"""Theme, columns and rows, and the keys that are pressed first, by file name."""


def decide(library: Library) -> None:
    """Some of everything, so that there is something to see."""
    ids = [library.head(number).paper_id for number in range(len(library))]
    for status, places in (
        ("to-read", (0, 4, 9, 20)),
        ("reading", (2,)),
        ("read", (1, 5, 6, 11, 24)),
        ("skipped", (7, 13)),
    ):
        library.set_status([ids[place] for place in places], ReadingStatus(status))
    library.set_star([ids[place] for place in (0, 5, 24)], True)
    for tag, places in (("language", (0, 4, 5)), ("training", (1, 6)), ("theory/ntk", (24,)), ("vision", (2, 21))):
        library.edit_tags([ids[place] for place in places], [tag])
    library.set_note(ids[24], "Read the **infinite width** limit again.")


async def draw(name: str, folder: Path) -> str:
    """One picture."""
    theme, size, keys = PICTURES[name]
    with Library.open(folder, clock=lambda: datetime(2026, 3, 1, 12, tzinfo=UTC), with_sample=True) as library:
        decide(library)
        library.flush()
        app = PapertermApp(library, Config(theme=theme))
        async with app.run_test(size=size) as pilot:
            desk = Desk(pilot)
            await desk.settle()
            await desk.burst(*keys)
            # What a query takes differs each time; the picture need not.
            count = desk.main.filter_line._count
            count.show(right=[span for span in count.right if " ms" not in span.text])
            desk.main.say("")
            await pilot.pause()
            return app.export_screenshot(title="paperterm")


def main() -> None:
    """Write all of them."""
    for name in PICTURES:
        with tempfile.TemporaryDirectory() as folder:
            picture = asyncio.run(draw(name, Path(folder) / "library"))
        (FOLDER / f"{name}.svg").write_text(picture, "utf-8")
        print(FOLDER / f"{name}.svg", file=sys.stderr)


if __name__ == "__main__":
    main()
