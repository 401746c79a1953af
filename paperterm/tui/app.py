"""The app around the screens: themes, signals, the palette."""

from __future__ import annotations

import asyncio
import gc
import signal
from contextlib import suppress
from types import FrameType
from typing import TYPE_CHECKING, Any, ClassVar

from textual import events
from textual.app import App
from textual.driver import Driver
from textual.screen import Screen

from paperterm.config import Config, require_known_theme
from paperterm.errors import PapertermError
from paperterm.tui.screens.main import HEIGHTS, WIDTHS, MainScreen
from paperterm.tui.stylesheets import stylesheet
from paperterm.tui.themes import THEMES, variables_for

if TYPE_CHECKING:
    from paperterm.library import Library
    from paperterm.tui.note_draft import NoteDraft

ENDING = (signal.SIGHUP, signal.SIGINT, signal.SIGTERM)
"""Signals that end the app in order."""
LAST_RESORT = 5
"""Seconds after a signal until the process dies even if the app hangs."""
REPEAT = 0.11
"""Seconds within which a held key comes again (macOS: 90 ms), and a finger seldom does."""
SETTLED_AFTER = 0.2
"""Seconds after the first frame until the garbage collector is turned on."""


class PapertermApp(App[int]):
    """The reader's desk."""

    TITLE = "paperterm"
    CSS_PATH: ClassVar = [stylesheet("triage"), stylesheet("reader")]
    HORIZONTAL_BREAKPOINTS = WIDTHS
    VERTICAL_BREAKPOINTS = HEIGHTS
    ALLOW_SELECT = False
    ENABLE_COMMAND_PALETTE = False

    def __init__(self, library: Library, config: Config | None = None, *, query: str = "") -> None:
        self.config = config or Config()
        # Known to Textual from the start, it also chooses the right way to do without colours.
        super().__init__(ansi_color=self.config.theme.startswith("ansi-") or None)
        # What happens is said in the status line; the places for other notices would only cost every start.
        self._disable_notifications = self._disable_tooltips = True
        self.library = library
        self.has_italics = True
        """Whether the terminal shows italics as such."""
        self._first_query = query
        self._handlers_before: dict[int, Any] = {}
        self.is_key_held = False
        """Whether the key that is being handled came from a key that is held down."""
        self._last_key = ("", 0.0)
        self.draft: NoteDraft | None = None
        """The note that is being typed."""
        self.failure: Exception | None = None
        """What ended the app, if it was a fault of its own."""
        for theme in THEMES:
            self.register_theme(theme)
        require_known_theme(self.config.theme, self.available_themes)
        # Set before the first paint, without the second one that a change of theme would cause.
        self.set_reactive(PapertermApp.theme, self.config.theme)
        self.stylesheet.set_variables(self.get_css_variables())

    def get_driver_class(self) -> type[Driver]:
        """Textual's choice, or on a terminal one that bears more."""
        from paperterm.tui.driver import sturdy

        return sturdy(super().get_driver_class())

    def get_theme_variable_defaults(self) -> dict[str, str]:
        """What the style sheets need and the theme may not have."""
        return variables_for(self.current_theme)

    def get_default_screen(self) -> Screen[None]:
        """The papers."""
        return MainScreen(self.library, self.config, self._first_query)

    def on_mount(self) -> None:
        """End in order when the terminal goes away or somebody asks the process to end."""
        if not self.is_headless:
            for number in ENDING:
                self._handlers_before[number] = signal.signal(number, self._ask_to_end)
        if not gc.isenabled():
            self.set_timer(SETTLED_AFTER, _collect_garbage)

    def _ask_to_end(self, number: int, _frame: FrameType | None) -> None:
        # Not by `add_signal_handler`: its signals are lost while more than some 270 keys wait to be taken in.
        with suppress(RuntimeError):  # it has ended
            asyncio.get_running_loop().call_soon_threadsafe(self.end_by_signal, number)

    def give_signals_back(self) -> None:
        """Signals mean again what they meant before; when the app has ended."""
        for number, handler in self._handlers_before.items():
            signal.signal(number, handler)

    async def on_event(self, event: events.Event) -> None:
        """Terminals tell nothing about a held key but that the same one comes again and again, and soon."""
        if isinstance(event, events.Key | events.MouseDown) and not event.is_forwarded:
            key, time = self._last_key
            self._last_key = (event.key if isinstance(event, events.Key) else "", event.time)
            self.is_key_held = bool(key) and key == self._last_key[0] and 0 <= event.time - time < REPEAT
        await super().on_event(event)

    def end_by_signal(self, number: int) -> None:
        """Save what is in hand and leave; it may come twice."""
        signal.alarm(LAST_RESORT)
        self._keep_draft()
        try:
            self.library.flush()
        except PapertermError:
            # Nobody is there to be told; the library is closed once more on the way out and says it then.
            pass
        finally:
            self.exit(return_code=128 + number)

    async def action_quit(self) -> None:
        """`ctrl+q` in a dialog: save and leave, as from the list; a note that is being typed is kept as a draft."""
        from paperterm.tui.screens.dialog import Dialog

        if isinstance(self.screen, Dialog):
            await self.screen.take_in()
        self._keep_draft()
        main = self.screen_stack[0]
        assert isinstance(main, MainScreen)
        await main.action_quit()

    def action_help_quit(self) -> None:
        """`ctrl+c` ends nothing here, since it may have been meant for something else: say what does."""
        main = self.screen_stack[0]
        assert isinstance(main, MainScreen)
        main.say(f"{main.key('app.quit')} saves and leaves; ctrl+q does so from everywhere.", "dim")

    def _keep_draft(self) -> None:
        if self.draft is not None:
            self.draft.write_at_the_end()

    def _handle_exception(self, error: Exception) -> None:
        """What fails because the app is ending already (a dialog that is opening, a timer) changes nothing about it."""
        if self._exit:
            self._close_messages_no_wait()
        else:
            super()._handle_exception(error)

    def _fatal_error(self) -> None:
        """End after a fault of the app's own; whoever ran it says what happened, so no traceback is drawn here."""
        self.failure = self._exception
        self._keep_draft()
        self._close_messages_no_wait()


def _collect_garbage() -> None:
    gc.freeze()
    gc.enable()
