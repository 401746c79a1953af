"""Long work in a worker, as the screen sees it: how far it is, and whether it was asked to stop."""

from __future__ import annotations

from paperterm.present.spans import Span

WRITING = "writing"
"""What is being done while papers are copied or exported."""


class TaskCancelled(Exception):
    """The reader asked for a task to be stopped; raised in its worker."""


class Task:
    """Written by its worker, read by the screen.

    Attributes:
        doing: "reading", "storing".
        what: of what the counts are, in the plural.
        of: behind the counts, where there is room.
        total: 0 while nobody knows.
        can_stop: whether it still can be stopped without leaving something half done.
    """

    def __init__(
        self, doing: str, what: str = "papers", of: str = "", *, total: int = 0, can_stop: bool = True
    ) -> None:
        self.doing = doing
        self.what = what
        self.of = of
        self.done = 0
        self.total = 0
        self.can_stop = True
        self.is_stopped = False

    def step(self, done: int, total: int = 0) -> None:
        """Note how far it is.

        Raises:
            TaskCancelled: it is to be stopped.
        """
        if self.is_stopped and self.can_stop:
            raise TaskCancelled
        self.done, self.total = done, total

    def stop(self) -> bool:
        """Ask it to stop; whether it can."""
        self.is_stopped = self.can_stop
        return self.can_stop

    def spans(self, key: str) -> list[Span]:
        """For the status line; `key` stops it."""
        if self.is_stopped:
            return [Span(f"stopping: {self.doing} …", "dim")]
        count = f"{self.done:,} of {self.total:,}" if self.total else f"{self.done:,}"
        said = [Span(f"{self.doing} ", "dim"), Span(count, "number"), Span(f" {self.what}", "dim")]
        if self.can_stop:
            said += [Span(" · ", "dim"), Span(key, "key"), Span(" cancels", "dim")]
        return [*said, Span(f" · {self.of}", "dim")] if self.of else said
