"""Folders, links, modes, limits: the library works, or says in one sentence why not."""

from __future__ import annotations

import contextlib
import errno
import os
import resource
import shutil
import stat
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from paperterm.errors import LibraryNotWritable, LibraryUnreadable, StoreError
from paperterm.model.collection import Collection
from paperterm.store import files, surroundings
from paperterm.store.annotations import LONGEST_NOTE
from paperterm.store.store import Store
from tests.unit.store.tools import change, contents, paper, paper_id, put, reopened, snapshot

CHECKOUT = Path(__file__).resolve().parents[3]


def limited(code: str, *arguments: str, **limits: int) -> subprocess.CompletedProcess[str]:
    """Run code in a fresh process with small resource limits."""

    def become() -> None:
        for name, value in limits.items():
            resource.setrlimit(getattr(resource, name), (value, value))

    environment = {**os.environ, "PYTHONPATH": str(CHECKOUT), "PYTHONDONTWRITEBYTECODE": "1"}
    return subprocess.run(
        [sys.executable, "-c", code, *arguments],
        capture_output=True, text=True, timeout=60, cwd="/", env=environment, preexec_fn=become, check=False,
    )  # fmt: skip


def test_nothing_is_made_before_the_first_write(tmp_path: Path) -> None:
    folder = tmp_path / "a" / "library"
    store = Store.open(folder)
    assert contents(store) == {}
    assert len(store.catalogue) == 0
    store.annotations.refresh()
    assert store.annotations.undo() is None
    store.close()
    assert not folder.parent.exists()


@pytest.mark.parametrize("umask", [0o000, 0o777], ids=["row42-000", "row42-777"])
def test_modes_do_not_depend_on_the_umask(tmp_path: Path, umask: int) -> None:
    old = os.umask(umask)
    try:
        store = Store.open(tmp_path / "new" / "library")
        put(store, 1, note="x")
        store.catalogue.append(Collection("L"), [paper(1)])
        store.close()
    finally:
        os.umask(old)
    for path in (tmp_path / "new").rglob("*"):
        assert stat.S_IMODE(path.stat().st_mode) == (0o700 if path.is_dir() else 0o600), path
    assert stat.S_IMODE((tmp_path / "new").stat().st_mode) == 0o700


@pytest.mark.parametrize("row", ["row14"])
def test_a_file_in_the_place_of_the_folder(tmp_path: Path, row: str) -> None:
    (tmp_path / "library").write_text("a file")
    with pytest.raises(LibraryUnreadable) as caught:
        Store.open(tmp_path / "library")
    assert "not a folder" in caught.value.message
    with pytest.raises(LibraryUnreadable):
        Store.open(tmp_path / "library" / "below")
    assert (tmp_path / "library").read_text() == "a file"


@contextlib.contextmanager
def read_only(path: Path) -> Iterator[None]:
    """Make a folder or file one that cannot be written: by its mode, or for root by a mount."""
    if os.geteuid() != 0:
        mode = path.stat().st_mode
        path.chmod(0o500 if path.is_dir() else 0o400)
        yield
        path.chmod(mode)
        return
    if subprocess.run(["mount", "--bind", path, path], check=False).returncode != 0:
        pytest.skip("root may write everywhere, and this system does not let a folder be mounted read only")
    try:
        subprocess.run(["mount", "-o", "remount,ro,bind", path], check=True)
        yield
    finally:
        subprocess.run(["umount", "-l", path], check=True)


@pytest.mark.parametrize("name", ["", "annotations.json"], ids=["folder", "file"])
@pytest.mark.parametrize("has_cache", [True, False])
@pytest.mark.parametrize("row", ["row13"])
def test_a_library_that_cannot_be_written_opens_for_reading(
    tmp_path: Path, name: str, has_cache: bool, row: str
) -> None:
    folder = tmp_path / "library"
    store = Store.open(folder)
    put(store, 1, note="readable")
    store.catalogue.append(Collection("L"), [paper(1), paper(2)])
    store.close()
    if not has_cache:
        shutil.rmtree(folder / "cache")
    before = {key: data for key, data in snapshot(folder).items() if not key.startswith("cache")}
    with read_only(folder / name):
        store = Store.open(folder)
        assert store.read_only_reason is not None
        assert "read only" in store.read_only_reason
        assert store.annotations.get(paper_id(1)).note == "readable"
        assert [store.catalogue.paper(0).title, store.catalogue.head(1).title] == ["Title 1", "Title 2"]
        with pytest.raises(LibraryNotWritable):
            store.annotations.apply(change(store, 1, note="y"))
        with pytest.raises(LibraryNotWritable):
            store.annotations.undo()
        with pytest.raises(LibraryNotWritable):
            store.catalogue.append(Collection("M"), [paper(5)])
        store.annotations.refresh()
        store.close()
    assert {key: data for key, data in snapshot(folder).items() if not key.startswith("cache")} == before


