"""Files, folders and standard input, and the table of formats."""

from __future__ import annotations

import io
import re
import subprocess
import sys
from pathlib import Path

import pytest

from paperterm.errors import SourceError
from paperterm.importers import IMPORTERS
from paperterm.importers.sources import read_sources

FIRST = (
    "We study the first thing, at some length, so that it is taken for an abstract of its own. It works, and it is "
    "quick. More will be said about it in the sections below."
)
SECOND = FIRST.replace("first", "second")


def make(folder: Path, **files: str) -> str:
    for name, content in files.items():
        (folder / name.replace("_", ".")).write_text(content, encoding="utf-8")
    return str(folder)


def names(sources: list[str], **options: str) -> list[str]:
    return [imported.collection.name for imported in read_sources(sources, **options)]


def test_a_folder_gives_its_lists_by_name(tmp_path: Path) -> None:
    make(
        tmp_path,
        b_txt=f"Second list\n\n{SECOND}",
        a_txt=f"First list\n\n{FIRST}",
        c_jsonl='{"title": "Third"}',
        README_txt=FIRST,
        notes_md=FIRST,
        empty_txt="",
        short_txt="todo: buy milk",
        d_py=FIRST,
        _hidden_txt=FIRST,
    )
    (tmp_path / "inner").mkdir()
    make(tmp_path / "inner", e_txt=FIRST)
    assert names([str(tmp_path)]) == ["First list", "Second list", "c"]


def test_a_list_in_a_folder_that_cannot_be_read_is_not_passed_over(tmp_path: Path) -> None:
    make(tmp_path, a_txt=f"First list\n\n{FIRST}")
    (tmp_path / "b.txt").write_bytes(f"Réseaux\n\n{SECOND}".encode("latin-1"))
    with pytest.raises(SourceError, match=r"b\.txt: not UTF-8"):
        read_sources([str(tmp_path)])
    assert names([str(tmp_path)], encoding="latin-1") == ["First list", "Réseaux"]


def test_several_sources_keep_their_order(tmp_path: Path) -> None:
    make(tmp_path, a_txt=f"First list\n\n{FIRST}", b_txt=f"Second list\n\n{SECOND}")
    found = read_sources([str(tmp_path / "b.txt"), "-", str(tmp_path)], stdin=io.BytesIO(FIRST.encode()))
    assert [one.collection.name for one in found] == ["Second list", "Standard input", "First list", "Second list"]
    assert [one.collection.source for one in found][:2] == [str(tmp_path / "b.txt"), "-"]


def test_the_reader_names_the_collection(tmp_path: Path) -> None:
    make(tmp_path, a_txt=f"ICML 2024 论文列表\n\n{FIRST}", b_txt=f"{SECOND}")
    first, second = read_sources([str(tmp_path)], collection=" My  ICLR 2023 ")
    assert (first.collection.name, first.collection.venue, first.collection.year) == ("My ICLR 2023", "ICML", 2024)
    assert (second.collection.name, second.collection.venue) == ("My ICLR 2023", "")


def test_the_reader_names_the_format(tmp_path: Path) -> None:
    make(tmp_path, a_bib="@article{a, title = {A}}.\n\nmore of it, and so on", b_txt='{"title": "B"}')
    [imported] = read_sources([str(tmp_path / "a.bib")], format="text")
    assert imported.papers[0].abstract.startswith("@article{a")
    [imported] = read_sources([str(tmp_path / "b.txt")])
    assert imported.papers[0].title == "B"
    with pytest.raises(SourceError, match="there is no format “bibtexx”") as caught:
        read_sources([str(tmp_path / "a.bib")], format="bibtexx")
    assert "text, paragraphs, jsonl" in caught.value.hint


def test_what_is_no_list_is_named_with_the_formats_there_are(tmp_path: Path) -> None:
    make(tmp_path, a_bib="@article{a, title = {A}}")
    with pytest.raises(SourceError, match="this looks like BibTeX") as caught:
        read_sources([str(tmp_path / "a.bib")])
    assert "--format" in caught.value.hint


def test_progress_counts_over_all_sources(tmp_path: Path) -> None:
    make(tmp_path, a_txt=f"First list\n\n{FIRST}", b_txt=f"Second list\n\n{SECOND}\n\n{FIRST}")
    seen: list[int] = []
    read_sources([str(tmp_path)], on_progress=seen.append)
    assert seen == [1, 3]


@pytest.mark.parametrize("importer", IMPORTERS, ids=lambda importer: importer.name)
def test_each_row_of_the_table_is_complete(importer) -> None:  # type: ignore[no-untyped-def]
    assert re.fullmatch("[a-z][a-z-]*", importer.name)
    assert importer.description and len(importer.description) <= 80
    assert importer.endings and all(re.fullmatch(r"\.[a-z]+", ending) for ending in importer.endings)
    assert importer.sniff("", "x") == 0
    with pytest.raises(SourceError, match="no papers found"):
        importer.read("", "x")


def test_names_in_the_table_are_unique() -> None:
    assert len({importer.name for importer in IMPORTERS}) == len(IMPORTERS)


def test_the_table_loads_no_format_before_it_is_used() -> None:
    code = "import sys, paperterm.importers; print([name for name in sys.modules if 'paperterm.importers.' in name])"
    assert subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout == "[]\n"


def test_importing_loads_no_heavy_library() -> None:
    code = (
        "import sys, paperterm.importers.sources, paperterm.importers.abstracts, paperterm.importers.sample\n"
        "print(sorted({'numpy', 'textual', 'click', 'tinydb', 'rank_bm25', 'pylatexenc'} & set(sys.modules)))"
    )
    assert subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout == "[]\n"
