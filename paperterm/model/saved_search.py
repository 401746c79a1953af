"""A search that the reader keeps under a name."""

from __future__ import annotations

from typing import NamedTuple

from paperterm.errors import PapertermError
from paperterm.model.text import clean_line

LONGEST_NAME = 60
_BETWEEN = "\t"


class SavedSearch(NamedTuple):
    """A name and a query."""

    name: str
    query: str

    def to_tag(self) -> str:
        """The form in which it is kept."""
        return f"{self.name}{_BETWEEN}{self.query}"

    @classmethod
    def from_tag(cls, tag: str) -> SavedSearch | None:
        """What `to_tag` gave; of words without a name, a search for them; `None` where there is no name or no query."""
        name, between, query = tag.partition(_BETWEEN)
        found = cls(clean_line(name).strip(), clean_line(query if between else name).strip())
        return found if all(found) else None


def saved_search(name: str, query: str) -> SavedSearch:
    """A search with a name that is fit to be kept.

    Raises:
        PapertermError: the name is empty or longer than `LONGEST_NAME` characters, or the query is empty.
    """
    made = SavedSearch(clean_line(name).strip(), clean_line(query).strip())
    if not made.name:
        raise PapertermError("a saved search needs a name", "A word or two will do.")
    if len(made.name) > LONGEST_NAME:
        raise PapertermError(f"the name of a search has at most {LONGEST_NAME} characters")
    if not made.query:
        raise PapertermError("there is no query to save", "Type words in the filter first.")
    return made
