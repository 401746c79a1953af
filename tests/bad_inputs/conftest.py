"""A reader's desk, and results that are made once for all workers of a run."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import pytest
from filelock import FileLock

from tests.end_to_end.conftest import LISTS, Desk

Once = Callable[[str, Callable[[Path], Any]], Any]


@pytest.fixture
def desk(tmp_path: Path) -> Iterator[Desk]:
    """An empty home folder with one list of five papers in it, `list.txt`."""
    with ExitStack() as ends:
        desk = Desk(tmp_path / "home", ends)
        (desk.home / "list.txt").write_bytes((LISTS / "garden.txt").read_bytes())
        yield desk


@pytest.fixture(scope="session")
def once(tmp_path_factory: pytest.TempPathFactory, request: pytest.FixtureRequest) -> Once:
    """Give what a function gives (JSON) for a name: it is called once, whichever worker needs it first."""
    is_worker = hasattr(request.config, "workerinput")
    base = tmp_path_factory.getbasetemp()
    shared = base.parent if is_worker else base

    def get(name: str, make: Callable[[Path], Any]) -> Any:
        file = shared / f"{name}.json"
        with FileLock(f"{file}.lock"):
            if not file.exists():
                folder = shared / name
                folder.mkdir(exist_ok=True)
                file.write_text(json.dumps(make(folder)), encoding="utf-8")
            return json.loads(file.read_text("utf-8"))

    return get
