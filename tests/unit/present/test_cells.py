"""Widths that are known without wcwidth are those that wcwidth gives, for every character and for any in a row."""

from __future__ import annotations

import subprocess
import sys
import unicodedata

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from wcwidth import iter_graphemes, wcswidth

from paperterm.present.cells import clusters, width_of

FORMULAS = "ᵢⱼₙₖᵗ𝒟𝔼𝐱ℝ²∑∈≤αβ"
LETTERS = "aé中ア가ॐ́️‍🙂()①" + FORMULAS


@pytest.mark.parametrize("first", range(0, 0x20000, 0x4000))
def test_each_character(first: int) -> None:
    shown = [chr(c) for c in range(max(first, 0x20), first + 0x4000) if not 0x7F <= c < 0xA0]
    shown = [c for c in shown if unicodedata.category(c) not in ("Cs", "Cn", "Co")]
    assert [c for c in shown if width_of(c) != max(0, wcswidth(c))] == []


@given(st.text(st.sampled_from(LETTERS), max_size=12) | st.text(st.characters(exclude_categories=["Cc", "Cs"])))
@settings(deadline=None)
def test_any_in_a_row(text: str) -> None:
    assert width_of(text) == max(0, wcswidth(text))
    assert [piece for piece, _ in clusters(text)] == list(iter_graphemes(text))


def test_a_formula_is_measured_without_loading_wcwidth() -> None:
    asked = (
        "import sys; from paperterm.present.cells import width_of; "
        f"width_of({FORMULAS!r}); print('wcwidth' in sys.modules)"
    )
    done = subprocess.run([sys.executable, "-c", asked], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "False"
