"""The verifier that goes with `crash_cli.py` and `crash_app.py`: opens the library as any program would."""

from __future__ import annotations

import os
import select
import sys
from contextlib import suppress
from pathlib import Path

from paperterm.library import Library
from paperterm.store.doctor import diagnose
from tests.benchmarks.crash_papers import say, values

PATIENCE = 20_000
"""Milliseconds until an app that should have ended counts as one that did not."""


def wait_for_apps() -> None:
    """A killed writer's app dies by a signal from the kernel, which may take a moment longer."""
    folder = Path.cwd()
    for file in folder.parent.glob(f"{folder.name}.app-*"):
        with suppress(ProcessLookupError, ValueError):
            waiting = select.poll()
            waiting.register(os.pidfd_open(int(file.read_text())), select.POLLIN)
            if not waiting.poll(PATIENCE):
                sys.exit(f"process {file.read_text()} has not ended")


def main() -> None:
    sys.stdin.read()
    wait_for_apps()
    for finding in diagnose(Path()).findings:
        if finding.level == "damage":
            sys.stdout.write(f"CORRUPT {finding.text}\n")
    with Library.open(Path()) as library:
        for problem in library.problems:
            # A change that was cut off by the kill is left out, and said.
            if "left out" not in problem:
                sys.stdout.write(f"CORRUPT {problem}\n")
        for number in range(len(library)):
            library.paper(number)
    sys.stdout.flush()
    for key, value in values().items():
        say("HAS", key, value)


if __name__ == "__main__":
    main()
