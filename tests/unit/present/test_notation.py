from __future__ import annotations

import re
import time
import unicodedata

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from paperterm.model.text import display
from paperterm.present.spans import Span, plain
from paperterm.present.view import view

READABLE = [
    (r"order-$\sqrt{n}$", "order-√n"),
    (r"$L_2$ and $\ell_1$", "L₂ and ℓ₁"),
    (r"$\Phi_\textrm{Flow}$", "Φ_(Flow)"),
    (r"$\mathcal{O}(\epsilon^{-2})$", "𝒪(ϵ⁻²)"),
    (r"$\mathbb{R}^{d \times k}$", "ℝ^(d×k)"),
    (r"$A^\top B^T x^* + f'$", "Aᵀ Bᵀ x* + f′"),
    (r"$\frac{a+b}{2}$ and \(\frac12\)", "(a+b)/2 and 1/2"),
    (r"$\tilde{O}(\sqrt{dT})$", "Õ(√(dT))"),
    (r"$\sqrt[3]{x}$", "³√x"),
    (r"$n\log n$, $\log\lambda$", "n log n, log λ"),
    (r"$x\in\{0,1\}^n$", "x ∈ {0,1}ⁿ"),
    (r"$\left\|x\right\|_2^2$", "‖x‖₂²"),
    (r"$\sum_{i=1}^n x_i$", "∑ᵢ₌₁ⁿ xᵢ"),
    (r"$\sim 5$ and $-\infty$", "∼5 and -∞"),
    (r"$\widehat{AB}$", "widehat(AB)"),
    (r"$$x^2$$ \[y_0\]", "x² y₀"),
    (r"Poincar\'e, na{\"\i}ve, Erd\H{o}s", "Poincaré, naïve, Erdős"),
    (r"ans\"{a}tze, \L{}ukasz, Stra\ss e", "ansätze, Łukasz, Straße"),
    (r"98\% \& 3\_4, 100\$", "98% & 3_4, 100$"),
    (r"\ie, \eg here, \etal. said", "i.e., e.g. here, et al. said"),
    (r"\alpha-stable", "α-stable"),
    ("``tempered'' and `single'", "“tempered” and ‘single’"),
    ("pages 3--5 --- all", "pages 3–5 — all"),
    ("Table~1 and Fig.~2", "Table 1 and Fig. 2"),
    ("O(n^2), 10^{-3}, x_{t+1}, L_2, n^{1/2}", "O(n²), 10⁻³, xₜ₊₁, L₂, n^(1/2)"),
    (r"\ell_1-loss", "ℓ₁-loss"),
]  # fmt: skip


@pytest.mark.parametrize(("source", "readable"), READABLE)
def test_notation_is_readable(source: str, readable: str) -> None:
    assert view(source).text == readable


@pytest.mark.parametrize(
    "source",
    [
        "from $5 and $6 to $5-$10",
        "we paid $20 cash, then 30$ more",
        "snake_case_name, __init__ and a_longer_one",
        "https://example.org/~user/_a_/b--c*d*",
        "beta^* and 2 * 3 * 4",
        "run --flag and -- ok",
        r"\unknown{argument} and \cite{key}",
        r"$\begin{matrix}a\end{matrix}$",
        "$a{b$ and $a}b$",
        "5' 3'' long",
        "half a *star and a _line",
        "~5 about",
    ],
)
def test_what_is_not_understood_stays_as_it_was_typed(source: str) -> None:
    assert view(source).text.replace("–", "--") == source


def test_an_unknown_macro_keeps_its_argument() -> None:
    assert view(r"$\foo{x_1} + 1$").text == r"\foo{x₁} + 1"


