"""What the heading line of a list says: the collection's name, venue and year."""

from __future__ import annotations

import re
from pathlib import PurePath
from typing import NamedTuple

from paperterm.model.text import clean_line

MOST_HEADING_WORDS = 12
LONGEST_HEADING = 160
LONGEST_NAME = 200
"""Characters."""

# "ICML 2024", "ICML'24", "CoRL-2023", "EMNLP/IJCNLP 2019": a word with two capitals, then a year.
_VENUE_YEAR = re.compile(
    r"(?<![\w/.-])(?P<venue>(?=[A-Za-z/&+-]*[A-Z][A-Za-z/&+-]*[A-Z])[A-Za-z][A-Za-z/&+-]{1,30}"
    r"|Interspeech|Eurographics|Eurocrypt|Crypto)"
    r"(?:[ \u3000:-]{0,3}(?P<year>(?:19|20)\d\d)|[ ]?['’](?P<short>\d\d))(?![\w/.])"
)
# Capitals that are no venue.
_NO_VENUE = re.compile("AI|CS|CV|DL|IR|LLMS?|ML|NLP|PAPERS?|LIST|ABSTRACTS|RL|TODO|TOP|READING|DAILY|VOL")
# Words of a heading that only say that it is a list.
_LIST_WORDS = re.compile(
    r"论文列表|论文一览|论文集|论文|列表|摘要|論文リスト|論文一覧|論文|一覧|リスト|会议|國際|录用|接收|全部"
    r"|\b(?:all|the|a|of|at|from|list|lists|paper|papers|abstract|abstracts|accepted|accept|main|track|conference|poster"
    r"|posters|proceedings|papers list|full)\b",
    re.IGNORECASE,
)
# With these the list is not what the venue published.
_NOT_PUBLISHED = re.compile(r"workshop|submission|submitted|reject|withdrawn|deadline|under review|投稿", re.IGNORECASE)
_PUBLISHED = re.compile(r"proceedings|international conference|会议录", re.IGNORECASE)
_DECORATION = re.compile(r"^[#=*_\s>-]+|[#=*_\s:：-]+$")
_SENTENCE_MARKS = re.compile(r"[.?!。？！…](?:\s|$)")


class Heading(NamedTuple):
    """What a heading line says; venue is "" and year `None` when it names none."""

    name: str
    venue: str = ""
    year: int | None = None
    is_bare: bool = False  # nothing in it but venue, year and words such as "accepted papers"


def parse_heading(text: str) -> Heading:
    """Read a heading line or a file name: "ICML 2024 论文列表" is ICML 2024, "Daily Papers" is just a name."""
    name = _DECORATION.sub("", clean_line(text))[:LONGEST_NAME].strip()
    found = _VENUE_YEAR.search(name)
    if not found or _NO_VENUE.fullmatch(found["venue"].upper()):
        return Heading(name)
    venue = found["venue"].strip("/&+-")
    year = int(found["year"]) if found["year"] else _full_year(int(found["short"]))
    rest = _LIST_WORDS.sub("", name[: found.start()] + " " + name[found.end() :])
    if any(character.isalnum() for character in rest):
        is_of_venue = found.start() == 0 or _PUBLISHED.search(name)
        return Heading(name, venue, year) if is_of_venue and not _NOT_PUBLISHED.search(rest) else Heading(name)
    return Heading(f"{venue} {year}", venue, year, is_bare=True)


def name_of_source(source: str) -> str:
    """What a list without a heading is called: its file's name without the ending."""
    return "Standard input" if source == "-" else clean_line(PurePath(source).stem.replace("_", " "))


def is_heading(text: str) -> bool:
    """Whether a block of text has the form of a heading: a few words and no end of a sentence."""
    if len(text) > 2 * LONGEST_HEADING:
        return False
    line = clean_line(text)
    words = len(line.split())
    return 0 < words <= MOST_HEADING_WORDS and len(line) <= LONGEST_HEADING and not _SENTENCE_MARKS.search(line)


def _full_year(short: int) -> int:
    return 1900 + short if short >= 60 else 2000 + short
