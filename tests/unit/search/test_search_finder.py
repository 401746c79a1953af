from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterable, Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st

from paperterm.model.annotation import Annotation, Highlight, ReadingStatus
from paperterm.model.collection import Collection
from paperterm.model.paper import Paper
from paperterm.search.finder import SORTS, Finder
from paperterm.search.highlight import count_of, spans
from paperterm.search.syntax import Phrase
from paperterm.search.terms import alternatives
from paperterm.search.tokens import tokenise
from tests.benchmarks.search_corpora import PapersInMemory, Written

PAPERS = (
    ("Pruning neural networks", "We prune weights. Pruned nets are small.", 2022, "ICML"),
    ("Graph flows", "A graph neural network with over parameterised layers on $\\ell_2$ balls.", 2023, "NeurIPS"),
    ("Deep learning of sets", "DeepSets are overparameterized; see k-means and GPT-4.", 2024, "ICML 2024"),
    ("Schrödinger bridges", "Neural collapse and diffusion behaviour in C++.", None, ""),
    ("深度学习综述", "图神经网络 and the Sinkhorn algorithm.", 2024, "AISTATS"),
    ("A note on theory", "The network of a graph. Neural, then: collapse.", 2021, "COLT"),
)


def paper(number: int, title: str, abstract: str = "", year: int | None = None, venue: str = "") -> Paper:
    return Paper(
        f"{number:016x}", title, authors=("Ada Quill", "Kaiming He"), abstract=abstract, year=year, venue=venue
    )


class Lists(PapersInMemory):
    """Two collections: even and odd papers."""

    def collections(self) -> Sequence[Collection]:
        return [Collection("ICML 2024"), Collection("Daily Papers")]

    def collection_numbers(self, name: str) -> Sequence[int]:
        return range(name == "Daily Papers", len(self.papers), 2)


class Notebook(Written):
    """Annotations that change."""

    def write(self, number: int, annotation: Annotation) -> str:
        paper_id = f"{number:016x}"
        self._annotations[paper_id] = annotation
        return paper_id


def finder_of(rows: Iterable[tuple[str, str, int | None, str]] = PAPERS, notebook: Notebook | None = None) -> Finder:
    corpus = Lists(paper(number, *row) for number, row in enumerate(rows))
    return Finder(corpus, notebook or Notebook(), None)


@pytest.fixture(scope="module")
def finder() -> Finder:
    return finder_of()


def numbers(finder: Finder, query: str, **options: object) -> list[int]:
    return [int(number) for number in finder.find(query, **options).numbers]  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("query", "expected"),
    [
        ("neural network", {0, 1, 5}),
        ("neural -graph", {0, 3}),
        ("flow OR bridge", {1, 3}),
        ('"neural collapse"', {3}),
        ('"collapse neural"', set()),
        ('"graph neural network"', {1}),
        ('"the network of a graph"', {5}),
        ("title:graph", {1}),
        ("abstract:graph", {1, 5}),
        ("author:he", {0, 1, 2, 3, 4, 5}),
        ('author:"kaiming he" sets', {2}),
        ("author:kaiming title:(flows OR sets)", {1, 2}),
        ("prun*", {0}),
        ("title:gra*", {1}),
        ("overparameterization", {1, 2}),
        ("over-parametrization", {1, 2}),
        ("over parameterised", {1, 2}),
        ("deep sets", {2}),
        ("deepsets", {2}),
        ("l2", {1}),
        ("ℓ2", {1}),
        ("ell_2", {1}),
        ("$\\ell_2$", {1}),
        ("kmeans", {2}),
        ("k-means", {2}),
        ("gpt4", {2}),
        ("C++", {3}),
        ("schrodinger", {3}),
        ("SCHRÖDINGER", {3}),
        ("behavior", {3}),
        ("learner", {2}),
        ("学习", {4}),
        ("神经网络", {4}),
        ("图", {4}),
        ("the", {4, 5}),
        ("-the", {0, 1, 2, 3}),
        ("year:2024", {2, 4}),
        ("year:2022..2023", {0, 1}),
        ("year:..2022", {0, 5}),
        ("-year:1..", {3}),
        ("venue:icml", {0}),
        ("venue:icml*", {0, 2}),
        ("venue:2024", {2}),
        ("has:year neural", {0, 1, 5}),
        ("-has:venue", {3}),
        ("collection:icml", {0, 2, 4}),
        ('collection:"daily papers" neural', {1, 3, 5}),
        ("", {0, 1, 2, 3, 4, 5}),
    ],
)
def test_what_matches(finder: Finder, query: str, expected: set[int]) -> None:
    found = finder.find(query)
    assert set(map(int, found.numbers)) == expected
    assert not found.is_partial


