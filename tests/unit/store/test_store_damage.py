"""Files that are damaged in every way: said, kept byte for byte, never taken for something else."""

from __future__ import annotations

import hashlib
import json
import random
import shutil
from pathlib import Path

import pytest
from tinydb import TinyDB

from paperterm.errors import LibraryNotWritable, LibraryUnreadable
from paperterm.model.annotation import Annotation
from paperterm.model.collection import Collection
from paperterm.store import checkpoint, digest
from paperterm.store.lock import LibraryLock
from paperterm.store.state import read_state
from paperterm.store.store import Store
from tests.unit.store.tools import READ, change, contents, paper, paper_id, put, reopened, snapshot


@pytest.fixture
def library(tmp_path: Path) -> Path:
    """Three records in the checkpoint, two changes in the journal."""
    folder = tmp_path / "library"
    store = Store.open(folder)
    store.catalogue.append(Collection("List"), [paper(number, abstract=f"abstract {number}") for number in range(3)])
    for number in range(3):
        put(store, number, note=f"é中 {number}", tags=("a", "b"))
    store.close()
    shutil.rmtree(folder / "backups")
    store = Store.open(folder)
    put(store, 0, status=READ)
    put(store, 1, starred=True)
    return folder


def state_of(folder: Path) -> dict[str, object]:
    return read_state(folder, LibraryLock(folder)).tables["annotations"]


def write(folder: Path, data: bytes) -> bytes:
    """Make it the annotations of a library that has no journal."""
    (folder / "annotations.log").unlink(missing_ok=True)
    (folder / "annotations.json").write_bytes(data)
    return data


def assert_unreadable(folder: Path, words: str = "") -> None:
    before = (folder / "annotations.json").read_bytes()
    papers = snapshot(folder / "papers")
    with pytest.raises(LibraryUnreadable) as caught:
        Store.open(folder)
    assert "annotations.json" in caught.value.message
    assert words in caught.value.message
    assert caught.value.hint
    assert (folder / "annotations.json").read_bytes() == before
    assert snapshot(folder / "papers") == papers
    kept = [path for path in (folder / "backups").iterdir() if path.name.startswith("unreadable-")]
    assert [path.read_bytes() for path in kept] == [before]
    with pytest.raises(LibraryUnreadable):
        Store.open(folder)
    assert len(list((folder / "backups").iterdir())) == 1, "one copy, however often it is opened"


@pytest.mark.parametrize("row", ["row23"])
def test_every_truncation_of_the_checkpoint_is_noticed(library: Path, row: str) -> None:
    path = library / "annotations.json"
    whole = path.read_bytes()
    (library / "annotations.log").unlink()
    for length in range(len(whole)):
        path.write_bytes(whole[:length])
        with pytest.raises(LibraryUnreadable):
            read_state(library, LibraryLock(library))


@pytest.mark.parametrize("row", ["row26"])
def test_every_flipped_bit_of_the_checkpoint_is_noticed(library: Path, row: str) -> None:
    path = library / "annotations.json"
    whole = path.read_bytes()
    (library / "annotations.log").unlink()
    for at in range(len(whole)):
        bits = bytearray(whole)
        bits[at] ^= 1 << (at % 8)
        path.write_bytes(bits)
        with pytest.raises(LibraryUnreadable):
            read_state(library, LibraryLock(library))


@pytest.mark.parametrize("row", ["row23"])
def test_every_truncation_of_the_journal_gives_a_state_that_was_there(library: Path, row: str) -> None:
    path = library / "annotations.log"
    whole = path.read_bytes()
    ends = [at + 1 for at, byte in enumerate(whole) if byte == 10]
    states = []
    for end in (0, *ends):
        path.write_bytes(whole[:end])
        states.append(state_of(library))
    assert states[0] != states[1] != states[2]
    for length in range(len(whole)):
        path.write_bytes(whole[:length])
        assert state_of(library) == states[sum(end <= length for end in ends)]


