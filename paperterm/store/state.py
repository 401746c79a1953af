"""The annotations as they are on disk: checkpoint and journal, read so that they fit together."""

from __future__ import annotations

import contextlib
from collections.abc import Iterable
from pathlib import Path

from paperterm.errors import LibraryUnreadable, StoreError
from paperterm.store import checkpoint, journal
from paperterm.store.checkpoint import ANNOTATIONS, HISTORY, Checkpoint, Tables
from paperterm.store.documents import Document, fault_of
from paperterm.store.files import Signature, read_file, signature
from paperterm.store.lock import LibraryLock
from paperterm.store.migrations import migrate

_TRIES = 50
_DOCTOR = "Nothing was changed. 'paperterm doctor' says what can be read, 'paperterm doctor --repair' brings it back."


class State:
    """What was read, and what is needed to notice that it changed.

    Attributes:
        index: paper_id to the id of its document.
        generation, chain: of the last transaction in it.
        checkpointed: generation of the checkpoint alone.
        log_end: bytes of sound lines in the journal; log_last: generation of the last of them, 0 without one.
        tail: what a stopped process left of a line that it never finished.
    """

    def __init__(self, base: Checkpoint, index: dict[str, str]) -> None:
        """As it was when it was checkpointed."""
        self.tables = base.tables
        self.index = index
        self.schema = base.schema
        self.generation = self.checkpointed = base.generation
        self.chain = base.chain
        self.json: Signature | None = None
        self.log: Signature | None = None
        self.log_end = 0
        self.log_last = 0
        self.tail = b""
        self.last_keys: dict[str, int] = {}

    def next_key(self, table: str) -> int:
        """An id that no document of the table has or had; O(1) but for the first time."""
        if table not in self.last_keys:
            keys = self.tables.get(table, {})
            self.last_keys[table] = max((int(key) for key in keys if _is_plain(key)), default=0)
        self.last_keys[table] += 1
        return self.last_keys[table]

    def document(self, paper_id: str) -> Document | None:
        """The record of a paper."""
        key = self.index.get(paper_id)
        return None if key is None else self.tables[ANNOTATIONS].get(key)

    def put(self, table: str, key: str, document: Document | None) -> str | None:
        """Set or remove one document; gives the paper it is about, when it is an annotation."""
        documents = self.tables.setdefault(table, {})
        previous = documents.pop(key, None) if document is None else documents.get(key)
        if document is not None:
            documents[key] = document
            if table in self.last_keys and _is_plain(key):
                self.last_keys[table] = max(self.last_keys[table], int(key))
        if table != ANNOTATIONS:
            return None
        if document is None:
            if previous is None:
                return None
            self.index.pop(previous["paper_id"], None)
            return str(previous["paper_id"])
        self.index[document["paper_id"]] = key
        return str(document["paper_id"])

    def replay(self, line: journal.Line, path: Path) -> set[str]:
        """Put the next transaction on top; gives the papers it touched.

        Raises:
            LibraryUnreadable: a record in it has not the shape of one.
        """
        touched: set[str] = set()
        for document in line.changes.get(ANNOTATIONS, {}).values():
            if document is not None and (fault := fault_of(document)):
                raise LibraryUnreadable(f"{path} is damaged: {fault}", _DOCTOR)
        for table, documents in line.changes.items():
            for key, document in documents.items():
                if (paper_id := self.put(table, key, document)) is not None:
                    touched.add(paper_id)
        self.generation, self.chain = line.generation, line.crc
        return touched


def _is_plain(key: str) -> bool:
    return key.isascii() and key.isdecimal() and len(key) < 19


def read_state(folder: Path, lock: LibraryLock, *, may_lock: bool = True) -> State:
    """Read the annotations of a library; without files, an empty state.

    `may_lock` is false for a caller that holds the lock.

    Raises:
        LibraryUnreadable: something is damaged, or the system refuses; nothing was changed.
    """
    state = read_files(folder)
    if state.tail and may_lock:
        # Either another process is just writing the line, or it was stopped while it did: under the lock we know.
        with contextlib.suppress(StoreError), lock.held():
            state = read_files(folder)
    return state


