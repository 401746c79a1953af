"""A writer for `crashloop.py` and `powercut.py`: annotates through the store until it is killed.

Every key is a paper_id; each writer has papers of its own. Besides changes of one paper it makes checkpoints, opens the
library anew, imports lists, undoes and redoes, so that a kill can hit any of them.
"""

from __future__ import annotations

import json
import os
import random
from pathlib import Path

from paperterm.model.annotation import ReadingStatus
from paperterm.model.change import Change, Edit
from paperterm.model.collection import Collection
from paperterm.model.paper import Paper
from paperterm.store.store import Store

PAPERS = 30


def say(word: str, key: str, value: object) -> None:
    os.write(1, f"{word} {key} {json.dumps(value)}\n".encode())


def main() -> None:
    chance = random.Random(int(os.environ["CRASHLOOP_SEED"]))
    me, turn = int(os.environ["CRASHLOOP_WRITER"]), int(os.environ["CRASHLOOP_ROUND"])
    store, count = Store.open(Path()), 0
    while True:
        count += 1
        key = f"{me:04x}{chance.randrange(PAPERS):012x}"
        before = store.annotations.get(key)
        status = chance.choice(list(ReadingStatus))
        note = f"{turn}.{count} " + "é" * chance.choice((5, 40, 800))
        say("TRY", key, {"status": status, "note": note})
        after = before._replace(status=status, note=note)
        store.annotations.apply(Change("1 paper", (Edit(key, before, after),)))
        store.annotations.flush()
        say("ACK", key, {"status": status, "note": note})
        store = something_else(chance, store, me, count)


def something_else(chance: random.Random, store: Store, me: int, count: int) -> Store:
    """Now and then what else happens to a library."""
    dice = chance.random()
    if dice < 0.05:
        store.annotations.checkpoint()
    elif dice < 0.07:
        store.close()
        return Store.open(Path())
    elif dice < 0.08:
        paper = Paper(f"ffff{me:04x}{count % 50:08x}", f"Title {count}", abstract="text " * 100)
        store.catalogue.append(Collection(f"List {me} {count % 20}"), [paper])
    elif dice < 0.1 and store.annotations.undo() is not None:
        # Both together change nothing: the writer's promises stay as they are.
        store.annotations.redo()
        store.annotations.flush()
    return store


if __name__ == "__main__":
    main()
