"""The terminal, and what Textual leaves to chance there: bytes that are no keys, and a terminal that is gone."""

from __future__ import annotations

import asyncio
import codecs
import os
import selectors
import signal
from collections.abc import Callable, Iterable
from contextlib import suppress

from textual import events
from textual._xterm_parser import XTermParser
from textual.driver import Driver
from textual.drivers.linux_driver import LinuxDriver
from textual.geometry import Size
from textual.message import Message

from paperterm.model.patterns import late

LOOK = 0.1
"""Seconds until a key thread that hears nothing looks whether it is to end."""
AT_ONCE = 1 << 16
"""Bytes."""
PASTE, PASTED = "\x1b[200~", "\x1b[201~"
"""What a terminal sends before and after a paste."""
KEY_PROTOCOL_ENDS = "\x1b[<u"
"""Takes back one `CSI > u` of https://sw.kovidgoyal.net/kitty/keyboard-protocol/."""
_SEQUENCES = late("(?=\x1b)")
_ABSURD = late(r"\x1b\[[0-?]{256,}[ -/]*([@-~]?)")
_ABSURD_REST = late(r"[0-?]*[ -/]*([@-~]?)")
"""A sequence longer than any that a key or a click sends: Textual would take what exceeds its patience for keys."""
LARGEST = 10_000
"""Columns or rows of a terminal that is believed."""
LONGEST_PASTE = 10_000_000
"""Characters that are kept of one; no widget takes as many."""


class TerminalDriver(LinuxDriver):
    """Reads keys from any bytes at all, and ends the app in order when there is no terminal any more.

    Textual's own key thread dies of a byte that is not UTF-8 (its issue 6456) and of sequences with absurd numbers,
    and takes the app with it; and when the terminal is closed and SIGHUP does not arrive (`nohup`), it spins for ever.
    """

    def run_input_thread(self) -> None:
        """Read until the app leaves the terminal, or the terminal the app."""
        decode = codecs.getincrementaldecoder("utf-8")(errors="replace").decode
        keys = _Keys(self._debug, self.process_message)
        # What was typed before the terminal was the app's waits there as lines, which end otherwise than `enter` does.
        is_early = True
        with selectors.SelectSelector() as selector:
            selector.register(self.fileno, selectors.EVENT_READ)
            while not self.exit_event.is_set():
                if selector.select(LOOK):
                    data = self._read()
                    if not data:
                        self._hung_up()
                        return
                    text = decode(data)
                    keys.take(text.replace("\n", "\r") if is_early else text)
                else:
                    keys.release()
                is_early = False
                keys.tick()
        keys.end()

    def start_application_mode(self) -> None:
        """Take the terminal, and follow its size."""
        super().start_application_mode()  # type: ignore[no-untyped-call]
        signal.signal(signal.SIGWINCH, self._on_window_change)

    def _on_window_change(self, *_: object) -> None:
        # A size is asked for in the loop: of two signals at once the handler of the first, where Textual asks for it,
        # would send its size after that of the second.
        if not self._in_band_window_resize:
            with suppress(RuntimeError):  # the app is ending
                self._loop.call_soon_threadsafe(self._report_size)

    def _report_size(self) -> None:
        size = Size(*self._get_terminal_size())
        # By the same way as Textual sends the first size, or this one could arrive before it.
        asyncio.run_coroutine_threadsafe(self._app._post_message(events.Resize(size, size)), self._loop)

    def _sigcont_application(self, *_: object) -> None:
        # Not at once: another SIGCONT may come while this one is answered.
        with suppress(RuntimeError):  # the app is ending
            self._loop.call_soon_threadsafe(self._continue)

    def _continue(self) -> None:
        """Take the terminal again. SIGSTOP comes without notice, so after it the application mode is still on, and
        Textual would turn it on twice: with two threads that read one terminal, of which the first never ends.
        """
        before = None
        if self._auto_restart and self._key_thread is not None and self._key_thread.is_alive():
            before = self.attrs_before
            self.exit_event.set()
            self._key_thread.join()
            self.exit_event.clear()
            self.write(KEY_PROTOCOL_ENDS)
            self.close()
            self._must_signal_resume = True
        super()._sigcont_application()
        self.attrs_before = before or self.attrs_before

    def write(self, data: str) -> None:
        """Send to the terminal, unless that is gone: the queue of a thread that has died would fill up and block."""
        if self._writer_thread is not None and self._writer_thread.is_alive():
            super().write(data)

    def close(self) -> None:
        """Wait until everything is sent."""
        if self._writer_thread is not None and self._writer_thread.is_alive():
            super().close()

    def _read(self) -> bytes:
        try:
            return os.read(self.fileno, AT_ONCE)
        except OSError:  # EIO: nobody is at the other end
            return b""

    def _hung_up(self) -> None:
        # As if SIGHUP had arrived. The app may be ending already.
        end = getattr(self._app, "end_by_signal", None)
        if end is not None:
            with suppress(RuntimeError):
                self._loop.call_soon_threadsafe(end, signal.SIGHUP)


