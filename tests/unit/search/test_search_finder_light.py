"""What must not load numpy: run in a fresh interpreter by `test_search_finder`, and here as a test of its own."""

from __future__ import annotations

from paperterm.model.annotation import Annotation, ReadingStatus
from paperterm.model.paper import Paper
from paperterm.search import highlight, query, terms, tokens
from paperterm.search.finder import Finder
from tests.benchmarks.search_corpora import PapersInMemory, Written


def light() -> None:
    """Import what the first frame imports, and list papers by what the reader wrote."""
    assert highlight.spans and query.parse and terms.alternatives and tokens.tokenise
    corpus = PapersInMemory([Paper("0" * 16, "Graphs"), Paper("1" * 16, "Flows")])
    finder = Finder(corpus, Written({"1" * 16: Annotation(ReadingStatus.READ, tags=("a",))}), None)
    assert list(finder.find("").numbers) == [0, 1]
    assert list(finder.find("status:read tag:a").numbers) == [1]
    assert list(finder.find("-status:read", sort="status").numbers) == [0]
    assert list(finder.find("collection:all", sort="recent").numbers) == [1, 0]


def test_lists_without_words() -> None:
    light()
