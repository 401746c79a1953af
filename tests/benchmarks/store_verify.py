"""The verifier that goes with `store_writer.py`: opens the library as the program does and says what it holds."""

from __future__ import annotations

import json
import sys
from pathlib import Path

from paperterm.store.doctor import diagnose
from paperterm.store.store import Store


def main() -> None:
    sys.stdin.read()
    store = Store.open(Path())
    for problem in store.catalogue.problems:
        print("CORRUPT", problem)
    for number in range(len(store.catalogue)):
        store.catalogue.paper(number)
    for paper_id, annotation in store.annotations.items():
        if annotation.note:
            print("HAS", paper_id, json.dumps({"status": annotation.status, "note": annotation.note}))
    for finding in diagnose(Path()).findings:
        if finding.level == "damage":
            print("CORRUPT", finding.text)


if __name__ == "__main__":
    main()
