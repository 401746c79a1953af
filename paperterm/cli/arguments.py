"""Arguments and options that several verbs take, and what they mean."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable
from contextlib import suppress
from io import BytesIO
from typing import TYPE_CHECKING, Any, BinaryIO, TypeVar

import click

from paperterm.cli.messages import progress, say
from paperterm.cli.verb import unguarded
from paperterm.errors import PapertermError
from paperterm.present.cells import shorten

if TYPE_CHECKING:
    from paperterm.export import Exporter
    from paperterm.importers import Importer
    from paperterm.library import Library
    from paperterm.model.change import Change
    from paperterm.search.finder import Found

F = TypeVar("F", bound=Callable[..., Any])

TSV_HEADINGS = ("paper_id", "status", "starred", "year", "venue", "title_is_derived", "title", "tags")
"""The head line of `--format tsv`."""

LONGEST_SHOWN = 200
"""Cells of a query that are said again in a message."""

SORTS = ("relevance", "date", "title", "status", "list")


def papers_argument(function: F) -> F:
    """PAPER…: ids, unique beginnings of ids, or `-` for ids on standard input."""
    return click.argument("papers", nargs=-1, required=True, metavar="PAPER…", shell_complete=_complete_paper)(function)


def query_argument(function: F) -> F:
    """QUERY…: words of the query language."""
    return click.argument("words", nargs=-1, callback=unguarded, metavar="[QUERY…]")(function)


def order_options(function: F) -> F:
    """How many papers, in which order, whether one word of the query is enough, and whether to look further."""
    for option in (
        click.option("--expand", is_flag=True, help="Rank by words of the best hits, too; for broad questions."),
        click.option("--any", "any_words", is_flag=True, help="Papers with any of the words, not only with all."),
        click.option("-n", "--limit", type=click.IntRange(min=1), metavar="N", help="At most N papers."),
        click.option(
            "--sort", type=click.Choice(SORTS, case_sensitive=False), default="relevance", help="The order of papers."
        ),
    ):
        function = option(function)
    return function


def json_option(function: F) -> F:
    """--json: one JSON document on standard output."""
    return click.option("--json", "as_json", is_flag=True, help="One JSON document on standard output.")(function)


def described(formats: Iterable[Importer | Exporter]) -> str:
    """What each format is, for the help of `--format`."""
    return "; ".join(f"{row.name}: {row.description}" for row in formats)


def find(library: Library, words: Iterable[str], *, any_words: bool, expand: bool, sort: str) -> Found:
    """Search, and say what was not understood or what is only nearly what was asked for."""
    from paperterm.search.query import parse

    query = " ".join(words)
    if parse(query).words():
        prepare(library)
    found = library.find(query, any_words=any_words, expand=expand, sort=sort)
    places: dict[str, int] = {}
    for problem in found.problems:
        places.setdefault(problem.message, problem.start + 1)
    for message, place in places.items():
        say(f"query, character {place}: {message}")
    for remark in found.remarks():
        say(remark)
    if not len(found.numbers):
        _say_nothing_found(library, query, found.suggestions)
    return found


def prepare(library: Library) -> None:
    """Make the search ready. The first one in a large library takes seconds; whoever watches should know why."""
    if library.finder.is_ready:
        return
    with progress("preparing the search: papers") as count:
        if count is not None:
            library.finder.prepare(lambda done, _: count(done))


def _say_nothing_found(library: Library, query: str, suggestions: Iterable[str]) -> None:
    if not library.count:
        say("the library has no papers yet; paperterm import FILE adds some")
        return
    nearest = ", ".join(suggestions)
    say(f"no paper matches {shorten(query, LONGEST_SHOWN)}" + (f"; the nearest words are {nearest}" if nearest else ""))


def paper_ids(library: Library, references: Iterable[str]) -> list[str]:
    """The papers that are meant, each once, in order. All are looked up before anything is done with one.

    Raises:
        PaperNotFound: one of them is none, or not one only.
    """
    ids: dict[str, None] = {}
    for reference in references:
        for one in _from_standard_input() if reference == "-" else (reference,):
            ids[library.resolve(one)] = None
    return list(ids)


def _from_standard_input() -> Iterable[str]:
    # The first word of a line, so that the output of `list` in any of its forms by line can be handed on.
    if not is_piped_in():
        say("ids, one a line; Ctrl+D ends")
    lines = standard_input().read().decode("utf-8-sig", "replace").splitlines()
    words = [line.split()[0] for line in lines if line.strip()]
    return words[1:] if words[:1] == [TSV_HEADINGS[0]] else words


def save(library: Library, change: Change | None, *, nothing: str) -> None:
    """Wait until the change is on disk, and then say what it was."""
    if not change:
        say(nothing)
        return
    library.flush()
    say(change.summary)


def standard_input() -> BinaryIO:
    """The bytes on standard input; none where it is closed (`<&-`)."""
    return BytesIO() if sys.stdin is None else sys.stdin.buffer


def is_piped_in() -> bool:
    """Whether something other than a person is at standard input."""
    return sys.stdin is None or not sys.stdin.isatty()


def complete_tag(ctx: click.Context, _: click.Parameter, incomplete: str) -> list[str]:
    """The tags that begin like this, for the shell."""
    with suppress(PapertermError), _quiet_library(ctx) as library:
        return [tag for tag in library.tags() if tag.startswith(incomplete.casefold())]
    return []


def _complete_paper(ctx: click.Context, _: click.Parameter, incomplete: str) -> list[Any]:
    from click.shell_completion import CompletionItem

    with suppress(PapertermError), _quiet_library(ctx) as library:
        heads = (library.head(number) for number in library.numbers()[:10_000])
        return [CompletionItem(h.paper_id, help=h.title) for h in heads if h.paper_id.startswith(incomplete)][:50]
    return []


def _quiet_library(ctx: click.Context) -> Library:
    # Whoever presses Tab is in the middle of a line: a library that cannot be read is no reason to write into it.
    from paperterm.cli.session import session
    from paperterm.library import Library

    return Library.open(session(ctx).folder)
