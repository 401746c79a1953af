"""What the terminal can show, as far as its environment tells. Needs no Textual."""

from __future__ import annotations

from collections.abc import Mapping

IN_SIXTEEN_COLOURS = {"paperterm-dark": "ansi-dark", "paperterm-light": "ansi-light"}
"""Themes in the terminal's own colours that take the place of the app's where its shades cannot be shown."""


def fitting_theme(theme: str, environ: Mapping[str, str]) -> str:
    """The theme, or one in the terminal's own colours if it has but sixteen, or if none are wanted (`NO_COLOR`)."""
    is_plain = "NO_COLOR" in environ or not has_many_colours(environ)
    return IN_SIXTEEN_COLOURS.get(theme, theme) if is_plain else theme


def is_served(environ: Mapping[str, str]) -> bool:
    """Whether a browser is the terminal, as `textual serve` arranges it."""
    return bool(environ.get("TEXTUAL_DRIVER"))


def has_many_colours(environ: Mapping[str, str]) -> bool:
    """Whether the terminal has 256 colours or more; the rules are those of rich, which writes them."""
    if is_served(environ):
        return True
    if environ.get("COLORTERM", "").strip().lower() in ("truecolor", "24bit") and not is_screen(environ):
        return True
    return environ.get("TERM", "").strip().lower().rpartition("-")[2] in ("256color", "kitty")


def colour_system(environ: Mapping[str, str]) -> str:
    """What rich should write; "auto" leaves it to rich.

    GNU screen does not know the sequences for more than 256 colours and takes them for other ones, but passes on the
    variable by which the terminal around it tells that it does.
    """
    if not is_screen(environ):
        return "auto"
    return "256" if has_many_colours(environ) else "standard"


def is_screen(environ: Mapping[str, str]) -> bool:
    """Whether GNU screen is between the app and the terminal; it also reverses what is in italics."""
    return "STY" in environ
