from __future__ import annotations

import io

import pytest
from rich.console import Console

from paperterm.tui.capabilities import colour_system, fitting_theme, has_many_colours

TERMS = ["xterm", "xterm-256color", "xterm-kitty", "linux", "vt100", "screen", "screen-256color", "alacritty", ""]


@pytest.mark.parametrize("term", TERMS)
@pytest.mark.parametrize("colorterm", ["", "truecolor", "24bit", "yes"])
def test_many_colours_are_what_rich_takes_for_many(term: str, colorterm: str) -> None:
    environ = {"TERM": term, "COLORTERM": colorterm}
    console = Console(file=io.StringIO(), force_terminal=True, _environ=environ)
    assert has_many_colours(environ) == (console.color_system in ("256", "truecolor"))


def test_the_apps_own_themes_give_way_and_others_stay() -> None:
    assert fitting_theme("paperterm-dark", {"TERM": "xterm-256color"}) == "paperterm-dark"
    assert fitting_theme("paperterm-dark", {"TERM": "xterm"}) == "ansi-dark"
    assert fitting_theme("paperterm-light", {"TERM": "xterm-256color", "NO_COLOR": "1"}) == "ansi-light"
    assert fitting_theme("nord", {"TERM": "xterm"}) == "nord"


def test_screen_is_sent_no_more_than_256_colours() -> None:
    assert colour_system({"TERM": "xterm-256color", "COLORTERM": "truecolor"}) == "auto"
    assert colour_system({"TERM": "screen.xterm-256color", "COLORTERM": "truecolor", "STY": "1.x"}) == "256"
    assert colour_system({"TERM": "screen", "COLORTERM": "truecolor", "STY": "1.x"}) == "standard"
