"""Changing, undoing, keeping: what one window does, and what TinyDB sees of it."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tinydb import Query, TinyDB, where
from tinydb.table import Document

from paperterm.errors import StoreError
from paperterm.model.annotation import UNTOUCHED, Annotation, Highlight, ReadingStatus
from paperterm.model.change import Change, Edit
from paperterm.store import checkpoint, journal
from paperterm.store.backups import Backups
from paperterm.store.delta import delta_of, from_plain, to_plain
from paperterm.store.documents import fault_of, from_document, to_document
from paperterm.store.history import MOST_STEPS
from paperterm.store.ledger import Ledger
from paperterm.store.lock import LibraryLock
from paperterm.store.store import Store
from paperterm.store.tinydb_storage import JournalDB
from tests.unit.store.tools import READ, TO_READ, change, contents, paper_id, put, reopened

ANNOTATIONS = st.builds(
    Annotation,
    status=st.sampled_from(ReadingStatus),
    starred=st.booleans(),
    tags=st.lists(st.sampled_from(["a", "b", "c/d", "é"]), unique=True).map(lambda tags: tuple(sorted(tags))),
    note=st.text(st.characters(exclude_categories=["Cs"]), max_size=30),
    highlights=st.lists(
        st.builds(
            Highlight, passage=st.text(st.characters(exclude_categories=["Cs"]), max_size=5), start=st.integers(0, 9)
        ),
        max_size=2,
        unique=True,
    ).map(lambda found: tuple(sorted(found, key=lambda one: (one.start, one.passage)))),
    skip_reason=st.sampled_from(["", "off topic"]),
    citation_key=st.sampled_from(["", "smith2024"]),
    updated=st.sampled_from(["", "2024-01-01T00:00:00+00:00"]),
)


@pytest.fixture
def store(tmp_path: Path) -> Store:
    return Store.open(tmp_path / "library")


def test_a_change_is_seen_at_once_and_saved_by_flush(store: Store) -> None:
    done = store.annotations.apply(change(store, 1, note="now", status=READ))
    assert done.edits == (Edit(paper_id(1), UNTOUCHED, Annotation(note="now", status=READ)),)
    assert store.annotations.is_unsaved
    assert reopened(store.folder) == {}
    assert store.annotations.flush() == frozenset()
    assert not store.annotations.is_unsaved
    assert reopened(store.folder) == contents(store) == {paper_id(1): Annotation(note="now", status=READ)}


def test_what_changes_nothing_is_no_change(store: Store) -> None:
    put(store, 1, tags=("a",))
    now = store.annotations.get(paper_id(1))
    done = store.annotations.apply(Change("again", (Edit(paper_id(1), now, now._replace(updated="later")),)))
    assert not done
    assert not store.annotations.is_unsaved


@pytest.mark.parametrize("wrong", ["", "abc", "ABCDEFABCDEFABCD", "../../etc/passwd", "0" * 17])
def test_only_ids_of_papers_are_taken(store: Store, wrong: str) -> None:
    with pytest.raises(StoreError):
        store.annotations.apply(Change("x", (Edit(wrong, UNTOUCHED, Annotation(note="x")),)))
    assert not store.annotations.is_unsaved


def test_lone_surrogates_become_replacement_characters(store: Store) -> None:
    store.annotations.apply(change(store, 1, note="a\ud800b", skip_reason="\udfff"))
    assert store.annotations.get(paper_id(1)) == Annotation(note="a\ufffdb", skip_reason="\ufffd")
    store.close()
    assert reopened(store.folder) == contents(store)


@given(st.lists(st.tuples(st.integers(0, 3), ANNOTATIONS), max_size=12), st.data())
@settings(deadline=None, max_examples=60)
def test_undo_and_redo_go_back_and_forth_across_restarts(
    tmp_path_factory: pytest.TempPathFactory, edits: list[tuple[int, Annotation]], data: st.DataObject
) -> None:
    store = Store.open(tmp_path_factory.mktemp("library"))
    states = [contents(store)]
    for number, after in edits:
        edit = Edit(paper_id(number), store.annotations.get(paper_id(number)), after)
        if store.annotations.apply(Change(f"step {len(states)}", (edit,))):
            states.append(contents(store))
    at = len(states) - 1
    for _ in range(data.draw(st.integers(0, 20))):
        if data.draw(st.booleans()):
            done = store.annotations.undo()
            assert (done is not None) == (at > 0)
            at = max(0, at - 1)
        else:
            done = store.annotations.redo()
            assert (done is not None) == (at < len(states) - 1)
            at = min(len(states) - 1, at + 1)
        assert contents(store) == states[at]
        if data.draw(st.integers(0, 3)) == 0:
            store.close()
            store = Store.open(store.folder)
            assert contents(store) == states[at]
    store.close()


def test_a_new_change_ends_what_could_be_redone(store: Store) -> None:
    put(store, 1, status=READ)
    put(store, 1, status=TO_READ)
    store.annotations.undo()
    put(store, 2, starred=True)
    assert store.annotations.redo() is None
    store.close()
    store = Store.open(store.folder)
    assert store.annotations.redo() is None
    assert store.annotations.undo() is not None
    assert store.annotations.get(paper_id(2)) == UNTOUCHED


def test_the_steps_of_undo_are_bounded(store: Store) -> None:
    for turn in range(MOST_STEPS + 60):
        put(store, turn % 3, note=f"turn {turn}")
    store.close()
    store = Store.open(store.folder)
    count = 0
    while store.annotations.undo() is not None:
        count += 1
    assert MOST_STEPS <= count < MOST_STEPS + 30


def test_a_step_of_undo_that_cannot_be_read_is_passed_over(store: Store) -> None:
    put(store, 1, note="one")
    put(store, 2, note="two")
    store.close()
    (store.folder / "annotations.log").unlink()
    found = checkpoint.decode((store.folder / "annotations.json").read_bytes(), store.folder)
    found.tables["history"]["2"]["groups"] = [{"papers": [paper_id(2)], "fields": {"status": ["unread", "unheard"]}}]
    parts = checkpoint.encode(found.tables, found.generation, found.chain)
    (store.folder / "annotations.json").write_bytes(b"".join(parts))
    store = Store.open(store.folder)
    undone = store.annotations.undo()
    assert undone is not None
    assert undone.paper_ids == (paper_id(1),)


@given(ANNOTATIONS, ANNOTATIONS, ANNOTATIONS)
def test_deltas(before: Annotation, after: Annotation, other: Annotation) -> None:
    delta = delta_of(before, after)
    assert delta.apply(before, str)[0] == after
    assert delta.reversed().apply(after, str)[0] == before
    assert from_plain(to_plain(delta)) == delta
    assert delta.is_expected(before)
    part = delta.expected_part(other)
    assert part.is_expected(other)
    changed = part.apply(other, str)[0]
    assert part.reversed().apply(changed, str)[0] == other
    merged = delta.apply(other, lambda: "-----")[0]
    assert set(merged.tags) >= set(after.tags) - set(before.tags)
    if before.note != after.note and other.note not in (before.note, ""):
        assert other.note in merged.note


@given(ANNOTATIONS)
def test_records_give_back_what_they_were_made_from(annotation: Annotation) -> None:
    document = to_document(paper_id(1), annotation)
    assert fault_of(document) is None
    assert from_document(document) == annotation


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3),
    max_leaves=6,
)
FIELDS = ["paper_id", "status", "starred", "tags", "note", "highlights", "skip_reason", "citation_key", "updated"]


@given(st.dictionaries(st.sampled_from(FIELDS), JSON))
@settings(max_examples=300)
def test_every_record_is_refused_or_can_be_used(fields: dict[str, object]) -> None:
    document = {"paper_id": paper_id(1), **fields}
    if fault_of(document) is None:
        from_document(document)


@given(st.binary(max_size=200))
def test_any_bytes_are_a_journal_or_not(data: bytes) -> None:
    good, crc = journal.encode(1, journal.FIRST, {"annotations": {"1": {"a": 1}}})
    second, _ = journal.encode(2, crc, {"annotations": {"1": None}})
    scan = journal.scan(good + second + data)
    assert scan.end == len(good + second)
    assert [line.generation for line in scan.lines] == [1, 2]


def test_plain_tinydb_reads_what_is_there_after_closing(store: Store) -> None:
    put(store, 1, note="é中\u2028x", tags=("theory/ntk",), status=READ)
    put(store, 2, starred=True)
    store.close()
    with TinyDB(store.folder / "annotations.json", access_mode="r") as database:
        table = database.table("annotations")
        assert table.search(where("status") == "read") == [
            {"paper_id": paper_id(1), "status": "read", "tags": ["theory/ntk"], "note": "é中\u2028x"}
        ]
        assert table.get(Query().paper_id == paper_id(2)) == {
            "paper_id": paper_id(2), "status": "unread", "starred": True,
        }  # fmt: skip
        assert {"annotations", "history", "meta"} <= database.tables()


@pytest.fixture
def database(tmp_path: Path) -> JournalDB:
    tmp_path.mkdir(exist_ok=True)
    return JournalDB(Ledger(tmp_path, LibraryLock(tmp_path), Backups(tmp_path)))


def test_all_of_tinydb_works_on_the_ledger_and_writes_only_what_it_touched(database: JournalDB) -> None:
    ledger = database.storage.ledger
    path = ledger.folder / "annotations.log"
    table = database.table("searches")

    def lines_after() -> list[journal.Changes]:
        size = path.stat().st_size if path.exists() else 0
        ledger.commit()
        found = path.read_bytes()[size:] if path.exists() else b""
        return [line.changes for line in journal.scan(found).lines]

    ids = table.insert_multiple([{"q": "a"}, {"q": "b"}, {"q": "c"}])
    assert ids == [1, 2, 3]
    assert lines_after() == [{"searches": {"1": {"q": "a"}, "2": {"q": "b"}, "3": {"q": "c"}}}]
    table.update({"n": 1}, where("q") == "b")
    assert lines_after() == [{"searches": {"2": {"q": "b", "n": 1}}}]
    table.update({"n": 1}, where("q") == "b")
    assert lines_after() == []
    table.upsert(Document({"q": "d"}, doc_id=7))
    assert lines_after() == [{"searches": {"7": {"q": "d"}}}]
    table.remove(doc_ids=[1])
    assert lines_after() == [{"searches": {"1": None}}]
    table.remove(where("q") == "c")
    assert lines_after() == [{"searches": {"3": None}}]
    assert table.remove(doc_ids=[99]) == []
    assert lines_after() == []
    assert len(table) == 2
    table.truncate()
    assert lines_after() == [{"searches": {"2": None, "7": None}}]
    (added,) = table.insert_multiple([{"q": "e"}])
    ledger.commit()
    database.drop_table("searches")
    assert lines_after() == [{"searches": {str(added): None}}]
    assert len(database.table("searches")) == 0


def test_reading_needs_neither_tinydb_nor_numpy(store: Store) -> None:
    put(store, 1, note="x")
    store.close()
    code = (
        "import sys; from pathlib import Path; from paperterm.store.store import Store;"
        "store = Store.open(Path(sys.argv[1])); print(len(list(store.annotations.items()))); store.close();"
        "print([name for name in ('tinydb', 'numpy', 'filelock', 'zipfile') if name in sys.modules])"
    )
    command = [sys.executable, "-c", code, str(store.folder)]
    assert subprocess.run(command, capture_output=True, text=True, check=True).stdout.split("\n")[:2] == ["1", "[]"]


def test_many_papers_in_one_change(store: Store) -> None:
    edits = [change(store, number, status=READ, updated="2024").edits[0] for number in range(3000)]
    store.annotations.apply(Change("3000 papers: read", tuple(edits)))
    store.close()
    store = Store.open(store.folder)
    assert len(contents(store)) == 3000
    undone = store.annotations.undo()
    assert undone is not None
    assert len(undone.edits) == 3000
    assert contents(store) == {}
    store.close()
    assert reopened(store.folder) == {}
    assert Store.open(store.folder).annotations.redo() is not None


def test_what_the_program_notes_by_itself_is_no_step_of_undo(store: Store) -> None:
    put(store, 1, status=READ)
    store.annotations.apply(change(store, 1, citation_key="smith2024"), in_history=False)
    store.annotations.flush()
    undone = store.annotations.undo()
    assert undone is not None
    store.close()
    assert reopened(store.folder) == {paper_id(1): Annotation(citation_key="smith2024")}


def test_a_window_that_wrote_nothing_leaves_a_busy_journal_alone(store: Store) -> None:
    put(store, 1, status=READ)
    Store.open(store.folder).close()
    assert not (store.folder / "annotations.json").exists()
    log = store.folder / "annotations.log"
    os.utime(log, (log.stat().st_atime, log.stat().st_mtime - 61))
    Store.open(store.folder).close()
    assert (store.folder / "annotations.json").exists()
    assert log.stat().st_size == 0
    put(store, 2, status=READ)
    assert reopened(store.folder) == contents(store)
