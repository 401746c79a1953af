"""The whole of the annotations in one file that plain TinyDB and any JSON tool can read.

One document a line, so that `grep`, `diff` and salvage work; first the table `meta`, whose only document holds the
schema, the generation and chain of the journal that the file includes, and a checksum: SHA-256 of the file with the
checksum's own digits as zeros.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, NamedTuple, NoReturn

from paperterm.errors import LibraryUnreadable
from paperterm.model.about_library import ABOUT_LIBRARY
from paperterm.store import journal
from paperterm.store.digest import sha256
from paperterm.store.documents import Document, fault_of

NAME = "annotations.json"
SCHEMA = 1
ANNOTATIONS = "annotations"
HISTORY = "history"
META = "meta"

Tables = dict[str, dict[str, Document]]

_BOM = b"\xef\xbb\xbf"
_HEAD = re.compile(rb'\{"meta": \{"1": \{"checksum": "([0-9a-f]{64})"')
_ZEROS = b"0" * 64
_ENCODER = json.JSONEncoder(ensure_ascii=False, allow_nan=False, check_circular=False)
_LINES_AT_ONCE = 500


class Checkpoint(NamedTuple):
    """A checkpoint that was read: the tables without `meta`, and what `meta` says."""

    tables: Tables
    schema: int = SCHEMA
    generation: int = 0
    chain: str = journal.FIRST


def encode(tables: Mapping[str, Mapping[str, Document]], generation: int, chain: str) -> list[bytes]:
    """The file's bytes, in parts."""
    import hashlib

    meta = {"checksum": _ZEROS.decode(), "schema": SCHEMA, "generation": generation, "chain": chain}
    parts = [_ENCODER.encode({META: {"1": meta}})[:-1].encode()]
    for name, documents in tables.items():
        parts.append(f",\n{_ENCODER.encode(name)}: {{".encode())
        parts.extend(_document_lines(documents))
        parts.append(b"\n}")
    parts.append(b"}\n")
    digest = hashlib.sha256()
    for part in parts:
        digest.update(part)
    parts[0] = parts[0].replace(_ZEROS, digest.hexdigest().encode(), 1)
    return parts


def _document_lines(documents: Mapping[str, Document]) -> Iterator[bytes]:
    lines: list[str] = []
    separator = "\n"
    for key, document in documents.items():
        lines.append(f"{separator}{_ENCODER.encode(key)}: {_ENCODER.encode(document)}")
        separator = ",\n"
        if len(lines) == _LINES_AT_ONCE:
            yield "".join(lines).encode()
            lines.clear()
    yield "".join(lines).encode()


def papers_in(tables: Mapping[str, Mapping[str, Document]]) -> int:
    """How many papers have a record."""
    return sum(document.get("paper_id") not in ABOUT_LIBRARY for document in tables[ANNOTATIONS].values())


def is_sound(data: bytes) -> bool:
    """Whether the checksum in the file fits its bytes."""
    head = _HEAD.match(data)
    if head is None:
        return False
    parts = (data[: head.start(1)], _ZEROS, memoryview(data)[head.end(1) :])
    return sha256(parts, len(data)).encode() == head[1]


def generation_of(data: bytes) -> tuple[int, str]:
    """Generation and chain of a sound file, without reading the rest of it."""
    stop = data.index(b"}}", 0, 1000) + 2
    meta = json.loads(data[:stop] + b"}")[META]["1"]
    return meta["generation"], meta["chain"]


def decode(data: bytes, path: Path) -> Checkpoint:
    """Take a checkpoint apart.

    Raises:
        LibraryUnreadable: anything is not as it should be; the message says what, and where.
    """
    data = data.removeprefix(_BOM)
    if not is_sound(data):
        _explain(data, path)
    try:
        found = json.loads(data)
    except (ValueError, RecursionError) as error:
        raise _damaged(path, _json_reason(error)) from error
    return _checked(found, path)


def _checked(found: Any, path: Path) -> Checkpoint:
    if fault := shape_fault(found):
        raise _damaged(path, fault)
    meta = found.pop(META)["1"]
    if meta["schema"] >= SCHEMA and (fault := _first_fault(found)):
        if meta["schema"] > SCHEMA:
            raise LibraryUnreadable(
                f"{path} is from a newer paperterm (schema {meta['schema']})",
                "Use the version that wrote it, or newer.",
            )
        raise _damaged(path, fault)
    found.setdefault(ANNOTATIONS, {})
    found.setdefault(HISTORY, {})
    return Checkpoint(found, meta["schema"], meta["generation"], meta["chain"])


def shape_fault(found: Any) -> str | None:
    """What is wrong with the outer shape of a file that is JSON; `None` when it is tables of documents with `meta`."""
    if type(found) is not dict:
        return "it holds no tables"
    for name, table in found.items():
        if type(table) is not dict or not all(type(document) is dict for document in table.values()):
            return f"its table “{name}” does not hold documents"
    meta = found.get(META, {}).get("1", {})
    for name, kind in (("schema", int), ("generation", int), ("chain", str)):
        if type(meta.get(name)) is not kind:
            return f"its table “{META}” has no {name}"
    return None


def _explain(data: bytes, path: Path) -> NoReturn:
    """Say why the checksum does not fit, as exactly as can be found out."""
    if not data:
        raise _damaged(path, "it is empty (0 bytes)")
    if not data.strip(b"\0"):
        raise _damaged(path, "it holds nothing but zero bytes")
    try:
        found = read_strictly(data)
    except (ValueError, RecursionError) as error:
        raise _damaged(path, _json_reason(error)) from error
    if (fault := shape_fault(found)) or (fault := _first_fault(found)):
        raise _damaged(path, fault)
    raise LibraryUnreadable(
        f"{path} was changed by something other than paperterm, or is damaged: its checksum does not fit",
        "If you changed it yourself, 'paperterm doctor --repair' takes it over; else see 'paperterm restore'.",
    )


def read_strictly(data: bytes) -> Any:
    """JSON without what would lose something unseen: duplicate keys, NaN, numbers beyond all bounds.

    Raises:
        ValueError, RecursionError: it is no such JSON.
    """
    return json.loads(data.decode("utf-8"), object_pairs_hook=_unique, parse_constant=_no_constant, parse_float=_finite)


def _unique(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) != len(pairs):
        keys = [key for key, _ in pairs]
        raise ValueError(f"“{next(key for key in keys if keys.count(key) > 1)[:40]}” is there twice")
    return found


def _no_constant(name: str) -> NoReturn:
    raise ValueError(f"{name} is no number")


def _finite(text: str) -> float:
    value = float(text)
    if value in (float("inf"), float("-inf")):
        raise ValueError(f"{text[:20]} is no number")
    return value


def _first_fault(found: Any) -> str | None:
    return next((fault for document in found.get(ANNOTATIONS, {}).values() if (fault := fault_of(document))), None)


def _json_reason(error: BaseException) -> str:
    if isinstance(error, RecursionError):
        return "it is nested too deeply"
    if isinstance(error, UnicodeDecodeError):
        return f"it is not UTF-8 text (byte {error.start})"
    if isinstance(error, json.JSONDecodeError):
        return f"{error.msg.lower()} in line {error.lineno}, column {error.colno}"
    return str(error)


def _damaged(path: Path, reason: str) -> LibraryUnreadable:
    return LibraryUnreadable(
        f"{path} is damaged: {reason}",
        "Nothing was changed. 'paperterm doctor' says what can be read, 'paperterm doctor --repair' brings it back.",
    )
