"""`paperterm config`."""

from __future__ import annotations

import json

import click

from paperterm.cli.arguments import json_option
from paperterm.cli.drawing import Heading, put_json, put_table
from paperterm.cli.messages import say
from paperterm.cli.session import session
from paperterm.cli.verb import Verb
from paperterm.config import SETTINGS, Config, load_config
from paperterm.locations import config_file


def settings_in_force() -> Config:
    """The settings as the app will have them; what is wrong with the file is said."""
    config = load_config(config_file())
    if config.keymap:
        from paperterm.tui.keymap import usable_keymap

        keymap, problems = usable_keymap(config.keymap)
        config = config._replace(keymap=keymap, problems=(*config.problems, *problems))
    for problem in config.problems:
        say(problem)
    return config


@click.command("config", cls=Verb, example="paperterm config --json")
@json_option
def config_command(as_json: bool) -> None:
    """Show the settings in force, the file they are read from, and the library's folder."""
    file = config_file()
    config = settings_in_force()
    settings = {name: getattr(config, name) for name in SETTINGS}
    keymap = dict(config.keymap)
    if as_json:
        places = {"file": str(file), "file_exists": file.is_file(), "library": str(session().folder)}
        put_json({**places, "settings": settings, "keymap": keymap, "problems": list(config.problems)})
        return
    rows = [
        ("file", f"{file}{'' if file.is_file() else ' (not there: defaults)'}"),
        ("library", str(session().folder)),
        *((name, _as_toml(value)) for name, value in settings.items()),
        *((f"keymap.{name}", _as_toml(keys)) for name, keys in keymap.items()),
    ]
    put_table((Heading("setting", "strong"), Heading("value")), rows)


def _as_toml(value: object) -> str:
    # A string of JSON is one of TOML, too, also with several lines in it.
    return json.dumps(value, ensure_ascii=False)
