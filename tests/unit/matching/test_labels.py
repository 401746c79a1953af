"""Labels of abstracts whose list gives no title."""

from __future__ import annotations

import hashlib
import json
import re
import time
from pathlib import Path

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from paperterm.matching.labels import LONGEST_LABEL, derive_title, shorten

CONTEXT = "Domain adaptation is hard when labels shift. Existing methods assume too much."


@pytest.mark.parametrize(
    ("abstract", "label"),
    [
        pytest.param(
            f"{CONTEXT} We propose RAINCOAT, the first model for closed-set and universal domain adaptation on time "
            "series. RAINCOAT wins.",
            "RAINCOAT, the first model for closed-set and universal domain adaptation on time series",
            id="the name is in the clause",
        ),
        pytest.param(
            f"{CONTEXT} We study sharpness and show that flat minima generalize better than sharp ones.",
            "Sharpness and show that flat minima generalize better than sharp ones",
            id="what leads a clause may stand within it",
        ),
        pytest.param(
            f"{CONTEXT} In this paper, we introduce a novel framework for aligning frequency features across domains, "
            "which we call FreqAlign. FreqAlign wins.",
            "FreqAlign: framework for aligning frequency features across domains",
            id="the name is beyond the clause",
        ),
        pytest.param(
            f"{CONTEXT} We study label shift under partial feedback, which is common. It is hard.",
            "Label shift under partial feedback",
            id="the clause ends before which",
        ),
        pytest.param(
            "We propose a new framework. Optimal transport aligns the domains.",
            "We propose a new framework",
            id="a clause that says nothing",
        ),
        pytest.param(
            f"{CONTEXT} We address this question. We prove that label shift can be detected from unlabelled samples.",
            "Label shift can be detected from unlabelled samples",
            id="a clause that hangs on the sentence before",
        ),
        pytest.param(
            f"{CONTEXT} We show that, for random features, label shift is always harmful to the target accuracy.",
            "For random features, label shift is always harmful to the target accuracy",
            id="that with a comma",
        ),
        pytest.param(CONTEXT, "Domain adaptation is hard when labels shift", id="the first sentence"),
        pytest.param(
            "Results, e.g. those of Quill et al. (2020), are mixed. They vary.",
            "Results, e.g. those of Quill et al. (2020), are mixed",
            id="abbreviations end no sentence",
        ),
        pytest.param(r"\emph{Deep} *nets* <em>are</em> **useful**.", "Deep nets are useful", id="emphasis"),
        pytest.param(
            "_Deep_ nets _are useful_ for x_1 and y_2.", "Deep nets are useful for x_1 and y_2", id="underscores"
        ),
        pytest.param(r"Costs of $2^*$ and $x^*$ differ.", "Costs of $2^*$ and $x^*$ differ", id="stars in formulas"),
        pytest.param("two\nlines  here", "two lines here", id="line breaks"),
        pytest.param("深度学习很有用。我们证明了这一点。", "深度学习很有用", id="Chinese"),
        pytest.param("", "", id="empty"),
        pytest.param(" \n", "", id="blank"),
        pytest.param("...", "", id="dots"),
    ],
)
def test_labels(abstract: str, label: str) -> None:
    assert derive_title(abstract) == label


def test_a_long_sentence_is_cut_between_words() -> None:
    label = derive_title("Representation " * 20)
    assert label == "Representation " * 5 + "Representation…"


@pytest.mark.parametrize(
    ("text", "most", "short"),
    [
        ("one two three", 13, "one two three"),
        ("one two three", 12, "one two…"),
        ("one two three", 8, "one two…"),
        ("one two three", 7, "one…"),
        ("unbroken", 5, "unbr…"),
        ("rate of $O(1/n)$ holds", 14, "rate of…"),
        ("a long beginning (and a bracket)", 25, "a long beginning…"),
        ("ends. ", 10, "ends"),
    ],
)
def test_shortening(text: str, most: int, short: str) -> None:
    assert shorten(text, most) == short


@given(st.text())
@example("$" * 200)
@example("(" * 200)
@example("We propose " * 50)
def test_any_abstract_has_a_short_label_of_one_line(abstract: str) -> None:
    label = derive_title(abstract)
    assert len(label) <= LONGEST_LABEL
    assert label == " ".join(label.split())


@given(st.lists(st.text("abcXYZ-", min_size=1, max_size=20), min_size=1, max_size=60))
def test_no_label_ends_inside_a_word(words: list[str]) -> None:
    text = " ".join(words)
    label = derive_title(text)
    if label.endswith("…"):
        assert re.search(rf"(?i){re.escape(label[:-1])}[-]*(?: |$)", text)


def content_words(text: str) -> set[str]:
    return {word[:6] for word in re.findall(r"[a-z0-9]{4,}", text.lower())}


def test_labels_of_the_seeds_share_words_with_the_true_titles(shared_data: Path) -> None:
    by_hash = {}
    for file in (shared_data / "seeds").iterdir():
        for block in file.read_text(encoding="utf-8").split("\n\n"):
            by_hash[hashlib.sha256(block.strip().encode()).hexdigest()] = block
    lines = (shared_data / "seed-truth.jsonl").read_text(encoding="utf-8").split("\n")
    truth = [record for record in map(json.loads, filter(None, lines)) if "title" in record]
    shared = [
        len(content_words(record["title"]) & content_words(derive_title(by_hash[record["sha256"]]))) for record in truth
    ]
    # 52 % was measured for a name and a clause alone, with a stemmer; the first sentence gives about as much.
    assert sum(count >= 2 for count in shared) >= 0.52 * len(truth)


def test_labels_are_quick(shared_data: Path) -> None:
    lines = (shared_data / "icml2024.jsonl").read_text(encoding="utf-8").split("\n")
    abstracts = [json.loads(line)["abstract"] for line in lines if line]
    started = time.process_time()
    for abstract in abstracts:
        derive_title(abstract)
    assert (time.process_time() - started) / len(abstracts) < 0.01
