from __future__ import annotations

import json
import os
import shutil
from collections.abc import Iterable
from pathlib import Path

import pytest

from paperterm.errors import PapertermError
from paperterm.model.annotation import Annotation, ReadingStatus
from paperterm.model.paper import Paper
from paperterm.search import index as index_room
from paperterm.search.finder import Finder
from paperterm.search.segment import DTYPES
from tests.benchmarks.search_corpora import PapersInMemory, Written

WORDS = (
    "graph",
    "neural",
    "flow",
    "sharpness",
    "pruned",
    "network",
    "diffusion",
    "over-parametrized",
    "théorie",
    "学习",
)
QUERIES = (
    "graph",
    "neural network",
    "flo*",
    '"graph neural"',
    "title:graph",
    "overparameterized",
    "-flow",
    "学习",
    "year:2003",
)


def papers(count: int, first: int = 0) -> list[Paper]:
    made = []
    for number in range(first, first + count):
        words = [WORDS[(number * step + step) % len(WORDS)] for step in (1, 2, 3, 5)]
        made.append(
            Paper(
                f"{number:016x}",
                f"On {words[0]} {number}",
                abstract=f"We study {' '.join(words)} of kind n{number}.",
                venue=f"Venue {number % 3}",
                year=2000 + number % 5,
            )
        )
    return made


def corpus(parts: Iterable[int]) -> PapersInMemory:
    """Papers that came in several imports, with a fingerprint that tells them."""
    parts = list(parts)
    return PapersInMemory(papers(sum(parts)), "0-" + "-".join(map(str, parts)))


def answers(finder: Finder) -> dict[str, tuple[list[int], list[float] | None]]:
    given = {}
    for query in QUERIES:
        found = finder.find(query)
        scores = None if found.scores is None else [round(float(score), 4) for score in found.scores]
        given[query] = (list(map(int, found.numbers)), scores)
    return given


def opened(parts: Iterable[int], cache: Path | None) -> Finder:
    finder = Finder(corpus(parts), Written(), cache)
    finder.prepare()
    return finder


@pytest.fixture
def is_never_built(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_: object) -> None:
        raise AssertionError("the index is built")

    monkeypatch.setattr(index_room, "_build", fail)


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("whole")
    opened([60], folder)
    return folder


@pytest.fixture
def cached(tmp_path: Path, whole: Path) -> Path:
    shutil.copytree(whole, tmp_path, dirs_exist_ok=True)
    return tmp_path


@pytest.fixture(scope="module")
def right() -> dict[str, tuple[list[int], list[float] | None]]:
    """The answers of an index in memory."""
    return answers(opened([60], None))


def test_the_index_is_opened_from_the_cache(cached: Path, is_never_built: None) -> None:
    assert answers(opened([60], cached)) == answers(opened([60], cached))


def test_a_cached_index_answers_as_one_in_memory(cached: Path) -> None:
    assert answers(opened([60], cached)) == answers(opened([60], None))


def test_progress_is_told() -> None:
    told: list[tuple[int, int]] = []
    finder = Finder(corpus([600]), Written(), None)
    assert not finder.is_ready
    finder.prepare(lambda done, whole: told.append((done, whole)))
    assert finder.is_ready
    assert told == [(256, 600), (512, 600), (600, 600)]


def test_an_import_extends_the_index_and_answers_are_those_of_one_made_anew(cached: Path) -> None:
    built: list[int] = []
    finder = Finder(corpus([60, 7]), Written(), cached)
    finder.prepare(lambda _, whole: built.append(whole))
    assert built == [7]
    assert answers(finder) == answers(opened([67], None))
    again = Finder(corpus([60, 7]), Written(), cached)
    again.prepare(lambda _, whole: built.append(whole))
    assert built == [7]
    assert answers(again) == answers(finder)


def test_an_open_finder_sees_papers_that_are_added(cached: Path) -> None:
    shelf = corpus([60])
    finder = Finder(shelf, Written({f"{61:016x}": Annotation(ReadingStatus.READ)}), cached)
    before = len(finder.find("graph"))
    added = PapersInMemory(papers(70), "0-60-10")
    shelf.papers, shelf.fingerprint, shelf._numbers = added.papers, added.fingerprint, added._numbers
    assert not finder.is_ready
    assert len(finder.find("graph")) > before
    assert list(map(int, finder.find("status:read").numbers)) == [61]
    assert answers(finder) == answers(opened([70], None))


