"""The verb by which papers come into the library: a part of `Library`."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import replace
from typing import TYPE_CHECKING, BinaryIO

from paperterm.errors import StoreError
from paperterm.model.about_library import IMPORTS_ID
from paperterm.model.change import Change, Edit
from paperterm.model.text import counted
from paperterm.viewing import ViewingVerbs

if TYPE_CHECKING:
    from paperterm.importers.report import ImportedList, ImportReport
    from paperterm.importers.result import Imported
    from paperterm.store.store import Store


class ImportingVerbs(ViewingVerbs):
    """An import is in the library whole when the verb returns, or not at all."""

    _store: Store

    @property
    def hidden(self) -> frozenset[int]:
        """Numbers of the papers of imports that were taken back."""
        raise NotImplementedError

    def leave_sample(self) -> None:
        """Have the library's own papers in place of the sample, as soon as there are some."""
        raise NotImplementedError

    def import_sources(
        self,
        sources: Sequence[str],
        *,
        format: str | None = None,
        collection: str | None = None,
        encoding: str | None = None,
        dry_run: bool = False,
        keep_sample: bool = False,
        stdin: BinaryIO | None = None,
        on_progress: Callable[[int], None] | None = None,
        on_store: Callable[[int, int], None] | None = None,
    ) -> ImportReport:
        """Read lists of papers and add them, each whole or not at all.

        Args:
            keep_sample: leave the sample in sight, and the step of undo unsaved; for a thread other than the one that
                draws.
            on_progress: called with the number of records read so far; what it raises ends the import.
            on_store: called before each list is written with the papers written so far and those of all lists;
                what its first call raises ends the import, with nothing added.

        Raises:
            SourceError: one of them cannot be read; then nothing of any was added.
            StoreError: the library cannot be written.
        """
        from paperterm.importers.report import ImportReport
        from paperterm.importers.sources import read_sources

        lists = read_sources(
            sources, format=format, collection=collection, encoding=encoding, stdin=stdin, on_progress=on_progress
        )
        lists = [replace(one, collection=one.collection._replace(imported=self._now())) for one in lists]
        if dry_run:
            return self._as_if_imported(lists)
        report = ImportReport(tuple(self._stored(lists, on_store)))
        if not keep_sample:
            self.leave_sample()
            with suppress(StoreError):  # the papers are there; that undo knows of them is saved with the next change
                self.flush()
        return report

    def flush(self) -> frozenset[str]:
        """Make all changes durable."""
        raise NotImplementedError

    def _stored(self, lists: Sequence[Imported], on_store: Callable[[int, int], None] | None) -> list[ImportedList]:
        from paperterm.importers.report import ImportedList

        done: list[ImportedList] = []
        files: list[str] = []
        stored, total = 0, sum(len(one.papers) for one in lists)
        for imported in lists:
            if on_store:
                on_store(stored, total)
            added = self._store.catalogue.append(imported.collection, imported.papers, hidden=self.hidden)
            done.append(ImportedList(added.collection, added.new, added.known, added.merged, imported.problems))
            stored += len(imported.papers)
            if added.file:
                files.append(added.file)
        if files:
            self._note_import(files, done)
        return done

    def _note_import(self, files: Sequence[str], lists: Sequence[ImportedList]) -> None:
        """Make an import a step of undo: its files are marked as taken back first, and then as there again."""
        before = self._annotations.get(IMPORTS_ID)
        back = {f"-{name}" for name in files}
        taken_back = before._replace(tags=tuple(sorted({*before.tags, *back})))
        there = {*before.tags, *(f"+{name}" for name in files)} - back
        name = lists[0].collection.name if len(lists) == 1 else counted(len(lists), "list")
        papers = counted(sum(one.new for one in lists), "paper")
        self._annotations.apply(Change("", (Edit(IMPORTS_ID, before, taken_back),)), in_history=False)
        after = before._replace(tags=tuple(sorted(there)), updated=self._now())
        self._annotations.apply(Change(f"{papers} imported: {name}", (Edit(IMPORTS_ID, taken_back, after),)))

    def _as_if_imported(self, lists: Sequence[Imported]) -> ImportReport:
        from paperterm.importers.report import ImportedList, ImportReport

        done: list[ImportedList] = []
        seen: set[str] = set()
        for imported in lists:
            ids = [paper.paper_id for paper in imported.papers]
            numbers = {i: self._store.catalogue.number(i) for i in ids}
            fresh = {i for i, number in numbers.items() if number is None or number in self.hidden} - seen
            seen |= fresh
            done.append(ImportedList(imported.collection, len(fresh), len(ids) - len(fresh), 0, imported.problems))
        return ImportReport(tuple(done), is_dry_run=True)
