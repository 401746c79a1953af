"""The tables of README.md as the program has them. `python -m tests.contracts.readme` writes them into it."""

from __future__ import annotations

import re
from collections.abc import Iterable

import click

from paperterm.cli.main import VERBS, VerbRow
from paperterm.export import EXPORTERS
from paperterm.importers import IMPORTERS
from paperterm.tui.commands import COMMANDS, LIST, READER, Command, shown_key
from tests.contracts.source import CHECKOUT

README = CHECKOUT / "README.md"


def table(heads: Iterable[str], rows: Iterable[Iterable[str]]) -> str:
    """A table in Markdown."""
    heads = list(heads)
    lines = [heads, ["---"] * len(heads), *([cell.replace("|", "\\|") for cell in row] for row in rows)]
    return "\n".join(f"| {' | '.join(line)} |" for line in lines)


def usage(row: VerbRow) -> str:
    """A verb as it is typed: its arguments and options."""
    parts = [row.name]
    for parameter in row.load().params:
        if isinstance(parameter, click.Argument):
            parts.append(parameter.make_metavar(click.Context(row.load())))
        elif isinstance(parameter, click.Option) and not parameter.hidden:
            name = max(parameter.opts, key=len)
            value = "" if parameter.is_flag else f" {_value(parameter)}"
            parts.append(f"[{name}{value}]" + "…" * parameter.multiple)
    return " ".join(parts)


def _value(option: click.Option) -> str:
    if isinstance(option.type, click.Choice):
        return "|".join(map(str, option.type.choices))
    return option.metavar or option.type.name.upper()


def _where(row: Command) -> str:
    return "" if row.panes == (LIST, READER) else ", ".join(row.panes)


def tables() -> dict[str, str]:
    """Each table by the name that marks its place in the README."""
    keys = (
        (" ".join(f"`{shown_key(key)}`" for key in row.keys.split(",")), _where(row), row.tooltip, f"`{row.id}`")
        for row in COMMANDS
    )
    return {
        "commands": table(("command", "what it does"), ((f"`{usage(row)}`", row.help) for row in VERBS)),
        "keys": table(("key", "where", "what it does", "name in the settings"), keys),
        "importers": table(
            ("`import --format`", "what is read"), ((f"`{row.name}`", row.description) for row in IMPORTERS)
        ),
        "exporters": table(
            ("`export --format`", "what is written", "file ending"),
            ((f"`{row.name}`", row.description, f"`{row.file_ending}`") for row in EXPORTERS),
        ),
    }


def with_tables(text: str) -> str:
    """The README's text with each table as the program has it now."""
    for name, rows in tables().items():
        begin, end = f"<!-- {name} -->", f"<!-- end of {name} -->"
        text, count = re.subn(
            f"{begin}\n.*?{end}",
            lambda _, rows=rows, begin=begin, end=end: f"{begin}\n{rows}\n{end}",
            text,
            flags=re.DOTALL,
        )
        assert count == 1, f"README.md has {count} places for the table of {name}"
    return text


if __name__ == "__main__":
    README.write_text(with_tables(README.read_text("utf-8")), "utf-8")
