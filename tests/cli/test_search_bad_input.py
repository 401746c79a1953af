"""Absurd queries, damaged indexes, odd libraries: an answer or a sentence, never a traceback or a wrong nothing."""

from __future__ import annotations

import json
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.cli.conftest import CommandLine

QUERIES = {
    "100 kB of words": "network " * 12_500,
    "100 kB of one word": "network" * 14_300,
    "100 kB of different words": " ".join(f"word{number}" for number in range(10_000)),
    "100 kB of a phrase": '"' + "network " * 12_500 + '"',
    "10,000 opening brackets": "(" * 10_000,
    "10,000 closing brackets": ")" * 10_000,
    "10,000 pairs of brackets": "()" * 10_000,
    "10,000 brackets in one another": "(" * 10_000 + "network" + ")" * 10_000,
    "10,000 minus signs": "-" * 10_000 + "network",
    "10,000 ORs": "network OR " * 10_000,
    "10,000 quotation marks": '"' * 10_001,
    "10,000 fields": "title:" * 10_000 + "network",
    "10,000 stars": "*" * 10_000,
    "only stop words": "the of and to in",
    "only symbols": "!!! ??? *** %%% ^^^ ~~~ $$ {} [] \\ //",
    "only conditions that make no sense": "status:x year:x is:x has:x tag:,, venue: collection:",
    "control characters": "net\x01work \x1b[31mred\x1b[0m \x07 \x9b2J \x7f",
    "half a surrogate pair": "network \udcff",
    "characters that turn the line round": "\u202enetwork\u202c \u2066x\u2069",
    "combining marks": "n" + "\u0301" * 2_000,
    "emoji": "👩‍👩‍👧‍👦 🏳️‍🌈 network",
    "nothing but blanks": " \u3000 ",
}


@pytest.mark.parametrize("options", [(), ("--any",), ("--expand",)], ids=["all", "any", "expand"])
@pytest.mark.parametrize("query", QUERIES.values(), ids=QUERIES)
def test_absurd_queries_are_answered(cli: CommandLine, query: str, options: tuple[str, ...]) -> None:
    started = time.process_time()
    result = cli.run("search", *options, "--", query)
    assert time.process_time() - started < 20
    assert len(result.stdout.splitlines()) <= 3
    assert result.stdout or "no paper matches" in result.stderr
    assert "\x1b" not in result.output and len(result.stderr) < 5_000


@pytest.mark.parametrize(
    ("query", "papers", "said"),
    [
        ("network " * 12_500, 2, "only the first 512 words are used"),
        ("(" * 10_000 + "network" + ")" * 10_000, 2, "brackets can be 40 deep"),
        ("the of and to in", 2, "these have most of them"),
        ("the", 1, ""),
        ("!!! network ???", 2, "!!! has no letter or digit in it, so it is passed over"),
        ("net\x01work", 2, ""),
        ("\x07network\x07", 2, ""),
        ("network \udcff", 2, ""),
        ("-network", 1, ""),
        ("%%%", 3, "%%% has no letter or digit in it"),
        ("", 3, ""),
    ],
)
def test_what_can_be_understood_of_an_absurd_query_counts(cli: CommandLine, query: str, papers: int, said: str) -> None:
    result = cli.run("search", "--", query)
    assert len(result.stdout.splitlines()) == papers and said in result.stderr


def test_a_pasted_abstract_finds_its_paper(cli: CommandLine) -> None:
    abstract = json.loads(cli.run("search", "sharpness", "--json").stdout)[0]["abstract"]
    assert "sharpness" in cli.run("search", "--", abstract).stdout.lower()


def of_another_version(index: Path) -> None:
    for name in ("index.json", "*/segment.json"):
        for path in index.glob(name):
            manifest = json.loads(path.read_text("utf-8"))
            path.write_text(json.dumps({**manifest, "format": 99}), encoding="utf-8")


def of_other_words(index: Path) -> None:
    manifest = json.loads((index / "index.json").read_text("utf-8"))
    (index / "index.json").write_text(json.dumps({**manifest, "tokens": 0}), encoding="utf-8")


def cut_short(index: Path) -> None:
    for path in index.glob("*/*.bin"):
        path.write_bytes(path.read_bytes()[: path.stat().st_size // 2])


def without_postings(index: Path) -> None:
    for path in index.glob("*/papers.bin"):
        path.unlink()


def of_nonsense(index: Path) -> None:
    for path in index.rglob("*.json"):
        path.write_bytes(b"\xff{nonsense")


def of_folders(index: Path) -> None:
    (index / "index.json").unlink()
    (index / "index.json").mkdir()


@pytest.mark.parametrize(
    "damage", [of_another_version, of_other_words, cut_short, without_postings, of_nonsense, of_folders]
)
def test_an_index_that_is_of_no_use_is_made_anew(cli: CommandLine, damage: Callable[[Path], None]) -> None:
    before = cli.run("search", "network", "--json").stdout
    (manifest,) = cli.library.rglob("index.json")
    damage(manifest.parent)
    for _ in range(2):
        assert cli.run("search", "network", "--json").stdout == before
    cli.run("doctor")


def imported(cli: CommandLine, *rows: dict[str, str]) -> CommandLine:
    """A library of these papers."""
    cli.run("import", "-", "--format", "jsonl", input="\n".join(map(json.dumps, rows)))
    return cli


def found(cli: CommandLine, *words: str) -> list[str]:
    return [row["title"] for row in json.loads(cli.run("search", "--json", *words).stdout)]


def test_no_papers(empty: CommandLine) -> None:
    for words in (
        ["graph"],
        ["--any", "graph", "net"],
        ["-graph"],
        ["status:read"],
        ["--facets"],
        ["--expand", "graph"],
    ):
        result = empty.run("search", *words)
        assert result.stdout == "" and "the library has no papers yet" in result.stderr, words
    assert empty.run("search", "graph", "--json").stdout.strip() == "[]"


def test_one_paper(empty: CommandLine) -> None:
    cli = imported(empty, {"title": "Graphs", "abstract": "Graphs, graphs and the graphs of graphs."})
    for words in (
        ["graph"],
        ["graph", "graphs"],
        ["--any", "graph", "net"],
        ["the"],
        ["--expand", "graph"],
        ["grahps"],
    ):
        assert found(cli, *words) == ["Graphs"], words
    assert found(cli, "--", "-graph") == [] and found(cli, "title:graph") == ["Graphs"]
    (paper,) = json.loads(cli.run("list", "--json").stdout)
    result = cli.run("search", "--like", paper["paper_id"])
    assert result.stdout == "" and "no other paper is like it" in result.stderr


def test_papers_without_abstracts(empty: CommandLine) -> None:
    cli = imported(empty, *({"title": title} for title in ("Graph networks", "Graph kernels", "Of gardens")))
    assert sorted(found(cli, "graph")) == ["Graph kernels", "Graph networks"]
    assert found(cli, "abstract:graph") == [] and len(found(cli, "--", "-has:abstract")) == 3
    assert found(cli, '"graph kernels"') == ["Graph kernels"] == found(cli, "kernal")
    result = cli.run("search", "graph", "--snippets")
    assert len(result.stdout.splitlines()) == 2
    ids = cli.ids("kernels")
    assert "Graph networks" in cli.run("search", "--like", *ids).stdout


def test_a_word_that_every_paper_has_hides_none(empty: CommandLine) -> None:
    cli = imported(empty, *({"title": f"Paper {n}", "abstract": f"We study learning {n}."} for n in range(5)))
    assert len(found(cli, "learning")) == 5 == len(found(cli, "--any", "we", "learning"))
