"""A reading list in Markdown: check boxes, links, tags, and the reader's notes as quotations.

Written for CommonMark with the check boxes of GitHub; Obsidian and Logseq read it, `$…$` stays mathematics there.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from paperterm.export import latex
from paperterm.export.entry import Entry, Options
from paperterm.export.formulas import find_formula
from paperterm.export.links import paper_url
from paperterm.export.names import OTHERS, Name, split_authors
from paperterm.model.annotation import Highlight, ReadingStatus
from paperterm.model.text import clean, clean_line

MOST_AUTHORS = 6
"""Authors that are named; of a longer list the first five."""

# What would begin a link, emphasis, code, HTML or an entity anywhere in a line; `_` only at the border of a word.
_SPECIAL = re.compile(
    r"[\\`*\[\]<~]|&(?=#?\w+;)|(?<![^\W_])_|_(?![^\W_])|(?<!\S)#(?=\S)|(?<!\S)[#>+=-](?=\s|\Z)|==(?=\S)"
)
_FIRST = re.compile(r"(?:[#>+=~|-]|\d{1,9}(?=[.)]))")
_OPENS_TAG = re.compile(r"<(?=[A-Za-z/!?])")


def write(entries: Sequence[Entry], options: Options) -> str:
    """A heading, a line of counts and one list item a paper; empty without entries."""
    if not entries:
        return ""
    lines = [f"# {escape(options.title)}", "", _counts(entries), ""]
    for entry in entries:
        lines += _item(entry, options)
    return "\n".join(lines) + "\n"


def escape(text: str) -> str:
    """A text on one line that Markdown shows letter for letter, except that `$…$` stays mathematics."""
    text = latex.tidy(text)
    parts: list[str] = []
    position = 0
    while (dollar := text.find("$", position)) >= 0:
        formula = None if text[dollar - 1 : dollar] == "\\" else find_formula(text, dollar)
        end = formula.end if formula else dollar + 1
        parts.append(_SPECIAL.sub(_escaped, text[position:dollar]))
        parts.append(_OPENS_TAG.sub("< ", text[dollar:end]) if formula else r"\$")
        position = end
    parts.append(_SPECIAL.sub(_escaped, text[position:]))
    return "".join(parts)


def _escaped(match: re.Match[str]) -> str:
    return "".join(f"\\{character}" for character in match[0])


def _counts(entries: Sequence[Entry]) -> str:
    read = sum(entry.annotation.status is ReadingStatus.READ for entry in entries)
    papers = "1 paper" if len(entries) == 1 else f"{len(entries)} papers"
    return f"{papers}, {read} read" if read else papers


def _item(entry: Entry, options: Options) -> Iterator[str]:
    box = "x" if entry.annotation.status is ReadingStatus.READ else " "
    who = ", ".join(_authors(entry))
    rest = " · ".join(_details(entry, options))
    head = f"- [{box}] {_title(entry)}"
    yield " ".join(
        [
            f"{head} — {who} · {rest}" if who and rest else f"{head} — {who}{rest}" if who or rest else head,
            *_tags(entry),
        ]
    )
    if options.notes:
        note = clean(entry.annotation.note).strip()
        passages = [_passage(highlight) for highlight in entry.annotation.highlights]
        quotation = [*(note.split("\n") if note else ()), *([""] if note and passages else ()), *passages]
        yield from (f"  > {line}".rstrip() for line in quotation)
    if options.abstracts and entry.paper.abstract:
        yield ""
        yield f"  {_at_start(escape(entry.paper.abstract))}"
        yield ""


def _title(entry: Entry) -> str:
    star = "★ " if entry.annotation.starred else ""
    title = escape(entry.paper.title) or "(untitled)"
    return f"{star}*{title}* (derived title)" if entry.paper.title_is_derived else f"{star}**{title}**"


def _authors(entry: Entry) -> Iterator[str]:
    names = split_authors(entry.paper.authors)
    if len(names) > MOST_AUTHORS:
        names = (*names[: MOST_AUTHORS - 1], OTHERS)
    for name in names:
        yield "et al." if name is OTHERS else escape(_spoken(name))


def _spoken(name: Name) -> str:
    return " ".join(part for part in (name.given, name.family, name.suffix) if part)


def _details(entry: Entry, options: Options) -> Iterator[str]:
    paper, annotation = entry.paper, entry.annotation
    year = "" if paper.year is None or str(paper.year) in paper.venue else str(paper.year)
    if occasion := f"{paper.venue} {year}".strip():
        yield escape(occasion)
    if url := paper_url(paper):
        yield f"[link]({url.replace('(', '%28').replace(')', '%29')})"
    if options.status and annotation.status is ReadingStatus.READING:
        yield "reading"
    if options.status and annotation.status is ReadingStatus.SKIPPED:
        yield f"skipped: {escape(annotation.skip_reason)}" if annotation.skip_reason else "skipped"


def _tags(entry: Entry) -> Iterator[str]:
    for tag in entry.annotation.tags:
        yield f"#{_SPECIAL.sub(_escaped, clean_line(tag))}"


def _passage(highlight: Highlight) -> str:
    remark = f" — {escape(highlight.remark)}" if highlight.remark else ""
    return f"- “{escape(highlight.passage)}”{remark} ({escape(highlight.colour)})"


def _at_start(text: str) -> str:
    """A paragraph that does not begin like a heading, a list or a quotation."""
    first = _FIRST.match(text)
    if first is None:
        return text
    return f"{first[0]}\\{text[first.end() :]}" if first[0].isdecimal() else f"\\{text}"
