"""How fast the app is, as ratios to bare Textual programs in the same run: launch, search key, cursor key.

    python tests/benchmarks/app_speed.py PTYBENCH PAPERS [-n RUNS] -- paperterm --library DIR

PTYBENCH is the path of ptybench.py, a harness that drives terminal programs on a pseudo-terminal; PAPERS is how many
the library has; what follows `--` is the program. Nothing here judges: compare with the promises of the project.
"""

from __future__ import annotations

import argparse
import json
import shlex
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any

HERE = Path(__file__).resolve().parent
QUERY = "gra"
"""Each letter more leaves other papers, so that every key changes the page."""
BODY = "@changed:1-37"
"""The rows of list and reader."""


def floor(name: str) -> str:
    """The command of a bare program."""
    return shlex.join([sys.executable, str(HERE / f"floor_{name}.py")])


def run(harness: str, app: list[str], *arguments: str) -> dict[str, Any]:
    """One measurement: the harness's report."""
    with tempfile.TemporaryDirectory() as folder:
        report = Path(folder) / "report.json"
        settings = ["--env", "PYTHONDONTWRITEBYTECODE=", "--env", "COLORTERM=truecolor", "--json", str(report)]
        subprocess.run([sys.executable, harness, *arguments, *settings, "--", *app], check=True, capture_output=True)
        found: dict[str, Any] = json.loads(report.read_text("utf-8"))
        return found


def steps(option: str, pairs: list[tuple[str, str]]) -> list[str]:
    """The arguments of a cycle of steps."""
    return [part for keys, expectation in pairs for part in (option, keys, expectation)]


def measurements(papers: int, runs: int) -> dict[str, list[str]]:
    """The harness's arguments for each measurement."""
    shown = f"{papers:,} papers"
    cursor = [("j", BODY), ("k", BODY)]
    letters = [(letter, BODY) for letter in QUERY]
    n = ["-n", str(runs)]
    return {
        "launch": ["launch", *n, "--until", shown, "--vs", floor("hello"), "--vs-until", "hello world"],
        "cursor": ["keys", *n, "--ready", shown, *steps("--step", cursor),
                   "--vs", floor("list"), "--vs-ready", "ready", *steps("--vs-step", cursor)],
        "search": ["keys", *n, "--ready", shown, "--quiet-ms", "100",
                   *steps("--step", [(f"/{QUERY[0]}", BODY), *letters[1:], ("<C-u><Enter>", shown)]),
                   "--vs", floor("page"), "--vs-ready", "0  0",
                   *steps("--vs-step", [*letters, ("<C-u>", BODY)])],
    }  # fmt: skip


def say(name: str, report: dict[str, Any]) -> None:
    """A line for each step: ratios (medians) of CPU and time, and the app's own milliseconds and bytes."""
    for step in report["steps"]:
        app, cpu = step["a"], step["a"]["match_cpu_ms"] or step["a"]["cpu_ms"]
        shown = app["match_ms"] or app["last_byte_ms"]
        print(
            f"{name:8} {step['step']:12} CPU {step['cpu_ratio_a_to_b']['median']:5.2f}  "
            f"time {step['ratio_a_to_b']['median']:5.2f}   {cpu['median']:6.1f} ms CPU {shown['median']:6.1f} ms "
            f"{app['output_bytes']['median']:7.0f} bytes"
        )
    memory = {name: program["memory_kib"]["rss_kib"]["median"] / 1024 for name, program in report["programs"].items()}
    print(f"{name:8} memory {memory['a']:.1f} MiB, bare {memory['b']:.1f} MiB")


def main() -> None:
    """Measure and print one line each."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("harness")
    parser.add_argument("papers", type=int)
    parser.add_argument("-n", "--runs", type=int, default=12)
    parser.add_argument("--only", default="")
    parser.add_argument("app", nargs="+")
    asked = parser.parse_args()
    for name, arguments in measurements(asked.papers, asked.runs).items():
        if not asked.only or asked.only == name:
            say(name, run(asked.harness, asked.app, *arguments))


if __name__ == "__main__":
    main()
