from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from paperterm.model.annotation import Highlight
from paperterm.model.passages import highlight_of, place_of

TEXT = "We prune early. We show that\nthe ﬁrst layers learn; the first layers stay."


def found(text: str, highlight: Highlight) -> str | None:
    place = place_of(text, highlight)
    return None if place is None else text[slice(*place)]


def respaced(text: str) -> str:
    return "  " + "\n".join(text.split()) + " "


@given(st.integers(0, len(TEXT)), st.integers(0, len(TEXT)))
def test_a_passage_is_found_again_with_other_spacing_and_case(one: int, other: int) -> None:
    start, end = sorted((one, other))
    highlight = highlight_of(TEXT, start, end, "green")
    words = TEXT[start:end].split()
    for text in (TEXT, respaced(TEXT), TEXT.upper(), TEXT.replace("ﬁ", "fi")):
        again = found(text, highlight)
        if not words:
            assert again is None
        else:
            assert again is not None
            squashed = "".join(again.split()).casefold().replace("ﬁ", "fi")
            assert squashed == "".join(words).casefold().replace("ﬁ", "fi")


def test_of_equal_passages_the_one_that_was_chosen() -> None:
    text = "the first layers learn; the first layers stay."
    second = text.rindex("the first")
    highlight = highlight_of(text, second, second + 9, "red")
    assert place_of(text, highlight) == (second, second + 9)
    assert place_of("Before. " + text, highlight) is not None


@pytest.mark.parametrize("passage", ["", " ", "not in it"])
def test_what_is_not_there_is_nowhere(passage: str) -> None:
    assert place_of(TEXT, Highlight(passage, 0)) is None
