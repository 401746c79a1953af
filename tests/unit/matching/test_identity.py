"""The same abstract has the same id, whoever imports it; another one has another."""

from __future__ import annotations

import json
import re
import unicodedata
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from paperterm.matching.identity import ID_LENGTH, normal_form, paper_id
from paperterm.model.text import clean

ABSTRACT = "We study $k$-means++ seeding.\nIt is naïve, yet Erdős–Rényi graphs don't mind."
WRITTEN = st.text(st.characters(codec="utf-8"), max_size=80)


def test_an_id_is_sixteen_hexadecimal_digits() -> None:
    assert re.fullmatch(r"[0-9a-f]{16}", paper_id(ABSTRACT))
    assert ID_LENGTH == 16


def test_ids_are_stable_for_ever() -> None:
    # Libraries on disk hold these: a change of the rule would orphan every tag and note.
    assert paper_id(ABSTRACT) == "830c68cd10468e98"
    assert paper_id("", title="On Nets", authors=["Ada Quill"], year=2024) == "5b4719a87434b4a6"


@pytest.mark.parametrize(
    "same",
    [
        ABSTRACT.upper(),
        ABSTRACT.replace("\n", "\r\n"),
        ABSTRACT.replace("\n", "  \u00a0\t"),
        ABSTRACT.replace(" ", ""),
        unicodedata.normalize("NFD", ABSTRACT),
        ABSTRACT.replace("k$", "𝑘$"),
        ABSTRACT.replace("seeding", "see\u00ad\u200bding"),
        "\ufeff" + ABSTRACT + "\u202e",
        ABSTRACT.replace("study", "stu\x00dy"),
    ],
)
def test_form_does_not_matter(same: str) -> None:
    assert paper_id(same) == paper_id(ABSTRACT)


@pytest.mark.parametrize(
    "other", [ABSTRACT[:-1], ABSTRACT.replace("++", "+"), ABSTRACT.replace("ï", "i"), ABSTRACT * 2]
)
def test_letters_and_punctuation_matter(other: str) -> None:
    assert paper_id(other) != paper_id(ABSTRACT)


def test_the_abstract_alone_decides_when_there_is_one() -> None:
    assert paper_id(ABSTRACT, title="A", authors=["B"], year=1) == paper_id(ABSTRACT)


def test_without_an_abstract_title_authors_and_year_decide() -> None:
    blank = " \n\u200b"
    known = paper_id(blank, title="On Nets", authors=["Ada Quill"], year=2024)
    assert known == paper_id("", title="ON  NETS", authors=["ada quill"], year=2024)
    assert known != paper_id("", title="On Nets", authors=["Ada Quill"], year=2023)
    assert known != paper_id("", title="On Nets", authors=["Bram Quill"], year=2024)
    assert known != paper_id("On Nets Ada Quill 2024")
    assert known != paper_id("no abstract: onnets adaquill 2024")


@given(WRITTEN)
def test_the_gate_for_foreign_text_keeps_the_id(text: str) -> None:
    assert normal_form(clean(text)) == normal_form(text)


@given(WRITTEN)
def test_the_normal_form_has_no_blanks_and_is_its_own_normal_form(text: str) -> None:
    form = normal_form(text)
    assert form == "".join(form.split())
    assert normal_form(form) == form


@given(WRITTEN, st.sampled_from(["NFC", "NFD", "NFKC", "NFKD"]))
def test_unicode_form_never_matters(text: str, form: str) -> None:
    assert paper_id(unicodedata.normalize(form, clean(text)), title="t") == paper_id(text, title="t")


@given(
    st.lists(WRITTEN),
    st.lists(st.sampled_from([" ", "\n", "\r\n", "\u00a0", "\u200b", "\u3000", "\ufeff"]), min_size=1),
)
def test_spacing_never_matters(words: list[str], blanks: list[str]) -> None:
    joined = "".join(word + blanks[number % len(blanks)] for number, word in enumerate(words))
    assert normal_form(joined) == normal_form(" ".join(words))


@given(st.text(st.characters(codec="latin-1", categories=["Lu", "Ll", "Nd", "Po", "Zs"])))
def test_case_never_matters(text: str) -> None:
    assert normal_form(text.casefold()) == normal_form(text)


@given(st.text())
def test_any_text_has_an_id(text: str) -> None:
    assert len(paper_id(text)) == ID_LENGTH
    assert len(paper_id("", title=text, authors=[text])) == ID_LENGTH


def test_no_two_of_the_real_abstracts_collide(shared_data: Path) -> None:
    lines = (shared_data / "icml2024.jsonl").read_text(encoding="utf-8").split("\n")
    ids = [paper_id(json.loads(line)["abstract"]) for line in lines if line]
    assert len(ids) == len(set(ids)) == 2610
