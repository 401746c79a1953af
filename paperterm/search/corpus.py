"""What the search needs to know of papers and annotations; the store fulfils it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Protocol

from paperterm.model.annotation import Annotation
from paperterm.model.collection import Collection
from paperterm.model.paper import Paper, PaperHead


class Corpus(Protocol):
    """Papers, numbered from 0 in the order in which they were imported.

    `fingerprint` changes when papers are added or changed. When papers were only added, the new fingerprint starts with
    the old one.
    """

    def __len__(self) -> int: ...
    def paper(self, number: int) -> Paper: ...
    def head(self, number: int) -> PaperHead: ...
    def number(self, paper_id: str) -> int | None: ...
    def numbers_with_prefix(self, prefix: str, most: int = 3) -> list[int]: ...
    def collections(self) -> Sequence[Collection]: ...
    def collection_numbers(self, name: str) -> Sequence[int]: ...
    @property
    def fingerprint(self) -> str: ...


class Annotations(Protocol):
    """What the reader wrote; `items` has the annotated papers only."""

    def get(self, paper_id: str) -> Annotation: ...
    def items(self) -> Iterable[tuple[str, Annotation]]: ...
