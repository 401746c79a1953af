from __future__ import annotations

import unicodedata

from hypothesis import given
from hypothesis import strategies as st
from wcwidth import wcswidth

from paperterm.model.text import display
from paperterm.present.cells import cut, fit, shorten, width_of
from paperterm.present.spans import Span, lit, plain
from paperterm.present.wrap import wrap

TEXTS = st.one_of(st.text(), st.text(alphabet="ab 深度e\u0301\n")).map(lambda text: display(text, multiline=True))


STYLES = st.sampled_from(["dim", "dim", "bullet"])


@given(spans=st.lists(st.builds(Span, TEXTS, STYLES), max_size=5), width=st.integers(2, 80))
def test_no_line_is_wider_and_no_letter_is_lost(spans: list[Span], width: int) -> None:
    lines = wrap(spans, width)
    assert all(width_of(plain(line)) <= width for line in lines)
    whole = "".join(plain(spans).split())
    assert "".join("".join(plain(line) for line in lines).split()) == whole


def test_words_stay_whole_even_when_part_of_them_is_lit() -> None:
    lines = wrap([Span("one two "), Span("thr", "match"), Span("ee four")], 9)
    assert [plain(line) for line in lines] == ["one two", "three", "four"]


def test_line_breaks_and_empty_lines_are_kept() -> None:
    assert [plain(line) for line in wrap([Span("a\n\nb")], 10)] == ["a", "", "b"]


def test_text_without_blanks_is_broken() -> None:
    assert [plain(line) for line in wrap([Span("x" * 12)], 5)] == ["xxxxx", "xxxxx", "xx"]
    assert [plain(line) for line in wrap([Span("深度学习")], 5)] == ["深度", "学习"]


def test_a_continued_line_can_be_indented() -> None:
    assert [plain(line) for line in wrap([Span("aa bb cc")], 6, indent="  ")] == ["aa bb", "  cc"]


def test_below_a_bullet_lines_are_indented_and_a_quotation_has_its_bar_before_each() -> None:
    spans = [Span("▎ ", "quote"), Span("• ", "bullet"), Span("aa bb cc\ndd ee ff")]
    assert [plain(line) for line in wrap(spans, 8)] == ["▎ • aa", "▎   bb", "▎   cc", "dd ee ff"]
    assert [plain(line) for line in wrap([Span("• ", "bullet"), Span("aa bb")], 3)] == ["• ", "aa", "bb"]
    assert [plain(line) for line in wrap([Span("•", "bullet"), Span("深度")], 2)] == ["•", "深", "度"]


# A mark that combines with what stands before it (or a newer character, which may be one) has no width of its own.
WHOLE = st.text().map(display).filter(lambda text: not unicodedata.category(text[:1] or " ").startswith(("M", "Cn")))


@given(text=WHOLE, width=st.integers(0, 60))
def test_cutting_and_fitting_keep_the_width(text: str, width: int) -> None:
    assert width_of(cut(text, width)) <= width
    assert width_of(shorten(text, width)) <= width
    assert wcswidth(plain(fit([Span(text), Span(text, "dim")], width))) == width


def test_lit_marks_the_offsets_and_nothing_else() -> None:
    assert lit("abcdef", "dim", [(1, 3), (5, 99)]) == [
        Span("a", "dim"),
        Span("bc", "match"),
        Span("de", "dim"),
        Span("f", "match"),
    ]
    assert lit("", "dim", []) == []
