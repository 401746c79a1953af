"""How a query that is being typed may go on: names of fields, and behind those the values that there are."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from typing import NamedTuple

from paperterm.model.text import display
from paperterm.search.conditions import CONDITIONS, HAS_VALUES, IS_VALUES, STATUSES
from paperterm.search.query import ALIASES, QUOTES, TEXT_FIELDS
from paperterm.search.syntax import Filter

FIELDS = ("tag", *TEXT_FIELDS, *(name for name in CONDITIONS[1:] if name != "like"))
"""The names of fields; of those that begin alike the first is offered."""

SHORTEST_FIELD = 2
"""Letters of a word from which it may become the name of a field."""

_CLOSED_PHRASE = re.compile(f"[{QUOTES}][^{QUOTES}]*[{QUOTES}]")
_NAME = re.compile(r"(?:^|[\s(])-*(\w+)$")
_VALUE = re.compile(rf"(?:^|[\s(])-*(\w+):([^\s(){QUOTES}]*|[{QUOTES}][^{QUOTES}]*)$")
_WRITABLE = re.compile(f"[^{QUOTES}]+")


class Completion(NamedTuple):
    """How a query may go on: what is shown behind it, and the whole of it once that is taken."""

    rest: str
    text: str


def complete(text: str, names: Callable[[str], Iterable[str]]) -> Completion | None:
    """The likeliest end of the word at the end of a query.

    Args:
        names: the values of `tag`, `venue` or `collection`, the likeliest first.
    """
    # What is left of quotation marks is the one that is still open.
    opened = _CLOSED_PHRASE.sub(lambda phrase: " " * len(phrase[0]), text)
    is_open = re.search(f"[{QUOTES}]", opened) is not None
    if found := _VALUE.search(opened):
        name, value = found.groups()
        if value.startswith(tuple(QUOTES)) != is_open:
            return None
        return _value(text, ALIASES.get(name.casefold(), name.casefold()), value[is_open:], found.start(2), names)
    found = None if is_open else _NAME.search(opened)
    return _field(text, found[1]) if found else None


def _field(text: str, typed: str) -> Completion | None:
    start = typed.casefold()
    if len(typed) < SHORTEST_FIELD:
        return None
    found = next((field for field in FIELDS if field.startswith(start)), None)
    rest = None if found is None else f"{found[len(start) :]}:"
    return None if rest is None else Completion(rest, text + rest)


def _value(text: str, field: str, typed: str, start: int, names: Callable[[str], Iterable[str]]) -> Completion | None:
    values = {"status": STATUSES, "is": IS_VALUES, "has": HAS_VALUES}.get(field)
    if values is None:
        values = tuple(names(field)) if field in ("tag", "venue", "collection") else ()
    begun = typed.casefold()
    if any(value.casefold() == begun for value in values):
        return None
    for value in values:
        goes_on = len(value) > len(typed) and value[: len(typed)].casefold() == begun
        if goes_on and _WRITABLE.fullmatch(value) and display(value) == value:
            written = str(Filter(field, value)).removeprefix(f"{field}:")
            return Completion(value[len(typed) :], f"{text[:start]}{written} ")
    return None
