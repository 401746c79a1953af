"""Progress in numbers."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from paperterm.model.annotation import Annotation, ReadingStatus


class Tally(NamedTuple):
    """How many papers there are of something, and how many of them are unread."""

    unread: int
    papers: int


@dataclass(frozen=True, slots=True)
class Statistics:
    """How far the reader is.

    Attributes:
        by_status: papers by status, every status named.
        by_collection: the same for each collection.
        by_tag: papers by tag, the most used first.
        by_day: papers that were last changed on that day (ISO 8601, UTC) and are no longer unread.
    """

    papers: int
    starred: int
    noted: int
    by_status: dict[str, int]
    by_collection: dict[str, dict[str, int]]
    by_tag: dict[str, int]
    by_day: dict[str, int]


def statistics(
    papers: int, annotated: Mapping[int, Annotation], collections: Mapping[str, Sequence[int]]
) -> Statistics:
    """Count.

    Args:
        papers: how many there are.
        annotated: the annotations there are, by paper number.
        collections: the paper numbers of each collection.
    """
    days = Counter(a.updated[:10] for a in annotated.values() if a.updated and a.status is not ReadingStatus.UNREAD)
    tags = Counter(tag for a in annotated.values() for tag in a.tags)
    return Statistics(
        papers=papers,
        starred=sum(a.starred for a in annotated.values()),
        noted=sum(bool(a.note) for a in annotated.values()),
        by_status=_by_status(papers, annotated.values()),
        by_collection={
            name: _by_status(len(numbers), (annotated[n] for n in numbers if n in annotated))
            for name, numbers in collections.items()
        },
        by_tag=dict(tags.most_common()),
        by_day=dict(sorted(days.items())),
    )


def _by_status(papers: int, annotations: Iterable[Annotation]) -> dict[str, int]:
    counts = {status.value: 0 for status in ReadingStatus}
    for annotation in annotations:
        counts[annotation.status.value] += 1
    counts[ReadingStatus.UNREAD.value] += papers - sum(counts.values())
    return counts
