"""A segment: the postings of a run of papers, in numpy arrays that are mapped from files or held in memory.

Postings are kept by stem, stems in the order of their bytes, so that all stems with one beginning are one slice. For
each posting there are the paper's number in the segment, the term frequency (words of a real title count more), how
many places it has, a byte that tells which forms of the stem occur, bits of the words that come right after it
(`follower_bit`), and the places. A segment is never changed once it is written.
"""

from __future__ import annotations

import json
import mmap
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, NamedTuple
from zlib import crc32

import numpy as np
from numpy.typing import NDArray

from paperterm.model.memory import release
from paperterm.search.files import create, make_folder

FORMAT = 3
"""Of the files; an index of another format is made anew."""

MANIFEST = "segment.json"
EMPTY_SLOT = 0xFFFFFFFF

DTYPES: dict[str, str] = {
    "stem_bytes": "u1", "stem_ends": "<u4", "stem_slots": "<u4",
    "word_bytes": "u1", "word_ends": "<u4", "word_slots": "<u4",
    "word_stem": "<u4", "word_bit": "u1", "word_letters": "<u4",
    "posting_ends": "<i8", "place_ends": "<i8",
    "papers": "<u4", "frequencies": "<u2", "place_counts": "u1", "forms": "u1",
    "followers": "<u4", "places": "<u2",
    "lengths": "<u4",
    "years": "<i2", "venues": "<u4", "facts": "<u2", "title_keys": "S24", "venue_bytes": "u1", "venue_ends": "<u4",
}  # fmt: skip


class DamagedIndex(Exception):
    """The files of an index are not what was written; it has to be made anew."""


class Range(NamedTuple):
    """A run of stems, from `first` up to but not with `last`."""

    first: int
    last: int


class Strings:
    """Sorted byte strings in one array, with a hash table to find one and bisection to find beginnings."""

    def __init__(self, content: NDArray[Any], ends: NDArray[Any], slots: NDArray[Any]) -> None:
        self._content = content.data
        self._ends = ends.data
        self._slots = slots.data
        self._mask = len(slots) - 1

    def __len__(self) -> int:
        return len(self._ends)

    def __getitem__(self, number: int) -> bytes:
        start = self._ends[number - 1] if number else 0
        return bytes(self._content[start : self._ends[number]])

    def __iter__(self) -> Iterator[bytes]:
        return (self[number] for number in range(len(self)))

    def find(self, wanted: bytes) -> int | None:
        """The number of a string; None when it is not there."""
        if self._mask < 0:
            return None
        slots, ends, mask = self._slots, self._ends, self._mask
        first = crc32(wanted)
        for slot in range(first, first + mask):
            number: int = slots[slot & mask]
            if number == EMPTY_SLOT:
                return None
            if bytes(self._content[ends[number - 1] if number else 0 : ends[number]]) == wanted:
                return number
        return None

    def starting_with(self, prefix: bytes) -> Range:
        """The strings that start with `prefix`."""
        first = self._bisect(prefix)
        last = self._bisect(prefix + b"\xff") if first < len(self) and self[first].startswith(prefix) else first
        return Range(first, last)

    def _bisect(self, wanted: bytes) -> int:
        low, high = 0, len(self)
        while low < high:
            middle = (low + high) // 2
            if self[middle] < wanted:
                low = middle + 1
            else:
                high = middle
        return low


def follower_bit(stem: bytes) -> int:
    """The bit that stands for a stem among those that follow another; one in 32 stems has the same."""
    return 1 << (crc32(stem) & 31)


def slots_of(strings: Sequence[bytes]) -> NDArray[Any]:
    """The hash table of `Strings`: open addressing, at most half full."""
    size = 2
    while size < 2 * len(strings):
        size *= 2
    slots = [EMPTY_SLOT] * size
    for number, string in enumerate(strings):
        slot = crc32(string) & (size - 1)
        while slots[slot] != EMPTY_SLOT:
            slot = (slot + 1) & (size - 1)
        slots[slot] = number
    return np.array(slots, dtype="<u4")


