"""The conditions of the query language (`tag: status: venue: year: collection: is: has: like:`) and their values."""

from __future__ import annotations

import re

from paperterm.errors import PapertermError
from paperterm.model.annotation import ReadingStatus, fold_tag
from paperterm.model.text import fold
from paperterm.search.syntax import Filter

CONDITIONS = ("tag", "status", "venue", "year", "collection", "is", "has", "like")

STATUSES = tuple(status.value for status in ReadingStatus)
IS_VALUES = ("starred", *STATUSES, "tagged", "annotated", "derived")
HAS_VALUES = ("note", "highlight", "tag", "title", "author", "abstract", "year", "venue", "doi", "arxiv", "link")

_YEARS = re.compile(r"(?P<first>\d{1,4})?(?:(?P<range>\.\.|-|–)(?P<last>\d{1,4})?)?")
_ID = re.compile("[0-9a-f]{4,16}")
_COMPARED = re.compile(r"(?P<sign>>=|<=|>|<|=)(?P<year>\d{1,4})")


def condition(name: str, value: str, *, is_prefix: bool, is_typed: bool) -> Filter | str | None:
    """A condition with its value in one form; a sentence when the value makes no sense; None while it is too short."""
    if name == "tag":
        return _tag(value, is_prefix, is_typed)
    if name == "year":
        return _year(value, is_typed)
    if name in ("venue", "collection"):
        folded = fold(value)
        return Filter(name, folded, is_prefix, is_typed) if folded else None
    if name == "like":
        return _like(value, is_typed)
    values = {"status": STATUSES, "is": IS_VALUES, "has": HAS_VALUES}[name]
    return _chosen(name, value, values, is_typed)


def year_range(value: str) -> tuple[int, int]:
    """First and last year of a value that `condition` made: `2023`, `2022..2024`, `2022..` or `..2024`."""
    first, dots, last = value.partition("..")
    if not dots:
        return int(first), int(first)
    return int(first or 0), int(last or 9999)


def _tag(value: str, is_prefix: bool, is_typed: bool) -> Filter | str | None:
    try:
        return Filter("tag", fold_tag(value), is_prefix, is_typed)
    except PapertermError as error:
        return None if is_typed or not value else error.message


def _like(value: str, is_typed: bool) -> Filter | str | None:
    ids = [one for one in value.casefold().split(",") if one]
    if ids and all(map(_ID.fullmatch, ids)):
        return Filter("like", ",".join(ids))
    return None if is_typed else "like: takes the id of a paper, or several with commas between them"


def _chosen(name: str, value: str, values: tuple[str, ...], is_typed: bool) -> Filter | str | None:
    folded = fold(value).replace(" ", "-").replace("_", "-")
    for candidate in (folded, folded.removesuffix("s"), folded.replace("toread", "to-read")):
        if candidate in values:
            return Filter(name, candidate)
    starting = [known for known in values if known.startswith(folded)]
    if len(starting) == 1 and len(folded) >= 2:
        return Filter(name, starting[0])
    if starting and is_typed:
        return None
    return f"{name}: takes one of {', '.join(values)}"


def _year(value: str, is_typed: bool) -> Filter | str | None:
    wrong = "year: takes a year or a range, such as 2023, 2022..2024 or 2022.."
    value = value.replace(" ", "")
    if compared := _COMPARED.fullmatch(value):
        return _compared(compared["sign"], int(compared["year"]), is_typed, len(compared["year"]))
    found = _YEARS.fullmatch(value)
    if not found or not (found["first"] or found["last"]):
        return None if is_typed and re.fullmatch(r"[.<>=]*", value) else wrong
    if is_typed and any(len(year) < 4 for year in (found["first"], found["last"]) if year):
        return None
    if not found["range"]:
        return Filter("year", str(int(found["first"])))
    first, last = found["first"] or "", found["last"] or ""
    if first and last and int(first) > int(last):
        first, last = last, first
    return Filter("year", f"{int(first) if first else ''}..{int(last) if last else ''}")


def _compared(sign: str, year: int, is_typed: bool, digits: int) -> Filter | None:
    if is_typed and digits < 4:
        return None
    if sign == "=":
        return Filter("year", str(year))
    if sign.startswith(">"):
        return Filter("year", f"{year + (sign == '>')}..")
    return Filter("year", f"..{max(0, year - (sign == '<'))}")
