"""The reader's own editor."""

from __future__ import annotations

import os
import shlex
import subprocess
from collections.abc import Callable
from pathlib import Path
from tempfile import TemporaryDirectory

from paperterm.errors import PapertermError
from paperterm.export.files import write_export
from paperterm.model.text import display


def edited(text: str, keep: Callable[[str], None]) -> str:
    """Let the reader change a text in `$VISUAL` or `$EDITOR`, and give it back.

    Args:
        keep: is given what was written when the editor ends with an error.

    Raises:
        PapertermError: there is no editor, or it failed.
    """
    command = os.environ.get("VISUAL") or os.environ.get("EDITOR") or "vi"
    with TemporaryDirectory(prefix="paperterm-") as folder:
        path = write_export(Path(folder) / "note.md", text)
        try:
            done = subprocess.run([*shlex.split(command), str(path)], check=False)
        except (OSError, ValueError) as error:
            raise PapertermError(
                f"the editor “{display(command)}” could not be started", "Set EDITOR to the one you like."
            ) from error
        if done.returncode:
            written = _read(path)
            if written.rstrip() in ("", text.rstrip()):
                raise PapertermError(f"the editor ended with an error ({done.returncode}); the note is as it was")
            keep(written)
            raise PapertermError(
                f"the editor ended with an error ({done.returncode}); the note is as it was",
                "What you wrote is kept; the command “unsaved note” brings it back.",
            )
        if not path.exists():
            raise PapertermError("the editor took its file away; the note is as it was")
        return _read(path)


def _read(path: Path) -> str:
    try:
        return path.read_text("utf-8", errors="replace")
    except OSError:
        return ""
