"""The reading list."""

from __future__ import annotations

import re

import pytest
from hypothesis import example, given

from paperterm.export import Options, exporter
from paperterm.export.markdown import escape
from paperterm.model.annotation import Annotation, Highlight, ReadingStatus

from .papers import make_entry, texts


def test_a_reading_list() -> None:
    papers = [
        make_entry(
            Annotation(
                ReadingStatus.READ,
                True,
                ("theory/ntk", "c++"),
                "Good *proof*.\n\n- but long",
                (Highlight("is stable", 3),),
            ),
            title="Scaling *BERT*",
            authors=("Ada Quill", "van den Berg, Bram"),
            venue="ICML",
            year=2024,
            doi="10.1000/a(1)",
        ),
        make_entry(
            Annotation(ReadingStatus.SKIPPED, skip_reason="not my field"),
            title="We study nets …",
            title_is_derived=True,
            venue="ICML 2023",
            year=2023,
        ),
        make_entry(Annotation(ReadingStatus.READING)),
    ]
    assert exporter("markdown").write(papers, Options(title="For the #summer")) == (
        "# For the \\#summer\n"
        "\n"
        "3 papers, 1 read\n"
        "\n"
        "- [x] ★ **Scaling \\*BERT\\*** — Ada Quill, Bram van den Berg · ICML 2024 · "
        "[link](https://doi.org/10.1000/a%281%29) #theory/ntk #c++\n"
        "  > Good *proof*.\n"
        "  >\n"
        "  > - but long\n"
        "  >\n"
        "  > - “is stable” (yellow)\n"
        "- [ ] *We study nets …* (derived title) — ICML 2023 · skipped: not my field\n"
        "- [ ] **Scaling laws** — reading\n"
    )


def test_long_lists_of_authors_are_cut() -> None:
    authors = tuple(f"Ada Quill{letter}" for letter in "abcdefg")
    text = exporter("markdown").write([make_entry(authors=authors)])
    assert "Ada Quille, et al." in text
    assert "Quillf" not in text
    assert "Ada Quillf" in exporter("markdown").write([make_entry(authors=authors[:6])])


def test_abstracts_are_there_on_demand_and_notes_are_not_on_demand() -> None:
    entry = make_entry(Annotation(note="mine"), abstract="# We show")
    text = exporter("markdown").write([entry])
    assert "We show" not in text and "mine" in text
    text = exporter("markdown").write([entry], Options(abstracts=True, notes=False))
    assert "\n  \\# We show\n" in text and "mine" not in text


def test_only_safe_addresses_become_links() -> None:
    assert "](" not in exporter("markdown").write([make_entry(url="javascript:alert(1)")])
    assert "[link](https://a.org/x)" in exporter("markdown").write([make_entry(url="https://a.org/x")])


def test_mathematics_stays() -> None:
    assert escape("order $\\ell_2$ and $a*b*c$, not $5 or $6") == "order $\\ell_2$ and $a*b*c$, not \\$5 or \\$6"
    assert escape("$<script>alert(1)</script>$ x") == "$< script>alert(1)< /script>$ x"


@given(texts)
@example("<script>alert(1)</script> &amp; &#60; <!-- --> [x](y) ![i](j) `c` ~~s~~ *e* _e_ snake_case #tag")
@example("1. x")
@example("- x")
@example("===")
@example("> q")
def test_markdown_shows_any_title_letter_for_letter(title: str) -> None:
    markdown = pytest.importorskip("markdown_it").MarkdownIt("commonmark").enable("strikethrough")
    text = exporter("markdown").write([make_entry(title=title, abstract=title)], Options(abstracts=True))
    tokens = markdown.parse(text)
    assert [token.type for token in tokens if token.type.startswith(("html", "code", "fence"))] == []
    shown = ["".join(part.content for part in token.children or []) for token in tokens if token.type == "inline"]
    expected = " ".join(escape(title).replace("\\", "").split())
    if "$" not in title and "\\" not in title and expected:
        assert shown[2] == f"[ ] {expected}"
        assert shown[3] == expected
        kinds = {part.type for token in tokens for part in token.children or []}
        assert kinds <= {"text", "strong_open", "strong_close", "text_special"}
    assert len(re.findall(r"^- \[ \] ", text, re.MULTILINE)) == 1
