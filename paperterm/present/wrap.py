"""Breaking spans into lines of at most so many cells."""

from __future__ import annotations

from collections.abc import Iterable

from paperterm.model.patterns import late
from paperterm.present.cells import clusters, width_of
from paperterm.present.spans import Span

_WORDS = late(r"\s+|[^\s]+")

Line = tuple[Span, ...]
HANGING = ("bullet", "quote")
"""Styles of what stands before the text of a line; the bar of a quotation stands before each."""


def wrap(spans: Iterable[Span], width: int, *, indent: str = "") -> list[Line]:
    """Lines of at most `width` cells. A line break in a span begins a new line.

    What a bullet or the bar of a quotation begins goes on below itself: indented, or with the bar again.

    Args:
        indent: begins every line that continues another.
    """
    wrapper = _Wrapper(max(2, width), indent)
    for text, style in spans:
        first = True
        for part in text.split("\n"):
            if not first:
                wrapper.end_line(kept=True)
            first = False
            if style in HANGING:
                wrapper.hang(Span(part, style))
                continue
            wrapper.add_text(part, style)
    wrapper.end_line(kept=False)
    return wrapper.lines


class _Wrapper:
    """The line that is being filled. A word may be made of several spans, so words are held back until they end."""

    def __init__(self, width: int, indent: str) -> None:
        self.width = width
        self._indent = [Span(indent)] if indent and width_of(indent) < width // 2 else []
        self._hanging = self._indent
        self.lines: list[Line] = []
        self._line: list[Span] = []
        self._line_width = 0
        self._blank: Span | None = None
        self._word: list[Span] = []
        self._word_width = 0

    def add_text(self, text: str, style: str) -> None:
        """Any text without line breaks."""
        start, last = text.find(" "), text.rfind(" ")
        # The words at both ends may go on in the spans beside this one; those between are put by lines, not one by one.
        if start < last and text.isascii() and text.isprintable():
            if start:
                self._hold(text[:start], style)
            self._end_word()
            self._blank = None
            start = self._put_words(text, start, len(text[:last].rstrip(" ")), style)
            text = text[start:]
        for match in _WORDS.finditer(text):
            self.add(match[0], style)

    def _put_words(self, text: str, start: int, end: int, style: str) -> int:
        """Put ASCII words from `start`, a blank, to `end`; gives where it stopped, which may be before a long word."""
        while start < end:
            room = self.width - self._line_width
            if end - start <= room:
                self._put(Span(text[start:end], style))
                return end
            fitting = text[start : max(start, text.rfind(" ", start, start + room + 1))].rstrip(" ")
            if fitting:
                self._put(Span(fitting, style))
                start += len(fitting)
                continue
            word = len(text) - len(text[start:].lstrip(" "))
            if not self._line or text.find(" ", word) - word > self.width - self._hanging_width:
                break
            self._break()
            start = word
        return start

    def add(self, piece: str, style: str) -> None:
        """A run of blanks, or a word or part of a word."""
        if piece.isspace():
            self._end_word()
            self._blank = Span(piece, style)
        elif not piece.isascii() and width_of(piece) > len(piece):
            # Wide characters are written without blanks: a line may break between any two.
            for cluster, cells in clusters(piece):
                if cells == 2:
                    self._end_word()
                self._hold(cluster, style)
                if cells == 2:
                    self._end_word()
        else:
            self._hold(piece, style)

    def hang(self, span: Span) -> None:
        """A bullet or a bar."""
        self._end_word()
        for one in filter(None, (self._blank, span)):
            # The widest characters have two cells.
            if self._line_width + width_of(one.text) <= min(self.width // 2, self.width - 2):
                below = one if one.style == "quote" else Span(" " * width_of(one.text))
                self._hanging = [*self._hanging, below]
            self._put_breaking(one)
        self._blank = None

    def _hold(self, text: str, style: str) -> None:
        self._word.append(Span(text, style))
        self._word_width += width_of(text)

    def _end_word(self) -> None:
        if not self._word:
            return
        gap = width_of(self._blank.text) if self._blank else 0
        if self._line and self._line_width + gap + self._word_width > self.width:
            self._break()
            gap = 0
        elif self._blank:
            self._put(self._blank)
        self._blank = None
        for span in self._word:
            self._put_breaking(span)
        self._word, self._word_width = [], 0

    def _put_breaking(self, span: Span) -> None:
        """Put a part of a word on the line; a word longer than a line is broken anywhere."""
        if self._line_width + width_of(span.text) <= self.width:
            self._put(span)
            return
        part = ""
        for cluster, cells in clusters(span.text):
            if self._line_width + width_of(part) + cells > self.width:
                self._put(Span(part, span.style))
                self._break()
                part = ""
            part += cluster
        self._put(Span(part, span.style))

    def _put(self, span: Span) -> None:
        if not span.text:
            return
        if self._line and self._line[-1].style == span.style:
            self._line[-1] = Span(self._line[-1].text + span.text, span.style)
        else:
            self._line.append(span)
        self._line_width += width_of(span.text)

    @property
    def _hanging_width(self) -> int:
        return sum(width_of(span.text) for span in self._hanging)

    def _break(self) -> None:
        self.lines.append(tuple(self._line))
        self._line = list(self._hanging)
        self._line_width = self._hanging_width
        self._blank = None

    def end_line(self, *, kept: bool) -> None:
        """End the line; an empty one is kept only if the text has a line break there."""
        self._end_word()
        self._blank = None
        if self._line or kept:
            self.lines.append(tuple(self._line))
        self._line, self._line_width = [], 0
        self._hanging = self._indent
