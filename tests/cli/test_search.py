"""search and list: forms of output, order, words that begin with a minus sign."""

from __future__ import annotations

import json
import re

import pytest

from tests.cli.conftest import CommandLine

SHAPE = {
    "paper_id": str, "title": str, "title_is_derived": bool, "authors": list, "year": int | None, "venue": str,
    "collections": list, "abstract": str, "doi": str, "arxiv_id": str, "url": str, "citation_key": str,
    "status": str, "starred": bool, "tags": list, "note": str, "highlights": list, "added": str, "updated": str,
}  # fmt: skip


def test_list_has_a_line_for_each_paper(cli: CommandLine) -> None:
    lines = cli.run("list").stdout.splitlines()
    assert len(lines) == 3
    assert all(re.match(r"[0-9a-f]{10} unread    ICML 2024     ~ \S", line) for line in lines), lines


def test_json_is_one_array_in_ascii_with_every_field(cli: CommandLine) -> None:
    stdout = cli.run("list", "--json").stdout
    assert stdout.isascii()
    records = json.loads(stdout)
    assert len(records) == 3
    for record in records:
        assert {name: type(value) for name, value in record.items() if not isinstance(value, SHAPE[name])} == {}
        assert list(record) == list(SHAPE)
        assert re.fullmatch(r"[0-9a-f]{16}", record["paper_id"])
        assert record["title_is_derived"] is True


def test_a_search_has_scores_and_lists_have_none(cli: CommandLine) -> None:
    (record,) = json.loads(cli.run("search", "pruning", "--format", "json").stdout)
    assert isinstance(record["score"], float)
    assert "score" not in json.loads(cli.run("list", "--json").stdout)[0]


def test_json_lines_are_the_same_records(cli: CommandLine) -> None:
    lines = cli.run("list", "--format", "jsonl").stdout.splitlines()
    assert [json.loads(line) for line in lines] == json.loads(cli.run("list", "--json").stdout)


def test_an_empty_answer_is_an_empty_array_and_a_message(cli: CommandLine) -> None:
    result = cli.run("search", "zebra", "--json")
    assert json.loads(result.stdout) == []
    assert "no paper matches zebra" in result.stderr


def test_tsv_has_a_head_line_and_whole_ids(cli: CommandLine) -> None:
    head, *rows = (line.split("\t") for line in cli.run("list", "--format", "tsv").stdout.splitlines())
    assert head[0] == "paper_id"
    assert [row[0] for row in rows] == cli.ids()
    assert {len(row) for row in rows} == {len(head)}


def test_limit_and_sort(cli: CommandLine) -> None:
    assert cli.ids("-n", "2") == cli.ids()[:2] == cli.ids("--limit", "2", "--sort", "list") == cli.ids("-n2")
    titles = [r["title"] for r in json.loads(cli.run("list", "--sort", "title", "--json").stdout)]
    assert titles == sorted(titles, key=str.casefold)
    cli.run("list", "--limit", "0", status=2)


def test_all_words_or_any(cli: CommandLine) -> None:
    assert len(cli.ids("pruning", "weights")) == 1
    assert len(cli.ids("--any", "pruning", "diffusion")) == 2
    assert len(cli.ids("pruning OR diffusion")) == 2


@pytest.mark.parametrize(
    "words",
    [
        ("network", "-pruning"),
        ("-pruning", "network"),
        ("network", "-pruning", "--sort", "list"),
        ("--sort", "list", "network", "-pruning"),
        ("--", "network", "-pruning"),
        ("network", "--", "-pruning"),
        ("network -pruning",),
    ],
)
def test_a_minus_sign_leaves_papers_out(cli: CommandLine, words: tuple[str, ...]) -> None:
    both = cli.ids("network")
    assert cli.ids(*words) == [i for i in both if i not in cli.ids("pruning")] != both


def test_words_that_begin_like_short_options_are_words(cli: CommandLine) -> None:
    assert cli.run("list", "-network", "--format", "ids").stdout.split() == cli.ids("--", "-network")
    assert len(cli.run("list", "-newton").stdout.splitlines()) == 3  # not -n ewton
    assert "write --help for the option" in cli.run("list", "-help", status=2).stderr


def test_a_long_option_with_one_minus_sign_is_a_slip(cli: CommandLine) -> None:
    assert "write --sort for the option" in cli.run("list", "-sort", "date", status=2).stderr


def test_the_value_of_an_option_is_never_a_query_word(cli: CommandLine) -> None:
    assert "'-date' is not one of" in cli.run("list", "--sort", "-date", status=2).stderr
    cli.run("list", "--limit", "-5", status=2)


def test_what_is_not_understood_is_said_and_the_rest_works(cli: CommandLine) -> None:
    result = cli.run("search", "pruning", "status:lost", "(x", "(y")
    lines = result.stderr.splitlines()
    assert lines[0].startswith("query, character 9: status: takes one of unread")
    assert lines[1] == "query, character 21: this bracket is not closed"
    assert len(result.stdout.splitlines()) == 1


def test_a_word_that_no_paper_has_is_named_with_what_was_sought_instead(cli: CommandLine) -> None:
    result = cli.run("search", "prunning", "--format", "ids")
    assert "“prunning”" in result.stderr and "pruning" in result.stderr
    assert result.stdout.split() == cli.ids("pruning")


def test_reading_makes_no_library(empty: CommandLine) -> None:
    for words in (
        ["list"], ["search", "graph"], ["list", "--json"], ["tags"], ["collections"], ["stats"], ["config"], ["keys"],
        ["import", "--dry-run", "list.txt"],
    ):  # fmt: skip
        empty.process(*words)
        assert not empty.library.exists(), words
    assert "paperterm import FILE" in empty.run("list").stderr


def test_the_library_option_goes_before_or_after_the_verb(cli: CommandLine) -> None:
    other = str(cli.home / "other")
    assert cli.run("--library", other, "list").stdout == ""
    assert cli.run("list", "--library", other).stdout == ""
    assert cli.run("list", f"--library={cli.library}").stdout == cli.run("list").stdout != ""
