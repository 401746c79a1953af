"""System calls that fail: the library is as before or as after, the error is said, and trying again works."""

from __future__ import annotations

import contextlib
import errno
import os
import shutil
import tempfile
from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from paperterm.errors import StoreError
from paperterm.model.annotation import Annotation, ReadingStatus
from paperterm.model.collection import Collection
from paperterm.store.store import Store
from tests.unit.store.tools import READ, TO_READ, Crash, Faults, change, contents, paper, paper_id, put, reopened

NOTES = ["first", "a much longer note " * 30, "short", ""]
ERRORS = [errno.EIO, errno.ENOSPC, errno.EDQUOT, errno.EFBIG, errno.EROFS]


@pytest.fixture
def library(tmp_path: Path) -> Path:
    """A library with a checkpoint, a journal and papers."""
    folder = tmp_path / "library"
    store = Store.open(folder)
    store.catalogue.append(Collection("List"), [paper(number) for number in range(5)])
    for number in range(4):
        put(store, number, note=f"note {number} " * 20, tags=("a",))
    store.close()
    store = Store.open(folder)
    put(store, 1, status=READ)
    return folder


def steps_until_quiet(run: Callable[[int], bool], most: int = 60) -> int:
    """Call `run(n)` with the fault at call 1, 2, … until none fires any more; gives how many fired."""
    for at in range(1, most):
        if not run(at):
            return at - 1
    raise AssertionError("the faults never end")


@pytest.mark.parametrize("code", ERRORS, ids=errno.errorcode.get)
@pytest.mark.parametrize("row", ["row11-row8-row10"])
def test_a_change_survives_a_failing_call_and_can_be_saved_again(library: Path, code: int, row: str) -> None:
    def run(at: int) -> bool:
        folder = library.with_name(f"copy-{code}-{at}")
        shutil.copytree(library, folder)
        before = reopened(folder)
        store = Store.open(folder)
        note = NOTES[at % len(NOTES)]
        store.annotations.apply(change(store, 2, note=note))
        after = contents(store)
        with Faults(at, OSError(code, os.strerror(code))).active() as faults, contextlib.suppress(StoreError):
            store.annotations.flush()
        if faults.fired:
            assert store.annotations.is_unsaved or reopened(folder) == after
        assert contents(store) == after, "what the reader typed stays in the window"
        assert reopened(folder) in (before, after)
        store.annotations.flush()
        assert not store.annotations.is_unsaved
        assert reopened(folder) == after
        store.close()
        assert reopened(folder) == after
        assert not [path for path in folder.iterdir() if path.name.endswith(".tmp")]
        return faults.fired

    assert steps_until_quiet(run) >= 3


@pytest.mark.parametrize("kind", ["error", "crash"])
@pytest.mark.parametrize("row", ["row2-row11"])
def test_a_checkpoint_can_fail_anywhere(library: Path, kind: str, row: str) -> None:
    def run(at: int) -> bool:
        folder = library.with_name(f"copy-{kind}-{at}")
        shutil.copytree(library, folder)
        before = reopened(folder)
        store = Store.open(folder)
        error = Crash() if kind == "crash" else None
        with Faults(at, error).active() as faults, contextlib.suppress(StoreError, Crash):
            store.annotations.checkpoint()
        assert reopened(folder) == before
        again = Store.open(folder)
        put(again, 3, starred=True)
        expected = contents(again)
        again.close()
        assert reopened(folder) == expected
        assert not [path for path in folder.iterdir() if path.name.endswith(".tmp")]
        return faults.fired

    assert steps_until_quiet(run) >= 5


@pytest.mark.parametrize("kind", ["error", "crash"])
@pytest.mark.parametrize("row", ["row11-row78"])
def test_an_import_is_there_whole_or_not_at_all(library: Path, kind: str, row: str) -> None:
    def run(at: int) -> bool:
        folder = library.with_name(f"copy-{kind}-{at}")
        shutil.copytree(library, folder)
        store = Store.open(folder)
        error = Crash() if kind == "crash" else None
        new = [paper(number, abstract="text " * 50) for number in range(3, 12)]
        with Faults(at, error).active() as faults, contextlib.suppress(StoreError, Crash):
            store.catalogue.append(Collection("Second"), new)
        assert len(Store.open(folder).catalogue) in (5, 12)
        again = Store.open(folder)
        again.catalogue.append(Collection("Second"), new)
        assert len(again.catalogue) == 12
        assert list(again.catalogue.collection_numbers("second")) == [3, 4, 5, 6, 7, 8, 9, 10, 11]
        assert not [path for path in (folder / "papers").iterdir() if path.name.endswith(".tmp")]
        return faults.fired

    assert steps_until_quiet(run) >= 5


@pytest.mark.parametrize("row", ["row9"])
def test_a_full_disk_at_the_first_start_leaves_nothing_that_looks_like_a_library(tmp_path: Path, row: str) -> None:
    def run(at: int) -> bool:
        folder = tmp_path / f"new-{at}"
        store = Store.open(folder)
        with Faults(at, OSError(errno.ENOSPC, "No space left on device")).active() as faults:
            with contextlib.suppress(StoreError):
                put(store, 1, note="the very first")
            with contextlib.suppress(StoreError):
                store.close()
        assert not any(path.stat().st_size == 0 for path in folder.rglob("annotations.json"))
        assert reopened(folder) in ({}, {paper_id(1): Annotation(note="the very first")})
        store.close()
        assert reopened(folder) == {paper_id(1): Annotation(note="the very first")}
        return faults.fired

    assert steps_until_quiet(run) >= 5


