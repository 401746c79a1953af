"""The library on disk, opened: its papers, its annotations, and what there is to say about it."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path

from paperterm.errors import LibraryUnreadable
from paperterm.store import checkpoint, surroundings
from paperterm.store.annotations import AnnotationStore
from paperterm.store.backups import Backups, set_aside_damaged
from paperterm.store.catalogue import Catalogue
from paperterm.store.drafts import Drafts
from paperterm.store.ledger import Ledger
from paperterm.store.lock import LibraryLock

CACHE = "cache"


class Store:
    """One library folder. Nothing is made on the disk before the first write.

    Attributes:
        read_only_reason: why nothing can be changed; `None` when it can.
    """

    def __init__(self, folder: Path, lock: LibraryLock, ledger: Ledger, read_only_reason: str | None) -> None:
        self.folder = folder
        self.lock = lock
        self.cache_folder = folder / CACHE
        self.read_only_reason = read_only_reason
        self._ledger = ledger
        self.catalogue = Catalogue(folder, self.cache_folder, lock, read_only_reason)
        self.annotations = AnnotationStore(ledger, lock, read_only_reason)
        self.drafts = Drafts(folder)
        self.catalogue.before_import = self.annotations.back_up
        self._found_at_start = self._look_around()

    @classmethod
    def open(cls, folder: Path, *, on_wait: Callable[[str], None] | None = None) -> Store:
        """Open a library; a missing folder is an empty one. `on_wait` is told who holds the lock, if somebody does.

        Raises:
            LibraryUnreadable: something in it is damaged; nothing was changed.
        """
        folder = Path(os.path.realpath(folder.expanduser()))
        if folder.exists() and not folder.is_dir():
            raise LibraryUnreadable(f"{folder} is not a folder", "Name a folder with --library.")
        lock = LibraryLock(folder, on_wait=on_wait)
        try:
            ledger = Ledger(folder, lock, Backups(folder))
        except LibraryUnreadable as error:
            if kept := set_aside_damaged(folder):
                copies = " and ".join(str(path) for path in kept)
                raise LibraryUnreadable(error.message, f"{error.hint} A copy is in {copies}.".strip()) from error
            raise
        return cls(folder, lock, ledger, _read_only_reason(folder, ledger.state.schema))

    @property
    def problems(self) -> tuple[str, ...]:
        """Sentences to say; nothing is lost by what they tell."""
        warnings = [self.lock.warning, self._ledger.backups.warning]
        return (*self._found_at_start, *(warning for warning in warnings if warning))

    def _look_around(self) -> tuple[str, ...]:
        found = [*self.catalogue.problems, *surroundings.warnings(self.folder)]
        if self._ledger.state.tail:
            found.append("the last change was not written whole when the program was stopped; it was left out")
        return tuple(found)

    def close(self) -> None:
        """Save what is unsaved, bring `annotations.json` up to date, give everything back.

        Raises:
            StoreError: a change cannot be saved; the store stays usable, so that it can be tried again.
        """
        self.annotations.close()
        self.catalogue.close()
        self._ledger.close()
        self.lock.close()


def _read_only_reason(folder: Path, schema: int) -> str | None:
    if schema > checkpoint.SCHEMA:
        return f"{folder} was written by a newer paperterm (schema {schema})"
    for path in (folder, folder / checkpoint.NAME):
        if path.exists() and not os.access(path, os.W_OK):
            return f"{path} is read only"
    return None
