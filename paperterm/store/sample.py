"""Papers held in memory: the built-in sample, shown while a library has none of its own."""

from __future__ import annotations

from collections.abc import Sequence

from paperterm.model.collection import Collection
from paperterm.model.paper import Paper, PaperHead


class SampleCatalogue:
    """One collection of papers in memory, read like a `Catalogue`."""

    def __init__(self, collection: Collection, papers: Sequence[Paper]) -> None:
        self._collection = collection
        self._papers = tuple(papers)
        self._numbers = {paper.paper_id: number for number, paper in enumerate(self._papers)}

    def __len__(self) -> int:
        return len(self._papers)

    def head(self, number: int) -> PaperHead:
        """What a row of the list shows."""
        return self._papers[number].head

    def paper(self, number: int) -> Paper:
        """The whole paper."""
        return self._papers[number]

    def number(self, paper_id: str) -> int | None:
        """The number of a paper."""
        return self._numbers.get(paper_id)

    def numbers_with_prefix(self, prefix: str, most: int = 3) -> list[int]:
        """Up to `most` papers whose id starts so."""
        return [number for paper_id, number in self._numbers.items() if paper_id.startswith(prefix)][:most]

    def collections(self) -> tuple[Collection, ...]:
        """The sample's one collection."""
        return (self._collection,)

    def collection_numbers(self, name: str) -> Sequence[int]:
        """All papers, for the sample's own name."""
        return range(len(self._papers)) if name.casefold() == self._collection.name.casefold() else range(0)

    def paper_collections(self, number: int) -> tuple[str, ...]:
        """The names of a paper's collections."""
        return (self._collection.name,) if 0 <= number < len(self._papers) else ()

    @property
    def fingerprint(self) -> str:
        """Stands for the papers: equal for equal papers."""
        import hashlib

        return hashlib.sha256("".join(self._numbers).encode()).hexdigest()
