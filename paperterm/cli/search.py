"""`paperterm search` and `paperterm list`."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from itertools import islice
from typing import TYPE_CHECKING, Any

import click

from paperterm.cli.arguments import (
    TSV_HEADINGS,
    find,
    json_option,
    order_options,
    paper_ids,
    prepare,
    query_argument,
)
from paperterm.cli.drawing import Heading, console, is_drawn, put, put_json, put_json_array, put_lines, put_table
from paperterm.cli.messages import say
from paperterm.cli.session import session
from paperterm.cli.verb import QueryVerb
from paperterm.model.text import display
from paperterm.present.columns import row, venue_and_year, venue_width
from paperterm.present.snippet import around_match
from paperterm.present.spans import Span
from paperterm.present.view import view

if TYPE_CHECKING:
    from paperterm.library import Library
    from paperterm.search.finder import Found
    from paperterm.search.query import Query

FORMATS = ("table", "json", "jsonl", "ids", "tsv")
SHOWN_DIGITS = 10
"""Of an id in a table: enough for a hundred thousand papers, and `resolve` takes any unique beginning."""

LOOKED_AT = 200
"""Papers whose venues decide how wide their column is."""
ALIKE, WORDS_SAID = 50, 10
"""Papers that --like gives without --limit; words of theirs that are said."""

Hit = tuple[int, float | None]
"""A paper's number and its score."""


@dataclass(frozen=True, slots=True)
class Showing:
    """How what was found is shown. `snippets`: None leaves it to whether there is a terminal and a query."""

    form: str
    limit: int | None
    facets: bool
    snippets: bool | None


def list_papers(
    *,
    words: tuple[str, ...],
    like: tuple[str, ...],
    sort: str,
    any_words: bool,
    expand: bool,
    as_json: bool,
    form: str,
    **showing: Any,
) -> None:
    """What both verbs do."""
    shown = Showing("json" if as_json else form, **showing)
    if shown.facets and shown.form not in ("table", "json"):
        raise click.UsageError("--facets are given as a table or, with --json, as JSON.")
    if like and sort != "relevance":
        raise click.UsageError("--like gives the papers that are most alike first; --sort cannot go with it.")
    with session().open_library() as library:
        if like and not words:
            found = alike(library, like, shown.limit or ALIKE)
        else:
            found = find(library, words, any_words=any_words, expand=expand, sort=sort)
            if like:
                found = _both(alike(library, like, len(library)), found, shown.limit or ALIKE)
        if shown.facets:
            put_facets(library, found, shown.form)
            return
        hits = islice(hits_of(found), shown.limit)
        write = {"json": _json, "jsonl": _jsonl, "ids": _ids, "tsv": _tsv, "table": _table}
        write[shown.form](library, found, hits, shown)


def alike(library: Library, references: Iterable[str], most: int) -> Found:
    """The papers most like some others; the words that make them so are said."""
    ids = paper_ids(library, references)
    prepare(library)
    found = library.similar(ids, most=most)
    if len(found):
        say(f"alike by: {', '.join(found.because[:WORDS_SAID])}")
    else:
        say("no other paper is like it")
    return found


def _both(like: Found, found: Found, most: int) -> Found:
    """Of the papers that are alike those that were found, too."""
    wanted = set(map(int, found.numbers))
    hits = [(number, score) for number, score in hits_of(like) if number in wanted][:most]
    if len(found) and not hits:
        say("none of the papers that match is like it")
    return replace(found, numbers=[number for number, _ in hits], scores=[score or 0.0 for _, score in hits])


def put_facets(library: Library, found: Found, form: str) -> None:
    """How all that was found is spread, whatever the limit."""
    facets = library.facets(found.numbers)
    counts = {name: dict(getattr(facets, name)) for name in ("status", "tags", "venues", "years", "collections")}
    if form == "json":
        put_json({"papers": len(found), **counts})
        return
    put_table(
        (Heading("papers", "number", is_number=True), Heading("by", "dim"), Heading("")),
        [(f"{count}", by, value) for by, values in counts.items() for value, count in values.items()],
    )


def hits_of(found: Found) -> Iterator[Hit]:
    """Numbers and scores as plain Python has them."""
    scores: Iterable[Any] = [None] * len(found.numbers) if found.scores is None else found.scores
    for number, score in zip(found.numbers, scores, strict=True):
        yield int(number), None if score is None else round(float(score), 6)


def _json(library: Library, _: Found, hits: Iterable[Hit], __: Showing) -> None:
    put_json_array(library.record(number, score) for number, score in hits)


def _jsonl(library: Library, _: Found, hits: Iterable[Hit], __: Showing) -> None:
    for number, score in hits:
        put(json.dumps(library.record(number, score)))


def _ids(library: Library, _: Found, hits: Iterable[Hit], __: Showing) -> None:
    for number, _score in hits:
        put(library.head(number).paper_id)


