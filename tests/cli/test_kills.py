"""Killed in the middle of a command or in the middle of a key: what was acknowledged is there, and nothing else.

A few rounds of what `tests/benchmarks/crash_runs.py` does for an hour.
"""

from __future__ import annotations

import json
import os
import random
import signal
import subprocess
import sys
from pathlib import Path

import pytest

CHECKOUT = Path(__file__).resolve().parents[2]
BENCHMARKS = CHECKOUT / "tests" / "benchmarks"
ENVIRONMENT = {**os.environ, "PYTHONPATH": str(CHECKOUT)}


def lines_of_ended_writer(program: str, library: Path, turn: int, most: int, number: signal.Signals) -> list[list[str]]:
    """Run a writer until it has said some lines, send the signal to it and to all that it started; what it said."""
    told = {"CRASHLOOP_WRITER": "0", "CRASHLOOP_ROUND": f"{turn}", "CRASHLOOP_SEED": f"{turn}"}
    told["HOME"] = str(library.parent)
    process = subprocess.Popen(
        [sys.executable, BENCHMARKS / program],
        cwd=library, env=ENVIRONMENT | told, stdout=subprocess.PIPE, text=True, start_new_session=True,
    )  # fmt: skip
    assert process.stdout is not None
    lines = [process.stdout.readline() for _ in range(random.Random(turn).randrange(1, most))]
    os.killpg(process.pid, number)
    lines += process.communicate()[0].splitlines(keepends=True)
    assert lines[0], f"{program} ended by itself"
    if number == signal.SIGTERM and "app" in program:
        assert process.returncode == 128 + number
    else:
        assert process.returncode == -number
    return [line.split(" ", 2) for line in lines if line.endswith("\n")]


def found(library: Path) -> dict[str, object]:
    """What another program finds in the library, which it must be able to open and must find undamaged."""
    verifier = [sys.executable, BENCHMARKS / "crash_verify.py"]
    done = subprocess.run(verifier, cwd=library, env=ENVIRONMENT, input="", capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    lines = [line.split(" ", 2) for line in done.stdout.splitlines()]
    assert {word for word, *_ in lines} <= {"HAS"}, done.stdout
    return {key: json.loads(value) for _, key, value in lines}


@pytest.mark.parametrize(
    ("program", "rounds", "most", "number"),
    [
        pytest.param("crash_cli.py", 8, 8, signal.SIGKILL, id="row1-commands-killed"),
        pytest.param("crash_cli.py", 4, 8, signal.SIGTERM, id="row4-commands-terminated"),
        pytest.param("crash_app.py", 4, 12, signal.SIGKILL, id="row1-app-killed"),
        pytest.param("crash_app.py", 3, 12, signal.SIGTERM, id="row4-app-terminated"),
    ],
)
def test_what_was_acknowledged_survives(
    tmp_path: Path, program: str, rounds: int, most: int, number: signal.Signals
) -> None:
    library = tmp_path / "library"
    library.mkdir()
    allowed: dict[str, list[object]] = {}
    tried = 0
    for turn in range(rounds):
        for word, key, text in lines_of_ended_writer(program, library, turn, most, number):
            value = json.loads(text)
            allowed[key] = [value] if word == "ACK" else [*allowed.get(key, [None]), value]
            tried += word == "TRY"
        present = found(library)
        assert present.keys() <= allowed.keys()
        for key, values in allowed.items():
            assert present.get(key) in values
            allowed[key] = [present.get(key)]
    assert tried >= rounds
