"""Which papers have which status, tag, star and note, and the words of tags and notes.

It is kept up to date change by change. Nothing here looks at papers nobody has touched, and nothing imports numpy.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from threading import RLock

from paperterm.model.annotation import UNTOUCHED, Annotation, ReadingStatus
from paperterm.search.corpus import Annotations, Corpus
from paperterm.search.highlight import count_of
from paperterm.search.terms import Side, Term
from paperterm.search.tokens import stem, tokenise

TAG_WEIGHT = 3
"""A word of a tag counts as often as one of a title."""

STATUS_ORDER = (
    ReadingStatus.READING,
    ReadingStatus.TO_READ,
    ReadingStatus.UNREAD,
    ReadingStatus.READ,
    ReadingStatus.SKIPPED,
)

NO_NUMBERS: frozenset[int] = frozenset()


class Annotated:
    """Sets of paper numbers by what the reader wrote. Safe to use from several threads."""

    def __init__(self, corpus: Corpus, annotations: Annotations) -> None:
        self.lock = RLock()
        self.version = 0
        self._corpus = corpus
        self._annotations = annotations
        self.reload()

    @property
    def is_empty(self) -> bool:
        """Whether nothing has been written about any paper."""
        return not self._seen

    def reload(self) -> None:
        """Read all annotations anew."""
        with self.lock:
            self.size = len(self._corpus)
            self.version += 1
            self._seen: dict[int, Annotation] = {}
            self._status: dict[str, set[int]] = defaultdict(set)
            self._tags: dict[str, set[int]] = defaultdict(set)
            self._facts: dict[str, set[int]] = defaultdict(set)
            self._words: dict[str, dict[int, int]] | None = None
            self._note_words: dict[str, dict[int, int]] = {}
            self._forms: dict[str, set[str]] = {}
            for paper_id, annotation in self._annotations.items():
                number = self._corpus.number(paper_id)
                if number is not None:
                    self._add(number, annotation)

    def changed(self, paper_ids: Iterable[str]) -> None:
        """Take in what the reader wrote about some papers."""
        with self.lock:
            self.version += 1
            for paper_id in paper_ids:
                number = self._corpus.number(paper_id)
                if number is not None:
                    self._remove(number)
                    self._add(number, self._annotations.get(paper_id))

    def annotation(self, number: int) -> Annotation:
        """What was written about a paper."""
        return self._seen.get(number, UNTOUCHED)

    def with_status(self, status: str) -> frozenset[int] | set[int]:
        """The papers with a status other than `unread`."""
        return self._status.get(status, NO_NUMBERS)

    def with_any_status(self) -> set[int]:
        """The papers that are no longer unread."""
        return set().union(*self._status.values())

    def with_fact(self, fact: str) -> frozenset[int] | set[int]:
        """The papers that are `starred` or `annotated`, or have a `note`, a `highlight` or a `tag`."""
        return self._facts.get(fact, NO_NUMBERS)

    def with_tag(self, tag: str, *, is_prefix: bool = False) -> set[int]:
        """The papers with a tag or one below it (`theory` finds `theory/ntk`), or with a tag that starts so."""
        names = (name for name in self._tags if name == tag or name.startswith(tag if is_prefix else f"{tag}/"))
        return set().union(*(self._tags[name] for name in names))

    def tag_counts(self) -> Mapping[str, set[int]]:
        """The papers of every tag."""
        return {tag: numbers for tag, numbers in self._tags.items() if numbers}

    def status_counts(self) -> Mapping[str, set[int]]:
        """The papers of every status but `unread`."""
        return {status: numbers for status, numbers in self._status.items() if numbers}

    def term(self, term: Term, *, notes_only: bool = False) -> dict[int, int]:
        """The papers whose tags or note have a term, and how often."""
        with self.lock:
            self._index_words()
            words = self._note_words if notes_only else self._words or {}
            stems = {term.stem} if not term.prefixes else set()
            if term.prefixes:
                known = self._forms.items()
                stems = {s for s, forms in known if any(form.startswith(term.prefixes) for form in forms)}
            found: dict[int, int] = {}
            for one in stems:
                for number, count in words.get(one, {}).items():
                    found[number] = found.get(number, 0) + count
            return found

    def has_words(self, stems: Iterable[str]) -> bool:
        """Whether the tags or the note of any paper have one of some words."""
        if self.is_empty:
            return False
        with self.lock:
            self._index_words()
            words = self._words or {}
            return any(words.get(one) for one in stems)

    def sequence(self, side: Side, numbers: Iterable[int], *, notes_only: bool = False) -> dict[int, int]:
        """Those of some papers whose note (or a tag) has terms side by side, and how often."""
        found: dict[int, int] = {}
        for number in numbers:
            annotation = self.annotation(number)
            texts = (annotation.note,) if notes_only else (*annotation.tags, annotation.note)
            count = sum(count_of(tokenise(text), side) for text in texts)
            if count:
                found[number] = count
        return found

    def sorted(self, numbers: Sequence[int], sort: str) -> Sequence[int]:
        """Papers by status, or the last written about first; other orders leave them as they are."""
        if sort == "status":
            return sorted(numbers, key=lambda number: STATUS_ORDER.index(self.annotation(number).status))
        if sort == "recent":
            written = [number for number in numbers if number in self._seen]
            written.sort(key=lambda number: self._seen[number].updated, reverse=True)
            chosen = set(written)
            return [*written, *(number for number in numbers if number not in chosen)]
        return numbers

    def _add(self, number: int, annotation: Annotation) -> None:
        if annotation == UNTOUCHED:
            return
        self._seen[number] = annotation
        if annotation.status is not ReadingStatus.UNREAD:
            self._status[annotation.status].add(number)
        for tag in annotation.tags:
            self._tags[tag].add(number)
        for fact in _facts(annotation):
            self._facts[fact].add(number)
        if self._words is not None:
            self._add_words(number, annotation)

    def _remove(self, number: int) -> None:
        annotation = self._seen.pop(number, None)
        if annotation is None:
            return
        self._status[annotation.status].discard(number)
        for tag in annotation.tags:
            self._tags[tag].discard(number)
        for fact in _facts(annotation):
            self._facts[fact].discard(number)
        if self._words is not None:
            for words, text in (
                (self._words, " ".join((*annotation.tags, annotation.note))),
                (self._note_words, annotation.note),
            ):
                for token in tokenise(text):
                    words.get(stem(token.word), {}).pop(number, None)

    def _index_words(self) -> None:
        """Make the words of tags and notes searchable, the first time that words are sought."""
        if self._words is None:
            self._words = {}
            for number, annotation in self._seen.items():
                self._add_words(number, annotation)

    def _add_words(self, number: int, annotation: Annotation) -> None:
        words = self._words if self._words is not None else {}
        for text, weight, indexes in (
            (" ".join(annotation.tags), TAG_WEIGHT, (words,)),
            (annotation.note, 1, (words, self._note_words)),
        ):
            for token in tokenise(text):
                stemmed = stem(token.word)
                self._forms.setdefault(stemmed, set()).add(token.word)
                for index in indexes:
                    counts = index.setdefault(stemmed, {})
                    counts[number] = counts.get(number, 0) + weight


def _facts(annotation: Annotation) -> list[str]:
    facts = {
        "starred": annotation.starred,
        "note": bool(annotation.note.strip()),
        "highlight": bool(annotation.highlights),
        "tag": bool(annotation.tags),
        "annotated": True,
    }
    return [fact for fact, holds in facts.items() if holds]
