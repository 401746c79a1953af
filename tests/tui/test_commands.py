"""The table of commands: whole, without clashes, every key of it pressed by a test."""

from __future__ import annotations

import ast
import inspect
from collections import Counter
from pathlib import Path

import pytest
from textual.actions import parse

from paperterm.tui.commands import COMMANDS, FILTER, LIST, PASSAGE, READER, Command, keys_of, shown_key
from paperterm.tui.screens.main import MainScreen

HERE = Path(__file__).parent


def texts(nodes: list[ast.expr]) -> set[str]:
    """The strings among these nodes."""
    return {node.value for node in nodes if isinstance(node, ast.Constant) and isinstance(node.value, str)}


def pressed() -> set[str]:
    """Every key that a test here presses: the strings in calls of `press`, `*"abc"` letter by letter.

    Keys of parametrised tests and loops stand in tuples and lists.
    """
    keys: set[str] = set()
    for file in HERE.glob("test_*.py"):
        for node in ast.walk(ast.parse(file.read_text("utf-8"))):
            if isinstance(node, ast.Tuple | ast.List):
                keys |= texts(node.elts)
            elif isinstance(node, ast.Call) and getattr(node.func, "attr", "") in {"press", "settle_but_unsaved"}:
                keys |= texts(node.args)
                for text in texts([arg.value for arg in node.args if isinstance(arg, ast.Starred)]):
                    keys |= set(text)
    return keys


@pytest.mark.parametrize("command", COMMANDS, ids=lambda command: command.id)
def test_every_key_is_pressed_by_a_test(command: Command) -> None:
    assert set(keys_of(command, {})) <= pressed()


@pytest.mark.parametrize("command", COMMANDS, ids=lambda command: command.id)
def test_a_command_has_an_action_and_words(command: Command) -> None:
    _, name, parameters = parse(command.action)
    action = getattr(MainScreen, f"action_{name}")
    inspect.signature(action).bind(None, *parameters)
    assert command.description and command.tooltip.endswith(".") and command.group
    assert command.panes and set(command.panes) <= {LIST, READER, FILTER, PASSAGE}


def test_ids_are_unique_and_no_pane_has_a_key_twice() -> None:
    assert max(Counter(command.id for command in COMMANDS).values()) == 1
    for pane in (LIST, READER, FILTER, PASSAGE):
        keys = Counter(key for command in COMMANDS if pane in command.panes for key in keys_of(command, {}))
        assert [key for key, times in keys.items() if times > 1] == []


def test_no_key_that_types_a_letter_is_bound_in_the_filter() -> None:
    keys = [key for command in COMMANDS if FILTER in command.panes for key in keys_of(command, {})]
    assert all("+" in key or key in {"enter", "tab", "escape", "pagedown", "pageup", "up", "down"} for key in keys)


def test_keys_are_shown_as_people_write_them() -> None:
    assert [shown_key(key) for key in ("slash", "ctrl+d", "G", "escape", "asterisk")] == ["/", "^d", "G", "esc", "*"]
