"""Where things are on this platform. Nothing is read or made here."""

from __future__ import annotations

import os
from collections.abc import Mapping
from pathlib import Path

from paperterm.errors import ConfigError

LIBRARY_VARIABLE = "PAPERTERM_LIBRARY"
CONFIG_VARIABLE = "PAPERTERM_CONFIG"


def library_folder(chosen: str | None = None, environment: Mapping[str, str] = os.environ) -> Path:
    """The library: the one that was named, else `PAPERTERM_LIBRARY`, else the platform's data folder."""
    named = chosen or environment.get(LIBRARY_VARIABLE)
    return Path(named).expanduser() if named else _platform_folder("data")


def config_file(environment: Mapping[str, str] = os.environ) -> Path:
    """The settings: `PAPERTERM_CONFIG`, else `config.toml` in the platform's config folder."""
    named = environment.get(CONFIG_VARIABLE)
    return Path(named).expanduser() if named else _platform_folder("config") / "config.toml"


def state_folder() -> Path:
    """For what may be lost without harm: crash reports, the last copied text."""
    return _platform_folder("state")


def _platform_folder(kind: str) -> Path:
    from platformdirs import user_config_path, user_data_path, user_state_path

    # The XDG standard says to ignore relative paths; platformdirs takes them as they are.
    variable = f"XDG_{kind.upper()}_HOME"
    odd = os.environ.get(variable, "")
    if odd and not Path(odd).is_absolute():
        del os.environ[variable]
    paths = {"data": user_data_path, "config": user_config_path, "state": user_state_path}
    try:
        folder = paths[kind]("paperterm", appauthor=False)
    except RuntimeError:  # no HOME and no entry for this user
        folder = Path("~")
    if not folder.is_absolute() or "~" in folder.parts:
        raise ConfigError(
            "this user has no home folder to keep a library in",
            f"Name one: paperterm --library FOLDER, or set {LIBRARY_VARIABLE}.",
        )
    return folder
