"""Which papers are to be seen: the library's own without those of imports that were taken back, or the sample.

A part of `Library`.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from paperterm.importing import ImportingVerbs
from paperterm.model.about_library import IMPORTS_ID

if TYPE_CHECKING:
    from paperterm.store.catalogue import Catalogue
    from paperterm.store.sample import SampleCatalogue
    from paperterm.store.shelf import Shelf


class ShelvingVerbs(ImportingVerbs):
    """Numbers of papers stay what they are; those that are not to be seen are in no answer, count or collection."""

    _sample: SampleCatalogue | None = None
    _shelf: Shelf | None = None
    """The papers without those of imports that were taken back; `None` while there are none such."""

    @property
    def is_sample(self) -> bool:
        """Whether the papers shown are the built-in sample, because the library has none."""
        return self._sample is not None

    @property
    def _papers(self) -> Catalogue | SampleCatalogue | Shelf:
        if self._sample is not None:
            return self._sample
        if self._shelf is None:
            return self._store.catalogue
        if self._shelf.fingerprint != self._store.catalogue.fingerprint:  # papers came since
            self._find_what_is_taken_back()
        return self._store.catalogue if self._shelf is None else self._shelf

    def _find_what_is_taken_back(self) -> None:
        """Hide the papers of imports that undo took back, and show those that redo brought back."""
        back = {tag[1:] for tag in self._annotations.get(IMPORTS_ID).tags if tag.startswith("-")}
        if not back and self._shelf is None:
            return
        from paperterm.store.shelf import Shelf

        self._shelf = Shelf(self._store.catalogue, back) if back else None
        self.__dict__.pop("finder", None)

    @property
    def hidden(self) -> frozenset[int]:
        """Numbers of the papers of imports that were taken back."""
        return self._shelf.hidden if self._shelf is not None and self._papers is self._shelf else frozenset()

    def _tags_in_sight(self) -> Iterator[tuple[str, ...]]:
        hidden = {self._store.catalogue.head(number).paper_id for number in self.hidden}
        return (a.tags for paper_id, a in self._annotations.items() if paper_id not in hidden)

    @property
    def count(self) -> int:
        """How many papers there are, apart from the hidden ones."""
        return len(self._papers) - len(self.hidden)

    def numbers(self) -> Sequence[int]:
        """The numbers of all papers, apart from the hidden ones, in the order of import."""
        hidden = self.hidden
        return [n for n in range(len(self)) if n not in hidden] if hidden else range(len(self))

    def leave_sample(self) -> None:
        """Have the library's own papers in place of the sample, as soon as there are some.

        Numbers of papers mean others then: it is for the thread that draws them.
        """
        if self._sample is not None and self.stored:
            self._sample = None
            self.__dict__.pop("finder", None)

    def __len__(self) -> int:
        return len(self._papers)

    @property
    def stored(self) -> int:
        """How many papers of the library's own there are, whether the sample is shown or not."""
        return len(self._store.catalogue) - (len(self._shelf.hidden) if self._shelf else 0)
