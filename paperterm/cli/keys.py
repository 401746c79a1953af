"""`paperterm keys`."""

from __future__ import annotations

import click

from paperterm.cli.arguments import json_option
from paperterm.cli.drawing import Heading, put_json, put_table
from paperterm.cli.settings import settings_in_force
from paperterm.cli.verb import Verb
from paperterm.tui.commands import COMMANDS, keys_of, shown_key


@click.command("keys", cls=Verb, example="paperterm keys")
@json_option
def keys_command(as_json: bool) -> None:
    """Show the keys of the app, as the settings have them, and the name of each command for the settings' [keymap]."""
    config = settings_in_force()
    if as_json:
        put_json(
            [
                {
                    "command": command.id,
                    "keys": list(keys_of(command, config.keymap)),
                    "help": command.tooltip,
                    "group": command.group,
                    "panes": list(command.panes),
                }
                for command in COMMANDS
            ]
        )
        return
    put_table(
        (Heading("keys", "code"), Heading("what it does"), Heading("command", "dim")),
        [
            (" ".join(map(shown_key, keys_of(command, config.keymap))), command.tooltip, command.id)
            for command in COMMANDS
        ],
    )
