"""Queued changes put on top of the newest state, and staged through TinyDB as one transaction."""

from __future__ import annotations

import os
from collections.abc import Sequence
from datetime import UTC, datetime
from typing import TYPE_CHECKING, NamedTuple

from paperterm.model.annotation import UNTOUCHED, Annotation
from paperterm.model.change import Edit
from paperterm.store.checkpoint import ANNOTATIONS, HISTORY
from paperterm.store.delta import Delta, delta_of
from paperterm.store.documents import Document, from_document, has_unknown_fields, to_document
from paperterm.store.history import MOST_STEPS, Step, surplus
from paperterm.store.ledger import Ledger

if TYPE_CHECKING:
    from paperterm.store.tinydb_storage import JournalDB

_SLACK = 20
"""Steps of undo above the bound before the oldest are removed, so that not every change has to look."""


class Queued(NamedTuple):
    """A change that is in memory and not yet on the disk.

    Attributes:
        kind: `do`, `undo`, `redo`, or `aside` for what undo does not take back.
        dropped: undone steps that can no longer be redone after it.
    """

    kind: str
    step: Step
    edits: dict[str, Edit]
    deltas: dict[str, Delta]
    dropped: Sequence[Step] = ()


class Transaction:
    """One flush.

    Attributes:
        results: the annotation of each paper after it.
        conflicts: papers whose note was changed in two places and now holds both texts.
    """

    def __init__(self, ledger: Ledger, database: JournalDB) -> None:
        self.results: dict[str, Annotation] = {}
        self.conflicts: list[str] = []
        self._ledger = ledger
        self._database = database
        self._keys: dict[str, str] = {}
        self._documents: dict[int, Document | None] = {}
        self._history: dict[int, Document | None] = {}
        self._numbers: dict[Step, int] = {}
        self._real: dict[Step, dict[str, Delta]] = {}

    def add(self, queued: Queued) -> None:
        """Merge one change into the state as it is now."""
        real = {key: self._merge(queued.edits[key], delta) for key, delta in queued.deltas.items()}
        for step in queued.dropped:
            if (number := self._number(step)) is not None:
                self._history[number] = None
        if queued.kind == "do":
            number = self._numbers[queued.step] = self._ledger.state.next_key(HISTORY)
            self._real[queued.step] = real
            self._history[number] = Step(queued.step.summary, real).to_document(is_undone=False)
        elif queued.kind != "aside":
            self._mark_step(queued.step, is_undone=queued.kind == "undo")

    def stage(self) -> None:
        """Hand everything to TinyDB's tables; it is on the disk after the ledger's `commit`."""
        self._database.put(ANNOTATIONS, self._documents)
        self._database.put(HISTORY, self._history)
        history = self._ledger.history()
        if len(history) > MOST_STEPS + _SLACK or any(len(real) > 100 for real in self._real.values()):
            self._database.put(HISTORY, {int(key): None for key in surplus(history)})

    def settle(self) -> None:
        """After the commit: let the steps of undo know their number and what they really changed."""
        for step, number in self._numbers.items():
            step.number, step.deltas = number, self._real[step]

    def _merge(self, edit: Edit, delta: Delta) -> Delta:
        state, paper_id = self._ledger.state, edit.paper_id
        key = self._keys.get(paper_id) or state.index.get(paper_id) or str(state.next_key(ANNOTATIONS))
        previous = self._documents[int(key)] if paper_id in self._keys else state.document(paper_id)
        self._keys[paper_id] = key
        now = UNTOUCHED if previous is None else from_document(previous)
        after = edit.after
        if now != edit.before:
            after, has_conflict = delta.apply(now, note_mark)
            if has_conflict:
                self.conflicts.append(paper_id)
            delta = delta_of(now, after)
        keeps_more = previous is not None and has_unknown_fields(previous)
        is_gone = after == UNTOUCHED and not keeps_more
        self._documents[int(key)] = None if is_gone else to_document(paper_id, after, previous)
        self.results[paper_id] = after
        return delta

    def _number(self, step: Step) -> int | None:
        return self._numbers.get(step, step.number)

    def _mark_step(self, step: Step, *, is_undone: bool) -> None:
        number = self._number(step)
        if number is None:
            return
        document = self._history.get(number, self._ledger.history().get(str(number)))
        if document is not None:  # another program may have removed it as one of the oldest
            self._history[number] = document | {"undone": is_undone}


def note_mark() -> str:
    """The line between two texts of one note."""
    when = datetime.now(UTC).strftime("%Y-%m-%d %H:%M")
    return f"--- also written by process {os.getpid()} on {when} UTC ---"
