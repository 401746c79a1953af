"""The weightiest words of papers: for feedback from the best hits, and for "more like this".

A paper's row is what each of its words would add to its score if it were asked for (its BM25 weights).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import NamedTuple

from paperterm.model.paper import Paper
from paperterm.search.bm25 import Bm25Index
from paperterm.search.spelling import FUNCTION_WORDS
from paperterm.search.tokens import stem, tokenise


class Weighty(NamedTuple):
    """A word by its stem, the form in which it occurs most, and its weight."""

    stem: str
    word: str
    weight: float


def weightiest(
    papers: Sequence[tuple[int, Paper, float]],
    index: Bm25Index,
    most: int,
    *,
    title_weight: int,
    common: float = 1.0,
    with_joined: bool = True,
) -> list[Weighty]:
    """The words of papers (number, paper, share) with the largest sum of weights, which are scaled to sum 1.

    Args:
        common: words that a larger share of the papers of the index has are left out (those of ten papers never are).
        with_joined: words joined of the parts of a chunk count, too (`nonconvex` of `non-convex`).
    """
    total: Counter[str] = Counter()
    forms: dict[str, Counter[str]] = {}
    frequencies: dict[str, int] = {}
    for number, paper, share in papers:
        counts: Counter[str] = Counter()
        for text, weight in ((paper.title, 0 if paper.title_is_derived else title_weight), (paper.abstract, 1)):
            for token in tokenise(text):
                is_joined = not text[token.start : token.end].isalnum()
                if weight and token.word not in FUNCTION_WORDS and (with_joined or not is_joined):
                    stemmed = stem(token.word)
                    counts[stemmed] += weight
                    forms.setdefault(stemmed, Counter())[token.word] += weight
        for stemmed, count in counts.items():
            if stemmed not in frequencies:
                frequencies[stemmed] = index.frequency(stemmed)
            papers_with = frequencies[stemmed]
            if 0 < papers_with <= max(10, common * index.corpus_size):
                saturated = count * (index.k1 + 1) / (count + float(index.norms[number]))
                total[stemmed] += share * index.idf_of(papers_with) * saturated
    best = sorted(total.items(), key=lambda item: (-item[1], item[0]))[:most]
    whole = sum(weight for _, weight in best) or 1.0
    return [Weighty(stemmed, forms[stemmed].most_common(1)[0][0], weight / whole) for stemmed, weight in best]
