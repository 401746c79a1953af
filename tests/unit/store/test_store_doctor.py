"""Mending and bringing back: everything that can be read is there again, and nothing that was is gone."""

from __future__ import annotations

import contextlib
import json
import os
import random
import shutil
import subprocess
import sys
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tinydb import TinyDB

from paperterm.errors import LibraryNotWritable, LibraryUnreadable, StoreError
from paperterm.model.annotation import Annotation, Highlight, ReadingStatus
from paperterm.model.collection import Collection
from paperterm.store import checkpoint, doctor, migrations
from paperterm.store.backups import Backups
from paperterm.store.drafts import Drafts, note_hash
from paperterm.store.salvage import salvage
from paperterm.store.store import Store
from tests.unit.store.tools import READ, Faults, change, contents, paper, paper_id, put, reopened, snapshot

COUNT = 12


@pytest.fixture
def library(tmp_path: Path) -> Path:
    """Annotated papers in the checkpoint, a backup of it, and one change in the journal."""
    folder = tmp_path / "library"
    store = Store.open(folder)
    store.catalogue.append(Collection("List"), [paper(n, abstract=f"abstract {n}") for n in range(COUNT)])
    for number in range(COUNT):
        put(store, number, note=f"note “{number}” with {{braces}}", tags=("a", f"t{number}"))
    store.close()
    put(Store.open(folder), 0, status=READ)
    return folder


