"""The annotations in memory, kept up to what is on the disk."""

from __future__ import annotations

import threading
from collections import deque
from pathlib import Path

from paperterm.errors import LibraryUnreadable
from paperterm.model.about_library import ABOUT_LIBRARY
from paperterm.store import checkpoint, journal
from paperterm.store.documents import Document
from paperterm.store.files import read_file, signature
from paperterm.store.lock import LibraryLock
from paperterm.store.state import read_files, read_state

_CHAINS_KEPT = 1000


class Mirror:
    """The state that was read, and how it follows what other processes write.

    `guard` keeps the tables still for a thread that walks through them.
    """

    def __init__(self, folder: Path, lock: LibraryLock) -> None:
        self.folder = folder
        self.guard = threading.RLock()
        self.state = read_state(folder, lock)
        self._json_path = folder / checkpoint.NAME
        self._log_path = folder / journal.NAME
        self._chains: deque[tuple[int, str]] = deque(maxlen=_CHAINS_KEPT)
        self._remember()

    def document(self, paper_id: str) -> Document | None:
        """The record of a paper."""
        return self.state.document(paper_id)

    def paper_ids(self) -> list[str]:
        """The papers that have a record."""
        with self.guard:
            return [paper_id for paper_id in self.state.index if paper_id not in ABOUT_LIBRARY]

    def history(self) -> dict[str, Document]:
        """The steps of undo, by their id."""
        return self.state.tables.get(checkpoint.HISTORY, {})

    def has_news(self) -> bool:
        """Whether the files changed since they were last read."""
        return (signature(self._json_path), signature(self._log_path)) != (self.state.json, self.state.log)

    def catch_up(self) -> set[str]:
        """Read what other processes wrote; gives the papers whose records changed.

        Raises:
            LibraryUnreadable: the files are damaged or gone; the state in memory stays.
        """
        json_now = signature(self._json_path)
        if json_now == self.state.json:
            if signature(self._log_path) == self.state.log:
                return set()
        elif not self._includes():
            return self._reload()
        return self._replay_new()

    def _includes(self) -> bool:
        """Whether the checkpoint that another process wrote holds nothing that we have not read from the journal."""
        found = read_file(self._json_path)
        if found is None:
            raise _removed(self._json_path)
        if not checkpoint.is_sound(found[0]):
            return False
        position = checkpoint.generation_of(found[0])
        if position not in self._chains or position[0] < self.state.checkpointed:
            return False
        with self.guard:
            self.state.json, self.state.checkpointed = found[1], position[0]
            self.state.log_end = self.state.log_last = 0
        return True

    def _replay_new(self) -> set[str]:
        state, now = self.state, signature(self._log_path)
        is_same = now is not None and state.log is not None and now.inode == state.log.inode
        start = state.log_end if is_same and now is not None and now.size >= state.log_end else 0
        found = read_file(self._log_path, start)
        if found is None and state.generation > state.checkpointed:
            raise _removed(self._log_path)
        scan = journal.scan(found[0] if found else b"")
        lines = [line for line in scan.lines if line.generation > state.generation]
        is_joined = not lines or (lines[0].generation, lines[0].previous) == (state.generation + 1, state.chain)
        is_whole = bool(start or scan.lines) or state.generation == state.checkpointed
        if scan.damage or not is_joined or not is_whole:
            # Damage, or a checkpoint written while we looked: reading everything anew tells which.
            return self._reload()
        touched: set[str] = set()
        for line in lines:
            with self.guard:
                touched |= state.replay(line, self._log_path)
            self._remember()
        state.log, state.log_end, state.tail = found[1] if found else None, start + scan.end, scan.tail
        if scan.lines or not start:
            state.log_last = scan.lines[-1].generation if scan.lines else 0
        return touched

    def _reload(self) -> set[str]:
        new, old = read_files(self.folder), self.state
        touched = {paper_id for paper_id in new.index if new.document(paper_id) != old.document(paper_id)}
        touched.update(paper_id for paper_id in old.index if paper_id not in new.index)
        with self.guard:
            self.state = new
        self._remember()
        return touched

    def _remember(self) -> None:
        self._chains.append((self.state.generation, self.state.chain))


def _removed(path: Path) -> LibraryUnreadable:
    return LibraryUnreadable(
        f"{path} was removed while it was in use",
        "Put it back, or save a copy: what was read and what you wrote is still in this window.",
    )
