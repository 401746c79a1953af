"""Progress of what goes through many entries once."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import TypeVar, overload

One = TypeVar("One")

EVERY = 50
"""Entries between two reports; each takes about half a millisecond."""


class Watched(Sequence[One]):
    """A sequence that tells, while it is gone through, how many of how many are done."""

    def __init__(self, inner: Sequence[One], on_progress: Callable[[int, int], None]) -> None:
        self._inner = inner
        self._on_progress = on_progress

    def __len__(self) -> int:
        return len(self._inner)

    @overload
    def __getitem__(self, index: int) -> One: ...
    @overload
    def __getitem__(self, index: slice) -> Sequence[One]: ...
    def __getitem__(self, index: int | slice) -> One | Sequence[One]:
        return self._inner[index]

    def __iter__(self) -> Iterator[One]:
        for number, one in enumerate(self._inner):
            if not number % EVERY:
                self._on_progress(number, len(self._inner))
            yield one
