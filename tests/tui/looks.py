"""A picture of the screen as text that one can read and compare: its letters, and below them its styles.

Each line of styles stands for a line of the screen: `a12 b68` are twelve cells in style a and then 68 in style b. What
the letters mean is at the end. The same screen as SVG would be ten times as large.
"""

from __future__ import annotations

from itertools import chain, groupby
from pathlib import Path
from string import ascii_letters
from typing import Any

from rich.segment import Segment
from rich.style import Style
from textual.app import App

PICTURES = Path(__file__).parent / "screens"

DIALOGS = {
    "paper.tag": "", "tags.all": "", "paper.note": "", "papers.export": "", "paper.copy-as": "", "list.sort": "",
    "list.group": "", "app.progress": "", "list.facets": "", "list.collections": "", "list.searches": "",
    "library.import": "Garden",
    "app.help": "half", "app.palette": "most",  # leaves rows that do not change with every new command
}  # fmt: skip
"""The commands that open a dialog, and what is typed there."""


def painted(app: App[Any]) -> str:
    """The screen, with what shines through from behind a dialog."""
    update: Any = app.screen._compositor.render_update(full=True, screen_stack=app._background_screens)
    lines = [list(chain.from_iterable(line)) for line in update.strips]
    letters: dict[str, str] = {}
    styles = [" ".join(_runs(line, letters)) for line in lines]
    text = ["".join(segment.text for segment in line).rstrip() for line in lines]
    return "\n".join([*text, "", *styles, "", *(f"{letter}: {style}" for style, letter in letters.items()), ""])


def _runs(line: list[Segment], letters: dict[str, str]) -> list[str]:
    """The styles of a line; one that has no letter yet gets the next."""
    described = [(_described(segment.style or Style()), segment.cell_length) for segment in line]
    runs = [(style, sum(cells for _, cells in run)) for style, run in groupby(described, key=lambda one: one[0])]
    return [f"{letters.setdefault(style, ascii_letters[len(letters)])}{cells}" for style, cells in runs]


def _described(style: Style) -> str:
    return str(style.clear_meta_and_links())
