"""Saving: what was changed goes to disk in a worker, and "saved" is said only when it is there."""

from __future__ import annotations

import asyncio
import contextlib
import time

from textual import on, work
from textual.timer import Timer

from paperterm.errors import PapertermError, StoreError
from paperterm.model.text import counted, display
from paperterm.present.spans import Span
from paperterm.tui.messages import LeaveFailed, LockAwaited, PaperChanged, PapersArrived, Saved, SaveFailed
from paperterm.tui.screens.base import Commands
from paperterm.tui.task import WRITING

RETRY = 5.0
"""Seconds until a failed save is tried again."""
IDLE = 2.0
"""Seconds without a save after which the files that other tools read are brought up to date."""
PATIENCE = 1.0
"""Seconds that leaving waits for what is being written, before it asks."""
POLL = 1.0
"""Seconds between looks at what other programs wrote."""


class Saving(Commands):
    """Durable changes, and those of other programs."""

    _save_again = False
    _idle: Timer | None = None

    def save(self) -> None:
        """Have everything written that was changed so far."""
        if self.is_saving:
            self._save_again = True
            return
        self.is_saving = True
        self._flush()

    @work(thread=True, group="save")
    def _flush(self) -> None:
        try:
            others = self.library.flush()
        except PapertermError as error:
            self.post_message(SaveFailed(error))
        except OSError as error:
            self.post_message(SaveFailed(_unwritable(error)))
        else:
            self.post_message(Saved(others))

    @on(Saved)
    def saved(self, message: Saved) -> None:
        """It is on disk."""
        self.is_saving = False
        if self._save_again:
            self._save_again = False
            self.save()
        else:
            said = [span for span in self.status.left if span.style not in ("failure", "success")]
            gap = "  " if said and said[0].text else ""
            self.status.show(left=[*said, Span(f"{gap}saved", "success")])
        if message.others:
            self.post_message(PaperChanged(message.others))
        self._say_conflicts()
        if self._idle is not None:
            self._idle.stop()
        self._idle = self.set_timer(IDLE, self._checkpoint)

    def _say_conflicts(self) -> None:
        for number in self.numbers_of(self.library.take_conflicts()):
            title = self.library.head(number).title
            self.say(f"The note of “{title}” was also changed elsewhere: it now holds both texts.", "failure")

    @work(thread=True, group="checkpoint", exit_on_error=False)
    def _checkpoint(self) -> None:
        # For other tools that read the library's files; what fails here fails again, and is said, at the next save.
        with contextlib.suppress(PapertermError, OSError):
            self.library.checkpoint()

    def lock_awaited(self, sentence: str) -> None:
        """Called by the lock, in a worker."""
        self.post_message(LockAwaited(sentence))

    @on(LockAwaited)
    def say_who_is_waited_for(self, message: LockAwaited) -> None:
        """Saving takes longer than usual."""
        self.say(message.sentence, "dim")

    @on(SaveFailed)
    def save_failed(self, message: SaveFailed) -> None:
        """Say so, keep the change, try again later."""
        self.is_saving = self._save_again = False
        hint = display(message.error.hint or "Make room or mend the permissions.")
        self.status.show(
            left=[
                Span("NOT SAVED: ", "failure"),
                Span(display(message.error.message)),
                Span(f"  {hint} Your change is kept and will be tried again.", "dim"),
            ]
        )
        self.after(RETRY, "save", self.save)

    @work(thread=True, group="poll", exit_on_error=False)
    def poll(self) -> None:
        """See what other programs wrote."""
        if self.is_importing:
            return  # what is being written just now would look like theirs
        papers = self.library.stored
        others = self.library.refresh()
        if others:
            self.post_message(PaperChanged(others))
        if self.library.stored > papers:
            self.post_message(PapersArrived(self.library.stored - papers))

    @on(PapersArrived)
    def papers_arrived(self, message: PapersArrived) -> None:
        """Show them, where the filter lets them."""
        self.show_arrived()
        self.say_besides(f"{counted(message.count, 'paper')} imported by another program", "dim")

    async def action_quit(self) -> None:
        """Save and leave; if that fails, ask; ask before, where an import or an export would be given up."""
        from paperterm.tui.screens.confirm import Confirm

        def answered(leave: bool | None) -> None:
            if leave:
                self._save_and_leave()

        what = "import" if self.is_importing else "export" if await self._is_writing_long() else ""
        if what:
            message = f"Leave, and give the {what} up? Then nothing of it is kept."
            await self.ask(Confirm(f"An {what} is going on", message, "leave"), answered)
        else:
            self._save_and_leave()

    async def _is_writing_long(self) -> bool:
        """Whether an export or a copy is going on and does not end in a moment; most end at once."""
        end = time.monotonic() + PATIENCE
        while is_writing := any(task.doing == WRITING for task in self.tasks):
            if time.monotonic() > end:
                break
            await asyncio.sleep(0.02)
        return is_writing

    def _save_and_leave(self) -> None:
        if not self.library.is_unsaved:
            self.app.exit(0)
            return
        self._leave()

    @work(thread=True, group="save")
    def _leave(self) -> None:
        try:
            self.library.flush()
        except PapertermError as error:
            self.post_message(LeaveFailed(error))
        except OSError as error:
            self.post_message(LeaveFailed(_unwritable(error)))
        else:
            self.app.call_from_thread(self.app.exit, 0)

    @on(LeaveFailed)
    async def leave_failed(self, failure: LeaveFailed) -> None:
        """Ask whether to lose what cannot be saved."""
        from paperterm.tui.screens.confirm import Confirm

        def answered(leave: bool | None) -> None:
            if leave:
                self.app.exit(1)

        await self.ask(
            Confirm("Not saved", f"{failure.error.message}. Leave, and lose what was not saved?", "leave and lose it"),
            answered,
        )


def _unwritable(error: OSError) -> StoreError:
    return StoreError(f"the library could not be written ({error.strerror})")
