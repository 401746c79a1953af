"""The annotations of a library: at once in memory, on the disk when `flush` returns, merged with what others write."""

from __future__ import annotations

import contextlib
import os
import threading
from pathlib import Path
from typing import TYPE_CHECKING

from paperterm.errors import StoreError
from paperterm.model.about_library import ABOUT_LIBRARY
from paperterm.model.annotation import UNTOUCHED
from paperterm.store import checkpoint
from paperterm.store.backups import set_aside_damaged
from paperterm.store.checkpoint import ANNOTATIONS
from paperterm.store.documents import to_document
from paperterm.store.files import write_whole
from paperterm.store.ledger import Ledger
from paperterm.store.lock import SECONDS_TO_NOTICE, LibraryLock
from paperterm.store.transaction import Queued, Transaction
from paperterm.store.view import LONGEST_NOTE, AnnotationView

if TYPE_CHECKING:
    from paperterm.store.tinydb_storage import JournalDB

MANY = 1000
"""Papers in one change from which a backup is made before it."""


class AnnotationStore(AnnotationView):
    """The annotations of one library.

    `get`, `items`, `apply`, `undo` and `redo` are for the thread of the front end and never wait for the disk; the
    methods here may run in another thread.
    """

    def __init__(self, ledger: Ledger, lock: LibraryLock, read_only_reason: str | None = None) -> None:
        super().__init__(ledger, read_only_reason)
        self._lock = lock
        self._disk = threading.Lock()
        self._tinydb: JournalDB | None = None
        self._has_written = False

    def flush(self) -> frozenset[str]:
        """Put every queued change on the disk, on top of what others wrote; durable when it returns.

        Returns:
            The papers that others changed, or whose note had to be put together from two texts.

        Raises:
            StoreError: the lock, the disk or the files refuse. The changes stay, visible and queued.
        """
        with self._disk:
            if not self._queue:
                return self._catch_up()
            with self._lock.held():
                others = self._catch_up()
                with self._ledger.guard:
                    batch = list(self._queue)
                if sum(len(queued.deltas) for queued in batch) > MANY:
                    self._ledger.back_up()
                merged = self._commit(batch)
                self._has_written = True
                self._settle(batch, merged)
                if self._ledger.is_log_large:
                    with contextlib.suppress(StoreError):  # what was asked for is saved
                        self._ledger.checkpoint()
            return others | merged

    def refresh(self) -> frozenset[str]:
        """Read what other processes wrote; gives the papers that changed. Two `stat` calls when nothing did.

        Raises:
            StoreError: the files are damaged or gone; what is in memory stays.
        """
        if not self._ledger.has_news():
            return frozenset()
        with self._disk:
            return self._catch_up()

    def checkpoint(self, *, seconds: float | None = None) -> None:
        """Bring `annotations.json` up to date with the journal: for when the program is idle, and when it ends.

        `seconds`: how long to wait for the lock, if not as long as usual.

        Raises:
            StoreError: the lock or the disk refuses; nothing is lost.
        """
        with self._disk:
            if self._read_only_reason is None and (self._ledger.has_journal or self._ledger.has_news()):
                with self._lock.held(seconds=seconds):
                    self._catch_up()
                    self._ledger.checkpoint()

    def back_up(self) -> None:
        """Make a backup of what is on the disk, unless there is one of that state: before an import."""
        self._ledger.back_up()

    def write_again(self) -> None:
        """Write everything that is in memory to the disk anew: for when the files were removed or damaged meanwhile.

        What is there and cannot be read is kept in the folder for backups.

        Raises:
            StoreError: the lock or the disk refuses.
        """
        self._require_writable()
        with self._disk, self._lock.held():
            set_aside_damaged(self._ledger.folder)
            self._ledger.distrust()
            with self._ledger.guard:
                batch = list(self._queue)
            self._settle(batch, self._commit(batch))

    def copy_to(self, path: Path) -> None:
        """Write everything in memory, unsaved changes too, to a file of the reader's choice, as plain TinyDB reads it.

        Raises:
            LibraryNotWritable: the system refuses.
        """
        about_library = [(one, found) for one in sorted(ABOUT_LIBRARY) if (found := self.get(one)) != UNTOUCHED]
        documents = {
            str(number): to_document(paper_id, annotation, self._ledger.document(paper_id))
            for number, (paper_id, annotation) in enumerate((*self.items(), *about_library), 1)
        }
        generation = self._ledger.state.generation + 1
        write_whole(path, checkpoint.encode({ANNOTATIONS: documents}, generation, os.urandom(4).hex()))

    def _catch_up(self) -> frozenset[str]:
        changed = frozenset(self._ledger.catch_up())
        if changed:
            self._rebase(changed)
        return changed

    def _commit(self, batch: list[Queued]) -> frozenset[str]:
        """Merge the batch into the newest state and write it; gives the papers that became other than expected."""
        transaction = Transaction(self._ledger, self._database())
        try:
            for queued in batch:
                transaction.add(queued)
            transaction.stage()
        except BaseException:
            self._ledger.rollback()
            raise
        self._ledger.commit()
        transaction.settle()
        with self._ledger.guard:
            self._conflicts.extend(transaction.conflicts)
            return frozenset(key for key, after in transaction.results.items() if after != self._view.get(key))

    def _database(self) -> JournalDB:
        if self._tinydb is None:
            from paperterm.store.tinydb_storage import JournalDB

            self._tinydb = JournalDB(self._ledger)
        return self._tinydb

    def _settle(self, batch: list[Queued], merged: frozenset[str]) -> None:
        with self._ledger.guard:
            del self._queue[: len(batch)]
            self._rebase({paper_id for queued in batch for paper_id in queued.deltas} | merged)

    def close(self) -> None:
        """Save what is queued and leave `annotations.json` up to date.

        A window that wrote nothing leaves a journal alone that another program is writing just now.

        Raises:
            StoreError: a queued change cannot be saved.
        """
        self.flush()
        if self._has_written or self._ledger.is_journal_at_rest:
            with contextlib.suppress(StoreError):  # everything is in the journal
                self.checkpoint(seconds=SECONDS_TO_NOTICE)  # nobody asked for it, so nobody waits for it


__all__ = ["LONGEST_NOTE", "AnnotationStore"]
