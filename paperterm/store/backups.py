"""Older good copies of the annotations, and byte for byte copies of what could not be read."""

from __future__ import annotations

import contextlib
import os
from collections.abc import Callable, Sequence
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import NamedTuple

from paperterm.errors import LibraryUnreadable, StoreError
from paperterm.model.patterns import late
from paperterm.store import checkpoint, journal
from paperterm.store.files import make_folder, read_file, write_whole

FOLDER = "backups"
MOST_RECENT = 10
DAYS = 14
INTERVAL = timedelta(hours=1)

_NAME = late(r"annotations-(\d{8,})-(\d{8}-\d{6})\.json")
_TIME = "%Y%m%d-%H%M%S"


def utc_now() -> datetime:
    """The time, in UTC."""
    return datetime.now(UTC)


class Backup(NamedTuple):
    """One copy; the generation orders them whatever the clock said."""

    path: Path
    generation: int
    made: datetime


class Backups:
    """The rolling copies of one library: the last 10, and one a day for 14 days.

    Attributes:
        warning: why the last backup could not be made; empty when it could.
    """

    def __init__(self, library: Path, *, clock: Callable[[], datetime] = utc_now) -> None:
        self.folder = library / FOLDER
        self.warning = ""
        self._clock = clock

    def all(self) -> list[Backup]:
        """Every backup there is, the newest first."""
        found: list[Backup] = []
        with contextlib.suppress(OSError):
            for name in os.listdir(self.folder):
                if match := _NAME.fullmatch(name):
                    with contextlib.suppress(ValueError):
                        made = datetime.strptime(match[2], _TIME).replace(tzinfo=UTC)
                        found.append(Backup(self.folder / name, int(match[1]), made))
        return sorted(found, key=lambda backup: (backup.generation, backup.made), reverse=True)

    def newest_good(self) -> Backup | None:
        """The newest backup that can be read."""
        return next((backup for backup in self.all() if is_good(backup.path)), None)

    def is_due(self) -> bool:
        """Whether the last backup is an hour old, or there is none; a clock that was set back counts as due."""
        newest = next(iter(self.all()), None)
        return newest is None or not timedelta(0) <= self._clock() - newest.made < INTERVAL

    def has(self, generation: int) -> bool:
        """Whether there is a backup of this state."""
        return any(backup.generation == generation for backup in self.all())

    def make(self, parts: Sequence[bytes], generation: int) -> Path | None:
        """Write a copy, read it back, and only then remove old ones. On failure `warning` says why; nothing is lost."""
        path = self.folder / f"annotations-{generation:08}-{self._clock().strftime(_TIME)}.json"
        self.warning = ""
        try:
            make_folder(self.folder)
            write_whole(path, parts)
            found = read_file(path)
            if found is None or found[0] != b"".join(parts):
                self.warning = f"the backup {path} could not be read back"
                return None
        except StoreError as error:
            self.warning = f"no backup was made: {error.message}"
            return None
        self._remove_old()
        return path

    def _remove_old(self) -> None:
        backups = self.all()
        kept_days: list[str] = []
        for backup in backups[MOST_RECENT:]:
            day = f"{backup.made:%Y%m%d}"
            if day not in kept_days and len(kept_days) < DAYS:
                kept_days.append(day)
                continue
            with contextlib.suppress(OSError):
                os.unlink(backup.path)

    def set_aside(self, data: bytes, name: str) -> Path:
        """Keep bytes that could not be read, once, whatever becomes of the file that they were in.

        Raises:
            LibraryNotWritable: they cannot be written.
        """
        import hashlib

        ending = f"-{hashlib.sha256(data).hexdigest()[:8]}-{name}"
        with contextlib.suppress(OSError):
            for known in os.listdir(self.folder):
                if known.startswith("unreadable-") and known.endswith(ending):
                    return self.folder / known
        make_folder(self.folder)
        path = self.folder / f"unreadable-{self._clock().strftime(_TIME)}{ending}"
        write_whole(path, [data])
        return path


def is_good(path: Path) -> bool:
    """Whether a file is a checkpoint that can be read."""
    return count_annotations(path) is not None


def count_annotations(path: Path) -> int | None:
    """How many papers are annotated in a checkpoint; `None` when it cannot be read."""
    try:
        found = read_file(path)
        return None if found is None else checkpoint.papers_in(checkpoint.decode(found[0], path).tables)
    except LibraryUnreadable:
        return None


def set_aside_damaged(library: Path) -> list[Path]:
    """Keep copies of the files of the annotations that cannot be read; a copy that fails is left out."""
    kept: list[Path] = []
    backups = Backups(library)
    for name, is_damaged in ((checkpoint.NAME, _is_damaged_checkpoint), (journal.NAME, _is_damaged_journal)):
        with contextlib.suppress(StoreError):
            found = read_file(library / name)
            if found is not None and is_damaged(found[0], library / name):
                kept.append(backups.set_aside(found[0], name))
    return kept


def _is_damaged_checkpoint(data: bytes, path: Path) -> bool:
    try:
        checkpoint.decode(data, path)
    except LibraryUnreadable:
        return True
    return False


def _is_damaged_journal(data: bytes, path: Path) -> bool:
    return journal.scan(data).end != len(data)
