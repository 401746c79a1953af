"""Files, folders and standard input: from what the reader named to checked text, and on to papers."""

from __future__ import annotations

import difflib
import os
import stat
import sys
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from typing import BinaryIO

from paperterm.errors import SourceError
from paperterm.importers import IMPORTERS, Importer
from paperterm.importers.decoding import decode
from paperterm.importers.gathering import shown
from paperterm.importers.headings import parse_heading
from paperterm.importers.kinds import text_kind
from paperterm.importers.result import Imported
from paperterm.model.text import clean_line, display

LARGEST_SOURCE = 256 * 1024 * 1024
"""Bytes of one file or stream: room for 100,000 papers with 1,300 letters of abstract each, twice over."""
MOST_FILES = 10_000
"""Files of one folder."""
SNIFFED = 8_192
"""Characters by which a format is recognised."""
SURE_ENOUGH = 20
"""Score from which a file in a folder is taken for a list; a file that is named needs less."""

_CHUNK = 1024 * 1024
_NO_LIST = ("readme", "license", "licence", "copying", "requirements", "changelog")


def read_sources(
    sources: Sequence[str],
    *,
    format: str | None = None,
    collection: str | None = None,
    encoding: str | None = None,
    stdin: BinaryIO | None = None,
    on_progress: Callable[[int], None] | None = None,
) -> list[Imported]:
    """Read lists of papers, one `Imported` for each file, in order.

    Args:
        sources: files, folders (every list in them, by name) and "-" for standard input.
        format: the name of an importer; without it the content decides.
        collection: a name for the collection instead of the one in the list.
        encoding: of the text, where it is neither UTF-8 nor marked as UTF-16 or UTF-32.
        stdin: read for "-" (standard input if it is not given).
        on_progress: called with the number of records read so far.

    Raises:
        SourceError: one of them cannot be read, or holds no papers. Nothing is given back then.
    """
    importer = _importer(format) if format else None
    if list(sources).count("-") > 1:
        raise SourceError("standard input (-) can be read only once", "Name it once.")
    imported: list[Imported] = []
    for source, content in _contents(sources, importer, stdin):
        so_far = sum(one.records for one in imported)
        text = decode(content, shown(source), encoding)
        del content  # a large list is in memory often enough
        chosen = importer or _recognise(text, source)
        progress = (lambda records, so_far=so_far: on_progress(so_far + records)) if on_progress else None
        one = chosen.read(text, source, progress)
        imported.append(_renamed(one, collection) if collection else one)
    return imported


def _importer(name: str) -> Importer:
    for importer in IMPORTERS:
        if importer.name == name:
            return importer
    known = ", ".join(importer.name for importer in IMPORTERS)
    raise SourceError(f"there is no format “{display(name)}”", f"Formats that can be read: {known}.")


def _renamed(imported: Imported, name: str) -> Imported:
    heading = parse_heading(name)
    old = imported.collection
    new = old._replace(name=clean_line(name), venue=old.venue or heading.venue, year=old.year or heading.year)
    return replace(imported, collection=new)


def _recognise(text: str, source: str) -> Importer:
    importer, score = _best(text[:SNIFFED], source)
    if score or not text.strip():
        return importer
    kind = text_kind(text[:SNIFFED])
    known = ", ".join(importer.name for importer in IMPORTERS)
    raise SourceError(
        f"{shown(source)}: this looks like {kind or 'something else than a list of papers'}, which cannot be read",
        f"Formats that can be read: {known}. Give --format to say which one it is.",
    )


def _best(head: str, source: str) -> tuple[Importer, int]:
    scores = [(importer.sniff(head, source), -row) for row, importer in enumerate(IMPORTERS)]
    score, row = max(scores)
    return IMPORTERS[-row], score


def _contents(sources: Sequence[str], importer: Importer | None, stdin: BinaryIO | None) -> Iterator[tuple[str, bytes]]:
    for source in sources:
        if source == "-":
            yield source, _read_stream(stdin or sys.stdin.buffer)
        elif _is_folder(source):
            yield from ((path, _read_file(path)) for path in _lists_in(source, importer))
        else:
            yield source, _read_file(source)


def _is_folder(source: str) -> bool:
    try:
        return stat.S_ISDIR(os.stat(source).st_mode)
    except (OSError, ValueError):
        return False  # opening it says why


def _lists_in(folder: str, importer: Importer | None) -> list[str]:
    """The files of a folder that an importer recognises, by name."""
    try:
        names = sorted(entry.name for entry in os.scandir(folder) if not entry.name.startswith("."))
    except OSError as error:
        raise _failure(folder, error) from None
    if len(names) > MOST_FILES:
        raise SourceError(f"{display(folder)}: more than {MOST_FILES:,} files", "Name the lists in it.")
    paths = [os.path.join(folder, name) for name in names if _may_be_list(name, importer)]
    lists = [path for path in paths if os.path.isfile(path) and (importer or _looks_like_list(path))]
    if not lists:
        endings = ", ".join(sorted({ending for row in IMPORTERS for ending in row.endings}))
        raise SourceError(
            f"{display(folder)}: no lists of papers in this folder",
            f"Lists have names that end in {endings}; folders inside it are not searched.",
        )
    return lists