@pytest.mark.parametrize(
    ("typed", "expected"),
    [
        ("neural netw", {0, 1, 5}),
        ("neural ", {0, 1, 3, 5}),
        ("prunin", {0}),
        ("optimi", set()),
        ("gra", {1, 5}),
        ("the", {4, 5}),
    ],
)
def test_the_last_word_is_a_beginning_while_typed(finder: Finder, typed: str, expected: set[int]) -> None:
    assert set(numbers(finder, typed, typing=True)) == expected


def test_words_in_a_title_weigh_more_and_the_exact_form_comes_first() -> None:
    finder = finder_of(
        [
            ("About nets", "Some pruned nets here.", None, ""),
            ("About nets", "Some pruning nets here.", None, ""),
            ("Other things", "About other things.", None, ""),
            ("Pruning", "About other things.", None, ""),
        ]
    )
    assert numbers(finder, "pruning") == [3, 1, 0]
    assert numbers(finder, "pruned")[0] == 0


def test_words_side_by_side_come_first() -> None:
    finder = finder_of(
        [("", "flow of a graph and neural things", None, ""), ("", "flow of a neural graph and things", None, "")]
    )
    assert numbers(finder, "neural graph") == [1, 0]


@pytest.mark.parametrize("count", [1, 2, 3, 4])
def test_a_common_word_hides_no_paper_in_a_tiny_list(count: int) -> None:
    rows = [("", "sharpness of minima", None, "")] * count + [("", "flat", None, "")] * (count - 1)
    finder = finder_of(rows)
    assert numbers(finder, "sharpness") == list(range(count))
    assert numbers(finder, "sharpness minima", any_words=True) == list(range(count))


def test_no_papers_and_papers_without_text() -> None:
    nothing = finder_of([])
    empty = finder_of([("", "", None, "")])
    for query in ("", "graph", "-graph", '"graph net"', "status:read", "gr*", "year:2020", "a OR b"):
        assert list(nothing.find(query).numbers) == []
        assert set(map(int, empty.find(query).numbers)) <= {0}
    assert numbers(empty, "-graph") == [0]
    assert nothing.facets([]).status == ()


def test_papers_with_most_of_the_words_are_offered_and_it_is_said(finder: Finder) -> None:
    found = finder.find("schrodinger collapse xylophone")
    assert found.is_partial
    assert list(map(int, found.numbers)) == [3]
    within = finder.find("schrodinger pruning year:2022")
    assert within.is_partial
    assert list(map(int, within.numbers)) == [0]
    assert not finder.find("xylophone").is_partial


def test_any_words_are_enough_when_asked_for(finder: Finder) -> None:
    assert set(numbers(finder, "schrodinger sinkhorn xylophone", any_words=True)) == {3, 4}
    assert set(numbers(finder, "schrodinger sinkhorn -bridges year:2024", any_words=True)) == {4}


def test_a_word_that_nobody_wrote_is_replaced_by_the_nearest_and_it_is_said(finder: Finder) -> None:
    found = finder.find("sinkhron algoritm")
    assert list(map(int, found.numbers)) == [4]
    assert [(word.word, word.nearest) for word in found.replaced] == [
        ("sinkhron", ("sinkhorn",)),
        ("algoritm", ("algorithm",)),
    ]
    assert found.suggestions == ("sinkhorn", "algorithm")
    assert spans("The Sinkhorn algorithm", found.lit) == ((4, 12), (13, 22))
    assert finder.find("sinkhorn").replaced == ()


