"""A library as a hostile hand would write it: what the import's gate takes away is in the files themselves."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from paperterm.model.annotation import UNTOUCHED, Annotation, Highlight, ReadingStatus
from paperterm.model.change import Change, Edit
from paperterm.model.collection import Collection
from paperterm.model.paper import Paper
from paperterm.store.store import Store
from tests.bad_inputs.payloads import whole


def paper_id(row: int) -> str:
    """The paper of a row."""
    return format(row * 0x9E3779B97F4A7C15 % 2**64, "016x")


def shelve(folder: Path, rows: Mapping[int, tuple[str, ...]]) -> None:
    """Make a library with a list, a paper and an annotation for each row, the row's texts in every field."""
    store = Store.open(folder)
    for row, payloads in rows.items():
        text = whole(payloads)
        paper = Paper(
            paper_id(row), f"Thorn {row} {text}", authors=(f"Ada {text}", f"Emmy {text}"), venue=f"Venue {text}",
            year=2024, abstract=f"Hedges {row} prune. {text}\n\nAgain {text}", doi=f"10.1000/{text}", url=text,
            arxiv_id=text, citation_key=f"key{text}", extra={"volume": text},
        )  # fmt: skip
        store.catalogue.append(Collection(f"List {row} {text}", venue=text, source=f"{text}.txt"), [paper])
        annotation = Annotation(
            ReadingStatus.SKIPPED, tags=(f"tag{row}", *(f"t{row}{payload}" for payload in payloads)),
            note="Noted:\n" + "\n".join(payloads), skip_reason=f"because {text}",
            highlights=(Highlight(text, 0, "yellow", f"remark {text}"),), citation_key=f"cited{row}",
        )  # fmt: skip
        store.annotations.apply(Change(f"tagged {text}", (Edit(paper.paper_id, UNTOUCHED, annotation),)))
    store.annotations.flush()
    store.close()
