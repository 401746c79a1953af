"""Widths in terminal cells: measuring, cutting and filling text so that columns stay straight.

Widths are those of the `wcwidth` package (Unicode East Asian Width, combining marks and emoji sequences).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from paperterm.present.spans import Span

ELLIPSIS = "…"
_JOINER = "\u200d"  # at the end of a span it would swallow the first character of the next

# Cells of the characters met so far that are not ASCII; 0 for one that needs its neighbours to be measured.
_CELLS: dict[str, int] = {}
_SIMPLE_CATEGORIES = {"Lu", "Ll", "Lt", "Lo", "Nd", "Nl", "No", "Pc", "Pd", "Ps", "Pe", "Pi", "Pf", "Po", "Sc", "Sm"}
_SIMPLE_SIGNS = set("○◐●★▌▐▍│─▁▂▃▄▅▆▇█↑↓°©®¦´¨¯¸")
# Scripts whose letters join or combine (Hebrew to Khmer, parts of Hangul syllables, Syloti to Meetei) and emoji.
_JOINING = (
    (0x0590, 0x1DFF),
    (0x3164, 0x3164),
    (0xA800, 0xABFF),
    (0xD7B0, 0xF8FF),
    (0xFE00, 0xFE0F),
    (0xFFA0, 0x10FFFF),
)
# Among them, and among modifier letters, what formulas are written with: ᵢ, ₙ and ⁿ, and the mathematical alphabets.
_OF_FORMULAS = ((0x1D2C, 0x1D6A), (0x2071, 0x207F), (0x2090, 0x209C), (0x2C7C, 0x2C7D), (0x1D400, 0x1D7FF))


def _simple_cells(character: str) -> int:
    """1 or 2 for a character that neither combines nor joins, else 0."""
    from unicodedata import category, east_asian_width

    code = ord(character)
    if any(first <= code <= last for first, last in _OF_FORMULAS):
        return 1
    if character not in _SIMPLE_SIGNS and (
        category(character) not in _SIMPLE_CATEGORIES or any(first <= code <= last for first, last in _JOINING)
    ):
        return 0
    return 2 if east_asian_width(character) in "WF" else 1


def _quick_width(text: str) -> int | None:
    """The width of a text of simple characters, as nearly all text is; `None` if it has others.

    wcwidth takes 25 ms to import, which the first frame should not wait for.
    """
    extra = 0
    for character in text:
        if character > "\x7f":
            cells = _CELLS.get(character)
            if cells is None:
                cells = _CELLS[character] = _simple_cells(character)
            if not cells:
                return None
            extra += cells - 1
    return len(text) + extra


def width_of(text: str) -> int:
    """The cells that a text takes. It must be fit for display: no control characters."""
    if text.isascii():
        return len(text)
    quick = _quick_width(text)
    if quick is not None:
        return quick
    from wcwidth import wcswidth

    return max(0, int(wcswidth(text)))


def clusters(text: str) -> Iterator[tuple[str, int]]:
    """The pieces of a text that must not be parted (a letter with its marks), each with its width in cells."""
    if _quick_width(text) is not None:
        for character in text:
            yield character, _CELLS.get(character, 1)
        return
    from wcwidth import iter_graphemes

    for cluster in iter_graphemes(text):
        yield cluster, width_of(cluster)


def cut(text: str, width: int) -> str:
    """The longest beginning of a text that takes at most `width` cells."""
    if text.isascii():
        return text[: max(0, width)]
    used, kept = 0, []
    for cluster, cells in clusters(text):
        if used + cells > width:
            break
        kept.append(cluster)
        used += cells
    # A cluster at the cut can change the width of its neighbour, so measure the whole and give way.
    while kept and width_of("".join(kept)) > width:
        kept.pop()
    return "".join(kept).rstrip(_JOINER)


def shorten(text: str, width: int) -> str:
    """The text if it fits in `width` cells, else its beginning and an ellipsis."""
    if width_of(text) <= width:
        return text
    return cut(text, width - 1).rstrip() + ELLIPSIS if width > 0 else ""


def fit(spans: Iterable[Span], width: int) -> list[Span]:
    """Spans of exactly `width` cells: shortened with an ellipsis, or filled with blanks."""
    fitted: list[Span] = []
    left = width
    for joined, style in spans:
        if joined.isascii() and len(joined) <= left:
            fitted.append(Span(joined, style))
            left -= len(joined)
            continue
        text = joined.strip(_JOINER)
        cells = width_of(text)
        if cells > left:
            fitted = _shortened([*fitted, Span(text, style)], width)
            left = width - sum(width_of(span.text) for span in fitted)
            break
        fitted.append(Span(text, style))
        left -= cells
    if left > 0:
        fitted.append(Span(" " * left))
    return fitted


def _shortened(spans: list[Span], width: int) -> list[Span]:
    kept: list[Span] = []
    left = width - 1
    if left < 0:
        return []
    for text, style in spans:
        cells = width_of(text)
        if cells > left:
            beginning = cut(text, left)
            return [*kept, Span(beginning + ELLIPSIS, style)]
        kept.append(Span(text, style))
        left -= cells
    return kept
