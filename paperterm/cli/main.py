"""The `paperterm` command: the table of its verbs, each of which is loaded when it is asked for."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from importlib import import_module
from typing import Any

import click

from paperterm.cli import failures
from paperterm.cli.session import global_options
from paperterm.cli.verb import CONTEXT, suggestion
from paperterm.errors import PapertermError

WRONG_USAGE = 2


@dataclass(frozen=True, slots=True)
class VerbRow:
    """One line of `paperterm --help`: where the verb is written, and what it does, in a few words."""

    name: str
    module: str
    help: str
    section: str

    def load(self) -> click.Command:
        """Import the verb; only now are the libraries that it needs read."""
        command = getattr(import_module(f"paperterm.cli.{self.module}"), f"{self.name}_command")
        assert isinstance(command, click.Command)
        return command


READ, ANNOTATE, TAKE, KEEP, ABOUT = "Read", "Annotate", "Take away", "Keep safe", "About paperterm"

VERBS: tuple[VerbRow, ...] = (
    VerbRow("launch", "launch", "Open the app (also what `paperterm` alone does).", READ),
    VerbRow("import", "importing", "Add lists of papers from files, folders or standard input.", READ),
    VerbRow("search", "search", "List the papers that match, best first.", READ),
    VerbRow("list", "search", "List all papers, or those that match.", READ),
    VerbRow("show", "show", "Show papers with abstract and note, a page each.", READ),
    VerbRow("mark", "mark", "Set the reading status (to-read, read, skipped …).", ANNOTATE),
    VerbRow("star", "star", "Star papers.", ANNOTATE),
    VerbRow("unstar", "star", "Take stars away.", ANNOTATE),
    VerbRow("tag", "tag", "Add tags to papers, or remove them.", ANNOTATE),
    VerbRow("note", "note", "Write the note of a paper, or read it.", ANNOTATE),
    VerbRow("undo", "undo", "Take the last change back.", ANNOTATE),
    VerbRow("redo", "undo", "Make the change that was taken back again.", ANNOTATE),
    VerbRow("export", "export", "Write a bibliography or reading list.", TAKE),
    VerbRow("tags", "tags", "List the tags; rename or delete one.", TAKE),
    VerbRow("collections", "collections", "List the imported lists and how far you are.", TAKE),
    VerbRow("stats", "stats", "Show progress by status, collection, tag and day.", TAKE),
    VerbRow("doctor", "doctor", "Check the library, and mend it.", KEEP),
    VerbRow("backup", "backup", "Put the whole library into one file.", KEEP),
    VerbRow("restore", "restore", "Bring a backup back, or list those there are.", KEEP),
    VerbRow("keys", "keys", "Show the keys of the app.", ABOUT),
    VerbRow("config", "settings", "Show the settings in force and their file.", ABOUT),
    VerbRow("completion", "completion", "Print the completion script of a shell.", ABOUT),
)
_ROWS = {row.name: row for row in VERBS}


class VerbGroup(click.Group):
    """Knows the names and help lines of all verbs without importing any."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        """The verbs, in the order of the table."""
        return list(_ROWS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """The verb of that name."""
        row = _ROWS.get(cmd_name)
        return row.load() if row else None

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """The verb that the first word names; a file in its place is launched."""
        import os

        word = args[0]
        if word in _ROWS or ctx.resilient_parsing:
            return super().resolve_command(ctx, args)
        if word == "-" or os.path.exists(os.path.expanduser(word)):
            return "launch", _ROWS["launch"].load(), args
        nearest = suggestion(word, _ROWS)
        ctx.fail(f"there is no command or file “{word}”." + (f" Did you mean {nearest}?" if nearest else ""))

    def invoke(self, ctx: click.Context) -> Any:
        """Run the verb. A closed pipe is told apart here: click would end the process with status 1."""
        try:
            return super().invoke(ctx)
        except BrokenPipeError as error:
            raise failures.OutputClosed from error

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """The help lines of all verbs, in sections; from the table, so that no verb is imported."""
        widest = max(map(len, _ROWS))
        for section in dict.fromkeys(row.section for row in VERBS):
            rows = [(row.name.ljust(widest), row.help) for row in VERBS if row.section == section]
            with formatter.section(section):
                formatter.write_dl(rows)

    def shell_complete(self, ctx: click.Context, incomplete: str) -> list[Any]:
        """The verbs that begin like this, with their help lines; no verb is imported for it."""
        from click.shell_completion import CompletionItem

        names = [CompletionItem(row.name, help=row.help) for row in VERBS if row.name.startswith(incomplete)]
        return names + click.Command.shell_complete(self, ctx, incomplete)

    def main(
        self,
        args: Sequence[str] | None = None,
        prog_name: str | None = None,
        complete_var: str | None = None,
        standalone_mode: bool = True,
        windows_expand_args: bool = True,
        **extra: Any,
    ) -> Any:
        """Run the command line and end the process with its status."""
        words = list(sys.argv[1:] if args is None else args)

        def run() -> Any:
            try:
                return super(VerbGroup, self).main(words, prog_name or "paperterm", complete_var, False, **extra)
            except click.Abort as error:
                raise KeyboardInterrupt from error
            except click.UsageError as error:
                raise PapertermError(error.format_message(), _usage_hint(error), exit_code=WRONG_USAGE) from error

        if not standalone_mode:
            return super().main(words, prog_name or "paperterm", complete_var, False, **extra)
        sys.exit(failures.status_of(run, is_debug="--debug" in _before_words(words)))


def _usage_hint(error: click.UsageError) -> str:
    if error.ctx is None:
        return ""
    return f"{error.ctx.get_usage()}\nTry '{error.ctx.command_path} --help'."


def _before_words(args: Sequence[str]) -> Iterator[str]:
    for word in args:
        if word == "--":
            return
        yield word


def _print_version(ctx: click.Context, _: click.Parameter, value: bool) -> None:
    if value and not ctx.resilient_parsing:
        from paperterm import __version__

        click.echo(f"paperterm {__version__}")
        ctx.exit()


@click.group(cls=VerbGroup, invoke_without_command=True, context_settings=CONTEXT, subcommand_metavar="COMMAND …")
@global_options(is_hidden=False)
@click.option(
    "--version",
    is_flag=True,
    is_eager=True,
    expose_value=False,
    callback=_print_version,
    help="Show the version and exit.",
)
@click.pass_context
def paperterm(ctx: click.Context) -> None:
    """Read lists of papers in a terminal: filter by keyword, mark, tag, annotate, take BibTeX and reading lists away.

    \b
      paperterm list.txt                            open a list in the app
      paperterm import list.txt                     or add it from a script,
      paperterm search graph -diffusion             look for papers,
      paperterm export tag:icml --output icml.bib   and take a bibliography away

    Everything stays on this computer, in one folder: the library.
    """
    if ctx.invoked_subcommand is None:
        ctx.invoke(_ROWS["launch"].load())
