"""The papers without those of imports that were taken back: nothing is removed, so that it can be brought back."""

from __future__ import annotations

import re
from collections.abc import Collection as SetOf
from collections.abc import Sequence
from pathlib import Path

from paperterm.model.collection import Collection
from paperterm.model.paper import Paper, PaperHead
from paperterm.model.text import fold
from paperterm.store.catalogue import Catalogue
from paperterm.store.files import read_file

_ID = re.compile(rb'^\{"paper_id": "([0-9a-f]{16})"', re.MULTILINE)
MOST_WITH_PREFIX = 1000


class Shelf:
    """A `Catalogue` as it is seen while some of its files are taken back. Numbers of papers stay what they are.

    A paper is hidden when no other file mentions it. What a file that is taken back said more about a known paper
    stays known.

    Attributes:
        hidden: numbers of the papers that are not to be shown.
    """

    def __init__(self, catalogue: Catalogue, taken_back: SetOf[str]) -> None:
        self._catalogue = catalogue
        self.fingerprint = catalogue.fingerprint
        kept: set[str] = set()
        gone: set[str] = set()
        members: dict[str, dict[int, None]] = {}
        for path, collection in catalogue.files():
            ids = _ids_in(path)
            if path.name in taken_back:
                gone.update(ids)
                members.setdefault(fold(collection), {})
            else:
                kept.update(ids)
                numbers = (catalogue.number(paper_id) for paper_id in ids)
                members.setdefault(fold(collection), {}).update((n, None) for n in numbers if n is not None)
        numbers_gone = (catalogue.number(paper_id) for paper_id in gone - kept)
        self.hidden = frozenset(number for number in numbers_gone if number is not None)
        self._members = {name: tuple(numbers) for name, numbers in members.items()}

    def __len__(self) -> int:
        return len(self._catalogue)

    def head(self, number: int) -> PaperHead:
        """What a row of the list shows."""
        return self._catalogue.head(number)

    def paper(self, number: int) -> Paper:
        """The whole paper."""
        return self._catalogue.paper(number)

    def number(self, paper_id: str) -> int | None:
        """The number of a paper; `None` when it is not there or hidden."""
        number = self._catalogue.number(paper_id)
        return None if number in self.hidden else number

    def numbers_with_prefix(self, prefix: str, most: int = 3) -> list[int]:
        """The papers whose id begins so, at most `most` of them."""
        found = self._catalogue.numbers_with_prefix(prefix, MOST_WITH_PREFIX)
        return [number for number in found if number not in self.hidden][:most]

    def collections(self) -> tuple[Collection, ...]:
        """The imported lists of which something is left."""
        return tuple(one for one in self._catalogue.collections() if self.collection_numbers(one.name))

    def collection_numbers(self, name: str) -> Sequence[int]:
        """The papers of a collection in its own order."""
        return self._members.get(fold(name), ())

    def paper_collections(self, number: int) -> tuple[str, ...]:
        """The names of the collections that a paper is in."""
        names = self._catalogue.paper_collections(number)
        return tuple(name for name in names if number in self._members.get(fold(name), ()))


def _ids_in(path: Path) -> list[str]:
    found = read_file(path)
    return [match.decode() for match in _ID.findall(found[0])] if found else []
