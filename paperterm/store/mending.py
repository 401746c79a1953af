"""Putting together what can be read of damaged files. Called under the library's lock."""

from __future__ import annotations

import contextlib
import os
from pathlib import Path

from paperterm.errors import LibraryUnreadable, StoreError
from paperterm.model.paper import Paper
from paperterm.model.text import counted
from paperterm.store import checkpoint, journal, papers
from paperterm.store.backups import Backups, is_good, set_aside_damaged
from paperterm.store.checkpoint import ANNOTATIONS, HISTORY, Tables, papers_in
from paperterm.store.documents import Document, fault_of
from paperterm.store.files import read_file, write_whole
from paperterm.store.lock import LibraryLock
from paperterm.store.report import Report
from paperterm.store.salvage import Salvaged, merged, salvage
from paperterm.store.state import State, read_state


def mend_annotations(folder: Path, report: Report) -> None:
    """Make `annotations.json` readable again, from itself, the newest good backup and the journal, in that order of
    trust: what is left of the file is newer than a backup, and the journal is newest.

    Raises:
        LibraryUnreadable: the system does not let a file be read, or it is of a newer version.
        LibraryNotWritable: the disk refuses; the damaged files are as they were.
    """
    try:
        state = read_state(folder, LibraryLock(folder), may_lock=False)
    except LibraryUnreadable:
        pass
    else:
        _cut_tail(folder, state, report)
        return
    for path in set_aside_damaged(folder):
        report.done(f"kept the damaged file as {path}")
    tables, generation, source = _what_is_left(folder, report)
    log = read_file(folder / journal.NAME)
    lines, bad = journal.scan_leniently(log[0]) if log is not None else ([], 0)
    _replay(tables, lines)
    write_state(folder, tables, max([generation, *(line.generation for line in lines)]))
    count = papers_in(tables)
    report.done(
        f"put together the annotations of {counted(count, 'paper')} from {source}"
        f" and {counted(len(lines), 'change')} in the journal"
    )
    if bad:
        report.note(f"{counted(bad, 'change')} in the journal could not be read")


def _what_is_left(folder: Path, report: Report) -> tuple[Tables, int, str]:
    """The tables as the file and, for what it lacks, the newest good backup have them, generation, and their names."""
    found = read_file(folder / checkpoint.NAME)
    left = salvage(found[0]) if found is not None else Salvaged()
    older: list[Document] = []
    source = checkpoint.NAME
    if not left.is_whole and (backup := Backups(folder).newest_good()) is not None:
        good = checkpoint.decode(backup.path.read_bytes(), backup.path)
        older = list(good.tables[ANNOTATIONS].values())
        left.history = left.history or good.tables[HISTORY]
        left.generation = max(left.generation, good.generation)
        source = f"{checkpoint.NAME} and {backup.path.name}"
    documents = merged(older, left.annotations, left.parts)
    tables: Tables = {ANNOTATIONS: _numbered(documents), HISTORY: left.history, **left.others}
    if left.parts:
        report.note(f"{counted(len(left.parts), 'record')} could be read in part; the rest is from a backup, if any")
    return tables, left.generation, source


def _cut_tail(folder: Path, state: State, report: Report) -> None:
    if state.tail:
        kept = Backups(folder).set_aside(state.tail, journal.NAME)
        report.done(f"the unfinished end of the journal was cut off and kept as {kept}")
        write_state(folder, state.tables, state.generation)


def _numbered(documents: list[Document]) -> dict[str, Document]:
    return {str(number): document for number, document in enumerate(documents, 1)}


def _replay(tables: Tables, lines: list[journal.Line]) -> None:
    """The changes on top, by paper and not by number: numbers may have been given anew."""
    by_paper = {document["paper_id"]: key for key, document in tables[ANNOTATIONS].items()}
    last = len(by_paper)
    for line in sorted(lines, key=lambda line: line.generation):
        for document in line.changes.get(ANNOTATIONS, {}).values():
            # A removal names a number only. The record that it would remove is one that nothing was written in.
            if document is None or fault_of(document) is not None:
                continue
            key = by_paper.get(document["paper_id"])
            if key is None:
                last += 1
                key = by_paper[document["paper_id"]] = str(last)
            tables[ANNOTATIONS][key] = document


def write_state(folder: Path, tables: Tables, generation: int) -> None:
    """Replace the annotations: a new generation with a new chain, so that every running program reads them anew."""
    current = _highest_generation(folder)
    chain = os.urandom(4).hex()
    write_whole(folder / checkpoint.NAME, checkpoint.encode(tables, max(generation, current) + 1, chain))
    write_whole(folder / journal.NAME, [b""])


def _highest_generation(folder: Path) -> int:
    found = read_file(folder / checkpoint.NAME)
    log = read_file(folder / journal.NAME)
    lines = journal.scan_leniently(log[0])[0] if log is not None else []
    backups = Backups(folder).all()
    generations = [line.generation for line in lines] + [backup.generation for backup in backups]
    return max([salvage(found[0]).generation if found is not None else 0, *generations])


def put_away_backups(folder: Path, report: Report) -> None:
    """Take backups that cannot be read out of the number of backups; their bytes are kept."""
    backups = Backups(folder)
    for backup in backups.all():
        with contextlib.suppress(StoreError, OSError):  # what the system does not let us read may be sound
            found = None if is_good(backup.path) else read_file(backup.path)
            if found is not None:
                kept = backups.set_aside(found[0], backup.path.name)
                os.unlink(backup.path)
                report.done(f"the backup {backup.path.name} cannot be read; it is kept as {kept}")


def mend_papers(folder: Path, path: Path, report: Report) -> None:
    """Write a damaged papers file anew with what can be read of it.

    Raises:
        LibraryUnreadable: it is of a newer version, or the system refuses.
        LibraryNotWritable: the disk refuses; the file is as it was.
    """
    found = read_file(path)
    if found is None:
        return
    file = papers.PapersFile(found[0], path)
    records: list[Paper | str] = [record.paper or record.paper_id for record in file.records()]
    fault = file.fault(len(records))
    if fault is None:
        return
    kept = Backups(folder).set_aside(found[0], path.name)
    write_whole(path, papers.encode(file.collection, records))
    report.done(f"{fault}; they are in it again, and the damaged file is kept as {kept}")
