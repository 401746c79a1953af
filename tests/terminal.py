"""A terminal for tests: runs a program on a real pseudo-terminal, presses its keys, reads its screen.

Everything the program wrote is kept as bytes (`raw`) and played through an emulator (`text`). Waiting is always for a
condition with a deadline: `wait_for` reads until the screen fulfils it and fails with the screen as it was.
"""

from __future__ import annotations

import base64
import fcntl
import os
import re
import select
import signal
import struct
import subprocess
import sys
import termios
import time
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from types import TracebackType

import pyte

PATIENCE = 60.0
"""Seconds until a condition counts as never met: only a failing test waits so long, so it can be generous."""

KEYS: dict[str, bytes] = {
    "enter": b"\r",
    "tab": b"\t",
    "shift+tab": b"\x1b[Z",
    "escape": b"\x1b",
    "space": b" ",
    "backspace": b"\x7f",
    "up": b"\x1b[A",
    "down": b"\x1b[B",
    "right": b"\x1b[C",
    "left": b"\x1b[D",
    "home": b"\x1b[H",
    "end": b"\x1b[F",
    "pageup": b"\x1b[5~",
    "pagedown": b"\x1b[6~",
    "delete": b"\x1b[3~",
}

# Sequences that pyte would print as text: private CSI with < = >, CSI with intermediates or sub-parameters, strings.
_UNSUPPORTED = re.compile(
    rb"\x1b\[[<=>][0-?]*[ -/]*[@-~]|\x1b\[[0-?]*[ -/]+[@-~]|\x1b\[[0-9;]*:[0-9;:]*m"
    rb"|\x1b[PX^_\]][^\x1b\x07]*(?:\x1b\\|\x07)"
)
_INCOMPLETE = re.compile(rb"\x1b(?:\[[0-?]*[ -/]*|[\]PX^_][^\x1b\x07]*\x1b?)?\Z")
_SYNC = re.compile(rb"(\x1b\[\?2026[hl])")
_CLIPBOARD = re.compile(rb"\x1b\]52;[^;]*;([A-Za-z0-9+/=]*)(?:\x07|\x1b\\)")

# What a program asks its terminal; Textual asks for the modes, others for the cursor or the kind of terminal.
_QUESTION = re.compile(rb"\x1b\[\?(?P<mode>\d+)\$p|\x1b\[(?P<cursor>6n)|\x1b\[(?P<kind>0?c)")

LONGEST_QUESTION = 16
"""Bytes; what lies further back has been looked at."""

# A new session leader has no controlling terminal until it claims one; without it a hang-up would send no SIGHUP.
_CLAIM_TERMINAL = (
    "import fcntl, os, sys, termios; fcntl.ioctl(0, termios.TIOCSCTTY, 0); os.execv(sys.argv[1], sys.argv[1:])"
)


