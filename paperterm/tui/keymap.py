"""The reader's own keys: names of keys as people write them, and what of a keymap can be used. Needs no Textual."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Iterator, Mapping

from paperterm.model.text import display
from paperterm.tui.commands import COMMANDS, FILTER, SHOWN_KEYS, Command, keys_of, shown_key

_NAMED = {
    "enter", "tab", "escape", "space", "backspace", "delete", "insert", "home", "end", "pageup", "pagedown",
    "up", "down", "left", "right", *(f"f{number}" for number in range(1, 25)),
}  # fmt: skip
_MODIFIERS = ("ctrl", "alt", "shift")
_AS_SHOWN = {shown: key for key, shown in SHOWN_KEYS.items()}
_UNICODE_NAMES = {"solidus": "slash", "reverse_solidus": "backslash", "commercial_at": "at", "hyphen_minus": "minus",
                  "plus_sign": "plus", "low_line": "underscore"}  # fmt: skip
"""Where Textual's name of a character is not the one of Unicode."""
_FOR_TYPING = {"space", "backspace", "delete", "left", "right"}


def key_named(text: str) -> str | None:
    """Textual's name of a key that a person wrote, also as the app shows it ("?", "^d", "esc"); `None` if unknown."""
    text = text.strip()
    text = _AS_SHOWN.get(text if len(text) == 1 else text.casefold(), text)
    if text.startswith("^") and len(text) > 1:
        text = f"ctrl+{text[1:]}"
    *modifiers, key = text.split("+") if text != "+" else ["+"]
    modifiers = [modifier.casefold() for modifier in modifiers]
    if not set(modifiers) <= set(_MODIFIERS):
        return None
    name = _single_key(key.casefold() if modifiers else key)
    return "+".join([*sorted(modifiers, key=_MODIFIERS.index), name]) if name else None


def _single_key(key: str) -> str | None:
    if len(key) == 1:
        return key if key.isalnum() else _name_of_sign(key)
    if key.casefold() in _NAMED:
        return key.casefold()
    by_name = key.replace("_", " ").upper()
    known = {name: sign for sign, name in _UNICODE_NAMES.items()}
    try:
        unicodedata.lookup(by_name)
    except KeyError:
        return key if key in known else None
    return _UNICODE_NAMES.get(key, key)


def _name_of_sign(sign: str) -> str | None:
    name = unicodedata.name(sign, "").lower().replace("-", "_").replace(" ", "_")
    return _UNICODE_NAMES.get(name, name) or None


def usable_keymap(
    keymap: Mapping[str, str], commands: Iterable[Command] = COMMANDS
) -> tuple[dict[str, str], list[str]]:
    """The part of a keymap that can be used, and a sentence for each part that cannot.

    Textual drops unknown ids, unknown keys and clashing keys without a word, so they are refused here, by name. Two
    commands clash if they have a key in a pane where both can be done; of two the one that is named later gives way.
    """
    known = {command.id: command for command in commands}
    usable: dict[str, str] = {}
    problems: list[str] = []
    for name, keys in keymap.items():
        problem = _fault(known.get(name), name, keys)
        if problem:
            problems.append(f"keymap: {problem}")
        else:
            usable[name] = ",".join(filter(None, map(key_named, _parts(keys))))
    while clash := next(_clashes(known, usable), None):
        loser, key, winner = clash
        problems.append(f"keymap: {loser} cannot have the key “{shown_key(key)}”: {winner} has it")
        del usable[loser]
    return usable, problems


def _parts(keys: str) -> list[str]:
    return [part for part in keys.split(",") if part.strip()] or [","]


def _fault(command: Command | None, name: str, keys: str) -> str:
    """What is wrong with a line of a keymap in itself; empty if nothing is."""
    if command is None:
        return f"there is no command “{display(name)}”"
    for part in _parts(keys):
        key = key_named(part)
        if key is None:
            return f"{name} cannot have the key “{display(part.strip())}”: there is no such key"
        if FILTER in command.panes and (key in _FOR_TYPING or ("+" not in key and key not in _NAMED)):
            return f"{name} cannot have the key “{display(part.strip())}”: it is for typing there"
    return ""


def _clashes(known: Mapping[str, Command], usable: Mapping[str, str]) -> Iterator[tuple[str, str, str]]:
    """Command that gives way, key, and command that has it."""
    named = [known[name] for name in usable]
    for place, mine in reversed(list(enumerate(named))):
        others = [*(command for command in known.values() if command.id not in usable), *named[:place]]
        for other in others:
            both = set(keys_of(mine, usable)) & set(keys_of(other, usable))
            if both and set(mine.panes) & set(other.panes):
                yield mine.id, min(both), other.id
