"""Highlights by themselves: in the page, in their list."""

from __future__ import annotations

from collections.abc import Sequence

from paperterm.model.annotation import Highlight
from paperterm.model.text import display
from paperterm.present.abstract import colour_style, number_sign
from paperterm.present.cells import fit, width_of
from paperterm.present.spans import Span
from paperterm.present.view import view


def highlights_of_page(highlights: Sequence[Highlight]) -> list[Span]:
    """A heading and a line for each, with its number, its remark and its colour's name; nothing for none."""
    spans = [Span("Highlights", "strong")] if highlights else []
    for number, highlight in enumerate(highlights, 1):
        spans += [Span("\n"), Span(f"{number_sign(number)} ", "bullet"), *highlight_page(highlight)]
    return spans


def highlight_page(highlight: Highlight) -> list[Span]:
    """The passage, the remark, the colour's name."""
    remark = f"  {display(highlight.remark)}" if highlight.remark else ""
    return [*_passage(highlight), Span(remark), Span(f"  {display(highlight.colour)}", "dim")]


def highlight_row(number: int, highlight: Highlight, width: int, is_deleted: bool = False) -> list[Span]:
    """One line: its number, the beginning of the passage, the beginning of the remark, the colour's name."""
    colour = Span(f"  {'deleted' if is_deleted else display(highlight.colour)}", "dim")
    sign = Span(f"{number_sign(number)} ", "bullet")
    room = max(0, width - width_of(colour.text) - len(sign.text))
    if is_deleted:
        return [sign, *fit([Span(display(highlight.passage), "dim")], room), colour]
    passage = _passage(highlight)
    if not highlight.remark:
        return [sign, *fit(passage, room), colour]
    remark = Span(f"  {display(highlight.remark)}")
    taken = min(sum(width_of(span.text) for span in passage), max(room * 3 // 5, room - width_of(remark.text)))
    return [sign, *fit([*fit(passage, taken), remark], room), colour]


def _passage(highlight: Highlight) -> list[Span]:
    return view(display(highlight.passage)).spans(colour_style(highlight.colour))
