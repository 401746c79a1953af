"""Looking a library over, mending it, and bringing older copies back.

`diagnose` changes nothing. `repair` and `restore` keep what they replace in the folder for backups, byte for byte.
"""

from __future__ import annotations

import contextlib
import os
import stat
from collections.abc import Callable
from pathlib import Path

from paperterm.errors import LibraryUnreadable, StoreError
from paperterm.model.about_library import ABOUT_LIBRARY
from paperterm.model.text import counted
from paperterm.store import archive, checkpoint, journal, mending, papers, surroundings
from paperterm.store.backups import Backups, is_good, set_aside_damaged
from paperterm.store.drafts import Drafts
from paperterm.store.files import make_folder, read_file, remove_leftovers, write_whole
from paperterm.store.ledger import Ledger
from paperterm.store.lock import LibraryLock
from paperterm.store.report import Report
from paperterm.store.salvage import salvage
from paperterm.store.state import State, read_state

OnWait = Callable[[str], None] | None
"""Told, once a wait, who holds the library's lock."""

_FOLDERS = ("", papers.FOLDER, "backups", "cache", "drafts")


def diagnose(folder: Path, *, on_wait: OnWait = None) -> Report:
    """What is well and what is not; nothing is changed."""
    report = Report()
    folder = Path(os.path.realpath(folder))
    if os.path.lexists(folder) and not folder.is_dir():
        report.damage(f"{folder} is not a folder")
        return report
    if not folder.is_dir():
        report.note(f"{folder} does not exist yet: it is made when something is imported or written")
        return report
    _look_at_annotations(folder, report, on_wait)
    _look_at_papers(folder, report)
    _look_at_backups(folder, report)
    _look_at_surroundings(folder, report)
    return report


def _look_at_annotations(folder: Path, report: Report, on_wait: OnWait) -> None:
    try:
        state = read_state(folder, LibraryLock(folder, on_wait=on_wait))
    except LibraryUnreadable as error:
        report.damage(error.message)
        with contextlib.suppress(StoreError):
            _say_what_is_left(folder, report)
        return
    count, lines = len(state.index.keys() - ABOUT_LIBRARY), state.generation - state.checkpointed
    report.well(f"annotations of {counted(count, 'paper')}, {counted(lines, 'change')} of them still in the journal")
    if state.tail:
        report.note("the journal ends in a change that was not written whole; it is left out")


def _say_what_is_left(folder: Path, report: Report) -> None:
    found = read_file(folder / checkpoint.NAME)
    if found is not None:
        left = salvage(found[0])
        report.note(f"{counted(len(left.annotations), 'record')} in {checkpoint.NAME} can still be read")
    log = read_file(folder / journal.NAME)
    if log is not None:
        lines, bad = journal.scan_leniently(log[0])
        report.note(f"{counted(len(lines), 'change')} in {journal.NAME} can be read, {bad:,} cannot")
    report.note("'paperterm doctor --repair' puts together what can be read; the damaged files are kept")


def _look_at_papers(folder: Path, report: Report) -> None:
    known: set[str] = set()
    total = missing = 0
    for path in _papers_files(folder):
        try:
            found = read_file(path)
            file = papers.PapersFile(found[0] if found else b"", path)
        except LibraryUnreadable as error:
            report.damage(error.message)
            continue
        count = 0
        for record in file.records():
            count += 1
            missing += record.paper is None and record.paper_id not in known
            known.add(record.paper_id)
        total += 1
        if fault := file.fault(count):
            report.damage(fault)
    report.well(f"{counted(len(known) - missing, 'paper')} in {counted(total, 'file')}")
    if missing:
        report.damage(f"{missing:,} papers are named in a list, but the file that held them is gone or damaged")


def _papers_files(folder: Path) -> list[Path]:
    with contextlib.suppress(OSError):
        names = [name for name in os.listdir(folder / papers.FOLDER) if papers.file_number(name) is not None]
        return [folder / papers.FOLDER / name for name in sorted(names, key=lambda name: papers.file_number(name) or 0)]
    return []


def _look_at_backups(folder: Path, report: Report) -> None:
    backups = Backups(folder).all()
    bad = [backup for backup in backups if not is_good(backup.path)]
    for backup in bad:
        report.damage(f"the backup {backup.path} cannot be read")
    if len(bad) < len(backups):
        newest = next(backup for backup in backups if backup not in bad)
        report.well(
            f"{counted(len(backups) - len(bad), 'good backup')}, the newest of {newest.made:%Y-%m-%d %H:%M} UTC"
        )
    else:
        report.note("there is no good backup yet")


def _look_at_surroundings(folder: Path, report: Report) -> None:
    for sentence in surroundings.warnings(folder):
        report.note(sentence)
    for path in _open_to_others(folder):
        report.note(f"{path} can be read by others")
    drafts = Drafts(folder).left_over()
    if drafts:
        report.note(f"typed and not saved: {counted(len(drafts), 'note')}; the app offers them when it starts")


