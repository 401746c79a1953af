"""`paperterm export`."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from paperterm.cli.arguments import described, find, order_options, paper_ids, query_argument
from paperterm.cli.drawing import put_utf8
from paperterm.cli.messages import say
from paperterm.cli.session import session
from paperterm.cli.verb import QueryVerb
from paperterm.errors import ExportError
from paperterm.export import EXPORTERS, Options
from paperterm.model.text import counted

if TYPE_CHECKING:
    from paperterm.library import Library

DEFAULT_FORMAT = "bibtex"


@click.command(
    "export",
    cls=QueryVerb,
    example="""paperterm export tag:icml -diffusion --output icml.bib
               paperterm export status:to-read --format markdown --copy""",
)
@query_argument
@click.option(
    "--format",
    "form",
    type=click.Choice([row.name for row in EXPORTERS], case_sensitive=False),
    help=f"{described(EXPORTERS)}. Without it, what FILE's ending says, or {DEFAULT_FORMAT}.",
)
@click.option("-o", "--output", metavar="FILE", help="Write to this file, not to standard output.")
@click.option("--copy", is_flag=True, help="Copy to the clipboard.")
@click.option("--force", is_flag=True, help="Write over a FILE that is there.")
@click.option("--paper", "papers", multiple=True, metavar="PAPER", help="This paper (again for more; - reads ids).")
@click.option("--title", metavar="TEXT", help="Heading of a reading list.")
@click.option("--abstracts/--no-abstracts", default=None, help="With abstracts; else as is usual in the format.")
@click.option("--notes/--no-notes", default=True, help="With your notes and highlights.")
@order_options
def export_command(output: str | None, copy: bool, force: bool, form: str | None, **options: Any) -> None:
    """Write a bibliography or reading list of all papers, or of those that match QUERY (as in search).

    A title that is only derived from the abstract is never given out as a real one.
    """
    if copy and output:
        raise click.UsageError("--copy and --output exclude each other.")
    form = form or _format_for(output) or DEFAULT_FORMAT
    with session().open_library() as library:
        names = ("words", "papers", "limit", "any_words", "expand", "sort")
        numbers = _numbers(library, **{name: options.pop(name) for name in names})
        text = library.export(
            numbers, form, Options(**{name: value for name, value in options.items() if value is not None})
        )
        _deliver(text, len(numbers), form, output=output, copy=copy, force=force)
        library.flush()


def _numbers(
    library: Library, *, words: tuple[str, ...], papers: tuple[str, ...], limit: int | None, **search: Any
) -> list[int]:
    if words and papers:
        raise click.UsageError("give a QUERY or --paper, not both.")
    numbers: Iterable[int | None]
    if papers:
        numbers = map(library.number, paper_ids(library, papers))
    else:
        numbers = map(int, find(library, words, **search).numbers[:limit])
    found = [number for number in numbers if number is not None]
    if not found:
        raise ExportError("there is nothing to export", "paperterm search QUERY shows what a query finds.")
    return found


def _format_for(output: str | None) -> str | None:
    ending = Path(output).suffix.casefold() if output else ""
    return next((row.name for row in EXPORTERS if row.file_ending == ending), None)


def _deliver(text: str, count: int, form: str, *, output: str | None, copy: bool, force: bool) -> None:
    if copy:
        _copy(text, count, form)
    elif output and output != "-":
        from paperterm.export.files import write_export

        say(f"{counted(count, 'paper')} as {form}: {write_export(output, text, force=force)}")
    else:
        put_utf8(text)


def _copy(text: str, count: int, form: str) -> None:
    from paperterm.config import load_config
    from paperterm.export.clipboard import copy, terminal_osc52
    from paperterm.locations import config_file, state_folder

    copied = copy(
        text,
        osc52=terminal_osc52(),
        what=counted(count, "paper"),
        form=form,
        setting=load_config(config_file()).clipboard,
        last_copy=state_folder() / "last-copy",
    )
    if copied.method in ("", "file"):
        raise ExportError(copied.message, "--output FILE writes it to a file of your choice.")
    say(copied.message)
