"""The command line run as its users run it, on a library of its own for each test."""

from __future__ import annotations

import os
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from paperterm.cli.main import paperterm

LIST = """ICML 2024 论文列表

We study sharpness-aware minimization and show that flat minima generalize better than sharp ones in deep networks.

Pruning removes weights from a trained network. We propose a pruning rule that keeps the accuracy of the dense model.

Diffusion models generate images step by step. We present a sampler that needs four steps instead of a thousand.
"""


@dataclass(frozen=True)
class CommandLine:
    """One library and the two ways to run verbs on it."""

    home: Path

    @property
    def library(self) -> Path:
        return self.home / "library"

    @property
    def environment(self) -> dict[str, str]:
        return {
            "HOME": str(self.home),
            "PAPERTERM_LIBRARY": str(self.library),
            "PAPERTERM_CONFIG": str(self.home / "config.toml"),
            "LANG": "C.UTF-8",
            "PATH": os.environ.get("PATH", ""),
        }

    def run(self, *words: str, input: str | bytes | None = None, status: int = 0) -> Result:
        """In this process; what it ends with is checked."""
        result = self.run_any(*words, input=input)
        assert result.exit_code == status, result.stdout + result.stderr
        assert "Traceback" not in result.output
        return result

    def run_any(self, *words: str, input: str | bytes | None = None) -> Result:
        """In this process, whatever comes of it."""
        return CliRunner(env=self.environment).invoke(paperterm, words, input=input)

    def process(self, *words: str, **options: Any) -> subprocess.CompletedProcess[bytes]:
        """In a process of its own, with real streams."""
        settings: dict[str, Any] = {"env": self.environment, "cwd": self.home, "capture_output": True}
        return subprocess.run([*self.argv, *words], check=False, **settings | options)

    def python(self, *words: str) -> subprocess.CompletedProcess[bytes]:
        """Another Python program, in a process of its own."""
        return subprocess.run([sys.executable, *words], env=self.environment, check=False, capture_output=True)

    @property
    def argv(self) -> list[str]:
        return [sys.executable, "-m", "paperterm"]

    def ids(self, *query: str) -> list[str]:
        return self.run("list", "--format", "ids", *query).stdout.split()

    def files(self) -> dict[str, bytes]:
        """Everything in the library, byte for byte."""
        return {
            path.relative_to(self.library).as_posix(): path.read_bytes()
            for path in sorted(self.library.rglob("*"))
            if path.is_file()
        }


@pytest.fixture
def empty(tmp_path: Path) -> CommandLine:
    """A command line whose library is not there yet."""
    return CommandLine(tmp_path)


@pytest.fixture
def source(tmp_path: Path) -> Path:
    """A list of three papers."""
    file = tmp_path / "list.txt"
    file.write_text(LIST, encoding="utf-8")
    return file


@pytest.fixture
def cli(empty: CommandLine, source: Path) -> CommandLine:
    """A command line whose library has the three papers of `source`."""
    empty.run("import", str(source))
    return empty
