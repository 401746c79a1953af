"""Several programs on one library: nobody's change is lost, everybody sees it, waiting has an end."""

from __future__ import annotations

import errno
import fcntl
import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from paperterm.errors import LibraryBusy, LibraryUnreadable
from paperterm.model.annotation import Highlight, ReadingStatus
from paperterm.model.change import Change, Edit
from paperterm.model.collection import Collection
from paperterm.store.lock import SECONDS_TO_WAIT
from paperterm.store.store import Store
from tests.unit.store.tools import READ, TO_READ, change, contents, paper, paper_id, put, reopened

CHECKOUT = Path(__file__).resolve().parents[3]


@pytest.fixture
def pair(tmp_path: Path) -> tuple[Store, Store]:
    """Two windows on one library that has a note on paper 1."""
    first = Store.open(tmp_path / "library")
    put(first, 1, note="common", tags=("x",))
    return first, Store.open(tmp_path / "library")


@pytest.mark.parametrize("row", ["row15"])
def test_tags_of_two_windows_merge_as_sets(pair: tuple[Store, Store], row: str) -> None:
    first, second = pair
    first.annotations.apply(change(first, 1, tags=("x", "y")))
    second.annotations.apply(change(second, 1, tags=("z",)))
    first.annotations.flush()
    assert second.annotations.flush() == {paper_id(1)}
    assert second.annotations.get(paper_id(1)).tags == ("y", "z")
    assert first.annotations.refresh() == {paper_id(1)}
    assert first.annotations.get(paper_id(1)).tags == ("y", "z")
    assert first.annotations.refresh() == frozenset()


def test_different_fields_of_one_paper_do_not_disturb_each_other(pair: tuple[Store, Store]) -> None:
    first, second = pair
    put(first, 1, status=READ)
    second.annotations.apply(change(second, 1, starred=True))
    second.annotations.flush()
    put(first, 1, skip_reason="why")
    found = reopened(first.folder)[paper_id(1)]
    assert (found.status, found.starred, found.skip_reason, found.note) == (READ, True, "why", "common")


def test_the_last_change_of_a_field_wins(pair: tuple[Store, Store]) -> None:
    first, second = pair
    second.annotations.apply(change(second, 1, status=TO_READ))
    put(first, 1, status=READ)
    second.annotations.flush()
    assert reopened(first.folder)[paper_id(1)].status == TO_READ


def test_highlights_merge_as_sets(pair: tuple[Store, Store]) -> None:
    first, second = pair
    one, two = Highlight("a", 5), Highlight("b", 2, "green", "why")
    first.annotations.apply(change(first, 1, highlights=(one,)))
    second.annotations.apply(change(second, 1, highlights=(two,)))
    first.annotations.flush()
    second.annotations.flush()
    assert reopened(first.folder)[paper_id(1)].highlights == (two, one)


@pytest.mark.parametrize("row", ["row16"])
def test_one_note_changed_in_two_places_keeps_both_and_says_so(pair: tuple[Store, Store], row: str) -> None:
    first, second = pair
    first.annotations.apply(change(first, 1, note="common and mine"))
    second.annotations.apply(change(second, 1, note="common and theirs"))
    first.annotations.flush()
    assert second.annotations.flush() == {paper_id(1)}
    note = second.annotations.get(paper_id(1)).note
    before, mark, after = note.split("\n\n")
    assert (before, after) == ("common and mine", "common and theirs")
    assert mark.startswith(f"--- also written by process {os.getpid()} on ")
    assert second.annotations.take_conflicts() == (paper_id(1),)
    assert second.annotations.take_conflicts() == ()
    assert reopened(first.folder)[paper_id(1)].note == note


@pytest.mark.parametrize(
    ("mine", "theirs", "expected"),
    [
        ("same", "same", "same"),
        ("", "theirs", "theirs"),
        ("mine", "", "mine"),
        ("in", "this is in it", "this is in it"),
    ],
)
def test_notes_that_need_no_joining(pair: tuple[Store, Store], mine: str, theirs: str, expected: str) -> None:
    first, second = pair
    first.annotations.apply(change(first, 1, note=theirs))
    second.annotations.apply(change(second, 1, note=mine))
    first.annotations.flush()
    second.annotations.flush()
    assert reopened(first.folder)[paper_id(1)].note == expected
    assert second.annotations.take_conflicts() == ()