@pytest.mark.parametrize("row", ["row12"])
def test_short_writes_are_continued(library: Path, monkeypatch: pytest.MonkeyPatch, row: str) -> None:
    whole = os.write
    monkeypatch.setattr(os, "write", lambda descriptor, data: whole(descriptor, bytes(data)[: max(1, len(data) // 2)]))
    store = Store.open(library)
    put(store, 2, note="written in pieces " * 50)
    expected = contents(store)
    store.close()
    monkeypatch.undo()
    assert reopened(library) == expected


def test_the_message_of_a_full_disk_names_the_file_and_the_room_left(library: Path) -> None:
    store = Store.open(library)

    store.annotations.apply(change(store, 0, note="more"))
    fault = Faults(1, OSError(errno.ENOSPC, "No space left on device"), names=("write",))
    with fault.active(), pytest.raises(StoreError) as caught:
        store.annotations.flush()
    assert "annotations.log" in caught.value.message
    assert "kB free" in caught.value.message
    assert caught.value.hint


class StoreMachine(RuleBasedStateMachine):
    """Two windows on one library, faults at random calls, crashes: the content is always one that is allowed."""

    def __init__(self) -> None:
        super().__init__()
        self.allowed: list[dict[str, Annotation]] = [{}]

    @initialize()
    def start(self) -> None:
        self.folder = Path(tempfile.mkdtemp()) / "library"
        self.stores = [Store.open(self.folder), Store.open(self.folder)]
        self.counter = 0

    def store(self, which: int) -> Store:
        return self.stores[which]

    @rule(
        which=st.integers(0, 1),
        number=st.integers(0, 3),
        fields=st.sampled_from(["note", "status", "tags", "star"]),
        size=st.sampled_from([0, 3, 400]),
    )
    def write(self, which: int, number: int, fields: str, size: int) -> None:
        self._write(which, number, fields, size)

    @rule(which=st.integers(0, 1), number=st.integers(0, 3), at=st.integers(1, 6), size=st.sampled_from([0, 3, 400]))
    def write_with_a_fault(self, which: int, number: int, at: int, size: int) -> None:
        self._write(which, number, "note", size, Faults(at))

    @rule(which=st.integers(0, 1), number=st.integers(0, 3), at=st.integers(1, 6))
    def crash_in_a_write(self, which: int, number: int, at: int) -> None:
        self._write(which, number, "note", 40, Faults(at, Crash()))

    @rule(which=st.integers(0, 1), at=st.integers(1, 9))
    def crash_in_a_checkpoint(self, which: int, at: int) -> None:
        with Faults(at, Crash()).active(), contextlib.suppress(StoreError, Crash):
            self.store(which).annotations.checkpoint()
        self.stores[which] = Store.open(self.folder)

    @rule(which=st.integers(0, 1))
    def checkpoint(self, which: int) -> None:
        self.store(which).annotations.checkpoint()

    @precondition(lambda self: any(len(content) for content in self.allowed))
    @rule(which=st.integers(0, 1))
    def undo_and_redo(self, which: int) -> None:
        store = self.store(which)
        store.annotations.refresh()
        before = contents(store)
        if store.annotations.undo() is None:
            return
        store.annotations.redo()
        store.annotations.flush()
        assert contents(store) == before

    @rule(which=st.integers(0, 1))
    def close_and_open(self, which: int) -> None:
        self.store(which).close()
        self.stores[which] = Store.open(self.folder)

    def _write(self, which: int, number: int, field: str, size: int, faults: Faults | None = None) -> None:
        store = self.store(which)
        store.annotations.refresh()
        self.counter += 1
        value = {
            "note": {"note": f"{self.counter} " + "n" * size},
            "status": {"status": [TO_READ, READ, ReadingStatus.SKIPPED][self.counter % 3]},
            "tags": {"tags": (f"t{self.counter % 3}",)},
            "star": {"starred": self.counter % 2 == 0},
        }[field]
        before = contents(store)
        wanted = change(store, number, **value)
        if not store.annotations.apply(wanted):
            return
        after = contents(store)
        try:
            with faults.active() if faults else contextlib.nullcontext():
                store.annotations.flush()
            self.allowed = [after]
        except StoreError:
            self._look([before, after])
            store.annotations.flush()  # the change is still in the window, and trying again saves it
            self.allowed = [after]
        except Crash:
            self._look([before, after])
            self.stores[which] = Store.open(self.folder)

    def _look(self, allowed: list[dict[str, Annotation]]) -> None:
        found = reopened(self.folder)
        assert found in allowed
        self.allowed = [found]

    @invariant()
    def the_disk_holds_what_it_should(self) -> None:
        if hasattr(self, "folder"):
            assert reopened(self.folder) in self.allowed

    def teardown(self) -> None:
        if hasattr(self, "folder"):
            shutil.rmtree(self.folder.parent, ignore_errors=True)


StoreMachine.TestCase.settings = settings(
    max_examples=40, stateful_step_count=25, deadline=None, suppress_health_check=list(HealthCheck)
)
TestStoreModel = StoreMachine.TestCase
