from __future__ import annotations

from datetime import date

import pytest
from hypothesis import given
from hypothesis import strategies as st
from wcwidth import wcswidth

from paperterm.model.annotation import Annotation, ReadingStatus
from paperterm.model.statistics import statistics
from paperterm.present.progress import bar, last_days, progress, sparkline, streak
from paperterm.present.spans import STYLES, plain

TODAY = date(2026, 3, 2)
ANNOTATED = {
    0: Annotation(ReadingStatus.READ, True, ("gnn", "theory"), "a note", updated="2026-03-02T10:00:00Z"),
    1: Annotation(ReadingStatus.TO_READ, False, ("gnn",), updated="2026-03-01T10:00:00Z"),
    2: Annotation(ReadingStatus.SKIPPED, updated="2026-02-27T10:00:00Z"),
}
COUNTED = statistics(10, ANNOTATED, {"Garden 2024": range(8), "深度学习": [2, 8, 9]})


def picture(width: int = 66) -> list[str]:
    return [plain(line) for line in progress(COUNTED, TODAY, width)]


def test_every_number_of_the_statistics_is_in_the_picture() -> None:
    lines = picture()
    assert lines[0].startswith("10 papers, 3 decided (30%)") and "1 starred" in lines[0] and "1 with a note" in lines[0]
    assert any(line.startswith("● read ") and " 1 " in line and "10%" in line and "████" in line for line in lines)
    assert any(line.startswith("Garden 2024") and "3 of 8" in line for line in lines)
    assert any(line.startswith("深度学习") and "1 of 3" in line for line in lines)
    assert any(line.startswith("#gnn") and " 2 " in line for line in lines)
    assert any("today 1 · this week 3 · 2 days in a row" in line for line in lines)


@given(width=st.integers(1, 150))
def test_no_line_is_wider_than_it_may_be_and_all_styles_are_known(width: int) -> None:
    for line in progress(COUNTED, TODAY, width):
        assert wcswidth(plain(line)) <= width
        assert {span.style for span in line} <= {"", *STYLES}


def test_an_untouched_library_has_a_picture_too() -> None:
    lines = [plain(line) for line in progress(statistics(0, {}, {}), TODAY, 60)]
    assert lines[0].startswith("0 papers, 0 decided (0%)")


@given(count=st.integers(0, 500), total=st.integers(0, 300), width=st.integers(0, 40))
def test_a_bar_fits_and_shows_the_least_thing(count: int, total: int, width: int) -> None:
    drawn = bar(count, total, width)
    assert len(drawn) <= width
    assert bool(drawn) == bool(count and total and width)


@pytest.mark.parametrize(("counts", "drawn"), [([], ""), ([0, 0], "··"), ([1, 8, 0, 4], "▁█·▄"), ([5], "█")])
def test_a_sparkline_has_a_cell_for_each_count(counts: list[int], drawn: str) -> None:
    assert sparkline(counts) == drawn


def test_days_in_a_row_go_on_until_today_is_over() -> None:
    days = {"2026-02-28": 1, "2026-03-01": 2}
    assert streak(days, TODAY) == 2 and streak(days, date(2026, 3, 1)) == 2 and streak(days, date(2026, 3, 3)) == 0
    assert last_days(days, TODAY, 4) == [0, 1, 2, 0]


def test_many_collections_are_cut_with_their_number() -> None:
    many = statistics(3, {}, {f"List {n}": range(3) for n in range(20)})
    assert "and 8 more collections" in [plain(line) for line in progress(many, TODAY, 60)]
