"""Lines of text that are not typed into: status, count, keys."""

from __future__ import annotations

from collections.abc import Sequence

from textual import events
from textual.strip import Strip

from paperterm.present.cells import fit, width_of
from paperterm.present.spans import Span
from paperterm.tui.messages import KeyClicked
from paperterm.tui.widgets.line_pane import LinePane


class TextLine(LinePane):
    """One line: something at the left, something at the right; the left gives way."""

    MARGIN = 0

    def __init__(self, left: Sequence[Span] = (), right: Sequence[Span] = (), *, id: str | None = None) -> None:
        super().__init__(id=id)
        self.left = tuple(left)
        self.right = tuple(right)

    def show(self, left: Sequence[Span] | None = None, right: Sequence[Span] | None = None) -> None:
        """Replace one side or both."""
        if left is not None:
            self.left = tuple(left)
        if right is not None:
            self.right = tuple(right)
        self.repaint()

    def make_line(self, y: int) -> Strip:
        """Both sides, or the left one alone where both do not fit."""
        width = self.columns - 2 * self.MARGIN
        right, taken = _fitting(self.right, width)
        if y:
            return self.strip((), self.columns)
        margin = Span(" " * self.MARGIN)
        if taken + 12 > width and self.left:
            return self.strip((margin, *fit(self.left, width)), self.columns)
        return self.strip((margin, *fit(self.left, max(0, width - taken)), *right), self.columns)


def _fitting(spans: Sequence[Span], width: int) -> tuple[list[Span], int]:
    """Whole spans from the left, as many as fit, and the cells that they take."""
    kept: list[Span] = []
    taken = 0
    for span in spans:
        cells = width_of(span.text)
        if taken + cells > width:
            if not kept:
                kept, taken = fit([span], width), width
            break
        kept.append(span)
        taken += cells
    return kept, taken


class StatusLine(TextLine):
    """The line that says what happened and where one is."""

    MARGIN = 1


class HintLine(LinePane):
    """The keys of a dialog: closer together where there is less room, then without those that every dialog has."""

    def __init__(self, keys: Sequence[tuple[str, str]], *, id: str | None = None) -> None:
        super().__init__(id=id)
        self.keys = tuple(keys)
        self._said: Span | None = None

    def say(self, sentence: str) -> None:
        """Show a sentence about what could not be done, and the keys where there is room behind it."""
        self._said = Span(f"{sentence}  ", "failure")
        self.repaint()

    def make_line(self, y: int) -> Strip:
        """As many keys as there is room for, with what each does."""
        if y:
            return self.strip((), self.columns)
        if self._said is not None:
            return self.strip(fit([self._said, *_hint(self.keys, 2)], self.columns), self.columns)
        telling = [key for key in self.keys if key[0] not in _IN_EVERY_DIALOG]
        choices = [(self.keys, 3), (self.keys, 2), (telling or self.keys, 2), (telling or self.keys, 1)]
        lines = [_hint(keys, gap) for keys, gap in choices]
        widths = [sum(width_of(span.text) for span in line) for line in lines]
        fitting = [line for line, width in zip(lines, widths, strict=True) if width <= self.columns]
        return self.strip(fit(fitting[0] if fitting else lines[-1], self.columns), self.columns)


_IN_EVERY_DIALOG = ("esc", "enter", "↑↓", "j k")


def _hint(keys: Sequence[tuple[str, str]], gap: int) -> list[Span]:
    return [
        span
        for place, (key, what) in enumerate(keys)
        for span in (Span(" " * gap if place else ""), Span(key, "key"), Span(f" {what}", "dim"))
    ]


class KeyLine(LinePane):
    """The keys that matter now, as many as there is room for; they can be clicked."""

    def __init__(self, keys: Sequence[tuple[str, str, str]] = (), *, id: str | None = None) -> None:
        super().__init__(id=id)
        self.keys = tuple(keys)
        self._places: list[tuple[int, int, str]] = []

    def show(self, keys: Sequence[tuple[str, str, str]]) -> None:
        """Replace the keys: what is shown for the key, what it does, and its command."""
        if self.keys != tuple(keys):
            self.keys = tuple(keys)
            self.repaint()

    def make_line(self, y: int) -> Strip:
        """Keys from the left while there is room; the last two (help and quit) always have theirs."""
        width = self.columns
        if y:
            return self.strip((), width)
        first, last = self.keys[:-2], self.keys[-2:]
        kept = width - sum(_width(key) for key in last)
        spans: list[Span] = [Span(" ")]
        places: list[tuple[int, int, str]] = []
        used = 1
        for key in first:
            if used + _width(key) > kept:
                break
            spans += _spans(key)
            places.append((used, used + _width(key), key[2]))
            used += _width(key)
        for key in last:
            spans += _spans(key)
            places.append((used, used + _width(key), key[2]))
            used += _width(key)
        self._places = places
        return self.strip(spans, width)

    def on_click(self, event: events.Click) -> None:
        """A click on a key does what the key does."""
        offset = event.get_content_offset(self)
        for start, end, command_id in self._places:
            if offset is not None and start <= offset.x < end:
                self.post_message(KeyClicked(command_id))


def _spans(key: tuple[str, str, str]) -> list[Span]:
    return [Span(key[0], "key"), Span(f" {key[1]}   ", "dim")]


def _width(key: tuple[str, str, str]) -> int:
    return width_of(key[0]) + width_of(key[1]) + 4
