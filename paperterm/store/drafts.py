"""Notes that are being typed, on the disk before they are saved."""

from __future__ import annotations

import contextlib
import json
import os
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, NamedTuple

from paperterm.errors import StoreError
from paperterm.model.patterns import late
from paperterm.store.documents import PAPER_ID, sound_text
from paperterm.store.files import make_folder, read_file, write_whole

FOLDER = "drafts"

_NAME = late(r"([0-9a-f]{16})\.(\d{1,10})\.json")


class Draft(NamedTuple):
    """A note that was typed and not saved.

    Attributes:
        note_hash: of the saved note when typing began (`note_hash`), to tell whether it changed since.
        typed: when the last key was taken in, UTC.
    """

    paper_id: str
    text: str
    cursor: int
    note_hash: str
    process: int
    host: str
    typed: datetime
    path: Path

    @property
    def is_owner_running(self) -> bool:
        """Whether the program that wrote it still runs (on this computer)."""
        if self.host != os.uname().nodename:
            return False
        if self.process == os.getpid():
            return True
        try:
            os.kill(self.process, 0)
        except ProcessLookupError:
            return False
        except OSError:
            return True
        return not _is_only_waited_for(self.process)


def _is_only_waited_for(process: int) -> bool:
    """Whether a process has ended and its parent does not know yet, as when a terminal's window is killed (Linux)."""
    try:
        state = Path(f"/proc/{process}/stat").read_text("utf-8", "replace").rpartition(")")[2].split()[0]
    except (OSError, IndexError):
        return False
    return state in ("Z", "X")


def note_hash(note: str) -> str:
    """A short mark of a note's text."""
    import hashlib

    return hashlib.sha256(note.encode("utf-8", "replace")).hexdigest()[:16]


class Drafts:
    """The drafts of one library; each file belongs to one process and one paper."""

    def __init__(self, library: Path) -> None:
        self.folder = library / FOLDER
        self._own: set[Path] = set()

    def write(self, paper_id: str, text: str, *, saved_note: str, cursor: int = 0) -> Path:
        """Put a draft on the disk; durable when it returns.

        Raises:
            LibraryNotWritable: the disk refuses; an earlier draft stays.
        """
        if PAPER_ID.fullmatch(paper_id) is None:
            raise StoreError(f"“{paper_id}” is not the id of a paper")
        make_folder(self.folder)
        path = self._path(paper_id)
        self._own.add(path)
        draft = {
            "paper_id": paper_id,
            "text": sound_text(text),
            "cursor": cursor,
            "note_hash": note_hash(saved_note),
            "process": os.getpid(),
            "host": os.uname().nodename,
            "typed": datetime.now(UTC).isoformat(timespec="seconds"),
        }
        write_whole(path, [json.dumps(draft, ensure_ascii=False, indent=1).encode()])
        return path

    def delete(self, paper_id: str) -> None:
        """Remove this process's draft of a paper, after the note was saved."""
        with contextlib.suppress(OSError):
            os.unlink(self._path(paper_id))

    def discard(self, draft: Draft) -> None:
        """Remove any draft, whoever wrote it: when the reader said so."""
        with contextlib.suppress(OSError):
            os.unlink(draft.path)

    def all(self) -> list[Draft]:
        """Every draft that can be read, the newest first; those of running programs too."""
        found: list[Draft] = []
        with contextlib.suppress(OSError):
            for name in os.listdir(self.folder):
                if _NAME.fullmatch(name) and (draft := _read(self.folder / name)) is not None:
                    found.append(draft)
        return sorted(found, key=lambda draft: draft.typed, reverse=True)

    def left_over(self) -> list[Draft]:
        """The drafts of earlier runs: what to offer at the start.

        In a container each run may have the same process number, so a draft with this one's may be an earlier run's.
        """
        return [
            draft
            for draft in self.all()
            if draft.path not in self._own and (draft.process == os.getpid() or not draft.is_owner_running)
        ]

    def _path(self, paper_id: str) -> Path:
        return self.folder / f"{paper_id}.{os.getpid()}.json"


def _read(path: Path) -> Draft | None:
    try:
        found = read_file(path)
        plain: Any = json.loads(found[0]) if found is not None else None
        draft = Draft(
            plain["paper_id"], plain["text"], plain["cursor"], plain["note_hash"], plain["process"], plain["host"],
            datetime.fromisoformat(plain["typed"]), path,
        )  # fmt: skip
    except (StoreError, ValueError, KeyError, TypeError, RecursionError):
        return None
    kinds = ((draft.text, str), (draft.cursor, int), (draft.note_hash, str), (draft.process, int), (draft.host, str))
    is_sound = type(draft.paper_id) is str and PAPER_ID.fullmatch(draft.paper_id) and draft.typed.tzinfo is not None
    return draft if is_sound and all(type(value) is kind for value, kind in kinds) and draft.process > 0 else None