def damage(folder: Path, kind: str) -> None:
    path = folder / "annotations.json"
    data = path.read_bytes()
    if kind == "gone":
        path.unlink()
        return
    path.write_bytes(
        {
            "row22-empty": b"",
            "row25-zeros": b"\0" * len(data),
            "row23-half": data[: len(data) // 2],
            "row24-tail": data + b'"}}rubbish',
            "row26-bit": data.replace(b"note", b"nope", 1),
            "row29-latin-1": data.decode().encode("latin-1", "replace"),
            "row27-twice": data.replace(b'\n"2": ', b'\n"1": ', 1),
            "row30-null": b"null",
        }[kind]
    )


KINDS = ["row22-empty", "row25-zeros", "row23-half", "row24-tail", "row26-bit", "row29-latin-1", "row27-twice"]
KINDS += ["row30-null", "gone"]


@pytest.mark.parametrize("kind", KINDS)
def test_repair_brings_everything_back(library: Path, kind: str) -> None:
    before = reopened(library)
    damage(library, kind)
    damaged = (library / "annotations.json").read_bytes() if kind != "gone" else None
    found = doctor.diagnose(library)
    assert not found.is_sound
    report = doctor.repair(library)
    assert report.is_changed
    after = reopened(library)
    assert after.keys() == before.keys()
    assert after[paper_id(0)].status == READ, "the journal is on top"
    differing = [key for key in before if before[key] != after[key]]
    assert len(differing) <= (1 if kind in ("row26-bit", "row29-latin-1") else 0) or kind == "row29-latin-1"
    if damaged is not None:
        kept = [path.read_bytes() for path in (library / "backups").glob("unreadable-*annotations.json")]
        assert kept == [damaged]
    assert doctor.diagnose(library).is_sound
    assert not doctor.repair(library).is_changed


PASSAGE = {"passage": "abstract", "start": 0, "colour": "green", "remark": ""}
FAULTY_FIELDS: dict[str, tuple[Any, Any]] = {  # what stands there, and what is there after repair
    "status": ("skimmed", "unread"),
    "starred": (1, False),
    "tags": (["new", None, 7, "newer"], ("a", "new", "newer", "t3")),
    "note": ({"text": "?"}, "note “3” with {braces}"),
    "highlights": ([PASSAGE, {"passage": 3}, None], (Highlight("abstract", 0, "green"),)),
}


@pytest.mark.parametrize("field", FAULTY_FIELDS)
@pytest.mark.parametrize("is_cut", [False, True])
def test_a_record_with_a_faulty_field_keeps_the_others(library: Path, field: str, is_cut: bool) -> None:
    """They are newer than the backup, from which only what the record lacks is taken."""
    before = reopened(library)
    path = library / "annotations.json"
    tables = json.loads(path.read_text("utf-8"))
    record = next(one for one in tables["annotations"].values() if one["paper_id"] == paper_id(3))
    newer = {"status": "read", "starred": True, "tags": ["newest"], "note": "newer", "highlights": [], "mine": [None]}
    value, expected = FAULTY_FIELDS[field]
    record |= {**newer, field: value}
    path.write_text(json.dumps(tables, ensure_ascii=False)[: -2 if is_cut else None], "utf-8")
    assert not doctor.diagnose(library).is_sound
    assert "1 record could be read in part" in " ".join(doctor.repair(library).lines())
    store = Store.open(library)
    after = contents(store)
    whole = Annotation(ReadingStatus.READ, starred=True, tags=("newest",), note="newer")
    assert after[paper_id(3)] == whole._replace(updated=before[paper_id(3)].updated, **{field: expected})
    assert {key: one for key, one in after.items() if key != paper_id(3)} == {
        key: one for key, one in before.items() if key != paper_id(3)
    }
    put(store, 3, note="further")
    store.close()
    kept = json.loads(path.read_text("utf-8"))["annotations"].values()
    assert [one["mine"] for one in kept if one["paper_id"] == paper_id(3)] == [[None]]
    assert doctor.diagnose(library).is_sound


@pytest.mark.parametrize("kind", ["row23-half", "row24-tail", "row27-twice"])
@pytest.mark.parametrize("row", ["row40"])
def test_without_any_backup_salvage_loses_at_most_one_record(library: Path, kind: str, row: str) -> None:
    before = reopened(library)
    for path in (library / "backups").iterdir():
        path.write_bytes(b"damaged too")
    data = (library / "annotations.json").read_bytes()
    damage(library, kind)
    cut = (library / "annotations.json").read_bytes()
    assert not doctor.diagnose(library).is_sound
    doctor.repair(library)
    after = reopened(library)
    expected = before.keys() if kind != "row23-half" else {k for k in before if k.encode() in cut} | {paper_id(0)}
    assert len(expected - after.keys()) <= 1
    assert all(after[key] == before[key] for key in after)
    assert data  # the originals stay in the folder for backups
    assert any(path.read_bytes() == cut for path in (library / "backups").iterdir())


def test_repair_of_a_journal_keeps_every_line_that_can_be_read(library: Path) -> None:
    store = Store.open(library)
    for number in range(1, 5):
        put(store, number, starred=True)
    path = library / "annotations.log"
    lines = path.read_bytes().split(b"\n")
    lines[2] = lines[2][:-3] + b"xyz"
    path.write_bytes(b"\n".join(lines))
    with pytest.raises(LibraryUnreadable):
        Store.open(library)
    doctor.repair(library)
    after = reopened(library)
    assert [after[paper_id(number)].starred for number in range(1, 5)] == [True, False, True, True]
    assert after[paper_id(0)].status == READ


def test_repair_of_papers_keeps_what_can_be_read(library: Path) -> None:
    path = next((library / "papers").iterdir())
    whole = path.read_bytes()
    path.write_bytes(whole.replace(b'{"paper_id": "%b", "title"' % paper_id(3).encode(), b'{"paper_id": , "title"'))
    broken = path.read_bytes()
    assert "11 of 12" in " ".join(doctor.diagnose(library).lines())
    doctor.repair(library)
    store = Store.open(library)
    assert len(store.catalogue) == COUNT - 1
    assert not store.catalogue.problems
    assert broken in [kept.read_bytes() for kept in (library / "backups").iterdir()]


@pytest.mark.parametrize("row", ["row2-row41"])
def test_repair_can_fail_anywhere_and_be_done_again(library: Path, row: str) -> None:
    before = reopened(library)
    damage(library, "row23-half")
    for at in range(1, 40):
        folder = library.with_name(f"copy-{at}")
        shutil.copytree(library, folder)
        with Faults(at).active() as faults, contextlib.suppress(StoreError):
            doctor.repair(folder)
        doctor.repair(folder)
        assert reopened(folder) == before
        if not faults.fired:
            return
    raise AssertionError("the faults never end")


@given(st.binary(max_size=300))
@settings(deadline=None, max_examples=150)
def test_salvage_never_raises(data: bytes) -> None:
    salvage(data)
    salvage(b'{"meta": {"1": {"generation": 3}},\n"annotations": {\n"1": {"paper_id": ' + data)


def test_a_running_program_sees_what_was_restored(library: Path) -> None:
    store = Store.open(library)
    old = contents(store)
    backup = Backups(library).newest_good()
    assert backup is not None
    put(store, 5, note="after the backup")
    doctor.restore(library, backup.path)
    changed = store.annotations.refresh()
    assert paper_id(5) in changed
    assert store.annotations.get(paper_id(5)) == old[paper_id(5)]
    put(store, 6, note="goes on")
    assert reopened(library) == contents(store)


def test_restore_keeps_what_was_there(library: Path) -> None:
    backup = Backups(library).newest_good()
    assert backup is not None
    put(Store.open(library), 5, note="after the backup")
    before = reopened(library)
    doctor.restore(library, backup.path)
    newest = Backups(library).all()[0]
    doctor.restore(library, newest.path)
    assert reopened(library) == before


def test_a_zip_holds_the_whole_library(library: Path, tmp_path: Path) -> None:
    before = reopened(library)
    papers = snapshot(library / "papers")
    target = tmp_path / "all.zip"
    doctor.backup(library, target)
    assert target.stat().st_mode & 0o777 == 0o600
    with pytest.raises(LibraryNotWritable):
        doctor.backup(library, target)
    doctor.restore(tmp_path / "elsewhere", target)
    assert reopened(tmp_path / "elsewhere") == before
    assert snapshot(tmp_path / "elsewhere" / "papers") == papers
    doctor.restore(tmp_path / "elsewhere", target)
    assert snapshot(tmp_path / "elsewhere" / "papers") == papers, "nothing twice"


def test_a_damaged_or_foreign_zip_changes_nothing(library: Path, tmp_path: Path) -> None:
    target = tmp_path / "all.zip"
    doctor.backup(library, target)
    whole = target.read_bytes()
    before, expected = snapshot(library), reopened(library)
    chance = random.Random(3)
    for _ in range(60):
        bits = bytearray(whole)
        bits[chance.randrange(len(bits))] ^= 1 << chance.randrange(8)
        target.write_bytes(bits if chance.random() < 0.7 else whole[: chance.randrange(len(whole))])
        try:
            doctor.restore(library, target)
        except LibraryUnreadable:
            assert snapshot(library) == before
        else:  # the flipped bit was in a part that no one reads
            assert reopened(library) == expected
            before = snapshot(library)


def test_a_zip_cannot_write_outside_the_library(library: Path, tmp_path: Path) -> None:
    import hashlib
    import zipfile

    good = (library / "annotations.json").read_bytes()
    members = {"annotations.json": good, "papers/../../evil.jsonl": b"x"}
    manifest = {"kind": "paperterm-backup", "files": {k: hashlib.sha256(v).hexdigest() for k, v in members.items()}}
    with zipfile.ZipFile(tmp_path / "evil.zip", "w") as packed:
        packed.writestr("manifest.json", json.dumps(manifest))
        for name, data in members.items():
            packed.writestr(name, data)
    with pytest.raises(LibraryUnreadable):
        doctor.restore(library, tmp_path / "evil.zip")
    assert not (tmp_path / "evil.jsonl").exists()


def test_backups_roll_and_stay_readable(tmp_path: Path) -> None:
    now = datetime(2024, 1, 1, tzinfo=UTC)
    backups = Backups(tmp_path, clock=lambda: now)
    for generation in range(1, 24 * 20):
        now += timedelta(hours=1)
        assert backups.is_due()
        assert backups.make(checkpoint.encode({"annotations": {}}, generation, "00000000"), generation)
        assert not backups.is_due()
    kept = backups.all()
    assert [backup.generation for backup in kept[:10]] == list(range(479, 469, -1))
    assert len({f"{backup.made:%j}" for backup in kept[10:]}) == len(kept) - 10 == 14
    assert backups.newest_good() == kept[0]


@pytest.mark.parametrize("row", ["row44"])
def test_a_clock_that_jumps_keeps_the_order_of_backups(tmp_path: Path, row: str) -> None:
    times = iter(
        [datetime(2099, 1, 1, tzinfo=UTC), datetime(1970, 1, 2, tzinfo=UTC), datetime(2024, 1, 1, tzinfo=UTC)] * 9
    )
    now = next(times)
    backups = Backups(tmp_path, clock=lambda: now)
    for generation in range(1, 20):
        now = next(times)
        assert backups.is_due()
        backups.make(checkpoint.encode({}, generation, "00000000"), generation)
    assert backups.all()[0].generation == 19
    assert [backup.generation for backup in backups.all()[:10]] == list(range(19, 9, -1))


@pytest.mark.parametrize("row", ["row39"])
def test_a_backup_that_cannot_be_made_is_a_warning(library: Path, row: str) -> None:
    shutil.rmtree(library / "backups")
    (library / "backups").write_text("in the way")
    store = Store.open(library)
    put(store, 1, note="saved all the same")
    store.close()
    assert any("no backup was made" in problem for problem in store.problems)
    assert reopened(library)[paper_id(1)].note == "saved all the same"


@pytest.mark.parametrize("row", ["row39"])
def test_old_backups_stay_when_the_new_one_fails(tmp_path: Path, row: str) -> None:
    backups = Backups(tmp_path)
    for generation in range(1, 13):
        backups.make(checkpoint.encode({}, generation, "00000000"), generation)
    before = snapshot(tmp_path)
    for at in range(1, 6):
        with Faults(at).active():
            backups.make(checkpoint.encode({}, 99, "00000000"), 99)
        assert before.items() <= snapshot(tmp_path).items() or Backups(tmp_path).has(99)


def test_a_change_of_very_many_papers_is_preceded_by_a_backup(tmp_path: Path) -> None:
    from paperterm.model.change import Change

    store = Store.open(tmp_path / "library")
    put(store, 1, note="one")
    edits = [change(store, number, status=READ).edits[0] for number in range(1500)]
    store.annotations.apply(Change("1500 papers: read", tuple(edits)))
    store.annotations.flush()
    assert [backup.generation for backup in Backups(tmp_path / "library").all()] == [1]
    assert store.annotations.undo()
    store.annotations.flush()
    assert contents(store) == {paper_id(1): store.annotations.get(paper_id(1))}
    assert os.path.getsize(tmp_path / "library" / "annotations.log") < 1_000_000


GOLDEN = Path(__file__).parent / "golden"


def test_the_golden_file_of_schema_1_opens(tmp_path: Path) -> None:
    shutil.copytree(GOLDEN / "schema-1", tmp_path / "library")
    store = Store.open(tmp_path / "library")
    annotation = store.annotations.get("0123456789abcdef")
    assert annotation.note == "A note, with é and 中\n"
    assert annotation.tags == ("theory", "theory/ntk")
    assert annotation.highlights[0].passage == "neural collapse"
    assert annotation.status == READ
    assert store.annotations.get("00000000000000ff").starred
    assert store.catalogue.paper(0).title == "A golden paper"
    assert store.catalogue.collections()[0].venue == "ICML"
    undone = store.annotations.undo()
    assert undone is not None
    assert undone.summary == "1 paper: starred"


def _to_schema_2(tables: checkpoint.Tables) -> checkpoint.Tables:
    renamed = {key: {**row, "note": row.get("note", "") + " (migrated)"} for key, row in tables["annotations"].items()}
    return {**tables, "annotations": renamed}


@pytest.fixture
def newer_program(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(checkpoint, "SCHEMA", 2)
    monkeypatch.setattr(migrations, "MIGRATIONS", {1: _to_schema_2})


@pytest.mark.parametrize("row", ["row34"])
def test_an_older_schema_is_brought_up_to_date_after_a_backup(library: Path, newer_program: None, row: str) -> None:
    shutil.rmtree(library / "backups")
    old = (library / "annotations.json").read_bytes()
    log = (library / "annotations.log").read_bytes()
    store = Store.open(library)
    assert store.annotations.get(paper_id(0)).note.endswith("(migrated)")
    assert store.annotations.get(paper_id(0)).status == READ, "the journal was replayed first"
    store.annotations.refresh()
    assert (library / "annotations.json").read_bytes() == old
    assert (library / "annotations.log").read_bytes() == log
    put(store, 3, note="new")
    expected = contents(store)
    assert old in [path.read_bytes() for path in (library / "backups").iterdir()]
    store.close()
    assert reopened(library) == expected
    with TinyDB(library / "annotations.json", access_mode="r") as database:
        assert database.table("meta").all()[0]["schema"] == 2


@pytest.mark.parametrize("row", ["row34"])
def test_a_migration_stopped_anywhere_is_old_or_new(library: Path, newer_program: None, row: str) -> None:
    shutil.rmtree(library / "backups")
    before = reopened(library)
    for at in range(1, 60):
        folder = library.with_name(f"copy-{at}")
        shutil.copytree(library, folder)
        store = Store.open(folder)
        store.annotations.apply(change(store, 3, starred=True))
        after = contents(store)
        with Faults(at).active() as faults, contextlib.suppress(StoreError):
            store.annotations.flush()
        assert reopened(folder) in (before, after)
        store.annotations.flush()
        assert reopened(folder) == after
        if not faults.fired:
            return
    raise AssertionError("the faults never end")


@pytest.mark.parametrize("row", ["row34"])
def test_no_migration_without_a_backup(library: Path, newer_program: None, row: str) -> None:
    shutil.rmtree(library / "backups")
    (library / "backups").write_text("in the way")
    before = snapshot(library)
    store = Store.open(library)
    store.annotations.apply(change(store, 3, starred=True))
    with pytest.raises(LibraryNotWritable) as caught:
        store.annotations.flush()
    assert "backup" in caught.value.message
    assert snapshot(library) == before


def test_drafts_are_kept_offered_and_removed(tmp_path: Path) -> None:
    drafts = Drafts(tmp_path)
    path = drafts.write(paper_id(1), "half a tho\ud800ught", saved_note="old", cursor=3)
    assert path.stat().st_mode & 0o777 == 0o600
    assert path.parent.stat().st_mode & 0o777 == 0o700
    (draft,) = drafts.all()
    assert (draft.paper_id, draft.text, draft.cursor) == (paper_id(1), "half a tho\ufffdught", 3)
    assert draft.note_hash == note_hash("old") != note_hash("new")
    assert draft.is_owner_running
    assert drafts.left_over() == []
    drafts.delete(paper_id(1))
    assert drafts.all() == []


@pytest.mark.parametrize("is_reaped", [True, False], ids=["row41-gone", "row41-not-waited-for"])
def test_drafts_of_dead_programs_are_offered(tmp_path: Path, is_reaped: bool) -> None:
    drafts = Drafts(tmp_path)
    code = (
        "import sys; from pathlib import Path; from paperterm.store.drafts import Drafts; import os;"
        "print(os.getpid());"
        "Drafts(Path(sys.argv[1])).write(sys.argv[2], 'typed by a program that is dead', saved_note='')"
    )
    command = [sys.executable, "-c", code, str(tmp_path), paper_id(2)]
    process = subprocess.Popen(command, stdout=subprocess.PIPE)
    assert process.stdout is not None
    child = int(process.stdout.read())  # until the end; nobody has waited for it yet
    os.waitid(os.P_PID, child, os.WEXITED | os.WNOWAIT)
    if is_reaped:
        process.wait()
    drafts.write(paper_id(3), "typed by this one", saved_note="")
    (left,) = drafts.left_over()
    assert (left.process, left.text) == (child, "typed by a program that is dead")
    process.communicate()
    drafts.discard(left)
    assert [draft.paper_id for draft in drafts.all()] == [paper_id(3)]


@pytest.mark.parametrize(
    "data", [b"", b"null", b"[1]", b'{"paper_id": 1}', b"\xff", b'{"paper_id": "x", "text": [], "cursor": {}}']
)
def test_a_draft_that_cannot_be_read_is_left_alone(tmp_path: Path, data: bytes) -> None:
    drafts = Drafts(tmp_path)
    path = drafts.write(paper_id(1), "x", saved_note="")
    path.write_bytes(data)
    assert drafts.all() == []
    assert path.read_bytes() == data


def test_a_draft_write_that_fails_leaves_the_earlier_one(tmp_path: Path) -> None:
    drafts = Drafts(tmp_path)
    drafts.write(paper_id(1), "earlier", saved_note="")
    for at in range(1, 5):
        with Faults(at).active(), contextlib.suppress(StoreError):
            drafts.write(paper_id(1), "later", saved_note="")
        assert drafts.all()[0].text in ("earlier", "later")
