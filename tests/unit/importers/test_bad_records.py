"""Bad and odd records: each is taken in as inert text, or left out by line while the others are kept.

The ids are the rows of the list of bad inputs that the project keeps.
"""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from paperterm.importers.sources import read_sources

FIRST = "We study the first thing, at some length, so that it is taken for an abstract of its own. It works."
SECOND = "Deep nets forget. This paper shows how they can be made to remember what they have learned before."


def write(folder: Path, content: str, name: str = "a.jsonl") -> str:
    path = folder / name
    path.write_bytes(content.encode())
    return str(path)


@pytest.mark.parametrize(
    "control", ["\x1b", "\x07", "\x9b", "\x00"], ids=["row63-esc", "row63-bel", "row63-c1", "row63-nul"]
)
def test_row63_controls_are_replaced_and_counted(control: str, tmp_path: Path) -> None:
    record = {name: f"a{control}b" for name in ("title", "venue", "doi", "url", "citation_key", "volume")}
    line = json.dumps({**record, "authors": [f"a{control}b"], "abstract": f"{FIRST}{control}{control}"})
    [imported] = read_sources([write(tmp_path, line)])
    [paper] = imported.papers
    assert {paper.title, paper.venue, paper.doi, *paper.authors, *paper.extra.values()} == {"a�b"}
    assert paper.abstract == f"{FIRST}��"
    assert "9 control characters replaced" in imported.problems[0].message


def test_row64_lone_surrogates(tmp_path: Path) -> None:
    line = '{"title": "half \\ud800 a pair", "abstract": "and \\udfff more"}'
    [imported] = read_sources([write(tmp_path, line)])
    assert imported.papers[0].title == "half � a pair"
    assert imported.papers[0].abstract == "and � more"
    assert "2 control characters" in imported.problems[0].message


def test_row65_bidi_and_invisible_characters_go(tmp_path: Path) -> None:
    line = json.dumps(
        {"title": "ne\u202eur\u200bal\u2066 \U000e0041nets", "authors": ["A\u202eda\u200f"], "abstract": FIRST}
    )
    [imported] = read_sources([write(tmp_path, line)])
    assert imported.papers[0].title == "neural nets"
    assert imported.papers[0].authors == ("Ada",)


def test_row66_marks_emoji_and_wide_letters_are_kept(tmp_path: Path) -> None:
    odd = "Zal" + "\u0335" * 5000 + "go " + "🧠" * 500 + " \ufdfd."
    [imported] = read_sources([write(tmp_path, f"{FIRST}\n\n{odd}", "list.txt")])
    assert [len(text) for text in [paper.abstract for paper in imported.papers]][-1] >= 5000


@pytest.mark.parametrize(
    ("line", "problem"),
    [
        pytest.param('{"title": "A", "title": "B"}', "“title” is given twice; left out", id="row68-duplicate-key"),
        pytest.param('{"title": "A", "year": NaN}', "NaN is no JSON; left out", id="row68-nan"),
        pytest.param('{"title": "A", "x": -Infinity}', "-Infinity is no JSON; left out", id="row68-infinity"),
        pytest.param('{"title": "A", "Title": "B"}', "differ only in case; left out", id="row68-case"),
        pytest.param('{"title": {"a": 1}}', "no title, abstract", id="row68-object"),
        pytest.param('{"title": null}', "no title, abstract", id="row68-null"),
        pytest.param('{"title": 1' + "0" * 5000 + "}", "not JSON: Exceeds the limit", id="row68-digits"),
        pytest.param('["title"]', "no JSON object; left out", id="row68-array"),
        pytest.param('"title"', "no JSON object; left out", id="row68-string"),
        pytest.param('{"title": "A"', "not JSON: Expecting ',' delimiter at character 14; left out", id="row69-cut"),
        pytest.param("{" + '"a":{' * 100_000, "nested too deeply; left out", id="row67-line"),
        pytest.param('{"title": "' + "A" * 1_000_000 + '"}', "a line of 1,000,013 characters", id="row56-json"),
        pytest.param(json.dumps({"title": "A", "authors": ["x"] * 5001}), "5,001 authors (at most", id="row74-authors"),
        pytest.param(json.dumps({"authors": ["x" * 100_001]}), "a text of 100,001 characters", id="row74-author"),
    ],
)
def test_one_bad_line_is_named_and_the_others_are_kept(line: str, problem: str, tmp_path: Path) -> None:
    good = '{"title": "Good", "abstract": "We are good."}\n{"title": "Better"}'
    [imported] = read_sources([write(tmp_path, f"{good}\n{line}\n\n" + '{"title": "Best"}')])
    assert [paper.title for paper in imported.papers] == ["Good", "Better", "Best"]
    assert (imported.records, imported.skipped, imported.repeated) == (4, 1, 0)
    messages = [found.message for found in imported.problems if found.line == 3]
    assert problem in messages[-1]


