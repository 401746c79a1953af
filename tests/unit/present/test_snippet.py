from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from paperterm.present.cells import width_of
from paperterm.present.facets import facet_rows
from paperterm.present.snippet import around_match
from paperterm.present.spans import Span, plain

LONG = "We show at great length and with many words that in the end the "


def test_a_sentence_that_fits_is_shown_whole() -> None:
    spans = [Span("A "), Span("kernel", "match"), Span(" bound.")]
    assert around_match(spans, 30) == [*spans, Span(" " * 15)]


def test_of_a_long_sentence_the_part_around_the_first_match_is_shown_from_the_start_of_a_word() -> None:
    shown = around_match([Span(LONG, "dim"), Span("kernel", "match"), Span(" bound holds everywhere.", "dim")], 40)
    assert plain(shown).startswith("…") and plain(shown)[1:].split()[0] in LONG.split()
    assert Span("kernel", "match") in shown and width_of(plain(shown)) == 40


def test_a_long_sentence_without_a_match_is_cut_at_its_end() -> None:
    assert plain(around_match([Span(LONG * 2)], 20)) == "We show at great le…"


styles = st.sampled_from(["", "dim", "match", "emphasis match"])
sentences = st.lists(st.builds(Span, st.text(alphabet="ab 深é\u0301", min_size=1), styles), max_size=6)


@given(sentences, st.integers(0, 40))
def test_the_width_is_always_kept(spans: list[Span], width: int) -> None:
    assert width_of(plain(around_match(spans, width))) == width


def test_facets_have_a_heading_each_and_rows_that_stand_below_one_another() -> None:
    facets = {
        "status": ("Status", [("unread", 1200), ("read", 3)]),
        "tag": ("Tags", []),
        "venue": ("Venues", [("深度学习 " * 12, 7)]),
    }
    rows = facet_rows(facets, 1203)
    assert [(row.name, row.value[:6]) for row in rows] == [
        ("", ""), ("status", "unread"), ("status", "read"), ("", ""), ("venue", "深度学习 深"),
    ]  # fmt: skip
    lines = [plain(row.spans) for row in rows]
    assert lines[0] == "Status" and lines[3] == "Venues" and "…" in lines[4]
    ends = {
        width_of(line[: line.index(number) + len(number)]) for line, number in ((lines[1], "1,200"), (lines[4], "7"))
    }
    assert len(ends) == 1 and lines[1].endswith("█" * 20) and lines[2].endswith("3  ▌")
    assert facet_rows({}, 0) == []
