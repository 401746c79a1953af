"""`python -m paperterm`, and the console script."""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence


def main() -> None:
    """Run the command line."""
    # Streams that were closed by whoever started the process (`>&-`) are None; what goes there is nobody's.
    if sys.stdout is None or sys.stderr is None:
        from io import StringIO

        sys.stdout = sys.stdout or StringIO()
        sys.stderr = sys.stderr or StringIO()
    try:
        run(sys.argv[1:])
    except KeyboardInterrupt:  # Ctrl+C while the program itself is being read
        raise SystemExit(130) from None


def run(words: Sequence[str]) -> None:
    """Run one command; a plain start of the app, the most usual one, does without the parser of all the others."""
    if "_PAPERTERM_COMPLETE" not in os.environ and (not words or (len(words) == 2 and words[0] == "--library")):
        import gc

        gc.disable()  # nothing that a start makes is garbage; the app turns it on after its first frame
        from paperterm.cli.desk import open_desk
        from paperterm.cli.failures import status_of
        from paperterm.cli.session import Session

        sys.exit(status_of(lambda: open_desk(Session(*words[1:])), is_debug=False))
    from paperterm.cli.main import paperterm

    paperterm.main(list(words))


if __name__ == "__main__":
    main()