def test_unsaved_changes_stay_on_top_of_what_others_write(pair: tuple[Store, Store]) -> None:
    first, second = pair
    second.annotations.apply(change(second, 1, starred=True))
    put(first, 1, status=READ)
    second.annotations.refresh()
    found = second.annotations.get(paper_id(1))
    assert (found.status, found.starred) == (READ, True)
    assert second.annotations.is_unsaved


def test_a_checkpoint_of_another_program_is_no_news(pair: tuple[Store, Store]) -> None:
    first, second = pair
    first.annotations.checkpoint()
    assert second.annotations.refresh() == frozenset()
    put(second, 2, note="after it")
    assert first.annotations.refresh() == {paper_id(2)}
    first.close()
    second.close()
    assert contents(Store.open(first.folder)) == contents(second)


def test_changes_and_a_checkpoint_of_another_program_are_all_seen(pair: tuple[Store, Store]) -> None:
    first, second = pair
    for number in range(2, 6):
        put(first, number, note=f"{number}")
        if number % 2:
            first.annotations.checkpoint()
    assert second.annotations.refresh() == {paper_id(number) for number in range(2, 6)}
    assert contents(second) == contents(first)


def test_each_window_undoes_its_own_changes(pair: tuple[Store, Store]) -> None:
    first, second = pair
    put(first, 2, status=READ)
    put(second, 3, status=READ)
    undone = first.annotations.undo()
    assert undone is not None
    assert undone.paper_ids == (paper_id(2),)
    first.annotations.flush()
    second.annotations.refresh()
    assert second.annotations.get(paper_id(2)).status == ReadingStatus.UNREAD
    assert second.annotations.get(paper_id(3)).status == READ


def test_undo_leaves_what_another_window_changed_since(pair: tuple[Store, Store]) -> None:
    first, second = pair
    first.annotations.apply(change(first, 1, status=READ, starred=True))
    first.annotations.flush()
    put(second, 1, status=TO_READ) if second.annotations.refresh() else None
    first.annotations.refresh()
    first.annotations.undo()
    first.annotations.flush()
    found = reopened(first.folder)[paper_id(1)]
    assert (found.status, found.starred) == (TO_READ, False)


def test_imports_of_another_program_are_noticed(pair: tuple[Store, Store]) -> None:
    first, second = pair
    assert not second.catalogue.refresh()
    first.catalogue.append(Collection("One"), [paper(1), paper(2)])
    second.catalogue.append(Collection("Two"), [paper(2), paper(3)])
    assert [collection.name for collection in second.catalogue.collections()] == ["One", "Two"]
    assert first.catalogue.refresh()
    assert len(first.catalogue) == 3
    assert list(first.catalogue.collection_numbers("two")) == [1, 2]


WRITER = """
import sys
from pathlib import Path
sys.path.insert(0, {checkout!r})
from paperterm.store.store import Store
from tests.unit.store.tools import put, change, paper_id
me, folder = int(sys.argv[1]), Path(sys.argv[2])
store = Store.open(folder)
for turn in range({turns}):
    put(store, me * 1000 + turn % 20, note=f"{{me}}.{{turn}}")
    put(store, 7, tags=(*store.annotations.get(paper_id(7)).tags, f"t{{me}}-{{turn}}"))
    if turn % 10 == 9:
        store.annotations.checkpoint()
store.close()
"""


def start(code: str, *arguments: str, **options: object) -> subprocess.Popen[bytes]:
    return subprocess.Popen([sys.executable, "-c", code, *arguments], cwd=CHECKOUT, **options)  # type: ignore[call-overload]


@pytest.mark.parametrize("row", ["row17"])
def test_four_processes_lose_nothing(tmp_path: Path, row: str) -> None:
    code = WRITER.format(checkout=str(CHECKOUT), turns=25)
    writers = [start(code, str(me), str(tmp_path / "library")) for me in range(1, 5)]
    assert [writer.wait(60) for writer in writers] == [0, 0, 0, 0]
    found = reopened(tmp_path / "library")
    for me in range(1, 5):
        for turn in range(5, 25):
            assert found[paper_id(me * 1000 + turn % 20)].note == f"{me}.{turn}"
    assert len(found[paper_id(7)].tags) == 100


