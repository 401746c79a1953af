"""The papers of one imported list."""

from __future__ import annotations

from typing import NamedTuple


class Collection(NamedTuple):
    """One imported list.

    Attributes:
        name: from the list's heading or file ("ICML 2024"); unique in a library, whatever its case.
        source: what it was read from, as the reader named it.
        imported: ISO 8601 in UTC.
    """

    name: str
    venue: str = ""
    year: int | None = None
    source: str = ""
    imported: str = ""
