"""What is built is whole: a wheel made from the sdist carries all it needs and runs from where it lies."""

from __future__ import annotations

import os
import subprocess
import sys
import tarfile
import zipfile
from pathlib import Path

import pytest

from tests.contracts.source import CHECKOUT, PACKAGE
from tests.terminal import Terminal


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the sdist, the wheel that was made from it, and `site`: the wheel's files, unpacked."""
    folder = tmp_path_factory.mktemp("dist")
    command = [sys.executable, "-m", "build", "--no-isolation", "--outdir", folder, CHECKOUT]
    found = subprocess.run(command, capture_output=True, text=True, cwd=folder, check=False)
    assert found.returncode == 0, found.stdout + found.stderr
    with zipfile.ZipFile(next(folder.glob("*.whl"))) as wheel:
        wheel.extractall(folder / "site")
    return folder


def test_what_is_built_is_whole_and_runs_outside_the_checkout(built: Path, tmp_path: Path) -> None:
    package = built / "site" / "paperterm"
    styles = {Path("styles") / name for name in files(CHECKOUT / "styles")}
    assert styles
    assert files(package) == files(PACKAGE) | styles
    assert Path("py.typed") in files(package)
    assert len(list(built.glob("site/*.dist-info/licenses/LICENSE"))) == 1
    assert not (built / "site" / "tests").exists()

    with tarfile.open(next(built.glob("*.tar.gz"))) as sdist:
        names = {name.partition("/")[2] for name in sdist.getnames()}
    assert {"README.md", "LICENSE", "pyproject.toml", "styles/triage.tcss", "tests/conftest.py"} <= names

    environment = {"HOME": str(tmp_path), "PATH": os.environ["PATH"], "TERM": "xterm-256color", "LANG": "C.UTF-8"}
    start = f"import sys; sys.path.insert(0, {str(built / 'site')!r}); from paperterm import __main__ as start; "
    check = f"assert start.__file__.startswith({str(package)!r}), start.__file__; start.main()"
    with Terminal([sys.executable, "-c", start + check], env=environment, cwd=tmp_path) as terminal:
        terminal.wait_for("(?i)sample")
        terminal.press("q")
        assert terminal.wait_for_end() == 0


def files(folder: Path) -> set[Path]:
    """The files below a folder, relative to it, without what Python and tools keep there."""
    found = {path.relative_to(folder) for path in folder.rglob("*") if path.is_file()}
    return {path for path in found if not any(part.startswith((".", "__pycache__")) for part in path.parts)}
