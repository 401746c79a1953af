"""What the tests of exporters share: entries in a word, and text that is hard on BibTeX and Markdown."""

from __future__ import annotations

from typing import Any

from hypothesis import strategies as st

from paperterm.export import Entry
from paperterm.model.annotation import Annotation
from paperterm.model.paper import Paper

HARD_PIECES = [
    *"\\{}$&%#_^~<>|\"`'@,;=()[]*+-/!?: aAbB1",
    *(
        r"\&",
        r"\%",
        r"\{",
        r"\}",
        r"\\",
        r"\(",
        r"\)",
        "$$",
        "``",
        "''",
        "{}",
        "},",
        "}} @article{evil,",
        " and ",
        "\n",
    ),
    *(
        "$x$",
        r"$\ell_2$",
        r"$a_b_c$",
        r"\frac{1}",
        r"\emph{",
        r"\textbf{a}",
        r"{\em ",
        r"\"a",
        r"{\'e}",
        r"\v s",
        r"\c{c}",
    ),
    *(r"\alpha", r"\input{x}", r"\write18{ls}", r"\LaTeX", r"\textbackslash", r"\ldots", r"\i", r"\o ", r"\^", r"\="),
    *"éßłếậș“–…≤ℓℝ²⁻₂中🚀½™ЖħØ\u200b\u0301\u0323\ufb01\ud800\u2028\ufeff\x07",
    "A*",
]
"""Pieces that mean something to BibTeX, LaTeX or Markdown, or that neither can print."""

texts = st.one_of(st.lists(st.sampled_from(HARD_PIECES), max_size=12).map("".join), st.text(max_size=30))


def make_entry(annotation: Annotation | None = None, key: str = "quill2024scaling", **fields: Any) -> Entry:
    """An entry of one paper, with only the facts that a test is about."""
    facts: dict[str, Any] = {"paper_id": "0123456789abcdef", "title": "Scaling laws", **fields}
    return Entry(Paper(**facts), annotation or Annotation(), (), key)


def is_balanced(text: str) -> bool:
    """Whether braces balance as BibTeX counts them: a backslash before one means nothing."""
    depth = 0
    for character in text:
        depth += (character == "{") - (character == "}")
        if depth < 0:
            return False
    return depth == 0
