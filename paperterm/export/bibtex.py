"""BibTeX: one entry a paper, in ASCII, that bibtex, biber and LaTeX take without an error.

Entry types and fields follow "BibTeXing" (Patashnik, 1988) and what standard styles print; arXiv papers follow
arXiv's own `eprint` fields. What is not known is left out: no invented year, no author "Unknown".
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import dropwhile, islice

from paperterm.export import latex
from paperterm.export.characters import transliterate
from paperterm.export.entry import Entry, Options
from paperterm.export.keys import is_significant
from paperterm.export.links import arxiv_url, ascii_url, plain_arxiv_id, plain_doi
from paperterm.export.names import bibtex_names
from paperterm.model.annotation import ReadingStatus
from paperterm.model.paper import Paper

_OTHER_TYPES = frozenset(
    {"book", "booklet", "inbook", "incollection", "manual", "mastersthesis", "phdthesis", "proceedings"}
    | {"techreport", "unpublished"}
)
_PREPRINT_VENUE = re.compile(r"(?:arxiv(?:\.org)?|corr)\b.*", re.IGNORECASE)
_COPIED = (
    "series", "volume", "number", "pages", "publisher", "organization", "school", "institution", "address", "edition",
    "chapter", "issn", "isbn",
)  # fmt: skip
_MONTHS = ("jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec")
_PAGE_DASH = re.compile(r"(?<=\w)\s*(?:-{1,3}|[‐‑–—])\s*(?=\w)")
_SORT_WORD = re.compile(r"[A-Za-z0-9]+(?:-[A-Za-z0-9]+)*")
_KEY_CHARACTERS = re.compile(r"[^A-Za-z0-9:_.+/-]")

_Fields = Iterator[tuple[str, str]]


def write(entries: Sequence[Entry], options: Options) -> str:
    """The entries parted by blank lines; ends with one newline, empty without entries."""
    return "\n".join(_entry(entry, options) for entry in entries)


def _entry(entry: Entry, options: Options) -> str:
    key = _KEY_CHARACTERS.sub("", entry.citation_key) or f"ref{entry.paper.paper_id[:8]}"
    fields = _Writer(entry, options).fields()
    lines = ",\n".join(f"  {name} = {value}" for name, value in fields)
    return f"@{entry_type(entry.paper)}{{{key},\n" + (f"{lines}\n" if lines else "") + "}\n"


def entry_type(paper: Paper) -> str:
    """The BibTeX type of a paper: what its source says if that is more than a guess, else by venue."""
    source = paper.extra.get("entrytype", "").lower()
    if paper.title_is_derived:
        return "misc"
    if source in _OTHER_TYPES:
        return source
    if paper.extra.get("journal") or paper.extra.get("journaltitle") or (source == "article" and _venue(paper)):
        return "article"
    is_in_book = paper.extra.get("booktitle") or (paper.authors and _venue(paper))
    return "inproceedings" if is_in_book else "misc"


def _venue(paper: Paper) -> str:
    """Where it appeared; a preprint server is no such place."""
    return "" if _PREPRINT_VENUE.fullmatch(paper.venue.strip()) else paper.venue.strip()


class _Writer:
    """The fields of one entry in their fixed order, each as `name` and the value with its braces."""

    def __init__(self, entry: Entry, options: Options) -> None:
        self._entry = entry
        self._paper = entry.paper
        self._options = options
        self._type = entry_type(entry.paper)

    def fields(self) -> _Fields:
        for name, value in self._all_fields():
            if value not in ("", "{}"):
                yield name, value

    def _all_fields(self) -> _Fields:
        yield from self._who()
        yield from self._where()
        yield from self._when()
        yield from self._particulars()
        yield from self._identifiers()
        yield "keywords", self._text(", ".join(self._keywords()))
        yield "note", self._text("; ".join(part for part in (self._extra("note"), self._caution()) if part))
        if self._options.notes:
            # `note` would be printed with the reference; `annote` is for whoever keeps the bibliography.
            yield "annote", self._text(self._entry.annotation.note)
        if self._options.abstracts is not False:
            yield "abstract", self._text(self._paper.abstract)

    def _who(self) -> _Fields:
        paper = self._paper
        author = bibtex_names(paper.authors, ascii_only=self._options.ascii_only)
        editor = bibtex_names([self._extra("editor")], ascii_only=self._options.ascii_only)
        if not author and not editor:
            yield "key", self._text(_sort_key(paper))
        title = f"[{paper.title}]" if paper.title_is_derived else paper.title
        yield "title", "{" + latex.encode(title, ascii_only=self._options.ascii_only, title=True) + "}"
        yield "author", f"{{{author}}}"
        yield "editor", f"{{{editor}}}"

    def _where(self) -> _Fields:
        venue = _venue(self._paper)
        journal = self._extra("journal") or self._extra("journaltitle")
        if self._type == "article":
            yield "journal", self._text(journal or venue)
        elif self._type == "misc":
            yield (
                "howpublished",
                self._text(self._extra("howpublished") or self._extra("booktitle") or self._occasion()),
            )
        else:
            yield "booktitle", self._text(self._extra("booktitle") or (venue if self._type[:2] == "in" else ""))

    def _when(self) -> _Fields:
        year = self._extra("year") if self._paper.year is None else str(self._paper.year)
        if not year:
            return
        yield "year", self._text(year)
        month = self._extra("month").strip(" .").lower()
        if month.isdecimal() and 1 <= int(month) <= 12:
            yield "month", _MONTHS[int(month) - 1]
        elif len(month) >= 3 and month.isalpha() and month[:3] in _MONTHS:
            yield "month", month[:3]

    def _particulars(self) -> _Fields:
        """Volume, pages, publisher and the like; `@misc` has no volume that they could be of."""
        for name in _COPIED if self._type != "misc" else ("organization", "address"):
            text = self._extra(name)
            yield name, self._text(_PAGE_DASH.sub("--", text) if name == "pages" else text)

    def _identifiers(self) -> _Fields:
        paper = self._paper
        arxiv_id = plain_arxiv_id(paper.arxiv_id)
        unversioned = re.sub(r"v\d+\Z", "", arxiv_id)
        doi = plain_doi(paper.doi)
        if arxiv_id and not doi and self._type == "misc":
            doi = f"10.48550/arXiv.{unversioned}"
        yield "doi", _verbatim(doi)
        if arxiv_id:
            yield "eprint", _verbatim(arxiv_id)
            yield "archivePrefix", "{arXiv}"
            yield "primaryClass", _verbatim(self._extra("primaryclass") or self._extra("eprintclass"))
        yield "url", _verbatim(ascii_url(paper.url) or arxiv_url(arxiv_id) or "")

    def _occasion(self) -> str:
        """`ICML 2023`, for a paper of which only the list is known."""
        venue, year = _venue(self._paper), self._paper.year
        return f"{venue} {year}" if venue and year is not None and str(year) not in venue else venue

    def _keywords(self) -> Iterator[str]:
        annotation = self._entry.annotation
        words = list(annotation.tags)
        if self._options.status and annotation.status is not ReadingStatus.UNREAD:
            words.insert(0, annotation.status.value)
        words += re.split("[,;]", self._extra("keywords"))
        seen: set[str] = set()
        for word in words:
            # Programs part keywords at commas and semicolons.
            plain = " ".join(re.sub("[,;]", " ", word).split())
            if plain and plain.casefold() not in seen:
                seen.add(plain.casefold())
                yield plain

    def _caution(self) -> str:
        """What the reader of a reference must know about a title that is none."""
        if not self._paper.title_is_derived:
            return ""
        unknown = "Title unknown" if self._paper.authors else "Title and authors unknown"
        return f"{unknown}: the words in brackets are taken from the abstract"

    def _extra(self, name: str) -> str:
        return self._paper.extra.get(name, "")

    def _text(self, text: str) -> str:
        return "{" + latex.encode(text, ascii_only=self._options.ascii_only) + "}"


def _sort_key(paper: Paper) -> str:
    """What styles sort and label by instead of authors.

    They cut letters off it, so it is letters and digits only, and have 26 labels for the same three letters, so it
    does not begin as every abstract does.
    """
    words = _SORT_WORD.findall(transliterate(latex.decode(paper.title)))
    telling = dropwhile(lambda word: not is_significant(word.lower(), paper), words)
    return " ".join(islice(telling, 5)) or " ".join(words[:5])


def _verbatim(text: str) -> str:
    """An identifier or address: never escaped, but with nothing that BibTeX or LaTeX would stumble over."""
    codes = {"{": "%7B", "}": "%7D", "\\": "%5C", " ": "%20"}
    return "{" + "".join(codes.get(character, character) for character in text if character.isprintable()) + "}"
