"""The common end of all importers: limits, cleaning, identity, and an account of every record."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from paperterm.errors import SourceError
from paperterm.importers.result import Imported, Problem
from paperterm.matching.identity import paper_id
from paperterm.model.collection import Collection
from paperterm.model.paper import Paper
from paperterm.model.text import clean_and_count, display

MOST_RECORDS = 100_000
LONGEST_FIELD = 100_000
"""Characters. The longest real abstract that was met has 3,505."""
LONGEST_ABSTRACT_EXPECTED = 4_000
"""Characters; a longer one is kept, and said: it is page noise or several abstracts run together."""
MOST_AUTHORS = 5_000
MOST_PROBLEMS = 10_000
"""Problems that are kept; further ones are only counted."""
PROGRESS_STEP = 500
"""Records between two calls of the progress function."""

_FORM = "A list is a heading line and abstracts, parted by blank lines."
_MENDING = "Mend the file, or say with --format what it is."

OnProgress = Callable[[int], None]


@dataclass(slots=True)
class Draft:
    """A record as its source has it: raw text, not yet cleaned or checked."""

    line: int
    title: str = ""
    title_is_derived: bool = False
    authors: tuple[str, ...] = ()
    venue: str = ""
    year: int | None = None
    abstract: str = ""
    doi: str = ""
    arxiv_id: str = ""
    url: str = ""
    citation_key: str = ""
    extra: Mapping[str, str] = field(default_factory=dict)


class Gathering:
    """Papers of one source as they are read, each record counted and each loss explained."""

    def __init__(self, source: str, on_progress: OnProgress | None = None) -> None:
        self._name = shown(source)
        self._on_progress = on_progress
        self._papers: dict[str, Paper] = {}
        self._lines: dict[str, int] = {}
        self._problems: list[Problem] = []
        self._unsaid = 0
        self._records = self._skipped = self._repeated = 0

    def __len__(self) -> int:
        return len(self._papers)

    def add(self, draft: Draft) -> None:
        """Take one record in: checked, cleaned, and left out if the same paper is there already."""
        self._count()
        if excess := _excess(draft):
            self._skip(draft.line, f"{excess}; left out")
            return
        paper = self._paper(draft)
        first = self._lines.setdefault(paper.paper_id, draft.line)
        if paper.paper_id in self._papers:
            self._repeated += 1
            self.mention(draft.line, f"the same paper as in line {first}; kept once")
            return
        self._papers[paper.paper_id] = paper
        if len(paper.abstract) > LONGEST_ABSTRACT_EXPECTED:
            length = f"{len(paper.abstract):,} characters"
            self.mention(draft.line, f"unusually long ({length}): perhaps several abstracts in one; kept as it is")

    def refuse(self, line: int, reason: str) -> None:
        """Count a record that cannot be taken in."""
        self._count()
        self._skip(line, reason)

    def mention(self, line: int | None, message: str) -> None:
        """Say something about a record that is kept."""
        if len(self._problems) < MOST_PROBLEMS:
            self._problems.append(Problem(self._name, line, display(message)))
        else:
            self._unsaid += 1

    def finish(self, collection: Collection) -> Imported:
        """Close the account.

        Raises:
            SourceError: nothing was gathered; the message says why the first record was refused, if there was one.
        """
        if not self._papers:
            if not self._problems:
                raise SourceError(f"{self._name}: no papers found", _FORM)
            first = self._problems[0]
            raise SourceError(f"{self._name}: no papers found; line {first.line}: {first.message}", _MENDING)
        if self._unsaid:
            self._problems.append(Problem(self._name, None, f"{self._unsaid:,} further problems of this kind"))
        if self._on_progress:
            self._on_progress(self._records)
        return Imported(
            collection,
            tuple(self._papers.values()),
            tuple(self._problems),
            records=self._records,
            skipped=self._skipped,
            repeated=self._repeated,
        )

    def too_many(self) -> SourceError:
        """The error for a source that holds more than `MOST_RECORDS` papers."""
        return SourceError(f"{self._name}: more than {MOST_RECORDS:,} papers", "Split the list and import its parts.")

    def _count(self) -> None:
        self._records += 1
        if self._records > MOST_RECORDS:
            raise self.too_many()
        if self._on_progress and self._records % PROGRESS_STEP == 0:
            self._on_progress(self._records)

    def _skip(self, line: int, reason: str) -> None:
        self._skipped += 1
        self.mention(line, reason)

    def _paper(self, draft: Draft) -> Paper:
        gate = _Gate()
        abstract = gate.text(draft.abstract)
        authors = tuple(filter(None, map(gate.line, draft.authors)))
        given = "" if draft.title_is_derived else gate.line(draft.title)
        key = gate.line(draft.citation_key)
        paper = Paper(
            # A record with nothing but a citation key is told from others by the key.
            paper_id=paper_id(abstract, title=given or key, authors=authors, year=draft.year),
            title=given or _label(abstract),
            title_is_derived=not given,
            authors=authors,
            venue=gate.line(draft.venue),
            year=draft.year,
            abstract=abstract,
            doi=gate.line(draft.doi),
            arxiv_id=gate.line(draft.arxiv_id),
            url=gate.line(draft.url),
            citation_key=key,
            extra={gate.line(name): gate.text(value) for name, value in draft.extra.items()},
        )
        if gate.replaced:
            self.mention(draft.line, f"{gate.replaced:,} control characters replaced by �")
        return paper


def shown(source: str) -> str:
    """The name of a source as messages have it: safe for a terminal."""
    return "standard input" if source == "-" else display(source) or "a file without a name"


class _Gate:
    """`model.text.clean` that counts what it had to replace."""

    def __init__(self) -> None:
        self.replaced = 0

    def text(self, text: str) -> str:
        cleaned, replaced = clean_and_count(text)
        self.replaced += replaced
        return cleaned.strip()

    def line(self, text: str) -> str:
        return " ".join(self.text(text).split())


def _label(abstract: str) -> str:
    # Loaded late: the sample, all of whose papers have titles, is on the way to the first frame.
    from paperterm.matching.labels import NO_TITLE, derive_title

    return derive_title(abstract) or NO_TITLE


def _excess(draft: Draft) -> str:
    """Which limit the record breaks, in words."""
    if len(draft.authors) > MOST_AUTHORS:
        return f"{len(draft.authors):,} authors (at most {MOST_AUTHORS:,})"
    texts = (draft.abstract, draft.title, draft.venue, draft.doi, draft.url, draft.citation_key, *draft.authors)
    longest = max(map(len, (*texts, *draft.extra.values())))
    if longest > LONGEST_FIELD:
        return f"a text of {longest:,} characters (at most {LONGEST_FIELD:,})"
    return ""
