"""How good the order is: answers every question of a judged collection and scores the answers.

    python -m tests.benchmarks.search_quality FOLDER… [--output FOLDER]
    python -m tests.benchmarks.search_quality --known-items

A FOLDER has `corpus.jsonl`, `queries.jsonl` and `qrels.tsv`. For each one `NAME.tsv` (query, document, rank, score) is
written for the plain order, `NAME-expand.tsv` for the order with expansion, and `NAME.json` with the measures of both.
`--known-items` asks for 40 papers as a reader would type it from memory, and counts those among the first three.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Iterator
from pathlib import Path

from paperterm.search.finder import Finder
from tests.benchmarks.search_corpora import DATA, PapersInMemory, Written, judged, seed_abstracts, seeds
from tests.benchmarks.search_measures import means, read_judgements


def answer(folder: Path, output: Path) -> dict[str, dict[str, float]]:
    """Write the runs and the scores of one collection; give back the measures."""
    corpus, documents = judged(folder)
    finder = Finder(corpus, Written(), None)
    judgements = read_judgements(folder / "qrels.tsv")
    result = {}
    for kind, expand in (("plain", False), ("expand", True)):
        run: dict[str, list[str]] = {}
        lines = ["query\tdoc\trank\tscore"]
        for query, text in _questions(folder):
            found = finder.find(text, any_words=True, expand=expand)
            run[query] = [documents[number] for number in found.numbers]
            scores = found.scores if found.scores is not None else [0.0] * len(found)
            rows = enumerate(zip(run[query], scores, strict=True), 1)
            lines.extend(f"{query}\t{document}\t{rank}\t{float(score):.6f}" for rank, (document, score) in rows)
        name = folder.name if kind == "plain" else f"{folder.name}-expand"
        (output / f"{name}.tsv").write_text("\n".join(lines) + "\n", encoding="utf-8")
        result[kind] = means(judgements, run)
    (output / f"{folder.name}.json").write_text(json.dumps(result, indent=2) + "\n", encoding="utf-8")
    return result


def known_items(corpus: PapersInMemory) -> tuple[int, list[str]]:
    """How many of the known items are among the first three, and the queries whose paper is not."""
    numbers = {(file, index): number for number, (file, index, _) in enumerate(seed_abstracts())}
    finder = Finder(corpus, Written(), None)
    missed = []
    count = 0
    for line in (DATA / "ir" / "known-items.jsonl").read_text(encoding="utf-8").splitlines():
        item = json.loads(line)
        found = finder.find(item["query"])
        if numbers[item["file"], item["index"]] in [int(number) for number in found.numbers[:3]]:
            count += 1
        else:
            missed.append(item["query"])
    return count, missed


def _questions(folder: Path) -> Iterator[tuple[str, str]]:
    for line in (folder / "queries.jsonl").read_text(encoding="utf-8").splitlines():
        if line:
            row = json.loads(line)
            yield str(row["id"]), row["text"]


def main() -> None:
    """Run the command line."""
    parser = argparse.ArgumentParser(description="Scores the search against judged collections.")
    parser.add_argument("folders", nargs="*", type=Path, metavar="FOLDER")
    parser.add_argument("--output", type=Path, default=Path(), help="where the runs and scores go (here)")
    parser.add_argument("--known-items", action="store_true", help="count the known items found")
    options = parser.parse_args()
    options.output.mkdir(parents=True, exist_ok=True)
    result: dict[str, object] = {folder.name: answer(folder, options.output) for folder in options.folders}
    if options.known_items:
        for name, corpus in (("seeds", seeds()), ("seeds and ICML", seeds(with_icml=True))):
            count, missed = known_items(corpus)
            result[f"known items, {name}"] = {"papers": len(corpus), "found": count, "missed": missed}
    print(json.dumps(result, indent=2, ensure_ascii=False))


if __name__ == "__main__":
    main()
