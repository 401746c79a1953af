"""Formats in: text to papers and problems. A new format is a module here and a row in `IMPORTERS`."""

from __future__ import annotations

from dataclasses import dataclass
from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from paperterm.importers.gathering import OnProgress
    from paperterm.importers.result import Imported


@dataclass(frozen=True, slots=True)
class Importer:
    """One format that can be read; its module is loaded when it is first used.

    Attributes:
        name: what `--format` takes.
        description: one line for help, dialogs and the README.
        endings: of file names, lower case with the dot; in a folder only such files are looked at.
        module: has `sniff(head, name) -> int` and the function `function(text, source, on_progress) -> Imported`.
        is_sniffed: whether a file may be taken for this format without being told.
    """

    name: str
    description: str
    endings: tuple[str, ...]
    module: str
    function: str = "read"
    is_sniffed: bool = True

    def sniff(self, head: str, name: str) -> int:
        """How sure it is, from 0 to 100, that a text that begins with `head` (and its file's name) is this format."""
        if not self.is_sniffed:
            return 0
        score: int = import_module(self.module).sniff(head, name)
        return score

    def read(self, text: str, source: str, on_progress: OnProgress | None = None) -> Imported:
        """The papers of a text.

        Raises:
            SourceError: no paper can be read from it.
        """
        imported: Imported = getattr(import_module(self.module), self.function)(text, source, on_progress)
        return imported


IMPORTERS: tuple[Importer, ...] = (
    Importer(
        "text",
        "a heading line, then abstracts parted by blank lines",
        (".txt", ".text"),
        "paperterm.importers.abstracts",
    ),
    Importer(
        "paragraphs",
        "as text, but every block between blank lines is an abstract of its own",
        (".txt", ".text"),
        "paperterm.importers.abstracts",
        "read_paragraphs",
        is_sniffed=False,
    ),
    Importer(
        "jsonl",
        "one paper a line as JSON, as paperterm exports them",
        (".jsonl", ".ndjson"),
        "paperterm.importers.jsonl",
    ),
)
