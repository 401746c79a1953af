"""What the command palette offers: every command, and by name orders, groupings, themes, collections and tags."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from typing import TYPE_CHECKING, NamedTuple

from paperterm.model.text import counted
from paperterm.tui.commands import COMMANDS, keys_of, shown_key
from paperterm.tui.screens.choice_dialog import GROUPINGS, SORTS
from paperterm.tui.screens.reasons import reason_against

if TYPE_CHECKING:
    from paperterm.tui.screens.main import MainScreen


class Entry(NamedTuple):
    """One row of the palette.

    Attributes:
        reason: why it cannot be done now; empty if it can.
        is_command: it stands in the palette before anything is typed.
    """

    name: str
    sentence: str
    do: Callable[[], object]
    key: str = ""
    reason: str = ""
    is_command: bool = False


def entries(screen: MainScreen) -> list[Entry]:
    """Everything there is, commands first, and of those the ones that can be done at this moment."""
    return [
        *sorted(_commands(screen), key=lambda entry: bool(entry.reason)),
        *_orders(screen),
        *_views(screen),
        *_themes(screen),
    ]


def _commands(screen: MainScreen) -> Iterator[Entry]:
    # What the footer has comes first, plain moving last.
    for command in sorted(COMMANDS, key=lambda command: (not command.rank, command.group == "Move", command.rank)):
        key = shown_key(keys_of(command, screen.keymap)[0])
        reason = reason_against(screen, command)
        do = partial(screen.do_from_palette, command)
        yield Entry(command.description, command.tooltip, do, key, reason, is_command=True)


def _orders(screen: MainScreen) -> Iterator[Entry]:
    for name, sentence in SORTS:
        yield Entry(f"sort by {name}", sentence, partial(screen.sort_by, name))
    for name, sentence in GROUPINGS:
        yield Entry(f"group by {name}", sentence, partial(screen.group_by, name))


def _views(screen: MainScreen) -> Iterator[Entry]:
    for collection in screen.library.collections():
        query = f'collection:"{collection.name}"'
        yield Entry(f"collection {collection.name}", "show its papers", partial(screen.filter_by, query))
    for tag, papers in screen.library.tags().items():
        yield Entry(f"tag {tag}", f"show {counted(papers, 'paper')}", partial(screen.filter_by, f"tag:{tag}"))


def _themes(screen: MainScreen) -> Iterator[Entry]:
    for name in sorted(screen.app.available_themes):
        yield Entry(f"theme {name}", "change the colours", partial(screen.show_theme, name))
