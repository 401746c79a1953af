"""What an importer gives back: a collection, its papers, and what had to be left out or changed."""

from __future__ import annotations

from dataclasses import dataclass

from paperterm.model.collection import Collection
from paperterm.model.paper import Paper


@dataclass(frozen=True, slots=True)
class Problem:
    """One record that was left out or changed, or something about the whole source.

    Attributes:
        source: as the reader named it.
        line: where the record starts, counted from 1; `None` when it concerns the source as a whole.
        message: safe for a terminal.
    """

    source: str
    line: int | None
    message: str

    def __str__(self) -> str:
        return f"{self.source}:{self.line}: {self.message}" if self.line else f"{self.source}: {self.message}"


@dataclass(frozen=True, slots=True)
class Imported:
    """The papers of one source, in its order, each once.

    Every record is accounted for: `records == len(papers) + skipped + repeated`, and each one skipped or repeated
    has a problem that says why.

    Attributes:
        collection: its `imported` is empty: the store knows when.
        records: how many the source holds, good and bad.
        skipped: records left out.
        repeated: records that are a paper already in `papers`.
    """

    collection: Collection
    papers: tuple[Paper, ...]
    problems: tuple[Problem, ...] = ()
    records: int = 0
    skipped: int = 0
    repeated: int = 0
