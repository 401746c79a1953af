"""Who may import whom, and what is not loaded before it is needed."""

from __future__ import annotations

import ast
import json
import os
import re
import subprocess
import sys
import sysconfig
import tomllib
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.contracts.source import CHECKOUT, modules, room
from tests.terminal import Terminal

ANYWHERE = "anywhere"
HOMES: dict[str, set[str]] = {
    "textual": {"tui"},
    "rich": {"cli", "tui"},
    "click": {"cli"},
    "tinydb": {"store"},
    "filelock": {"store"},
    "numpy": {"search"},
    "rank_bm25": {"search"},
    "Stemmer": {"search"},
    "pyperclip": {"export"},
    "pylatexenc": {"export", "importers", "present"},
    "anyascii": {"export"},
    "platformdirs": {"locations"},
    "wcwidth": {"present"},
    "markdown_it": {"present"},
    "mdit_py_plugins": {"present"},
    "_sha2": {"store"},
    "_sha256": {"store"},
}
"""The rooms in which each library may be imported."""

DISTRIBUTIONS = {
    "markdown-it-py": "markdown_it",
    "mdit-py-plugins": "mdit_py_plugins",
    "rank-bm25": "rank_bm25",
    "PyStemmer": "Stemmer",
}
"""Where a distribution's name is not its module's."""

HEAVY = ("numpy", "rank_bm25", "bibtexparser", "pylatexenc", "tinydb", "Stemmer", "pyperclip")
"""Slow to import or needed late: never on the way to a first frame or to help."""


def imported(tree: ast.Module) -> Iterator[str]:
    """The top-level names of everything that a module imports, wherever in it."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from (alias.name.split(".")[0] for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"line {node.lineno}: imports are absolute here"
            yield (node.module or "").split(".")[0]


def test_the_rooms_import_downwards_only() -> None:
    program = Path(sysconfig.get_path("scripts")) / "lint-imports"
    found = subprocess.run([program, "--no-cache"], cwd=CHECKOUT, capture_output=True, text=True, check=False)
    assert found.returncode == 0, found.stdout + found.stderr


@pytest.mark.parametrize("module", modules())
def test_a_library_is_imported_in_its_own_rooms_only(module: str) -> None:
    foreign = {name for name in imported(modules()[module]) if name not in sys.stdlib_module_names} - {"paperterm"}
    assert {name for name in foreign if room(module) not in HOMES.get(name, set())} == set()


def test_every_dependency_is_used() -> None:
    project = tomllib.loads((CHECKOUT / "pyproject.toml").read_text("utf-8"))["project"]
    names = [re.split(r"[<>=!~\[; ]", line)[0] for line in project["dependencies"]]
    used = {name for tree in modules().values() for name in imported(tree)}
    assert [name for name in names if DISTRIBUTIONS.get(name, name) not in used] == []


def loaded_by(script: str, home: Path, *arguments: str) -> set[str]:
    """The modules that a fresh interpreter holds after a script; the script prints `sys.modules` as JSON last."""
    found = subprocess.run(
        [sys.executable, "-c", script, *arguments],
        env={"HOME": str(home), "PATH": "", "LANG": "C.UTF-8"},
        cwd=home, capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert found.returncode == 0, found.stdout + found.stderr
    return set(json.loads(found.stdout.splitlines()[-1]))


RUN = """
import json, sys
from paperterm.__main__ import main
try:
    main()
except SystemExit as end:
    assert not end.code, end.code
print()
print(json.dumps(list(sys.modules)))
"""


def test_help_loads_nothing_heavy(tmp_path: Path) -> None:
    loaded = loaded_by(RUN, tmp_path, "--help")
    assert loaded.isdisjoint({*HEAVY, "textual", "rich"}), sorted(loaded & {*HEAVY, "textual", "rich"})


def test_marking_and_tagging_load_no_search_and_no_bibtex(tmp_path: Path) -> None:
    (tmp_path / "list.txt").write_bytes((CHECKOUT / "tests" / "data" / "garden.txt").read_bytes())
    loaded_by(RUN, tmp_path, "import", "list.txt")
    listing = subprocess.run(
        [sys.executable, "-m", "paperterm", "list", "--format", "ids"],
        env={"HOME": str(tmp_path), "PATH": ""}, cwd=tmp_path, capture_output=True, text=True, check=True,
    )  # fmt: skip
    paper = listing.stdout.split()[0]
    heavy = {*HEAVY, "textual"} - {"tinydb"}
    for arguments in (["mark", "read", paper], ["tag", paper, "--add", "theory"], ["star", paper]):
        loaded = loaded_by(RUN, tmp_path, *arguments)
        assert loaded.isdisjoint(heavy), (arguments, sorted(loaded & heavy))


FIRST_FRAME = """
import json, sys
from paperterm.__main__ import main
from paperterm.tui.app import PapertermApp

def on_ready(app):
    with open("loaded.part", "w") as file:
        json.dump(list(sys.modules), file)
    os.replace("loaded.part", "loaded")

import os
PapertermApp.on_ready = on_ready
main()
"""


@pytest.mark.parametrize("arguments", [[], ["list.txt"]], ids=["sample", "library"])
def test_the_first_frame_needs_nothing_heavy(tmp_path: Path, arguments: list[str]) -> None:
    (tmp_path / "list.txt").write_bytes((CHECKOUT / "tests" / "data" / "garden.txt").read_bytes())
    environment = {"HOME": str(tmp_path), "PATH": os.environ["PATH"], "TERM": "xterm-256color", "LANG": "C.UTF-8"}
    if arguments:
        loaded_by(RUN, tmp_path, "import", *arguments)
    with Terminal([sys.executable, "-c", FIRST_FRAME], env=environment, cwd=tmp_path) as terminal:
        terminal.wait_for(lambda _: (tmp_path / "loaded").exists())
    loaded = set(json.loads((tmp_path / "loaded").read_text()))
    assert "paperterm.tui.app" in loaded
    assert loaded.isdisjoint(HEAVY), sorted(loaded & set(HEAVY))
