"""Bibliographies and reading lists: one format a file, and a row in `EXPORTERS`.

To add a format, write a module here with `write(entries, options) -> str` and give it a row.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from importlib import import_module

from paperterm.errors import ExportError
from paperterm.export.entry import DEFAULT_OPTIONS, Entry, Options

__all__ = ["DEFAULT_OPTIONS", "EXPORTERS", "Entry", "Exporter", "Options", "exporter"]


@dataclass(frozen=True, slots=True)
class Exporter:
    """One format: its name on the command line, a line of help, its file ending and the module that writes it."""

    name: str
    description: str
    file_ending: str
    module: str

    def write(self, entries: Sequence[Entry], options: Options = DEFAULT_OPTIONS) -> str:
        """The text of the export: empty without entries, otherwise it ends with one newline.

        The module is loaded here, so that listing the formats costs nothing.
        """
        write: Callable[[Sequence[Entry], Options], str] = import_module(f"{__name__}.{self.module}").write
        return write(entries, options)


EXPORTERS: tuple[Exporter, ...] = (
    Exporter("bibtex", "bibliography for BibTeX, in plain ASCII", ".bib", "bibtex"),
    Exporter("markdown", "reading list with check boxes, tags and notes", ".md", "markdown"),
    Exporter("jsonl", "everything, one JSON record a line", ".jsonl", "jsonl"),
)


def exporter(name: str) -> Exporter:
    """The row of a format.

    Raises:
        ExportError: there is no such format.
    """
    for row in EXPORTERS:
        if row.name == name:
            return row
    known = ", ".join(row.name for row in EXPORTERS)
    raise ExportError(f"there is no export format “{name}”", f"Formats: {known}.")
