"""A whole library in one zip file: made in one piece, checked when it comes back."""

from __future__ import annotations

import contextlib
import hashlib
import io
import json
import struct
import zipfile
import zlib
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from paperterm.errors import LibraryNotWritable, LibraryUnreadable
from paperterm.store import checkpoint, papers
from paperterm.store.files import read_file, write_whole
from paperterm.store.ledger import Ledger

_BROKEN = (
    zipfile.BadZipFile, zlib.error, struct.error, KeyError, ValueError, NotImplementedError, RuntimeError, EOFError,
    OSError, OverflowError,
)  # fmt: skip
"""What the standard library raises for a zip file that is none, or is damaged."""

MANIFEST = "manifest.json"
LARGEST = 4 << 30
"""Bytes of all files together that are unpacked at most."""


@dataclass(frozen=True, slots=True)
class Archive:
    """What an archive holds: the annotations, and the papers' files by name."""

    annotations: bytes
    papers: dict[str, bytes]


def default_name() -> str:
    """The name of an archive made now."""
    return f"paperterm-{datetime.now(UTC):%Y%m%d-%H%M%S}.zip"


def write(library: Path, ledger: Ledger, target: Path, *, force: bool = False) -> int:
    """Put the library into a new file, read it back; gives the number of files in it.

    With `force` a file that is there is replaced once the new one is whole; never what a link leads to.

    Raises:
        LibraryNotWritable: the file exists, or the system refuses.
    """
    if target.is_symlink() or (target.exists() and not target.is_file()):
        raise LibraryNotWritable(f"{target} exists, and is no regular file", "Give another name.")
    if target.exists() and not force:
        raise LibraryNotWritable(f"{target} exists", "Give another name, or write over it with --force.")
    members = {checkpoint.NAME: b"".join(ledger.encoded()[1])}
    for path in sorted((library / papers.FOLDER).glob("*.jsonl")):
        if papers.file_number(path.name) is not None and (found := read_file(path)) is not None:
            members[f"{papers.FOLDER}/{path.name}"] = found[0]
    sums = {name: hashlib.sha256(data).hexdigest() for name, data in members.items()}
    manifest = {"kind": "paperterm-backup", "schema": 1, "files": sums}
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", zipfile.ZIP_DEFLATED, compresslevel=3) as packed:
        packed.writestr(MANIFEST, json.dumps(manifest, indent=1))
        for name, data in members.items():
            packed.writestr(name, data)
    write_whole(target, [buffer.getvalue()])
    read(target)
    return len(members)


def read(path: Path) -> Archive:
    """Take an archive apart, every file checked.

    Raises:
        LibraryUnreadable: it is no archive of a library, is damaged, or too large.
    """
    try:
        with zipfile.ZipFile(path) as packed:
            sizes = {found.filename: found.file_size for found in packed.infolist()}
            if sum(sizes.values()) > LARGEST:
                raise LibraryUnreadable(f"{path} would unpack to more than {LARGEST >> 30} GB")
            sums = _sums(json.loads(packed.read(MANIFEST)), path)
            members = {name: packed.read(name) for name in sums}
    except _BROKEN as error:
        raise LibraryUnreadable(f"{path} is no backup of paperterm, or it is damaged: {error}") from error
    for name, data in members.items():
        if hashlib.sha256(data).hexdigest() != sums[name]:
            raise LibraryUnreadable(f"{path} is damaged: {name} in it is not what it was")
    annotations = members.pop(checkpoint.NAME)
    checkpoint.decode(annotations, path)
    return Archive(annotations, {name.removeprefix(f"{papers.FOLDER}/"): data for name, data in members.items()})


def _sums(manifest: Any, path: Path) -> dict[str, str]:
    sums: dict[str, str] = {}
    with contextlib.suppress(KeyError, TypeError, AttributeError):
        if manifest["kind"] == "paperterm-backup":
            sums = dict(manifest["files"])
    names = [name for name in sums if name != checkpoint.NAME]
    is_ours = all(
        name.startswith(f"{papers.FOLDER}/") and papers.file_number(name.removeprefix(f"{papers.FOLDER}/")) is not None
        for name in names
    )
    if checkpoint.NAME not in sums or not is_ours:
        raise LibraryUnreadable(f"{path} is no backup of paperterm")
    return sums
