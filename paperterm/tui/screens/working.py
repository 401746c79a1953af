"""Long work in workers: the status line tells how far it is, a key stops it, and all other keys go on working."""

from __future__ import annotations

import time

from textual import on
from textual.timer import Timer

from paperterm.model.text import display
from paperterm.present.spans import Span
from paperterm.tui.messages import TaskBegun, TaskEnded
from paperterm.tui.screens.base import Commands
from paperterm.tui.task import Task

PATIENCE = 0.3
"""Seconds that a task takes before it is spoken of."""
REFRESH = 0.2
"""Seconds between two looks at it."""
STAND = 2.0
"""Seconds that a sentence about something else stands before the task is spoken of again."""


class Working(Commands):
    """Tasks, the newest of which is shown and stopped first."""

    _ticker: Timer | None = None
    _told: tuple[Span, ...] | None = None
    """What the status line was given to say of a task."""
    _covered: tuple[Span, ...] = ()
    """What stood there before, and comes back when the task ends."""
    _other: tuple[tuple[Span, ...], float] = ((), 0.0)
    """What it says instead, and since when."""

    def begin(self, task: Task) -> Task:
        """Speak of a task from now on, if it takes long."""
        task.of = display(task.of)
        self.tasks.append(task)
        # A sentence about a change that was just said stands as long as one that is said later.
        self._other = (self.status.left, time.monotonic() + (0 if self.tells_of_change else PATIENCE - STAND))
        if self._ticker is None:
            self._ticker = self.set_interval(REFRESH, self._tick)
        return task

    def end(self, task: Task) -> None:
        """It is over, or given up."""
        if task in self.tasks:
            self.tasks.remove(task)
        told = self._told
        if told is not None and self.status.left[: len(told)] == told:
            # "saved" may stand behind it, or what no key asked for.
            rest = [span for span in self.status.left[len(told) :] if span.style != "success" and span.text != " · "]
            self.status.show(left=rest or self._covered)
        if not self.tasks and self._ticker is not None:
            self._ticker.stop()
            self._ticker = None
            self._told = None
        self.show_place()

    @on(TaskBegun)
    def task_begun(self, message: TaskBegun) -> None:
        """A worker began one by itself."""
        self.begin(message.task)

    @on(TaskEnded)
    def task_ended(self, message: TaskEnded) -> None:
        """And ended it."""
        self.end(message.task)

    def on_unmount(self) -> None:
        """The app ends: what can be given up is."""
        for task in self.tasks:
            task.stop()

    def stop_task(self) -> None:
        """Ask the newest task to stop."""
        task = self.tasks[-1]
        if task.stop():
            self._show(task)
        else:
            self.say(f"It is {task.doing} already; {self.key('change.undo')} takes it back when it is done.", "dim")

    def _tick(self) -> None:
        if self.is_saving:
            return  # what was changed is said until it is on the disk
        left = self.status.left
        if left != self._told and left:
            if left != self._other[0]:
                self._other = (left, time.monotonic())
            if time.monotonic() - self._other[1] < STAND:
                return
        if self.tasks:
            self._show(self.tasks[-1])

    def _show(self, task: Task) -> None:
        if self._told is None or self.status.left[: len(self._told)] != self._told:
            self._covered = self.status.left
        key = self.key("go.back")
        self.status.show(left=task.spans(f"{key} {key}" if self.is_transient else key))
        self._told = self.status.left
