from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from paperterm.model.passages import place_of
from paperterm.present.abstract import ShownAbstract
from paperterm.present.passage import Passage

TEXT = "One two three. Four five. Six seven eight nine."


def text_of(passage: Passage) -> str:
    start, end = passage.place
    return passage.abstract.text[start:end]


def begun(place: int = 0, text: str = TEXT) -> Passage:
    return Passage.sentence(ShownAbstract(text), place)


def test_it_begins_with_a_sentence_and_goes_on_by_sentences_and_words() -> None:
    assert text_of(begun()) == "One two three."
    assert text_of(begun(TEXT.index("five"))) == "Four five."
    assert text_of(begun().other_sentence(1)) == "Four five."
    assert text_of(begun().other_sentence(5)) == "Six seven eight nine."
    assert text_of(begun().other_sentence(-1)) == "One two three."
    assert text_of(begun().word(1)) == "Four"
    assert text_of(begun().word(-1).word(-1)) == "One"


@pytest.mark.parametrize(
    ("steps", "wanted"),
    [
        ([1], "One two three. Four five."),
        ([1, 1, 1], TEXT),
        ([1, -1], "One two three."),
        ([1, 1, -1], "One two three. Four five."),
        ([-1], "One two three."),
    ],
)
def test_larger_and_smaller_by_sentences(steps: list[int], wanted: str) -> None:
    passage = begun()
    for step in steps:
        passage = passage.by_sentence(step)
    assert text_of(passage) == wanted


def test_a_sentence_grows_over_its_beginning_and_back() -> None:
    passage = begun(TEXT.index("Six")).by_sentence(-1)
    assert text_of(passage) == "Four five. Six seven eight nine."
    assert text_of(passage.by_sentence(-1)) == TEXT
    assert text_of(passage.by_sentence(1)) == "Six seven eight nine."


def test_smaller_by_words_at_either_end() -> None:
    passage = begun().by_words(-1)
    assert text_of(passage) == "One two"
    assert text_of(passage.turned().by_words(1)) == "two"
    assert text_of(begun().word(1).by_words(-2)) == "two three. Four"


def test_what_the_mouse_was_drawn_over_is_whole_words() -> None:
    shown = ShownAbstract(TEXT)
    assert text_of(Passage.between(shown, TEXT.index("wo"), TEXT.index("our"))) == "two three. Four"
    assert text_of(Passage.between(shown, TEXT.index("our"), TEXT.index("wo"))) == "two three. Four"


MOVES = st.sampled_from([Passage.word, Passage.other_sentence, Passage.by_words, Passage.by_sentence])


@given(
    st.text(alphabet="ab.? \n$^2深", min_size=1).filter(lambda text: ShownAbstract(text).words),
    st.lists(st.tuples(MOVES, st.sampled_from([-1, 1])), max_size=12),
)
def test_every_way_leads_to_words_that_are_there_and_can_be_kept(text: str, moves: list[tuple]) -> None:  # type: ignore[type-arg]
    passage = begun(0, text)
    for move, step in moves:
        passage = move(passage, step)
        start, end = passage.place
        assert text_of(passage).strip()
        assert start <= passage.head_place[0] < passage.head_place[1] <= end
        assert place_of(passage.abstract.text, passage.highlight()) == passage.place
