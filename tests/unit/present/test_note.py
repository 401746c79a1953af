"""Notes are shown as Markdown, and nothing that was typed is left out."""

from __future__ import annotations

import unicodedata
from collections import Counter

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from paperterm.model.annotation import Annotation
from paperterm.model.paper import Paper
from paperterm.present.note import LONGEST, note_pieces
from paperterm.present.page import page
from paperterm.present.spans import STYLES, plain
from paperterm.present.view import spans_of, text_of
from paperterm.present.wrap import wrap

NOTE = """\
# Why it matters
**Important:** see *section 2*, `code` and [their page](https://example.org/x).
A line that was broken here
stays broken.

- first point, long enough for a second line
  - nested
- [ ] to do
- [x] done

3. three
4. four

> a quotation, long enough for a second line

```python
if x:
    y = 1
```
---
We have $\\alpha_2 \\in \\mathbb{R}$ and $5 or $6.
"""
SHOWN = """\
Why it matters
Important: see section 2, code and their
page (https://example.org/x).
A line that was broken here
stays broken.

• first point, long enough for a second
  line
  • nested
☐ to do
☑ done

3. three
4. four

│ a quotation, long enough for a second
│ line

python
  if x:
      y = 1
────────
We have α₂ ∈ ℝ and $5 or $6."""


def lines(note: str, width: int = 40) -> list[str]:
    return [plain(line) for line in wrap(spans_of(note_pieces(note)), width)]


def test_every_kind_of_block_is_shown_as_what_it_is() -> None:
    assert "\n".join(lines(NOTE.strip("\n"))) == SHOWN
    styles = {piece.text: piece.style for piece in note_pieces(NOTE)}
    assert styles["Why it matters"] == "heading" and styles["Important:"] == "strong"
    assert styles["section 2"] == "emphasis" and styles["code"] == "code"
    assert styles["https://example.org/x"] == "link" and styles["│ "] == "quote"


@pytest.mark.parametrize(
    ("note", "shown"),
    [
        ("plain words\n\nand a_snake_case, 2 * 3 * 4", ["plain words", "", "and a_snake_case, 2 * 3 * 4"]),
        ("<b>html</b> &amp; [ref]\n\n[ref]: https://x.org", ["<b>html</b> &amp; [ref]", "", "[ref]: https://x.org"]),
        ("<https://x.org> ![fig](f.png 'Fig. 1')", ["https://x.org fig (f.png “Fig. 1”)"]),
        ("> - in both\n> - again", ["│ • in both", "│ • again"]),
        ("> one\n>\n> two", ["│ one", "│ ", "│ two"]),
        ("- one\n\n  still one\n\n- two", ["• one", "", "  still one", "", "• two"]),
        ("-\n- x", ["• ", "• x"]),
        ("    code\n      more", ["  code", "    more"]),
        (r"\*no\* emphasis", ["*no* emphasis"]),
        ("$$\n\\sum_i x_i\n$$", ["∑ᵢ xᵢ"]),
        ("| a | b |\n|---|---|\n| 1 | 2 |", ["| a | b |", "|---|---|", "| 1 | 2 |"]),
        ("**bold [link](http://l.org) more**", ["bold link (http://l.org) more"]),
    ],
)
def test_what_markdown_means_and_what_it_would_hide(note: str, shown: list[str]) -> None:
    assert lines(note) == shown


MARKDOWN = st.text(st.sampled_from("abx *_`#>-+[]()!<&;~=:/'\"\n\n1.  "), max_size=80)


@given(MARKDOWN | st.text(max_size=60))
@settings(deadline=None)
def test_nothing_is_hidden_and_all_is_styled(note: str) -> None:
    shown = text_of(note_pieces(note))
    typed = Counter(character for character in note if character in "abx")
    assert typed <= Counter(unicodedata.normalize("NFKC", shown))
    assert {style for piece in note_pieces(note) for style in piece.style.split()} <= set(STYLES)


def test_deep_and_long_notes_are_shown_whole() -> None:
    assert text_of(note_pieces("> " * 300 + "deep")).endswith("deep")
    assert text_of(note_pieces("- " * 300 + "deep")).endswith("deep")
    assert text_of(note_pieces("*[" * 3000 + "deep")).endswith("deep")
    long = "*word* " * LONGEST
    assert text_of(note_pieces(long)).count("word") == LONGEST


def test_words_of_the_query_are_lit_where_they_are_seen() -> None:
    paper, note = Paper("0" * 16, "Title", abstract="None."), "A **gra**ph and `graph`, [graph](http://graph.org)"

    def find(text: str) -> tuple[tuple[int, int], ...]:
        starts = [at for at in range(len(text)) if text.startswith("graph", at)]
        return tuple((at, at + 5) for at in starts)

    found = page(paper, Annotation(note=note), find_matches=find)
    assert "".join(span.text for span in found.spans if "match" in span.style) == "graph" * 4 and found.matches == 4
    raw = page(paper, Annotation(note=note), find_matches=find, is_raw=True)
    assert plain(raw.spans).endswith(note) and raw.matches == 3
