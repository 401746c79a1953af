"""Settings and keymap, from a TOML file. A missing file means the defaults; a broken one is said, never fatal."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from pathlib import Path
from types import MappingProxyType
from typing import Any, NamedTuple

from paperterm.errors import ConfigError
from paperterm.model.text import clean, display

CLIPBOARDS = ("auto", "pyperclip", "tmux", "osc52", "off")


class Config(NamedTuple):
    """The settings in force.

    Attributes:
        theme: name of a theme of the app.
        advance: a status key moves on to the next paper.
        clipboard: which way to copy (`CLIPBOARDS`).
        note_template: text that a new note begins with.
        keymap: command id to the keys that replace its own ("j,down").
        problems: what was wrong in the file, a sentence each; those settings have their defaults.
    """

    theme: str = "paperterm-dark"
    advance: bool = False
    clipboard: str = "auto"
    note_template: str = ""
    keymap: Mapping[str, str] = MappingProxyType({})
    problems: tuple[str, ...] = ()


SETTINGS = tuple(name for name in Config._fields if name not in ("keymap", "problems"))


def load_config(file: Path) -> Config:
    """Read the settings; every fault becomes a sentence in `problems` that names the file, line or key."""
    try:
        raw = file.read_bytes()
    except FileNotFoundError:
        return Config()
    except OSError as error:
        return Config(problems=(f"{display(str(file))}: settings not read ({error.strerror}); using the defaults",))
    import tomllib

    try:
        table = tomllib.loads(raw.decode("utf-8-sig"))
    except (tomllib.TOMLDecodeError, UnicodeDecodeError, RecursionError) as error:
        return Config(problems=(f"{display(str(file))}: {display(str(error))}; using the defaults",))
    return _config_from(table, display(str(file)))


def _config_from(table: Mapping[str, Any], where: str) -> Config:
    values: dict[str, Any] = {}
    problems: list[str] = []
    for name, value in table.items():
        if name == "keymap":
            values["keymap"], wrong = _keymap_from(value, where)
            problems += wrong
        elif name not in SETTINGS:
            problems.append(f"{where}: there is no setting “{display(name)}”; there are {', '.join(SETTINGS)}")
        elif not isinstance(value, type(getattr(Config(), name))):
            kind = "true or false" if isinstance(getattr(Config(), name), bool) else "a text in quotes"
            problems.append(f"{where}: {name} must be {kind}")
        elif name == "clipboard" and value not in CLIPBOARDS:
            problems.append(f"{where}: clipboard must be one of {', '.join(CLIPBOARDS)}")
        else:
            values[name] = clean(value) if isinstance(value, str) else value
    return Config(**values, problems=tuple(problems))


def _keymap_from(value: object, where: str) -> tuple[dict[str, str], list[str]]:
    if not isinstance(value, dict):
        return {}, [f"{where}: keymap must be a table, such as [keymap] and then “paper.mark-read” = “d”"]
    keymap = {name: keys for name, keys in value.items() if isinstance(keys, str) and keys.strip()}
    wrong = [f"{where}: keymap.{display(name)} must name a key in quotes" for name in value if name not in keymap]
    return keymap, wrong


def require_known_theme(theme: str, themes: Iterable[str]) -> None:
    """Raise `ConfigError` naming the themes there are, if `theme` is not one."""
    known = sorted(themes)
    if theme not in known:
        raise ConfigError(f"there is no theme “{display(theme)}”", f"There are: {', '.join(known)}.")
