"""What a query that is being typed may go on with."""

from __future__ import annotations

from collections.abc import Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st

from paperterm.search.completion import complete
from paperterm.search.query import parse

NAMES = {
    "tag": ("theory/ntk", "theory", "gnn", "gnn-old"),
    "venue": ("ICML", "Proc. of ICML 2023", "ÉCOLE"),
    "collection": ("ICML 2024 论文列表", "ICML 2023", 'said "so"', "Garden"),
}


def names(field: str) -> Sequence[str]:
    return NAMES[field]


@pytest.mark.parametrize(
    ("typed", "taken"),
    [
        ("ta", "tag:"), ("graph ti", "graph title:"), ("-ta", "-tag:"), ("(ve", "(venue:"), ("AU", "AUthor:"),
        ("st", "status:"), ("is", "is:"), ("graph OR ye", "graph OR year:"),
        ("venue:ICML coll", "venue:ICML collection:"),
        ("tag:", "tag:theory/ntk "), ("tag:th", "tag:theory/ntk "), ("tag:GN", "tag:gnn "),
        ("tags:gnn-", "tags:gnn-old "),
        ("-tag:g", "-tag:gnn "), ("kernel (tag:g", "kernel (tag:gnn "),
        ("status:to", "status:to-read "), ("status:", "status:unread "), ("has:hi", "has:highlight "),
        ("is:st", "is:starred "), ("venue:ic", "venue:ICML "), ("venue:éc", "venue:ÉCOLE "),
        ("venue:proc", 'venue:"Proc. of ICML 2023" '), ('venue:"Proc. of', 'venue:"Proc. of ICML 2023" '),
        ("collection:icml", 'collection:"ICML 2024 论文列表" '), ('collection:"icml 2023', None),
        ('"neural tag:th" collection:G', '"neural tag:th" collection:Garden '),
        ('collection:"icml 202', 'collection:"ICML 2024 论文列表" '),
        # nothing to go on with
        ("", None), ("t", None), ("graph", None), ("tag", "tag:"), ("tag: ", None), ("tag:zzz", None),
        ("tag:gnn", None), ("tag:theory", None), ("tag:th ", None), ("year:20", None), ("foo:b", None),
        ('"neural ta', None), ('"neural tag:th', None), ("collection:said", None),
        ("title:ne", None), ("venue:ICML ", None),
        ("tag:(th", None), ("x-ta", None),
    ],
)  # fmt: skip
def test_the_word_at_the_end_goes_on(typed: str, taken: str | None) -> None:
    found = complete(typed, names)
    assert (found.text if found else None) == taken


@given(st.text(alphabet='tagvenuicol sh:"“-()*. 2', max_size=30))
def test_what_is_taken_is_understood_and_begins_with_what_was_typed(text: str) -> None:
    found = complete(text, names)
    if found is None:
        return
    assert found.rest and not found.rest.isspace()
    assert len(found.text) > len(text)
    known = {problem.message for problem in parse(text, typing=True).problems}
    assert {problem.message for problem in parse(found.text, typing=True).problems} <= known