@pytest.mark.parametrize(
    ("source", "spans"),
    [
        ("an *important* word", [Span("an "), Span("important", "emphasis"), Span(" word")]),
        ("a **very strong** one", [Span("a "), Span("very strong", "strong"), Span(" one")]),
        ("_so_ and `x_1`", [Span("so", "emphasis"), Span(" and "), Span("x_1", "code")]),
        (r"\emph{a $x^2$} b", [Span("a ", "emphasis"), Span("x", "emphasis"), Span("²", "emphasis"), Span(" b")]),
        (r"\textbf{b} {\em c} \texttt{d}", [
            Span("b", "strong"), Span(" "), Span("c", "emphasis"), Span(" "), Span("d", "code"),
        ]),
    ],
)  # fmt: skip
def test_emphasis_is_a_style(source: str, spans: list[Span]) -> None:
    assert view(source).spans() == spans


def test_emphasis_is_on_top_of_a_style_of_the_whole() -> None:
    spans = view("an *important* word").spans("heading")
    assert spans == [Span("an ", "heading"), Span("important", "heading emphasis"), Span(" word", "heading")]


@pytest.mark.parametrize(
    ("source", "match", "lit"),
    [
        (r"the $\mathcal{O}(n^2)$ bound", "bound", ["bound"]),
        (r"Poincar\'e maps", r"Poincar\'e", ["Poincar", "é"]),
        ("an *important* word", "important", ["important"]),
        ("so *very important* here", "important", ["important"]),
        (r"with $L_2$ norms", "L_2", ["L", "₂"]),
    ],
)
def test_matches_in_the_source_are_lit_in_the_view(source: str, match: str, lit: list[str]) -> None:
    start = source.index(match)
    spans = view(source).spans("", [(start, start + len(match))])
    assert [span.text for span in spans if "match" in span.style] == lit
    assert plain(spans) == view(source).text


FRAGMENTS = st.lists(
    st.sampled_from([
        "$", "$$", "\\", "{", "}", "_", "^", "*", "**", "`", "``", "''", "'", "--", "---", "~", "-", " ", "[", "]",
        r"\(", r"\)", r"\emph{", r"{\em ", r"\frac", r"\sqrt", r"\hat", r"\mathbb", r"\times", r"\log", r"\'", r"\c{",
        r"\left", r"\right", r"\foo", r"\,", r"\%", "a", "bc", "R", "2", "ß", "é", "深", "\n", "https://x.y/", "́",
    ]) | st.text(max_size=4),
    max_size=40,
).map("".join)  # fmt: skip


def letters(text: str) -> str:
    return "".join(c for c in unicodedata.normalize("NFKD", text) if c.isascii() and c.isalnum())


@given(FRAGMENTS)
def test_no_letter_outside_of_macros_is_lost(text: str) -> None:
    shown = display(text, multiline=True)
    seen = iter(letters(view(shown).text))
    typed = letters(re.sub(r"\\[A-Za-z]+", " ", shown))
    assert all(letter in seen for letter in typed)


@given(FRAGMENTS)
@example(r"$\frac**$")
def test_a_view_is_safe_and_its_pieces_are_in_order(text: str) -> None:
    found = view(display(text, multiline=True))
    # Marks that the source has are the source's own; a view must not act on a terminal.
    assert not any(unicodedata.category(c) in ("Cc", "Cs") and c != "\n" for c in found.text)
    ends = 0
    for piece in found.pieces:
        assert ends <= piece.start <= piece.end <= len(text)
        ends = piece.end


@given(FRAGMENTS, st.data())
def test_lighting_changes_no_text(text: str, data: st.DataObject) -> None:
    cuts = sorted(data.draw(st.sets(st.integers(0, len(text)), max_size=6)))
    matches = [(a, b) for a, b in zip(cuts[::2], cuts[1::2], strict=False) if a < b]
    assert plain(view(text).spans("", matches)) == view(text).text


@pytest.mark.parametrize(
    "part",
    ["$", "\\", "{", "$a", r"\(", "*", "**a", "_a", "`", "`a", "``", r"\emph{", "a^{", r"$\frac{", r"\'", "--", "$x^{"],
)
def test_a_hostile_text_takes_no_longer_than_its_length_says(part: str) -> None:
    text = part * (50_000 // len(part))
    begun = time.process_time()
    view(text)
    assert time.process_time() - begun < 10  # 0.02 to 0.3 s; a quadratic one takes minutes
