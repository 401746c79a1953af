from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from paperterm.present.abstract import ShownAbstract
from paperterm.present.view import text_of


def words(shown: ShownAbstract) -> list[str]:
    return [shown.text[start:end] for start, end in shown.words]


def sentences(shown: ShownAbstract) -> list[str]:
    return [shown.text[shown.words[first][0] : shown.words[last][1]] for first, last in shown.sentences]


def test_a_formula_is_one_word() -> None:
    assert words(ShownAbstract(r"Bounds of $O(n^2 + \log n)$-type hold.")) == [
        "Bounds", "of", r"$O(n^2 + \log n)$-type", "hold.",
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("One. Two, e.g. this. Three?", ["One.", "Two, e.g. this.", "Three?"]),
        ("By A. Lovelace et al. in 1843. Then", ["By A. Lovelace et al. in 1843.", "Then"]),
        ("No end\n\nNew paragraph.", ["No end", "New paragraph."]),
        ("我们证明。然后。", ["我们证明。", "然后。"]),
    ],
)
def test_sentences(text: str, wanted: list[str]) -> None:
    assert sentences(ShownAbstract(text)) == wanted


@given(st.text(alphabet=" \nab.$\\^_{}*`字é", max_size=60), st.booleans())
def test_words_are_apart_in_order_and_in_one_sentence_each(text: str, is_raw: bool) -> None:
    shown = ShownAbstract(text, is_raw=is_raw)
    places = [place for word in shown.words for place in word]
    assert places == sorted(places)
    assert [number for first, last in shown.sentences for number in range(first, last + 1)] == list(
        range(len(shown.words))
    )
    for number in range(len(shown.words)):
        first, last = shown.sentences[shown.sentence_of(number)]
        assert first <= number <= last
        assert shown.word_at(shown.words[number][0]) == number
    if is_raw:
        assert text_of(shown.pieces) == shown.text
