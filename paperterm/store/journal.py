"""The journal: one line a transaction, each with a checksum and tied to the line before it.

A line is `<crc32 in 8 hexadecimal digits> <JSON>\\n`; the JSON object holds `g` (generation, one more than the line
before), `p` (the crc of the line before) and `c` (the changed documents: table, then id, then the whole document, or
null where it was removed). Whole documents make replaying idempotent.
"""

from __future__ import annotations

import json
import zlib
from typing import Any, NamedTuple

from paperterm.store.documents import Document

NAME = "annotations.log"
FIRST = "00000000"
"""The crc that the very first line names as the one before it."""

_BEGINNING = b' {"g":'
"""What no line holds but after its crc: within texts the quotation marks are escaped."""

Changes = dict[str, dict[str, Document | None]]

_ENCODER = json.JSONEncoder(ensure_ascii=False, allow_nan=False, check_circular=False, separators=(",", ":"))


class Line(NamedTuple):
    """One transaction."""

    generation: int
    previous: str
    crc: str
    changes: Changes


class Scan(NamedTuple):
    """What a journal, or the end of one, holds.

    Attributes:
        lines: the sound lines, in order.
        end: bytes that they take.
        tail: what follows them: the torn last line of a process that was stopped; empty when all is well.
        damage: why the journal cannot be used as it is (a bad line with others after it); `None` when it can.
    """

    lines: tuple[Line, ...]
    end: int
    tail: bytes = b""
    damage: str | None = None


def encode(generation: int, previous: str, changes: Changes) -> tuple[bytes, str]:
    """The bytes of a line, and its crc."""
    payload = _ENCODER.encode({"g": generation, "p": previous, "c": changes}).encode()
    crc = format(zlib.crc32(payload), "08x")
    return b"%b %b\n" % (crc.encode(), payload), crc


def scan(data: bytes) -> Scan:
    """Take a journal apart; a bad line is a torn tail when it is the last one, damage when it is not."""
    lines: list[Line] = []
    end = 0
    while end < len(data):
        stop = data.find(b"\n", end)
        line = None if stop < 0 else _decode(data[end:stop])
        if line is None:
            # A stopped process leaves one line unfinished; more than one is damage, a lost line break between them too.
            is_last = (stop < 0 or stop + 1 == len(data)) and _BEGINNING not in data[end + 9 :]
            return Scan(tuple(lines), end, data[end:], None if is_last else f"line {len(lines) + 1} is damaged")
        if lines and (line.generation != lines[-1].generation + 1 or line.previous != lines[-1].crc):
            return Scan(tuple(lines), end, data[end:], f"line {len(lines) + 1} does not follow the line before it")
        lines.append(line)
        end = stop + 1
    return Scan(tuple(lines), end)


def scan_leniently(data: bytes) -> tuple[list[Line], int]:
    """Every line that can be read, in order, and how many could not: for mending."""
    found = [_decode(part) for part in data.split(b"\n") if part]
    lines = [line for line in found if line is not None]
    return lines, len(found) - len(lines)


def _decode(line: bytes) -> Line | None:
    crc, _, payload = line.partition(b" ")
    if crc != b"%08x" % zlib.crc32(payload):
        return None
    try:
        found: Any = json.loads(payload)
        generation, previous, changes = found["g"], found["p"], found["c"]
    except (ValueError, KeyError, TypeError, RecursionError):
        return None
    if type(generation) is not int or type(previous) is not str or not _are_changes(changes):
        return None
    return Line(generation, previous, crc.decode(), changes)


def _are_changes(changes: object) -> bool:
    return type(changes) is dict and all(
        type(table) is dict and all(document is None or type(document) is dict for document in table.values())
        for table in changes.values()
    )
