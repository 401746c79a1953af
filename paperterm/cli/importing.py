"""`paperterm import`."""

from __future__ import annotations

from dataclasses import asdict
from typing import TYPE_CHECKING, Any

import click

from paperterm.cli.arguments import described, json_option, standard_input
from paperterm.cli.drawing import put_json
from paperterm.cli.messages import progress, say
from paperterm.cli.session import session
from paperterm.cli.verb import Verb
from paperterm.importers import IMPORTERS

if TYPE_CHECKING:
    from paperterm.importers.report import ImportedList, ImportReport
    from paperterm.importers.result import Problem
    from paperterm.library import Library

MOST_PROBLEMS = 20
"""Problems of one list that are said; --json has all."""


def import_into(library: Library, sources: tuple[str, ...], **options: Any) -> ImportReport:
    """Import with a running count, and standard input where `-` is named."""
    with progress("reading papers") as on_progress:
        return library.import_sources(sources, stdin=standard_input(), on_progress=on_progress, **options)


def say_report(report: ImportReport) -> None:
    """What came of it, a line for each list and for what was left out of it."""
    for one in report.lists:
        _say_list(one, is_dry_run=report.is_dry_run)
    if len(report.lists) > 1:
        say(report.summary)
    if report.is_dry_run:
        say("nothing was written (--dry-run)")


def _say_list(one: ImportedList, *, is_dry_run: bool) -> None:
    say(f"{one.collection.name}: {_counts(one, 'would be new' if is_dry_run else 'new')}")
    for problem in one.problems[:MOST_PROBLEMS]:
        say(f"  {_sentence(problem)}")
    if len(one.problems) > MOST_PROBLEMS:
        say(f"  and {len(one.problems) - MOST_PROBLEMS:,} more (--json lists all)")


def _counts(one: ImportedList, new: str) -> str:
    parts = [f"{one.new:,} {new}"]
    parts += [f"{one.known:,} known already"] if one.known else []
    parts += [f"{one.merged:,} filled in"] if one.merged else []
    parts += [f"{len(one.problems):,} refused or changed"] if one.problems else []
    return ", ".join(parts)


def _sentence(problem: Problem) -> str:
    where = problem.source if problem.line is None else f"{problem.source}:{problem.line}"
    return f"{where}: {problem.message}"


def _record(one: ImportedList) -> dict[str, object]:
    return {
        "collection": one.collection.name,
        "venue": one.collection.venue,
        "year": one.collection.year,
        "source": one.collection.source,
        "new": one.new,
        "known": one.known,
        "merged": one.merged,
        "problems": [asdict(problem) for problem in one.problems],
    }


@click.command(
    "import",
    cls=Verb,
    example="paperterm import icml2024.txt\ncat *.txt | paperterm import - --collection 'Spring reading'",
)
@click.argument("sources", nargs=-1, required=True, metavar="SOURCE…", type=click.Path(allow_dash=True))
@click.option(
    "--format",
    "form",
    type=click.Choice([row.name for row in IMPORTERS], case_sensitive=False),
    help=described(IMPORTERS) + ". Found out from the content if not given.",
)
@click.option("--collection", metavar="NAME", help="Keep the papers under this name, not the one in the list.")
@click.option("--encoding", metavar="NAME", help="How the text is encoded, such as gb18030; found out if not given.")
@click.option("--dry-run", is_flag=True, help="Say what would be done; write nothing.")
@json_option
def import_command(sources: tuple[str, ...], as_json: bool, form: str | None, **options: Any) -> None:
    """Add lists of papers from files, folders or standard input (-).

    A paper that the library has already is not added twice, and what you wrote about it stays. Either all
    sources are added or, if one cannot be read, none.
    """
    with session().open_library() as library:
        report = import_into(library, sources, format=form, **options)
        if as_json:
            put_json({"dry_run": report.is_dry_run, "lists": [_record(one) for one in report.lists]})
        else:
            say_report(report)
