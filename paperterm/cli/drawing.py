"""What is given on standard output: drawn with rich on a terminal, plain lines in a pipe, JSON where it is asked for.

rich is imported only where something is drawn on a terminal, so that pipes stay quick.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING

from paperterm.model.text import display
from paperterm.present.cells import width_of
from paperterm.present.spans import Span, plain

if TYPE_CHECKING:
    from rich.console import Console
    from rich.text import Text

WIDEST_TEXT = 100
"""Cells; a longer line of prose is hard to read."""

STYLES = {
    "title": "bold",
    "title-read": "",
    "title-derived": "italic",
    "match": "bold reverse",
    "current": "bold reverse",
    "chosen": "reverse",
    "head": "underline",
    "highlight-yellow": "black on yellow",
    "highlight-green": "black on green",
    "highlight-blue": "black on blue",
    "highlight-red": "black on red",
    "highlight-purple": "black on magenta",
    "status-unread": "dim",
    "status-to-read": "cyan",
    "status-reading": "yellow",
    "status-read": "green",
    "status-skipped": "dim",
    "star": "yellow",
    "venue": "dim",
    "tag": "magenta",
    "tag-rose": "red",
    "tag-violet": "magenta",
    "tag-blue": "blue",
    "tag-teal": "cyan",
    "tag-green": "green",
    "tag-sand": "yellow",
    "dim": "dim",
    "heading": "bold",
    "link": "underline",
    "emphasis": "italic",
    "strong": "bold",
    "code": "cyan",
    "bullet": "dim",
    "quote": "dim",
    "number": "cyan",
    "bar": "green",
}
"""Spans' style names in rich's words; the sixteen colours of the terminal, so that its theme holds."""


def is_drawn() -> bool:
    """Whether standard output is a terminal."""
    return sys.stdout.isatty()


@cache
def console() -> Console:
    """The terminal, with everything off that would read text from papers as more than text."""
    from rich.console import Console

    return Console(markup=False, highlight=False, emoji=False)


def text_of(spans: Iterable[Span]) -> Text:
    """Spans as rich has them."""
    from rich.text import Text

    text = Text(no_wrap=True, end="")
    for span in spans:
        text.append(span.text, " ".join(STYLES[name] for name in span.style.split()))
    text.rstrip()
    return text


def put_lines(lines: Iterable[Iterable[Span]]) -> None:
    """Lines that are already as wide as they should be, one after the other as they come."""
    if not is_drawn():
        for line in lines:
            put(plain(line).rstrip())
        return
    for line in lines:
        console().print(text_of(line), soft_wrap=True)


def put(line: str = "") -> None:
    """One line of plain text; what the encoding of the output cannot hold becomes `?`."""
    try:
        sys.stdout.write(f"{line}\n")
    except UnicodeEncodeError:
        encoding = sys.stdout.encoding or "ascii"
        sys.stdout.write(f"{line}\n".encode(encoding, "replace").decode(encoding))


def put_utf8(text: str) -> None:
    """Text for another program: UTF-8, whatever the locale, and not a character altered."""
    raw = getattr(sys.stdout, "buffer", None)
    if raw is None:
        sys.stdout.write(text)
        return
    sys.stdout.flush()
    raw.write(text.encode("utf-8", "replace"))
    raw.flush()


def put_json(document: object) -> None:
    """One JSON document, in ASCII."""
    put(json.dumps(document, indent=2))


def put_json_array(records: Iterable[object]) -> None:
    """One JSON array, written as the records come."""
    opening = "["
    for record in records:
        put(opening + json.dumps(record, indent=2))
        opening = ","
    put("[]" if opening == "[" else "]")


@dataclass(frozen=True, slots=True)
class Heading:
    """The head of a table's column."""

    text: str
    style: str = ""
    is_number: bool = False


def put_table(headings: Sequence[Heading], rows: Iterable[Sequence[str]]) -> None:
    """A small table; in a pipe without its head line, so that each line of output is a row."""
    cells = [[display(cell) for cell in row] for row in rows]
    if not cells:
        return
    if not is_drawn():
        _put_plain_table(headings, cells)
        return
    from rich.table import Table
    from rich.text import Text

    table = Table(box=None, pad_edge=False, header_style=STYLES["dim"], padding=(0, 2, 0, 0))
    for heading in headings:
        table.add_column(
            Text(heading.text),
            justify="right" if heading.is_number else "left",
            style=STYLES.get(heading.style, ""),
            overflow="fold",
        )
    for row in cells:
        table.add_row(*map(Text, row))
    console().print(table)


def _put_plain_table(headings: Sequence[Heading], rows: Sequence[Sequence[str]]) -> None:
    widths = [max(map(width_of, column)) for column in zip(*rows, strict=True)]
    for row in rows:
        filled = []
        for heading, width, cell in zip(headings, widths, row, strict=True):
            blanks = " " * (width - width_of(cell))
            filled.append(blanks + cell if heading.is_number else cell + blanks)
        put("  ".join(filled).rstrip())
