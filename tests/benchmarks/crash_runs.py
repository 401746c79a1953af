"""Every long run of kills and power cuts, one after another; or those that are named.

    python tests/benchmarks/crash_runs.py BENCH [RUN…] [--share 0.1]

BENCH is the folder of crashloop.py and powercut.py, RUN a name from `RUNS`. Each run gives one JSON object on a line
of its own. The status is 0 when nothing was lost, extra, corrupt or stalled in any of them. Power cuts need root.
"""

from __future__ import annotations

import argparse
import json
import os
import shlex
import subprocess
import sys
import tempfile
from dataclasses import dataclass
from pathlib import Path
from typing import Any

HERE = Path(__file__).resolve().parent
CHECKOUT = HERE.parents[1]
SHOWN = ("kills", "kills_before_first_ack", "tried", "acked", "lost", "extra", "corrupt", "stalled", "writer_failed")
"""The figures of a run's line."""


@dataclass(frozen=True)
class Run:
    """Which harness and writer, and how often."""

    writer: str
    verifier: str
    times: int
    options: tuple[str, ...] = ()
    harness: str = "crashloop.py"

    def command(self, bench: Path, times: int, folder: Path) -> list[str]:
        """The harness with its arguments; `folder` is empty and for it alone."""
        program = [sys.executable, str(bench / self.harness)]
        sides = ["--writer", self._side(self.writer), "--verify", self._side(self.verifier)]
        if self.harness == "powercut.py":
            return [*program, "--cuts", str(times), *sides, *self.options]
        return [*program, "run", "--kills", str(times), "--dir", str(folder / "library"), *sides, *self.options]

    @staticmethod
    def _side(name: str) -> str:
        return shlex.join([sys.executable, str(HERE / name)])


STORE = ("store_writer.py", "store_verify.py")
CLI = ("crash_cli.py", "crash_verify.py")
APP = ("crash_app.py", "crash_verify.py")
IN_A_WRITE, TWO = ("--aim", "try"), ("--writers", "2")

RUNS = {
    "store": Run(*STORE, 1000),
    "store-two": Run(*STORE, 400, TWO),
    "cli": Run(*CLI, 1000, IN_A_WRITE),
    "cli-two": Run(*CLI, 400, TWO),
    "app": Run(*APP, 1000, IN_A_WRITE),
    "app-two": Run(*APP, 400, TWO),
    "app-hangup": Run(*APP, 100, ("--signal", "HUP", "--stop-timeout", "30")),
    "power-ext4": Run(*STORE, 200, ("--fs", "ext4"), "powercut.py"),
    "power-xfs": Run(*STORE, 200, ("--fs", "xfs"), "powercut.py"),
}


def outcome(name: str, bench: Path, share: float) -> dict[str, Any]:
    """What came of one run."""
    run = RUNS[name]
    with tempfile.TemporaryDirectory() as folder:
        command = run.command(bench, max(1, round(run.times * share)), Path(folder))
        environment = {**os.environ, "PYTHONPATH": str(CHECKOUT)}
        done = subprocess.run(command, env=environment, capture_output=True, text=True, check=False)
    try:
        found: dict[str, Any] = json.loads(done.stdout)
    except ValueError:
        return {"run": name, "ok": False, "error": done.stderr.strip()[-500:] or f"status {done.returncode}"}
    figures = {key: found[key] for key in SHOWN}
    rest = {key: found[key] for key in ("inflight_kept", "inflight_absent", "did_not_stop", "write_ms", "wall_s")}
    return {"run": name, "ok": found["ok"], **figures, **rest, "failures": found["failures"][:5]}


def main() -> None:
    parser = argparse.ArgumentParser(description="long runs of kills and power cuts")
    parser.add_argument("bench", type=Path, metavar="BENCH")
    parser.add_argument("runs", nargs="*", metavar="RUN", help=f"of {', '.join(RUNS)}")
    parser.add_argument("--share", type=float, default=1.0, help="of the kills of each run, such as 0.1")
    options = parser.parse_args()
    if unknown := set(options.runs) - set(RUNS):
        parser.error(f"no such run: {', '.join(unknown)}")
    is_well = True
    for name in options.runs or RUNS:
        found = outcome(name, options.bench.resolve(), options.share)
        is_well &= bool(found["ok"])
        print(json.dumps(found), flush=True)
    sys.exit(0 if is_well else 1)


if __name__ == "__main__":
    main()
