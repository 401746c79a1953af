"""The papers of a library: immutable files, found through a cache that is mapped and never loaded."""

from __future__ import annotations

import contextlib
import json
import os
import threading
from collections import OrderedDict
from collections.abc import Callable, Sequence
from collections.abc import Set as SetOf
from pathlib import Path
from typing import NamedTuple

from paperterm.errors import LibraryNotWritable, LibraryUnreadable, StoreError
from paperterm.model.collection import Collection
from paperterm.model.paper import Paper, PaperHead
from paperterm.model.text import fold
from paperterm.store import offsets, papers
from paperterm.store.files import make_folder, read_file, remove_leftovers, unreadable, write_whole
from paperterm.store.inventory import Inventory, Line, Source, fuller
from paperterm.store.lock import LibraryLock
from paperterm.store.offsets import Offsets

_OPEN_FILES = 4


class Added(NamedTuple):
    """What an import did: papers that are new, were known, or were known and got more metadata.

    `collection` is the one they are in now: an older one when the name was taken. `file`: what was written; empty when
    there was nothing to write.
    """

    new: int
    known: int
    merged: int
    collection: Collection
    file: str = ""


class Catalogue:
    """Every paper has a number, from 0, in the order of import; the number of a `paper_id` stays while files do."""

    def __init__(
        self, folder: Path, cache_folder: Path, lock: LibraryLock, read_only_reason: str | None = None
    ) -> None:
        """`before_import` is called under the lock before anything is written.

        Raises:
            LibraryUnreadable: the folder cannot be read, or a file is from a newer version.
        """
        self.before_import: Callable[[], None] = lambda: None
        self.problems: tuple[str, ...] = ()
        self._folder = folder / papers.FOLDER
        self._cache = cache_folder / offsets.NAME
        self._lock = lock
        self._read_only_reason = read_only_reason
        self._mutex = threading.Lock()
        self._open_files: OrderedDict[str, int] = OrderedDict()
        self._offsets = self._open()

    # ---- reading

    def __len__(self) -> int:
        return len(self._offsets)

    def head(self, number: int) -> PaperHead:
        """What a row of the list shows."""
        try:
            row = self._offsets.head_of(number)
        except ValueError:
            self._rebuild()
            row = self._offsets.head_of(number)
        return PaperHead(row[0], row[1], row[2], tuple(row[3]), row[4], row[5])

    def paper(self, number: int) -> Paper:
        """The whole paper.

        Raises:
            LibraryUnreadable: its file is gone or was changed.
        """
        try:
            return self._read(number)
        except (OSError, ValueError, RecursionError, OverflowError, MemoryError, IndexError):
            self._rebuild()
        try:
            return self._read(number)
        except OSError as error:
            raise unreadable(self._folder, error) from error
        except (ValueError, RecursionError, IndexError) as error:
            raise LibraryUnreadable(f"a paper in {self._folder} cannot be read", "See 'paperterm doctor'.") from error

    def _read(self, number: int) -> Paper:
        found = self._offsets
        name = found.head["sources"][found.files[number]][0]
        with self._mutex:
            data = os.pread(self._descriptor(name), found.lengths[number], found.starts[number])
        paper = papers.to_paper(json.loads(data.decode()))
        if paper.paper_id != found.id_of(number):
            raise ValueError("another paper is there")
        return paper

    def _rebuild(self) -> None:
        """The cache is damaged, or the files under it changed: make it anew."""
        with contextlib.suppress(OSError):
            os.unlink(self._cache)
        self._offsets = self._open()

    def _descriptor(self, name: str) -> int:
        descriptor = self._open_files.pop(name, None)
        if descriptor is None:
            while len(self._open_files) >= _OPEN_FILES:
                os.close(self._open_files.popitem(last=False)[1])
            descriptor = os.open(self._folder / name, os.O_RDONLY | os.O_NONBLOCK | os.O_CLOEXEC)
        self._open_files[name] = descriptor
        return descriptor

    def number(self, paper_id: str) -> int | None:
        """The number of a paper; `None` when the library has no such paper."""
        found = self.numbers_with_prefix(paper_id, 1) if len(paper_id) == 16 else []
        return found[0] if found else None

    def numbers_with_prefix(self, prefix: str, most: int = 3) -> list[int]:
        """The papers whose id begins so, at most `most` of them; none for what is no hexadecimal number."""
        prefix = prefix.lower()
        if not 1 <= len(prefix) <= 16 or not set(prefix) <= set("0123456789abcdef"):
            return []
        first, last = int(prefix.ljust(16, "0"), 16), int(prefix.ljust(16, "f"), 16)
        try:
            return self._offsets.find(first, last, most)
        except ValueError:
            self._rebuild()
        return self._offsets.find(first, last, most)

    def collections(self) -> tuple[Collection, ...]:
        """The imported lists, in the order of import."""
        return tuple(Collection(*found) for found in self._offsets.head["collections"])

    def collection_numbers(self, name: str) -> Sequence[int]:
        """The papers of a collection in its own order; none when there is no such collection, whatever its case."""
        found, key = self._offsets, fold(name)
        for index, (known, *_) in enumerate(found.head["collections"]):
            if fold(known) == key:
                return found.members_of(index)
        return ()

    def paper_collections(self, number: int) -> tuple[str, ...]:
        """The names of the collections that a paper is in."""
        found = self._offsets
        return tuple(found.head["collections"][index][0] for index in found.homes_of(number))

    @property
    def fingerprint(self) -> str:
        """Changes with what the library holds; when papers were only added, the old one is its beginning."""
        return str(self._offsets.head["fingerprint"])

    def files(self) -> list[tuple[Path, str]]:
        """The files of papers in order, and the collection that each is of."""
        found: list[tuple[Path, str]] = []
        for name, *_ in _known(self._offsets):
            read = read_file(self._folder / name)
            if read is not None:
                found.append((self._folder / name, papers.PapersFile(read[0], self._folder / name).collection.name))
        return found

    # ---- what is on the disk

    def refresh(self) -> bool:
        """Notice what other processes imported; whether anything changed.

        Raises:
            LibraryUnreadable: the folder cannot be read.
        """
        if self._names_and_sizes() == _known(self._offsets):
            return False
        self._offsets = self._open()
        return True

    def _names_and_sizes(self) -> list[tuple[str, int, int, int]]:
        found: list[tuple[int, tuple[str, int, int, int]]] = []
        try:
            with os.scandir(self._folder) as entries:
                for entry in entries:
                    if (number := papers.file_number(entry.name)) is not None:
                        status = entry.stat()
                        row = (entry.name, status.st_size, status.st_mtime_ns, status.st_ino)
                        found.append((number, row))
        except FileNotFoundError:
            return []
        except OSError as error:
            raise unreadable(self._folder, error) from error
        return [row for _, row in sorted(found)]

    def _open(self) -> Offsets:
        self._forget_files()
        now = self._names_and_sizes()
        cached = offsets.load(self._cache)
        if cached is not None:
            known = _known(cached)
            if known != now[: len(known)]:
                cached = None
            elif len(known) == len(now):
                return self._use(cached)
        inventory = Inventory(cached)
        for row in now[len(inventory.sources) :]:
            self._take_in(inventory, row)
        return self._use(self._save(inventory, bool(now)))

    def _take_in(self, inventory: Inventory, row: tuple[str, int, int, int]) -> None:
        path = self._folder / row[0]
        found = read_file(path)
        if found is None:
            return
        file = papers.PapersFile(found[0], path)
        lines = (Line(r.paper_id, r.paper.head if r.paper else None, r.start, r.length) for r in file.records())
        count = inventory.add(Source(*row, file.digest, False, None), file.collection, lines)
        inventory.sources[-1] = inventory.sources[-1]._replace(fault=file.fault(count))

    def _save(self, inventory: Inventory, is_wanted: bool) -> Offsets:
        parts = inventory.encode()
        if is_wanted:
            with contextlib.suppress(StoreError):  # a library that is read only, a full disk: it works without
                make_folder(self._cache.parent)
                offsets.save(self._cache, parts)
                if (saved := offsets.load(self._cache)) is not None:
                    return saved
        return Offsets(b"".join(parts))

    def _use(self, found: Offsets) -> Offsets:
        self.problems = tuple(source[-1] for source in found.head["sources"] if source[-1])
        return found

    def _forget_files(self) -> None:
        with self._mutex:
            while self._open_files:
                os.close(self._open_files.popitem()[1])

    def __del__(self) -> None:
        self.close()

    def close(self) -> None:
        """Give the files back."""
        self._forget_files()

    # ---- adding

    def append(self, collection: Collection, new: Sequence[Paper], *, hidden: SetOf[int] = frozenset()) -> Added:
        """Add an imported list: all of it is there, on the disk, when this returns, or nothing of it.

        A paper that the library has is only referred to, or gets a newer record when the list knows more about it.

        Args:
            hidden: papers that are not to be seen in any list; one that is in this list is referred to again, as new.

        Raises:
            StoreError: the lock or the disk refuses; the library is as it was.
        """
        if self._read_only_reason is not None:
            raise LibraryNotWritable(
                f"nothing can be imported: {self._read_only_reason}",
                "Look at its permissions, or name another with --library.",
            )
        with self._lock.held():
            self.refresh()
            lines, added = self._lines(collection, new, hidden)
            if lines:
                self.before_import()
                added = added._replace(file=self._write(added.collection, lines))
        return added

    def _lines(
        self, collection: Collection, new: Sequence[Paper], hidden: SetOf[int]
    ) -> tuple[list[Paper | str], Added]:
        key = fold(collection.name)
        collection = next((old for old in self.collections() if fold(old.name) == key), collection)
        members = set(self.collection_numbers(collection.name)) - hidden
        written: dict[str, Paper | str] = {}
        fresh: set[str] = set()
        """New ones, and hidden ones that are seen again."""
        merged: set[str] = set()
        for paper in new:
            number = self.number(paper.paper_id)
            before = written.get(paper.paper_id)
            old = before if isinstance(before, Paper) else None if number is None else self.paper(number)
            whole = paper if old is None else fuller(old, paper)
            if old is None or number in hidden:
                fresh.add(paper.paper_id)
            if old is None:
                written[paper.paper_id] = whole
            elif whole != old:
                if paper.paper_id not in fresh:
                    merged.add(paper.paper_id)
                written[paper.paper_id] = whole
            elif before is None and number not in members:
                written[paper.paper_id] = paper.paper_id
        known = len(new) - len(fresh) - len(merged)
        return list(written.values()), Added(len(fresh), known, len(merged), collection)

    def _write(self, collection: Collection, lines: list[Paper | str]) -> str:
        make_folder(self._folder)
        remove_leftovers(self._folder)
        names = self._names_and_sizes()
        number = (papers.file_number(names[-1][0]) or 0) + 1 if names else 1
        path = self._folder / papers.file_name(number, collection.name)
        parts = papers.encode(collection, lines)
        written = write_whole(path, parts)
        inventory = Inventory(self._offsets if len(self._offsets) else None)
        start = len(parts[0])
        located: list[Line] = []
        for line, part in zip(lines, parts[1:], strict=True):
            head = None if isinstance(line, str) else line.head
            located.append(Line(line if isinstance(line, str) else line.paper_id, head, start, len(part) - 1))
            start += len(part)
        digest = json.loads(parts[0])["sha256"]
        row = (path.name, written.size, written.modified, written.inode)
        inventory.add(Source(*row, digest, False, None), collection, located)
        self._offsets = self._use(self._save(inventory, True))
        return path.name


def _known(found: Offsets) -> list[tuple[str, int, int, int]]:
    return [(source[0], source[1], source[2], source[3]) for source in found.head["sources"]]
