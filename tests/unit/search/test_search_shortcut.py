"""The shorter way of plain questions gives what the long way gives, number for number and score for score."""

from __future__ import annotations

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st

from paperterm.model.annotation import Annotation
from paperterm.model.paper import Paper
from paperterm.search.annotated import Annotated
from paperterm.search.filters import Filters
from paperterm.search.finder import Finder
from paperterm.search.index import PaperIndex, open_index
from paperterm.search.lookup import Lookup
from paperterm.search.query import parse
from paperterm.search.search import Search
from paperterm.search.shortcut import Shortcut
from tests.benchmarks.search_corpora import PapersInMemory, Written

WORDS = [
    "graph", "graphs", "Graph", "network", "networks", "neural", "deep", "sets", "DeepSets", "k-means", "pruning",
    "pruned", "prune", "colour", "color", "the", "of", "over", "parameterised", "overparameterized", "theory", "GPT4",
    "学习", "minima", "flat", "sharp", "sharpness",
]  # fmt: skip
PLAIN = [word for word in WORDS if word.isascii() and word.isalpha()]

titles = st.lists(st.sampled_from(WORDS), max_size=3).map(" ".join)
abstracts = st.lists(st.sampled_from(WORDS), max_size=25).map(" ".join)
shelves = st.lists(st.tuples(titles, abstracts), min_size=1, max_size=12)
questions = st.lists(st.sampled_from(PLAIN), min_size=1, max_size=4).map(" ".join)


def search_of(rows: list[tuple[str, str]], added: list[tuple[str, str]], note: str = "") -> Search:
    """A search in an index of one segment, or of two when papers were added."""
    papers = [Paper(f"{n:016x}", title, abstract=abstract) for n, (title, abstract) in enumerate([*rows, *added])]
    corpus = PapersInMemory(papers[: len(rows)], "first")
    index: PaperIndex = open_index(corpus, None, None, None)
    if added:
        corpus = PapersInMemory(papers, "first and second")
        index = open_index(corpus, None, index, None)
    annotated = Annotated(corpus, Written({f"{0:016x}": Annotation(note=note)} if note else {}))
    shortcut = Shortcut(index.bm25, annotated)
    return Search(index, annotated, Filters(annotated, corpus), corpus, Lookup(index, annotated), shortcut)


def assert_same(search: Search, question: str) -> None:
    query = parse(question)
    short = search.find(query, any_words=False, expand=False, sort="relevance", started=0.0)
    long = search.find_at_length(query, any_words=False, expand=False, sort="relevance", started=0.0)
    assert list(short.numbers) == list(long.numbers)
    np.testing.assert_array_equal(np.asarray(short.scores), np.asarray(long.scores))
    assert (short.is_partial, short.replaced, short.suggestions) == (long.is_partial, long.replaced, long.suggestions)
    assert (short.query, short.lit, short.problems) == (long.query, long.lit, long.problems)


@settings(max_examples=40, deadline=None)
@given(shelves, shelves.map(lambda rows: rows[:3]), st.sampled_from(["", "a theory of graphs"]), questions)
def test_both_ways_give_the_same(
    rows: list[tuple[str, str]], added: list[tuple[str, str]], note: str, question: str
) -> None:
    search = search_of(rows, [], note)
    assert_same(search, question)
    assert_same(search, question)  # what is remembered is the same, too
    assert_same(search_of(rows * 2, added, note), question)


def test_many_papers_and_lists_of_every_length() -> None:
    rows = [("", " ".join(word for k, word in enumerate(PLAIN) if n % (k + 1) == 0)) for n in range(900)]
    search = search_of(rows, rows[:200])
    for left in PLAIN:
        for right in PLAIN[::5]:
            assert_same(search, f"{left} {right}")
            assert_same(search, f"{right} {left} neural")


def test_plain_words_go_the_shorter_way_and_nothing_else_does() -> None:
    shortcut = search_of([("Graph networks", "We prune the networks of a graph."), ("DeepSets", "")], []).shortcut

    def is_short(question: str) -> bool:
        return shortcut.find(parse(question).root) is not None

    assert all(map(is_short, ("graph", "Graph networks", "pruning networks", "prune the networks of graphs")))
    assert not any(map(is_short, ("graph -x", "title:graph", "gra*", "graph OR prune", '"graph"', "k-means", "the")))
    assert not any(map(is_short, ("", "zebra", "graph zebra", "deep sets", "graph graph")))


def test_the_annotations_of_now_count() -> None:
    corpus = PapersInMemory([Paper(f"{n:016x}", "Graphs", abstract="of networks") for n in range(3)])
    notes: dict[str, Annotation] = {}
    finder = Finder(corpus, NotesOf(notes), None)
    assert list(finder.find("networks").numbers) == [0, 1, 2]
    notes[f"{2:016x}"] = Annotation(tags=("networks",))
    finder.annotations_changed(notes)
    assert list(finder.find("networks").numbers) == [2, 0, 1]


class NotesOf(Written):
    """Annotations that change under the finder."""

    def __init__(self, notes: dict[str, Annotation]) -> None:
        super().__init__()
        self._annotations = notes
