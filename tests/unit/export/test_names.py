"""Names of authors."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from paperterm.export.names import bibtex_names

from .papers import is_balanced, texts


@pytest.mark.parametrize(
    ("authors", "expected"),
    [
        (["A Quill, B van den Berg, C Long and D Moss"], "Quill, A and van den Berg, B and Long, C and Moss, D"),
        (["Ada Quill", "OpenAI", "Gemma Team"], "Quill, Ada and {OpenAI} and {Gemma Team}"),
        (["Ludwig van Beethoven"], "van Beethoven, Ludwig"),
        (["Charles de la Vallée Poussin"], r"de la Vall{\'e}e Poussin, Charles"),
        (["van den Berg, Bram"], "van den Berg, Bram"),
        (["Martin King Jr."], "King, Jr., Martin"),
        (["King, Jr, Martin"], "King, Jr, Martin"),
        (["King, Martin, Jr"], "King, Jr, Martin"),
        (["Quill, A., Long, B."], "Quill, A. and Long, B."),
        (["A B, C D, E F"], "B, A and D, C and F, E"),
        (["Ada Quill, Bram Berg"], "Quill, Ada and Berg, Bram"),
        (["Ada Quill; Bram Berg"], "Quill, Ada and Berg, Bram"),
        (["Ada Quill & Bram Berg"], "Quill, Ada and Berg, Bram"),
        (["Ada Quill AND Bram Berg"], "Quill, Ada and Berg, Bram"),
        (['J{\\"u}rgen M{\\"a}{\\ss}-O\'Neil'], 'M{\\"a}{\\ss}-O\'Neil, J{\\"u}rgen'),
        (["{Deep Mind and Friends}"], "{Deep Mind and Friends}"),
        (["Department of Science and Technology"], "{Department of Science and Technology}"),
        (["Foo, Inc."], "{Foo, Inc.}"),
        (["AT&T Labs"], r"{AT\&T Labs}"),
        (["Ada Quill et al."], "Quill, Ada and others"),
        (["Ada Quill", "others"], "Quill, Ada and others"),
        (["Ai Li", "Wei Ai"], "Li, Ai and Ai, Wei"),
        (["D. E. Knuth"], "Knuth, D. E."),
        (["Đặng Thị Hà"], r"H{\`a}, {\DJ}{\d{\u{a}}}ng Th{\d{i}}"),
        (["张伟"], "{ZhangWei}"),
        (["", "and", ",", " ; "], ""),
        ([], ""),
    ],
)
def test_names(authors: list[str], expected: str) -> None:
    assert bibtex_names(authors) == expected


@given(st.lists(texts, max_size=4))
def test_any_names_are_balanced_and_joined_by_single_ands(authors: list[str]) -> None:
    value = bibtex_names(authors)
    assert is_balanced(value)
    for name in value.split(" and ") if value else []:
        assert name.strip() and name.casefold() != "and"


given_names = st.sampled_from(["Ada", "Bram", "Jean-Paul", "D. E.", "Ana María", "Chi"])
family_names = st.sampled_from(
    ["Quill", "van den Berg", "O'Neil", "Müller", "de la Cruz", "Nguyễn", "Łoś", "d'Aspremont"]
)


@given(st.lists(st.tuples(given_names, family_names), min_size=1, max_size=6))
def test_pybtex_finds_the_same_people(people: list[tuple[str, str]]) -> None:
    database = pytest.importorskip("pybtex.database")
    value = bibtex_names([f"{first} {last}" for first, last in people], ascii_only=False)
    parsed = [database.Person(name) for name in value.split(" and ")]
    found = [
        (" ".join(person.first_names + person.middle_names), " ".join(person.prelast_names + person.last_names))
        for person in parsed
    ]
    assert found == people