class _Keys:
    """Textual's parser for keys and clicks, begun anew after a sequence that it cannot bear, which is dropped.

    Pastes do not go through it: it takes an escape character in a paste for the beginning of a key, and what follows
    for keys that were pressed.
    """

    def __init__(self, is_debug: bool, handle: Callable[[Message], None]) -> None:
        self._is_debug = is_debug
        self._handle = handle
        self._parser = XTermParser(is_debug)
        self._held = ""
        self._pasted: str | None = None
        self._is_absurd = False
        """Whether the sequence that is being read is too long, and its end has not come."""

    def take(self, text: str) -> None:
        """Pass on the keys, clicks and pastes in a text."""
        text, self._held = self._held + text, ""
        while text:
            if self._pasted is not None:
                text = self._take_pasted(text)
                continue
            keys, mark, text = text.partition(PASTE)
            if mark:
                self._pasted = ""
            else:
                keys, self._held = _without_beginning_of_mark(keys)
            for piece in map(self._without_absurd, _SEQUENCES.split(keys)):
                if piece:
                    self._pass_on(self._parser.feed(piece))

    def tick(self) -> None:
        """Pass on a key that might have been the beginning of another, once it has waited long enough."""
        self._pass_on(self._parser.tick())

    def release(self) -> None:
        """Nothing came for a while: what looked like the beginning of a paste was none."""
        held, self._held = self._held, ""
        if held:
            self._pass_on(self._parser.feed(held))

    def end(self) -> None:
        """No more is to come; what is unfinished is dropped."""
        with suppress(Exception):
            for _ in self._parser.feed(""):
                pass

    def _without_absurd(self, piece: str) -> str:
        """What is left of keys, or of one sequence and the keys behind it."""
        goes_on = self._is_absurd and not piece.startswith("\x1b")
        found = (_ABSURD_REST if goes_on else _ABSURD).match(piece)
        self._is_absurd = found is not None and not found[1]
        return piece[found.end() :] if found else piece

    def _take_pasted(self, text: str) -> str:
        """Add to the paste; gives what follows its end."""
        before = self._pasted or ""
        whole = before + text
        end = whole.find(PASTED, max(0, len(before) - len(PASTED)))
        if end < 0:
            # Without an end it may go on for ever; of so much nothing is taken anyway.
            self._pasted = whole if len(whole) <= LONGEST_PASTE else whole[:LONGEST_PASTE] + whole[-len(PASTED) :]
            return ""
        self._pasted = None
        self._handle(events.Paste(whole[:end]))
        return whole[end + len(PASTED) :]

    def _pass_on(self, messages: Iterable[Message]) -> None:
        try:
            for message in messages:
                if not isinstance(message, events.Resize) or _is_possible(message.size):
                    self._handle(message)
        except (ArithmeticError, LookupError, RuntimeError, TypeError, ValueError):
            self._parser = XTermParser(self._is_debug)


def _is_possible(size: Size) -> bool:
    """Whether a terminal can have that many cells; a report of none, or of millions, is no answer."""
    return 0 < size.width <= LARGEST and 0 < size.height <= LARGEST


def _without_beginning_of_mark(text: str) -> tuple[str, str]:
    """A text, and the beginning of the mark of a paste that it ends with. An escape alone is a key."""
    for length in range(len(PASTE) - 1, 1, -1):
        if text.endswith(PASTE[:length]):
            return text[:-length], PASTE[:length]
    return text, ""


def sturdy(driver: type[Driver]) -> type[Driver]:
    """The driver to use in place of one that Textual chose."""
    return TerminalDriver if driver is LinuxDriver else driver
