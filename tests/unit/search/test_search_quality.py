"""The order on collections that people judged, and known items on the real lists: what issue and design promise."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.benchmarks.search_corpora import seeds
from tests.benchmarks.search_measures import measured
from tests.benchmarks.search_quality import answer, known_items

AT_LEAST = {"cranfield": (0.375, 0.430, 0.405), "cisi": (0.225, 0.400, 0.250), "cacm": (0.352, 0.500, 0.365)}


@pytest.mark.parametrize("name", sorted(AT_LEAST))
def test_the_order_is_as_good_as_promised(shared_data: Path, tmp_path: Path, name: str) -> None:
    scores = answer(shared_data / "ir" / name, tmp_path)
    precision, gain, expanded = AT_LEAST[name]
    assert scores["plain"]["MAP"] >= precision
    assert scores["plain"]["nDCG@10"] >= gain
    assert scores["expand"]["MAP"] >= expanded
    run = (tmp_path / f"{name}.tsv").read_text(encoding="utf-8").splitlines()
    assert run[0].split("\t") == ["query", "doc", "rank", "score"]
    assert (tmp_path / f"{name}-expand.tsv").exists()


@pytest.mark.parametrize(("with_icml", "at_least"), [(False, 39), (True, 37)])
def test_known_items_are_among_the_first_three(shared_data: Path, with_icml: bool, at_least: int) -> None:
    assert shared_data.exists()
    count, missed = known_items(seeds(with_icml=with_icml))
    assert count >= at_least, missed


def test_measures_are_those_of_the_literature() -> None:
    scores = measured({"a": 2, "b": 1, "x": -1}, ["x", "c", "a", "b"])
    assert scores["MAP"] == pytest.approx((1 / 2 + 2 / 3) / 2)
    assert scores["MRR"] == 0.5
    assert scores["S@3"] == 1.0
    assert scores["nDCG@10"] == pytest.approx((2 / 1.584962500721156 + 1 / 2) / (2 + 1 / 1.584962500721156))
