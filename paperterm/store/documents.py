"""Annotations as the plain records that are kept on disk, checked when they come back."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from paperterm.model.annotation import Annotation, Highlight, ReadingStatus
from paperterm.model.patterns import late

Document = dict[str, Any]

PAPER_ID = late(r"[0-9a-f]{16}")

_STATUS = {str(status): status for status in ReadingStatus}
_TEXTS = ("note", "skip_reason", "citation_key", "updated")
_KNOWN = frozenset(("paper_id", "status", "starred", "tags", "highlights", *_TEXTS))
_SURROGATE = late("[\ud800-\udfff]")


def to_document(paper_id: str, annotation: Annotation, previous: Mapping[str, Any] | None = None) -> Document:
    """The record of an annotation; fields that this version does not know are taken over from `previous`."""
    document: Document = {"paper_id": paper_id, "status": str(annotation.status)}
    if annotation.starred:
        document["starred"] = True
    if annotation.tags:
        document["tags"] = list(annotation.tags)
    for name in _TEXTS:
        if text := getattr(annotation, name):
            document[name] = text
    if annotation.highlights:
        document["highlights"] = [highlight_document(highlight) for highlight in annotation.highlights]
    if previous is not None:
        document.update((name, value) for name, value in previous.items() if name not in _KNOWN)
    return document


def from_document(document: Mapping[str, Any]) -> Annotation:
    """The annotation in a record that `fault_of` found sound."""
    return Annotation(
        status=_STATUS[document.get("status", "unread")],
        starred=document.get("starred", False),
        tags=tuple(document.get("tags", ())),
        note=document.get("note", ""),
        highlights=tuple(highlight_from(found) for found in document.get("highlights", ())),
        skip_reason=document.get("skip_reason", ""),
        citation_key=document.get("citation_key", ""),
        updated=document.get("updated", ""),
    )


def has_unknown_fields(document: Mapping[str, Any]) -> bool:
    """Whether a record holds more than this version writes."""
    return not _KNOWN.issuperset(document)


def highlight_document(highlight: Highlight) -> Document:
    """The record of a highlight."""
    return {
        "passage": highlight.passage,
        "start": highlight.start,
        "colour": highlight.colour,
        "remark": highlight.remark,
    }


def highlight_from(found: Mapping[str, Any]) -> Highlight:
    """The highlight in a sound record."""
    return Highlight(found["passage"], found["start"], found.get("colour", "yellow"), found.get("remark", ""))


def fault_of(document: object) -> str | None:
    """What is wrong with the shape of a record read from disk; `None` when it can be used."""
    if type(document) is not dict:
        return "a record is not an object"
    paper_id = document.get("paper_id")
    if type(paper_id) is not str or PAPER_ID.fullmatch(paper_id) is None:
        return "a record has no paper_id of 16 hexadecimal digits"
    if type(document.get("status", "")) is not str or document.get("status", "unread") not in _STATUS:
        return f"the record of {paper_id} has an unknown status"
    if type(document.get("starred", False)) is not bool:
        return f"the record of {paper_id} has a star that is neither true nor false"
    for name in _TEXTS:
        if type(document.get(name, "")) is not str:
            return f"the record of {paper_id} has a {name} that is no text"
    return _fault_of_lists(paper_id, document)


def _fault_of_lists(paper_id: str, document: Document) -> str | None:
    tags = document.get("tags", [])
    if not (type(tags) is list and all(type(tag) is str for tag in tags)):
        return f"the record of {paper_id} has tags that are no list of words"
    highlights = document.get("highlights", [])
    if not (type(highlights) is list and all(map(is_highlight, highlights))):
        return f"the record of {paper_id} has a highlight that cannot be read"
    return None


def is_highlight(found: object) -> bool:
    """Whether a value read from disk is a highlight's record."""
    return (
        type(found) is dict
        and type(found.get("passage")) is str
        and type(found.get("start")) is int
        and type(found.get("colour", "")) is str
        and type(found.get("remark", "")) is str
    )


def sound_text(text: str) -> str:
    """The text without lone surrogates, which no file in UTF-8 can hold."""
    return text if text.isascii() else _SURROGATE.sub("\ufffd", text)
