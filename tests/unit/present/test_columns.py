from __future__ import annotations

import unicodedata

from hypothesis import given
from hypothesis import strategies as st
from wcwidth import wcswidth

from paperterm.model.annotation import UNTOUCHED, Annotation, ReadingStatus
from paperterm.model.paper import PaperHead
from paperterm.model.text import clean_line
from paperterm.present.columns import COLUMNS, VENUE_WIDTH, row, short_venue, venue_and_year, venue_width
from paperterm.present.spans import STYLES, plain

HEAD = PaperHead("0" * 16, "Neural Collapse in Deep Networks", authors=("A. Author",), venue="ICML", year=2024)
# A mark that combines with what stands before it (or a newer character, which may be one) has no width of its own.
TEXTS = st.text().map(clean_line).filter(lambda text: not unicodedata.category(text[:1] or " ").startswith(("M", "Cn")))
STATUSES = st.sampled_from(list(ReadingStatus))


@given(
    title=st.one_of(TEXTS, st.text(alphabet="深度学习ée\u0301a\u0308한글 -👩‍🔬🇨🇭").map(lambda text: f"é{text}")),
    venue=TEXTS,
    year=st.none() | st.integers(1900, 2100),
    tags=st.lists(TEXTS, max_size=4),
    status=STATUSES,
    starred=st.booleans(),
    width=st.integers(1, 160),
    venue_cells=st.integers(0, 20),
)
def test_a_row_takes_exactly_its_width(
    *,
    title: str,
    venue: str,
    year: int | None,
    tags: list[str],
    status: ReadingStatus,
    starred: bool,
    width: int,
    venue_cells: int,
) -> None:
    head = PaperHead("0" * 16, title, venue=venue, year=year)
    spans = row(head, Annotation(status, starred, tuple(tags)), width, widths={"venue": venue_cells})
    assert wcswidth(plain(spans)) == width
    assert {span.style for span in spans} <= {"", *STYLES}


def test_a_wide_row_shows_everything() -> None:
    text = plain(row(HEAD, Annotation(ReadingStatus.READING, True, ("gnn", "theory/ntk")), 100))
    assert text.startswith("◐ ★ Neural Collapse in Deep Networks ")
    assert "#gnn #theory/ntk" in text
    assert text.rstrip().endswith("ICML 2024")


def test_columns_give_way_when_it_is_narrow() -> None:
    annotation = Annotation(ReadingStatus.READ, False, ("gnn",))
    assert "ICML" not in plain(row(HEAD, annotation, 45))
    assert "#gnn" in plain(row(HEAD, annotation, 45))
    narrow = plain(row(HEAD, annotation, 20))
    assert "#gnn" not in narrow
    assert narrow.startswith("●   Neural Collap") and narrow.endswith("…")


def test_a_list_without_venues_has_no_column_for_them() -> None:
    untold = PaperHead("0" * 16, "Neural Collapse in Deep Networks" * 5)
    assert venue_width(untold) == 0
    assert plain(row(untold, UNTOUCHED, 80, widths={"venue": 0})).endswith("…")
    assert plain(row(HEAD, UNTOUCHED, 80, widths={"venue": venue_width(HEAD)})).endswith("  ICML 2024")


@given(venue=TEXTS, year=st.integers(1900, 2100), width=st.integers(4, 20))
def test_a_venue_gives_way_to_its_year(venue: str, year: int, width: int) -> None:
    shown = short_venue(venue_and_year(venue, year), width)
    assert wcswidth(shown) <= width
    assert str(year) in shown or str(year) in venue


def test_years_stand_below_one_another() -> None:
    long = PaperHead("0" * 16, "Title", venue="Proceedings of the 41st International Conference", year=2024)
    assert short_venue("NeurIPS 2024", 11) == "NeurI… 2024"
    for head in (HEAD, long, PaperHead("0" * 16, "Title", year=2023)):
        assert plain(row(head, UNTOUCHED, 80)).endswith(f" {head.year}")
        assert venue_width(head) <= VENUE_WIDTH


def test_tags_are_whole_or_counted() -> None:
    tags = ("gnn", "optimisation", "theory/ntk")
    wide = plain(row(HEAD, Annotation(tags=tags), 100, widths={"venue": 9}))
    assert wide.endswith("  #gnn #optimisation #theory/ntk  ICML 2024")
    assert plain(row(HEAD, Annotation(tags=tags), 60, widths={"venue": 9})).endswith("  #gnn +2  ICML 2024")
    assert "#verylon" in plain(row(HEAD, Annotation(tags=("verylongtagthatiscut",)), 40))


def test_every_status_has_a_sign_of_its_own() -> None:
    signs = {plain(row(HEAD, Annotation(status), 40))[0] for status in ReadingStatus}
    assert len(signs) == len(ReadingStatus)


def test_wide_characters_keep_the_columns_straight() -> None:
    wide = PaperHead("0" * 16, "深度学习中的神经坍缩现象与泛化能力研究" * 3, venue="ICML", year=2024)
    for head in (HEAD, wide):
        text = plain(row(head, UNTOUCHED, 80))
        before = text[: text.index("ICML 2024")]
        assert wcswidth(before) == 80 - len("ICML 2024")


def test_matches_are_lit_and_derived_titles_look_derived() -> None:
    spans = row(HEAD, UNTOUCHED, 60, matches=((7, 15),))
    assert [span.text for span in spans if "match" in span.style.split()] == ["Collapse"]
    derived = PaperHead("0" * 16, "sharpness-aware minimization", title_is_derived=True)
    assert any(span.style == "title-derived" for span in row(derived, UNTOUCHED, 60))


def test_a_title_cannot_send_control_codes() -> None:
    head = PaperHead("0" * 16, "evil \x1b[31m \x9b title\nnext")
    text = plain(row(head, UNTOUCHED, 60))
    assert "\x1b" not in text and "\x9b" not in text and "\n" not in text


def test_a_paper_without_a_title_is_still_a_row() -> None:
    assert "(no title)" in plain(row(PaperHead("0" * 16, ""), UNTOUCHED, 40))


def test_the_year_is_not_said_twice() -> None:
    assert venue_and_year("ICML 2024", 2024) == "ICML 2024"
    assert venue_and_year("ICML", 2024) == "ICML 2024"
    assert venue_and_year("", 2024) == "2024"
    assert venue_and_year("", None) == ""


def test_each_column_can_be_named() -> None:
    names = [column.name for column in COLUMNS]
    assert len(set(names)) == len(names) and all(names)
    assert sum(not column.width and not column.most for column in COLUMNS) == 1
