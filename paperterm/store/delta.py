"""What a change means field by field, so that it can be put on top of whatever others wrote meanwhile."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

from paperterm.model.annotation import UNTOUCHED, Annotation, Highlight, ReadingStatus
from paperterm.store.documents import highlight_document, highlight_from, is_highlight

_SCALARS = ("status", "starred", "note", "skip_reason", "citation_key", "updated")
_NO_TAGS: tuple[frozenset[str], frozenset[str]] = (frozenset(), frozenset())
_NO_HIGHLIGHTS: tuple[tuple[Highlight, ...], tuple[Highlight, ...]] = ((), ())
_KINDS: dict[str, type] = {name: type(getattr(UNTOUCHED, name)) for name in _SCALARS}


class Delta(NamedTuple):
    """The fields that a change meant.

    Attributes:
        fields: name, old and new value.
        tags: removed, added. highlights: removed, added.
    """

    fields: tuple[tuple[str, Any, Any], ...] = ()
    tags: tuple[frozenset[str], frozenset[str]] = _NO_TAGS
    highlights: tuple[tuple[Highlight, ...], tuple[Highlight, ...]] = _NO_HIGHLIGHTS

    def reversed(self) -> Delta:
        """What takes it back."""
        fields = tuple([(name, new, old) for name, old, new in self.fields])
        tags = self.tags if self.tags is _NO_TAGS else (self.tags[1], self.tags[0])
        return Delta(fields, tags, (self.highlights[1], self.highlights[0]))

    @property
    def is_idle(self) -> bool:
        """Whether nothing changes but the time of the change."""
        return not (any(self.tags) or any(self.highlights) or any(name != "updated" for name, _, _ in self.fields))

    def is_expected(self, now: Annotation) -> bool:
        """Whether the annotation is as the change found it, in all that it changes."""
        for name, old, _ in self.fields:
            if getattr(now, name) != old:
                return False
        if self.tags is not _NO_TAGS and not (self.tags[0].issubset(now.tags) and self.tags[1].isdisjoint(now.tags)):
            return False
        gone, come = self.highlights
        return all(one in now.highlights for one in gone) and not any(one in now.highlights for one in come)

    def expected_part(self, now: Annotation) -> Delta:
        """The fields, tags and highlights that are as the change found them."""
        if self.is_expected(now):
            return self
        fields = tuple(row for row in self.fields if getattr(now, row[0]) == row[1])
        tags = (self.tags[0].intersection(now.tags), self.tags[1].difference(now.tags))
        gone = tuple(one for one in self.highlights[0] if one in now.highlights)
        come = tuple(one for one in self.highlights[1] if one not in now.highlights)
        return Delta(fields, tags, (gone, come))

    def apply(self, now: Annotation, mark: Callable[[], str]) -> tuple[Annotation, bool]:
        """The annotation with the change on top of what it is now, and whether two notes had to be put together.

        The last change of a field wins; tags and highlights merge as sets; a note that was changed in two places
        keeps both texts, parted by the line that `mark` gives.
        """
        new: dict[str, Any] = {}
        has_conflict = False
        for name, before, after in self.fields:
            if name == "note":
                new[name], has_conflict = _join_notes(before, after, now.note, mark)
            else:
                new[name] = after
        if self.tags[0] or self.tags[1]:
            new["tags"] = tuple(sorted((set(now.tags) - self.tags[0]) | self.tags[1]))
        if self.highlights[0] or self.highlights[1]:
            new["highlights"] = _merge_highlights(now.highlights, *self.highlights)
        get = new.get  # `dataclasses.replace` does the same at twice the cost, and this is done at every key
        return Annotation(
            get("status", now.status), get("starred", now.starred), get("tags", now.tags), get("note", now.note),
            get("highlights", now.highlights), get("skip_reason", now.skip_reason),
            get("citation_key", now.citation_key), get("updated", now.updated),
        ), has_conflict  # fmt: skip


def delta_of(before: Annotation, after: Annotation) -> Delta:
    """The fields that differ."""
    fields = tuple(
        [(name, old, new) for name in _SCALARS if (old := getattr(before, name)) != (new := getattr(after, name))]
    )
    tags, highlights = _NO_TAGS, _NO_HIGHLIGHTS
    if before.tags != after.tags:
        old_tags, new_tags = frozenset(before.tags), frozenset(after.tags)
        tags = (old_tags - new_tags, new_tags - old_tags)
    if before.highlights != after.highlights:
        removed = tuple(highlight for highlight in before.highlights if highlight not in after.highlights)
        added = tuple(highlight for highlight in after.highlights if highlight not in before.highlights)
        highlights = (removed, added)
    return Delta(fields, tags, highlights)


def _join_notes(before: str, after: str, now: str, mark: Callable[[], str]) -> tuple[str, bool]:
    if now in (before, after):
        return after, False
    # One of them deleted the note: the text that is left stays.
    if not after or not now:
        return after or now, False
    if after in now:
        return now, False
    return f"{now}\n\n{mark()}\n\n{after}", True


def _merge_highlights(
    now: tuple[Highlight, ...], removed: tuple[Highlight, ...], added: tuple[Highlight, ...]
) -> tuple[Highlight, ...]:
    kept = [highlight for highlight in now if highlight not in removed]
    kept.extend(highlight for highlight in added if highlight not in kept)
    return tuple(sorted(kept, key=lambda highlight: (highlight.start, highlight.passage)))


def to_plain(delta: Delta) -> dict[str, Any]:
    """The form in which a step of undo is kept on disk."""
    plain: dict[str, Any] = {}
    if delta.fields:
        plain["fields"] = {name: [old, new] for name, old, new in delta.fields}
    if delta.tags[0] or delta.tags[1]:
        plain["tags"] = [sorted(tags) for tags in delta.tags]
    if delta.highlights[0] or delta.highlights[1]:
        plain["highlights"] = [[highlight_document(one) for one in side] for side in delta.highlights]
    return plain


def from_plain(plain: Mapping[str, Any]) -> Delta:
    """The delta in a record read from disk.

    Raises:
        ValueError: it has not the shape that `to_plain` gives.
    """
    try:
        fields = tuple(
            (name, _scalar(name, old), _scalar(name, new)) for name, (old, new) in plain.get("fields", {}).items()
        )
        removed, added = (frozenset(map(_word, side)) for side in plain.get("tags", ((), ())))
        gone, come = (tuple(map(_highlight, side)) for side in plain.get("highlights", ((), ())))
    except (AttributeError, KeyError, TypeError) as error:
        raise ValueError("a step of undo cannot be read") from error
    return Delta(fields, (removed, added), (gone, come))


def _scalar(name: str, value: Any) -> Any:
    if name == "status":
        return ReadingStatus(value)
    if type(value) is not _KINDS[name]:
        raise ValueError(f"{name} is not what it should be")
    return value


def _word(value: object) -> str:
    if type(value) is not str:
        raise ValueError("a tag is not a word")
    return value


def _highlight(value: Any) -> Highlight:
    if not is_highlight(value):
        raise ValueError("a highlight cannot be read")
    return highlight_from(value)
