"""Papers for the search benchmarks: judged collections, the real lists, and grown corpora, held in memory."""

from __future__ import annotations

import gzip
import hashlib
import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path

from paperterm.model.annotation import UNTOUCHED, Annotation
from paperterm.model.collection import Collection
from paperterm.model.paper import Paper, PaperHead

CHECKOUT = Path(__file__).resolve().parent.parent.parent
DATA = Path(os.environ.get("PAPERTERM_TEST_DATA", CHECKOUT.parent / "shared" / "data"))
TOOLS = DATA.parent / "bench"
SEEDS = ("daily-papers.txt", "icml2023.txt", "icml2024.txt")


class PapersInMemory:
    """A corpus for the finder."""

    def __init__(self, papers: Iterable[Paper], name: str = "papers") -> None:
        self.papers = list(papers)
        self.fingerprint = name
        self._numbers = {paper.paper_id: number for number, paper in enumerate(self.papers)}

    def __len__(self) -> int:
        return len(self.papers)

    def paper(self, number: int) -> Paper:
        return self.papers[number]

    def head(self, number: int) -> PaperHead:
        return self.papers[number].head

    def number(self, paper_id: str) -> int | None:
        return self._numbers.get(paper_id)

    def numbers_with_prefix(self, prefix: str, most: int = 3) -> list[int]:
        return [number for paper_id, number in self._numbers.items() if paper_id.startswith(prefix)][:most]

    def collections(self) -> Sequence[Collection]:
        return [Collection("All")]

    def collection_numbers(self, name: str) -> Sequence[int]:
        return range(len(self.papers))


class Written:
    """Annotations for the finder."""

    def __init__(self, annotations: Mapping[str, Annotation] | None = None) -> None:
        self._annotations = dict(annotations or {})

    def get(self, paper_id: str) -> Annotation:
        return self._annotations.get(paper_id, UNTOUCHED)

    def items(self) -> Iterable[tuple[str, Annotation]]:
        return self._annotations.items()


def paper_of(abstract: str, number: int, *, title: str = "", authors: Sequence[str] = ()) -> Paper:
    """A paper for a benchmark; its identity is its text and its number."""
    paper_id = hashlib.sha256(f"{number} {title} {abstract}".encode()).hexdigest()[:16]
    shown = title or abstract[:60]
    return Paper(paper_id, shown, title_is_derived=not title, authors=tuple(authors), abstract=abstract)


def judged(folder: Path) -> tuple[PapersInMemory, list[str]]:
    """A collection with relevance judgements, and the ids of its documents."""
    rows = [json.loads(line) for line in (folder / "corpus.jsonl").read_text(encoding="utf-8").splitlines() if line]
    papers = [
        paper_of(row.get("abstract") or "", n, title=row.get("title") or "", authors=row.get("authors") or ())
        for n, row in enumerate(rows)
    ]
    return PapersInMemory(papers, folder.name), [str(row["id"]) for row in rows]


def seed_abstracts() -> Iterator[tuple[str, int, str]]:
    """File, number from 1 and text of each seed abstract."""
    for name in SEEDS:
        blocks = (DATA / "seeds" / name).read_text(encoding="utf-8").split("\n\n")
        for number, block in enumerate([block.strip() for block in blocks if block.strip()][1:], 1):
            yield name, number, block


def seeds(*, with_icml: bool = False) -> PapersInMemory:
    """The 266 seed abstracts; with ICML 2023 and 2024 added, those of them that are no seed."""
    texts = [text for _, _, text in seed_abstracts()]
    if with_icml:
        known = {_beginning(text) for text in texts}
        for name in ("icml2024.jsonl", "icml2023.jsonl"):
            for line in (DATA / name).read_text(encoding="utf-8").splitlines():
                abstract = json.loads(line)["abstract"]
                if _beginning(abstract) not in known:
                    texts.append(abstract)
    return PapersInMemory((paper_of(text, number) for number, text in enumerate(texts)), f"seeds {with_icml}")


def pmlr() -> PapersInMemory:
    """The 18,382 papers of PMLR, with titles and authors."""
    with gzip.open(DATA / "pmlr-all.jsonl.gz", "rt", encoding="utf-8") as lines:
        rows = map(json.loads, lines)
        papers = [
            paper_of(row["abstract"], n, title=row["title"], authors=row["authors"]) for n, row in enumerate(rows)
        ]
    return PapersInMemory(papers, "pmlr")


class GrownPapers(PapersInMemory):
    """Papers grown from the seeds by `corpus.py`, read from a file when they are asked for."""

    def __init__(self, count: int) -> None:
        super().__init__((), f"grown {count}")
        self._path = grown(count)
        self._file = self._path.open("rb")
        self._ends = [0]
        for line in self._file:
            self._ends.append(self._ends[-1] + len(line))

    def __len__(self) -> int:
        return len(self._ends) - 1

    def paper(self, number: int) -> Paper:
        self._file.seek(self._ends[number])
        text = json.loads(self._file.read(self._ends[number + 1] - self._ends[number]))["text"]
        return Paper(f"{number:016x}", text[:60], title_is_derived=True, abstract=text)

    def head(self, number: int) -> PaperHead:
        return self.paper(number).head

    def number(self, paper_id: str) -> int | None:
        number = int(paper_id, 16)
        return number if number < len(self) else None

    def collection_numbers(self, name: str) -> Sequence[int]:
        return range(len(self))


def grown(count: int) -> Path:
    """The file of a grown corpus, made in the temporary folder if it is not there yet."""
    path = Path(tempfile.gettempdir()) / f"paperterm-grown-{count}.jsonl"
    if not path.exists():
        unfinished = path.with_suffix(f".{os.getpid()}")
        sources = [str(DATA / "seeds" / name) for name in SEEDS]
        command = [sys.executable, str(TOOLS / "corpus.py"), str(count), *sources, "--format", "jsonl"]
        subprocess.run([*command, "-o", str(unfinished)], check=True)
        unfinished.replace(path)
    return path


def _beginning(text: str) -> str:
    return " ".join(text.lower().split())[:60]
