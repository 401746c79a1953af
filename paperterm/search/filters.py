"""The papers that a condition (`tag:`, `status:`, `year:` …) lets through: sets without numpy, arrays with it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any

from paperterm.model.text import fold
from paperterm.search.annotated import Annotated
from paperterm.search.conditions import STATUSES, year_range
from paperterm.search.corpus import Corpus
from paperterm.search.syntax import And, Filter, Node, Not, Or

if TYPE_CHECKING:
    from paperterm.search.index import PaperIndex

_ANNOTATED_FACTS = {
    "starred": "starred",
    "note": "note",
    "highlight": "highlight",
    "tag": "tag",
    "tagged": "tag",
    "annotated": "annotated",
}


def needs_index(node: Node | None) -> bool:
    """Whether a query asks for more than what the reader wrote and the collections there are."""
    if isinstance(node, And | Or):
        return any(map(needs_index, node.parts))
    if isinstance(node, Not):
        return needs_index(node.part)
    if isinstance(node, Filter):
        is_known = node.value in _ANNOTATED_FACTS or node.value in STATUSES
        return node.name in ("venue", "year", "like") or (node.name in ("is", "has") and not is_known)
    return node is not None


def numbers_without_index(node: Node, annotated: Annotated, corpus: Corpus) -> set[int]:
    """The papers that a query matches for which `needs_index` is False."""
    if isinstance(node, And):
        return set.intersection(*(numbers_without_index(part, annotated, corpus) for part in node.parts))
    if isinstance(node, Or):
        return set().union(*(numbers_without_index(part, annotated, corpus) for part in node.parts))
    if isinstance(node, Not):
        return set(range(len(corpus))) - numbers_without_index(node.part, annotated, corpus)
    assert isinstance(node, Filter)
    chosen, is_inverted = _chosen(node, annotated, corpus)
    return set(range(len(corpus))).difference(chosen) if is_inverted else set(chosen)


def matching_names(wanted: str, names: Sequence[str], *, is_exact_enough: bool = True) -> list[str]:
    """The names that a value means: the one it is, else those that have words starting with each of its words."""
    folded = {name: fold(name) for name in names}
    same = [name for name, form in folded.items() if form == wanted]
    if same and is_exact_enough:
        return same
    words = wanted.replace("-", " ").split()
    return [name for name, form in folded.items() if _has_words(words, form.replace("-", " ").split())]


class Filters:
    """Masks of conditions, kept until an annotation changes."""

    def __init__(self, annotated: Annotated, corpus: Corpus) -> None:
        self._annotated = annotated
        self._corpus = corpus
        self._known: dict[Filter, Any] = {}
        self._state: tuple[int, str, int] = (-1, "", -1)

    def mask(self, condition: Filter, index: PaperIndex) -> Any:
        """The papers that a condition lets through, as an array of booleans that is not to be changed."""
        state = (self._annotated.version, index.fingerprint, index.count)
        with self._annotated.lock:
            if state != self._state:
                self._known = {}
                self._state = state
            known = self._known  # an older search in another thread goes on with its own
        if condition not in known:
            known[condition] = self._mask(condition, index)
        return known[condition]

    def _mask(self, condition: Filter, index: PaperIndex) -> Any:
        import numpy as np

        if condition.name == "year":
            first, last = year_range(condition.value)
            return (index.years >= max(first, 1)) & (index.years <= last)
        if condition.name == "venue":
            names, venues = index.venues
            exact = not (condition.is_prefix or condition.is_typed)
            meant = set(matching_names(condition.value, names[1:], is_exact_enough=exact))
            return np.array([name in meant for name in names])[venues]
        if needs_index(condition):
            return _column(condition, index)
        mask = np.zeros(index.count, dtype=bool)
        with self._annotated.lock:
            chosen, is_inverted = _chosen(condition, self._annotated, self._corpus)
            numbers = np.fromiter(chosen, dtype=np.int64)
        mask[numbers[numbers < index.count]] = True
        return ~mask if is_inverted else mask


def _column(condition: Filter, index: PaperIndex) -> Any:
    from paperterm.search.index import FACTS

    return (index.facts & (1 << FACTS.index(condition.value))) != 0


def _chosen(condition: Filter, annotated: Annotated, corpus: Corpus) -> tuple[Iterable[int], bool]:
    """The papers of a condition on annotations or collections; True: all but these."""
    name, value = condition.name, condition.value
    if name == "tag":
        return annotated.with_tag(value, is_prefix=condition.is_prefix or condition.is_typed), False
    if name == "collection":
        exact = not (condition.is_prefix or condition.is_typed)
        names = matching_names(value, [collection.name for collection in corpus.collections()], is_exact_enough=exact)
        return [number for name in names for number in corpus.collection_numbers(name)], False
    if value in STATUSES:
        return (annotated.with_any_status(), True) if value == "unread" else (annotated.with_status(value), False)
    return annotated.with_fact(_ANNOTATED_FACTS[value]), False


def _has_words(wanted: Sequence[str], words: Sequence[str]) -> bool:
    return bool(wanted) and all(any(word.startswith(one) for word in words) for one in wanted)
