"""Textual's bindings, made from the table of commands and the reader's keymap."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from textual.binding import Binding, BindingsMap

from paperterm.tui.commands import COMMANDS, keys_of


def bindings(keymap: Mapping[str, str]) -> BindingsMap:
    """The bindings of the main screen.

    All have priority: Textual then handles a key, with all it does to the focus, before it looks at the next one.
    So what is typed ahead after `/` or `t` goes to the filter or the dialog and never to a command.
    """
    return BindingsMap(_bindings(keymap))


def _bindings(keymap: Mapping[str, str]) -> Iterator[Binding]:
    for command in COMMANDS:
        for key in keys_of(command, keymap):
            yield Binding(
                key,
                f"do('{command.id}')",
                command.description,
                id=command.id,
                tooltip=command.tooltip,
                group=Binding.Group(command.group),
                priority=True,
            )