def test_a_rare_word_is_taken_for_an_error_only_when_else_nothing_is_found() -> None:
    finder = finder_of(
        [("", "riemanian things", None, "")] + [("", "riemannian diffusion", None, "")] * 4 + [("", "flow", None, "")]
    )
    assert numbers(finder, "riemanian") == [0]
    found = finder.find("riemanian diffusion")
    assert list(map(int, found.numbers)) == [1, 2, 3, 4]
    assert found.replaced[0].nearest == ("riemannian",)
    assert found.replaced[0].is_rare


def test_expansion_brings_up_what_is_like_the_best_hits() -> None:
    rows = [("", "sharpness of knives in our kitchen", None, ""), ("", "sharpness of minima in the network", None, "")]
    rows += [("Sharpness", f"sharpness of minima, sharpness {number}", None, "") for number in range(6)]
    rows += [("", "cooking", None, "")] * 20
    finder = finder_of(rows)
    assert numbers(finder, "sharpness").index(0) < numbers(finder, "sharpness").index(1)
    assert numbers(finder, "sharpness", expand=True)[-1] == 0
    assert set(numbers(finder, "sharpness", expand=True)) == set(range(8))


def test_more_like_this_says_by_which_words(finder: Finder) -> None:
    found = finder.similar([f"{0:016x}"])
    assert int(found.numbers[0]) in (1, 5)
    assert 0 not in list(map(int, found.numbers))
    assert any(word.startswith("prun") or word.startswith("net") for word in found.because)
    several = finder.similar([f"{0:016x}", f"{3:016x}"], most=2)
    assert len(several) == 2
    assert list(finder.similar(["ffff"]).numbers) == []


def test_annotations_are_filters_and_their_words_are_found() -> None:
    notebook = Notebook()
    finder = finder_of(notebook=notebook)

    def write(number: int, annotation: Annotation) -> None:
        finder.annotations_changed([notebook.write(number, annotation)])

    write(0, Annotation(ReadingStatus.READ, starred=True, tags=("theory/ntk", "pruning")))
    write(1, Annotation(ReadingStatus.TO_READ, tags=("theory",), note="Compare with mirror descent, please."))
    write(2, Annotation(highlights=(Highlight("DeepSets", 0),)))
    for _ in range(2):  # the first time without the index, then with it
        assert numbers(finder, "tag:theory") == [0, 1]
        assert numbers(finder, "tag:theory/ntk") == [0]
        assert numbers(finder, "tag:the*") == [0, 1]
        assert numbers(finder, "tag:the") == []
        assert numbers(finder, "tag:the", typing=True) == [0, 1]
        assert numbers(finder, "status:unread") == [2, 3, 4, 5]
        assert numbers(finder, "is:unread -has:highlight") == [3, 4, 5]
        assert numbers(finder, "status:read OR status:to-read") == [0, 1]
        assert numbers(finder, "is:starred") == [0]
        assert numbers(finder, "has:note") == [1]
        assert numbers(finder, "has:tag") == [0, 1]
        assert numbers(finder, "-is:annotated") == [3, 4, 5]
        finder.prepare()
    assert numbers(finder, "mirror descent") == [1]
    assert numbers(finder, 'note:"mirror descent"') == [1]
    assert numbers(finder, 'note:"descent mirror"') == []
    assert numbers(finder, "note:mirr*") == [1]
    assert numbers(finder, "ntk") == [0]
    assert numbers(finder, "note:ntk") == []
    assert numbers(finder, "neural tag:theory status:to-read") == [1]
    write(1, Annotation(note="Something else"))
    assert numbers(finder, "mirror descent") == []
    assert numbers(finder, "tag:theory") == [0]
    assert numbers(finder, "else") == [1]
    write(1, Annotation())
    assert numbers(finder, "else") == []
    assert numbers(finder, "status:unread") == [1, 2, 3, 4, 5]


@given(
    st.lists(st.tuples(st.integers(0, 5), st.sampled_from(list(ReadingStatus)), st.sampled_from(["", "ntk", "a/b"])))
)
def test_filters_kept_up_to_date_are_those_made_anew(changes: list[tuple[int, ReadingStatus, str]]) -> None:
    notebook = Notebook()
    finder = finder_of(notebook=notebook)
    for number, status, tag in changes:
        annotation = Annotation(status, tags=(tag,) if tag else (), note=tag)
        finder.annotations_changed([notebook.write(number, annotation)])
    anew = finder_of(notebook=notebook)
    for query in ("tag:ntk", "tag:a", "status:read", "status:unread", "has:note", "is:annotated", "-tag:ntk"):
        assert numbers(finder, query) == numbers(anew, query)


