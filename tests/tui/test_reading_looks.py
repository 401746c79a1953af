"""What the reader looks like with mathematics, highlights and a note, while a passage is chosen and in their list.

`--update-looks` takes the pictures in `screens/reading/` anew.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from paperterm.library import Library
from paperterm.model.passages import highlight_of
from paperterm.tui.app import PapertermApp
from tests.tui.conftest import Desk
from tests.tui.looks import PICTURES, painted
from tests.tui.test_looks import differences

SIZES = [(120, 40), (80, 24)]
SCREENS = {
    "mathematics": ("enter",),
    "matches": ("slash", *"bounds", "enter", "full_stop", "full_stop"),
    "raw": ("enter", "M"),
    "passage": ("h", "j", "j", "L", "g"),
    "remark": ("h", "n"),
    "highlights": ("H", "j"),
}
ABSTRACT = (
    r"We bound the $\ell_2$ norm of the error by $\mathcal{O}(n^{-2})$, e.g. for convex losses. "
    r"Poincar\'e inequalities \emph{do} help, as do bounds of the form $\sum_{i=1}^n x_i \le \epsilon$. "
    "All bounds hold for every depth. Experiments on several data sets agree with them."
)


@pytest.fixture
def library(tmp_path: Path) -> Iterator[Library]:
    source = tmp_path / "Garden 2024.jsonl"
    paper = {"title": r"On $\ell_2$ and Poincar\'e maps", "authors": ["Ada Lovelace"], "abstract": ABSTRACT}
    others = [{"title": f"Part {number}", "abstract": f"Of part {number}."} for number in (1, 2)]
    source.write_text("\n".join(map(json.dumps, [paper, *others])), "utf-8")
    with Library.open(tmp_path / "library") as opened:
        opened.import_sources([str(source)])
        paper_id = opened.head(0).paper_id
        for passage, colour, remark in (
            (ABSTRACT[: ABSTRACT.index(" Poincar")], "yellow", ""),
            (r"bounds of the form $\sum_{i=1}^n x_i \le \epsilon$.", "purple", "how tight?"),
        ):
            start = ABSTRACT.index(passage)
            made = highlight_of(ABSTRACT, start, start + len(passage), colour, remark)
            opened.replace_highlight(paper_id, None, made)
        opened.flush()
        yield opened


@pytest.mark.parametrize("size", SIZES, ids=lambda size: "x".join(map(str, size)))
async def test_every_look(library: Library, size: tuple[int, int], request: pytest.FixtureRequest) -> None:
    folder = PICTURES / "reading" / "x".join(map(str, size))
    app: Any = PapertermApp(library)
    changed: list[str] = []
    async with app.run_test(size=size) as pilot:
        desk = Desk(pilot)
        await desk.settle()
        for name, keys in SCREENS.items():
            await desk.burst(*keys)
            count = desk.main.filter_line._count
            count.show(right=[span for span in count.right if " ms" not in span.text])
            await pilot.pause()
            file, picture = folder / f"{name}.txt", painted(app)
            if request.config.getoption("update_looks"):
                folder.mkdir(parents=True, exist_ok=True)
                file.write_text(picture, "utf-8")
            changed += differences(file, picture)
            await desk.leave()
            if desk.main.is_raw:
                await desk.press("M")
    assert not changed, "\n".join([*changed, "", "If this is meant: --update-looks"])