def test_row68_values_of_other_types_become_text(tmp_path: Path) -> None:
    record = {"title": 42, "venue": ["x"], "authors": ["Ada", 5, None], "doi": True, "abstract": FIRST, "volume": 7}
    [imported] = read_sources([write(tmp_path, json.dumps(record))])
    [paper] = imported.papers
    assert (paper.title, paper.venue, paper.authors, paper.doi) == ("42", "", ("Ada",), "true")
    assert paper.extra == {"volume": "7"}
    assert [problem.message for problem in imported.problems] == [
        "venue is no text; ignored",
        "2 authors are no names; ignored",
    ]


@pytest.mark.parametrize("key", ["../../etc/passwd", "-rf", "$(id)", "x" * 10_000, "论文"], ids="row73-{:.8}".format)
def test_row73_a_citation_key_is_only_text(key: str, tmp_path: Path) -> None:
    [imported] = read_sources([write(tmp_path, json.dumps({"citation_key": key}))])
    assert imported.papers[0].citation_key == key
    assert sorted(entry.name for entry in tmp_path.iterdir()) == ["a.jsonl"]


@pytest.mark.parametrize(
    ("year", "number"),
    [
        pytest.param(2024, 2024, id="row75-number"),
        pytest.param("2024", 2024, id="row75-text"),
        pytest.param("99999999999", None, id="row75-huge"),
        pytest.param(-1, None, id="row75-negative"),
        pytest.param(0, None, id="row75-zero"),
        pytest.param("２０２４", None, id="row75-full-width"),
        pytest.param("in press", None, id="row75-words"),
        pytest.param(True, None, id="row75-bool"),
        pytest.param("2024-02-31", None, id="row75-date"),
        pytest.param(None, None, id="row75-null"),
    ],
)
def test_row75_a_year_that_is_no_number_is_kept_as_text(year: object, number: int | None, tmp_path: Path) -> None:
    [imported] = read_sources([write(tmp_path, json.dumps({"title": "A", "year": year}))])
    [paper] = imported.papers
    assert paper.year == number
    if number is None and year is not None:
        assert paper.extra["year"] == str(year).lower() if isinstance(year, bool) else str(year)


@pytest.mark.parametrize(
    "url", ["javascript:alert(1)", "file:///etc/passwd", "--version", 'https://x"y'], ids="row76-{:.9}".format
)
def test_row76_links_are_only_text(url: str, tmp_path: Path) -> None:
    [imported] = read_sources([write(tmp_path, json.dumps({"title": "A", "url": url, "doi": url}))])
    assert (imported.papers[0].url, imported.papers[0].doi) == (url, url)


def test_row77_the_same_abstract_twice_is_one_paper(tmp_path: Path) -> None:
    text = f"ICML 2024\n\n{FIRST}\n\n{SECOND}\n\n{FIRST.upper().replace(' ', '  ')}\n"
    [imported] = read_sources([write(tmp_path, text, "list.txt")])
    assert [paper.abstract for paper in imported.papers] == [FIRST, SECOND]
    assert (imported.records, imported.skipped, imported.repeated) == (3, 0, 1)
    assert str(imported.problems[0]).endswith("list.txt:7: the same paper as in line 3; kept once")


def test_row77_the_same_file_twice_gives_the_same_papers(tmp_path: Path) -> None:
    path = write(tmp_path, FIRST, "list.txt")
    first, second = read_sources([path, path])
    assert first == second


def test_row81_records_without_title_or_abstract(tmp_path: Path) -> None:
    lines = [
        '{"abstract": "We show it."}',
        '{"title": "Only a title"}',
        '{"citation_key": "key1"}',
        '{"citation_key": "key2"}',
    ]
    [imported] = read_sources([write(tmp_path, "\n".join(lines))])
    titles = [(paper.title, paper.title_is_derived) for paper in imported.papers]
    assert titles == [("We show it", True), ("Only a title", False), ("(no title)", True), ("(no title)", True)]
    assert len({paper.paper_id for paper in imported.papers}) == 4
