"""What came of an import, for whoever asked for it."""

from __future__ import annotations

from dataclasses import dataclass

from paperterm.importers.result import Problem
from paperterm.model.collection import Collection
from paperterm.model.text import counted


@dataclass(frozen=True, slots=True)
class ImportedList:
    """What came of one imported list: papers new to the library, known already, and known but now known better."""

    collection: Collection
    new: int
    known: int
    merged: int
    problems: tuple[Problem, ...]


@dataclass(frozen=True, slots=True)
class ImportReport:
    """What came of an import; `is_dry_run` when nothing was written."""

    lists: tuple[ImportedList, ...]
    is_dry_run: bool = False

    @property
    def new(self) -> int:
        """Papers that the library did not have."""
        return sum(one.new for one in self.lists)

    @property
    def problems(self) -> tuple[Problem, ...]:
        """Everything that was left out or changed, by source and line."""
        return tuple(problem for one in self.lists for problem in one.problems)

    @property
    def summary(self) -> str:
        """One sentence: "228 papers added, 19 known already"."""
        known = sum(one.known for one in self.lists)
        merged = sum(one.merged for one in self.lists)
        parts = [f"{counted(self.new, 'paper')} {'would be added' if self.is_dry_run else 'added'}"]
        if known:
            parts.append(f"{known:,} known already")
        if merged:
            parts.append(f"{merged:,} filled in")
        if self.problems:
            parts.append(f"{counted(len(self.problems), 'problem')}")
        return ", ".join(parts)

    @property
    def sentence(self) -> str:
        """The summary, by name of the list, with the first of the reasons why something was left out or changed."""
        name = self.lists[0].collection.name if len(self.lists) == 1 else counted(len(self.lists), "list")
        said = f"{name}: {self.summary}"
        if not self.problems:
            return said
        first = self.problems[0]
        where = "line " if len(self.lists) == 1 else f"{first.source}:"
        line = "" if first.line is None else f"{where}{first.line}: "
        more = f" (and {len(self.problems) - 1:,} more)" if len(self.problems) > 1 else ""
        return f"{said}: {line}{first.message}{more}"
