"""The built-in sample: complete, and of the right form."""

from __future__ import annotations

import re

from paperterm.importers.sample import sample
from paperterm.matching.identity import paper_id

ARXIV_ID = re.compile(r"\d{4}\.\d{4,5}")
DOI = re.compile(r"10\.\d{4,9}/\S+")
KEY = re.compile(r"[a-z]+\d{4}[a-z0-9]+")
SENTENCE_END = re.compile(r"[.?!](?:\s|$)")


def test_there_is_enough_to_look_at() -> None:
    imported = sample()
    assert 24 <= len(imported.papers) <= 40
    assert imported.collection.name == "Sample: papers worth knowing"
    assert imported.collection.source == "built-in sample"
    assert imported.problems == ()
    assert imported.records == len(imported.papers)


def test_every_paper_is_complete() -> None:
    for paper in sample().papers:
        assert paper.title and not paper.title_is_derived
        assert paper.authors and all(" " in name or "." in name for name in paper.authors)
        assert paper.year and 1936 <= paper.year <= 2024
        assert paper.venue
        assert paper.doi or paper.arxiv_id
        assert KEY.fullmatch(paper.citation_key)
        assert str(paper.year) in paper.citation_key
        assert paper.paper_id == paper_id(paper.abstract)


def test_ids_and_links_have_their_form() -> None:
    for paper in sample().papers:
        assert not paper.arxiv_id or ARXIV_ID.fullmatch(paper.arxiv_id)
        # From 2015 on the number has five digits.
        assert not paper.arxiv_id or len(paper.arxiv_id) == (10 if int(paper.arxiv_id[:2]) >= 15 else 9)
        assert not paper.doi or DOI.fullmatch(paper.doi)
        assert paper.url in (f"https://arxiv.org/abs/{paper.arxiv_id}", f"https://doi.org/{paper.doi}")


def test_nothing_is_there_twice() -> None:
    papers = sample().papers
    for field in ("paper_id", "title", "citation_key", "url"):
        assert len({getattr(paper, field) for paper in papers}) == len(papers)


def test_abstracts_have_four_to_seven_sentences_of_plain_text() -> None:
    for paper in sample().papers:
        assert 4 <= len(SENTENCE_END.findall(paper.abstract)) <= 7, paper.title
        assert 500 <= len(paper.abstract) <= 1200
        assert paper.abstract.count("$") % 2 == 0
        assert "  " not in paper.abstract and "\n" not in paper.abstract


def test_there_are_many_topics_to_filter_by() -> None:
    papers = sample().papers
    for word in ("attention", "kernel", "privacy", "search", "game", "protein", "graph", "generalis"):
        count = sum(word in f"{paper.title} {paper.abstract}".lower() for paper in papers)
        assert 1 <= count <= len(papers) // 2, word
