"""The JSON record, and JSON Lines."""

from __future__ import annotations

import json

from hypothesis import given

from paperterm.export import Entry, exporter
from paperterm.export.record import record
from paperterm.model.annotation import Annotation, Highlight, ReadingStatus
from paperterm.model.paper import Paper

from .papers import make_entry, texts

FIELDS = """
    paper_id title title_is_derived authors year venue collections abstract doi arxiv_id url citation_key
    status starred tags note highlights added updated
""".split()  # noqa: SIM905 - as the design writes them


def test_a_record_has_all_fields_in_their_order() -> None:
    annotation = Annotation(
        ReadingStatus.TO_READ,
        True,
        ("theory/ntk",),
        "see §2",
        (Highlight("bs.", 1, "green", "key"), Highlight("gone", 3)),
        updated="2024-07-04T05:06:07Z",
    )
    paper = Paper(
        "0123456789abcdef", "T", False, ("A. Quill",), "ICML", 2024, "Abs.", "10.1/x", "2401.00001", "https://a.org"
    )
    entry = Entry(paper, annotation, ("ICML 2024",), "quill2024t", "2024-07-01T00:00:00Z")
    assert list(record(entry)) == FIELDS
    assert record(entry) == {
        "paper_id": "0123456789abcdef",
        "title": "T",
        "title_is_derived": False,
        "authors": ["A. Quill"],
        "year": 2024,
        "venue": "ICML",
        "collections": ["ICML 2024"],
        "abstract": "Abs.",
        "doi": "10.1/x",
        "arxiv_id": "2401.00001",
        "url": "https://a.org",
        "citation_key": "quill2024t",
        "status": "to-read",
        "starred": True,
        "tags": ["theory/ntk"],
        "note": "see §2",
        "highlights": [
            {"passage": "bs.", "start": 1, "end": 4, "colour": "green", "remark": "key"},
            {"passage": "gone", "start": None, "end": None, "colour": "yellow", "remark": ""},
        ],
        "added": "2024-07-01T00:00:00Z",
        "updated": "2024-07-04T05:06:07Z",
    }


def test_the_score_comes_last_and_only_if_there_is_one() -> None:
    assert list(record(make_entry(), score=-0.5))[-1] == "score"
    assert record(make_entry(), score=0.0)["score"] == 0.0
    assert "score" not in record(make_entry())


def test_the_key_is_the_given_one_else_the_readers_else_the_sources() -> None:
    entry = make_entry(Annotation(citation_key="mine"), key="", citation_key="theirs")
    assert record(entry)["citation_key"] == "mine"
    assert record(make_entry(key="", citation_key="theirs"))["citation_key"] == "theirs"


@given(texts, texts)
def test_jsonl_gives_any_text_back_from_exactly_one_line(title: str, note: str) -> None:
    text = exporter("jsonl").write([make_entry(Annotation(note=note), title=title), make_entry()])
    assert len(text.splitlines()) == 2
    read = json.loads(text.encode("utf-8").splitlines()[0])
    assert (read["title"], read["note"]) == (title, note)


def test_jsonl_is_readable_text_not_escapes() -> None:
    assert "Poincaré 学习" in exporter("jsonl").write([make_entry(title="Poincaré 学习")])
