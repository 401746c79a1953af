"""The two gates for text from outside."""

from __future__ import annotations

import sys
import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from paperterm.model.text import DISPLAY_LIMIT, clean, clean_and_count, clean_line, display, fold

ANY_TEXT = st.text(alphabet=st.characters(exclude_categories=()))
EVERY_CHARACTER = "".join(map(chr, range(sys.maxunicode + 1)))
BIDI = {chr(c) for c in (0x61C, 0x200E, 0x200F, *range(0x202A, 0x202F), *range(0x2066, 0x206A))}


def _is_dangerous(character: str) -> bool:
    return unicodedata.category(character) in ("Cc", "Cs") or character in BIDI


@pytest.mark.parametrize("gate", [clean, display])
def test_of_all_code_points_none_that_acts_on_a_terminal_comes_through(gate) -> None:  # type: ignore[no-untyped-def]
    passed = "".join(gate(EVERY_CHARACTER[i : i + 50_000]) for i in range(0, len(EVERY_CHARACTER), 50_000))
    assert {character for character in passed if _is_dangerous(character)} - {"\n"} == set()


@given(ANY_TEXT)
def test_both_gates_change_nothing_the_second_time(text: str) -> None:
    assert clean(clean(text)) == clean(text)
    assert display(display(text)) == display(text)
    assert display(display(text, multiline=True), multiline=True) == display(text, multiline=True)
    assert clean_line(clean_line(text)) == clean_line(text)


@given(ANY_TEXT)
def test_what_is_kept_can_be_written_as_utf_8_and_shown_as_it_is(text: str) -> None:
    kept = clean(text)
    kept.encode()
    display(text).encode()
    assert "\n" not in display(text)


def test_the_short_way_through_the_gate_is_no_other_than_the_long_one() -> None:
    printable = [chr(code) for code in range(0x80, sys.maxunicode + 1) if chr(code).isprintable()]
    assert [c for c in printable if f"{display(c)}\u2400" != display(f"{c}\0")] == []


def test_control_characters_are_shown_as_pictures_so_that_nothing_is_hidden() -> None:
    assert display("a\x1b]52;c;eA==\x07b\x7f") == "a␛]52;c;eA==␇b␡"


def test_cleaning_counts_what_it_replaces() -> None:
    assert clean_and_count("a\x1bb\ud800c\x9b") == ("a\ufffdb\ufffdc\ufffd", 3)
    assert clean_and_count("plain") == ("plain", 0)


def test_line_breaks_of_every_kind_become_one() -> None:
    assert clean("a\r\nb\rc\u2028d\x85e\x0cf") == "a\nb\nc\nd\ne\nf"
    assert display("a\r\nb", multiline=True) == "a\nb"


def test_words_hidden_by_invisible_characters_are_plain_again() -> None:
    assert clean("sh\u200barp\u00adness \u202egnin\u202c") == "sharpness gnin"


def test_joiners_that_scripts_and_emoji_need_stay() -> None:
    assert clean("می\u200cخواهم 👩\u200d🔬") == "می\u200cخواهم 👩\u200d🔬"


def test_five_thousand_marks_on_a_letter_are_bounded_on_screen_only() -> None:
    text = "a" + "\u0301" * 5_000
    assert len(display(text)) < 10
    assert len(clean(text)) > 4_000


def test_a_very_long_text_is_cut_on_screen_with_a_note() -> None:
    shown = display("x" * (DISPLAY_LIMIT + 1))
    assert len(shown) == DISPLAY_LIMIT
    assert shown.endswith("(cut here)")


def test_names_are_compared_without_case_width_and_spacing() -> None:
    assert fold("  ＩＣＭＬ \n 2024") == fold("icml 2024")