HOLDER = """
import sys, time
from pathlib import Path
sys.path.insert(0, {checkout!r})
from paperterm.store.lock import LibraryLock
with LibraryLock(Path(sys.argv[1])).held():
    print("held", flush=True)
    time.sleep(60)
"""


@pytest.mark.parametrize("row", ["row18-row19"])
def test_a_busy_library_names_its_holder_and_is_free_when_that_dies(tmp_path: Path, row: str) -> None:
    store = Store.open(tmp_path)
    put(store, 1, note="before")
    holder = start(HOLDER.format(checkout=str(CHECKOUT)), str(tmp_path), stdout=subprocess.PIPE)
    assert holder.stdout is not None
    holder.stdout.readline()
    store.annotations.apply(change(store, 1, note="after"))
    told: list[str] = []
    store.lock.on_wait = told.append
    store.lock.seconds = 1.3
    started = time.monotonic()
    with pytest.raises(LibraryBusy) as caught:
        store.annotations.flush()
    assert time.monotonic() - started < SECONDS_TO_WAIT
    assert f"process {holder.pid} on {os.uname().nodename}" in caught.value.message
    assert len(told) == 1
    assert str(holder.pid) in told[0]
    assert store.annotations.is_unsaved

    store.lock.is_wanted = lambda: False
    store.lock.seconds = 600
    started = time.monotonic()
    with pytest.raises(LibraryBusy):
        store.annotations.flush()
    assert time.monotonic() - started < SECONDS_TO_WAIT

    holder.send_signal(signal.SIGKILL)
    holder.wait()
    holder.stdout.close()
    store.annotations.flush()
    assert reopened(tmp_path)[paper_id(1)].note == "after"


@pytest.mark.parametrize("code", [errno.ENOLCK, errno.ENOTSUP], ids=["row46-ENOLCK", "row46-ENOTSUP"])
def test_a_file_system_without_locks_gets_a_substitute_and_a_warning(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, code: int
) -> None:
    def refuse(descriptor: int, operation: int) -> None:
        raise OSError(code, os.strerror(code))

    monkeypatch.setattr(fcntl, "flock", refuse)
    first, second = Store.open(tmp_path), Store.open(tmp_path)
    put(first, 1, note="one")
    put(second, 1, starred=True)
    assert any("without locks" in problem for problem in first.problems)
    found = reopened(tmp_path)[paper_id(1)]
    assert (found.note, found.starred) == ("one", True)
    with first.lock.held():
        second.lock.seconds = 0.05
        second.annotations.apply(change(second, 1, note="two"))
        with pytest.raises(LibraryBusy):
            second.annotations.flush()


@pytest.mark.parametrize("row", ["row20"])
def test_a_library_replaced_outside_is_read_again_before_the_next_write(tmp_path: Path, row: str) -> None:
    store, other = Store.open(tmp_path / "a"), Store.open(tmp_path / "b")
    for number in range(3):
        put(store, number, note="ours")
        put(other, number + 1, note="the other's")
    store.close()
    other.close()
    store = Store.open(tmp_path / "a")
    os.replace(tmp_path / "b" / "annotations.json", tmp_path / "a" / "annotations.json")
    put(store, 9, note="new")
    expected = {paper_id(number): "the other's" for number in (1, 2, 3)} | {paper_id(9): "new"}
    assert {key: found.note for key, found in contents(store).items()} == expected
    assert reopened(tmp_path / "a") == contents(store)


@pytest.mark.parametrize("row", ["row20"])
def test_a_file_edited_in_place_is_noticed_and_not_overwritten(tmp_path: Path, row: str) -> None:
    store = Store.open(tmp_path)
    put(store, 1, note="ours")
    store.close()
    store = Store.open(tmp_path)
    path = tmp_path / "annotations.json"
    path.write_bytes(path.read_bytes().replace(b"ours", b"edit"))
    edited = path.read_bytes()
    store.annotations.apply(change(store, 2, note="typed"))
    with pytest.raises(LibraryUnreadable):
        store.annotations.flush()
    assert path.read_bytes() == edited
    assert store.annotations.get(paper_id(2)).note == "typed"