def test_orders(finder: Finder) -> None:
    assert numbers(finder, "", sort="date") == [2, 4, 1, 0, 5, 3]
    assert numbers(finder, "", sort="title") == [5, 2, 1, 0, 3, 4]
    assert numbers(finder, "neural network", sort="list") == [0, 1, 5]
    assert numbers(finder, "neural network", sort="date") == [1, 0, 5]
    notebook = Notebook()
    notebook.write(1, Annotation(ReadingStatus.SKIPPED, updated="2024-01-01T00:00:00+00:00"))
    notebook.write(4, Annotation(ReadingStatus.READING, updated="2025-01-01T00:00:00+00:00"))
    marked = finder_of(notebook=notebook)
    assert numbers(marked, "", sort="status") == [4, 0, 2, 3, 5, 1]
    assert numbers(marked, "", sort="recent") == [4, 1, 0, 2, 3, 5]
    assert numbers(marked, "neural network", sort="status") == [0, 5, 1]
    for sort in SORTS:
        found = finder.find("neural", sort=sort)
        assert found.scores is not None
        assert len(found.scores) == len(found) == 4


def test_facets_count_what_is_shown() -> None:
    notebook = Notebook()
    notebook.write(0, Annotation(ReadingStatus.READ, tags=("theory", "a")))
    notebook.write(1, Annotation(tags=("theory",)))
    finder = finder_of(notebook=notebook)
    facets = finder.facets(finder.find("neural").numbers)  # 0, 1, 3, 5
    assert facets.status == (("unread", 3), ("read", 1))
    assert facets.tags == (("theory", 2), ("a", 1))
    assert facets.venues == (("COLT", 1), ("ICML", 1), ("NeurIPS", 1))
    assert facets.years == (("2023", 1), ("2022", 1), ("2021", 1))
    assert facets.collections == (("Daily Papers", 3), ("ICML 2024", 1))


@pytest.mark.parametrize(
    "query",
    [
        "word " * 20_000,
        "(" * 10_000 + "graph",
        "the of and",
        "+++ ??? ...",
        "\x1b[31m\x00graph",
        "a-" * 5000,
        "x" * 100_000,
        "-" * 999,
    ],
)
@pytest.mark.parametrize("options", [{}, {"any_words": True}, {"typing": True}, {"expand": True}])
def test_absurd_queries_are_answered(finder: Finder, query: str, options: dict[str, bool]) -> None:
    found = finder.find(query, **options)
    assert len(found) <= 6


@given(text=st.text(alphabet='graph neurl()-"*: OR title:note:é学$\\', max_size=30) | st.text(max_size=20))
def test_any_query_is_answered(text: str) -> None:
    finder = _FINDER
    for typing in (False, True):
        found = finder.find(text, typing=typing)
        assert sorted(set(map(int, found.numbers))) == sorted(map(int, found.numbers))


_FINDER = finder_of()

PROSE = st.lists(
    st.sampled_from(["graph", "neural", "the", "-", "—", ",", "k-means", "graph-neural", "net,", "é", "学习", "a.b"]),
    max_size=9,
).map(" ".join)


@given(
    text=PROSE,
    words=st.lists(st.sampled_from(["graph", "neural", "the", "k", "means", "net", "学习"]), min_size=2, max_size=3),
)
def test_a_phrase_is_found_where_its_words_stand_side_by_side(text: str, words: list[str]) -> None:
    phrase = " ".join(words)
    (side, *_) = alternatives(Phrase(phrase))
    expected = [0] if count_of(tokenise(text), side) else []
    finder = finder_of([("", text, None, "")])
    assert numbers(finder, f'"{phrase}"') == expected


def test_reading_lists_without_words_needs_no_numpy() -> None:
    code = (
        "import sys\n"
        "from tests.unit.search.test_search_finder_light import light\n"
        "light()\n"
        "assert not {'numpy', 'rank_bm25', 'Stemmer'} & set(sys.modules), sorted(sys.modules)\n"
    )
    subprocess.run([sys.executable, "-c", code], check=True)
