"""The main screen: filter line, list, reader, status line, keys."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache

from textual import events, on
from textual.app import ComposeResult
from textual.binding import BindingsMap
from textual.containers import Container
from textual.geometry import Size

from paperterm.present.spans import Span
from paperterm.tui.bindings import bindings
from paperterm.tui.commands import COMMANDS, FILTER, LIST, READER, Command, command, keys_of, shown_key
from paperterm.tui.messages import KeyClicked
from paperterm.tui.screens.base import PapersScreen
from paperterm.tui.screens.browsing import Browsing
from paperterm.tui.screens.drafting import LOOK_AFTER, Drafting
from paperterm.tui.screens.finding import PREPARE_AFTER
from paperterm.tui.screens.highlighting import Highlighting
from paperterm.tui.screens.importing import Importing
from paperterm.tui.screens.reasons import reason_against
from paperterm.tui.screens.saving import POLL, Saving
from paperterm.tui.screens.searching import Searching
from paperterm.tui.screens.tagging import Tagging
from paperterm.tui.screens.taking import Taking
from paperterm.tui.screens.triaging import Triaging
from paperterm.tui.widgets.reader import Reader

WIDTHS = [(0, "-narrow"), (60, "-stacked"), (112, "-wide")]
HEIGHTS = [(0, "-shortest"), (6, "-short"), (12, "-low"), (20, "-tall")]
"""From how many columns and lines on a screen has which class."""


def rule_at(columns: int) -> str:
    """On which side of the reader its rule is."""
    if columns < WIDTHS[1][0]:
        return ""
    return "top" if columns < WIDTHS[2][0] else "left"


class MainScreen(
    Triaging, Highlighting, Tagging, Searching, Drafting, Browsing, Importing, Taking, Saving, PapersScreen
):
    """Everything is composed with its first content, so that the first frame is the only paint of a start."""

    AUTO_FOCUS = "#list"
    _laid_out: Size | None = None
    """The size for which the screen was laid out last."""

    def on_mount(self) -> None:
        """Begin what can wait until the first frame is out."""
        self._laid_out = self.size
        self.set_timer(PREPARE_AFTER, self.prepare)
        self.set_timer(LOOK_AFTER, self.look_for_drafts)
        self.set_interval(POLL, self.poll)
        self.library.lock.on_wait = self.lock_awaited

    def on_resize(self, event: events.Resize) -> None:
        """Terminals report their size more than once; the same size again is not laid out again."""
        # Not compared with `self.size`, which is the terminal's at every moment.
        if event.size == self._laid_out:
            event.prevent_default()
        self._laid_out = event.size
        self.reader.rule = rule_at(event.size.width)

    def compose(self) -> ComposeResult:
        """The parts, top to bottom, with what they show first."""
        # Textual sets the classes of the breakpoints after the first layout, which would paint everything twice.
        for dimension, classes in ((self.app.size.width, WIDTHS), (self.app.size.height, HEIGHTS)):
            self.add_class(max(row for row in classes if row[0] <= dimension)[1])
        problems = self._take_keymap()
        # Textual's own way, `set_keymap`, drops a binding without a word when a key is taken.
        self._bindings: BindingsMap = bindings(self.keymap)
        self.filter_line.name_key(self.key("filter.focus"))
        self.list.vacancy = self.welcome()
        self.reader_number = self.list.pointed
        self.page = self.page_of(self.reader_number)
        self.reader = Reader(self.page.spans, rule=rule_at(self.app.size.width), id="reader")
        self.status.left = tuple(self.greeting((*self.config.problems, *problems)))
        self.status.right = tuple(self.place())
        self.key_line.keys = tuple(self.keys_now())
        yield self.filter_line
        with Container(id="panes"):
            yield self.list
            yield self.reader
        yield self.status
        yield self.key_line

    def _take_keymap(self) -> list[str]:
        """Take over the reader's own keys; a sentence for each that cannot be."""
        if not self.config.keymap:
            return []
        from paperterm.tui.keymap import usable_keymap

        self.keymap, problems = usable_keymap(self.config.keymap)
        return problems

    def greeting(self, problems: tuple[str, ...]) -> list[Span]:
        """The first sentence in the status line."""
        if self.library.read_only_reason:
            return [Span(f"read only: {self.library.read_only_reason}", "failure")]
        said = (*self.library.problems, *problems)
        if said:
            more = f"  (and {len(said) - 1} more: paperterm config)" if len(said) > 1 else ""
            return [Span(said[0], "failure"), Span(more, "dim")]
        keys = Span(f"{self.key('app.help')} shows all keys", "dim")
        if self.library.is_sample:
            yours = (
                Span("This is the built-in sample. ", "mark"),
                Span(self.key("library.import"), "key"),
                Span(" imports a list of your own · ", "dim"),
            )
            return [*yours, keys]
        return [keys]

    def welcome(self) -> list[Span]:
        """What an empty list says."""
        return [
            Span("No papers yet.\n\n", "heading"),
            Span(self.key("library.import"), "key"),
            Span(" imports a list of abstracts, and so does, from a shell:\n\n", "dim"),
            Span("paperterm import FILE", "code"),
        ]

    def keys_now(self) -> list[tuple[str, str, str]]:
        """The commands of this pane that are for the footer and can be done now, help and quit last."""
        return [
            (shown_key(keys_of(command, self.keymap)[0]), command.description, command.id)
            for command in _for_footer(self.pane, in_triage=self.triage is not None)
            if not reason_against(self, command)
        ]

    @property
    def is_settled(self) -> bool:
        """Whether nothing is being searched, saved or waited for; tests ask."""
        return not (self.is_waiting or self._is_busy or self.is_saving or self.tasks)

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """A command runs only in its panes; other keys go to whatever has the focus."""
        return action != "do" or self.pane in command(str(parameters[0])).panes

    async def action_do(self, command_id: str) -> None:
        """Do what a command says, or say why it cannot be done.

        A list that was asked for and is not there yet comes first: what is typed ahead is about that one. A filter
        takes letters meanwhile.
        """
        if self.is_prepared and self.pane != FILTER:
            await self.answer_shown()
        wanted = command(command_id)
        reason = reason_against(self, wanted)
        if wanted.is_once and self.app.is_key_held:  # type: ignore[attr-defined]
            self.say_held()
        elif reason:
            self.say(f"{reason[0].upper()}{reason[1:]}.", "dim")
        else:
            await self.app.run_action(wanted.action, self)

    @on(KeyClicked)
    async def key_clicked(self, message: KeyClicked) -> None:
        """A key in the footer was clicked."""
        await self.action_do(message.command_id)

    async def action_help(self) -> None:
        """All keys."""
        from paperterm.tui.screens.help import Help

        await self.ask(Help(self.keymap, self.pane), lambda _: None)

    async def action_palette(self) -> None:
        """Find a command, an order, a theme, a collection or a tag by name."""
        from paperterm.tui.screens.palette import Palette
        from paperterm.tui.screens.palette_entries import entries

        def answered(do: Callable[[], object] | None) -> None:
            if do is not None:
                self.call_later(do)

        await self.ask(Palette(entries(self)), answered)

    async def do_from_palette(self, wanted: Command) -> None:
        """Do a command, in a pane where it can be done."""
        if self.pane not in wanted.panes:
            self.action_back_to_list()
        await self.action_do(wanted.id)

    def action_suspend(self) -> None:
        """Go to the shell that the app was started from."""
        if self.app._driver is not None and self.app._driver.can_suspend:
            self.app.action_suspend_process()
        else:
            self.say("This terminal has no shell to go to.", "dim")


TRIAGE = (
    "paper.mark-to-read", "paper.skip", "paper.mark-read", "papers.triage", "paper.star", "change.undo",
    "paper.mark-reading", "paper.tag", "paper.note", "app.help", "app.quit",
)  # fmt: skip
"""The commands for the footer in triage."""


@lru_cache
def _for_footer(pane: str, in_triage: bool) -> list[Command]:
    if in_triage and pane in (LIST, READER):
        return [
            command(name)._replace(description="leave triage") if name == "papers.triage" else command(name)
            for name in TRIAGE
        ]
    return sorted((c for c in COMMANDS if c.rank and pane in c.panes), key=lambda c: c.rank)
