"""What can still be read of a damaged `annotations.json`."""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from paperterm.store.checkpoint import ANNOTATIONS, HISTORY, META, Tables, read_strictly, shape_fault
from paperterm.store.documents import Document, fault_of

_RECORD = re.compile(r'"(?:[^"\\]|\\.){1,40}"\s*:\s*(?=\{)')
_GENERATION = re.compile(rb'"generation": (\d{1,15})\b')
_DECODER = json.JSONDecoder()


class Part(NamedTuple):
    """What can be read of a record, and the names of the fields that cannot, or not whole."""

    document: Document
    faulty: tuple[str, ...]


@dataclass(slots=True)
class Salvaged:
    """Records that can be read.

    Attributes:
        parts: records of which a field cannot be read, without that.
        is_whole: nothing was lost: the file is JSON in the right shape, and only its checksum does not fit.
        others: tables that this version does not know.
    """

    annotations: list[Document] = field(default_factory=list)
    parts: list[Part] = field(default_factory=list)
    history: dict[str, Document] = field(default_factory=dict)
    others: Tables = field(default_factory=dict)
    generation: int = 0
    is_whole: bool = False


def salvage(data: bytes) -> Salvaged:
    """Every record of a paper that can be read; never raises."""
    data = data.removeprefix(b"\xef\xbb\xbf")
    generations = [int(found) for found in _GENERATION.findall(data[:2000])]
    found = Salvaged(generation=max(generations, default=0))
    try:
        tables = read_strictly(data)
    except (ValueError, RecursionError):
        tables = None
    if tables is not None and shape_fault(tables) is None:
        _take_tables(tables, found)
        return found
    _take_records(data.decode("utf-8", "replace"), found)
    return found


def _take_tables(tables: Tables, found: Salvaged) -> None:
    documents = list(tables.pop(ANNOTATIONS, {}).values())
    for document in documents:
        _take_record(document, found)
    ids = {document["paper_id"] for document in found.annotations}
    found.is_whole = len(ids) == len(documents)
    found.history = tables.pop(HISTORY, {})
    tables.pop(META, None)
    found.others = tables


def _take_records(text: str, found: Salvaged) -> None:
    at = 0
    while match := _RECORD.search(text, at):
        at = match.end()
        if text.startswith("{\n", at):
            continue  # a table, not a record: look at what is in it
        try:
            document, end = _DECODER.raw_decode(text, at)
        except (ValueError, RecursionError):
            continue
        if _take_record(document, found):
            at = end


def _take_record(document: Any, found: Salvaged) -> bool:
    if fault_of(document) is None:
        found.annotations.append(document)
        return True
    part = readable_part(document)
    if part is not None:
        found.parts.append(part)
    return part is not None


def readable_part(document: Any) -> Part | None:
    """A faulty record without what is faulty in it; `None` where it does not even say which paper it is of."""
    if type(document) is not dict:
        return None
    sound = {"paper_id": document.get("paper_id")}
    if fault_of(sound) is not None:
        return None
    faulty = []
    for name, value in document.items():
        if fault_of({**sound, name: value}) is None:
            sound[name] = value
            continue
        faulty.append(name)
        if type(value) is list:
            sound[name] = [one for one in value if fault_of({**sound, name: [one]}) is None]
    return Part(sound, tuple(faulty))


def merged(older: list[Document], newer: list[Document], parts: Sequence[Part] = ()) -> list[Document]:
    """One record a paper: the newer one, with its tags and note joined where a paper has two in the newer list.

    What cannot be read of a part is taken from another record of its paper, if there is one.
    """
    records: dict[str, Document] = {document["paper_id"]: document for document in older}
    seen: set[str] = set()
    for document in newer:
        paper_id = document["paper_id"]
        records[paper_id] = _joined(records[paper_id], document) if paper_id in seen else document
        seen.add(paper_id)
    for part, faulty in parts:
        paper_id = part["paper_id"]
        known = records.get(paper_id, part)
        if paper_id in seen:
            records[paper_id] = _joined(part, known)
            continue
        lacking = {name: known[name] for name in faulty if name in known}
        records[paper_id] = _joined({**part, **lacking}, {name: part[name] for name in faulty if name in part})
        seen.add(paper_id)
    return list(records.values())


def _joined(first: Document, second: Document) -> Document:
    both = {**first, **second}
    if tags := sorted({*first.get("tags", ()), *second.get("tags", ())}):
        both["tags"] = tags
    notes = [note for note in dict.fromkeys((first.get("note", ""), second.get("note", ""))) if note]
    if len(notes) > 1:
        both["note"] = "\n\n--- from a second record of this paper ---\n\n".join(notes)
    highlights = [*first.get("highlights", ())]
    highlights += [one for one in second.get("highlights", ()) if one not in highlights]
    if highlights:
        both["highlights"] = highlights
    return both
