"""How soon a paper is found while its query is typed.

    python -m tests.benchmarks.search_typing

The clean form of each known item is typed letter by letter. `settled` is the share of the query after which the paper
meant is among the first three for good (1 when it never is), `lost` how often it fell out of them again, and
`milliseconds` what an answer took.
"""

from __future__ import annotations

import json
import statistics
from itertools import pairwise

from paperterm.search.finder import Finder
from tests.benchmarks.search_corpora import DATA, PapersInMemory, Written, seed_abstracts, seeds


def typed(corpus: PapersInMemory, form: str = "clean") -> dict[str, float]:
    """The means over all known items."""
    numbers = {(file, index): number for number, (file, index, _) in enumerate(seed_abstracts())}
    finder = Finder(corpus, Written(), None)
    finder.prepare()
    settled, lost, empty, seconds = [], 0, 0, []
    for line in (DATA / "ir" / "known-items.jsonl").read_text(encoding="utf-8").splitlines():
        item = json.loads(line)
        wanted, query = numbers[item["file"], item["index"]], item[form]
        is_there = []
        for end in range(1, len(query) + 1):
            found = finder.find(query[:end], typing=True)
            is_there.append(wanted in [int(number) for number in found.numbers[:3]])
            empty += not len(found)
            seconds.append(found.seconds)
        since = next((at for at in range(len(query), 0, -1) if not is_there[at - 1]), 0)
        settled.append(min(1.0, (since + 1) / len(query)))
        lost += sum(before and not now for before, now in pairwise(is_there))
    return {
        "papers": len(corpus),
        "settled": round(statistics.mean(settled), 3),
        "lost": lost,
        "empty": empty,
        "milliseconds": round(1000 * statistics.mean(seconds), 3),
    }


def main() -> None:
    """Type all queries on both corpora, in their clean form and with their typing errors."""
    for corpus in (seeds(), seeds(with_icml=True)):
        for form in ("clean", "query"):
            print(json.dumps({"form": form, **typed(corpus, form)}))


if __name__ == "__main__":
    main()