def test_many_imports_are_joined(tmp_path: Path) -> None:
    parts = [40]
    for _ in range(9):
        finder = opened(parts, tmp_path)
        assert answers(finder) == answers(opened([sum(parts)], None))
        parts.append(2)
    manifest = json.loads((tmp_path / "index" / "index.json").read_text())
    assert len(manifest["segments"]) <= index_room.MOST_SEGMENTS
    kept = {path.name for path in (tmp_path / "index").iterdir() if path.is_dir()}
    assert kept == set(manifest["segments"])


def test_other_papers_make_another_index(cached: Path) -> None:
    other = PapersInMemory(papers(60, first=100), "1-60")
    finder = Finder(other, Written(), cached)
    assert list(finder.find("n159").numbers) == [59]
    assert len(finder.find("n3").numbers) == 0


def _break_manifest(folder: Path) -> None:
    (folder / "index.json").write_text("{", encoding="utf-8")


def _other_version(folder: Path) -> None:
    manifest = json.loads((folder / "index.json").read_text())
    (folder / "index.json").write_text(json.dumps({**manifest, "tokens": -1}), encoding="utf-8")


def _other_format(folder: Path) -> None:
    (path,) = folder.glob("*/segment.json")
    path.write_text(json.dumps({**json.loads(path.read_text()), "format": -1}), encoding="utf-8")


def _odd_manifest(folder: Path) -> None:
    (folder / "index.json").write_text('["segments", 1]', encoding="utf-8")


def _remove_segment(folder: Path) -> None:
    (path,) = folder.glob("*/segment.json")
    shutil.rmtree(path.parent)


def _remove_all(folder: Path) -> None:
    shutil.rmtree(folder)


@pytest.mark.parametrize(
    "damage", [_break_manifest, _other_version, _other_format, _odd_manifest, _remove_segment, _remove_all]
)
def test_a_damaged_cache_heals(cached: Path, damage: object) -> None:
    damage(cached / "index")  # type: ignore[operator]
    assert answers(opened([60], cached)) == answers(opened([60], None))
    assert answers(opened([60], cached)) == answers(opened([60], None))


@pytest.mark.parametrize("name", sorted(DTYPES))
@pytest.mark.parametrize("how", ["cut", "longer", "gone", "noise", "zeros"])
def test_any_file_of_the_index_may_be_damaged(cached: Path, right: object, name: str, how: str) -> None:
    (path,) = (cached / "index").glob(f"*/{name}.bin")
    content = path.read_bytes()
    if how == "gone":
        path.unlink()
    else:
        # Noise can only be noticed where it makes numbers that cannot be; what counts is that nothing is raised.
        half = len(content) // 2
        changed = {
            "cut": content[:half],
            "longer": content + b"\0" * 8,
            "noise": b"\xfe" * len(content),
            "zeros": content[:half] + bytes(len(content) - half),
        }
        path.write_bytes(changed[how])
    given = answers(opened([60], cached))
    if how in ("cut", "longer", "gone"):
        assert given == right


def test_a_folder_that_cannot_be_written_is_done_without(tmp_path: Path) -> None:
    (tmp_path / "index").write_text("a file where the folder should be")
    assert answers(opened([60], tmp_path)) == answers(opened([60], None))


@pytest.mark.skipif(os.geteuid() == 0, reason="root may write anywhere")
def test_a_read_only_cache_is_done_without(tmp_path: Path) -> None:
    tmp_path.chmod(0o500)
    try:
        assert answers(opened([60], tmp_path)) == answers(opened([60], None))
    finally:
        tmp_path.chmod(0o700)


def test_nothing_unfinished_stays(cached: Path) -> None:
    names = sorted(path.name for path in (cached / "index").iterdir())
    assert names[-1] == "index.json"
    assert len(names) == 2


def test_a_full_disk_is_said(cached: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(index_room, "write_arrays", full)
    with pytest.raises(PapertermError, match="no room for the search index: No space left"):
        opened([61], cached)
    assert not list((cached / "index").glob("unfinished-*"))


def test_a_full_cache_folder_is_done_without(cached: Path, right: object, monkeypatch: pytest.MonkeyPatch) -> None:
    write_arrays = index_room.write_arrays

    def full(folder: Path, arrays: dict[str, object]) -> None:
        if cached in folder.parents:
            raise OSError(28, "No space left on device")
        write_arrays(folder, arrays)  # type: ignore[arg-type]

    shutil.rmtree(cached / "index")
    monkeypatch.setattr(index_room, "write_arrays", full)
    assert answers(opened([60], cached)) == right
