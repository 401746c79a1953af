"""Undo and redo: the steps of this session and of those before it, kept on disk and bounded."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from paperterm.store.delta import Delta, from_plain, to_plain
from paperterm.store.documents import PAPER_ID, Document

MOST_STEPS = 200
MOST_EDITS = 200_000
"""Papers touched by all steps together; the oldest steps go first, the newest always stays."""


class Step:
    """One change that can be taken back. `number` is its id on disk, `None` until it is there."""

    def __init__(self, summary: str, deltas: dict[str, Delta] | None, document: Document | None = None) -> None:
        self.summary = summary
        self.number: int | None = None
        self._deltas = deltas
        self._document = document

    @property
    def deltas(self) -> dict[str, Delta]:
        """What it did to each paper; empty when the record on disk cannot be read."""
        if self._deltas is None:
            self._deltas = _read_groups(self._document or {})
            self._document = None
        return self._deltas

    @deltas.setter
    def deltas(self, deltas: dict[str, Delta]) -> None:
        self._deltas = deltas

    def to_document(self, is_undone: bool) -> Document:
        """Its record. Papers that were changed alike share one group, so that marking 20,000 stays small."""
        groups: dict[str, tuple[dict[str, Any], list[str]]] = {}
        for paper_id, delta in self.deltas.items():
            plain = to_plain(delta)
            key = json.dumps(plain) if len(self.deltas) > 1 else ""
            groups.setdefault(key, (plain, []))[1].append(paper_id)
        return {
            "summary": self.summary,
            "undone": is_undone,
            "papers": len(self.deltas),
            "groups": [plain | {"papers": paper_ids} for plain, paper_ids in groups.values()],
        }


def _read_groups(document: Mapping[str, Any]) -> dict[str, Delta]:
    deltas: dict[str, Delta] = {}
    try:
        for group in document.get("groups", ()):
            delta = from_plain(group)
            for paper_id in group["papers"]:
                if PAPER_ID.fullmatch(paper_id):
                    deltas[paper_id] = delta
    except (AttributeError, KeyError, TypeError, ValueError):
        return {}
    return deltas


class History:
    """The two stacks. Steps that other running programs add are theirs to undo and are not seen here."""

    def __init__(self, documents: Mapping[str, Document]) -> None:
        self.done: list[Step] = []
        self.undone: list[Step] = []
        for key in sorted((key for key in documents if key.isdecimal()), key=int):
            document = documents[key]
            summary = document.get("summary")
            step = Step(summary if type(summary) is str else "", None, document)
            step.number = int(key)
            (self.undone if document.get("undone") is True else self.done).append(step)
        self.undone.reverse()

    def push(self, step: Step) -> list[Step]:
        """A new change; gives the undone steps that can no longer be redone."""
        self.done.append(step)
        dropped, self.undone = self.undone, []
        return dropped


def surplus(documents: Mapping[str, Document]) -> list[str]:
    """The oldest steps that are above the bounds."""
    if len(documents) <= 1:
        return []
    keys = sorted((key for key in documents if key.isdecimal()), key=int, reverse=True)
    edits = 0
    for count, key in enumerate(keys):
        papers = documents[key].get("papers")
        edits += papers if type(papers) is int else 1
        if count and (count >= MOST_STEPS or edits > MOST_EDITS):
            return keys[count:]
    return []
