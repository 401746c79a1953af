"""Tags are folded once, at the door."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from paperterm.errors import PapertermError
from paperterm.model.annotation import LONGEST_TAG, Annotation, ReadingStatus, fold_tag
from paperterm.model.change import Change, Edit


@pytest.mark.parametrize(
    ("typed", "kept"),
    [
        ("Theory", "theory"),
        (" #To  Do ", "to-do"),
        ("theory//ntk/", "theory/ntk"),
        ("a,b", "a-b"),
        ("深度学习", "深度学习"),
    ],
)
def test_a_tag_is_lower_case_without_blanks(typed: str, kept: str) -> None:
    assert fold_tag(typed) == kept


@pytest.mark.parametrize("typed", ["", "   ", "#", "/", "x" * (LONGEST_TAG + 1)])
def test_what_is_no_tag_is_refused_in_a_sentence(typed: str) -> None:
    with pytest.raises(PapertermError, match="tag"):
        fold_tag(typed)


@given(st.text(max_size=60))
def test_folding_a_tag_twice_changes_nothing(text: str) -> None:
    try:
        once = fold_tag(text)
    except PapertermError:
        return
    assert fold_tag(once) == once
    assert not any(character.isspace() or character == "," for character in once)


def test_a_change_turned_round_twice_is_the_change() -> None:
    read = Annotation(status=ReadingStatus.READ)
    change = Change("2 papers: read", (Edit("a", Annotation(), read), Edit("b", read, Annotation())))
    assert change.reversed().edits[0] == Edit("b", Annotation(), read)
    assert change.reversed().reversed() == change
