"""What the reader sees of the annotations: the state on the disk with the changes that are not there yet on top."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator

from paperterm.errors import LibraryNotWritable, StoreError
from paperterm.model.about_library import ABOUT_LIBRARY
from paperterm.model.annotation import UNTOUCHED, Annotation
from paperterm.model.change import Change, Edit
from paperterm.store.delta import Delta, delta_of
from paperterm.store.documents import PAPER_ID, from_document, sound_text
from paperterm.store.history import History, Step
from paperterm.store.ledger import Ledger
from paperterm.store.transaction import Queued, note_mark

LONGEST_NOTE = 1_000_000
"""Characters."""


class AnnotationView:
    """Reading and changing in memory: for the thread of the front end, never waiting for the disk."""

    def __init__(self, ledger: Ledger, read_only_reason: str | None) -> None:
        self._ledger = ledger
        self._read_only_reason = read_only_reason
        self._view: dict[str, Annotation] = {}
        self._queue: list[Queued] = []
        self._history = History(ledger.history())
        self._conflicts: list[str] = []

    def get(self, paper_id: str) -> Annotation:
        """The annotation of a paper, unsaved changes included; `UNTOUCHED` when there is none."""
        found = self._view.get(paper_id)
        if found is not None:
            return found
        with self._ledger.guard:
            document = self._ledger.document(paper_id)
            if document is None:
                return UNTOUCHED
            return self._view.setdefault(paper_id, from_document(document))

    def items(self) -> Iterator[tuple[str, Annotation]]:
        """The annotated papers and what was written about them; without what is about the library as a whole."""
        with self._ledger.guard:
            paper_ids = dict.fromkeys(self._ledger.paper_ids())
            paper_ids.update(dict.fromkeys(self._view))
        for paper_id in paper_ids:
            annotation = self.get(paper_id)
            if annotation != UNTOUCHED and paper_id not in ABOUT_LIBRARY:
                yield paper_id, annotation

    @property
    def is_unsaved(self) -> bool:
        """Whether a change is not on the disk yet."""
        return bool(self._queue)

    def take_conflicts(self) -> tuple[str, ...]:
        """The papers whose note was also changed elsewhere, so that it now holds both texts; asked once."""
        with self._ledger.guard:
            found, self._conflicts = tuple(self._conflicts), []
        return found

    def apply(self, change: Change, *, in_history: bool = True) -> Change:
        """Make a change visible at once and queue it for the disk; gives what it really changed.

        Args:
            in_history: whether undo takes it back; not for what the program notes by itself (citation keys).

        Raises:
            LibraryNotWritable: the library is open for reading only.
            StoreError: a value is one that cannot be kept (a note of more than `LONGEST_NOTE` characters).
        """
        self._require_writable()
        checked = [self._checked(edit) for edit in change.edits]
        with self._ledger.guard:
            edits, deltas = self._change_view((edit, delta_of(edit.before, edit.after)) for edit in checked)
            if deltas:
                step = Step(change.summary, deltas)
                dropped = self._history.push(step) if in_history else []
                self._queue.append(Queued("do" if in_history else "aside", step, edits, deltas, dropped))
        return Change(change.summary, tuple(edits.values()))

    def undo(self) -> Change | None:
        """Take this session's last change back, then those of sessions before it; in memory, queued like any other.

        Fields that were changed again since, in another window, stay: the change that comes back says what was done,
        and holds no edits when that is nothing. `None` when there is no change left.
        """
        return self._move("undo", self._history.done, self._history.undone)

    def redo(self) -> Change | None:
        """Do the last undone change again; `None` when there is none."""
        return self._move("redo", self._history.undone, self._history.done)

    def _move(self, kind: str, source: list[Step], target: list[Step]) -> Change | None:
        self._require_writable()
        with self._ledger.guard:
            while source:
                step = source.pop()
                if not step.deltas:  # a record of it that could not be read
                    continue
                is_undo = kind == "undo"
                wanted = [(key, one.reversed() if is_undo else one) for key, one in step.deltas.items()]
                edits, deltas = self._change_view(self._wanted_edits(wanted))
                self._queue.append(Queued(kind, step, edits, deltas))
                if deltas:
                    step.deltas = {key: one.reversed() for key, one in deltas.items()} if is_undo else deltas
                    target.append(step)
                return Change(step.summary, tuple(edits.values()))
        return None

    def _wanted_edits(self, deltas: Iterable[tuple[str, Delta]]) -> Iterator[tuple[Edit, Delta]]:
        """For undo and redo: what is still as the step left it."""
        for paper_id, delta in deltas:
            now = self.get(paper_id)
            part = delta.expected_part(now)
            yield Edit(paper_id, now, part.apply(now, note_mark)[0]), part

    def _change_view(self, wanted: Iterable[tuple[Edit, Delta]]) -> tuple[dict[str, Edit], dict[str, Delta]]:
        """Show the edits on top of what is there now; gives what that really changes."""
        edits: dict[str, Edit] = {}
        real: dict[str, Delta] = {}
        for meant, wish in wanted:
            now = self.get(meant.paper_id)
            edit, delta = meant, wish
            if now != meant.before:
                after, has_conflict = wish.apply(now, note_mark)
                if has_conflict:
                    self._conflicts.append(meant.paper_id)
                edit, delta = Edit(meant.paper_id, now, after), delta_of(now, after)
            if delta.is_idle:
                continue
            self._view[edit.paper_id] = edit.after
            if (earlier := edits.get(edit.paper_id)) is not None:  # a paper that is twice in one change
                edit = Edit(edit.paper_id, earlier.before, edit.after)
                delta = delta_of(edit.before, edit.after)
            edits[edit.paper_id], real[edit.paper_id] = edit, delta
        return edits, real

    def _require_writable(self) -> None:
        if self._read_only_reason is not None:
            raise LibraryNotWritable(
                f"nothing can be changed: {self._read_only_reason}",
                "Look at its permissions, or name another with --library.",
            )

    @staticmethod
    def _checked(edit: Edit) -> Edit:
        after = edit.after
        if not PAPER_ID.fullmatch(edit.paper_id):
            raise StoreError(f"“{edit.paper_id}” is not the id of a paper")
        if len(after.note) > LONGEST_NOTE and after.note != edit.before.note:
            raise StoreError(
                f"a note has at most {LONGEST_NOTE:,} characters; this one has {len(after.note):,}",
                "Nothing was changed; keep long texts in a file of their own and note its name.",
            )
        note, reason = sound_text(after.note), sound_text(after.skip_reason)
        if note is not after.note or reason is not after.skip_reason:
            edit = edit._replace(after=after._replace(note=note, skip_reason=reason))
        return edit

    def _rebase(self, paper_ids: Collection[str]) -> None:
        """Make the view of these papers what is on the disk with the queued changes on top."""
        with self._ledger.guard:
            for paper_id in paper_ids:
                self._view.pop(paper_id, None)
            for queued in self._queue:
                for paper_id in queued.deltas.keys() & set(paper_ids):
                    self._view[paper_id] = queued.deltas[paper_id].apply(self.get(paper_id), note_mark)[0]
