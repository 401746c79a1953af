from __future__ import annotations

from pathlib import Path

from paperterm.library import Library
from paperterm.model.annotation import ReadingStatus


def lists(folder: Path) -> Library:
    """Two lists of three and four papers, two of them in both."""
    library = Library.open(folder / "library")
    for name, papers in (("First", range(3)), ("Second", range(1, 5))):
        source = folder / f"{name}.txt"
        blocks = [
            f"We study setting number {n}, which nobody has studied before. It is a good setting." for n in papers
        ]
        source.write_text("\n\n".join(blocks), encoding="utf-8")
        library.import_sources([str(source)], collection=name)
    return library


def test_a_paper_of_two_collections_is_in_the_first(tmp_path: Path) -> None:
    with lists(tmp_path) as library:
        groups = library.grouped(range(len(library)), "collection")
        assert [(group.name, list(group.numbers)) for group in groups] == [("First", [0, 1, 2]), ("Second", [3, 4])]
        (only,) = library.grouped([4, 3], "collection")
        assert (only.name, list(only.numbers)) == ("Second", [4, 3])


def test_statuses_stand_in_the_order_of_sorting(tmp_path: Path) -> None:
    with lists(tmp_path) as library:
        library.set_status([library.head(0).paper_id], ReadingStatus.SKIPPED)
        library.set_status([library.head(4).paper_id], ReadingStatus.READING)
        groups = library.grouped([4, 0, 2, 1], "status")
        assert [(g.name, list(g.numbers)) for g in groups] == [("reading", [4]), ("unread", [2, 1]), ("skipped", [0])]


def test_nothing_has_no_groups(tmp_path: Path) -> None:
    with lists(tmp_path) as library:
        assert library.grouped([], "status") == ()
