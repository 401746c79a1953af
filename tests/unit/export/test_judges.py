"""The real programs: BibTeX's styles, LaTeX and biber take what is written. Each is skipped where it is missing."""

from __future__ import annotations

import json
import random
import re
import shutil
import subprocess
from collections.abc import Sequence
from pathlib import Path

import pytest

from paperterm.export import Entry, exporter
from paperterm.export.keys import assign_keys
from paperterm.model.annotation import Annotation, ReadingStatus
from paperterm.model.paper import Paper

from .papers import HARD_PIECES

DOCUMENT = r"""\documentclass{article}\usepackage[T1]{fontenc}\usepackage{amsmath,amssymb}\begin{document}
\nocite{*}\bibliographystyle{plain}\bibliography{papers}\end{document}"""


def needs(program: str) -> pytest.MarkDecorator:
    return pytest.mark.skipif(shutil.which(program) is None, reason=f"{program} is not installed")


def run(folder: Path, *command: str) -> subprocess.CompletedProcess[str]:
    done = subprocess.run(command, cwd=folder, capture_output=True, check=False, stdin=subprocess.DEVNULL)
    return subprocess.CompletedProcess(command, done.returncode, done.stdout.decode("utf-8", "replace"))


def as_entries(papers: Sequence[Paper]) -> list[Entry]:
    annotation = Annotation(ReadingStatus.TO_READ, tags=("c++", "theory/ntk"), note="50% & more")
    keys = assign_keys((paper, "") for paper in papers)
    return [Entry(paper, annotation, (), keys[paper.paper_id]) for paper in papers]


def hard_papers(count: int) -> list[Paper]:
    """Papers with pieces that are hard on LaTeX at chance places in all fields; the same at each run."""
    chance = random.Random(7)

    def spoilt(text: str, pieces: int) -> str:
        characters = list(text)
        for _ in range(chance.randrange(pieces + 1)):
            characters.insert(chance.randrange(len(characters) + 1), chance.choice(HARD_PIECES))
        return "".join(characters)

    return [
        Paper(
            f"{number:016x}",
            spoilt("Scaling BERT with large step sizes", 4),
            number % 3 == 0,
            (spoilt("Ada Quill", 1), "Bram van den Berg"),
            f"{spoilt('ICML', 1)} X",
            2024,
            spoilt("We show that gradient descent is stable. " * 5, 8),
            extra={"note": spoilt("Oral", 2)},
        )
        for number in range(count)
    ]


@pytest.fixture
def seeds(shared_data: Path) -> list[Paper]:
    """The abstracts of the real lists, half of them with the title and authors that they have in truth."""
    truth = [json.loads(line) for line in (shared_data / "seed-truth.jsonl").read_text("utf-8").splitlines()]
    papers = []
    for name in ("icml2023.txt", "icml2024.txt", "daily-papers.txt"):
        text = (shared_data / "seeds" / name).read_text("utf-8")
        known = {line["index"]: line for line in truth if line["source"] == name}
        for index, abstract in enumerate(text.strip().split("\n\n")[1:], 1):
            label = " ".join(abstract.split()[:9])
            paper = Paper(f"{len(papers):016x}", f"{label} …", True, venue="ICML", year=2024, abstract=abstract)
            line = known[index]
            if index % 2 and "title" in line:
                facts = {"authors": tuple(line.get("authors", ())), "url": line.get("url", "")}
                paper = paper._replace(title=line["title"], title_is_derived=False, **facts)
            papers.append(paper)
    assert len(papers) == 266
    return papers


def write(folder: Path, papers: Sequence[Paper]) -> Path:
    path = folder / "papers.bib"
    path.write_text(exporter("bibtex").write(as_entries(papers)), "utf-8")
    return path


@needs("bibtex")
@pytest.mark.parametrize("style", ["plain", "alpha", "unsrt", "abbrv"])
def test_bibtex_has_nothing_to_say_about_the_real_lists(tmp_path: Path, seeds: list[Paper], style: str) -> None:
    write(tmp_path, seeds)
    (tmp_path / "t.aux").write_text(f"\\citation{{*}}\n\\bibdata{{papers}}\n\\bibstyle{{{style}}}\n")
    done = run(tmp_path, "bibtex", "t")
    assert (done.returncode, re.findall("^Warning--.*", done.stdout, re.MULTILINE)) == (0, [])
    assert (tmp_path / "t.bbl").read_text("ascii").count("\\bibitem") == 266


@needs("pdflatex")
@pytest.mark.parametrize("is_abstract_printed", [False, True])
def test_latex_prints_hard_text_without_an_error(tmp_path: Path, is_abstract_printed: bool) -> None:
    path = write(tmp_path, hard_papers(60))
    if is_abstract_printed:
        text = re.sub("^  note = .*\n", "", path.read_text("ascii"), flags=re.MULTILINE)
        path.write_text(text.replace("  abstract = ", "  note = "), "ascii")
    (tmp_path / "t.tex").write_text(DOCUMENT)
    latex = ("pdflatex", "-interaction=nonstopmode", "-draftmode", "t")
    run(tmp_path, *latex)
    assert run(tmp_path, "bibtex", "t").returncode == 0
    run(tmp_path, *latex)
    log = (tmp_path / "t.log").read_text("latin-1")
    assert re.findall(r"^!.*\n.*\n.*", log, re.MULTILINE) == []
    assert (tmp_path / "t.bbl").read_text("ascii").count("\\bibitem") == 60


@needs("biber")
def test_biber_takes_hard_text(tmp_path: Path) -> None:
    write(tmp_path, hard_papers(30))
    done = run(tmp_path, "biber", "--tool", "--validate-datamodel", "--output-file=out.bib", "papers.bib")
    assert (done.returncode, re.findall("^(?:WARN|ERROR).*", done.stdout, re.MULTILINE)) == (0, [])
