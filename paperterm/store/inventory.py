"""The making of the catalogue's cache: from nothing, or on from an earlier one."""

from __future__ import annotations

from array import array
from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple

from paperterm.model.collection import Collection
from paperterm.model.paper import Paper, PaperHead
from paperterm.model.text import fold
from paperterm.store import offsets
from paperterm.store.offsets import Offsets


class Source(NamedTuple):
    """One of the papers' own files, as it was when it was read.

    `digest` is of its content; `has_newer` tells that it holds a newer record of a paper of an earlier file.
    """

    name: str
    size: int
    modified: int
    inode: int
    digest: str
    has_newer: bool
    fault: str | None


class Line(NamedTuple):
    """A record of a file; `head` is `None` for a reference."""

    paper_id: str
    head: PaperHead | None
    start: int
    length: int


class Inventory:
    """Where every paper is, in arrays that grow file by file."""

    def __init__(self, base: Offsets | None = None) -> None:
        self.sources: list[Source] = []
        self.collections: list[Collection] = []
        self._base = base
        self._numbers: dict[int, int] = {}
        self._files, self._starts, self._lengths = array("i"), array("q"), array("q")
        self._head_ends, self._heads = array("q"), bytearray()
        self._newer_heads: dict[int, bytes] = {}
        self._members: list[array[int]] = []
        if base is not None:
            self._take_over(base)

    def _take_over(self, base: Offsets) -> None:
        self.sources = [Source(*source) for source in base.head["sources"]]
        self.collections = [Collection(*found) for found in base.head["collections"]]
        for target, view in (
            (self._files, base.files), (self._starts, base.starts), (self._lengths, base.lengths),
            (self._head_ends, base.head_ends),
        ):  # fmt: skip
            target.frombytes(view.cast("B"))
        self._heads += base.heads
        for index in range(len(self.collections)):
            self._members.append(array("i", base.members_of(index)))

    def number(self, paper_id: str) -> int | None:
        """The number of a paper; `None` when it is not here."""
        key = int(paper_id, 16)
        found = self._numbers.get(key)
        if found is None and self._base is not None:
            found = next(iter(self._base.find(key, key, 1)), None)
        return found

    def add(self, source: Source, collection: Collection, lines: Iterable[Line]) -> int:
        """Take in the next file; gives how many records it held. `source.has_newer` is found out here."""
        file, count, has_newer = len(self.sources), 0, False
        members, known = self._collection(collection)
        for line in lines:
            count += 1
            number = self.number(line.paper_id)
            if number is None and line.head is not None:
                number = self._append(file, line, line.head)
            elif number is not None and line.head is not None:
                has_newer = True
                self._files[number], self._starts[number], self._lengths[number] = file, line.start, line.length
                self._newer_heads[number] = _encode_head(line.head)
            if number is not None and number not in known:
                known.add(number)
                members.append(number)
        self.sources.append(source._replace(has_newer=has_newer))
        return count

    def _append(self, file: int, line: Line, head: PaperHead) -> int:
        number = len(self._files)
        self._numbers[int(line.paper_id, 16)] = number
        self._files.append(file)
        self._starts.append(line.start)
        self._lengths.append(line.length)
        self._heads += _encode_head(head)
        self._head_ends.append(len(self._heads))
        return number

    def _collection(self, collection: Collection) -> tuple[array[int], set[int]]:
        key = fold(collection.name)
        for index, known in enumerate(self.collections):
            if fold(known.name) == key:
                return self._members[index], set(self._members[index])
        self.collections.append(collection)
        self._members.append(array("i"))
        return self._members[-1], set()

    def encode(self) -> list[bytes]:
        """The bytes of the cache."""
        self._renew_heads()
        ids, id_numbers = self._sorted_ids()
        homes: list[list[int]] = [[] for _ in self._files]
        for index, members in enumerate(self._members):
            for number in members:
                homes[number].append(index)
        head = {
            "sources": self.sources,
            "collections": [[c.name, c.venue, c.year, c.source, c.imported] for c in self.collections],
            "fingerprint": fingerprint(self.sources),
        }
        sections: dict[str, Any] = {
            "files": self._files, "starts": self._starts, "lengths": self._lengths,
            "head_ends": self._head_ends, "heads": self._heads, "ids": ids, "id_numbers": id_numbers,
            "members": offsets.flat(self._members), "member_ends": offsets.ends_of(map(len, self._members)),
            "homes": offsets.flat(homes), "home_ends": offsets.ends_of(map(len, homes)),
        }  # fmt: skip
        return offsets.encode(head, sections)

    def _renew_heads(self) -> None:
        if not self._newer_heads:
            return
        heads, ends, start = bytearray(), array("q"), 0
        for number, end in enumerate(self._head_ends):
            heads += self._newer_heads.get(number) or self._heads[start:end]
            ends.append(len(heads))
            start = end
        self._heads, self._head_ends, self._newer_heads = heads, ends, {}

    def _sorted_ids(self) -> tuple[array[int], array[int]]:
        pairs = list(zip(self._base.ids, self._base.id_numbers, strict=True)) if self._base is not None else []
        pairs += self._numbers.items()
        pairs.sort()
        return array("Q", [key for key, _ in pairs]), array("i", [number for _, number in pairs])


def fingerprint(sources: Sequence[Source]) -> str:
    """What the library holds: `epoch-digest-digest…`, a digest for each file.

    When a file is added, the old fingerprint is the beginning of the new one, unless a known paper got a newer record:
    then the epoch differs.
    """
    epoch = "0"
    if newer := "".join(source.digest for source in sources if source.has_newer):
        import hashlib

        epoch = hashlib.sha256(newer.encode()).hexdigest()[:8]
    return "-".join([epoch, *(source.digest[:12] for source in sources)])


def _encode_head(head: PaperHead) -> bytes:
    return offsets.head_row([head.paper_id, head.title, head.title_is_derived, head.authors, head.venue, head.year])


def fuller(old: Paper, new: Paper) -> Paper:
    """The known paper with what a newer import adds: a real title for a derived one, and whatever was missing."""
    fields: dict[str, Any] = {
        name: getattr(old, name) or getattr(new, name)
        for name in ("authors", "venue", "abstract", "doi", "arxiv_id", "url", "citation_key")
    }
    takes_title = (old.title_is_derived or not old.title) and bool(new.title) and not new.title_is_derived
    title, is_derived = (new.title, False) if takes_title else (old.title, old.title_is_derived)
    return Paper(
        old.paper_id, title, is_derived, year=new.year if old.year is None else old.year,
        extra={**new.extra, **old.extra}, **fields,
    )  # fmt: skip
