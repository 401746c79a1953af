"""Where the style sheets are: in the installed package, or beside it in a checkout."""

from __future__ import annotations

from pathlib import Path

_PACKAGE = Path(__file__).resolve().parent.parent


def stylesheet(name: str) -> Path:
    """The file of a style sheet ("triage")."""
    packaged = _PACKAGE / "styles"
    folder = packaged if packaged.is_dir() else _PACKAGE.parent / "styles"
    return folder / f"{name}.tcss"
