"""Plain-text lists: headings, where one abstract ends and the next begins, and that no letter is lost."""

from __future__ import annotations

import hashlib
import io
import json
import time
from pathlib import Path
from typing import Any

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from paperterm.errors import SourceError
from paperterm.importers.abstracts import read, read_paragraphs, sniff
from paperterm.importers.blocks import split_blocks
from paperterm.importers.headings import parse_heading
from paperterm.importers.result import Imported
from paperterm.importers.sources import read_sources
from paperterm.model.text import clean, display

ONE = (
    "Sparse attention makes long sequences affordable, but which entries to keep is usually fixed in advance. "
    "We learn the pattern together with the weights and show that the learned pattern differs from layer to layer. "
    "On four long-document tasks the model matches full attention at a tenth of the memory."
)
TWO = (
    "Bandits with delayed feedback model clinical trials in which outcomes take months. This paper gives an algorithm "
    "whose regret grows with the square root of the total delay, and a lower bound that matches it up to logarithms. "
    "Simulations with recorded delays confirm the rates."
)
THREE = (
    "Crystal structures are invariant under rotations and permutations, and so should be the networks that predict "
    "their energies. Our architecture builds both symmetries in. It needs half of the training data that earlier "
    "models need, and extrapolates to larger cells."
)


def abstracts(imported: Imported) -> list[str]:
    return [paper.abstract for paper in imported.papers]


def records(path: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in path.read_text(encoding="utf-8").split("\n") if line]


def letters(text: str) -> str:
    return "".join(character for character in clean(text) if character.isalnum())


# Headings


@pytest.mark.parametrize(
    ("heading", "name", "venue", "year"),
    [
        ("ICML 2024 论文列表", "ICML 2024", "ICML", 2024),
        ("ICML 2023 论文列表", "ICML 2023", "ICML", 2023),
        ("# NeurIPS 2023 Accepted Papers", "NeurIPS 2023", "NeurIPS", 2023),
        ("All accepted papers of AISTATS-2025:", "AISTATS 2025", "AISTATS", 2025),
        ("CoRL'23", "CoRL 2023", "CoRL", 2023),
        ("EMNLP/IJCNLP 2019", "EMNLP/IJCNLP 2019", "EMNLP/IJCNLP", 2019),
        ("Daily Papers", "Daily Papers", "", None),
        ("Daily Papers 2024-05-03", "Daily Papers 2024-05-03", "", None),
        ("ICML 2024 papers about flatness", "ICML 2024 papers about flatness", "ICML", 2024),
        ("Submissions to ICLR 2025", "Submissions to ICLR 2025", "", None),
        ("NeurIPS 2023 Workshop on Attribution", "NeurIPS 2023 Workshop on Attribution", "", None),
        ("My reading list for summer 2024", "My reading list for summer 2024", "", None),
        ("AI 2024", "AI 2024", "", None),
        ("论文列表", "论文列表", "", None),
    ],
)
def test_what_a_heading_says(heading: str, name: str, venue: str, year: int | None) -> None:
    assert parse_heading(heading)[:3] == (name, venue, year)


def test_the_heading_names_the_collection_and_dates_its_papers() -> None:
    imported = read(f"ICML 2024 论文列表\n\n{ONE}\n\n{TWO}", "list.txt")
    assert (imported.collection.name, imported.collection.venue, imported.collection.year) == (
        "ICML 2024",
        "ICML",
        2024,
    )
    assert imported.collection.source == "list.txt"
    assert imported.collection.imported == ""
    assert [(paper.venue, paper.year) for paper in imported.papers] == [("ICML", 2024)] * 2
    assert all(paper.title_is_derived for paper in imported.papers)


@pytest.mark.parametrize(
    ("text", "source", "name"),
    [
        (f"{ONE}\n\n{TWO}", "lists/my_summer_list.txt", "my summer list"),
        (f"{ONE}\n\n{TWO}", "-", "Standard input"),
        (f"{ONE}\n\n{TWO}", "ICML_2024.txt", "ICML 2024"),
        (f"ICML 2024 论文列表\n{ONE}\n\n{TWO}", "x.txt", "ICML 2024"),
        (f"# Flatness\n{ONE}\n\n{TWO}", "x.txt", "Flatness"),
        (f"Flatness\n========\n{ONE}\n\n{TWO}", "x.txt", "Flatness"),
        (f"\n\n  Flatness  \n\n\n{ONE}\n\n{TWO}", "x.txt", "Flatness"),
    ],
)
def test_where_the_collection_has_its_name_from(text: str, source: str, name: str) -> None:
    imported = read(text, source)
    assert imported.collection.name == name
    assert abstracts(imported) == [ONE, TWO]


