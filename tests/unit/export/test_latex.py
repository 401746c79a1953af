"""Text to LaTeX and back."""

from __future__ import annotations

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from paperterm.export.latex import decode, encode

from .papers import is_balanced, texts


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (r"Q&A with R\&D", r"Q\&A with R\&D"),
        (r"100 % renewable: gains of 5% at 50\% cost", r"100 \% renewable: gains of 5\% at 50\% cost"),
        (r"An $N$-body view of $\ell_2$ losses", r"An {$N$}-body view of {$\ell_2$} losses"),
        (r"The \Sigma path C:\temp", r"The \textbackslash{}Sigma path C:\textbackslash{}temp"),
        (r"BERT-Based GPT-4, mBERT and T5", "{BERT}-Based {GPT-4}, {mBERT} and {T5}"),
        ("3D NeRF for K-means and A* search", "{3D} {NeRF} for {K}-means and {A*} search"),
        ("A Plan I Made", "A Plan {I} Made"),
        ("{BERT} and {\\'E}cole", "{BERT} and {\\'E}cole"),
        ("E$^2$GAN", "{E}{$^2$}{GAN}"),
        (r"{\em Deep} \textbf{BERT} in {\LaTeX}", r"\emph{Deep} \textbf{BERT} in {\LaTeX}"),
        ("Φ-Regret in ℓ∞ and 10⁻²", r"{$\Phi$}-Regret in {$\ell\infty$} and 10{$^{-2}$}"),
        ('A "quoted" word', "A ``quoted'' word"),
    ],
)
def test_titles(text: str, expected: str) -> None:
    assert encode(text, title=True) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("a_b ^ ~ # $5 and $6", r"a\_b \textasciicircum{} \textasciitilde{} \# \$5 and \$6"),
        ("a < b > c | d", r"a {\textless} b {\textgreater} c {\textbar} d"),
        (r"trailing \ ".strip(), r"trailing \textbackslash{}"),
        ("open { brace", r"open {\textbraceleft} brace"),
        ("a } b { c", r"a {\textbraceright} b {\textbraceleft} c"),
        (r"a \{set\}", r"a {\textbraceleft}set{\textbraceright}"),
        (r"\input{/etc/passwd} \write18{rm}", r"\textbackslash{}input{/etc/passwd} \textbackslash{}write18{rm}"),
        ("x}, year={2020}}\n@article{evil, title={owned", None),
        (r"Poincar\'e, \"{a}, \v s, na{\"\i}ve", r"Poincar{\'e}, {\"a}, {\v{s}}, na{\"i}ve"),
        ("ậ ế ş ș đ Đ ß Ø", r"{\d{\^a}} {\'{\^e}} {\c{s}} {\textcommabelow{s}} {\dj} {\DJ} {\ss} {\O}"),
        ("“q” ‘s’ – — …", "``q'' `s' -- --- {\\ldots}"),
        ("ﬁt ½ ™ 中文 🚀", r"fit {\textonehalf} {\texttrademark} ZhongWen :rocket:"),
        ("a\u200bb\ud800c\x07\u202ed", "abcd"),
        ("two\n\n lines\t and", "two lines and"),
        (r"et al.\ show", "et al. show"),
        ("₂′₂", r"$_{2}$$^{\prime}$$_{2}$"),
    ],
)
def test_plain_text_and_latex(text: str, expected: str | None) -> None:
    encoded = encode(text)
    assert is_balanced(encoded)
    assert "\n" not in encoded
    if expected is not None:
        assert encoded == expected


def test_unicode_stays_where_it_is_wanted() -> None:
    assert encode("Poincaré & ℓ₂ “q”", ascii_only=False) == r"Poincaré \& ℓ₂ “q”"
    assert encode("GRÖBNER", ascii_only=False, title=True) == "{GRÖBNER}"


@given(texts, st.booleans(), st.booleans())
@example("\\emph{\\textbackslash}", True, False)
@example("±0 and −5", True, False)
@example("{\\em \\", False, False)
def test_writing_what_was_written_changes_nothing(text: str, ascii_only: bool, title: bool) -> None:
    encoded = encode(text, ascii_only=ascii_only, title=title)
    assert is_balanced(encoded)
    assert encode(encoded, ascii_only=ascii_only, title=title) == encoded
    if ascii_only:
        assert encoded.isascii() and (encoded.isprintable() or not encoded)


plain_words = st.text(st.sampled_from("abcXYZ 019&%#_^~<>|*+-=/()[]!?:;,.@éßłếậøșñÅ"), max_size=40)


@given(plain_words, st.booleans())
def test_plain_text_comes_back(text: str, title: bool) -> None:
    assert decode(encode(text, title=title)) == decode(encode(text, ascii_only=False)) == " ".join(text.split())


@pytest.mark.parametrize("piece", ["$", "\\", "{", "$x", "\\'{", "}{", "{\\em ", "\\emph{", "$\\left("])
def test_long_runs_of_special_characters_are_no_trouble(piece: str) -> None:
    assert is_balanced(encode(piece * 5_000, title=True))