@pytest.mark.parametrize("row", ["row26"])
def test_every_flipped_bit_of_the_journal_is_noticed_or_the_end_is_cut_and_said(library: Path, row: str) -> None:
    path = library / "annotations.log"
    whole = path.read_bytes()
    first = whole.index(b"\n") + 1
    full = state_of(library)
    path.write_bytes(whole[:first])
    without_last = state_of(library)
    for at in range(len(whole)):
        bits = bytearray(whole)
        bits[at] ^= 1 << (at % 8)
        path.write_bytes(bits)
        try:
            state = read_state(library, LibraryLock(library))
        except LibraryUnreadable:
            assert at < first
        else:
            assert at >= first
            assert state.tables["annotations"] == without_last != full
            assert state.tail == bytes(bits[first:])


def test_a_torn_end_is_cut_kept_and_said(library: Path) -> None:
    path = library / "annotations.log"
    before = reopened(library)
    with path.open("ab") as log:
        log.write(b'12345678 {"g": 99, "p"')
    store = Store.open(library)
    assert any("not written whole" in problem for problem in store.problems)
    assert contents(store) == before
    put(store, 2, starred=True)
    assert b'"g": 99' not in path.read_bytes()
    kept = [path.read_bytes() for path in (library / "backups").glob("unreadable-*annotations.log")]
    assert kept == [b'12345678 {"g": 99, "p"']
    assert reopened(library) == contents(store)


def test_a_damaged_line_inside_the_journal_is_refused(library: Path) -> None:
    path = library / "annotations.log"
    lines = path.read_bytes().split(b"\n")
    path.write_bytes(b"\n".join([lines[0][:-5] + b"xxxxx", *lines[1:]]))
    before = snapshot(library)
    with pytest.raises(LibraryUnreadable) as caught:
        Store.open(library)
    assert "annotations.log is damaged: line 1" in caught.value.message
    after = snapshot(library)
    assert before.items() <= after.items()


def test_a_journal_of_another_library_is_refused(library: Path, tmp_path: Path) -> None:
    other = Store.open(tmp_path / "other")
    for number in range(9):
        put(other, number, note="of the other")
    shutil.copy(tmp_path / "other" / "annotations.log", library / "annotations.log")
    with pytest.raises(LibraryUnreadable) as caught:
        Store.open(library)
    assert "journal" in caught.value.message


EMPTY = '{"meta": {"1": {"checksum": "x", "schema": 1, "generation": 1, "chain": "00000000"}}, "annotations": %s}'
GOOD = json.dumps({"paper_id": paper_id(1), "status": "read"})


@pytest.mark.parametrize(
    ("data", "words"),
    [
        pytest.param(b"", "empty (0 bytes)", id="row22-nothing"),
        pytest.param(b"\0" * 500, "zero bytes", id="row25-zeros"),
        pytest.param(b"  \n ", "line 2", id="row23-blank"),
        pytest.param(b"null", "no tables", id="row30-null"),
        pytest.param(b"[]", "no tables", id="row30-list"),
        pytest.param(b"3", "no tables", id="row30-number"),
        pytest.param(b'"x"', "no tables", id="row30-text"),
        pytest.param(b'{"annotations": "x"}', "does not hold documents", id="row30-table-is-text"),
        pytest.param(b'{"annotations": {"1": []}}', "does not hold documents", id="row30-record-is-list"),
        pytest.param(b'{"annotations": {}}', "no schema", id="row30-no-meta"),
        pytest.param(b'{"annotations": {"1": {}, "1": {}}}', "is there twice", id="row27-duplicate-key"),
        pytest.param(b'{"annotations": {}, "annotations": {}}', "is there twice", id="row27-duplicate-table"),
        pytest.param(b'{"annotations": {"1": {"x": NaN}}}', "NaN", id="row28-nan"),
        pytest.param(b'{"annotations": {"1": {"x": -Infinity}}}', "Infinity", id="row28-infinity"),
        pytest.param(b'{"annotations": {"1": {"x": 1e999}}}', "no number", id="row28-too-large"),
        pytest.param(b'{"x": ' + b"9" * 5000 + b"}", "", id="row28-5000-digits"),
        pytest.param('{"é": 1}'.encode("latin-1"), "UTF-8", id="row29-latin-1"),
        pytest.param('{"annotations": {}}'.encode("utf-16"), "UTF-8", id="row29-utf-16"),
        pytest.param(b'{"a":' * 100_000, "nested too deeply", id="row32-nested-objects"),
        pytest.param(b"[" * 100_000, "nested too deeply", id="row32-nested-lists"),
        pytest.param((EMPTY % '{"01": %s, "1": %s}' % (GOOD, GOOD)).encode(), "checksum", id="row31-01-and-1"),
        pytest.param((EMPTY % '{"abc": %s}' % GOOD).encode(), "checksum", id="row31-abc"),
        pytest.param((EMPTY % '{"-1": %s, "1.5": {"paper_id": "zz"}}' % GOOD).encode(), "paper_id", id="row31-minus"),
        pytest.param(
            (EMPTY % '{"1": {"paper_id": "%s", "tags": "x"}}' % paper_id(1)).encode(), "tags", id="row30-tags"
        ),
    ],
)
def test_what_is_no_library_is_said_and_kept(library: Path, data: bytes, words: str) -> None:
    write(library, data)
    assert_unreadable(library, words)


