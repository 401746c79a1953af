"""The writing side of the annotations: transactions in the journal, and checkpoints."""

from __future__ import annotations

import contextlib
import os
import time
from collections.abc import Mapping
from pathlib import Path

from paperterm.errors import LibraryNotWritable, StoreError
from paperterm.model.about_library import IMPORTS_ID
from paperterm.store import checkpoint, journal
from paperterm.store.backups import Backups
from paperterm.store.documents import Document
from paperterm.store.files import (
    Signature,
    not_writable,
    open_own,
    read_file,
    remove_leftovers,
    signature_of,
    sync,
    sync_folder,
    write_all,
    write_whole,
)
from paperterm.store.lock import LibraryLock
from paperterm.store.mirror import Mirror

SMALLEST_LOG_TO_FOLD = 1 << 20
"""Bytes of journal from which a transaction is followed by a checkpoint, once the journal is the larger of the two."""

SECONDS_OF_REST = 60


class Ledger(Mirror):
    """The state in memory and the two files that hold it.

    `commit` and `checkpoint` are called under the library's lock after `catch_up`, by one thread at a time.
    """

    def __init__(self, folder: Path, lock: LibraryLock, backups: Backups) -> None:
        self._log: int | None = None
        super().__init__(folder, lock)
        self.backups = backups
        self._log_file = (0, 0)
        self._must_rewrite = self.state.schema < checkpoint.SCHEMA
        self._is_first_write = True
        self._pending: journal.Changes = {}
        self._before: dict[tuple[str, str], Document | None] = {}

    def stage(self, table: str, documents: Mapping[str, Document | None]) -> None:
        """Change documents in memory, as part of the transaction that `commit` makes durable."""
        with self.guard:
            current = self.state.tables.setdefault(table, {})
            for key, document in documents.items():
                self._before.setdefault((table, key), current.get(key))
                self._pending.setdefault(table, {})[key] = document
                self.state.put(table, key, document)

    def rollback(self) -> None:
        """Forget what was staged."""
        with self.guard:
            for (table, key), document in self._before.items():
                self.state.put(table, key, document)
            self._pending, self._before = {}, {}

    def commit(self) -> None:
        """Make what was staged durable: one line in the journal, on the disk when this returns.

        Raises:
            LibraryNotWritable: the system refused; what was staged is forgotten.
        """
        try:
            if self._is_first_write:
                remove_leftovers(self.folder)
                self._is_first_write = False
            if self._must_rewrite:
                self._commit_by_checkpoint()
            elif self._pending:
                self._append()
        except OSError as error:
            self._must_rewrite = True
            self.rollback()
            raise not_writable(self._log_path, error) from error
        except BaseException:
            self._must_rewrite = True
            self.rollback()
            raise
        self._pending, self._before = {}, {}

    def _append(self) -> None:
        state = self.state
        line, crc = journal.encode(state.generation + 1, state.chain, self._pending)
        log, size = self._open_log()
        self._keep_tail()
        # Lines that the checkpoint includes are left when a process was stopped before it could empty the journal.
        keep = state.log_end if state.log_last > state.checkpointed else 0
        if size != keep:
            os.ftruncate(log, keep)
        try:
            write_all(log, line)
            sync(log)
        except BaseException:
            with contextlib.suppress(OSError):
                os.ftruncate(log, keep)
            raise
        self._advance(crc)
        state.log_end, state.log_last, state.tail = keep + len(line), state.generation, b""
        state.log = signature_of(os.fstat(log))

    def _commit_by_checkpoint(self) -> None:
        """Write everything to new files: the journal's pages cannot be trusted after a failed write, and an older
        schema has to be replaced as a whole."""
        generation, crc = self.state.generation, self.state.chain
        if self._pending:
            generation += 1
            _, crc = journal.encode(generation, self.state.chain, self._pending)
        written = self._write_json(checkpoint.encode(self.state.tables, generation, crc))
        self._close_log()
        log = write_whole(self._log_path, [b""])
        if self._pending:
            self._advance(crc)
        self._must_rewrite = False
        self._note_checkpoint(written)
        self.state.log = log

    def _write_json(self, parts: list[bytes]) -> Signature:
        if self.state.schema < checkpoint.SCHEMA:
            old = read_file(self._json_path)
            if old is not None and self.backups.make([old[0]], self.state.checkpointed) is None:
                raise LibraryNotWritable(
                    f"{self._json_path} is not brought up to date without a backup: {self.backups.warning}",
                    "Make the folder for backups writable and try again.",
                )
        written = write_whole(self._json_path, parts)
        self.state.schema = checkpoint.SCHEMA
        return written

    def _keep_tail(self) -> None:
        if self.state.tail:
            with contextlib.suppress(StoreError):  # it was never acknowledged, and the disk may be full
                self.backups.set_aside(self.state.tail, journal.NAME)

    def distrust(self) -> None:
        """Make the next `commit` write everything to new files."""
        self._must_rewrite = True

    def _advance(self, crc: str) -> None:
        with self.guard:
            self.state.generation += 1
            self.state.chain = crc
        self._remember()

    def _open_log(self) -> tuple[int, int]:
        """The journal's descriptor and size, just after `catch_up` looked at what has its name."""
        known = self.state.log
        if self._log is not None and known is not None and (known.device, known.inode) == self._log_file:
            return self._log, known.size
        self._close_log()
        self._log = open_own(self._log_path, os.O_RDWR | os.O_APPEND)
        if known is None:
            sync_folder(self.folder)
        now = signature_of(os.fstat(self._log))
        self._log_file = (now.device, now.inode)
        return self._log, now.size

    def _close_log(self) -> None:
        if self._log is not None:
            os.close(self._log)
            self._log = None

    @property
    def has_journal(self) -> bool:
        """Whether the journal holds what the checkpoint does not."""
        return self.state.generation > self.state.checkpointed

    @property
    def is_journal_at_rest(self) -> bool:
        """Whether nobody wrote to the journal in the last minute; also when the clock was set back since."""
        log = self.state.log
        return self.has_journal and (log is None or not 0 <= time.time_ns() - log.modified < SECONDS_OF_REST * 10**9)

    @property
    def is_log_large(self) -> bool:
        """Whether it is time to fold the journal into the checkpoint."""
        size = self.state.json.size if self.state.json else 0
        return self.state.log_end > max(SMALLEST_LOG_TO_FOLD, size)

    def checkpoint(self) -> None:
        """Write the whole state to `annotations.json`, empty the journal, and make a backup when one is due.

        Raises:
            LibraryNotWritable: the system refused; the old files stay and hold everything.
        """
        if not self.has_journal:
            return
        generation, parts = self.encoded()
        written = self._write_json(parts)
        self._keep_tail()
        self._note_checkpoint(written)
        # Its lines are all in the checkpoint, so it does no harm when this fails.
        with contextlib.suppress(OSError):
            log, _ = self._open_log()
            os.ftruncate(log, 0)
            sync(log)
            self.state.log = signature_of(os.fstat(log))
        # A list that was just imported can be imported again: the first backup is of what was written about it.
        if self.backups.is_due() and self.state.index.keys() - {IMPORTS_ID}:
            self.backups.make(parts, generation)

    def encoded(self) -> tuple[int, list[bytes]]:
        """The generation and the bytes of a checkpoint of the state in memory."""
        with self.guard:
            tables = {name: dict(documents) for name, documents in self.state.tables.items()}
            generation, chain = self.state.generation, self.state.chain
        return generation, checkpoint.encode(tables, generation, chain)

    def back_up(self) -> None:
        """Make a backup of the state in memory, unless there is one."""
        if self.state.generation and not self.backups.has(self.state.generation):
            generation, parts = self.encoded()
            self.backups.make(parts, generation)

    def _note_checkpoint(self, written: Signature) -> None:
        state = self.state
        state.json = written
        state.checkpointed = state.generation
        state.log_end, state.log_last, state.tail = 0, 0, b""

    def __del__(self) -> None:
        self.close()

    def close(self) -> None:
        """Give the files back."""
        self._close_log()
