"""The verbs of the library, on a real library on disk."""

from __future__ import annotations

import json
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from tinydb import TinyDB

from paperterm.annotating import LONGEST_NOTE
from paperterm.errors import PaperNotFound, PapertermError
from paperterm.library import Library
from paperterm.model.about_library import IMPORTS_ID
from paperterm.model.annotation import ReadingStatus

LIST = """ICML 2024 论文列表

We study sharpness-aware minimization and show that flat minima generalize better than sharp ones in deep networks.

Pruning removes weights from a trained network. We propose a pruning rule that keeps the accuracy of the dense model.

Diffusion models generate images step by step. We present a sampler that needs four steps instead of a thousand.
"""


@pytest.fixture
def source(tmp_path: Path) -> Path:
    file = tmp_path / "list.txt"
    file.write_text(LIST, encoding="utf-8")
    return file


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return tmp_path / "library"


@pytest.fixture
def library(folder: Path, source: Path) -> Iterator[Library]:
    now = datetime(2026, 3, 1, 12, tzinfo=UTC)

    def clock() -> datetime:
        nonlocal now
        now += timedelta(seconds=1)
        return now

    with Library.open(folder, clock=clock) as library:
        library.import_sources([str(source)])
        yield library


def ids(library: Library) -> list[str]:
    return [library.head(number).paper_id for number in range(len(library))]


def test_an_import_is_reported_and_a_second_one_adds_nothing(library: Library, source: Path) -> None:
    assert len(library) == 3
    (collection,) = library.collections()
    assert (collection.name, collection.venue, collection.year) == ("ICML 2024", "ICML", 2024)
    report = library.import_sources([str(source)])
    assert (report.new, report.lists[0].known) == (0, 3)
    assert report.summary == "0 papers added, 3 known already"
    assert len(library) == 3
    assert len(library.collections()) == 1


def test_a_dry_run_says_what_would_come_and_writes_nothing(folder: Path, source: Path) -> None:
    with Library.open(folder) as library:
        report = library.import_sources([str(source)], dry_run=True)
        assert report.summary == "3 papers would be added"
        assert len(library) == 0
    assert not folder.exists()


def test_what_was_annotated_is_there_after_reopening_and_plain_tinydb_reads_it(library: Library, folder: Path) -> None:
    first, second, _ = ids(library)
    library.set_status([first, second], ReadingStatus.TO_READ)
    library.edit_tags([first], add=["Theory", "flat minima"])
    library.set_note(first, "compare with pruning")
    library.set_star([second], True)
    library.close()
    with Library.open(folder) as again:
        assert again.annotation(first).tags == ("flat-minima", "theory")
        assert again.annotation(first).note == "compare with pruning"
        assert again.annotation(second).status is ReadingStatus.TO_READ
        assert again.annotation(second).starred
    with TinyDB(folder / "annotations.json") as database:
        rows = {row["paper_id"]: row for row in database.table("annotations")}
    assert rows[first]["note"] == "compare with pruning"


def test_a_bulk_change_is_one_step_of_undo_across_a_restart(library: Library, folder: Path) -> None:
    everything = ids(library)
    library.set_status(everything[:1], ReadingStatus.READ)
    change = library.set_status(everything, ReadingStatus.SKIPPED, "off topic")
    assert change.summary == "3 papers: skipped"
    library.close()
    with Library.open(folder) as again:
        undone = again.undo()
        assert undone is not None
        assert [again.annotation(i).status.value for i in everything] == ["read", "unread", "unread"]
        redone = again.redo()
        assert redone is not None
        assert {again.annotation(i).skip_reason for i in everything} == {"off topic"}


def test_nothing_to_change_is_no_step_of_undo(library: Library) -> None:
    first = ids(library)[0]
    assert not library.set_status([first], ReadingStatus.UNREAD)
    undone = library.undo()
    assert undone and undone.summary == "3 papers imported: ICML 2024"
    assert library.undo() is None


def test_undo_then_a_new_change_forgets_what_could_be_redone(library: Library) -> None:
    first = ids(library)[0]
    library.set_star([first], True)
    library.undo()
    library.set_status([first], ReadingStatus.READ)
    assert library.redo() is None
    assert not library.annotation(first).starred


def test_a_tag_is_renamed_merged_and_deleted_everywhere(library: Library) -> None:
    first, second, _ = ids(library)
    library.edit_tags([first], add=["nets", "networks"])
    library.edit_tags([second], add=["nets"])
    library.rename_tag("nets", "networks")
    assert library.tags() == {"networks": 2}
    library.delete_tag("networks")
    assert library.tags() == {}
    library.undo()
    assert library.tags() == {"networks": 2}


