"""How quick queries are beside `BM25Okapi.get_scores` of rank-bm25, in one process, in turn.

    python -m tests.benchmarks.search_speed [266 2610 26000 100000] [--bm25s]
    python -m tests.benchmarks.search_speed --growth [--million]

The first form prints a line of JSON for each size, the second the growth table, without rank-bm25: 266 and 2,610 grown
papers, the 18,382 real ones of PMLR, 100,000 grown ones and, with `--million` (an hour, 2 GB of disk), 1,000,000.

Times are milliseconds of CPU; of a spread the median and the worst. Words are drawn from the abstracts by their
frequency, function words left out, so that some recur, as they do among the queries of a reader.

* `two_words_first_time`: each query asked once, in an index that was just opened: parsing, matches and order.
* `two_words`: asked again, the best of three; what was looked up last is remembered.
* `any`, `prefix_after_two` (two words and three letters of a third), `one_letter`: the best of three, too.
* `filter_adds`: what `status:to-read tag:theory` costs on top of two words.
* `ratio`, `ratio_first_time`: what the original takes for the scores of two words alone (`original_two_words`; it
  neither matches nor orders), over what the finder takes for the whole answer, query by query.
* `bm25s_two_words`, `bm25s_ratio` (with `--bm25s`, where that package is installed): the best 50 by its numpy back end.
* `build_s`, `open_ms`, `first_ms`: making the index, opening it, the first query of a process; `extend_s`: adding the
  last 2,610 papers to an index of all others; `peak_mb`: the most
  memory that the process has had so far, the original's included.
"""

from __future__ import annotations

import argparse
import gc
import importlib
import json
import random
import resource
import statistics
import tempfile
import time
from collections.abc import Callable, Sequence
from pathlib import Path

from paperterm.model.annotation import Annotation, ReadingStatus
from paperterm.model.paper import Paper
from paperterm.search.finder import Finder
from paperterm.search.spelling import FUNCTION_WORDS
from tests.benchmarks.search_corpora import GrownPapers, PapersInMemory, Written, pmlr

QUERIES = 240
ADDED = 2610
"""Papers by which an index is extended."""


def cpu_ms(work: Callable[[], object], times: int = 3) -> float:
    """The least CPU time of a few runs, in milliseconds."""
    best = float("inf")
    for _ in range(times):
        started = time.process_time()
        work()
        best = min(best, time.process_time() - started)
    return 1000 * best


def spread(values: Sequence[float]) -> dict[str, float]:
    """Median and worst."""
    return {"median": round(statistics.median(values), 3), "worst": round(max(values), 3)}


def drawn_words(corpus: PapersInMemory, count: int) -> list[list[str]]:
    """Queries of two words each."""
    chance = random.Random(1)
    queries = []
    while len(queries) < count:
        words = corpus.paper(chance.randrange(len(corpus))).abstract.lower().replace(".", " ").split()
        words = [word for word in words if word.isalpha() and word.isascii() and word not in FUNCTION_WORDS]
        if len(words) > 1:
            queries.append([chance.choice(words), chance.choice(words)])
    return queries


def measured(corpus: PapersInMemory, *, with_original: bool, with_bm25s: bool = False) -> dict[str, object]:
    """The figures for one corpus."""
    queries = drawn_words(corpus, QUERIES)
    written = {corpus.head(n).paper_id: _annotation(n) for n in range(0, min(len(corpus), 20_000), 7)}
    with tempfile.TemporaryDirectory() as folder:
        started = time.process_time()
        Finder(corpus, Written(written), Path(folder)).prepare()
        row: dict[str, object] = {"papers": len(corpus), "build_s": round(time.process_time() - started, 2)}
        finder = Finder(corpus, Written(written), Path(folder))
        row["open_ms"] = round(cpu_ms(finder.prepare, 1), 2)
        row["first_ms"] = round(cpu_ms(lambda: finder.find("neural networks"), 1), 2)
        first = [cpu_ms(lambda q=q: finder.find(" ".join(q)), 1) for q in queries]
        row["two_words_first_time"] = spread(first)
        plain = [cpu_ms(lambda q=q: finder.find(" ".join(q))) for q in queries]
        row["two_words"] = spread(plain)
        row["any"] = spread([cpu_ms(lambda q=q: finder.find(" ".join(q), any_words=True)) for q in queries])
        typed = [f"{a} {b} {queries[(n + 1) % QUERIES][0][:3]}" for n, (a, b) in enumerate(queries)]
        row["prefix_after_two"] = spread([cpu_ms(lambda t=t: finder.find(t, typing=True)) for t in typed])
        row["one_letter"] = spread([cpu_ms(lambda c=c: finder.find(c, typing=True)) for c in "abcdefghimnoprstw"])
        finder.find("status:to-read tag:theory x")
        filtered = [cpu_ms(lambda q=q: finder.find(f"{' '.join(q)} status:to-read tag:theory")) for q in queries]
        row["filter_adds"] = spread([b - a for a, b in zip(plain, filtered, strict=True)])
        row["extend_s"] = _extended(corpus)
        if with_original:
            row |= _beside_original(corpus, queries, plain, first)
        if with_bm25s:
            row |= _beside_bm25s(corpus, queries, plain)
    row["peak_mb"] = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024
    return row