class Terminal:
    """A program on a pseudo-terminal of its own. Use it as a context manager: the program is ended with it.

    Args:
        argv: the program, by absolute path, and its arguments.
        env: the whole environment; nothing is inherited.
    """

    def __init__(
        self, argv: Sequence[str | Path], *, env: Mapping[str, str], cwd: Path, columns: int = 120, rows: int = 40
    ) -> None:
        self.raw = bytearray()
        self._screen = pyte.Screen(columns, rows)
        self._stream = pyte.ByteStream(self._screen)
        self._held = b""
        self._asked = 0
        self._frame = ""
        self._in_frame = False
        self._master, slave = os.openpty()
        self._set_size(columns, rows)
        self.process = subprocess.Popen(
            [sys.executable, "-I", "-S", "-c", _CLAIM_TERMINAL, *map(str, argv)],
            stdin=slave, stdout=slave, stderr=slave, env=dict(env), cwd=cwd, start_new_session=True,
        )  # fmt: skip
        os.close(slave)

    def __enter__(self) -> Terminal:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self.process.poll() is None:
            self.process.kill()
        self.process.wait(PATIENCE)
        self.hang_up()

    @property
    def text(self) -> str:
        """The last complete frame, one line a row, without blanks at the ends of rows."""
        return self._frame

    def cell(self, row: int, column: int) -> str:
        """The character in a cell; empty for the right half of a wide one."""
        return str(self._screen.buffer[row][column].data)

    @property
    def clipboard(self) -> list[str]:
        """Every text that the program asked the terminal to put on the clipboard (OSC 52), oldest first."""
        return [base64.b64decode(found).decode() for found in _CLIPBOARD.findall(bytes(self.raw))]

    def press(self, *keys: str) -> None:
        """Press keys by name (`KEYS`, `ctrl+x`), or characters as they are."""
        for key in keys:
            self.send(chr(ord(key[-1]) & 0x1F).encode() if key.startswith("ctrl+") else KEYS.get(key, key.encode()))

    def send(self, data: bytes) -> None:
        """Send bytes as a terminal would, also those that no key sends."""
        while data:
            data = data[os.write(self._master, data) :]

    def resize(self, columns: int, rows: int) -> None:
        """Change the size of the window; the program hears of it by SIGWINCH."""
        self._screen.resize(rows, columns)
        self._set_size(columns, rows)
        self.process.send_signal(signal.SIGWINCH)

    def hang_up(self) -> None:
        """Close the window, as the end of an ssh connection does."""
        if self._master >= 0:
            os.close(self._master)
            self._master = -1

    def wait_for(self, condition: str | Callable[[Terminal], object], *, patience: float = PATIENCE) -> None:
        """Read until the screen holds text that matches the regular expression, or the function says yes."""
        is_met = _seen(condition) if isinstance(condition, str) else condition
        deadline = time.monotonic() + patience
        while not is_met(self):
            if not self._read(deadline):
                state = f"it ended with {self.process.poll()}" if self._master < 0 else f"{patience:.0f} s passed"
                raise AssertionError(
                    f"never seen: {condition!r}; {state}\n{self.text.rstrip()}\n{bytes(self.raw[-300:])!r}"
                )

    def wait_until_gone(self, pattern: str) -> None:
        """Read until no text on the screen matches the regular expression."""
        is_seen = _seen(pattern)
        self.wait_for(lambda terminal: not is_seen(terminal))

    def wait_for_end(self, *, patience: float = PATIENCE) -> int:
        """Read until the program ends; its exit status, or minus the number of the signal that ended it."""
        deadline = time.monotonic() + patience
        while self._read(deadline):
            pass
        assert time.monotonic() < deadline, f"still running after {patience:.0f} s\n{self.text}"
        return self.process.wait(patience)

    def _set_size(self, columns: int, rows: int) -> None:
        fcntl.ioctl(self._master, termios.TIOCSWINSZ, struct.pack("HHHH", rows, columns, 0, 0))

    def _read(self, deadline: float) -> bool:
        """Take what the program writes next; False when it has closed its terminal or the deadline has passed."""
        if self._master < 0 or not _is_readable(self._master, deadline - time.monotonic()):
            return False
        try:
            data = os.read(self._master, 65536)
        except OSError:  # EIO: the last program on this terminal has ended
            data = b""
        if not data:
            self.hang_up()
            return False
        self.raw += data
        self._draw(data)
        self._answer()
        return True

    def _draw(self, data: bytes) -> None:
        data = self._held + data
        rest = _INCOMPLETE.search(data)
        self._held = data[rest.start() :] if rest else b""
        for part in _SYNC.split(data[: rest.start()] if rest else data):
            if _SYNC.fullmatch(part):
                self._in_frame = part.endswith(b"h")
            elif part:
                self._stream.feed(_UNSUPPORTED.sub(b"", part))
            if not self._in_frame:
                self._frame = "\n".join(line.rstrip() for line in self._screen.display)

    def _answer(self) -> None:
        for question in _QUESTION.finditer(self.raw, self._asked):
            self._asked = question.end()
            if question["mode"]:
                known = 2 if question["mode"] == b"2026" else 0
                reply = b"\x1b[?%s;%d$y" % (question["mode"], known)
            elif question["cursor"]:
                reply = b"\x1b[%d;%dR" % (self._screen.cursor.y + 1, self._screen.cursor.x + 1)
            else:
                reply = b"\x1b[?62;22c"
            with suppress(OSError):  # it has ended meanwhile
                self.send(reply)
        self._asked = max(self._asked, len(self.raw) - LONGEST_QUESTION)


def _is_readable(file: int, patience: float) -> bool:
    waiting = select.poll()  # select.select takes no file numbers above 1023
    waiting.register(file, select.POLLIN)
    return bool(waiting.poll(max(0.0, patience) * 1000))


def _seen(pattern: str) -> Callable[[Terminal], object]:
    wanted = re.compile(pattern, re.MULTILINE)
    return lambda terminal: wanted.search(terminal.text)


_SEQUENCE = re.compile(
    rb"\x1b\][^\x07\x1b]*(?:\x07|\x1b\\)|\x1b[P_^X].*?\x1b\\|\x1b\[[0-?]*[ -/]*[@-~]|\x1b[ -/]*[0-~]", re.DOTALL
)
_STRAY = re.compile(
    rb"[\x00-\x09\x0b\x0c\x0e-\x1f\x7f]|\xc2[\x80-\x9f]"
    rb"|\xe2\x80[\x8b\x8e\x8f\xa8-\xae]|\xe2\x81[\xa6-\xa9]"
)


def sequences(raw: bytes) -> set[bytes]:
    """The kinds of control sequence in what a program wrote: `ESC[…m` for CSI, the first six bytes of others."""
    found = _SEQUENCE.findall(bytes(raw))
    return {match[:2] + b"\xe2\x80\xa6" + match[-1:] if match[:2] == b"\x1b[" else match[:6] for match in found}


def stray_controls(raw: bytes) -> list[bytes]:
    """Control and bidirectional characters outside of any control sequence, line ends apart."""
    return _STRAY.findall(_SEQUENCE.sub(b"", bytes(raw)))
