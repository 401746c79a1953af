"""The catalogue's cache: one file that is mapped, not loaded, and can be thrown away at any time.

Layout: magic, length and CRC-32 of the head (JSON: format, byte order, sources, collections, sections), the head, then
the sections, each at a multiple of 8. With N papers and C collections:

* `files` int32[N], `starts` and `lengths` int64[N]: where each paper's record is;
* `head_ends` int64[N], `heads`: what a row of the list shows, as the CRC-32 of some JSON and that JSON;
* `ids` uint64[N] sorted, `id_numbers` int32[N]: from an id to a number;
* `member_ends` int64[C], `members` int32: the papers of each collection, in the order of the list;
* `home_ends` int64[N], `homes` int32: the collections of each paper.

Two checksums in the head, of the ids and of the last four; what is read from the others is checked when it is read, so
that opening touches next to nothing.
"""

from __future__ import annotations

import json
import mmap
import os
import struct
import sys
import zlib
from array import array
from bisect import bisect_left
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any, Literal

from paperterm.model.memory import release
from paperterm.store.files import write_whole

FORMAT = 1
NAME = "catalogue.bin"

_MAGIC = b"ptcat\x00\x00\x01"
_PREFIX = struct.Struct("<8sQQ")
_SECTIONS: dict[str, Literal["i", "q", "Q", "B"]] = {
    "files": "i", "starts": "q", "lengths": "q", "head_ends": "q", "heads": "B", "ids": "Q", "id_numbers": "i",
    "members": "i", "member_ends": "q", "home_ends": "q", "homes": "i",
}  # fmt: skip


_IDS = ("ids", "id_numbers")
_CHECKED = ("members", "member_ends", "home_ends", "homes")


HEADS_KEPT = 64
"""Rows that are read before their memory is given back: for each the system maps some 64 kB around it."""


def head_row(fields: list[Any]) -> bytes:
    """The form in which what a row shows is kept in `heads`."""
    text = json.dumps(fields, ensure_ascii=False, separators=(",", ":")).encode()
    return zlib.crc32(text).to_bytes(4, "little") + text


def checksum(sections: object, names: Iterable[str]) -> int:
    """The checksum of some sections together."""
    crc = 0
    for name in names:
        section = sections[name] if isinstance(sections, dict) else getattr(sections, name)
        if len(section):
            crc = zlib.crc32(memoryview(section).cast("B"), crc)
    return crc