@pytest.mark.parametrize("kind", ["row36-link", "row36-dangling"])
def test_links_are_followed_and_kept(tmp_path: Path, kind: str) -> None:
    real = tmp_path / "elsewhere" / "annotations.json"
    real.parent.mkdir()
    folder = tmp_path / "library"
    store = Store.open(folder)
    put(store, 1, note="x")
    store.close()
    if kind == "row36-link":
        os.replace(folder / "annotations.json", real)
    else:
        (folder / "annotations.json").unlink()
        shutil.rmtree(folder / "backups")
    (folder / "annotations.json").symlink_to(real)
    link = tmp_path / "link"
    link.symlink_to(folder)
    store = Store.open(link)
    put(store, 2, note="y")
    expected = contents(store)
    store.close()
    assert (folder / "annotations.json").is_symlink()
    assert real.is_file()
    assert not real.is_symlink()
    assert reopened(folder) == expected


@pytest.mark.parametrize("kind", ["row36-loop", "row36-folder", "row36-fifo", "row36-device"])
def test_what_is_no_file_is_refused_at_once(tmp_path: Path, kind: str) -> None:
    path = tmp_path / "annotations.json"
    if kind == "row36-loop":
        path.symlink_to(path)
    elif kind == "row36-folder":
        path.mkdir()
    elif kind == "row36-fifo":
        os.mkfifo(path)
    else:
        path.symlink_to("/dev/zero")
    with pytest.raises(LibraryUnreadable) as caught:
        Store.open(tmp_path)
    assert "annotations.json" in caught.value.message


def test_a_loop_of_links_for_the_folder(tmp_path: Path) -> None:
    (tmp_path / "a").symlink_to(tmp_path / "b")
    (tmp_path / "b").symlink_to(tmp_path / "a")
    with pytest.raises(LibraryUnreadable):
        Store.open(tmp_path / "a")


