"""The base of everything that is drawn by lines: paints what is on screen and sends only lines that changed."""

from __future__ import annotations

from collections.abc import Iterable

from rich.segment import Segment
from rich.style import Style
from textual import events
from textual.filter import ANSIToTruecolor, LineFilter
from textual.geometry import Region
from textual.strip import Strip
from textual.widget import Widget

from paperterm.present.cells import fit
from paperterm.present.spans import Span
from paperterm.tui.looks import LOOKS, TERMINAL_LOOKS


class LinePane(Widget):
    """Lines of spans. A subclass says in `make_line` what line y shows, and calls `repaint` when that may differ.

    Strips are compared with those on screen, so that any change, from one cursor step to a new list, costs the
    painting and the bytes of the lines that really differ. Textual's own cache of lines is left out of it: a pane
    has no border and no padding but those that it draws, and a strip is made once and then only handed on.
    """

    def __init__(self, *, id: str | None = None, classes: str | None = None) -> None:
        super().__init__(id=id, classes=classes)
        self.columns = 0
        self.rows = 0
        self._strips: list[Strip] = []
        self._looks: dict[tuple[str, str], Style] = {}
        self._filters: list[LineFilter] | None = None

    def make_line(self, y: int) -> Strip:
        """What line y of the pane shows; blank unless a subclass knows better."""
        return self.strip((), self.columns)

    def repaint(self, lines: Iterable[int] | None = None) -> None:
        """Make lines anew and draw those that differ from what is on screen.

        Args:
            lines: those that may differ; all if not given.
        """
        if not self._strips:
            self.refresh()
            return
        regions = []
        for y in range(self.rows) if lines is None else lines:
            if 0 <= y < self.rows:
                strip = self.make_line(y)
                if strip != self._strips[y]:
                    self._strips[y] = strip
                    regions.append(Region(0, y, self.columns, 1))
        if regions:
            self.refresh(*regions)

    def render_lines(self, crop: Region) -> list[Strip]:
        """Hand the lines to Textual."""
        if not self._strips:
            self.columns, self.rows = self.size
            self._strips = [self.make_line(y) for y in range(self.rows)]
        start, end = crop.column_span
        lines = self._strips[crop.y : crop.bottom]
        return lines if not start and end >= self.columns else [strip.crop(start, end) for strip in lines]

    def on_resize(self, event: events.Resize) -> None:
        """Everything is new at another size."""
        self.columns, self.rows = event.size
        self.forget()

    def notify_style_update(self) -> None:
        """The theme or a state class changed: every style may differ."""
        super().notify_style_update()
        self._looks.clear()
        self._filters = None
        self.forget()

    def forget(self) -> None:
        """Make all lines anew when they are next asked for."""
        self._strips = []

    # Strips

    def strip(
        self,
        spans: Iterable[Span],
        width: int,
        on: str = "",
        *,
        after: Iterable[Segment] = (),
        is_full: bool = False,
    ) -> Strip:
        """A line of the pane's whole width: spans, filled up to `width`, on the background of a style name.

        Args:
            after: what follows behind `width`.
            is_full: the spans are known to take `width` cells.
        """
        segments = self._segments(spans if is_full else fit(spans, width), on)
        strip = Strip([*segments, *after], self.columns)
        if self._filters is None:
            # The filter that replaces the terminal's own colours finds none: themes without them need no look at it.
            needless = () if self.app.native_ansi_color else (ANSIToTruecolor,)
            self._filters = [one for one in self.get_line_filters() if not isinstance(one, needless)]
        for line_filter in self._filters:
            strip = strip.apply_filter(line_filter, self.background_colors[1])
        return strip

    def _segments(self, spans: Iterable[Span], on: str) -> list[Segment]:
        """Blanks take the style of what is before them, or at the beginning of a line after them: fewer bytes."""
        segments: list[Segment] = []
        for text, name in spans:
            style = self.look(name, on)
            if segments:
                before, last, _ = segments[-1]
                is_alike = last is not None and _is_blank_alike(last, style)
                if last == style or (text.isspace() and is_alike):
                    segments[-1] = Segment(before + text, last)
                    continue
                if len(segments) == 1 and before.isspace() and is_alike:
                    segments[0] = Segment(before + text, style)
                    continue
            segments.append(Segment(text, style))
        return segments

    def thumb(self, y: int, shown_from: int, length: int) -> Segment:
        """The last cell of line y: a bar that shows which part of `length` lines is on screen, where not all are."""
        height = self.rows
        if length <= height:
            return Segment(" ", self.look(""))
        size = max(1, height * height // length)
        start = round(shown_from * (height - size) / (length - height))
        return Segment("▐", self.look("thumb")) if start <= y < start + size else Segment(" ", self.look(""))

    # Styles

    def look(self, name: str, on: str = "") -> Style:
        """The look of style names of `present`, on a background that has a name too; kept until the theme changes.

        Args:
            name: none, one or several with blanks between them, the last uppermost.
        """
        key = (name, on)
        found = self._looks.get(key)
        if found is None:
            make = self._terminal_look if self.app.native_ansi_color else self._made_look
            found = make(name, on)
            if found.italic and not self.app.has_italics:  # type: ignore[attr-defined]
                found += Style(italic=False)
            self._looks[key] = found
        return found

    def _made_look(self, name: str, on: str) -> Style:
        variables = self.app.theme_variables
        _, _, behind, color = self.colors
        if on:
            behind = LOOKS[on].over(behind, variables)
        text = Style()
        for look in map(LOOKS.__getitem__, name.split()):
            text += look.text_style
            color = look.color_in(variables) or color
            behind = look.over(behind, variables)
        return Style(color=(behind + color).rich_color, bgcolor=behind.rich_color) + text

    def _terminal_look(self, name: str, on: str) -> Style:
        """In the terminal's own colours, which cannot be mixed: faint for half-tones, reversed for the cursor."""
        variables = self.app.theme_variables
        _, _, behind, color = self.colors
        text = Style(color=color.rich_color, bgcolor=behind.rich_color)
        for look in map(TERMINAL_LOOKS.__getitem__, name.split()):
            text += look.text_style
            own = look.color_in(variables)
            if own is not None and not on.startswith("cursor"):
                text += Style(dim=True) if own.a < 1 else Style(color=own.rich_color)
        if on.startswith("cursor") and name != "bar":  # reversed, a bar would look like a hole
            text += Style(reverse=True, dim=on == "cursor-blurred")
        return text


def _is_blank_alike(one: Style, other: Style) -> bool:
    """Whether blanks look the same in both styles."""
    is_plain = not (one.underline or other.underline)
    return is_plain and one.bgcolor == other.bgcolor and bool(one.reverse) == bool(other.reverse)
