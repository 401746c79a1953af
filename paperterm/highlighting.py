"""The verb by which the reader highlights passages: a part of `Library`."""

from __future__ import annotations

from paperterm.annotating import AnnotatingVerbs
from paperterm.errors import PapertermError
from paperterm.model.annotation import COLOURS, Highlight
from paperterm.model.change import Change
from paperterm.model.text import clean_line

LONGEST_REMARK = 2_000
"""Characters; more belongs into the note."""

Highlights = tuple[Highlight, ...]


class HighlightingVerbs(AnnotatingVerbs):
    """A step of undo, as the other verbs are."""

    def replace_highlight(self, paper_id: str, before: Highlight | None, after: Highlight | None) -> Change:
        """Put a highlight in the place of another; `None` before makes a new one, `None` after deletes.

        A passage that is highlighted already takes the new colour, and keeps its remark unless there is a new one.

        Raises:
            PapertermError: there is no such colour, or the remark is too long.
        """
        new = None if after is None else _checked(after)

        def replaced(highlights: Highlights) -> Highlights:
            kept = [one for one in highlights if one != before]
            if new is None:
                return tuple(kept)
            same = [one for one in kept if _passage(one) == _passage(new)]
            remark = new.remark or next((one.remark for one in same if one.remark), "")
            kept = [one for one in kept if one not in same]
            return tuple(sorted([*kept, new._replace(remark=remark)], key=lambda one: (one.start, one.passage)))

        what = "highlight deleted" if after is None else "highlighted" if before is None else "highlight changed"
        return self._change(what, [paper_id], lambda a: a._replace(highlights=replaced(a.highlights)))


def _passage(highlight: Highlight) -> tuple[str, int]:
    return highlight.passage, highlight.start


def _checked(highlight: Highlight) -> Highlight:
    if highlight.colour not in COLOURS:
        raise PapertermError(f"“{clean_line(highlight.colour)}” is no colour", f"There are: {', '.join(COLOURS)}.")
    remark = clean_line(highlight.remark)
    if len(remark) > LONGEST_REMARK:
        raise PapertermError(
            f"a remark has at most {LONGEST_REMARK:,} characters; this one has {len(remark):,}",
            "The note of the paper has room for more.",
        )
    return highlight._replace(passage=clean_line(highlight.passage), remark=remark)
