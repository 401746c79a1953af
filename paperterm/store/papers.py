"""The papers' own files: one for each import, written once, never changed.

The first line says what the file is: schema, collection, counts, and the SHA-256 of all that follows. Then one line
a paper: its whole record, or `{"paper_id": …}` alone for a paper that an earlier file holds. A whole record of a known
paper is a newer one (a title where there was none) and stands from then on.
"""

from __future__ import annotations

import json
import re
import unicodedata
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any, NamedTuple

from paperterm.errors import LibraryUnreadable
from paperterm.model.collection import Collection
from paperterm.model.paper import Paper
from paperterm.model.patterns import late
from paperterm.store.documents import PAPER_ID, Document, sound_text

FOLDER = "papers"
SCHEMA = 1

_NAME = late(r"(\d{4,})-[a-z0-9-]+\.jsonl")
_TEXTS = ("venue", "abstract", "doi", "arxiv_id", "url", "citation_key")
_ENCODER = json.JSONEncoder(ensure_ascii=False, allow_nan=False, check_circular=False)


class Record(NamedTuple):
    """One line: where it is (bytes), and what it says; `paper` is `None` for a reference."""

    paper_id: str
    paper: Paper | None
    start: int
    length: int


class PapersFile:
    """A file that was read.

    Attributes:
        digest: SHA-256 of what is there after the first line (not of what that line says).
        promised: the SHA-256 and number of papers in the first line; `None` when it cannot be read.
    """

    def __init__(self, data: bytes, path: Path) -> None:
        """Raises LibraryUnreadable when the file is from a newer version."""
        import hashlib

        self.path = path
        self._data = data
        self._start = data.find(b"\n") + 1
        head = _head(data[: self._start])
        self.collection = _collection(head or {}, path)
        self.promised = None if head is None else (head["sha256"], head["papers"])
        if head is None:
            self._start = 0
        elif head["schema"] > SCHEMA:
            raise LibraryUnreadable(
                f"{path} is from a newer paperterm (schema {head['schema']})",
                "Use the version that wrote it, or newer.",
            )
        self.digest = hashlib.sha256(memoryview(data)[self._start :]).hexdigest()

    def records(self) -> Iterator[Record]:
        """The records that can be read; the others are left out."""
        start, data = self._start, self._data
        while start < len(data):
            stop = data.find(b"\n", start)
            stop = len(data) if stop < 0 else stop
            record = _record(data[start:stop], start)
            if record is not None:
                yield record
            start = stop + 1

    def fault(self, count: int) -> str | None:
        """What is wrong with the file, when `count` papers in it could be read."""
        if self.promised is not None and self.promised == (self.digest, count):
            return None
        promised = "" if self.promised is None else f" of {self.promised[1]}"
        return f"{self.path} is damaged: {count}{promised} papers in it can be read"


def file_name(number: int, collection: str) -> str:
    """`0007-icml-2024.jsonl`: nothing of the collection's name can act on the file system."""
    plain = unicodedata.normalize("NFKD", collection).encode("ascii", "ignore").decode().lower()
    slug = re.sub(r"[^a-z0-9]+", "-", plain)[:40].strip("-")
    return f"{number:04}-{slug or 'list'}.jsonl"


def file_number(name: str) -> int | None:
    """The number in a file's name; `None` when it is not one of ours."""
    found = _NAME.fullmatch(name)
    return int(found[1]) if found else None


def encode(collection: Collection, lines: Iterable[Paper | str]) -> list[bytes]:
    """The bytes of a file, in parts: a paper with its record, or the id of one that is known."""
    import hashlib

    body = [_line({"paper_id": line} if isinstance(line, str) else to_document(line)) for line in lines]
    digest = hashlib.sha256()
    for part in body:
        digest.update(part)
    head = {
        "schema": SCHEMA,
        "kind": "papers",
        "name": sound_text(collection.name),
        "venue": sound_text(collection.venue),
        "year": collection.year,
        "source": sound_text(collection.source),
        "imported": collection.imported,
        "papers": len(body),
        "sha256": digest.hexdigest(),
    }
    return [_line(head), *body]


def _line(document: Mapping[str, Any]) -> bytes:
    return (_ENCODER.encode(document) + "\n").encode()


def to_document(paper: Paper) -> Document:
    """The record of a paper."""
    document: Document = {"paper_id": paper.paper_id, "title": sound_text(paper.title)}
    if paper.title_is_derived:
        document["title_is_derived"] = True
    if paper.authors:
        document["authors"] = [sound_text(author) for author in paper.authors]
    if paper.year is not None:
        document["year"] = paper.year
    for name in _TEXTS:
        if text := getattr(paper, name):
            document[name] = sound_text(text)
    if paper.extra:
        document["extra"] = {sound_text(name): sound_text(text) for name, text in paper.extra.items()}
    return document


def to_paper(document: object) -> Paper:
    """The paper in a record.

    Raises:
        ValueError: it has not the shape of one.
    """
    if type(document) is not dict:
        raise ValueError("a record is not an object")
    paper_id: Any = document.get("paper_id")
    title: Any = document.get("title")
    authors, year, extra = document.get("authors", []), document.get("year"), document.get("extra")
    if type(paper_id) is not str or PAPER_ID.fullmatch(paper_id) is None:
        raise ValueError("a record has no paper_id of 16 hexadecimal digits")
    texts = {name: document[name] for name in _TEXTS if name in document}
    is_sound = (
        type(title) is str
        and type(authors) is list
        and all(type(author) is str for author in authors)
        and (year is None or type(year) is int)
        and all(type(text) is str for text in texts.values())
        and type(document.get("title_is_derived", False)) is bool
    )
    if not is_sound:
        raise ValueError(f"the record of {paper_id} has a field that is not what it should be")
    if extra is not None:
        if type(extra) is not dict or not all(type(text) is str for text in extra.values()):
            raise ValueError(f"the record of {paper_id} has further fields that are no texts")
        texts["extra"] = extra
    return Paper(paper_id, title, document.get("title_is_derived", False), tuple(authors), year=year, **texts)


def _head(line: bytes) -> Document | None:
    try:
        head = json.loads(line)
    except (ValueError, RecursionError):
        return None
    if type(head) is not dict or head.get("kind") != "papers":
        return None
    kinds = (("schema", int), ("name", str), ("papers", int), ("sha256", str))
    return head if all(type(head.get(name)) is kind for name, kind in kinds) else None


def _collection(head: Mapping[str, Any], path: Path) -> Collection:
    texts = [head.get(name, "") for name in ("venue", "source", "imported")]
    venue, source, imported = (text if type(text) is str else "" for text in texts)
    year = head.get("year")
    return Collection(head.get("name") or path.stem, venue, year if type(year) is int else None, source, imported)


def _record(line: bytes, start: int) -> Record | None:
    try:
        document = json.loads(line)
        if type(document) is dict and document.keys() == {"paper_id"} and _is_id(document["paper_id"]):
            return Record(document["paper_id"], None, start, len(line))
        paper = to_paper(document)
    except (ValueError, RecursionError):
        return None
    return Record(paper.paper_id, paper, start, len(line))


def _is_id(value: object) -> bool:
    return type(value) is str and PAPER_ID.fullmatch(value) is not None