def _extended(corpus: PapersInMemory) -> float:
    """Seconds of CPU that it takes to add the last papers to an index of all others."""
    with tempfile.TemporaryDirectory() as folder:
        Finder(_Beginning(corpus, max(0, len(corpus) - ADDED), "begun"), Written(), Path(folder)).prepare()
        finder = Finder(_Beginning(corpus, len(corpus), "begun, ended"), Written(), Path(folder))
        return round(cpu_ms(finder.prepare, 1) / 1000, 2)


class _Beginning(PapersInMemory):
    """The first papers of a corpus."""

    def __init__(self, corpus: PapersInMemory, count: int, name: str) -> None:
        super().__init__((), name)
        self._corpus = corpus
        self._count = count

    def __len__(self) -> int:
        return self._count

    def paper(self, number: int) -> Paper:
        return self._corpus.paper(number)


def _annotation(number: int) -> Annotation:
    return Annotation(ReadingStatus.TO_READ, tags=("theory",) if number % 2 else ("vision",))


def _beside_original(
    corpus: PapersInMemory, queries: list[list[str]], ours: list[float], first: list[float]
) -> dict[str, object]:
    from rank_bm25 import BM25Okapi

    started = time.process_time()
    original = BM25Okapi([corpus.paper(n).abstract.lower().split() for n in range(len(corpus))])
    build = time.process_time() - started
    gc.freeze()
    theirs = [cpu_ms(lambda q=q: original.get_scores(q), 1) for q in queries]
    return {
        "original_build_s": round(build, 2),
        "original_two_words": spread(theirs),
        "ratio": _ratios(theirs, ours),
        "ratio_first_time": _ratios(theirs, first),
    }


def _beside_bm25s(corpus: PapersInMemory, queries: list[list[str]], ours: list[float]) -> dict[str, object]:
    bm25s = importlib.import_module("bm25s")
    other = bm25s.BM25(backend="numpy")
    other.index([corpus.paper(n).abstract.lower().split() for n in range(len(corpus))], show_progress=False)
    gc.freeze()
    best = {"k": min(50, len(corpus)), "show_progress": False, "backend_selection": "numpy"}
    theirs = [cpu_ms(lambda q=q: other.retrieve([q], **best)) for q in queries]
    return {"bm25s_two_words": spread(theirs), "bm25s_ratio": _ratios(theirs, ours)}


def _ratios(theirs: list[float], ours: list[float]) -> dict[str, float]:
    ratios = [a / b for a, b in zip(theirs, ours, strict=True)]
    return {"median": round(statistics.median(ratios), 1), "worst": round(min(ratios), 1)}


def put_growth(*, with_million: bool) -> None:
    """Print the growth table, a row as soon as it is measured; of a spread the median and, in brackets, the worst."""
    makers: list[Callable[[], PapersInMemory]] = [lambda: GrownPapers(266), lambda: GrownPapers(2610), pmlr]
    makers.append(lambda: GrownPapers(100_000))
    if with_million:
        makers.append(lambda: GrownPapers(1_000_000))
    for number, make in enumerate(makers):
        row = measured(make(), with_original=False)
        if not number:
            print("  ".join(f"{name:>16}" for name in row))
        cells = [f"{c['median']} ({c['worst']})" if isinstance(c, dict) else f"{c:,}" for c in row.values()]
        print("  ".join(f"{cell:>{max(16, len(name))}}" for cell, name in zip(cells, row, strict=True)), flush=True)


def main() -> None:
    """Print a line of JSON for each size, or the growth table."""
    parser = argparse.ArgumentParser(description="Times the search beside rank-bm25.")
    parser.add_argument("sizes", nargs="*", type=int, default=[266, 2610, 26_000, 100_000])
    parser.add_argument("--growth", action="store_true", help="the growth table, without rank-bm25")
    parser.add_argument("--million", action="store_true", help="a million papers in the growth table, too")
    parser.add_argument("--bm25s", action="store_true", help="beside bm25s, too, which has to be installed")
    options = parser.parse_args()
    if options.growth:
        put_growth(with_million=options.million)
        return
    for size in options.sizes:
        print(json.dumps(measured(GrownPapers(size), with_original=True, with_bm25s=options.bm25s)), flush=True)


if __name__ == "__main__":
    main()
