"""Each form in which a word may be written finds every other, whole and while it is typed, and is lit there."""

from __future__ import annotations

import pytest

from paperterm.search.finder import Finder
from paperterm.search.highlight import spans
from tests.benchmarks.search_corpora import PapersInMemory, Written, paper_of

SAME = [
    ("overparameterization", "over-parametrization", "over parameterised", "overparametrisation", "OVER–PARAMETERIZED"),
    ("pruning", "pruned", "prunes", "prune", "Pruning"),
    ("networks", "network"),
    ("ℓ2", "ell_2", "$\\ell_2$", "\\ell_2", "L2", "l_2", "ℓ₂", "$\\ell_{2}$", "$L_2$"),
    ("$\\ell_\\infty$", "ℓ∞", "ℓ_∞", "l_infty"),
    ("k-means", "kmeans", "k means", "K-Means", "$k$-means", "𝑘-means", "KMeans"),
    ("SE(3)", "se3", "SE3", "$\\mathrm{SE}(3)$", "$SE(3)$", "SE-3"),
    ("GPT-4", "gpt4", "GPT 4", "GPT4"),
    ("C++", "c++"),
    ("F#", "f#"),
    ("Schrödinger", "schrodinger", 'Schr\\"odinger', 'Schr{\\"o}dinger', "SCHRÖDINGER", "Schro\u0308dinger"),
    ("Poincaré", "poincare", "Poincar\\'e", "Poincar\\'{e}"),
    ("Łojasiewicz", "lojasiewicz", "\\L{}ojasiewicz"),
    ("Erdős", "erdos", "Erd\\H{o}s"),
    ("efﬁcient", "efficient"),
    ("naïve", "naive", 'na\\"ive'),
    ("behaviour", "behavior"),
    ("modelling", "modeling"),
    ("optimisation", "optimization", "optimised"),
    ("centre", "center"),
    ("analyse", "analyze"),
    ("α", "alpha", "$\\alpha$", "\\alpha"),
    ("ε-greedy", "epsilon-greedy", "$\\epsilon$-greedy", "$\\varepsilon$-greedy", "ϵ-greedy"),
    ("β-VAE", "$\\beta$-VAE", "beta-VAE"),
    ("n^2", "n²", "$n^2$", "n^{2}"),
    ("x_1", "x₁", "$x_1$"),
    ("R^d", "ℝ^d", "$\\mathbb{R}^d$"),
    ("O(1/T)", "$O(1/T)$", "$\\mathcal{O}(1/T)$"),
    ("non-convex", "nonconvex", "non convex"),
    ("dataset", "data set", "data-set"),
    ("DeepSets", "deep sets", "Deep-Sets"),
    ("t-SNE", "tSNE", "TSNE"),
    ("matrices", "matrix"),
    ("analyses", "analysis"),
    ("hypotheses", "hypothesis"),
    ("minima", "minimum"),
]


@pytest.mark.parametrize("forms", SAME, ids=lambda forms: forms[0])
def test_every_form_finds_every_other(forms: tuple[str, ...]) -> None:
    texts = [f"We consider the {form} and no more." for form in forms]
    others = [paper_of("Gardens and hedges of another kind.", 100 + number) for number in range(3)]
    papers = [paper_of(text, number) for number, text in enumerate(texts)]
    finder = Finder(PapersInMemory([*papers, *others], forms[0]), Written(), None)
    for form in forms:
        for typing in (False, True):
            found = finder.find(form, typing=typing)
            assert sorted(map(int, found.numbers)) == list(range(len(forms))), form
            assert not found.problems and not found.replaced and not found.is_partial
            assert all(spans(text, found.lit) for text in texts), form


def test_words_of_an_earlier_query_find_what_is_written_as_one() -> None:
    papers = [paper_of(f"We consider the {form}.", number) for number, form in enumerate(SAME[0])]
    finder = Finder(PapersInMemory(papers, "again"), Written(), None)
    finder.find("over parametrised kernels")
    assert sorted(map(int, finder.find("over parametrised").numbers)) == list(range(len(papers)))


@pytest.mark.parametrize(("typed", "other"), [("matrices", "matrix"), ("pruned", "pruning"), ("analysis", "analyses")])
def test_the_form_that_was_typed_comes_first(typed: str, other: str) -> None:
    papers = [paper_of(f"We consider the {form} and no more.", number) for number, form in enumerate((other, typed))]
    finder = Finder(PapersInMemory(papers, typed), Written(), None)
    assert list(map(int, finder.find(typed).numbers)) == [1, 0]


def test_chinese_is_found_by_pairs_of_characters() -> None:
    papers = [paper_of(text, n) for n, text in enumerate(["深度学习模型的训练", "学会习惯", "ニューラルネットワーク"])]
    finder = Finder(PapersInMemory(papers, "cjk"), Written(), None)
    for query, expected in (("学习", [0]), ("深度学习", [0]), ("习", [0, 1]), ("ネット", [2]), ("深度模型", [])):
        assert sorted(map(int, finder.find(query).numbers)) == expected, query


def test_a_phrase_with_a_word_that_nobody_wrote_is_mended_and_it_is_said() -> None:
    papers = [paper_of(text, n) for n, text in enumerate(["On neural collapse.", "The collapse is neural."])]
    finder = Finder(PapersInMemory(papers, "phrases"), Written(), None)
    found = finder.find('"neural colapse"')
    assert [int(n) for n in found.numbers] == [0] and found.suggestions == ("neural collapse",)
    assert found.remarks() == ("no paper has “neural colapse”; sought instead: neural collapse",)
    assert spans("On neural collapse.", found.lit)
    for hopeless in ('"zebra collapse"', '"neural xx"', 'author:"neural colapse"'):
        assert not len(finder.find(hopeless)) and not finder.find(hopeless).suggestions
