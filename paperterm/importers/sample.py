"""The built-in sample: well-known papers, to have something to look at before the first import.

Titles, authors and where the papers appeared are facts; the abstracts were written for this program.
"""

from __future__ import annotations

from dataclasses import replace
from importlib.resources import files

from paperterm.importers import jsonl
from paperterm.importers.result import Imported

SOURCE = "built-in sample"


def sample() -> Imported:
    """The sample as an imported list, read anew at each call."""
    text = files(__package__).joinpath("sample.jsonl").read_text(encoding="utf-8")
    imported = jsonl.read(text, SOURCE)
    return replace(imported, collection=imported.collection._replace(source=SOURCE))
