"""The note that is being typed, kept where neither a closed terminal nor a crash can reach it."""

from __future__ import annotations

import contextlib
import os
import threading
from collections.abc import Callable, Sequence

from paperterm.errors import PapertermError
from paperterm.library import Library
from paperterm.store.drafts import Draft

WRITE_AFTER = 0.7
"""Seconds after the first key that is not on disk."""
WRITE_AT = 200
"""Characters more or less than on disk, from which the draft is written at once."""


class NoteDraft:
    """One note in the making. It holds the text itself, since widgets may be gone when it matters.

    Args:
        base: the note as it is saved.
        unchanged: the text that the editor began with, which is no draft: the note, or the template of a new one.
        is_gone: called when the draft is no longer needed.
    """

    def __init__(
        self,
        library: Library,
        paper_id: str,
        base: str,
        unchanged: str = "",
        is_gone: Callable[[], None] = lambda: None,
    ) -> None:
        self.paper_id = paper_id
        self.base = base
        self._unchanged = unchanged
        self._drafts = library.drafts
        self._text = self._written = base
        self._cursor = 0
        self._is_gone = is_gone
        self._lock = threading.Lock()
        self._is_over = False

    def type(self, text: str, cursor: int) -> bool:
        """Take in what was typed; whether it is so much that it should be written now."""
        self._text, self._cursor = text, cursor
        return abs(len(text) - len(self._written)) >= WRITE_AT

    def write(self) -> None:
        """Put it on the disk; does nothing when it is there. May be called in any thread, and twice.

        Raises:
            StoreError: the disk refuses.
        """
        with self._lock:
            text = self._text
            if self._is_over or text == self._written:
                return
            if is_same(text, self._unchanged):
                self._drafts.delete(self.paper_id)
            else:
                self._drafts.write(self.paper_id, text, saved_note=self.base, cursor=self._cursor)
            self._written = text

    def drop(self) -> None:
        """Remove it: the note was saved, or is not wanted."""
        with self._lock:
            self._is_over = True
            self._drafts.delete(self.paper_id)
        self._is_gone()

    def write_at_the_end(self) -> None:
        """`write` when the program ends and nobody is there to be told of a failure."""
        with contextlib.suppress(PapertermError, OSError):
            self.write()


def is_same(text: str, unchanged: str) -> bool:
    """Whether a text was not changed, blanks apart; an empty one never is."""
    return bool(text.strip()) and text.split() == unchanged.split()


def unsaved(library: Library, template: str) -> list[Draft]:
    """The drafts that can be recovered: not of a program that still runs, other than the note that is saved.

    A draft that has nothing but the template of new notes is none, either.
    """
    drafts = library.drafts.all()
    return _worth_a_look(
        library, template, [one for one in drafts if one.process == os.getpid() or not one.is_owner_running]
    )


def unsaved_by_earlier_runs(library: Library, template: str) -> list[Draft]:
    """Those of `unsaved` that this run did not write itself."""
    return _worth_a_look(library, template, library.drafts.left_over())


def _worth_a_look(library: Library, template: str, drafts: Sequence[Draft]) -> list[Draft]:
    return [
        draft
        for draft in drafts
        if library.number(draft.paper_id) is not None
        and draft.text.rstrip() != (note := library.annotation(draft.paper_id).note)
        and (note or not is_same(draft.text, template))
    ]
