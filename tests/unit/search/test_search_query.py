from __future__ import annotations

import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from paperterm.search.query import And, Filter, Not, Or, Phrase, Query, Word, parse

WORD = st.text(alphabet="abcXYZ019éß深-+#'/.,;:µ", min_size=1, max_size=8)
LANGUAGE = st.lists(
    st.one_of(
        WORD,
        st.sampled_from(
            [
                "(",
                ")",
                '"',
                "“",
                "”",
                "-",
                "OR",
                "*",
                ":",
                " ",
                "title:",
                "tag:",
                "tag:theory/ntk",
                "status:to-read",
                "status:",
                "year:2022..2024",
                "year:..2020",
                "year:20",
                "venue:",
                'collection:"ICML 2024"',
                "is:starred",
                "has:note",
                "is:nonsense",
                "note:(",
                "author:",
                "title:-x",
                "SE(3)",
                'Schr\\"odinger',
                '{\\"',
                '\\"',
                "}(3)",
                "\x1b[31m",
                "\x00",
                "\n",
                "𝔸",
            ]
        ),
        st.text(max_size=3),
    ),
    max_size=14,
).map(" ".join)


@given(text=LANGUAGE | st.text(max_size=40), typing=st.booleans())
def test_a_printed_query_parses_to_the_same_query(text: str, typing: bool) -> None:
    query = parse(text, typing=typing)
    assert parse(str(query)) == query.settled()
    for problem in query.problems:
        assert 0 <= problem.start <= problem.end <= len(text)
        assert problem.message


@given(text=LANGUAGE)
def test_every_beginning_of_a_query_is_understood_while_it_is_typed(text: str) -> None:
    for end in range(len(text) + 1):
        assert isinstance(parse(text[:end], typing=True), Query)


def test_words_stand_side_by_side_and_the_last_one_is_a_beginning_while_typed() -> None:
    assert parse("graph neural").root == And((Word("graph"), Word("neural")))
    assert parse("graph neural", typing=True).root == And((Word("graph"), Word("neural", is_typed=True)))
    assert parse("graph ", typing=True).root == Word("graph")
    assert parse("over-param*").root == Word("over-param", is_prefix=True)


def test_or_binds_its_neighbours_and_brackets_group() -> None:
    either = Or((Word("diffusion"), Word("flow")))
    assert parse("graph diffusion OR flow").root == And((Word("graph"), either))
    assert parse("(graph diffusion) OR flow").root == Or((And((Word("graph"), Word("diffusion"))), Word("flow")))
    assert str(parse("graph diffusion OR flow")) == "graph (diffusion OR flow)"
    assert parse("or OR and").root == Or((Word("or"), Word("and")))


def test_fields_reach_into_brackets_and_phrases() -> None:
    assert parse("title:(a OR b)").root == Or((Word("a", "title"), Word("b", "title")))
    assert parse('abstract:"neural collapse"').root == Phrase("neural collapse", "abstract")
    assert parse("-author:hinton").root == Not(Word("hinton", "author"))


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("tag:Theory", Filter("tag", "theory")),
        ("tag:th*", Filter("tag", "th", is_prefix=True)),
        ("status:to-read", Filter("status", "to-read")),
        ("status:toread", Filter("status", "to-read")),
        ("status:Skip", Filter("status", "skipped")),
        ("is:star", Filter("is", "starred")),
        ("has:notes", Filter("has", "note")),
        ("year:2023", Filter("year", "2023")),
        ("year:2024..2022", Filter("year", "2022..2024")),
        ("year:2022-2024", Filter("year", "2022..2024")),
        ("year:>=2022", Filter("year", "2022..")),
        ("year:<2022", Filter("year", "..2021")),
        ('collection:"ICML 2024"', Filter("collection", "icml 2024")),
        ("venue:NeurIPS", Filter("venue", "neurips")),
    ],
)
def test_conditions_have_one_form(text: str, expected: Filter) -> None:
    query = parse(text)
    assert query.root == expected
    assert not query.problems
    assert parse(str(query)) == query


@pytest.mark.parametrize(
    ("text", "start", "end", "fragment"),
    [
        ("graph status:finished", 6, 21, "unread, to-read"),
        ("graph year:soon", 6, 15, "a year or a range"),
        ("graph (net", 6, 7, "not closed"),
        ("graph )", 6, 7, "closes nothing"),
        ('graph "net', 6, 7, "not closed"),
        ("graph OR", 6, 8, "between two"),
        ("tag: graph", 0, 4, "value"),
        ("colour:red", 0, 7, "no field"),
    ],
)
def test_what_is_not_understood_is_named_with_its_place_and_the_rest_works(
    text: str, start: int, end: int, fragment: str
) -> None:
    query = parse(text)
    (problem,) = query.problems
    assert (problem.start, problem.end) == (start, end)
    assert fragment in problem.message
    assert query.root is not None


@pytest.mark.parametrize(
    "text", ["graph (net", '"neural coll', "graph OR", "tag:", "status:to", "year:20", "a (b (c", "-"]
)
def test_unfinished_input_is_no_problem_while_it_is_typed(text: str) -> None:
    assert parse(text, typing=True).problems == ()


def test_words_to_light_are_those_wanted() -> None:
    query = parse('graph -flow "neural net" (a OR title:b) tag:x')
    assert [str(word) for word in query.words()] == ["graph", '"neural net"', "a", "title:b"]
    assert query.filters() == (Filter("tag", "x"),)


@pytest.mark.parametrize(
    "text",
    [
        "(" * 10_000,
        ")" * 10_000,
        "(" * 10_000 + "a" + ")" * 10_000,
        "-" * 100_000,
        '"' * 9_999,
        "title:" * 20_000,
        "-title:" * 15_000,
        "a OR " * 20_000,
        "word " * 20_000,
        "x" * 100_000,
        "\x1b\x00\x9f" * 30_000,
    ],
)
def test_absurd_input_is_answered_at_once(text: str) -> None:
    started = time.process_time()
    query = parse(text)
    assert parse(str(query)) == query
    assert len(query.problems) <= 20
    assert time.process_time() - started < 5


@pytest.mark.parametrize(
    ("text", "rest", "places"),
    [
        ("graph & flow", "graph flow", [(6, 7)]),
        ("!!! ???", "", [(0, 3), (4, 7)]),
        ('"..." graph', "graph", [(0, 5)]),
        ("title:% graph", "graph", [(6, 7)]),
        ("graph OR ∇", "graph", [(9, 10)]),
    ],
)
def test_what_has_no_letters_is_named_and_passed_over(text: str, rest: str, places: list[tuple[int, int]]) -> None:
    query = parse(text)
    assert str(query) == rest
    passed = [problem for problem in query.problems if "no letter or digit" in problem.message]
    assert [(problem.start, problem.end) for problem in passed] == places
    assert parse(text, typing=True).problems == ()
