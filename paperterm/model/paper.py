"""A paper as it was imported. Papers never change; what the reader adds is an `Annotation`."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import NamedTuple

_NOTHING: Mapping[str, str] = MappingProxyType({})


class PaperHead(NamedTuple):
    """What a row of the list shows; reachable without reading the abstract."""

    paper_id: str
    title: str
    title_is_derived: bool = False
    authors: tuple[str, ...] = ()
    venue: str = ""
    year: int | None = None


class Paper(NamedTuple):
    """One paper.

    Attributes:
        paper_id: 16 lower-case hexadecimal digits (`matching.identity.paper_id`), stable for ever.
        title: as the source gives it, or derived from the abstract (`title_is_derived`).
        authors: full names, "Given Family" order as the source has it.
        year: of publication; `None` when the source gives none or no number (then `extra["year"]` has its text).
        extra: further fields of the source, by lower-case name, so that an export can give them back.
    """

    paper_id: str
    title: str
    title_is_derived: bool = False
    authors: tuple[str, ...] = ()
    venue: str = ""
    year: int | None = None
    abstract: str = ""
    doi: str = ""
    arxiv_id: str = ""
    url: str = ""
    citation_key: str = ""
    extra: Mapping[str, str] = _NOTHING

    @property
    def head(self) -> PaperHead:
        """The part that a row of the list shows."""
        return PaperHead(self.paper_id, self.title, self.title_is_derived, self.authors, self.venue, self.year)
