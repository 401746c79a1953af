"""A page of lines that are made for the width there is, where a text would be wrapped."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from paperterm.present.spans import Span
from paperterm.present.wrap import Line
from paperterm.tui.widgets.reader import Reader

LinesAt = Callable[[int], Sequence[Sequence[Span]]]
"""Makes lines of at most so many cells."""


class Sheet(Reader):
    """Scrolls as the reader does."""

    def __init__(self, lines_at: LinesAt) -> None:
        super().__init__(margin=0)
        self._lines_at = lines_at

    def show_lines(self, lines_at: LinesAt) -> None:
        """Show other lines, from the top."""
        self._lines_at = lines_at
        self.show((), from_top=True)

    @property
    def lines(self) -> list[Line]:
        """The lines for this width."""
        if self._lines is None:
            self._lines = [tuple(line) for line in self._lines_at(max(1, self.columns - 1))]
        return self._lines
