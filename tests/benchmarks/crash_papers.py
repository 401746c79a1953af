"""What the writers of kill runs through the command line and the app share: papers of their own, and what they say.

A value is the paper's whole annotation, `{"status": …, "tags": […], "note": …}`. No two values of a paper are equal,
or a lost one could not be told from a kept one: notes and tags carry a counter, and a status is changed only to one
that the paper has not had with this note and these tags.
"""

from __future__ import annotations

import json
import os
import random
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from paperterm.library import Library
from paperterm.matching.identity import paper_id
from paperterm.model.annotation import ReadingStatus

STATUSES = [str(status) for status in ReadingStatus]
LENGTHS = (2, 30, 300)
"""Of notes: a note that gets shorter leaves a tail in a file that is written in place."""


def say(word: str, key: str, value: object) -> None:
    """One line of the protocol, flushed at once."""
    os.write(1, f"{word} {key} {json.dumps(value)}\n".encode())


@dataclass(frozen=True)
class Turn:
    """What a writer was told: its own number, that of the round, and its chance."""

    writer: int = field(default_factory=lambda: int(os.environ["CRASHLOOP_WRITER"]))
    number: int = field(default_factory=lambda: int(os.environ["CRASHLOOP_ROUND"]))
    chance: random.Random = field(default_factory=lambda: random.Random(int(os.environ["CRASHLOOP_SEED"])))

    def abstract(self, number: int) -> str:
        """Of one of the writer's own papers."""
        return f"We study problem {number} of writer {self.writer}, and solve it for every garden of a hundred beds."

    def jsonl(self, count: int) -> str:
        """The writer's own list, as it is imported."""
        records = [{"title": f"Problem {n} of {self.writer}", "abstract": self.abstract(n)} for n in range(count)]
        return "".join(f"{json.dumps(record)}\n" for record in records)

    def keys(self, count: int) -> list[str]:
        """The ids of these papers."""
        return [paper_id(self.abstract(number)) for number in range(count)]

    def mark(self, count: int) -> str:
        """What no other write has in its note or tag."""
        return f"r{self.number}-{count}-w{self.writer}"

    def note(self, count: int) -> str:
        """A new note."""
        return f"{self.mark(count)} " + "n" * self.chance.choice(LENGTHS)


def values(keys: list[str] | None = None) -> dict[str, dict[str, Any]]:
    """What the library in this folder holds of these papers, or of all that are annotated."""
    with Library.open(Path()) as library:
        numbers = [n for n in range(len(library)) if keys is None or library.head(n).paper_id in keys]
        found = {library.head(number).paper_id: library.annotation(library.head(number).paper_id) for number in numbers}
    return {
        key: {"status": str(a.status), "tags": list(a.tags), "note": a.note}
        for key, a in found.items()
        if keys is not None or a.note or a.tags or a.status != ReadingStatus.UNREAD
    }
