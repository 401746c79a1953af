"""What is mathematics, and in which form."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from paperterm.export.formulas import find_formula, normal_form

from .papers import HARD_PIECES, is_balanced

KEPT = [
    "N",
    r"\ell_2",
    r"\#",
    "^2",
    r"{\rm E}(3)",
    r"\mathcal{O}(\sqrt{T})",
    r"\tilde{O}(\sqrt{H^3SAT})",
    r"x'^2",
    r"a<b",
    r"\left(\frac{1}{2}\right]",
    r"\sqrt[3]{x}",
    r"\bigl| x \bigr|",
    r"\operatorname*{arg}",
    r"\text{if } x",
    r"\hat\alpha",
    r"x_1^2",
    "1,000",
    r"\mathbf x_i",
]
REFUSED = [
    r"x_a_b",
    r"x^2'",
    r"\frac{1}",
    r"a_{b",
    "a}b",
    r"\left(x",
    r"x\right)",
    r"\unknown",
    "a & b",
    "50%",
    "a#b",
    r"a\\b",
    r"\begin{matrix}",
    r"x_",
    "x^^2",
    r"\left q",
    r"\text{$x$}",
    '"x"',
    r"\input{x}",
    r"\write18{ls}",
    "{" * 60 + "}" * 60,
]


@pytest.mark.parametrize("source", KEPT)
def test_what_latex_takes_stays_letter_for_letter(source: str) -> None:
    assert normal_form(source) == source
    assert find_formula(f"${source}$", 0) == (source, len(source) + 2)


@pytest.mark.parametrize("source", REFUSED)
def test_what_latex_would_stop_at_is_no_formula(source: str) -> None:
    assert find_formula(f"${source}$", 0) is None


@pytest.mark.parametrize(
    ("source", "form"),
    [
        (r"\{a\}", r"\lbrace a\rbrace"),
        (r"\left\{a\right.", r"\left\lbrace a\right."),
        (r"x^\frac12", r"x^{\frac12}"),
        (r"x_\log", r"x_{\log}"),
        (r"\bf{\Phi}_\textrm{Flow}", r"\bf{\Phi}_{\textrm{Flow}}"),
        ("α≤x", r"\alpha\leq x"),
        ("ℝ^d", r"\mathbb{R}^d"),
    ],
)
def test_braces_that_bibtex_would_miscount_and_unicode_become_macros(source: str, form: str) -> None:
    assert normal_form(source) == form


@pytest.mark.parametrize(
    "text",
    [
        "$5 and $6",
        "$10 to US$20",
        "$5M-$10M",
        "$HOME and $PATH",
        "$",
        "$$",
        "$ $",
        "$" + "x" * 500 + "$",
        "$open",
        r"\(x$",
    ],
)
def test_money_and_prose_are_no_formulas(text: str) -> None:
    assert find_formula(text, 0) is None


@pytest.mark.parametrize("text", ["$x^2$", "$ x^2 $", r"\(x^2\)", "$$x^2$$"])
def test_all_kinds_of_dollars_are_seen(text: str) -> None:
    assert find_formula(text, 0) == ("x^2", len(text))


@given(st.lists(st.sampled_from([*HARD_PIECES, "_", "^", "{", "}", r"\left", r"\right", "(", r"\frac"]), max_size=12))
def test_a_normal_form_is_balanced_ascii_and_its_own(pieces: list[str]) -> None:
    form = normal_form("".join(pieces))
    if form is not None:
        assert is_balanced(form)
        assert form.isascii()
        assert normal_form(form) == form
