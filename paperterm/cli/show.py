"""`paperterm show`."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

import click

from paperterm.cli.arguments import json_option, paper_ids, papers_argument
from paperterm.cli.drawing import WIDEST_TEXT, console, is_drawn, put_json_array, put_lines
from paperterm.cli.session import session
from paperterm.cli.verb import Verb
from paperterm.present.page import page
from paperterm.present.spans import Span
from paperterm.present.wrap import wrap

if TYPE_CHECKING:
    from paperterm.library import Library


@click.command("show", cls=Verb, example="paperterm show 3f2a\npaperterm search graph --format ids | paperterm show -")
@papers_argument
@json_option
def show_command(papers: tuple[str, ...], as_json: bool) -> None:
    """Show papers with all that is known of them, a page each; --json gives one array.

    PAPER is an id, as list shows it, or a beginning of one that is unique; - reads ids from standard input.
    """
    with session().open_library() as library:
        numbers = [library.number(paper_id) for paper_id in paper_ids(library, papers)]
        known = [number for number in numbers if number is not None]
        if as_json:
            put_json_array(library.record(number) for number in known)
        else:
            put_lines(_pages(library, known))


def _pages(library: Library, numbers: list[int]) -> Iterator[tuple[Span, ...]]:
    # In a pipe every paragraph stays one line, as it was typed: whoever reads it there breaks it, or searches in it.
    width = min(console().width, WIDEST_TEXT) if is_drawn() else 1_000_000
    for position, number in enumerate(numbers):
        if position:
            yield ()
            yield (Span("─" * min(width, WIDEST_TEXT), "dim"),)
            yield ()
        paper = library.paper(number)
        yield (Span(paper.paper_id, "dim"),)
        annotation, collections = library.annotation(paper.paper_id), library.collections_of(number)
        yield from wrap(page(paper, annotation, collections, is_raw=not is_drawn()).spans, width)