class Offsets:
    """The mapped sections; each is a sequence of integers that costs no memory until it is read."""

    files: memoryview[int]
    starts: memoryview[int]
    lengths: memoryview[int]
    head_ends: memoryview[int]
    heads: memoryview[int]
    ids: memoryview[int]
    id_numbers: memoryview[int]
    members: memoryview[int]
    member_ends: memoryview[int]
    home_ends: memoryview[int]
    homes: memoryview[int]

    def __init__(self, data: bytes | mmap.mmap) -> None:
        """Raises ValueError when the data is not a whole cache of this format and machine."""
        self._data = data
        self._heads_read = 0
        view = memoryview(data)
        if len(view) < _PREFIX.size:
            raise ValueError("too short")
        magic, length, crc = _PREFIX.unpack(view[: _PREFIX.size])
        head = bytes(view[_PREFIX.size : _PREFIX.size + length])
        if magic != _MAGIC or zlib.crc32(head) != crc:
            raise ValueError("not a catalogue of this format")
        self.head: dict[str, Any] = json.loads(head)
        if self.head["format"] != FORMAT or self.head["byteorder"] != sys.byteorder:
            raise ValueError("of another format")
        for name, code in _SECTIONS.items():
            start, stop = self.head["sections"][name]
            if stop > len(view):
                raise ValueError("cut off")
            setattr(self, name, view[start:stop].cast(code))
        if {len(self.ids), len(self.head_ends), len(self.home_ends)} != {len(self.files)}:
            raise ValueError("inconsistent")
        if self.head["checksum"] != checksum(self, _CHECKED):
            raise ValueError("damaged")
        self._are_ids_sound = False
        self.let_go()

    def let_go(self) -> None:
        """Give back the memory of what was read; it stays in the system's cache of files."""
        if isinstance(self._data, mmap.mmap):
            release(self._data)

    def __len__(self) -> int:
        return len(self.files)

    def head_of(self, number: int) -> list[Any]:
        """What a row shows: paper_id, title, title_is_derived, authors, venue, year.

        Raises:
            ValueError: the cache is damaged.
        """
        self._heads_read += 1
        if self._heads_read % HEADS_KEPT == 0:
            self.let_go()
        start = self.head_ends[number - 1] if number else 0
        row = bytes(self.heads[start : self.head_ends[number]])
        if zlib.crc32(row[4:]).to_bytes(4, "little") != row[:4]:
            raise ValueError("damaged")
        found: list[Any] = json.loads(row[4:])
        return found

    def id_of(self, number: int) -> str:
        """The paper_id alone, without a look at the checksum; some other text where the cache is damaged."""
        start = (self.head_ends[number - 1] if number else 0) + 6  # behind the checksum and `["`
        return bytes(self.heads[start : start + 16]).decode("ascii", "replace")

    def find(self, first: int, last: int, most: int) -> list[int]:
        """The numbers of at most `most` papers whose ids lie between two.

        Raises:
            ValueError: the cache is damaged.
        """
        if not self._are_ids_sound:  # once, and not before it is needed: it reads 12 bytes a paper
            if checksum(self, _IDS) != self.head["ids"]:
                raise ValueError("damaged")
            self._are_ids_sound = True
        at = bisect_left(self.ids, first)
        numbers: list[int] = []
        while at < len(self.ids) and self.ids[at] <= last and len(numbers) < most:
            numbers.append(self.id_numbers[at])
            at += 1
        return numbers

    def members_of(self, collection: int) -> memoryview[int]:
        """The papers of a collection."""
        start = self.member_ends[collection - 1] if collection else 0
        return self.members[start : self.member_ends[collection]]

    def homes_of(self, number: int) -> list[int]:
        """The collections of a paper."""
        start = self.home_ends[number - 1] if number else 0
        return list(self.homes[start : self.home_ends[number]])


def load(path: Path) -> Offsets | None:
    """Map a cache; `None` when there is none that can be used."""
    try:
        descriptor = os.open(path, os.O_RDONLY | os.O_NOFOLLOW | os.O_CLOEXEC)
    except OSError:
        return None
    try:
        return Offsets(mmap.mmap(descriptor, 0, access=mmap.ACCESS_READ))
    except (OSError, ValueError, KeyError, TypeError):
        return None
    finally:
        os.close(descriptor)


def encode(head: dict[str, Any], sections: dict[str, array[int] | bytes | bytearray]) -> list[bytes]:
    """The bytes of a cache, in parts."""
    bounds = {name: [0, 0] for name in _SECTIONS}
    checksums = {"checksum": checksum(sections, _CHECKED), "ids": checksum(sections, _IDS)}
    whole = head | checksums | {"format": FORMAT, "byteorder": sys.byteorder, "sections": bounds}
    # The head's length depends on the offsets in it: leave room for the longest.
    room = len(json.dumps(whole)) + 40 * len(_SECTIONS)
    at = first = _aligned(_PREFIX.size + room)
    parts: list[bytes] = []
    for name in _SECTIONS:
        data = bytes(memoryview(sections[name]).cast("B")) if len(sections[name]) else b""
        bounds[name] = [at, at + len(data)]
        padding = _aligned(at + len(data)) - at - len(data)
        parts += [data, bytes(padding)]
        at += len(data) + padding
    text = json.dumps(whole).encode()
    prefix = _PREFIX.pack(_MAGIC, len(text), zlib.crc32(text))
    return [prefix, text, bytes(first - len(prefix) - len(text)), *parts]


def _aligned(size: int) -> int:
    return (size + 7) // 8 * 8


def save(path: Path, parts: Iterable[bytes]) -> None:
    """Put a cache in place, whole or not at all; not fsynced, as it can be made again."""
    write_whole(path, parts, durable=False)


def ends_of(lengths: Iterable[int]) -> array[int]:
    """Running sums."""
    total = 0
    ends = array("q")
    for length in lengths:
        total += length
        ends.append(total)
    return ends


def flat(groups: Sequence[Iterable[int]]) -> array[int]:
    """The numbers of all groups, one after another."""
    numbers = array("i")
    for group in groups:
        numbers.extend(group)
    return numbers
