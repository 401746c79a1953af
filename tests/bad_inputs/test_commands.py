"""Foreign text in what the commands print, to a terminal and to a pipe: inert in both."""

from __future__ import annotations

import json
import re
import subprocess
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import pytest

from paperterm.model.text import display
from tests.bad_inputs.conftest import Once
from tests.bad_inputs.payloads import HARMLESS, LITERAL, PAYLOADS, argument
from tests.bad_inputs.shelves import paper_id, shelve
from tests.end_to_end.conftest import PROGRAM, Desk
from tests.terminal import sequences, stray_controls

CONTROLS = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\u200b\u200e\u200f\u2028-\u202e\u2066-\u2069]")


def commands(rows: dict[int, tuple[str, ...]]) -> dict[str, tuple[list[str], int]]:
    """Every command that prints foreign text, or quotes what it was given, with its exit status."""
    text = " ".join(argument(row) for row in rows.values())
    papers = [paper_id(row) for row in rows]
    return {
        "list": (["list"], 0), "json": (["list", "--json"], 0), "jsonl": (["list", "--format", "jsonl"], 0),
        "tsv": (["list", "--format", "tsv"], 0), "search": (["search", "hedges", "prune"], 0),
        "show": (["show", *papers], 0), "show json": (["show", *papers, "--json"], 0),
        "note": (["note", papers[0]], 0), "tags": (["tags"], 0), "tags json": (["tags", "--json"], 0),
        "collections": (["collections"], 0), "collections json": (["collections", "--json"], 0),
        "stats": (["stats"], 0), "bibtex": (["export"], 0), "markdown": (["export", "--format", "markdown"], 0),
        "records": (["export", "--format", "jsonl"], 0), "tag": (["tag", papers[0], "--add", "t" + text[:60]], 0),
        "undo": (["undo"], 0), "no paper": (["show", text], 1), "no file": (["import", text[:200]], 1),
        "no verb": ([text], 2), "no format": (["export", "--format", text], 2), "no option": (["list", f"--{text}"], 2),
        "no field": (["search", f"no:{text}", "hedges"], 0), "no tag": (["tags", "delete", text], 1),
        "no library": (["--library", f"list.txt/{text[:60].replace('/', '')}", "list"], 1),
    }  # fmt: skip


def printed(folder: Path, rows: dict[int, tuple[str, ...]], names: frozenset[str] = frozenset()) -> dict[str, Any]:
    """What the commands (those named, or all) print to a terminal and into pipes (latin-1), and their statuses."""
    with ExitStack() as ends:
        desk = Desk(folder / "home", ends)
        shelve(desk.home / "library", rows)
        (desk.home / "list.txt").write_text("A list.\n")
        desk.environment["PAPERTERM_LIBRARY"] = str(desk.home / "library")
        said: dict[str, Any] = {"terminal": {}, "pipe": {}, "status": {}}
        for name, (words, _) in commands(rows).items():
            if names and name not in names:
                continue
            with desk.open(*words) as terminal:
                statuses = [terminal.wait_for_end()]
                said["terminal"][name] = bytes(terminal.raw).decode("latin-1")
            done = subprocess.run(
                [PROGRAM, *words], env=desk.environment, cwd=desk.home, capture_output=True, timeout=60, check=False
            )
            said["pipe"][name] = (done.stdout.decode("latin-1"), done.stderr.decode("latin-1"))
            said["status"][name] = [*statuses, done.returncode]
        return said


@pytest.fixture(scope="session")
def harmless(once: Once) -> set[bytes]:
    """The kinds of sequence that the commands send for plain words."""
    names = frozenset({"list", "show", "stats", "collections", "no paper"})
    run = once("commands-harmless", lambda folder: printed(folder, HARMLESS, names))
    return sequences("".join(run["terminal"].values()).encode("latin-1"))


@pytest.fixture(scope="session")
def hostile(once: Once) -> dict[str, Any]:
    """What is printed of all payloads."""
    return dict(once("commands-hostile", lambda folder: printed(folder, PAYLOADS)))


@pytest.mark.parametrize("name", commands(HARMLESS), ids=lambda name: f"row96-{name}")
def test_output_is_inert(name: str, harmless: set[bytes], hostile: dict[str, Any]) -> None:
    sent = hostile["terminal"][name].encode("latin-1")
    assert sequences(sent) - harmless == set()
    assert [found for found in stray_controls(sent) if found not in (b"\r", b"\t")] == []
    for stream in hostile["pipe"][name]:
        text = stream.encode("latin-1").decode("utf-8")
        assert CONTROLS.findall(text) == []
        assert "Traceback" not in text
    assert hostile["status"][name] == [commands(PAYLOADS)[name][1]] * 2


@pytest.mark.parametrize("name", ["json", "show json", "tags json", "collections json"], ids=lambda n: f"row96-{n}")
def test_json_is_one_document_in_ascii(name: str, hostile: dict[str, Any]) -> None:
    output, _ = hostile["pipe"][name]
    assert output.isascii()
    assert json.loads(output)


@pytest.mark.parametrize("row", LITERAL, ids=lambda row: f"row{row}")
def test_a_page_shows_every_letter(row: int, hostile: dict[str, Any]) -> None:
    output = hostile["pipe"]["show"][0].encode("latin-1").decode()
    assert [payload for payload in PAYLOADS[row] if display(payload) not in output] == []


@pytest.mark.parametrize("row", PAYLOADS, ids=lambda row: f"row{row}")
def test_no_payload_is_sent_as_it_is(row: int, hostile: dict[str, Any]) -> None:
    sent = "".join(hostile["terminal"].values())
    for payload in PAYLOADS[row]:
        raw = payload.encode().decode("latin-1")
        assert not ("\x1b" in payload[:-1] or "\x9b" in payload or "\x9d" in payload) or raw not in sent