def test_a_heading_further_down_dates_what_follows() -> None:
    imported = read(f"ICML 2023 论文列表\n\n{ONE}\n\nICML 2024 论文列表\n\n{TWO}\n\n{THREE}", "both.txt")
    assert abstracts(imported) == [ONE, TWO, THREE]
    assert [paper.year for paper in imported.papers] == [2023, 2024, 2024]
    assert imported.collection.name == "ICML 2023"


# Where one abstract ends


def test_a_wrapped_abstract_is_one_and_keeps_its_lines() -> None:
    wrapped = ONE.replace(". ", ".\n").replace(", ", ",\n")
    assert abstracts(read(f"Title\n\n{wrapped}\n\n{TWO}", "x")) == [wrapped, TWO]


def test_short_abstracts_are_not_joined() -> None:
    texts = ["We study sharpness.", "Sharpness of minima matters.", "We study graphs.", "Our code is here."]
    assert abstracts(read("\n\n".join(["My list", *texts]), "x")) == texts


def test_the_second_half_of_an_abstract_is_joined_and_said() -> None:
    first = (
        "Federated bandits let hospitals learn from each other's trials without sharing records. Existing "
        "federated bandits communicate after every trial, which hospitals cannot afford."
    )
    second = (
        "To address this, we propose FedPatience, a federated bandit whose hospitals communicate rarely. "
        "Our regret bound matches that of centralised trials."
    )
    imported = read(f"A list\n\n{ONE}\n\n{first}\n\n{second}\n\n{THREE}", "x.txt")
    assert abstracts(imported) == [ONE, f"{first}\n\n{second}", THREE]
    assert [str(problem) for problem in imported.problems] == [
        "x.txt:5: 2 paragraphs taken as one abstract (lines 5, 7)"
    ]
    apart = read_paragraphs(f"A list\n\n{ONE}\n\n{first}\n\n{second}\n\n{THREE}", "x.txt")
    assert abstracts(apart) == [ONE, first, second, THREE]
    assert apart.problems == ()


@pytest.mark.parametrize(
    ("text", "count"),
    [
        pytest.param(
            f"L\n\n{ONE}\n\nMore of it.\n\n\n{TWO}\n\n\n\n{THREE}\n\nMore.\n\n\n{ONE}!", 4, id="more blank lines"
        ),
        pytest.param(f"L\n\n{ONE}\n\nMore of it.\n---\n{TWO}\n---\n{THREE}\n\n----\n\n{ONE}!", 4, id="rules"),
        pytest.param(f"L\n\n[1] {ONE}\n\nMore of it.\n\n[2] {TWO}\n\n[3] {THREE}", 3, id="numbers in brackets"),
        pytest.param(f"L\n\n1. {ONE}\n\n2. {TWO}\n\nMore of it.\n\n3. {THREE}", 3, id="numbers"),
        pytest.param(f"{ONE}\n{TWO}\n{THREE}", 3, id="one a line"),
    ],
)
def test_stronger_structure_decides(text: str, count: int) -> None:
    found = abstracts(read(text, "x"))
    assert len(found) == count
    assert found[0].startswith(ONE)
    assert not any(abstract.startswith(("[", "1", "-")) for abstract in found)


@pytest.mark.parametrize("gap", ["\n\n", "\n"])
def test_titles_above_the_abstracts_are_titles(gap: str) -> None:
    text = "\n\n".join(
        f"{title}{gap}{abstract}"
        for title, abstract in [
            ("Sparse by Learning", ONE),
            ("Title: Late Bandits", TWO),
            ("## Is It a C# Crystal?", THREE),
        ]
    )
    for heading in ("", "ICML 2024 论文列表\n\n"):
        imported = read(heading + text, "x")
        assert abstracts(imported) == [ONE, TWO, THREE]
        assert [paper.title for paper in imported.papers] == [
            "Sparse by Learning",
            "Late Bandits",
            "Is It a C# Crystal?",
        ]
        assert not any(paper.title_is_derived for paper in imported.papers)


