"""The table of formats."""

from __future__ import annotations

import subprocess
import sys

import pytest

from paperterm.errors import ExportError
from paperterm.export import EXPORTERS, Options, exporter

from .papers import make_entry


def test_formats_have_names_and_endings_of_their_own() -> None:
    assert [row.name for row in EXPORTERS] == ["bibtex", "markdown", "jsonl"]
    assert len({row.file_ending for row in EXPORTERS}) == len(EXPORTERS)
    assert all(row.file_ending.startswith(".") and row.description for row in EXPORTERS)


@pytest.mark.parametrize("row", EXPORTERS, ids=lambda row: row.name)
def test_every_format_ends_with_one_newline_and_is_empty_without_papers(row: object) -> None:
    chosen = exporter(row.name)  # type: ignore[attr-defined]
    text = chosen.write([make_entry(), make_entry(paper_id="fedcba9876543210", key="quill2024scalinga")], Options())
    assert text.endswith("\n") and not text.endswith("\n\n")
    assert text.count("Scaling laws") >= 2
    assert chosen.write([], Options()) == ""


def test_an_unknown_format_is_named_with_those_that_there_are() -> None:
    with pytest.raises(ExportError) as caught:
        exporter("endnote")
    assert "endnote" in caught.value.message
    assert "bibtex" in caught.value.hint


def test_listing_the_formats_loads_no_writer_and_no_library() -> None:
    program = (
        "import sys, paperterm.export, paperterm.export.keys, paperterm.export.clipboard, paperterm.export.bibtex\n"
        "print([name for name in ('pylatexenc', 'anyascii', 'pyperclip') if name in sys.modules])"
    )
    assert subprocess.run([sys.executable, "-c", program], capture_output=True, check=True).stdout == b"[]\n"
