"""What an exporter sees: a paper with all that is known about it, and how the reader wants the file."""

from __future__ import annotations

from dataclasses import dataclass

from paperterm.model.annotation import Annotation
from paperterm.model.paper import Paper


@dataclass(frozen=True, slots=True)
class Entry:
    """One paper to export.

    Attributes:
        collections: names of the lists that hold it.
        citation_key: unique among the entries of one export (`keys.assign_keys`); may be empty where no key is needed.
        added: when it was first imported, ISO 8601 in UTC.
    """

    paper: Paper
    annotation: Annotation
    collections: tuple[str, ...] = ()
    citation_key: str = ""
    added: str = ""


@dataclass(frozen=True, slots=True)
class Options:
    """How an export is written. Each format uses what concerns it.

    Attributes:
        ascii_only: special characters as LaTeX commands rather than Unicode.
        abstracts: with abstracts; `None` leaves it to the format (a bibliography has them, a reading list has not).
        notes: with the reader's notes and highlights.
        status: with the reading status, as a keyword where the format has no other place.
        title: heading of a reading list.
    """

    ascii_only: bool = True
    abstracts: bool | None = None
    notes: bool = True
    status: bool = True
    title: str = "Reading list"


DEFAULT_OPTIONS = Options()
