"""What the store's tests share: short ways to make papers and changes, and system calls that fail when told to."""

from __future__ import annotations

import contextlib
import errno
import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from paperterm.model.annotation import Annotation, ReadingStatus
from paperterm.model.change import Change, Edit
from paperterm.model.paper import Paper
from paperterm.store.store import Store

CALLS = ("open", "write", "pwrite", "fsync", "fdatasync", "replace", "ftruncate", "mkdir", "unlink", "fchmod")


class Crash(BaseException):
    """The process died here: nothing after it happens."""


class Faults:
    """Counts the system calls that write; the n-th fails."""

    def __init__(self, at: int, error: BaseException | None = None, *, names: tuple[str, ...] = CALLS) -> None:
        self.at = at
        self.error = error or OSError(errno.EIO, "Input/output error")
        self.names = names
        self.count = 0

    @property
    def fired(self) -> bool:
        return 0 < self.at <= self.count

    @contextlib.contextmanager
    def active(self) -> Iterator[Faults]:
        originals = {name: getattr(os, name) for name in self.names if hasattr(os, name)}
        try:
            for name, original in originals.items():
                setattr(os, name, self._wrap(name, original))
            yield self
        finally:
            for name, original in originals.items():
                setattr(os, name, original)

    def _wrap(self, name: str, original: Any) -> Any:
        def call(*arguments: Any, **keywords: Any) -> Any:
            if name == "open" and not arguments[1] & (os.O_WRONLY | os.O_RDWR):
                return original(*arguments, **keywords)
            self.count += 1
            is_dead = isinstance(self.error, Crash) and self.count > self.at > 0
            if self.count == self.at or is_dead:
                if name in ("write", "pwrite") and len(arguments[1]) > 1:  # torn: a part of it got through
                    original(arguments[0], bytes(arguments[1])[: len(arguments[1]) // 2], *arguments[2:])
                raise self.error
            return original(*arguments, **keywords)

        return call


def paper_id(number: int) -> str:
    return format(number * 0x9E3779B97F4A7C15 % 2**64, "016x")


def paper(number: int, **fields: Any) -> Paper:
    return Paper(paper_id(number), fields.pop("title", f"Title {number}"), **fields)


def change(store: Store, number: int, summary: str = "1 paper", **fields: Any) -> Change:
    """A change of one paper's fields, on top of what the store shows now."""
    now = store.annotations.get(paper_id(number))
    return Change(summary, (Edit(paper_id(number), now, now._replace(**fields)),))


def put(store: Store, number: int, **fields: Any) -> None:
    store.annotations.apply(change(store, number, **fields))
    store.annotations.flush()


def contents(store: Store) -> dict[str, Annotation]:
    return dict(store.annotations.items())


def reopened(folder: Path) -> dict[str, Annotation]:
    """What a fresh process would see."""
    return contents(Store.open(folder))


def snapshot(folder: Path) -> dict[str, bytes]:
    """Every file of a folder but the lock, byte for byte."""
    return {
        str(path.relative_to(folder)): path.read_bytes()
        for path in sorted(folder.rglob("*"))
        if path.is_file() and path.name != "library.lock"
    }


READ = ReadingStatus.READ
TO_READ = ReadingStatus.TO_READ
