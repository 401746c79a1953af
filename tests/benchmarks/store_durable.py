"""What a change costs until it is on the disk, against a bare append and fsync of as many bytes in the same turn.

    python tests/benchmarks/store_durable.py 266 10000 100000

One JSON object a line: wall times in milliseconds (median and minimum), their ratio pair by pair (median), CPU time of
a change, and of opening and closing the library.
"""

from __future__ import annotations

import argparse
import json
import os
import statistics
import tempfile
import time
from pathlib import Path

from paperterm.model.annotation import Annotation, ReadingStatus
from paperterm.model.change import Change, Edit
from paperterm.store import checkpoint
from paperterm.store.documents import to_document
from paperterm.store.store import Store

ANNOTATION = Annotation(
    ReadingStatus.READ,
    tags=("graph", "theory"),
    note="A note of some twenty words about what was found and what is still missing. " * 2,
    updated="2024-01-01T00:00:00+00:00",
)


def paper_id(number: int) -> str:
    return format(number * 0x9E3779B97F4A7C15 % 2**64, "016x")


def make_library(folder: Path, count: int) -> None:
    """A library in which `count` papers are annotated."""
    documents = {str(number + 1): to_document(paper_id(number), ANNOTATION) for number in range(count)}
    folder.mkdir()
    parts = checkpoint.encode({"annotations": documents, "history": {}}, 1, "00000000")
    (folder / checkpoint.NAME).write_bytes(b"".join(parts))


def measure(folder: Path, count: int, turns: int) -> dict[str, object]:
    """Change one paper after another, each durable before the next."""
    make_library(folder / "library", count)
    cpu = time.process_time()
    store = Store.open(folder / "library")
    opened = time.process_time() - cpu
    bare: list[float] = []
    ours: list[float] = []
    cpus: list[float] = []
    descriptor = os.open(folder / "bare", os.O_WRONLY | os.O_CREAT | os.O_APPEND)
    log = folder / "library" / "annotations.log"
    change(store, 0, count, "first")
    store.annotations.flush()
    for turn in range(turns):
        size = log.stat().st_size
        started, cpu = time.perf_counter(), time.process_time()
        change(store, turn * 37, count, str(turn))
        store.annotations.flush()
        ours.append(time.perf_counter() - started)
        cpus.append(time.process_time() - cpu)
        line = b"x" * (log.stat().st_size - size)
        started = time.perf_counter()
        os.write(descriptor, line)
        os.fsync(descriptor)
        bare.append(time.perf_counter() - started)
    os.close(descriptor)
    cpu = time.process_time()
    store.close()
    closed = time.process_time() - cpu
    ratios = [mine / other for mine, other in zip(ours, bare, strict=True)]
    return {
        "annotated": count,
        "change_ms": round(statistics.median(ours) * 1e3, 3),
        "change_min_ms": round(min(ours) * 1e3, 3),
        "bare_ms": round(statistics.median(bare) * 1e3, 3),
        "bare_min_ms": round(min(bare) * 1e3, 3),
        "ratio": round(statistics.median(ratios), 2),
        "change_cpu_ms": round(statistics.median(cpus) * 1e3, 3),
        "open_cpu_ms": round(opened * 1e3, 1),
        "close_cpu_ms": round(closed * 1e3, 1),
    }


def change(store: Store, number: int, count: int, when: str) -> None:
    now = store.annotations.get(paper_id(number % count))
    edit = Edit(paper_id(number % count), now, now._replace(starred=not now.starred, updated=when))
    store.annotations.apply(Change("1 paper: starred", (edit,)))


def main() -> None:
    parser = argparse.ArgumentParser(description="change to durable, against a bare append and fsync")
    parser.add_argument("annotated", type=int, nargs="*", default=[266, 10_000, 100_000])
    parser.add_argument("--turns", type=int, default=300)
    options = parser.parse_args()
    for count in options.annotated:
        with tempfile.TemporaryDirectory() as folder:
            print(json.dumps(measure(Path(folder), count, options.turns)), flush=True)


if __name__ == "__main__":
    main()
