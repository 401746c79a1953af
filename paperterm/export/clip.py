"""Puts standard input on the clipboard, in a process of its own: `python -m paperterm.export.clip`.

Clipboard programs stay behind to serve what was copied, write to the terminal, hang, and report success without
having copied. So this process gives them no terminal and no pipe to hold, and pastes to see whether it is true.
It prints the name of the program and ends with 0 if the clipboard holds the text, 3 if it does not, 4 if there is no
clipboard.
"""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Callable

COPIED = 0
NOT_COPIED = 3
NO_CLIPBOARD = 4

PAUSES = (0.02, 0.1, 0.3, 0.6)
"""Seconds between two looks at whether the text is there."""

_PROGRAMS = {"wl": "wl-copy", "wsl": "clip.exe", "osx_pbcopy": "pbcopy", "osx_pyobjc": "the Mac's clipboard"}


def main() -> int:
    """Copy, check, and say which program did it."""
    text = sys.stdin.buffer.read().decode("utf-8")
    answer = os.dup(sys.stdout.fileno())  # not inherited by the programs that pyperclip starts
    silence = os.open(os.devnull, os.O_RDWR)
    for descriptor in (0, 1, 2):
        os.dup2(silence, descriptor)
    import pyperclip

    try:
        copy, paste = pyperclip.determine_clipboard()
        copy(text)
        is_copied = _is_there(paste, text)
    except (pyperclip.PyperclipException, OSError, UnicodeError):
        return NO_CLIPBOARD
    name = copy.__name__.removeprefix("copy_")
    os.write(answer, _PROGRAMS.get(name, name).encode())
    return COPIED if is_copied else NOT_COPIED


def _is_there(paste: Callable[[], str], text: str) -> bool:
    """Whether the clipboard has the text. A program that serves it in the background may take it a moment late."""
    for pause in PAUSES:
        if _same(paste(), text):
            return True
        time.sleep(pause)
    return _same(paste(), text)


def _same(pasted: str | None, text: str) -> bool:
    """Whether it is the same text, but for line ends, which Windows changes."""
    return (pasted or "").replace("\r\n", "\n").rstrip("\n") == text.replace("\r\n", "\n").rstrip("\n")


if __name__ == "__main__":
    sys.exit(main())
