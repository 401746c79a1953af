"""Saved searches as the library keeps them: alike by name and query, whole through restarts, backups and damage."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from paperterm.errors import PapertermError
from paperterm.library import Library
from paperterm.model.about_library import LIBRARY_ID
from paperterm.model.saved_search import SavedSearch
from paperterm.store import checkpoint, doctor

MINE, THEIRS = SavedSearch("Graphs", "graph"), SavedSearch("Graphs", "network year:2020..")
OTHER = SavedSearch("Kernels", "kernel")
ODD = ("\t", "\tgraph", "name\t", " \t \x1b", "")


@pytest.fixture
def library(tmp_path: Path) -> Iterator[Library]:
    """Two searches of one name, from two programs, and one of another name."""
    with Library.open(tmp_path / "library") as library:
        library.save_search(*MINE)
        with Library.open(library.folder) as other:
            other.save_search(*THEIRS)
            library.flush()
        library.refresh()
        library.save_search(*OTHER)
        library.flush()
        yield library


def kept_in(folder: Path) -> list[str]:
    with Library.open(folder) as library:
        library.checkpoint()
    written = json.loads((folder / "annotations.json").read_text("utf-8"))["annotations"].values()
    return next(list(one.get("tags", ())) for one in written if one["paper_id"] == LIBRARY_ID)


def with_words(folder: Path, words: list[object]) -> None:
    """Have these stand among the searches, as a program of another version may write them."""
    with Library.open(folder) as library:
        library.checkpoint()
    path = folder / "annotations.json"
    state = checkpoint.decode(path.read_bytes(), path)
    record = next(one for one in state.tables["annotations"].values() if one["paper_id"] == LIBRARY_ID)
    record["tags"] += words
    path.write_bytes(b"".join(checkpoint.encode(state.tables, state.generation + 1, "0badc0de")))


def test_two_searches_of_one_name_are_renamed_and_deleted_one_by_one(library: Library) -> None:
    assert library.saved_searches() == (MINE, THEIRS, OTHER)
    library.rename_search(THEIRS, "Networks")
    renamed = SavedSearch("Networks", THEIRS.query)
    assert library.saved_searches() == (MINE, OTHER, renamed)
    assert library.undo() and library.saved_searches() == (MINE, THEIRS, OTHER)
    library.delete_search(MINE)
    assert library.saved_searches() == (THEIRS, OTHER)
    assert library.undo() and library.saved_searches() == (MINE, THEIRS, OTHER)


def test_a_name_that_is_given_again_replaces_all_that_have_it(library: Library) -> None:
    assert not library.rename_search(MINE, MINE.name).edits
    library.rename_search(OTHER, "GRAPHS")
    assert library.saved_searches() == (SavedSearch("GRAPHS", OTHER.query),)
    library.undo()
    library.save_search(*MINE)
    assert library.saved_searches() == (MINE, OTHER)
    assert not library.save_search(*MINE).edits
    library.undo()
    assert library.saved_searches() == (MINE, THEIRS, OTHER)


def test_what_another_window_took_away_is_refused_with_the_reason(library: Library) -> None:
    with Library.open(library.folder) as other:
        other.delete_search(MINE)
    library.refresh()
    for change in (lambda: library.rename_search(MINE, "New"), lambda: library.delete_search(MINE)):
        with pytest.raises(PapertermError) as refused:
            change()
        assert refused.value.message == "the search “Graphs” is not there any more"
    assert library.saved_searches() == (THEIRS, OTHER)


def test_words_that_are_no_search_are_left_where_they_are(library: Library) -> None:
    folder = library.folder
    library.close()
    with_words(folder, [*ODD, "graph neural", "  Mine \t  tag:a\x07 "])
    cleaned = SavedSearch("Mine", "tag:a�")
    with Library.open(folder) as opened:
        assert opened.saved_searches() == (SavedSearch("graph neural", "graph neural"), MINE, THEIRS, OTHER, cleaned)
        opened.delete_search(OTHER)
        opened.rename_search(MINE, "Other")
    assert set(kept_in(folder)) >= {*ODD, "graph neural", "  Mine \t  tag:a\x07 "}
    with Library.open(folder) as opened:
        opened.delete_search(cleaned)
        assert cleaned not in opened.saved_searches()
        opened.undo()
    assert "  Mine \t  tag:a\x07 " in kept_in(folder)


def test_they_are_undone_after_a_restart_and_come_back_with_a_backup(library: Library) -> None:
    folder = library.folder
    library.delete_search(THEIRS)
    library.close()
    with Library.open(folder) as opened:
        undone = opened.undo()
        assert undone and undone.summary == "search “Graphs” deleted"
        assert opened.saved_searches() == (MINE, THEIRS, OTHER)
        opened.redo()
        opened.checkpoint()
        assert opened.saved_searches() == (MINE, OTHER)
    file = folder.with_name("kept.json")
    doctor.backup(folder, file)
    with Library.open(folder) as opened:
        opened.delete_search(MINE)
        opened.delete_search(OTHER)
    doctor.restore(folder, file)
    with Library.open(folder) as opened:
        assert opened.saved_searches() == (MINE, OTHER)


def test_a_word_that_is_no_text_costs_no_search(library: Library) -> None:
    folder = library.folder
    library.close()
    with_words(folder, [None, ["Graphs", "graph"]])
    assert not doctor.diagnose(folder).is_sound
    doctor.repair(folder)
    with Library.open(folder) as opened:
        assert opened.saved_searches() == (MINE, THEIRS, OTHER)