@pytest.mark.parametrize(
    ("block", "abstract"),
    [
        (f"Abstract: {ONE}", ONE),
        (f"Abstract\n{ONE}", ONE),
        (f"ABSTRACT—{ONE}", ONE),
        (f"Abstract. {ONE}", ONE),
        (f"{ONE} See the abstract: it says so.", f"{ONE} See the abstract: it says so."),
        (f"Abstract argumentation is old. {ONE}", f"Abstract argumentation is old. {ONE}"),
        (f"Abstract-level reasoning is new. {ONE}", f"Abstract-level reasoning is new. {ONE}"),
    ],
)
def test_the_word_abstract_before_an_abstract(block: str, abstract: str) -> None:
    assert abstracts(read(f"L\n\n{TWO}\n\n{block}", "x")) == [TWO, abstract]


def test_what_pages_put_between_abstracts_is_left_out_and_said() -> None:
    imported = read(f"L\n\n{ONE}\n\nDownload PDF\n\nAbstract\n\n{TWO}\n\n- 12 -\n\n{THREE}", "x")
    assert abstracts(imported) == [ONE, TWO, THREE]
    assert (imported.records, imported.skipped, imported.repeated) == (6, 3, 0)
    assert [problem.line for problem in imported.problems] == [5, 7, 11]
    assert "“Download PDF” is part of a page" in imported.problems[0].message


def test_a_very_long_block_is_kept_and_said() -> None:
    imported = read(f"L\n\n{ONE}\n\n{'Noise of a page. ' * 300}\n\n{TWO}", "x")
    assert len(imported.papers) == 3
    assert "unusually long (5,099 characters)" in imported.problems[0].message


def test_a_block_beyond_the_limit_is_left_out_and_said() -> None:
    imported = read(f"L\n\n{ONE}\n\n{'Noise. ' * 20_000}\n\n{TWO}", "x")
    assert abstracts(imported) == [ONE, TWO]
    assert (imported.records, imported.skipped) == (3, 1)
    assert str(imported.problems[0]) == "x:5: a text of 140,000 characters (at most 100,000); left out"


def test_chinese_abstracts() -> None:
    first = "我们研究深度网络的泛化能力，并给出新的上界。实验表明该上界是紧的，而且可以在训练过程中计算。" * 3
    second = "图神经网络在分子性质预测中表现良好，但是训练数据往往很少。本文提出一种新的预训练方法。" * 3
    imported = read(f"论文列表\n\n{first}\n\n{second}\n\n{ONE}", "x")
    assert abstracts(imported) == [first, second, ONE]
    assert imported.papers[0].title == first.partition("。")[0]


def test_progress_is_said() -> None:
    seen: list[int] = []
    read("\n\n".join(f"{ONE} Number {number}." for number in range(1200)), "x", seen.append)
    assert seen == [500, 1000, 1200]


def test_more_than_a_hundred_thousand_papers_are_refused() -> None:
    with pytest.raises(SourceError, match="more than 100,000 papers") as caught:
        read("\n\n".join(f"Paper {number}." for number in range(100_001)), "x")
    assert "Split the list" in caught.value.hint


@pytest.mark.parametrize(
    ("head", "score"),
    [
        (f"L\n\n{ONE}", 40),
        ("a few words", 1),
        ("", 0),
        (" \n", 0),
        ("@article{a,", 0),
        ("TY  - JOUR\n", 0),
        ('{"a": 1}', 0),
    ],
)
def test_how_sure_sniffing_is(head: str, score: int) -> None:
    assert sniff(head, "x") == score


# Nothing is lost

PIECES = st.one_of(
    st.text(max_size=40),
    st.sampled_from(
        [
            ONE,
            TWO,
            THREE,
            "\n",
            "\n\n",
            "\r\n",
            "\n\n\n",
            "\f",
            "---\n",
            "[1] ",
            "1. ",
            "ICML 2024",
            "- a",
            "An abstract: yes. # ",
            "Title: x",
        ]
    ),
)
TEXTS = st.lists(PIECES, max_size=12).map("".join)


