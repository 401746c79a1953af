"""What the groups of commands of the main screen have in common: its parts, its state, and the words it says."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING

from textual.message_pump import MessagePump
from textual.screen import Screen

from paperterm.errors import PapertermError
from paperterm.model.text import display
from paperterm.present.spans import Span
from paperterm.tui.commands import command, keys_of, shown_key
from paperterm.tui.task import Task
from paperterm.tui.widgets.filter_line import FilterLine
from paperterm.tui.widgets.paper_list import MatchesOf, PaperList
from paperterm.tui.widgets.reader import Reader
from paperterm.tui.widgets.text_line import KeyLine, StatusLine

if TYPE_CHECKING:
    from paperterm.config import Config
    from paperterm.library import Library
    from paperterm.present.passage import Passage
    from paperterm.search.finder import Found
    from paperterm.tui.screens.dialog import Answer, Dialog


class PapersScreen(Screen[None]):
    """The parts of the main screen; the commands are in groups that derive from `Commands`."""

    is_saving = False
    """Whether a change is on its way to the disk, or is there and the status line does not say so yet."""

    def __init__(self, library: Library, config: Config, query: str = "") -> None:
        super().__init__()
        self.library = library
        self.config = config
        self.query_text = query
        self.sort = "relevance"
        self.grouping = ""
        """What the list is grouped by: "collection", "status" or nothing."""
        self.answer: Sequence[int] = library.numbers()
        """The papers that the query finds, in order."""
        self.found: Found | None = None
        """What was found last."""
        self.expands = False
        """Whether the order heeds words of the best papers, too."""
        self.history: list[str] = []
        self.tasks: list[Task] = []
        """Long work that is going on; the newest is shown."""
        self._recalled = 0
        self.reader_number: int | None = None
        """The paper that the reader shows."""
        self.passage: Passage | None = None
        """The passage of the abstract that is being chosen."""
        self.stay_on: int | None = None
        """The paper that the reader last pointed at themselves: it keeps the cursor whenever it is shown."""
        self.matches_of: MatchesOf | None = None
        self.list = PaperList(library, self.answer, id="list")
        self.reader = Reader(id="reader")
        self.filter_line = FilterLine(query, (Span(f"{library.count:,}", "dim"), Span(" papers", "dim")))
        self.status = StatusLine(id="status")
        self.key_line = KeyLine(id="keys")
        self.keymap: Mapping[str, str] = {}
        """Keys that the settings change."""
        self._waiting: dict[str, asyncio.TimerHandle] = {}

    def key(self, command_id: str) -> str:
        """The key that is shown for a command, as the settings have it."""
        return shown_key(keys_of(command(command_id), self.keymap)[0])

    @property
    def is_transient(self) -> bool:
        """Whether there is something that `go.back` leaves: the reader, a range, a selection, a filter."""
        is_chosen = self.list.selected or self.list.range_from is not None
        return bool(self.pane == "reader" or is_chosen or self.query_text)

    @property
    def is_importing(self) -> bool:
        """Whether papers are being imported; with the command for importing."""
        raise NotImplementedError

    @property
    def pane(self) -> str:
        """The pane that has the focus: "list", "reader", "filter", or "passage" for a reader in which one is chosen."""
        if self.focused is self.filter_line.input:
            return "filter"
        if self.focused is not self.reader:
            return "list"
        return "reader" if self.passage is None else "passage"

    def chosen_ids(self) -> list[str]:
        """The papers that a command is about."""
        return [self.library.head(number).paper_id for number in self.list.chosen()]

    # Saying

    def say(self, text: str, style: str = "") -> None:
        """Put a sentence in the status line; text from outside is made fit for display here."""
        self.status.show(left=[Span(display(text), style)])

    def say_besides(self, text: str, style: str = "") -> None:
        """Say what no key asked for; a sentence about a change, which is or will be saved, stays before it."""
        left, said = self.status.left, Span(display(text), style)
        if said not in left:
            self.status.show(left=[*left, Span(" · ", "dim"), said] if self.tells_of_change else [said])

    @property
    def tells_of_change(self) -> bool:
        """Whether the status line speaks of a change that is saved or about to be."""
        return self.is_saving or self.library.is_unsaved or any(span.style == "success" for span in self.status.left)

    def say_held(self) -> None:
        """Say that a held key does no more."""
        said = Span("  held down: once only", "dim")
        if said not in self.status.left:
            self.status.show(left=[*self.status.left, said])

    def say_error(self, error: PapertermError) -> None:
        """Say what failed and what to do about it."""
        hint = f"  {error.hint}" if error.hint else ""
        self.status.show(left=[Span(display(error.message), "failure"), Span(display(hint), "dim")])

    async def ask(self, dialog: Dialog[Answer], answered: Callable[[Answer | None], None]) -> None:
        """Open a dialog. It has the keys when this returns, so that what was typed ahead goes to it."""
        from paperterm.tui.screens.dialog import ask

        await ask(self.app, dialog, answered)

    # Hooks between the groups

    def show_reader(self) -> None:
        """Show the paper under the cursor in the reader; with the commands for reading."""
        raise NotImplementedError

    def show_place(self) -> None:
        """Show where the cursor is and what is selected, sorted and unsaved; with the commands for moving."""
        raise NotImplementedError

    def save(self) -> None:
        """Make what was changed durable, in a worker; with the commands for saving."""
        raise NotImplementedError

    def regroup(self) -> None:
        """Put the papers that are shown in groups anew, since what groups them changed; with those for finding."""
        raise NotImplementedError

    def search(self) -> None:
        """Answer the query anew; with the commands for finding."""
        raise NotImplementedError

    def stop_task(self) -> None:
        """Ask long work to stop; with the commands for working."""
        raise NotImplementedError

    def show_arrived(self) -> None:
        """Show papers that are new in the library, the cursor where it is; with the commands for finding."""
        raise NotImplementedError

    # Waiting

    def search_anew(self) -> None:
        """Answer the same query anew, the cursor where it is."""
        raise NotImplementedError

    def after(self, seconds: float, name: str, action: Callable[[], None]) -> None:
        """Call something a little later; asked again under the same name, it waits anew."""
        waiting = self._waiting.pop(name, None)
        if waiting is not None:
            waiting.cancel()

        def due() -> None:
            self._waiting.pop(name, None)
            self.call_later(action)

        # A timer of Textual's is a task of its own: too much for each step of a held key.
        self._waiting[name] = asyncio.get_running_loop().call_later(seconds, due)

    @property
    def is_waiting(self) -> bool:
        """Whether something is still to be done a little later; tests ask."""
        return bool(self._waiting)

    def numbers_of(self, paper_ids: Sequence[str]) -> list[int]:
        """The numbers of those papers that the library has."""
        found = (self.library.number(paper_id) for paper_id in paper_ids)
        return [number for number in found if number is not None]


if TYPE_CHECKING:
    Commands = PapersScreen
else:
    # Textual looks over the whole of a screen for every class that derives from one: a millisecond or two of each
    # start for each group. What a group needs of it is only that its handlers of messages are found.
    Commands = MessagePump
"""The base of a group of commands: what a `PapersScreen` has is there when the groups have become one screen."""
