"""A change of annotations: what a verb of the library returns, what undo turns round."""

from __future__ import annotations

from typing import NamedTuple

from paperterm.model.annotation import Annotation


class Edit(NamedTuple):
    """One paper's annotation before and after. Only the fields that differ were meant."""

    paper_id: str
    before: Annotation
    after: Annotation


class Change(NamedTuple):
    """One step of undo: a sentence for the reader ("12 papers: to-read") and its edits."""

    summary: str
    edits: tuple[Edit, ...] = ()

    @property
    def paper_ids(self) -> tuple[str, ...]:
        """The papers it touches."""
        return tuple(edit.paper_id for edit in self.edits)

    def reversed(self) -> Change:
        """The change that takes this one back."""
        return Change(self.summary, tuple(Edit(e.paper_id, e.after, e.before) for e in reversed(self.edits)))

    def __bool__(self) -> bool:
        return bool(self.edits)
