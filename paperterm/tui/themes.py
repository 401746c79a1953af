"""The app's own theme, dark and light: warm greys like paper and ink, and one accent."""

from __future__ import annotations

from textual.theme import Theme

DARK = Theme(
    name="paperterm-dark",
    dark=True,
    background="#16161a",
    surface="#1c1c21",
    panel="#2a2a31",
    foreground="#d6d3cd",
    primary="#e0a85e",
    secondary="#a6a199",
    accent="#e0a85e",
    success="#8fb573",
    warning="#d9a45b",
    error="#e07a6a",
    variables={
        "block-cursor-background": "#e0a85e",
        "block-cursor-foreground": "#16161a",
        "input-selection-background": "#e0a85e 30%",
        "border": "#3a3a42",
        "border-blurred": "#2a2a31",
        "scrollbar": "#3a3a42",
        "tag-rose": "#d38fa6",
        "tag-violet": "#b59ad6",
        "tag-blue": "#8fadde",
        "tag-teal": "#79b8b0",
        "tag-green": "#9db87f",
        "tag-sand": "#c9b27a",
    },
)

LIGHT = Theme(
    name="paperterm-light",
    dark=False,
    background="#faf8f4",
    surface="#f2efe8",
    panel="#e6e1d6",
    foreground="#211e1a",
    primary="#944e0e",
    secondary="#5d584f",
    accent="#944e0e",
    success="#3d6627",
    warning="#8f5c0c",
    error="#a2382a",
    variables={
        "block-cursor-background": "#944e0e",
        "block-cursor-foreground": "#faf8f4",
        "input-selection-background": "#944e0e 25%",
        "border": "#cfc8b9",
        "border-blurred": "#e0dace",
        "scrollbar": "#cfc8b9",
        "tag-rose": "#933657",
        "tag-violet": "#634294",
        "tag-blue": "#2f5396",
        "tag-teal": "#1b5f58",
        "tag-green": "#435b1c",
        "tag-sand": "#6b5015",
    },
)

THEMES = (DARK, LIGHT)

HIGHLIGHTS = {
    "highlight-yellow": "#e0b400",
    "highlight-green": "#3fae49",
    "highlight-blue": "#3d8bfd",
    "highlight-red": "#e5484d",
    "highlight-purple": "#a259d9",
}
"""The colours of highlights in themes that name none of their own; a part of them is mixed into the background."""

_ANSI_TAGS = {
    "tag-rose": "ansi_red",
    "tag-violet": "ansi_magenta",
    "tag-blue": "ansi_blue",
    "tag-teal": "ansi_cyan",
    "tag-green": "ansi_green",
    "tag-sand": "ansi_yellow",
}


def variables_for(theme: Theme) -> dict[str, str]:
    """What the style sheets need and other themes do not have."""
    if theme.ansi:
        return HIGHLIGHTS | _ANSI_TAGS
    own = (DARK if theme.dark else LIGHT).variables
    return HIGHLIGHTS | {name: own[name] for name in _ANSI_TAGS}
