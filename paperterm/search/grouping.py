"""Papers of an answer under headings: by reading status, or by the imported list that they are from."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from paperterm.search.annotated import STATUS_ORDER, Annotated
from paperterm.search.corpus import Corpus
from paperterm.search.found import Group
from paperterm.search.ordering import Numbers, status_ranks

NO_COLLECTION = "in no collection"


def grouped(numbers: Sequence[int], by: str, annotated: Annotated, corpus: Corpus) -> tuple[Group, ...]:
    """The papers by `status` or `collection`, each once and in the order given; no group is empty.

    Statuses stand in the order in which one sorts by them, collections in the order of import. A paper of several
    collections is in the first of them.
    """
    chosen = np.asarray(numbers, dtype=np.int64)
    size = len(corpus)
    if by == "status":
        names, ranks = [status.value for status in STATUS_ORDER], status_ranks(size, annotated)
    else:
        names, ranks = _collections(size, corpus)
    ranks_of_chosen = ranks[chosen]
    found = ((name, chosen[ranks_of_chosen == rank]) for rank, name in enumerate(names))
    return tuple(Group(name, members) for name, members in found if len(members))


def _collections(size: int, corpus: Corpus) -> tuple[list[str], Numbers]:
    names = [collection.name for collection in corpus.collections()]
    ranks = np.full(size, len(names), dtype=np.int32)
    for rank, name in reversed(list(enumerate(names))):
        members = np.asarray(corpus.collection_numbers(name), dtype=np.int64)
        ranks[members[members < size]] = rank
    return [*names, NO_COLLECTION], ranks