def _may_be_list(name: str, importer: Importer | None) -> bool:
    rows = [importer] if importer else IMPORTERS
    endings = tuple(ending for row in rows for ending in row.endings)
    return name.lower().endswith(endings) and not name.lower().startswith(_NO_LIST)


def _looks_like_list(path: str) -> bool:
    """Whether a file's beginning looks like papers; one that cannot be read at all must be said, not passed over."""
    head = _read_file(path, most=4 * SNIFFED)
    if not head.strip():
        return False
    text = head.decode("utf-8", errors="replace").removeprefix("\ufeff")
    return "\x00" in text or _best(text[:SNIFFED], path)[1] >= SURE_ENOUGH


def _read_stream(stream: BinaryIO) -> bytes:
    try:
        content = stream.read(LARGEST_SOURCE + 1)
    except OSError as error:
        raise _failure("-", error) from None
    if len(content) > LARGEST_SOURCE:
        raise _too_large("-")
    return content


def _read_file(path: str, most: int | None = None) -> bytes:
    """The bytes of a regular file (the first `most` of them), read without waiting for anything."""
    flags = os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_CLOEXEC", 0) | getattr(os, "O_BINARY", 0)
    try:
        descriptor = os.open(path, flags)
    except (OSError, ValueError) as error:
        raise _failure(path, error) from None
    with os.fdopen(descriptor, "rb", buffering=0) as file:
        before = os.fstat(descriptor)
        _check_kind(path, before)
        try:
            content = b"".join(_chunks(file, LARGEST_SOURCE + 1 if most is None else most))
        except OSError as error:
            raise _failure(path, error) from None
        if len(content) > LARGEST_SOURCE:
            raise _too_large(path)
        if most is None:
            _check_whole(path, before, os.fstat(descriptor), len(content))
    return content


def _chunks(file: BinaryIO, most: int) -> Iterator[bytes]:
    while most > 0 and (chunk := file.read(min(_CHUNK, most))):
        most -= len(chunk)
        yield chunk


def _check_kind(path: str, status: os.stat_result) -> None:
    if not stat.S_ISREG(status.st_mode):
        raise SourceError(
            f"{display(path)}: not a file, but {_kind(status.st_mode)}",
            "Name a file or a folder, or - for standard input.",
        )
    if status.st_size > LARGEST_SOURCE:
        raise _too_large(path)


def _check_whole(path: str, before: os.stat_result, after: os.stat_result, length: int) -> None:
    if before.st_size == after.st_size == 0 and length:
        raise SourceError(
            f"{display(path)}: not a file, but a view of the system", "Name a file with a list of papers."
        )
    if (before.st_size, before.st_mtime_ns) != (after.st_size, after.st_mtime_ns) or length != after.st_size:
        raise SourceError(f"{display(path)}: changed while it was read", "Import it again when it is complete.")


def _kind(mode: int) -> str:
    for test, kind in (
        (stat.S_ISDIR, "a folder"),
        (stat.S_ISFIFO, "a pipe (FIFO)"),
        (stat.S_ISSOCK, "a socket"),
        (stat.S_ISCHR, "a device"),
        (stat.S_ISBLK, "a device"),
    ):
        if test(mode):
            return kind
    return "something special"


def _too_large(source: str) -> SourceError:
    limit = f"{LARGEST_SOURCE // 1024**2} MB"
    return SourceError(f"{shown(source)}: larger than {limit}", "Split the list and import its parts.")


def _failure(source: str, error: OSError | ValueError) -> SourceError:
    """The sentence for a file that cannot be opened or read."""
    name = shown(source)
    if isinstance(error, FileNotFoundError):
        return SourceError(f"{name}: there is no such file", _missing_hint(source))
    if isinstance(error, PermissionError):
        return SourceError(f"{name}: you may not read it", "Change its permissions, or copy it to where you may.")
    reason = error.strerror if isinstance(error, OSError) and error.strerror else str(error)
    return SourceError(f"{name}: cannot be read ({display(reason)})", "Check the name and try again.")


def _missing_hint(source: str) -> str:
    if source.lower().startswith(("http://", "https://", "ftp://")):
        return (
            "Nothing is fetched from the network: save it to a file first, or pipe it in: curl … | paperterm import -"
        )
    path = Path(source)
    try:
        names = os.listdir(path.parent)
    except (OSError, ValueError):
        return "Check the name; its folder is missing, too."
    near = difflib.get_close_matches(path.name, names[:MOST_FILES], n=1)
    return f"Do you mean {display(str(path.with_name(near[0])))}?" if near else "Check the name and the folder."
