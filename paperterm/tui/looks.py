"""What the style names of `present`, and the app's own, look like in every pane: theme variables and text styles only.

A table and not a style sheet: Textual would read and apply fifty rules at every start, which takes longer than all
rows of the list do.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from rich.style import Style
from textual.color import Color


class Look(NamedTuple):
    """Variables of the theme or colours, how much of each is mixed in, in percent, and a text style in rich's words."""

    color: str = ""
    percent: int = 100
    behind: str = ""
    behind_percent: int = 100
    text: str = ""

    def color_in(self, variables: Mapping[str, str]) -> Color | None:
        """The colour of the text, if it has one of its own."""
        return _mixed(self.color, self.percent, variables) if self.color else None

    def over(self, behind: Color, variables: Mapping[str, str]) -> Color:
        """The background, with what is mixed into it."""
        return behind + _mixed(self.behind, self.behind_percent, variables) if self.behind else behind

    @property
    def text_style(self) -> Style:
        """The text style."""
        return Style.parse(self.text)


def _mixed(name: str, percent: int, variables: Mapping[str, str]) -> Color:
    return Color.parse(variables.get(name, name)).multiply_alpha(percent / 100)


LOOKS = {
    "title": Look("foreground"),
    "title-read": Look("foreground", 65),
    "title-derived": Look("foreground", 82, text="italic"),
    "heading": Look("foreground", text="bold"),
    "match": Look("accent", text="bold underline"),
    "current": Look(text="bold reverse"),
    "chosen": Look(text="reverse"),
    "head": Look(text="bold underline"),
    "highlight-yellow": Look(behind="highlight-yellow", behind_percent=28),
    "highlight-green": Look(behind="highlight-green", behind_percent=28),
    "highlight-blue": Look(behind="highlight-blue", behind_percent=28),
    "highlight-red": Look(behind="highlight-red", behind_percent=28),
    "highlight-purple": Look(behind="highlight-purple", behind_percent=28),
    "status-unread": Look("foreground", 55),
    "status-to-read": Look("accent"),
    "status-reading": Look("accent", text="bold"),
    "status-read": Look("success"),
    "status-skipped": Look("foreground", 55),
    "star": Look("accent"),
    "venue": Look("foreground", 65),
    "tag": Look("secondary"),
    "tag-rose": Look("tag-rose"),
    "tag-violet": Look("tag-violet"),
    "tag-blue": Look("tag-blue"),
    "tag-teal": Look("tag-teal"),
    "tag-green": Look("tag-green"),
    "tag-sand": Look("tag-sand"),
    "dim": Look("foreground", 65),
    "link": Look("foreground", 70, text="underline"),
    "emphasis": Look(text="italic"),
    "strong": Look(text="bold"),
    "code": Look("foreground", 80),
    "bullet": Look("foreground", 70),
    "quote": Look("foreground", 70),
    "number": Look("foreground", 75),
    "bar": Look("accent"),
    "mark": Look("accent", text="bold"),
    "thumb": Look("foreground", 20),
    "rule": Look("foreground", 18),
    "key": Look("accent"),
    "wrong": Look("error", text="underline"),
    "failure": Look("error", text="bold"),
    "success": Look("success"),
    "cursor": Look(behind="accent", behind_percent=18),
    "cursor-blurred": Look(behind="foreground", behind_percent=8),
    "selected": Look(behind="accent", behind_percent=8),
}

# In the terminal's own colours half-tones are faint. They cannot be mixed either: a highlight is its colour, turned
# round.
_FAINT = ("venue", "dim", "title-read", "status-unread", "status-skipped", "thumb", "rule", "link")
_COLOURS = {"yellow": "yellow", "green": "green", "blue": "blue", "red": "red", "purple": "magenta"}

TERMINAL_LOOKS = {
    **LOOKS,
    **{name: LOOKS[name]._replace(text="dim") for name in _FAINT},
    **{f"highlight-{name}": Look(f"ansi_{colour}", text="reverse") for name, colour in _COLOURS.items()},
    "chosen": Look(text="reverse bold"),
}
"""The looks in themes that leave the colours to the terminal."""
