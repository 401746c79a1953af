"""Files and folders of the index: words of the reader's notes are none of others' business, whatever the umask is."""

from __future__ import annotations

import os
import tempfile
from pathlib import Path
from typing import BinaryIO


def create(path: Path) -> BinaryIO:
    """A new, empty file to write to, readable by its owner alone. Raises OSError."""
    descriptor = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_TRUNC | os.O_CLOEXEC, 0o600)
    os.fchmod(descriptor, 0o600)
    return os.fdopen(descriptor, "wb")


def make_folder(folder: Path) -> None:
    """Create a folder that its owner alone may enter, with the folders above it. Raises OSError."""
    if folder.is_dir():
        return
    make_folder(folder.parent)
    folder.mkdir(exist_ok=True)
    folder.chmod(0o700)


def temporary_folder(prefix: str, folder: Path | None = None) -> Path:
    """A new folder in `folder`, or where temporary files go, that its owner alone may enter. Raises OSError."""
    made = Path(tempfile.mkdtemp(prefix=prefix, dir=folder))
    made.chmod(0o700)  # `mkdtemp` leaves out what the umask takes away
    return made
