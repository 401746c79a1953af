"""The figure at the end of a run: how many of the bad inputs were tried, and how many of those were handled.

A test counts for every row that its name says: `test_row51_no_permission`, `test_refused[row54-empty]`.
A row is handled when all its tests passed; it was tried when at least one of them was not skipped.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass, field

import pytest

ROWS = range(1, 129)
_ROW = re.compile(r"(?<![a-z])row_?(\d{1,3})(?!\d)")


@dataclass
class Tally:
    """What became of the tests of one row."""

    passed: int = 0
    failed: int = 0
    skipped: list[str] = field(default_factory=list)

    @property
    def is_tried(self) -> bool:
        return bool(self.passed or self.failed)


def rows_of(name: str) -> set[int]:
    """The rows that a test's id names."""
    return {int(number) for number in _ROW.findall(name.rpartition("/")[2])} & set(ROWS)


def tallies(outcomes: Iterable[tuple[str, str, str]]) -> dict[int, Tally]:
    """Rows by number, from (test id, "passed" or "failed" or "skipped", reason)."""
    found: dict[int, Tally] = defaultdict(Tally)
    for name, outcome, reason in outcomes:
        for row in rows_of(name):
            tally = found[row]
            if outcome == "skipped":
                tally.skipped.append(reason)
            else:
                tally.passed += outcome == "passed"
                tally.failed += outcome == "failed"
    return found


def lines(found: dict[int, Tally]) -> list[str]:
    """The report: the figure, then what was not handled, not tried, or tried in part only."""
    tried = [row for row, tally in found.items() if tally.is_tried]
    handled = [row for row in tried if not found[row].failed]
    said = [f"bad inputs: {len(tried)} rows tried / {len(handled)} handled"]
    for row in sorted(found):
        tally = found[row]
        reasons = "; ".join(dict.fromkeys(tally.skipped))
        if tally.failed:
            said.append(f"  row {row}: NOT HANDLED, {tally.failed} of {tally.failed + tally.passed} tests failed")
        elif not tally.is_tried:
            said.append(f"  row {row}: not tried: {reasons}")
        elif tally.skipped:
            said.append(
                f"  row {row}: {len(tally.skipped)} of {len(tally.skipped) + tally.passed} not tried: {reasons}"
            )
    missing = [row for row in ROWS if row not in found]
    if missing:
        said.append(f"  no test in this run: rows {ranges(missing)}")
    return said


def ranges(numbers: Iterable[int]) -> str:
    """Numbers in rising order, as "1–3, 7"."""
    runs: list[list[int]] = []
    for number in numbers:
        if runs and number == runs[-1][-1] + 1:
            runs[-1].append(number)
        else:
            runs.append([number])
    return ", ".join(f"{run[0]}–{run[-1]}" if len(run) > 1 else str(run[0]) for run in runs)


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Print it, if any row was in the run."""
    outcomes = []
    for kind, outcome in {"passed": "passed", "failed": "failed", "error": "failed", "skipped": "skipped"}.items():
        for report in terminalreporter.stats.get(kind, ()):
            if isinstance(report, pytest.TestReport):
                reason = report.longrepr[2] if isinstance(report.longrepr, tuple) else ""
                outcomes.append((report.nodeid, outcome, reason.removeprefix("Skipped: ")))
    found = tallies(outcomes)
    if found:
        terminalreporter.section("bad inputs")
        for line in lines(found):
            terminalreporter.write_line(line)
