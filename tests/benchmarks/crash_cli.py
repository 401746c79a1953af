"""A writer for `crashloop.py`: annotates through the command line, a process for each change, until it is killed.

A write is acknowledged when its process has ended with status 0. Each kill ends the writer and its running command
together. Between writes it also imports, exports, looks for damage, repairs, and makes backups.
"""

from __future__ import annotations

import os
import subprocess
import sys
from itertools import count
from typing import Any

from tests.benchmarks.crash_papers import STATUSES, Turn, say, values

PAPERS = 20
OUTPUT = os.dup(1)


def run(*words: str, text: str = "") -> None:
    """One command; a failure ends the writer with what the command said."""
    # With the writer's output open in it, too, whoever waits for the end of that waits until the command is gone.
    done = subprocess.run(
        [sys.executable, "-m", "paperterm", "--library", ".", *words],
        input=text, text=True, capture_output=True, check=False, pass_fds=[OUTPUT],
    )  # fmt: skip
    if done.returncode != 0:
        sys.exit(f"paperterm {' '.join(words)}: status {done.returncode}\n{done.stderr}")


def write(turn: Turn, key: str, value: dict[str, Any], number: int) -> None:
    """A new note or tag, and sometimes a status on top of it, each a write of its own."""
    kind = turn.chance.choice(("note", "tag"))
    if kind == "note":
        new, words = {**value, "note": turn.note(number)}, ["note", key]
        words.append(new["note"])
    else:
        new, words = {**value, "tags": [turn.mark(number)]}, ["tag", key, "--add", turn.mark(number)]
        words += [word for tag in value["tags"] for word in ("--remove", tag)]
    acknowledged(key, new, words)
    if turn.chance.random() < 0.3:
        status = turn.chance.choice([status for status in STATUSES if status != value["status"]])
        new = {**new, "status": status}
        acknowledged(key, new, ["mark", status, key])
    value.update(new)


def acknowledged(key: str, value: dict[str, Any], words: list[str]) -> None:
    """Say what is tried, do it, say that it is done."""
    say("TRY", key, value)
    run(*words)
    say("ACK", key, value)


def something_else(turn: Turn, number: int) -> None:
    """Now and then what else happens to a library."""
    dice = turn.chance.random()
    if dice < 0.04:
        other = turn.jsonl(PAPERS) + turn.jsonl(PAPERS + 1 + number % 5).splitlines()[-1]
        run("import", "-", "--format", "jsonl", "--collection", f"other {turn.writer} {number % 5}", text=other)
    elif dice < 0.08:
        run("doctor", "--repair")
    elif dice < 0.1:
        run("backup", "backups/whole.zip", "--force")
    elif dice < 0.12:
        run("export", "is:annotated", "--format", "jsonl")


def main() -> None:
    turn = Turn()
    keys = turn.keys(PAPERS)
    known = values(keys)
    if len(known) < PAPERS:
        run("import", "-", "--format", "jsonl", "--collection", f"writer {turn.writer}", text=turn.jsonl(PAPERS))
        known = values(keys)
    for number in count():
        key = turn.chance.choice(keys)
        write(turn, key, known[key], number)
        something_else(turn, number)


if __name__ == "__main__":
    main()
