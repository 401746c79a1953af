"""Importing: a file or folder becomes papers of the list, while everything else goes on."""

from __future__ import annotations

import os

from textual import on, work

from paperterm.errors import PapertermError
from paperterm.model.about_library import IMPORTS_ID
from paperterm.present.spans import Span
from paperterm.tui.messages import Imported, ImportFailed, PaperChanged
from paperterm.tui.paths import expanded
from paperterm.tui.screens.indexing import Indexing
from paperterm.tui.task import Task, TaskCancelled


class Importing(Indexing):
    """The command that brings papers in."""

    _import: Task | None = None
    _import_path = ""
    """The path that was typed last and could not be imported."""

    @property
    def is_importing(self) -> bool:
        """Whether papers are being imported."""
        return self._import is not None

    async def action_import(self) -> None:
        """Ask for a file or folder and import it."""
        from paperterm.tui.screens.import_dialog import ImportDialog

        def answered(path: str | None) -> None:
            if path is not None:
                self.import_path(path)

        await self.ask(ImportDialog(self._import_path), answered)

    def import_path(self, path: str) -> None:
        """Import a file, or all lists of a folder."""
        self._import_path = path
        source = expanded(path)
        self._import = self.begin(Task("reading", of=os.path.basename(source.rstrip("/")) or source))
        # A file may have the name that otherwise means standard input, on which the keys come.
        self._run_import(os.path.join(".", source) if source == "-" else source, self._import)

    @work(thread=True, group="import")
    def _run_import(self, source: str, task: Task) -> None:
        def before_storing(stored: int, total: int) -> None:
            task.step(stored, total)
            task.can_stop = False
            task.doing = "storing"

        try:
            report = self.library.import_sources(
                [source], keep_sample=True, on_progress=task.step, on_store=before_storing
            )
        except TaskCancelled:
            self.post_message(ImportFailed(None))
        except PapertermError as error:
            self.post_message(ImportFailed(error))
        else:
            self.post_message(Imported(report))

    def _import_over(self) -> None:
        if self._import is not None:
            self.end(self._import)
        self._import = None

    @on(ImportFailed)
    def import_failed(self, message: ImportFailed) -> None:
        """Say why there is nothing."""
        self._import_over()
        if message.error is None:
            self.say("The import was cancelled: nothing was added.", "dim")
        else:
            self.say_error(message.error)

    @on(Imported)
    def imported(self, message: Imported) -> None:
        """Show the papers, and say what came of it."""
        self._import_over()
        self._import_path = ""
        self.show_arrived()
        self.say(message.report.sentence)
        if self.library.is_unsaved:  # that undo can take it back
            self.save()

    @on(PaperChanged)
    def papers_taken_back(self, message: PaperChanged) -> None:
        """Undo took an import back, or redo brought one back, here or in another program: show what there is now."""
        if IMPORTS_ID in message.paper_ids:
            self.list.selected -= self.library.hidden
            if not self.library.count:
                self.list.vacancy = self.welcome()
            self.show_arrived()

    def welcome(self) -> list[Span]:
        """What an empty list says; with the main screen."""
        raise NotImplementedError