@given(TEXTS)
@example("a\n\n\x0c\n\nb")
def test_blocks_hold_every_letter_in_order(text: str) -> None:
    assert letters("".join(block.text for block in split_blocks(text))) == letters(text)


@given(TEXTS)
@settings(deadline=1000)
def test_any_text_is_read_or_refused_and_no_letter_is_lost(text: str) -> None:
    try:
        imported = read_paragraphs(f"ICML 2024\n\n{text}", "x")
    except SourceError:
        return
    assert imported.records == len(imported.papers) + imported.skipped + imported.repeated
    assert len(imported.problems) >= imported.skipped + imported.repeated
    assert len({paper.paper_id for paper in imported.papers}) == len(imported.papers)
    if imported.skipped + imported.repeated == 0 and "ICML" not in text:
        held = "".join(
            paper.abstract if paper.title_is_derived else paper.title + paper.abstract for paper in imported.papers
        )
        assert letters(held.replace("Title: ", "")) == letters(text.replace("Title: ", ""))


@given(TEXTS)
@settings(deadline=1000)
def test_joining_changes_no_letter_either(text: str) -> None:
    try:
        imported = read(f"ICML 2024\n\n{ONE}\n\n{text}", "x")
    except SourceError:
        return
    assert imported.records == len(imported.papers) + imported.skipped + imported.repeated
    held = "".join(("" if paper.title_is_derived else paper.title) + paper.abstract for paper in imported.papers)
    if imported.skipped + imported.repeated == 0 and not any(mark in text for mark in ("ICML", "Title", "1")):
        assert letters(held) == letters(ONE + text)


@given(st.binary(max_size=200), st.sampled_from([None, "utf-8", "gb18030", "utf-16", "shift_jis", "utf-7"]))
def test_any_bytes_are_read_or_refused(content: bytes, encoding: str | None) -> None:
    try:
        [imported] = read_sources(["-"], stdin=io.BytesIO(content), encoding=encoding)
    except SourceError as error:
        assert error.message == display(error.message)
    else:
        assert imported.papers


# The real lists


@pytest.mark.parametrize(
    ("file", "count", "collection"),
    [
        ("icml2024.txt", 19, ("ICML 2024", "ICML", 2024)),
        ("icml2023.txt", 19, ("ICML 2023", "ICML", 2023)),
        ("daily-papers.txt", 228, ("Daily Papers", "", None)),
    ],
)
def test_the_seeds_are_read_to_the_letter(
    file: str, count: int, collection: tuple[object, ...], shared_data: Path
) -> None:
    truth = records(shared_data / "seed-truth.jsonl")
    expected = [record["sha256"] for record in truth if record["source"] == file]
    [imported] = read_sources([str(shared_data / "seeds" / file)])
    assert [hashlib.sha256(text.encode()).hexdigest() for text in abstracts(imported)] == expected
    assert (len(expected), imported.problems) == (count, ())
    assert (imported.collection.name, imported.collection.venue, imported.collection.year) == collection


@pytest.mark.parametrize(("file", "count"), [("icml2023", 1828), ("icml2024", 2610)])
def test_whole_conferences_are_read_to_the_letter(file: str, count: int, shared_data: Path) -> None:
    truth = [record["abstract"] for record in records(shared_data / f"{file}.jsonl")]
    started = time.process_time()
    [imported] = read_sources([str(shared_data / f"{file}-abstracts.txt")])
    assert time.process_time() - started < 20
    assert (len(imported.papers), imported.problems) == (count, ())
    assert [letters(text) for text in abstracts(imported)] == [letters(text) for text in truth]


def test_a_list_with_blank_lines_inside_abstracts(shared_data: Path) -> None:
    truth = [letters(record["abstract"]) for record in records(shared_data / "aistats2025-truth.jsonl")]
    [imported] = read_sources([str(shared_data / "aistats2025-abstracts.txt")])
    found = [letters(text) for text in abstracts(imported)]
    # 604 blocks are 583 abstracts: 14 of the 21 blank lines inside are recognised, and no two abstracts become one.
    assert len(found) == 590
    assert len(set(truth).intersection(found)) == 576
    assert "".join(found) == "".join(truth)