@dataclass
class Segment:
    """Papers `first` to `first + count` of the corpus, by their arrays (`DTYPES` names them).

    `folder`: where its files are; None when they are in memory or were removed.
    """

    first: int
    count: int
    arrays: dict[str, NDArray[Any]]
    folder: Path | None = None
    stems: Strings = field(init=False)
    words: Strings = field(init=False)
    posting_ends: memoryview = field(init=False)
    word_stem: memoryview = field(init=False)

    def __post_init__(self) -> None:
        arrays = self.arrays
        self.stems = Strings(arrays["stem_bytes"], arrays["stem_ends"], arrays["stem_slots"])
        self.words = Strings(arrays["word_bytes"], arrays["word_ends"], arrays["word_slots"])
        self.posting_ends = arrays["posting_ends"].data
        self.word_stem = arrays["word_stem"].data
        self._word_bit = arrays["word_bit"].data
        self.papers = arrays["papers"]
        self.frequencies = arrays["frequencies"]
        self.forms = arrays["forms"]
        self.followers = arrays["followers"]

    def let_go(self) -> None:
        """Give back the memory of the postings that were read."""
        for name in ("papers", "frequencies", "forms", "followers", "place_counts", "places"):
            base = self.arrays[name].base
            if isinstance(base, memoryview) and isinstance(base.obj, mmap.mmap):
                release(base.obj)

    def postings_of(self, stems: Range) -> tuple[int, int]:
        """The slice of the posting arrays that belongs to a run of stems."""
        if stems.first >= stems.last:
            return 0, 0
        return (self.posting_ends[stems.first - 1] if stems.first else 0), self.posting_ends[stems.last - 1]

    def places_of(self, stems: Range) -> tuple[NDArray[Any], NDArray[Any]]:
        """All places of a run of stems, and for each of its postings where its places end among them."""
        start, end = self.postings_of(stems)
        ends = np.cumsum(self.arrays["place_counts"][start:end], dtype=np.int64)
        all_ends = self.arrays["place_ends"]
        first = int(all_ends[stems.first - 1]) if stems.first else 0
        return self.arrays["places"][first : int(all_ends[stems.last - 1])], ends

    def form_bit(self, word: int) -> int:
        """The bit of `forms` that a word has."""
        bit: int = self._word_bit[word]
        return 1 << bit


def save(arrays: dict[str, NDArray[Any]], first: int, count: int, folder: Path) -> None:
    """Write a segment's arrays and, last, its manifest into a folder."""
    make_folder(folder)
    write_arrays(folder, arrays)
    write_manifest(folder, first, count)


def write_arrays(folder: Path, arrays: dict[str, NDArray[Any]]) -> None:
    """Write some of the arrays of a segment."""
    for name, array in arrays.items():
        with create(folder / f"{name}.bin") as file:
            array.astype(DTYPES[name], copy=False).tofile(file)


def write_manifest(folder: Path, first: int, count: int) -> None:
    """Write down what the files of a folder should be, so that damage is noticed."""
    sizes = {name: (folder / f"{name}.bin").stat().st_size for name in DTYPES}
    manifest = {"format": FORMAT, "first": first, "count": count, "sizes": sizes}
    with create(folder / MANIFEST) as file:
        file.write(json.dumps(manifest).encode())


def load(folder: Path) -> Segment:
    """Map a segment that `save` wrote.

    Raises:
        DamagedIndex: a file is missing, cut short, or of another format.
    """
    try:
        manifest = json.loads((folder / MANIFEST).read_text(encoding="utf-8"))
        if manifest["format"] != FORMAT:
            raise DamagedIndex("another format")
        arrays = {name: _mapped(folder / f"{name}.bin", DTYPES[name], manifest["sizes"][name]) for name in DTYPES}
        segment = Segment(int(manifest["first"]), int(manifest["count"]), arrays, folder)
    except (OSError, ValueError, KeyError, TypeError) as error:
        raise DamagedIndex(str(error)) from error
    _check(segment)
    return segment


def _mapped(path: Path, dtype: str, size: int) -> NDArray[Any]:
    with path.open("rb") as file:
        if path.stat().st_size != size or size % np.dtype(dtype).itemsize:
            raise DamagedIndex(f"{path.name} is cut short")
        if size == 0:
            return np.empty(0, dtype=dtype)
        return np.frombuffer(mmap.mmap(file.fileno(), size, access=mmap.ACCESS_READ), dtype=dtype)


def _check(segment: Segment) -> None:
    """That the arrays fit together."""
    arrays = segment.arrays
    postings = int(arrays["posting_ends"][-1]) if len(arrays["posting_ends"]) else 0
    places = int(arrays["place_ends"][-1]) if len(arrays["place_ends"]) else 0
    per_paper = ("lengths", "years", "venues", "facts", "title_keys")
    per_posting = ("papers", "frequencies", "place_counts", "forms", "followers")
    if (
        any(len(arrays[name]) != segment.count for name in per_paper)
        or any(len(arrays[name]) != postings for name in per_posting)
        or len(arrays["places"]) != places
        or not len(arrays["stem_ends"]) == len(arrays["posting_ends"]) == len(arrays["place_ends"])
        or not len(arrays["word_ends"]) == len(arrays["word_stem"]) == len(arrays["word_bit"])
        or len(arrays["stem_slots"]) & (len(arrays["stem_slots"]) - 1)
        or len(arrays["word_slots"]) & (len(arrays["word_slots"]) - 1)
    ):
        raise DamagedIndex("the arrays do not fit together")
