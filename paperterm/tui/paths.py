"""Completion of the path of a file or a folder, as it is typed."""

from __future__ import annotations

import os
from collections.abc import Sequence
from typing import NamedTuple

from paperterm.model.text import display

MOST_NAMES = 5_000
"""Of one folder; more are not looked at."""


class Place(NamedTuple):
    """A file or folder that what is typed can go on to.

    Attributes:
        path: what then stands in the line; a folder's ends with a slash.
        name: the last part of it.
        is_likely: whether it is a folder, or its name ends as that of a list does.
    """

    path: str
    name: str
    is_likely: bool


def expanded(typed: str) -> str:
    """The path that is meant: `~` is the home folder, and quotation marks around a pasted path are not part of it."""
    path = typed.strip()
    if len(path) > 1 and path[0] == path[-1] and path[0] in "'\"":
        path = path[1:-1]
    return os.path.expanduser(path)


def places(typed: str, endings: Sequence[str]) -> list[Place]:
    """What the last part of a path can go on to: folders and lists first, by name; hidden ones only if asked for.

    Args:
        endings: of the names of lists, lower case with the dot.
    """
    typed = typed.strip().lstrip("'\"")
    folder, slash, start = typed.rpartition("/")
    if typed == "~":
        return [Place("~/", "~/", True)]
    found: list[Place] = []
    for name, is_folder in _names(expanded(folder + slash) or "."):
        is_wanted = name.casefold().startswith(start.casefold()) and (start.startswith(".") or not name.startswith("."))
        if is_wanted and display(name) == name:
            shown = f"{name}/" if is_folder else name
            is_likely = is_folder or name.lower().endswith(tuple(endings))
            found.append(Place(folder + slash + shown, shown, is_likely))
    return sorted(found, key=lambda place: (not place.is_likely, place.name.casefold(), place.name))


def common(typed: str, found: Sequence[Place]) -> str:
    """What is typed, with what all these places go on with; as it is if they go on in different ways."""
    if not found:
        return typed
    # What the first and the last by letters have in common, all have.
    first, last = min(place.path for place in found), max(place.path for place in found)
    same = next((i for i, (a, b) in enumerate(zip(first, last, strict=False)) if a != b), len(first))
    return first[:same] if same > len(typed) else typed


def _names(folder: str) -> list[tuple[str, bool]]:
    names: list[tuple[str, bool]] = []
    try:
        with os.scandir(folder) as entries:
            for entry in entries:
                if len(names) == MOST_NAMES:
                    break
                names.append((entry.name, entry.is_dir()))
    except (OSError, ValueError):
        return names
    return names