def read_files(folder: Path) -> State:
    """`read_state` without asking for the lock: a line that is just being written shows as `tail`."""
    json_path, log_path = folder / checkpoint.NAME, folder / journal.NAME
    for _ in range(_TRIES):
        found = read_file(json_path)
        log = read_file(log_path)
        # A checkpoint written between the two reads would have emptied the journal behind our back.
        if signature(json_path) == (found[1] if found else None):
            break
    base = checkpoint.decode(found[0], json_path) if found else Checkpoint({ANNOTATIONS: {}, HISTORY: {}})
    scan = journal.scan(log[0] if log else b"")
    if scan.damage:
        raise LibraryUnreadable(f"{log_path} is damaged: {scan.damage}", _DOCTOR)
    if found is None and not scan.lines:
        _refuse_if_lost(folder)
    lines = scan.lines
    if base.schema < checkpoint.SCHEMA:
        base, lines = _brought_up_to_date(base, lines, json_path), ()
    index = _index(base.tables, json_path)
    state = State(base, index)
    if lines is not scan.lines:
        state.checkpointed = checkpoint.generation_of(found[0])[0] if found else 0
    state.json, state.log = found[1] if found else None, log[1] if log else None
    state.log_end, state.tail = scan.end, scan.tail
    state.log_last = scan.lines[-1].generation if scan.lines else 0
    _replay_all(state, lines, folder)
    return state


def _brought_up_to_date(base: Checkpoint, lines: Iterable[journal.Line], path: Path) -> Checkpoint:
    """An older schema in today's: its journal is of the same schema, so it is replayed first."""
    generation, chain = base.generation, base.chain
    for line in lines:
        if line.generation <= generation:
            continue
        if (line.generation, line.previous) != (generation + 1, chain):
            raise LibraryUnreadable(f"{path} is older than its journal, or another one", _DOCTOR)
        for table, documents in line.changes.items():
            for key, document in documents.items():
                if document is None:
                    base.tables.setdefault(table, {}).pop(key, None)
                else:
                    base.tables.setdefault(table, {})[key] = document
        generation, chain = line.generation, line.crc
    try:
        tables = migrate(base.tables, base.schema)
    except (KeyError, TypeError, ValueError, AttributeError) as error:
        raise LibraryUnreadable(
            f"{path} has an old form (schema {base.schema}) that cannot be brought up to date", _DOCTOR
        ) from error
    for document in tables.get(ANNOTATIONS, {}).values():
        if fault := fault_of(document):
            raise LibraryUnreadable(f"{path} cannot be brought up to date: {fault}", _DOCTOR)
    return Checkpoint(tables, base.schema, generation, chain)


def _replay_all(state: State, lines: Iterable[journal.Line], folder: Path) -> None:
    for line in lines:
        if line.generation <= state.generation:
            continue
        if line.generation != state.generation + 1 or line.previous != state.chain:
            missing = "is missing" if state.json is None else "is older than its journal, or another one"
            raise LibraryUnreadable(
                f"{folder / checkpoint.NAME} {missing}: {journal.NAME} does not go on from it", _DOCTOR
            )
        state.replay(line, folder / journal.NAME)


def _index(tables: Tables, path: Path) -> dict[str, str]:
    documents = tables[ANNOTATIONS]
    index = {document["paper_id"]: key for key, document in documents.items()}
    if len(index) != len(documents):
        raise LibraryUnreadable(f"{path} is damaged: a paper has two records", _DOCTOR)
    return index


def _refuse_if_lost(folder: Path) -> None:
    """A missing file is a new library only when there are no backups of it either."""
    backups = folder / "backups"
    with contextlib.suppress(OSError):
        if any(path.name.startswith("annotations-") for path in backups.iterdir()):
            raise LibraryUnreadable(
                f"{folder / checkpoint.NAME} is missing, but there are backups of it in {backups}",
                "'paperterm doctor' lists them, 'paperterm restore FILE' brings one back.",
            )
