from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from paperterm.search.highlight import best_sentence, matches_in, snippet, spans
from paperterm.search.query import parse
from paperterm.search.spelling import OTHER_NUMBER


def lit(text: str, query: str, *, typing: bool = False) -> list[str]:
    return [text[start:end] for start, end in spans(text, parse(query, typing=typing))]


@pytest.mark.parametrize(
    ("query", "text", "expected"),
    [
        ("pruning", "Pruned nets; pruning, prunes.", ["Pruned", "pruning", "prunes"]),
        ("over-param*", "over-parametrized, overparameterised", ["over-parametrized", "overparameterised"]),
        (
            "overparameterization",
            "over parameterised and over-parametrized",
            ["over", "parameterised", "over-parametrized"],
        ),
        ("deep sets", "DeepSets are deep, sets too", ["DeepSets", "deep", "sets"]),
        ("l2", "the $\\ell_2$ norm, ℓ2, L_2 and l 2", ["\\ell_2", "ℓ2", "L_2", "l", "2"]),
        ("schrodinger", 'Schrödinger, Schr\\"odinger', ["Schrödinger", 'Schr\\"odinger']),
        ('"neural collapse"', "Neural collapse. Neural net, collapse.", ["Neural", "collapse"]),
        ("SE(3) C++", "On SE(3) in C++ and C", ["SE(3)", "C++"]),
        ("kmeans", "k-means and K-Means", ["k-means", "K-Means"]),
        ("学习", "深度学习模型", ["学习"]),
        ("学", "深度学习", ["学习"]),
        ("graph -net", "graph net", ["graph"]),
        ("the graph", "the graph", ["graph"]),
        ("the", "the graph", ["the"]),
        ("tag:x", "x tag", []),
        ("behaviour", "behavior", ["behavior"]),
    ],
)
def test_every_form_that_matches_is_lit(query: str, text: str, expected: list[str]) -> None:
    assert lit(text, query) == expected


def test_the_word_being_typed_lights_what_it_may_become() -> None:
    assert lit("generalise, generic", "gen", typing=True) == ["generalise", "generic"]
    assert lit("optimization", "optimis", typing=True) == ["optimization"]
    assert lit("optimization", "optim") == ["optimization"]
    assert lit("networks", "netw") == []


@given(text=st.text(alphabet="ab-c $\\{}'1(2) 深度é."), query=st.text(alphabet='ab-c*"1() 深é'), typing=st.booleans())
def test_spans_are_sorted_inside_and_apart(text: str, query: str, typing: bool) -> None:
    before = 0
    for start, end in spans(text, parse(query, typing=typing)):
        assert before <= start < end <= len(text)
        before = end


def test_the_best_sentence_has_most_of_the_words() -> None:
    text = "We study nets. Graph neural networks collapse. A graph is neural."
    assert text[slice(*best_sentence(text, parse("graph neural networks")))] == "Graph neural networks collapse."
    assert text[slice(*best_sentence(text, parse("nothing")))] == "We study nets."
    assert best_sentence("", parse("graph")) == (0, 0)


words = st.sampled_from(
    ["graph", "Graphs", "dying", "die", "tyre", "tire", "sceptic", "skeptic", "aesthetic", "esthetic", "foetus",
     "fetus", "haemorrhage", "hemorrhage", "caecum", "cecum",
     "fe", "ell_2", "l2", "ℓ2", "k-means", "kmeans", "DeepSets", "deep", "sets", "over", "parameterised",
     "overparametrization", "C++", "the", "mu", "μ", "colour", "color", "kerb", "curb", "学习"]
)  # fmt: skip


@given(st.lists(words, max_size=5).map(" ".join), st.lists(words, max_size=3).map(" ".join), st.booleans())
def test_the_way_for_many_short_texts_lights_the_same(text: str, query: str, typing: bool) -> None:
    asked = parse(query, typing=typing)
    matches = matches_in(asked)
    assert (matches(text) if matches else ()) == spans(text, asked)


@pytest.mark.parametrize(
    ("query", "text"),
    [
        ("ell_2", "On L2 norms"),
        ("skeptic", "a sceptic"),
        ("kerb", "the curb"),
        ("dying", "to die"),
        ("esthetic", "aesthetic"),
        ("kmeans", "k-means"),
        ("kmeans", "K means"),
        ("tsne", "the t-SNE plot"),
        ("over parameterized", "Overparametrised models"),
        ("nets over parameterized", "overparametrised"),
    ],
)
def test_words_that_begin_otherwise_are_lit(query: str, text: str) -> None:
    matches = matches_in(parse(query))
    assert matches and matches(text)


@pytest.mark.parametrize("pair", sorted(OTHER_NUMBER.items()))
def test_one_and_many_light_each_other(pair: tuple[str, str]) -> None:
    matches = matches_in(parse(pair[0]))
    assert matches and matches(f"On {pair[1]}") == ((3, 3 + len(pair[1])),)


def test_no_words_light_nothing() -> None:
    assert matches_in(parse("status:read")) is None and matches_in(parse("")) is None


def test_a_snippet_is_from_the_first_text_that_has_a_word() -> None:
    texts = ("Nothing here. Nor here.", "A note. It says kernel twice: kernel.")
    assert snippet(texts, parse("kernels")) == "It says kernel twice: kernel."
    assert snippet(texts, parse("zebra")) == ""
