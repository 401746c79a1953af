"""The clipboard: the ways to it are tried one after another, and what is said about each is true.

A program beside us can be asked whether the text arrived. The terminal (OSC 52) cannot: it never answers, so the
reader is told that the text was sent, not that it was copied. Whatever happens, the last copy is kept in a file.
"""

from __future__ import annotations

import base64
import contextlib
import os
import secrets
import shlex
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from paperterm.export import clip
from paperterm.model.text import clean

TIMEOUT = 5.0
"""Seconds that a clipboard program has."""

OSC52_LIMIT = 74_994
"""Bytes of text whose sequence stays within the 100,000 bytes that terminals commonly take; they cut silently."""

_SCREEN_PIECE = 240
"""Bytes that GNU screen passes on in one string."""


@dataclass(frozen=True, slots=True)
class Copied:
    """What became of a copy.

    Attributes:
        method: the program (`xclip`, `tmux`, …), `osc52` for the terminal, `file` if only the last copy was kept,
            empty if nothing was.
        is_confirmed: the text certainly is where it can be pasted.
        message: a sentence for the reader.
    """

    method: str
    is_confirmed: bool
    message: str


@dataclass(frozen=True, slots=True)
class _Way:
    """One way to a clipboard: gives the name of what took the text, or `None` if it did not work."""

    copy: Callable[[str], str | None]
    is_confirmed: bool = True


def copy(
    text: str,
    *,
    osc52: Callable[[str], None] | None = None,
    what: str = "the text",
    form: str = "",
    setting: str = "auto",
    last_copy: Path | None = None,
    environ: Mapping[str, str] = os.environ,
) -> Copied:
    """Put a text on the clipboard by the first way that works. May take seconds: call it off the UI thread.

    Args:
        osc52: sends the text to the terminal (`App.copy_to_clipboard`, `terminal_osc52`); `None` if there is none.
        what: what is copied, for the message (`quill2024scaling`, `3 entries`).
        form: its format, for the message (`BibTeX`).
        setting: `auto`, `pyperclip`, `tmux`, `osc52`, `off`, or `command …` with a program that reads the text.
        last_copy: the file that keeps the text.
    """
    text = clean(text)
    if not text.strip():
        return Copied("", False, "Nothing to copy")
    kept = _keep(text, last_copy)
    for way in _ways(setting, environ, osc52):
        if method := way.copy(text):
            return Copied(method, way.is_confirmed, _success(what, form, method))
    return Copied("file" if kept else "", False, _failure(text, setting, kept, osc52))


def osc52_sequence(text: str, environ: Mapping[str, str] = os.environ) -> str:
    """The control sequence that hands a text to the terminal; inside GNU screen in the pieces that it passes on."""
    sequence = f"\x1b]52;c;{base64.b64encode(text.encode('utf-8', 'replace')).decode()}\x07"
    if "STY" not in environ:
        return sequence
    pieces = (sequence[start : start + _SCREEN_PIECE] for start in range(0, len(sequence), _SCREEN_PIECE))
    return "".join(f"\x1bP{piece}\x1b\\" for piece in pieces)


def terminal_osc52() -> Callable[[str], None] | None:
    """Sends to the terminal that controls this process, whatever standard output is; `None` if there is no terminal."""
    try:
        os.close(os.open("/dev/tty", os.O_WRONLY | os.O_NOCTTY))
    except OSError:
        return None

    def send(text: str) -> None:
        with open("/dev/tty", "w", encoding="ascii") as terminal:
            terminal.write(osc52_sequence(text))

    return send


def _ways(setting: str, environ: Mapping[str, str], osc52: Callable[[str], None] | None) -> Iterator[_Way]:
    name, _, command = setting.partition(" ")
    is_remote = bool(environ.get("SSH_CONNECTION") or environ.get("SSH_TTY"))
    if name == "command":
        yield _Way(lambda text: _by_command(text, command, environ))
    if name == "pyperclip" or (name == "auto" and not is_remote):
        yield _Way(lambda text: _by_pyperclip(text, environ))
    if name == "tmux" or (name == "auto" and environ.get("TMUX")):
        yield _Way(lambda text: _by_tmux(text, environ))
    if name in ("auto", "osc52") and osc52 is not None:
        yield _Way(lambda text: _by_terminal(text, osc52), is_confirmed=False)