def _open_to_others(folder: Path) -> list[Path]:
    found: list[Path] = []
    for name in _FOLDERS:
        with contextlib.suppress(OSError):
            paths = [folder / name, *(path for path in (folder / name).iterdir() if not path.is_dir())]
            found += [path for path in paths if stat.S_IMODE(path.lstat().st_mode) & 0o077 and not path.is_symlink()]
    return found


def repair(folder: Path, *, on_wait: OnWait = None) -> Report:
    """Bring back everything that can be read, and say what was done.

    Raises:
        StoreError: the lock or the disk refuses; the damaged files are as they were.
    """
    report = Report()
    folder = Path(os.path.realpath(folder))
    if not folder.is_dir():
        return diagnose(folder)
    with LibraryLock(folder, on_wait=on_wait).held():
        if removed := sum(remove_leftovers(folder / name) for name in _FOLDERS):
            report.done(f"removed {counted(removed, 'temporary file')} that a stopped program left")
        for path in _open_to_others(folder):
            with contextlib.suppress(OSError):
                os.chmod(path, 0o700 if path.is_dir() else 0o600)
                report.done(f"{path} is now readable by its owner alone")
        mending.mend_annotations(folder, report)
        for path in _papers_files(folder):
            mending.mend_papers(folder, path, report)
        mending.put_away_backups(folder, report)
        with contextlib.suppress(OSError):
            os.unlink(folder / "cache" / "catalogue.bin")
    if not report.is_changed:
        report.well("nothing had to be mended")
    return report


def backup(folder: Path, target: Path | None = None, *, force: bool = False, on_wait: OnWait = None) -> Report:
    """Put the whole library into one zip file: `target`, or a new name in the folder `target`.

    A file that is there is replaced only with `force`.

    Raises:
        StoreError: the library cannot be read, or the file not written.
    """
    folder = Path(os.path.realpath(folder))
    if not folder.is_dir():
        raise StoreError(f"there is no library in {folder} yet", "paperterm import SOURCE begins one.")
    if target is None or target.is_dir():
        target = (target or Path()) / archive.default_name()
    ledger = Ledger(folder, LibraryLock(folder, on_wait=on_wait), Backups(folder))
    count = archive.write(folder, ledger, target, force=force)
    report = Report()
    report.done(f"{target}: {counted(count, 'file')}, annotations of {counted(len(ledger.paper_ids()), 'paper')}")
    return report


def restore(folder: Path, file: Path, *, on_wait: OnWait = None) -> Report:
    """Bring back a backup: a zip file of `backup`, or one of the library's own `backups/annotations-….json`.

    The annotations become those of the backup; papers that were imported since stay. What was there is kept first.

    Raises:
        StoreError: the backup cannot be read, the lock or the disk refuses; the library is as it was.
    """
    folder = Path(os.path.realpath(folder))
    found = read_file(file)
    if found is None:
        raise LibraryUnreadable(f"{file} does not exist", _known_backups(folder))
    copy = archive.read(file) if found[0][:2] == b"PK" else archive.Archive(found[0], {})
    base = checkpoint.decode(copy.annotations, file)
    report = Report()
    make_folder(folder)
    with LibraryLock(folder, on_wait=on_wait).held():
        _keep_current(folder, report)
        added = sum(_bring_back(folder / papers.FOLDER, name, data) for name, data in copy.papers.items())
        mending.write_state(folder, base.tables, base.generation)
    report.done(f"brought back the annotations of {counted(checkpoint.papers_in(base.tables), 'paper')} from {file}")
    if added:
        report.done(f"brought back {counted(added, 'list')} of papers")
    return report


def _known_backups(folder: Path) -> str:
    backups = Backups(folder).all()
    return f"There are backups: {', '.join(str(backup.path) for backup in backups[:3])}" if backups else ""


def _keep_current(folder: Path, report: Report) -> None:
    try:
        state: State = read_state(folder, LibraryLock(folder), may_lock=False)
    except LibraryUnreadable:
        for path in set_aside_damaged(folder):
            report.done(f"kept the damaged file as {path}")
        return
    if state.generation:
        backups = Backups(folder)
        kept = backups.make(checkpoint.encode(state.tables, state.generation, state.chain), state.generation)
        if kept is None:
            raise StoreError(f"nothing was restored: {backups.warning}", "Make room for a backup and try again.")
        report.done(f"kept what was there as {kept}")


def _bring_back(folder: Path, name: str, data: bytes) -> bool:
    """Put a papers file back unless it is there; under the next number when another one has its name."""
    make_folder(folder)
    present = {path.name: path for path in folder.iterdir() if papers.file_number(path.name) is not None}
    if any(found is not None and found[0] == data for found in map(read_file, present.values())):
        return False
    if name in present:
        number = max(papers.file_number(known) or 0 for known in present) + 1
        name = f"{number:04}-{name.partition('-')[2]}"
    write_whole(folder / name, [data])
    return True