def test_finding_by_keyword_tag_and_status(library: Library) -> None:
    first, second, third = ids(library)
    library.edit_tags([third], add=["generative"])
    library.set_status([first], ReadingStatus.TO_READ)

    def found(query: str) -> list[str]:
        return [library.head(int(number)).paper_id for number in library.find(query).numbers]

    assert found("pruning") == [second]
    assert found("tag:generative") == [third]
    assert found("status:to-read") == [first]
    assert set(found("network -pruning")) == {first}
    assert found("") == [first, second, third]


def test_a_paper_is_named_by_any_unique_start_of_its_id(library: Library) -> None:
    first = ids(library)[0]
    assert library.resolve(first[:10]) == first
    assert library.resolve(first.upper()) == first
    for wrong in ("", "zz", "\x1b[31m"):
        with pytest.raises(PaperNotFound) as caught:
            library.resolve(wrong)
        assert "\x1b" not in str(caught.value)
    with pytest.raises(PaperNotFound):
        library.resolve(first + "0")


def test_a_note_that_is_too_long_is_refused_whole(library: Library) -> None:
    first = ids(library)[0]
    with pytest.raises(PapertermError, match="characters"):
        library.set_note(first, "x" * (LONGEST_NOTE + 1))
    assert library.annotation(first).note == ""
    library.append_note(first, "one")
    library.append_note(first, "two")
    assert library.annotation(first).note == "one\n\ntwo"


def test_an_export_gives_keys_that_stay_and_can_be_read(library: Library, folder: Path) -> None:
    once = library.export([0, 1], "bibtex")
    assert once.count("@misc{") == 2
    assert library.export([1, 0], "bibtex").count("@misc{") == 2
    keys = {line.split("{")[1] for line in once.splitlines() if line.startswith("@")}
    library.close()
    with Library.open(folder) as again:
        later = again.export([2, 1, 0], "bibtex")
        assert keys <= {line.split("{")[1] for line in later.splitlines() if line.startswith("@")}
        lines = again.export([0], "jsonl").splitlines()
    assert json.loads(lines[0])["title_is_derived"] is True


def test_statistics_count_every_paper_once(library: Library) -> None:
    first, second, _ = ids(library)
    library.set_status([first], ReadingStatus.READ)
    library.edit_tags([first, second], add=["x"])
    numbers = library.statistics()
    assert numbers.by_status == {"unread": 2, "to-read": 0, "reading": 0, "read": 1, "skipped": 0}
    assert numbers.by_collection == {"ICML 2024": numbers.by_status}
    assert numbers.by_tag == {"x": 2}
    assert numbers.by_day == {"2026-03-01": 1}


def test_an_empty_library_shows_the_sample_and_keeps_it_once_it_is_annotated(folder: Path) -> None:
    with Library.open(folder, with_sample=True) as library:
        assert library.is_sample
        assert 24 <= len(library) <= 40
        paper_id = library.head(3).paper_id
        assert not folder.exists()
        library.edit_tags([paper_id], add=["classic"])
        assert not library.is_sample
        assert library.head(3).paper_id == paper_id
    with Library.open(folder) as again:
        assert again.annotation(paper_id).tags == ("classic",)
        assert again.number(paper_id) == 3


def test_importing_into_an_empty_library_puts_the_sample_away(folder: Path, source: Path) -> None:
    with Library.open(folder, with_sample=True) as library:
        library.import_sources([str(source)])
        assert not library.is_sample
        assert len(library) == 3


def test_two_programs_on_one_library_see_each_other(library: Library, folder: Path) -> None:
    first, second, _ = ids(library)
    with Library.open(folder) as other:
        library.edit_tags([first], add=["here"])
        library.flush()
        other.edit_tags([first], add=["there"])
        other.set_status([second], ReadingStatus.READ)
        other.flush()
        library.refresh()
        assert library.annotation(first).tags == ("here", "there")
        assert library.annotation(second).status is ReadingStatus.READ


def test_what_another_program_imports_is_there_after_a_refresh(library: Library, folder: Path, tmp_path: Path) -> None:
    more = tmp_path / "more.txt"
    more.write_text("Daily Papers\n\nWe show that attention heads can be merged without loss of accuracy.\n", "utf-8")
    with Library.open(folder) as other:
        other.import_sources([str(more)])
    library.refresh()
    assert len(library) == 4
    assert [collection.name for collection in library.collections()] == ["ICML 2024", "Daily Papers"]
    assert list(library.find("attention").numbers) == [3]


def test_a_note_changed_in_two_places_keeps_both_texts_and_says_so(library: Library, folder: Path) -> None:
    first = ids(library)[0]
    with Library.open(folder) as other:
        other.set_note(first, "from the other window")
    library.refresh()
    library.set_note(first, "from this window", base="")
    library.flush()
    note = library.annotation(first).note
    assert "from the other window" in note
    assert "from this window" in note
    assert library.take_conflicts() == (first,)
    assert library.take_conflicts() == ()


