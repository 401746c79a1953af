from __future__ import annotations

import pytest

from paperterm.search.found import Replaced, corrected


@pytest.mark.parametrize(
    ("text", "replaced", "expected"),
    [
        ("kernal bounds", [Replaced("kernal", ("kernel", "kennel"))], "kernel bounds"),
        ("kernals kernal ", [Replaced("kernal", ("kernel",))], "kernals kernel "),
        ("title:kernal -x", [Replaced("kernal", ("kernel",))], "title:kernel -x"),
        ("kernal grapf", [Replaced("kernal", ("kernel",)), Replaced("grapf", ("graph",))], "kernel graph"),
        ("a+b\\1 x", [Replaced("a+b\\1", ("c\\2",))], "c\\2 x"),
        ("kernel", [], "kernel"),
    ],
)
def test_near_words_take_the_place_of_whole_words(text: str, replaced: list[Replaced], expected: str) -> None:
    assert corrected(text, replaced) == expected
