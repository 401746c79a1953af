from __future__ import annotations

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from paperterm.search.plain import plain
from paperterm.search.spelling import american
from paperterm.search.tokens import PARTS, coarse_chunks, pieces_of_coarse, reading, stem, tokenise

PROSE = st.text(alphabet="abC dE1 2-'/_^()+#.,;$\\{}\"é\u0301μ深度学習ｶﾞ한글ﬁ\n!ell") | st.text()


def words(text: str) -> set[str]:
    return {token.word for token in tokenise(text)}


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("non-convex", {"non", "convex", "nonconvex"}),
        ("over-parametrization", {"over", "parameterization", "overparameterization"}),
        ("state-of-the-art", {"state", "of", "the", "art", "stateoftheart", "stateof", "ofthe", "theart"}),
        ("SE(3)", {"se", "3", "se3"}),
        ("GPT-4", {"gpt", "4", "gpt4"}),
        ("gpt4", {"gpt", "4", "gpt4"}),
        ("C++ and C#", {"c", "c++", "c#", "and"}),
        ("k-means++", {"k", "means", "kmeans", "kmeans++"}),
        ("DeepSets", {"deepsets", "deep", "sets"}),
        ("$\\ell_2$", {"l", "2", "l2"}),
        ("ell_2", {"l", "2", "l2"}),
        ("ℓ2", {"l", "2", "l2"}),
        ("$k$-means", {"k", "means", "kmeans"}),
        ("\\alpha\\beta", {"alpha", "beta"}),
        ("$\\mathbb{R}^n$", {"r", "n", "rn"}),
        ('Schr\\"odinger', {"schrodinger"}),
        ('Schr{\\"{o}}dinger', {"schrodinger"}),
        ("Schrödinger", {"schrodinger"}),
        ("Erdős and Łukasz Straße", {"erdos", "and", "lukasz", "strasse"}),
        ("μP", {"mup"}),
        ("ﬁne", {"fine"}),
        ("Hessian's", {"hessian"}),
        ("O'Neil", {"o", "neil", "oneil"}),
        ("深度学习", {"深度", "度学", "学习", "习"}),
        ("BERT模型", {"bert", "模型", "型"}),
        ("L²", {"l", "2", "l2"}),
    ],
)
def test_words_of_a_text(text: str, expected: set[str]) -> None:
    assert words(text) == expected


@pytest.mark.parametrize(
    ("british", "us"),
    [
        ("optimisation", "optimization"), ("optimised", "optimized"), ("generalising", "generalizing"),
        ("amortised", "amortized"), ("behaviour", "behavior"), ("neighbourhood", "neighborhood"),
        ("colour", "color"), ("labelled", "labeled"), ("modelling", "modeling"), ("centre", "center"),
        ("artefact", "artifact"), ("analyse", "analyze"), ("parametrised", "parameterized"),
        ("reparametrization", "reparameterization"), ("paediatric", "pediatric"), ("anaemia", "anemia"),
    ],
)  # fmt: skip
def test_british_and_american_spelling_are_one(british: str, us: str) -> None:
    assert american(british) == american(us) == us


ALWAYS_S = """precise noise supervised promising exercise rising ising otherwise raised raises advised revised
    compromised hour our source four tour course parametric basis this hypothesis rolled controlled called"""


@pytest.mark.parametrize("word", ALWAYS_S.split())
def test_words_that_only_look_british_stay(word: str) -> None:
    assert american(word) == word


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("pruning", "pruned"),
        ("networks", "network"),
        ("learner", "learning"),
        ("planner", "plans"),
        ("generalize", "generalization"),
    ],
)
def test_forms_of_a_word_have_one_stem(one: str, other: str) -> None:
    assert stem(one) == stem(other)


@given(PROSE)
@example("a-b-c-d-e-f ++ # (3) a(3)# ''s 's x's")
@example("深度 a度b 深-a-深 1#学")
def test_offsets_lie_in_the_text_and_places_never_fall(text: str) -> None:
    before = 0
    for token in tokenise(text):
        assert 0 <= token.start < token.end <= len(text)
        assert token.word
        assert token.place // PARTS >= before
        before = token.place // PARTS


@given(PROSE)
@example("x,y;z (a) [b] x^2 $a_b$ \\alpha,\\beta “quoted” it’s 1#学 a-学-b")
def test_the_index_sees_the_words_that_are_lit(text: str) -> None:
    place = 0
    indexed = []
    for coarse in coarse_chunks(text):
        pieces, wide = pieces_of_coarse(coarse)
        indexed.extend((piece.word, place + piece.place) for piece in pieces)
        place += PARTS * wide
    assert indexed == [(token.word, token.place) for token in tokenise(text)]


@given(st.text())
def test_words_are_found_whatever_their_case(text: str) -> None:
    lower = [token.word for token in tokenise(text.lower())]
    assert lower == [token.word for token in tokenise(text.lower().lower())]


def test_plain_text_is_left_alone() -> None:
    text = "A well-known cell, told to sell: 50% of it."
    assert plain(text) is text


@pytest.mark.parametrize(
    ("chunk", "expected"),
    [
        ("k-means", ("kmeans", ("k", "means"))),
        ("graph", ("graph", ())),
        ("GPT4", ("gpt4", ("gpt", "4"))),
        ("C++", ("c++", ())),
        ("深度学习", ("", ("深度", "度学", "学习"))),
        ("学习", ("学习", ())),
        ("a-b-c-d-e", ("", ("a", "b", "c", "d", "e"))),
    ],
)
def test_readings_of_a_chunk(chunk: str, expected: tuple[str, tuple[str, ...]]) -> None:
    assert reading(chunk) == expected
