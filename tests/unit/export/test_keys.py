"""Citation keys."""

from __future__ import annotations

import re
from itertools import permutations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from paperterm.export.keys import assign_keys, new_key
from paperterm.model.paper import Paper

from .papers import texts


def paper(
    number: int = 1, title: str = "Deep nets", authors: tuple[str, ...] = ("Ada Quill",), **facts: object
) -> Paper:
    return Paper(f"{number:016x}", title, authors=authors, **{"year": 2024, **facts})  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("made", "key"),
    [
        (paper(title="Scaling laws for nets"), "quill2024scaling"),
        (paper(title="On the Scaling of Nets"), "quill2024scaling"),
        (paper(title="Über Netze", authors=("Jürgen Mäß-O'Neil",)), "massoneil2024uber"),
        (paper(title=r"{\"U}ber Netze", authors=(r"J{\"u}rgen M{\"a}{\ss}-O'Neil",)), "massoneil2024uber"),
        (paper(title=r"$\ell_2$-losses", authors=("Bram van den Berg",)), "vandenberg2024losses"),
        (paper(title="学习", authors=("张伟",)), "zhangwei2024xuexi"),
        (paper(title="2024 in 3D", year=None), "quill3d"),
        (
            paper(title="Recent studies of gradient descent", authors=(), title_is_derived=True),
            "anon2024recentstudiesgradient",
        ),
        (paper(title="We propose a new view of nets", authors=(), title_is_derived=True), "anon2024viewnets"),
        (paper(0xABC, title="?!", authors=(), year=None), "ref00000000"),
    ],
)
def test_author_year_and_word(made: Paper, key: str) -> None:
    assert new_key(made) == key


def test_a_second_paper_gets_a_letter_whatever_the_case() -> None:
    keys = assign_keys([(paper(1), ""), (paper(2), ""), (paper(3), "")], taken=["Quill2024DEEPb"])
    assert list(keys.values()) == ["quill2024deep", "quill2024deepa", "quill2024deepc"]


def test_letters_go_on_after_z() -> None:
    keys = list(assign_keys((paper(number), "") for number in range(30)).values())
    assert keys[26:] == ["quill2024deepz", "quill2024deepaa", "quill2024deepab", "quill2024deepac"]


def test_copied_alone_then_together_in_any_order_the_keys_are_the_same() -> None:
    first, second = paper(1, "Deep nets I"), paper(2, "Deep nets II")
    alone = assign_keys([(first, "")])
    stored = alone | assign_keys([(second, "")], taken=alone.values())
    assert len(set(stored.values())) == 2
    for order in permutations([first, second]):
        assert assign_keys((one, stored[one.paper_id]) for one in order) == stored


def test_keys_given_before_stay_even_beside_a_new_claim() -> None:
    keys = assign_keys([(paper(1), ""), (paper(2), "quill2024deep")], taken=["quill2024deep"])
    assert keys == {paper(2).paper_id: "quill2024deep", paper(1).paper_id: "quill2024deepa"}


def test_imported_keys_stay_if_bibtex_takes_them() -> None:
    good, bad = paper(1, citation_key="Quill:24/Deep"), paper(2, citation_key="quill, {24}")
    assert list(assign_keys([(good, ""), (bad, "")]).values()) == ["Quill:24/Deep", "quill2024deep"]
    assert assign_keys([(good, "")], taken=["quill:24/DEEP"])[good.paper_id] == "quill2024deep"


@given(st.lists(st.tuples(texts, texts, texts), max_size=6))
def test_any_papers_get_unique_keys_of_letters_and_digits(facts: list[tuple[str, str, str]]) -> None:
    papers = [paper(number, title, (author,), citation_key=key) for number, (title, author, key) in enumerate(facts)]
    keys = assign_keys((one, "") for one in papers)
    assert set(keys) == {one.paper_id for one in papers}
    assert len({key.casefold() for key in keys.values()}) == len(papers)
    assert all(re.fullmatch(r"[A-Za-z0-9][A-Za-z0-9:_.+/-]*", key) for key in keys.values())