@pytest.mark.parametrize("row", ["row14"])
def test_a_folder_that_cannot_be_made(tmp_path: Path, row: str, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(path: object, mode: int = 0o777) -> None:
        raise PermissionError(errno.EACCES, "Permission denied")

    store = Store.open(tmp_path / "new" / "library")
    monkeypatch.setattr(os, "mkdir", refuse)
    store.annotations.apply(change(store, 1, note="x"))
    with pytest.raises(LibraryNotWritable) as caught:
        store.annotations.flush()
    assert "new" in caught.value.message
    monkeypatch.undo()
    store.annotations.flush()
    assert len(reopened(tmp_path / "new" / "library")) == 1


@pytest.mark.parametrize("row", ["row37"])
def test_a_file_above_the_limit_is_refused_without_reading_it(tmp_path: Path, row: str) -> None:
    with (tmp_path / "annotations.json").open("wb") as file:
        file.truncate(files.LARGEST_FILE + 1)
    with pytest.raises(LibraryUnreadable) as caught:
        Store.open(tmp_path)
    assert "at most" in caught.value.message


@pytest.mark.parametrize("row", ["row38"])
def test_a_note_above_the_limit_is_refused_with_the_text_left_to_the_caller(tmp_path: Path, row: str) -> None:
    store = Store.open(tmp_path)
    put(store, 1, note="n" * LONGEST_NOTE)
    assert reopened(tmp_path)[paper_id(1)].note == "n" * LONGEST_NOTE
    with pytest.raises(StoreError) as caught:
        store.annotations.apply(change(store, 1, note="n" * (LONGEST_NOTE + 1)))
    assert "1,000,000" in caught.value.message
    assert not store.annotations.is_unsaved


@pytest.mark.parametrize("row", ["row41"])
def test_temporary_files_of_dead_programs_are_removed_under_the_lock(tmp_path: Path, row: str) -> None:
    store = Store.open(tmp_path)
    put(store, 1, note="x")
    left = tmp_path / ".annotations.json.0123456789abcdef.tmp"
    left.write_text("half")
    Store.open(tmp_path).close()
    put(Store.open(tmp_path), 1, note="y")
    assert not left.exists()


@pytest.mark.parametrize("row", ["row43"])
def test_a_planted_link_is_not_followed(tmp_path: Path, row: str, monkeypatch: pytest.MonkeyPatch) -> None:
    victim = tmp_path / "victim"
    victim.write_text("untouched")
    folder = tmp_path / "library"
    store = Store.open(folder)
    put(store, 1, note="x")
    monkeypatch.setattr(os, "urandom", lambda count: b"\0" * count)
    (folder / ".annotations.json.0000000000000000.tmp").symlink_to(victim)
    with pytest.raises(LibraryNotWritable):
        store.annotations.checkpoint()
    (folder / "annotations.log").unlink()
    (folder / "annotations.log").symlink_to(victim)
    store.annotations.apply(change(store, 1, note="y"))
    with pytest.raises(StoreError):
        store.annotations.flush()
    assert victim.read_text() == "untouched"


@pytest.mark.parametrize("when", ["1970-01-02", "2099-12-31"], ids=["row44-1970", "row44-2099"])
def test_the_order_of_changes_does_not_depend_on_the_clock(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, when: str
) -> None:
    import time
    from datetime import datetime

    store = Store.open(tmp_path)
    put(store, 1, note="first")
    monkeypatch.setattr(time, "time", lambda: datetime.fromisoformat(when).timestamp())
    put(store, 1, note="second")
    os.utime(tmp_path / "annotations.log", (0, 0))
    other = Store.open(tmp_path)
    put(other, 1, note="third")
    other.close()
    store.annotations.refresh()
    assert store.annotations.get(paper_id(1)).note == "third"
    assert reopened(tmp_path)[paper_id(1)].note == "third"


@pytest.mark.skipif(os.geteuid() != 0, reason="needs root, to make a library of another user")
@pytest.mark.parametrize("row", ["row45"])
def test_root_leaves_a_library_to_its_owner(tmp_path: Path, row: str) -> None:
    folder = tmp_path / "library"
    folder.mkdir(mode=0o700)
    os.chown(folder, 1234, 1234)
    store = Store.open(folder)
    put(store, 1, note="x")
    store.catalogue.append(Collection("L"), [paper(1)])
    store.close()
    for path in folder.rglob("*"):
        assert (path.stat().st_uid, path.stat().st_gid) == (1234, 1234), path


@pytest.mark.parametrize(
    "name",
    ["annotations (conflicted copy 2024-01-01).json", "annotations.sync-conflict-20240101-000000-AAAAAAA.json"],
    ids=["row47-dropbox", "row47-syncthing"],
)
def test_a_copy_of_a_synchronising_tool_is_named(tmp_path: Path, name: str) -> None:
    store = Store.open(tmp_path)
    put(store, 1, note="x")
    (tmp_path / name).write_text("{}")
    assert any(name in problem for problem in Store.open(tmp_path).problems)


def test_network_file_systems_are_recognised(tmp_path: Path) -> None:
    mounts = tmp_path / "mounts"
    mounts.write_text(f"/dev/sda / ext4 rw 0 0\nserver:/home {tmp_path}/my\\040home nfs4 rw 0 0\n")
    (tmp_path / "my home" / "library").mkdir(parents=True)
    assert surroundings.file_system(tmp_path / "my home" / "library", mounts) == "nfs4"
    assert surroundings.file_system(tmp_path, mounts) == "ext4"
    assert surroundings.file_system(tmp_path, tmp_path / "nothing") == ""


LIMITED = """
import sys
from pathlib import Path
from paperterm.errors import PapertermError
from paperterm.store.store import Store
from paperterm.model.collection import Collection
from tests.unit.store.tools import *
try:
    store = Store.open(Path(sys.argv[1]))
    for round in range(20):
        store.catalogue.append(Collection(f"L{round}"), [paper(round * 5 + n, abstract="x" * 3000) for n in range(5)])
        put(store, round, note="n" * 3000)
    for number in range(100):
        store.catalogue.paper(number)
    store.close()
    print("done")
except PapertermError as error:
    print("refused:", error.message)
"""


@pytest.mark.parametrize(
    "limits",
    [
        pytest.param({"RLIMIT_AS": 200 << 20}, id="row48-memory"),
        pytest.param({"RLIMIT_NOFILE": 16}, id="row48-descriptors"),
        pytest.param({"RLIMIT_FSIZE": 20_000}, id="row10-file-size"),
    ],
)
def test_small_limits_end_in_a_message_or_work(tmp_path: Path, limits: dict[str, int]) -> None:
    done = limited(LIMITED, str(tmp_path / "library"), **limits)
    assert done.stderr == ""
    assert done.stdout.startswith(("done", "refused:"))
    store = Store.open(tmp_path / "library")
    assert len(store.catalogue) % 5 == 0
    assert not store.catalogue.problems
    if done.stdout.startswith("done"):
        assert len(store.catalogue) == 100
        assert len(contents(store)) == 20


@pytest.fixture
def small_disk(tmp_path: Path) -> Iterator[Path]:
    """A file system of 1 MB."""
    if os.geteuid() != 0 or shutil.which("mount") is None:
        pytest.skip("needs root and mount, for a small file system")
    folder = tmp_path / "small"
    folder.mkdir()
    if subprocess.run(["mount", "-t", "tmpfs", "-o", "size=1m", "tmpfs", folder], check=False).returncode != 0:
        pytest.skip("this system does not let a small file system be mounted")
    yield folder
    subprocess.run(["umount", "-l", folder], check=True)


@pytest.mark.parametrize("row", ["row8"])
def test_a_disk_that_is_really_full_loses_nothing(small_disk: Path, row: str) -> None:
    store = Store.open(small_disk / "library")
    saved = 0
    with pytest.raises(LibraryNotWritable) as caught:
        for number in range(1, 500):
            store.annotations.apply(change(store, number, note="n" * 10_000))
            store.annotations.flush()
            saved = number
    assert "kB free" in caught.value.message
    assert saved > 10
    assert len(reopened(small_disk / "library")) == saved
    assert len(contents(store)) == saved + 1
    for path in (small_disk / "library" / "backups").glob("*"):
        path.unlink()
