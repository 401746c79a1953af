"""Measures of ranked answers against judgements, as the literature has them."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from pathlib import Path

Judgements = dict[str, dict[str, int]]


def read_judgements(path: Path) -> Judgements:
    """Judgements by question and document, from `query<TAB>doc<TAB>relevance` lines with a header."""
    found: Judgements = {}
    for line in path.read_text(encoding="utf-8").splitlines():
        query, document, relevance = (part.strip() for part in line.split("\t")[:3])
        if relevance != "relevance":
            found.setdefault(query, {})[document] = int(relevance)
    return found


def measured(judged: Mapping[str, int], ranking: Sequence[str]) -> dict[str, float]:
    """The measures of one answer. A document judged below 0 is taken out (the paper a question was written from)."""
    relevant = {document for document, value in judged.items() if value > 0}
    ranking = [document for document in ranking if judged.get(document, 0) >= 0]
    places = [place for place, document in enumerate(ranking, 1) if document in relevant]
    best = _gain(sorted((max(0, value) for value in judged.values()), reverse=True)[:10])
    return {
        "MAP": sum(number / place for number, place in enumerate(places, 1)) / len(relevant),
        "nDCG@10": _gain([max(0, judged.get(document, 0)) for document in ranking[:10]]) / best,
        "P@10": sum(place <= 10 for place in places) / 10,
        "R@100": sum(place <= 100 for place in places) / len(relevant),
        "MRR": 1 / places[0] if places else 0.0,
        "S@3": float(bool(places) and places[0] <= 3),
    }


def means(judgements: Judgements, run: Mapping[str, Sequence[str]]) -> dict[str, float]:
    """The means over all questions that have a relevant document; an answer that is missing counts as 0."""
    rows = [
        measured(judged, run.get(query, ()))
        for query, judged in judgements.items()
        if any(value > 0 for value in judged.values())
    ]
    return {name: round(sum(row[name] for row in rows) / len(rows), 4) for name in rows[0]} if rows else {}


def _gain(values: Sequence[int]) -> float:
    return sum(value / math.log2(place + 1) for place, value in enumerate(values, 1))