def _tsv(library: Library, _: Found, hits: Iterable[Hit], __: Showing) -> None:
    put("\t".join(TSV_HEADINGS))
    for number, _score in hits:
        head = library.head(number)
        annotation = library.annotation(head.paper_id)
        cells = (
            head.paper_id,
            annotation.status.value,
            "yes" if annotation.starred else "no",
            "" if head.year is None else str(head.year),
            head.venue,
            "yes" if head.title_is_derived else "no",
            head.title,
            " ".join(annotation.tags),
        )
        put("\t".join(display(cell) for cell in cells))


def _table(library: Library, found: Found, hits: Iterable[Hit], showing: Showing) -> None:
    draw = _drawn_rows if is_drawn() else _plain_rows
    has_snippets = showing.snippets
    if has_snippets is None:
        has_snippets = is_drawn() and bool(found.lit.words())
    put_lines(draw(library, found, hits, has_snippets))


def _drawn_rows(library: Library, found: Found, hits: Iterable[Hit], has_snippets: bool) -> Iterator[tuple[Span, ...]]:
    from paperterm.search.highlight import spans

    width = console().width - SHOWN_DIGITS - 1
    hits = list(hits)
    widths = {"venue": max((venue_width(library.head(number)) for number, _ in hits[:LOOKED_AT]), default=0)}
    for number, _ in hits:
        head = library.head(number)
        matches = () if found.lit.is_empty else spans(head.title, found.lit)
        cells = row(head, library.annotation(head.paper_id), width, matches, widths=widths)
        yield (Span(f"{head.paper_id[:SHOWN_DIGITS]} ", "dim"), *cells)
        if has_snippets and (text := _best_sentence(library, number, found.lit)):
            sentence = view(text).spans("", spans(text, found.lit))
            yield (Span(" " * (SHOWN_DIGITS + 3)), *around_match(sentence, width - 2))


def _plain_rows(library: Library, found: Found, hits: Iterable[Hit], has_snippets: bool) -> Iterator[tuple[Span, ...]]:
    # Nothing is cut where another program reads; a derived title has a ~ where a terminal shows it in italics.
    for number, _ in hits:
        head = library.head(number)
        annotation = library.annotation(head.paper_id)
        star = "*" if annotation.starred else " "
        title = f"~ {head.title}" if head.title_is_derived else head.title
        tags = "".join(f"  #{tag}" for tag in annotation.tags)
        venue = venue_and_year(head.venue, head.year)
        snippet = _best_sentence(library, number, found.lit) if has_snippets else ""
        shown = f"{annotation.status:<7} {star} {display(venue):<12}  {display(title)}{display(tags)}"
        yield (Span(f"{head.paper_id[:SHOWN_DIGITS]} {shown}{snippet and f'  » {snippet}'}"),)


def _best_sentence(library: Library, number: int, query: Query) -> str:
    """The sentence of abstract or note with most of the query's words; empty when none has any."""
    from paperterm.search.highlight import snippet

    paper = library.paper(number)
    return snippet((display(paper.abstract), display(library.annotation(paper.paper_id).note)), query)


def _format_options(function: Any) -> Any:
    form = click.option(
        "--format",
        "form",
        type=click.Choice(FORMATS, case_sensitive=False),
        default="table",
        help="A table, JSON (one array, or a document a line), ids only, or columns parted by tabs.",
    )
    like = click.option(
        "--like",
        multiple=True,
        metavar="PAPER",
        help="Papers like this one (again for more; - reads ids), those most alike first.",
    )
    facets = click.option(
        "--facets", is_flag=True, help="How many of the papers have which status, tag, venue, year and collection."
    )
    snippets = click.option(
        "--snippets/--no-snippets",
        default=None,
        help="The best sentence of each paper; a terminal shows it anyway when there is a query.",
    )
    return query_argument(order_options(like(facets(snippets(form(json_option(function)))))))


@click.command(
    "search",
    cls=QueryVerb,
    short_help="List the papers that match, best first.",
    example="paperterm search graph -diffusion\npaperterm search '\"neural collapse\" OR tag:theory' --sort date",
)
@_format_options
def search_command(**options: Any) -> None:
    """List the papers that match QUERY, best first.

    Words must all be there; -word leaves papers out; tag:, status:, title:, author:, venue:, year:2022..2024
    look in one place; "…" is a phrase (within another pair of quotes, for the shell's sake). In a pipe, ~ marks
    a title that was made from the abstract.
    """
    list_papers(**options)


@click.command(
    "list",
    cls=QueryVerb,
    example="paperterm list status:to-read --sort date\npaperterm list tag:icml --format ids | paperterm mark read -",
)
@_format_options
def list_command(**options: Any) -> None:
    """List all papers, or those that match QUERY (as search does)."""
    list_papers(**options)