def test_searches_saved_in_two_programs_are_both_kept(library: Library) -> None:
    library.save_search("Mine", "graph")
    with Library.open(library.folder) as other:
        other.save_search("Theirs", "tag:theory")
        library.flush()
    library.refresh()
    assert [one.name for one in library.saved_searches()] == ["Mine", "Theirs"]
    assert library.tags() == {} and library.statistics().by_tag == {}
    assert library.undo() and [one.name for one in library.saved_searches()] == ["Theirs"]


def test_tags_of_papers_of_an_import_that_was_taken_back_are_not_counted(library: Library, tmp_path: Path) -> None:
    more = tmp_path / "more.txt"
    more.write_text("More 2025\n\nWe study brooks, and how they find their way to the sea at night.\n")
    library.import_sources([str(more)])
    paper_id = library.head(len(library) - 1).paper_id
    with Library.open(library.folder) as other:
        other.edit_tags([paper_id], add=["water/brook"])
    library.refresh()
    assert library.tags() == {"water/brook": 1}
    undone = library.undo()
    assert undone and undone.summary == "1 paper imported: More 2025"
    assert library.tags() == {} and library.tag_tree() == {}
    library.redo()
    assert library.tags() == {"water/brook": 1} and library.tag_tree() == {"water": 1, "water/brook": 1}


def test_an_import_is_taken_back_and_brought_back(library: Library, tmp_path: Path) -> None:
    before, kept = len(library), ids(library)
    more = tmp_path / "more.txt"
    known = library.paper(0).abstract
    word = max(known.replace(".", " ").split(), key=len)
    more.write_text(
        f"More 2025\n\n{known}\n\nWe study brooks, {word} and how they find their way to the sea at night.\n"
    )
    library.import_sources([str(more)])
    number = before
    paper_id = library.head(number).paper_id
    library.edit_tags([paper_id], add=["brook"])
    assert library.undo() and library.tags() == {}
    library.redo()
    library.undo()
    undone = library.undo()
    assert undone and undone.summary == "1 paper imported: More 2025"
    for shown in (library, Library.open(library.folder)):
        shown.flush()
        assert shown.count == before and list(shown.numbers()) == list(range(before)) and shown.hidden == {number}
        assert "More 2025" not in [one.name for one in shown.collections()]
        assert shown.collections_of(0) == library.collections_of(0) and len(shown.collections_of(0)) == 1
        assert shown.number(paper_id) is None and [shown.head(n).paper_id for n in shown.find("").numbers] == kept
        assert list(shown.find("brooks").numbers) == [] and shown.statistics().papers == before
        assert number not in shown.similar(kept[:1]).numbers
        with pytest.raises(PaperNotFound):
            shown.resolve(paper_id)
        library.flush()
    partly = library.find(f"brooks {word}")  # the only paper with both words is hidden; others have one of them
    assert partly.is_partial and len(partly.numbers) and number not in partly.numbers
    redone = library.redo()
    assert redone and library.count == before + 1 and list(library.find("brooks").numbers) == [number]
    assert library.collections_of(0)[-1] == "More 2025"
    library.redo()
    assert library.tags() == {"brook": 1}


def test_what_was_taken_back_comes_with_another_import_and_keeps_its_note(library: Library, tmp_path: Path) -> None:
    more = tmp_path / "more.txt"
    more.write_text("More 2025\n\nWe study brooks, and how they find their way to the sea at night.\n")
    library.import_sources([str(more)])
    paper_id = library.head(len(library) - 1).paper_id
    library.undo()
    library.set_note(paper_id, "still here")
    report = library.import_sources([str(more)])
    assert (report.lists[0].new, report.lists[0].known) == (1, 0)
    assert library.hidden == frozenset() and library.annotation(paper_id).note == "still here"
    assert [one.name for one in library.collections()][-1] == "More 2025"
    again = library.import_sources([str(more)])
    assert (again.lists[0].new, again.lists[0].known) == (0, 1)
    undone = library.undo()
    assert undone and undone.summary == "1 paper imported: More 2025" and len(library.hidden) == 1
    library.flush()
    with Library.open(library.folder) as later:
        assert later.count == library.count == len(library) - 1


def test_another_program_sees_that_an_import_was_taken_back(library: Library, tmp_path: Path) -> None:
    more = tmp_path / "more.txt"
    more.write_text("More 2025\n\nWe study brooks, and how they find their way to the sea at night.\n")
    library.import_sources([str(more)])
    library.flush()
    with Library.open(library.folder) as other:
        assert other.count == len(library) and other.find("brooks").numbers
        assert library.undo()
        library.flush()
        assert IMPORTS_ID in other.refresh() and other.count == len(library) - 1
        assert not len(other.find("brooks").numbers)
