"""Signs for the reading status and the star: told apart by shape, so that colour is never needed."""

from __future__ import annotations

from paperterm.model.annotation import ReadingStatus
from paperterm.present.spans import Span

GLYPHS = {
    ReadingStatus.UNREAD: "·",
    ReadingStatus.TO_READ: "○",
    ReadingStatus.READING: "◐",
    ReadingStatus.READ: "●",
    ReadingStatus.SKIPPED: "×",
}
STAR = "★"


def glyph(status: ReadingStatus) -> Span:
    """The sign of a status in its style."""
    return Span(GLYPHS[status], f"status-{status.value}")


def star(starred: bool) -> Span:
    """The star, or a blank."""
    return Span(STAR if starred else " ", "star")
