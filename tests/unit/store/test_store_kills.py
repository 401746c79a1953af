"""Killed without warning, cut off from power: what was acknowledged is there, and nothing else.

The long runs (a thousand kills, several writers) are for `crashloop.py` and `powercut.py`, which take
`tests/benchmarks/store_writer.py` and `store_verify.py` as their writer and verifier.
"""

from __future__ import annotations

import json
import os
import random
import shutil
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from paperterm.store import doctor
from paperterm.store.store import Store

CHECKOUT = Path(__file__).resolve().parents[3]
WRITER = CHECKOUT / "tests" / "benchmarks" / "store_writer.py"
VERIFIER = CHECKOUT / "tests" / "benchmarks" / "store_verify.py"
KILLS = 20
"""Of each of the five tests, so that they are a hundred together."""


def start(folder: Path, turn: int, writer: int) -> subprocess.Popen[str]:
    environment = {
        **os.environ,
        "PYTHONPATH": str(CHECKOUT),
        "CRASHLOOP_SEED": f"{turn * 10 + writer}",
        "CRASHLOOP_WRITER": f"{writer}",
        "CRASHLOOP_ROUND": f"{turn}",
    }
    command = [sys.executable, str(WRITER)]
    return subprocess.Popen(command, cwd=folder, env=environment, stdout=subprocess.PIPE, text=True)


@pytest.mark.parametrize(
    ("writers", "seed"),
    [(1, 1), (1, 2), (1, 3), (2, 4), (2, 5)],
    ids=["row1-one", "row1-one-again", "row1-one-more", "row1-row17-two", "row1-row17-two-again"],
)
def test_no_acknowledged_change_is_lost_by_a_kill(tmp_path: Path, writers: int, seed: int) -> None:
    chance = random.Random(seed)
    allowed: dict[str, list[str]] = {}
    for turn in range(seed * 100, seed * 100 + KILLS // writers):
        running = [start(tmp_path, turn, writer) for writer in range(writers)]
        said: list[str] = []
        for process in running:
            assert process.stdout is not None
            said += [process.stdout.readline() for _ in range(chance.randrange(3, 25))]
        for process in running:
            process.send_signal(signal.SIGKILL)
        for process in running:
            said += process.communicate()[0].splitlines(keepends=True)
        for word, key, value in [line.split(" ", 2) for line in said if line.endswith("\n")]:
            note = json.loads(value)["note"]
            allowed[key] = [note] if word == "ACK" else [*allowed.get(key, [""]), note]
        found = {key: value.note for key, value in Store.open(tmp_path).annotations.items()}
        assert found.keys() <= allowed.keys()
        for key, notes in allowed.items():
            assert found.get(key, "") in notes
            allowed[key] = [found.get(key, "")]
        assert doctor.diagnose(tmp_path).is_sound
    assert len(allowed) > 10


@pytest.mark.parametrize("kind", ["row3-ext4", "row3-xfs"])
def test_no_acknowledged_change_is_lost_by_a_power_cut(kind: str) -> None:
    kind = kind.removeprefix("row3-")
    tool = Path(os.environ.get("PAPERTERM_POWERCUT", CHECKOUT.parent / "shared" / "bench" / "powercut.py"))
    if os.geteuid() != 0 or not tool.is_file() or shutil.which(f"mkfs.{kind}") is None:
        pytest.skip(f"needs root, mkfs.{kind} and powercut.py (PAPERTERM_POWERCUT names it)")
    command = [sys.executable, str(tool), "--fs", kind, "--cuts", "3", "--size-mib", "320"]
    command += ["--writer", f"{sys.executable} {WRITER}", "--verify", f"{sys.executable} {VERIFIER}"]
    environment = {**os.environ, "PYTHONPATH": str(CHECKOUT)}
    done = subprocess.run(command, capture_output=True, text=True, env=environment, check=False)
    if done.returncode == 2:
        pytest.skip("this machine cannot make a file system of its own")
    result = json.loads(done.stdout)
    assert (result["lost"], result["corrupt"], result["extra"]) == (0, 0, 0)
    assert result["acked"] > 0
