"""The app's own themes: everything that is to be read can be read."""

from __future__ import annotations

import pytest
from rich.color import Color as RichColor
from textual.color import Color

from paperterm.config import Config
from paperterm.library import Library
from paperterm.present.spans import STYLES
from paperterm.tui.app import PapertermApp
from paperterm.tui.looks import LOOKS, TERMINAL_LOOKS
from paperterm.tui.themes import THEMES

DRAWN = {"thumb", "rule", "bar"}
"""Lines and bars; what they mean is also said in numbers."""
SIGNS = {"status-unread", "status-skipped"}
"""Told apart by their shape."""
ROWS = {"cursor", "cursor-blurred", "selected"}
"""Backgrounds."""


def contrast(one: RichColor, other: RichColor) -> float:
    """The ratio of two colours by the rule of WCAG 2, from 1 to 21."""
    lights = sorted(_luminance(Color.from_rich_color(color)) for color in (one, other))
    return (lights[1] + 0.05) / (lights[0] + 0.05)


def _luminance(color: Color) -> float:
    parts = (part / 255 for part in color.rgb)
    red, green, blue = (part / 12.92 if part <= 0.03928 else ((part + 0.055) / 1.055) ** 2.4 for part in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def test_every_style_has_a_look() -> None:
    assert set(STYLES) <= set(LOOKS) == set(TERMINAL_LOOKS)


@pytest.mark.parametrize("theme", [theme.name for theme in THEMES])
async def test_text_stands_out_from_what_is_behind_it(library: Library, theme: str) -> None:
    app = PapertermApp(library, Config(theme=theme))
    async with app.run_test(size=(120, 30)) as pilot:
        await pilot.pause()
        main = app.screen_stack[0]
        low = []
        for pane in (main.list, main.status):  # type: ignore[attr-defined]
            for name in set(LOOKS) - DRAWN - ROWS:
                for row in ("", *ROWS):
                    style = pane.look(name, row)
                    assert style.color and style.bgcolor
                    ratio = contrast(style.color, style.bgcolor)
                    least = 3.0 if name in SIGNS else 4.5 if not row else 4.0
                    if ratio < least:
                        low.append(f"{name} on {row or 'plain'}: {ratio:.1f}")
        assert low == [], "\n".join(low)
