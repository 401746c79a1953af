"""Highlights through the library: one step each, undone, kept, found again."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from paperterm.errors import PapertermError
from paperterm.export import Options
from paperterm.library import Library
from paperterm.model.annotation import Highlight
from paperterm.model.passages import highlight_of, place_of

ABSTRACT = "The model is small. We show that the model is also fast, and why the model generalises."


def imported(folder: Path, text: str) -> Library:
    source = folder.parent / "list.txt"
    source.write_text(f"Daily Papers\n\n{text}\n", "utf-8")
    library = Library.open(folder)
    library.import_sources([str(source)])
    return library


@pytest.fixture
def library(tmp_path: Path) -> Iterator[Library]:
    with imported(tmp_path / "library", ABSTRACT) as opened:
        yield opened


def highlight(library: Library, words: str, colour: str = "green", remark: str = "") -> Highlight:
    start = ABSTRACT.rindex(words)
    made = highlight_of(ABSTRACT, start, start + len(words), colour, remark)
    library.replace_highlight(library.head(0).paper_id, None, made)
    return made


def highlights(library: Library) -> tuple[Highlight, ...]:
    return library.annotation(library.head(0).paper_id).highlights


def test_they_are_in_the_order_of_the_text_and_each_is_one_step_of_undo(library: Library) -> None:
    last = highlight(library, "the model generalises")
    first = highlight(library, "is small", remark="how small?")
    assert highlights(library) == (first, last)
    undone = library.undo()
    assert undone is not None and highlights(library) == (last,)
    library.redo()
    assert highlights(library) == (first, last)


def test_the_same_passage_again_takes_the_new_colour_and_keeps_its_remark(library: Library) -> None:
    highlight(library, "is small", remark="how small?")
    highlight(library, "is small", "red")
    assert [(one.colour, one.remark) for one in highlights(library)] == [("red", "how small?")]


def test_one_is_changed_or_deleted(library: Library) -> None:
    paper_id = library.head(0).paper_id
    one = highlight(library, "is small", remark="x")
    after = Highlight(one.passage, one.start, "blue", "")
    assert library.replace_highlight(paper_id, one, after).summary == "1 paper: highlight changed"
    assert highlights(library) == (after,)
    assert library.replace_highlight(paper_id, after, None).summary == "1 paper: highlight deleted"
    assert highlights(library) == ()


def test_a_wrong_colour_and_an_endless_remark_are_refused(library: Library) -> None:
    with pytest.raises(PapertermError, match="no colour"):
        highlight(library, "is small", "mauve")
    with pytest.raises(PapertermError, match="at most 2,000"):
        highlight(library, "is small", remark="x" * 2_001)
    assert highlights(library) == ()


def test_they_stay_in_place_when_the_list_is_imported_with_other_spacing(tmp_path: Path, library: Library) -> None:
    for words in ("the model generalises", "The model"):
        highlight(library, words)
    library.flush()
    library.close()
    respaced = "\n   ".join(ABSTRACT.upper().split()).replace("SMALL.", "SMALL .")
    for file in (tmp_path / "library" / "papers").iterdir():
        file.unlink()
    with imported(tmp_path / "library", respaced) as again:
        text = again.paper(0).abstract
        places = [place_of(text, one) for one in highlights(again)]
    assert [" ".join(text[slice(*place)].split()) for place in places if place] == [
        "THE MODEL",
        "THE MODEL GENERALISES",
    ]
    assert places[0] == (0, text.index("MODEL") + len("MODEL"))


def test_they_are_found_by_query_and_exported(library: Library) -> None:
    assert list(library.find("has:highlight").numbers) == []
    highlight(library, "is small", remark="how *small*?")
    assert list(library.find("has:highlight").numbers) == [0]
    assert "  > - “is small” — how \\*small\\*? (green)" in library.export([0], "markdown", Options())