@pytest.mark.parametrize("row", ["row21"])
@pytest.mark.parametrize("what", ["json", "journal", "folder"])
def test_a_library_deleted_while_open_can_be_written_again_from_memory(tmp_path: Path, what: str, row: str) -> None:
    folder = tmp_path / "library"
    store = Store.open(folder)
    put(store, 1, note="kept in memory")
    if what != "journal":
        store.close()
        store = Store.open(folder)
        put(store, 2, note="in the journal")
    for path in (
        [*folder.rglob("*")] if what == "folder" else [folder / f"annotations.{what.replace('journal', 'log')}"]
    ):
        if path.is_file():
            path.unlink()
    store.annotations.apply(change(store, 3, note="typed after"))
    expected = contents(store)
    with pytest.raises(LibraryUnreadable) as caught:
        store.annotations.flush()
    assert "removed" in caught.value.message
    assert contents(store) == expected
    store.annotations.copy_to(tmp_path / "copy.json")
    store.annotations.write_again()
    assert not store.annotations.is_unsaved
    assert reopened(folder) == expected
    assert len(json.loads((tmp_path / "copy.json").read_bytes())["annotations"]) == len(expected)


@pytest.mark.parametrize("row", ["row49"])
def test_a_stopped_program_reads_before_it_writes_again(tmp_path: Path, row: str) -> None:
    code = WRITER.format(checkout=str(CHECKOUT), turns=12)
    stopped = start(code, "1", str(tmp_path))
    while not (tmp_path / "annotations.log").exists():
        assert stopped.poll() is None
    stopped.send_signal(signal.SIGSTOP)
    store = Store.open(tmp_path)
    store.lock.seconds = 0.2
    try:
        put(store, 7, starred=True)
    except LibraryBusy:  # it was stopped while it held the lock
        pass
    finally:
        stopped.send_signal(signal.SIGCONT)
    assert stopped.wait(60) == 0
    store.lock.seconds = 10
    store.annotations.flush()
    found = reopened(tmp_path)[paper_id(7)]
    assert found.starred
    assert len(found.tags) == 12


@pytest.mark.parametrize("row", ["row50"])
def test_a_thousand_saves_of_one_note_do_not_let_the_folder_grow(tmp_path: Path, row: str) -> None:
    store = Store.open(tmp_path)
    for turn in range(1000):
        put(store, 1, note=f"turn {turn}")
    assert reopened(tmp_path)[paper_id(1)].note == "turn 999"
    store.close()
    assert sum(path.stat().st_size for path in tmp_path.rglob("*") if path.is_file()) < 200_000
    assert len(list(tmp_path.iterdir())) <= 5


def test_a_thread_may_flush_while_another_reads_and_writes(tmp_path: Path) -> None:
    import threading

    store = Store.open(tmp_path)
    stop = threading.Event()
    failures: list[BaseException] = []

    def work() -> None:
        try:
            while not stop.is_set():
                store.annotations.flush()
        except BaseException as error:
            failures.append(error)

    worker = threading.Thread(target=work)
    worker.start()
    for turn in range(300):
        store.annotations.apply(change(store, turn % 7, note=f"turn {turn}"))
        assert store.annotations.get(paper_id(turn % 7)).note == f"turn {turn}"
        list(store.annotations.items())
        if turn % 50 == 0:
            store.annotations.undo()
            store.annotations.redo()
    stop.set()
    worker.join()
    assert not failures
    store.annotations.flush()
    assert reopened(tmp_path) == contents(store)
    assert {found.note for found in contents(store).values()} == {f"turn {turn}" for turn in range(293, 300)}


def test_an_edit_that_began_before_another_window_wrote_keeps_both(pair: tuple[Store, Store]) -> None:
    first, second = pair
    began = second.annotations.get(paper_id(1))
    put(first, 1, note="common, theirs")
    second.annotations.refresh()
    edit = Edit(paper_id(1), began, began._replace(note="common, mine"))
    second.annotations.apply(Change("note", (edit,)))
    second.annotations.flush()
    note = reopened(first.folder)[paper_id(1)].note
    assert "common, theirs" in note
    assert "common, mine" in note