@pytest.mark.parametrize("row", ["row24"])
def test_rubbish_after_the_end(library: Path, row: str) -> None:
    write(library, (library / "annotations.json").read_bytes() + b"xyz\n")
    assert_unreadable(library)


@pytest.mark.parametrize("row", ["row26"])
def test_a_file_edited_by_hand_is_said_to_be(library: Path, row: str) -> None:
    write(library, (library / "annotations.json").read_bytes().replace("é中 0".encode(), b"e z 0"))
    assert_unreadable(library, "changed by something other than paperterm")


@pytest.mark.parametrize("row", ["row29"])
def test_a_byte_order_mark_is_accepted(library: Path, row: str) -> None:
    (library / "annotations.log").unlink()
    before = reopened(library)
    write(library, b"\xef\xbb\xbf" + (library / "annotations.json").read_bytes())
    assert reopened(library) == before


def sealed(tables: dict[str, object], **meta: object) -> bytes:
    """A checkpoint with a right checksum and anything in it."""
    parts = checkpoint.encode(tables, 7, "01234567")  # type: ignore[arg-type]
    if meta:
        text = b"".join(parts).decode().replace('"schema": 1', f'"schema": {meta["schema"]}')
        zeros = text[:29] + "0" * 64 + text[29 + 64 :]
        import hashlib

        assert text[:29].endswith('"checksum": "')
        return (text[:29] + hashlib.sha256(zeros.encode()).hexdigest() + text[29 + 64 :]).encode()
    return b"".join(parts)


@pytest.mark.parametrize(
    "documents",
    [
        pytest.param({"1": {"paper_id": 3}}, id="row30-id-is-number"),
        pytest.param({"1": {"paper_id": paper_id(1), "status": "unheard"}}, id="row30-status"),
        pytest.param({"1": {"paper_id": paper_id(1), "status": []}}, id="row30-status-list"),
        pytest.param({"1": {"paper_id": paper_id(1), "note": None}}, id="row30-note-null"),
        pytest.param({"1": {"paper_id": paper_id(1), "starred": 1}}, id="row30-star-is-number"),
        pytest.param({"1": {"paper_id": paper_id(1), "highlights": [{"start": 1}]}}, id="row30-highlight"),
        pytest.param({"1": {"paper_id": paper_id(1)}, "2": {"paper_id": paper_id(1)}}, id="row31-two-records"),
    ],
)
def test_a_right_checksum_does_not_make_wrong_records_right(library: Path, documents: dict[str, object]) -> None:
    write(library, sealed({"annotations": documents}))
    with pytest.raises(LibraryUnreadable):
        Store.open(library)


