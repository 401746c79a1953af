"""Why a command cannot be done now, in a few words; said when its key is pressed, shown in the palette."""

from __future__ import annotations

from collections.abc import Callable

from paperterm.tui.commands import LIST, PASSAGE, Command
from paperterm.tui.screens.base import PapersScreen

Reason = Callable[[PapersScreen], str]


def reason_against(screen: PapersScreen, command: Command) -> str:
    """The first reason that there is; empty if the command can be done."""
    if screen.pane not in command.panes and LIST not in command.panes:
        return "only while a passage is chosen" if PASSAGE in command.panes else f"only in the {command.panes[0]}"
    for ids, reason in REASONS:
        if command.id.startswith(ids) and (said := reason(screen)):
            return said
    return ""


def _without_choice(screen: PapersScreen) -> str:
    return "" if screen.list.selected or screen.list.range_from is not None else _without_paper(screen)


def _without_paper(screen: PapersScreen) -> str:
    if screen.list.pointed is not None:
        return ""
    return "this is a heading, not a paper" if screen.list.pointed_head else "there is no paper here"


def _without_rows(screen: PapersScreen) -> str:
    return "" if screen.list.row_count else "there is no paper here"


def _without_papers(screen: PapersScreen) -> str:
    return "" if screen.list.paper_count else "there is no paper in the list"


def _without_heads(screen: PapersScreen) -> str:
    return "" if screen.grouping else "the list has no headings"


def _with_selection(screen: PapersScreen) -> str:
    is_chosen = screen.list.selected or screen.list.range_from is not None
    return f"papers are selected; {screen.key('go.back')} lets them go" if is_chosen else ""


def _at_rest(screen: PapersScreen) -> str:
    return "" if screen.is_transient or screen.tasks else "there is nothing to leave"


def _without_near(screen: PapersScreen) -> str:
    return "" if screen.found is not None and screen.found.replaced else "every word is in some paper"


def _importing(screen: PapersScreen) -> str:
    key = screen.key("go.back")
    return f"one import at a time; {key} cancels the one that is going on" if screen.is_importing else ""


def _read_only(screen: PapersScreen) -> str:
    reason = screen.library.read_only_reason
    return f"read only: {reason}" if reason else ""


REASONS: tuple[tuple[tuple[str, ...], Reason], ...] = (
    (("go.back",), _at_rest),
    (("papers.triage",), _with_selection),
    (("list.fold",), _without_heads),
    (("filter.near",), _without_near),
    (("list.open", "paper.select"), _without_rows),
    (("paper.note", "paper.edit-note", "paper.open-link", "paper.highlight"), _without_paper),
    (("paper.mark", "paper.skip", "paper.star", "paper.tag", "paper.copy", "paper.like"), _without_choice),
    (
        (
            "papers.",
            "list.sort",
            "list.group",
            "list.facets",
            "list.sentences",
            "move.next-unread",
            "move.previous-unread",
        ),
        _without_papers,
    ),
    (
        (
            "paper.mark",
            "paper.skip",
            "paper.star",
            "paper.tag",
            "paper.note",
            "paper.edit-note",
            "change.",
            "papers.triage",
        ),
        _read_only,
    ),
    (("paper.highlight", "library.import"), _read_only),
    (("library.import",), _importing),
)
"""Beginnings of command ids, and what may be in the way of those commands."""
