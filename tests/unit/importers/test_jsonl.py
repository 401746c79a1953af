"""JSON Lines: what paperterm exports is read back, and other records lose nothing."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from paperterm.errors import SourceError
from paperterm.importers.jsonl import read, sniff
from paperterm.importers.sources import read_sources
from paperterm.matching.identity import paper_id

ABSTRACT = "We study naïve nets.\n\nThey are $\\mathcal{O}(n)$ & more."
EXPORTED = {
    "paper_id": paper_id(ABSTRACT),
    "title": "On Nets",
    "title_is_derived": False,
    "authors": ["Ada Quill", "Erdős, Pál"],
    "year": 2024,
    "venue": "ICML",
    "collections": ["ICML 2024"],
    "abstract": ABSTRACT,
    "doi": "10.1000/182",
    "arxiv_id": "2401.00010",
    "url": "https://example.org/a?b=1&c=2",
    "citation_key": "quill2024nets",
    "status": "to-read",
    "starred": True,
    "tags": ["theory/ntk"],
    "note": "good",
    "highlights": [{"passage": "nets", "start": 15, "colour": "yellow", "remark": ""}],
    "added": "2024-01-01T00:00:00Z",
    "updated": "2024-01-02T00:00:00Z",
}


def test_an_exported_paper_comes_back_whole() -> None:
    imported = read(json.dumps(EXPORTED) + "\n", "a.jsonl")
    [paper] = imported.papers
    for field in ("paper_id", "title", "title_is_derived", "year", "venue", "abstract", "doi", "arxiv_id", "url"):
        assert getattr(paper, field) == EXPORTED[field]
    assert list(paper.authors) == EXPORTED["authors"]
    assert paper.citation_key == "quill2024nets"
    assert paper.extra == {}
    assert (imported.collection.name, imported.collection.venue, imported.collection.year) == (
        "ICML 2024",
        "ICML",
        2024,
    )


def test_annotations_stay_behind_and_that_is_said() -> None:
    imported = read(json.dumps(EXPORTED), "a.jsonl")
    assert [str(problem) for problem in imported.problems] == [
        "a.jsonl: status, tags or notes of 1 papers are not taken over"
    ]
    untouched = {**EXPORTED, "status": "unread", "starred": False, "tags": [], "note": "", "highlights": []}
    assert read(json.dumps(untouched), "a.jsonl").problems == ()


def test_a_derived_title_stays_derived() -> None:
    [paper] = read(json.dumps({**EXPORTED, "title": "Naïve nets", "title_is_derived": True}), "a").papers
    assert paper.title_is_derived
    assert paper.paper_id == EXPORTED["paper_id"]


def test_further_fields_are_kept_by_name() -> None:
    record = {
        "title": "A",
        "Pages": "1-9",
        "volume": 7,
        "status": "Poster",
        "extra": {"month": "jul"},
        "keys": ["a", "b"],
    }
    [paper] = read(json.dumps(record), "a").papers
    assert paper.extra == {"pages": "1-9", "volume": "7", "status": "Poster", "month": "jul", "keys": '["a", "b"]'}


@pytest.mark.parametrize(
    ("collections", "name"),
    [
        ([["A"], ["A"]], "A"),
        ([["A"], ["B"]], "my list"),
        ([["A", "B"], ["A"]], "my list"),
        ([[], ["A"]], "my list"),
        ([None, None], "my list"),
    ],
)
def test_what_the_collection_is_called(collections: list[object], name: str) -> None:
    records = [{"title": f"T{number}", "collections": value} for number, value in enumerate(collections)]
    assert read("\n".join(map(json.dumps, records)), "some/my_list.jsonl").collection.name == name


def test_the_same_paper_twice_is_kept_once() -> None:
    imported = read('{"title": "A"}\n\n{"title": "a "}\n', "a.jsonl")
    assert (len(imported.papers), imported.records, imported.repeated) == (1, 2, 1)
    assert str(imported.problems[0]) == "a.jsonl:3: the same paper as in line 1; kept once"


def test_authors_in_one_text() -> None:
    [paper] = read('{"title": "A", "authors": "Ada Quill and Bram van den Berg"}', "a").papers
    assert paper.authors == ("Ada Quill", "Bram van den Berg")


@pytest.mark.parametrize(
    ("head", "score"),
    [
        ('{"title": "A"}', 90),
        ('\ufeff\n {"abstract": "A"}\n{', 90),
        ('{"name": "A"}', 10),
        ('[{"title": "A"}]', 0),
        ("title", 0),
        ("", 0),
    ],
)
def test_how_sure_sniffing_is(head: str, score: int) -> None:
    assert sniff(head, "x") == score


VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | st.text(),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(), inner, max_size=3),
    max_leaves=8,
)
NAMES = st.sampled_from([*EXPORTED, "extra", "pages"]) | st.text(max_size=10)


@given(st.lists(st.dictionaries(NAMES, VALUES, max_size=8), max_size=5), st.text(max_size=20))
@settings(deadline=1000)
def test_any_records_are_read_or_refused(records: list[dict[str, object]], rubbish: str) -> None:
    try:
        imported = read("\n".join([*map(json.dumps, records), rubbish]), "a.jsonl")
    except SourceError:
        return
    assert imported.records == len(imported.papers) + imported.skipped + imported.repeated
    for paper in imported.papers:
        assert paper.title
        assert all(isinstance(value, str) and value for value in paper.extra.values())


def test_real_metadata(shared_data: Path) -> None:
    [imported] = read_sources([str(shared_data / "icml2023.jsonl")])
    assert (len(imported.papers), imported.problems) == (1828, ())
    assert (imported.collection.venue, imported.collection.year) == ("ICML", 2023)
    assert not any(paper.title_is_derived for paper in imported.papers)
    assert all(paper.extra["volume"] and paper.extra["id"] for paper in imported.papers)
    # A list of bare abstracts gives the same papers.
    [bare] = read_sources([str(shared_data / "icml2023-abstracts.txt")])
    assert [paper.paper_id for paper in bare.papers] == [paper.paper_id for paper in imported.papers]
