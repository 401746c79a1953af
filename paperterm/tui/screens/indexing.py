"""The index behind the search: what has to be built or extended is a task, and papers that arrive are shown at once."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator

from textual import on, work

from paperterm.errors import PapertermError
from paperterm.tui.messages import Extended, SearchCancelled, SearchFailed, TaskBegun, TaskEnded
from paperterm.tui.screens.working import Working
from paperterm.tui.task import Task, TaskCancelled


class Indexing(Working):
    """What the commands for finding stand on."""

    is_prepared = False
    """Whether the search is loaded, so that an answer comes at once."""

    @contextlib.contextmanager
    def indexing(self) -> Iterator[None]:
        """In a worker: an index that has to be built or extended meanwhile is a task of its own."""
        task = Task("preparing the search:")
        is_begun = False

        def step(done: int, total: int) -> None:
            nonlocal is_begun
            if not is_begun:
                is_begun = True
                self.post_message(TaskBegun(task))
            task.step(done, total)

        finder = self.library.finder
        finder.on_progress = step
        try:
            yield
        finally:
            finder.on_progress = None
            if is_begun:
                self.post_message(TaskEnded(task))

    def show_arrived(self) -> None:
        """Show papers that are new in the library at once; the search takes them in meanwhile."""
        if self.library.is_sample and self.library.stored:
            self.library.leave_sample()
            self.list.selected.clear()
            self.answer = self.library.numbers()
            self.list.show(self.answer)
            self.show_reader()
        self.search_anew()
        if self.is_prepared:
            self._extend()

    @work(thread=True, group="prepare")
    def _extend(self) -> None:
        try:
            with self.indexing():
                self.library.finder.prepare()
        except PapertermError as error:
            self.post_message(SearchFailed(error))
        except TaskCancelled:
            self.post_message(SearchCancelled())
        else:
            self.post_message(Extended())

    @on(Extended)
    def extended(self) -> None:
        """Answer anew what the search alone can answer."""
        self.search_anew()
