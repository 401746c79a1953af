from __future__ import annotations

import re

from hypothesis import given
from hypothesis import strategies as st

from paperterm.model.annotation import UNTOUCHED, Annotation, Highlight, ReadingStatus
from paperterm.model.paper import Paper
from paperterm.present.page import Page, links, page
from paperterm.present.spans import STYLES, Span, plain

PAPER = Paper(
    "0123456789abcdef",
    "Neural Collapse",
    authors=("Ada Lovelace", "Emmy Noether"),
    venue="ICML",
    year=2024,
    abstract="First lines\nof one paragraph.\n\nSecond paragraph.",
    doi="10.1000/xyz",
    arxiv_id="2401.00001",
)


def shown(found: Page) -> str:
    return plain(found.spans)


def test_the_page_has_everything_in_order() -> None:
    annotation = Annotation(ReadingStatus.READING, True, ("gnn",), "My note.", (Highlight("one paragraph", 15),))
    text = shown(page(PAPER, annotation, ("My list",)))
    wanted = [
        "Neural Collapse",
        "Ada Lovelace, Emmy Noether",
        "ICML 2024 · My list",
        "https://doi.org/10.1000/xyz",
        "https://arxiv.org/abs/2401.00001",
        "◐ reading   ★   #gnn",
        "First lines of one paragraph¹.\n\nSecond paragraph.",
        "Highlights",
        "Note\nMy note.",
    ]
    places = [text.index(part) for part in wanted]
    assert places == sorted(places)


def test_a_derived_title_is_said_to_be_derived() -> None:
    spans = page(PAPER._replace(title_is_derived=True), UNTOUCHED).spans
    assert spans[0] == Span("Neural Collapse", "title-derived")
    assert "derived from the abstract" in plain(spans)


def test_matches_are_lit() -> None:
    def find(text: str) -> list[tuple[int, int]]:
        return [match.span() for match in re.finditer("paragraph|Collapse", text)]

    found = page(PAPER, UNTOUCHED, (), find, current=1)
    assert found.matches == 3
    lit = [(span.text, span.style.split()) for span in found.spans if "match" in span.style]
    assert lit == [
        ("Collapse", ["heading", "match"]), ("paragraph", ["match", "current"]), ("paragraph", ["match"]),
    ]  # fmt: skip


def test_mathematics_is_readable_unless_raw_text_is_asked_for() -> None:
    paper = PAPER._replace(title=r"On $\ell_2$ norms", abstract=r"We bound $\|x\|_2 \le \epsilon$ by \emph{this}.")
    readable, raw = (page(paper, UNTOUCHED, is_raw=is_raw).spans for is_raw in (False, True))
    assert "On ℓ₂ norms" in plain(readable) and "We bound ‖x‖₂ ≤ ϵ by this." in plain(readable)
    assert paper.title in plain(raw) and paper.abstract in plain(raw) and "Raw text" in plain(raw)


def test_highlights_are_coloured_where_they_stand_and_listed() -> None:
    highlights = (Highlight("one  PARAGRAPH.", 10, "green", "a remark"), Highlight("not there", 0, "mauve"))
    spans = page(PAPER, Annotation(highlights=highlights)).spans
    assert next(span.text for span in spans if span.style == "highlight-green") == "one paragraph."
    assert "one paragraph.¹" in plain(spans)
    assert "a remark" in plain(spans) and "² not there" in plain(spans) and "mauve" in plain(spans)


def test_a_paper_with_nothing_but_an_id_has_a_page() -> None:
    text = shown(page(Paper("0" * 16, ""), UNTOUCHED))
    assert "(no title)" in text and "There is no abstract." in text and "· unread" in text


def test_the_reason_for_skipping_is_shown() -> None:
    assert "too long" in shown(page(PAPER, Annotation(ReadingStatus.SKIPPED, skip_reason="too long")))


def test_links_are_given_once_the_own_one_first() -> None:
    paper = PAPER._replace(url="https://doi.org/10.1000/xyz", arxiv_id="")
    assert links(paper) == ("https://doi.org/10.1000/xyz",)


def test_many_authors_are_counted() -> None:
    assert "and 5 more" in shown(page(PAPER._replace(authors=("A",) * 45), UNTOUCHED))


@given(
    st.builds(Paper, st.just("0" * 16), st.text(), abstract=st.text(), venue=st.text(), url=st.text()),
    st.text(),
    st.booleans(),
)
def test_nothing_from_outside_can_act_on_the_terminal(paper: Paper, note: str, is_raw: bool) -> None:
    spans = page(paper, Annotation(note=note), is_raw=is_raw).spans
    assert not any((ord(c) < 32 and c != "\n") or 0x7F <= ord(c) < 0xA0 for c in plain(spans))
    assert {style for span in spans for style in span.style.split()} <= set(STYLES)
