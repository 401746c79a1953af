"""The orders of a list other than by relevance."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from paperterm.model.annotation import ReadingStatus
from paperterm.search.annotated import STATUS_ORDER, Annotated
from paperterm.search.index import PaperIndex

Numbers = NDArray[Any]


def order_of(numbers: Numbers, sort: str, index: PaperIndex, annotated: Annotated) -> Numbers:
    """How to arrange papers, given in the order of the list, in another; equal ones keep that of the list.

    `date`: newest year first, papers without a year last; `title`: by letters, whatever their case; `status`: what is
    being read first, what was skipped last; `recent`: what was last written about first.
    """
    if sort == "date":
        return np.argsort(-index.years[numbers].astype(np.int32), kind="stable")
    if sort == "title":
        return np.argsort(index.title_order[numbers], kind="stable")
    if sort == "status":
        return np.argsort(status_ranks(index.count, annotated)[numbers], kind="stable")
    if sort == "recent":
        return np.searchsorted(numbers, np.array(annotated.sorted(numbers.tolist(), sort), dtype=np.int32))
    return np.arange(len(numbers))


def status_ranks(count: int, annotated: Annotated) -> Numbers:
    """The place of every paper's status in `STATUS_ORDER`."""
    with annotated.lock:
        ranks = np.full(count, STATUS_ORDER.index(ReadingStatus.UNREAD), dtype=np.uint8)
        for status, papers in annotated.status_counts().items():
            numbers = np.fromiter(papers, dtype=np.int64)
            ranks[numbers[numbers < count]] = STATUS_ORDER.index(ReadingStatus(status))
    return ranks