def _by_pyperclip(text: str, environ: Mapping[str, str]) -> str | None:
    # By its path and with -P: a file named pyperclip.py in the current folder is not ours to run.
    status, output = _run([sys.executable, "-P", str(clip.__file__)], text, environ, answers=True)
    return output or "clipboard" if status == clip.COPIED else None


def _by_tmux(text: str, environ: Mapping[str, str]) -> str | None:
    """tmux keeps the text in its buffer and hands it on to the terminal (`-w`, since tmux 3.2)."""
    status, _ = _run(["tmux", "load-buffer", "-w", "-"], text, environ)
    return "tmux" if status == 0 else None


def _by_command(text: str, command: str, environ: Mapping[str, str]) -> str | None:
    try:
        words = shlex.split(command)
    except ValueError:
        return None
    status, _ = _run(words, text, environ) if words else (None, "")
    return Path(words[0]).name if status == 0 else None


def _by_terminal(text: str, osc52: Callable[[str], None]) -> str | None:
    if len(text.encode()) > OSC52_LIMIT:
        return None
    try:
        osc52(text)
    except OSError:
        return None
    return "osc52"


def _run(
    command: Sequence[str], text: str, environ: Mapping[str, str], *, answers: bool = False
) -> tuple[int | None, str]:
    """Run a program with the text as its input: its status (`None` if it did not end in time) and its answer.

    It has a session of its own, so that it neither reads the keyboard nor gets our Ctrl-C, and no terminal to write
    to; nor a pipe, unless it `answers`: programs that stay behind would hold it open.
    """
    try:
        process = subprocess.Popen(
            command,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE if answers else subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            env=dict(environ),
            start_new_session=True,
        )
    except (OSError, ValueError):
        return None, ""
    with process:
        try:
            output, _ = process.communicate(text.encode(), timeout=TIMEOUT)
        except subprocess.TimeoutExpired:
            with contextlib.suppress(ProcessLookupError, PermissionError):
                os.killpg(process.pid, signal.SIGKILL)
            return None, ""
    return process.returncode, (output or b"").decode("utf-8", "replace").strip()


def _keep(text: str, path: Path | None) -> Path | None:
    """Keep the text as the last copy, for the reader's eyes only; `None` if that did not work."""
    if path is None:
        return None
    temporary = path.with_name(f".{secrets.token_hex(6)}.tmp")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        with open(os.open(temporary, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w", encoding="utf-8") as file:
            file.write(text)
        temporary.replace(path)
    except OSError:
        with contextlib.suppress(OSError):
            temporary.unlink()
        return None
    return path


def _success(what: str, form: str, method: str) -> str:
    if method == "tmux":
        return f"Copied {what} to tmux and the terminal"
    if method == "osc52":
        return f"Sent {what} to the terminal (OSC 52). Nothing to paste? Press Y to see the text"
    return f"Copied {what} ({', '.join(part for part in (form, method) if part)})"


def _failure(text: str, setting: str, kept: Path | None, osc52: Callable[[str], None] | None) -> str:
    saved = f" Saved to {kept}" if kept else ""
    if setting == "off":
        return f"Copying is turned off (setting clipboard).{saved}"
    if osc52 is not None and len(text.encode()) > OSC52_LIMIT:
        return f"No clipboard here, and the text is too long for the terminal's.{saved}"
    if setting != "auto":
        return f"The clipboard did not take it (setting clipboard = {setting}).{saved}"
    advice = "install xclip, xsel or wl-clipboard, or run in a terminal with OSC 52"
    return f"No clipboard here.{saved} — {advice}" if saved else f"No clipboard here: {advice}"
