"""The figure counts what it says."""

from __future__ import annotations

from tests.bad_inputs.report import lines, rows_of, tallies


def test_rows_are_told_by_the_name_of_the_test() -> None:
    assert rows_of("tests/x/test_a.py::test_row51_no_permission") == {51}
    assert rows_of("tests/row9/test_a.py::test_b[row2-row41-row999-arrow7]") == {2, 41}
    assert rows_of("tests/test_rows.py::test_a") == set()


def test_a_row_is_handled_when_all_its_tests_passed() -> None:
    found = tallies([
        ("t::a[row1]", "passed", ""), ("t::b[row1]", "passed", ""),
        ("t::a[row2]", "passed", ""), ("t::b[row2]", "failed", ""),
        ("t::a[row3]", "skipped", "needs root"), ("t::b[row3]", "skipped", "needs root"),
        ("t::a[row4]", "passed", ""), ("t::b[row4]", "skipped", "no tmux"), ("t::c", "failed", ""),
    ])  # fmt: skip
    assert lines(found)[:4] == [
        "bad inputs: 3 rows tried / 2 handled",
        "  row 2: NOT HANDLED, 1 of 2 tests failed",
        "  row 3: not tried: needs root",
        "  row 4: 1 of 2 not tried: no tmux",
    ]
    assert lines(found)[4] == "  no test in this run: rows 5–128"
