"""Taking away: the clipboard, files, the browser."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from textual import work

from paperterm.errors import PapertermError
from paperterm.tui.screens.working import Working
from paperterm.tui.task import WRITING, Task, TaskCancelled

if TYPE_CHECKING:
    from paperterm.tui.screens.export_dialog import ExportChoice


class Taking(Working):
    """Commands that take papers out of the app."""

    def action_copy(self, format: str) -> None:
        """Copy the selection, or the paper under the cursor, in a format."""
        numbers = self.list.chosen()
        if numbers:
            self._copy(numbers, format, self.begin(Task(WRITING)))

    @work(thread=True, group="take")
    def _copy(self, numbers: list[int], format: str, task: Task) -> None:
        """In a worker: another program owns the clipboard and may be slow."""
        from paperterm.export.clipboard import copy
        from paperterm.locations import state_folder

        try:
            text = self.library.export(numbers, format, on_progress=task.step)
            copied = copy(
                text,
                osc52=self._send_to_terminal,
                what=papers(len(numbers)),
                form=format,
                setting=self.config.clipboard,
                last_copy=state_folder() / "last-copy",
            )
        except PapertermError as error:
            self.app.call_from_thread(self._not_taken, task, error)
        except TaskCancelled:
            self.app.call_from_thread(self._not_taken, task, None)
        else:
            self.app.call_from_thread(self._taken, task, copied.message)

    def _send_to_terminal(self, text: str) -> None:
        self.app.call_from_thread(self.app.copy_to_clipboard, text)

    def _not_taken(self, task: Task, error: PapertermError | None) -> None:
        self.end(task)
        if error is None:
            self.say("Cancelled: nothing was written.", "dim")
        else:
            self.say_error(error)

    def _taken(self, task: Task, sentence: str) -> None:
        self.end(task)
        self.say(sentence)
        if self.library.is_unsaved:  # papers were given citation keys
            self.save()

    async def action_copy_as(self) -> None:
        """Choose the form to copy in."""
        from paperterm.tui.screens.choice_dialog import ChoiceDialog, formats

        if not self.list.chosen():
            return

        def answered(format: str | None) -> None:
            if format:
                self.action_copy(format)

        await self.ask(ChoiceDialog("Copy as", formats()), answered)

    async def action_export(self) -> None:
        """Ask for format and file; the selection is written, or all that are shown."""
        from paperterm.tui.screens.export_dialog import ExportDialog

        is_selection = bool(self.list.selected) or self.list.range_from is not None
        numbers = self.list.chosen() if is_selection else [int(number) for number in self.list.numbers]
        if not numbers:
            self.say("There is nothing to export.", "dim")
            return

        which = "selected" if is_selection else "shown"
        dialog = ExportDialog(f"{papers(len(numbers))} ({which})")
        await self.ask(dialog, lambda choice: self._export_asked(numbers, choice))

    def _export_asked(self, numbers: list[int], choice: ExportChoice | None) -> None:
        if choice is None:
            return
        if Path(choice.path).expanduser().is_file():
            self.run_worker(self._ask_to_replace(numbers, choice))
        else:
            self._export(numbers, choice, False, self.begin(Task(WRITING, of=choice.path)))

    async def _ask_to_replace(self, numbers: list[int], choice: ExportChoice) -> None:
        from paperterm.tui.screens.confirm import Confirm

        def answered(replace: bool | None) -> None:
            if replace:
                self._export(numbers, choice, True, self.begin(Task(WRITING, of=choice.path)))
            else:
                self.say("Nothing was written.", "dim")

        await self.ask(Confirm("Replace the file?", f"{choice.path} is there already.", "replace it"), answered)

    @work(thread=True, group="take")
    def _export(self, numbers: list[int], choice: ExportChoice, force: bool, task: Task) -> None:
        from paperterm.export.files import write_export

        try:
            text = self.library.export(numbers, choice.format, on_progress=task.step)
            path = write_export(choice.path, text, force=force)
        except PapertermError as error:
            self.app.call_from_thread(self._not_taken, task, error)
        except TaskCancelled:
            self.app.call_from_thread(self._not_taken, task, None)
        else:
            self.app.call_from_thread(self._taken, task, f"{papers(len(numbers))} written to {path}")

    def action_open_link(self) -> None:
        """Open the paper's best address in the browser; only web addresses ever get there."""
        from paperterm.export.links import paper_url

        number = self.list.pointed
        address = None if number is None else paper_url(self.library.paper(number))
        if address is None:
            self.say("This paper has no link that can be opened.", "dim")
            return
        self.app.open_url(address)
        self.say(f"opened {address}")


def papers(number: int) -> str:
    """ "1 paper", "12 papers"."""
    return f"{number:,} paper{'' if number == 1 else 's'}"