@pytest.mark.parametrize("row", ["row33"])
def test_a_newer_schema_is_read_and_not_written(library: Path, row: str) -> None:
    data = write(
        library, sealed({"annotations": {"1": {"paper_id": paper_id(1), "note": "n", "mood": "new"}}}, schema=2)
    )
    store = Store.open(library)
    assert store.annotations.get(paper_id(1)) == Annotation(note="n")
    assert store.read_only_reason is not None
    assert "newer" in store.read_only_reason
    with pytest.raises(LibraryNotWritable):
        store.annotations.apply(change(store, 1, note="x"))
    with pytest.raises(LibraryNotWritable):
        store.catalogue.append(Collection("x"), [paper(9)])
    store.close()
    assert (library / "annotations.json").read_bytes() == data


@pytest.mark.parametrize("row", ["row35"])
def test_unknown_fields_and_tables_are_kept(library: Path, row: str) -> None:
    tables = {"annotations": {"1": {"paper_id": paper_id(1), "mood": ["glad"]}}, "searches": {"4": {"query": "x"}}}
    write(library, sealed(tables))
    store = Store.open(library)
    put(store, 1, note="first")
    put(store, 1, note="")
    store.annotations.undo()
    store.close()
    with TinyDB(library / "annotations.json", access_mode="r") as database:
        assert database.table("searches").all() == [{"query": "x"}]
        assert database.table("annotations").all() == [
            {"paper_id": paper_id(1), "status": "unread", "note": "first", "mood": ["glad"]}
        ]


@pytest.mark.parametrize("row", ["row21"])
def test_a_missing_file_is_no_new_library_while_there_are_backups(library: Path, row: str) -> None:
    Store.open(library).annotations.checkpoint()
    (library / "annotations.json").unlink()
    with pytest.raises(LibraryUnreadable) as caught:
        Store.open(library)
    assert "missing" in caught.value.message
    assert "backups" in caught.value.message


def test_every_truncation_and_many_flips_of_the_papers_are_said(library: Path) -> None:
    path = next((library / "papers").iterdir())
    whole = path.read_bytes()
    store = Store.open(library)
    originals = [store.catalogue.paper(number) for number in range(3)]
    for length in range(0, len(whole), 7):
        path.write_bytes(whole[:length])
        damaged = Store.open(library).catalogue
        assert damaged.problems
        assert all(damaged.paper(number) in originals for number in range(len(damaged)))
    chance = random.Random(1)
    for _ in range(200):
        bits = bytearray(whole)
        bits[chance.randrange(len(bits))] ^= 1 << chance.randrange(8)
        path.write_bytes(bits)
        damaged = Store.open(library).catalogue
        found = [damaged.paper(number) for number in range(len(damaged))]
        assert damaged.problems or found == originals
    path.write_bytes(whole)
    assert not Store.open(library).catalogue.problems


def test_any_damage_of_the_cache_is_mended_unseen(library: Path) -> None:
    path = library / "cache" / "catalogue.bin"
    store = Store.open(library)
    papers = [store.catalogue.paper(number) for number in range(3)]
    heads = [store.catalogue.head(number) for number in range(3)]
    whole = path.read_bytes()
    chance = random.Random(2)
    for turn in range(600):
        bits = bytearray(whole)
        bits[chance.randrange(len(bits))] ^= 1 << chance.randrange(8)
        path.write_bytes(bits if turn % 3 else whole[: chance.randrange(len(whole))])
        catalogue = Store.open(library).catalogue
        assert [catalogue.paper(number) for number in range(len(catalogue))] == papers
        assert [catalogue.head(number) for number in range(3)] == heads
        assert [catalogue.number(head.paper_id) for head in heads] == [0, 1, 2]
        assert catalogue.paper_collections(1) == ("List",)
        assert list(catalogue.collection_numbers("list")) == [0, 1, 2]


@pytest.mark.parametrize("size", [0, 1000, digest.MUCH - 1, digest.MUCH + 1])
def test_the_digest_is_the_same_with_and_without_openssl(size: int) -> None:
    data = random.Random(size).randbytes(size)
    assert digest.sha256((data[: size // 3], data[size // 3 :]), size) == hashlib.sha256(data).hexdigest()
