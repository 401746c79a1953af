"""JSON Lines: one paper a line, with the fields that `paperterm export --format jsonl` writes."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence

from paperterm.importers.gathering import Draft, Gathering, OnProgress
from paperterm.importers.headings import name_of_source, parse_heading
from paperterm.importers.result import Imported
from paperterm.model.annotation import ReadingStatus
from paperterm.model.collection import Collection
from paperterm.model.text import clean_line, fold

LONGEST_LINE = 1_000_000
"""Characters."""
LATEST_YEAR = 2200

# What the reader added; it belongs to the library that it was written in.
_ANNOTATIONS = ("status", "starred", "tags", "note", "highlights", "skip_reason")
_NOT_OF_THE_PAPER = frozenset([*_ANNOTATIONS, "paper_id", "collections", "added", "updated", "score"])
# Other programs' "status" ("Poster", "Reject") is a field of the paper like any other.
_STATUSES = frozenset(ReadingStatus)
_TEXTS = ("title", "venue", "abstract", "doi", "arxiv_id", "url", "citation_key")
_UNTOUCHED: tuple[object, ...] = (None, "", "unread", False, [])

Record = Mapping[str, object]


class _Unreadable(ValueError):
    """A line that cannot be used, and why."""


def sniff(head: str, name: str) -> int:
    """How much the beginning of a text looks like JSON Lines of papers, from 0 to 100."""
    first = head.lstrip("\ufeff \t\r\n").partition("\n")[0]
    if not first.startswith("{"):
        return 0
    return 90 if any(f'"{field}"' in first for field in ("abstract", "title", "paper_id")) else 10


def read(text: str, source: str, on_progress: OnProgress | None = None) -> Imported:
    """Read one record a line; lines that cannot be read are problems, and the others are kept.

    Raises:
        SourceError: no line holds a paper.
    """
    gathering = Gathering(source, on_progress)
    names: set[str] = set()
    venues: set[tuple[str, int | None]] = set()
    annotated = 0
    lines = text.removeprefix("\ufeff").replace("\r\n", "\n").replace("\r", "\n").split("\n")
    for number, line in enumerate(lines, 1):
        if not line.strip():
            continue
        try:
            record = _parse(line)
            draft = _draft(record, number, gathering)
        except _Unreadable as problem:
            gathering.refuse(number, f"{problem}; left out")
            continue
        gathering.add(draft)
        names.update(_strings(record.get("collections")) or [""])
        venues.add((draft.venue, draft.year))
        annotated += any(field not in draft.extra and record.get(field) not in _UNTOUCHED for field in _ANNOTATIONS)
    if annotated:
        gathering.mention(None, f"status, tags or notes of {annotated:,} papers are not taken over")
    return gathering.finish(_collection(names, venues, source))


def _collection(names: set[str], venues: set[tuple[str, int | None]], source: str) -> Collection:
    """The collection that all records name, else one named after the file; its venue is that of all records."""
    name = next(iter(names)) if len(names) == 1 else ""
    heading = parse_heading(name or name_of_source(source))
    venue, year = next(iter(venues)) if len(venues) == 1 else (heading.venue, heading.year)
    return Collection(name or heading.name, clean_line(venue), year, source)


def _parse(line: str) -> Record:
    if len(line) > LONGEST_LINE:
        raise _Unreadable(f"a line of {len(line):,} characters (at most {LONGEST_LINE:,})")
    try:
        record = json.loads(line, object_pairs_hook=_unique, parse_constant=_refuse_constant)
    except _Unreadable:
        raise
    except RecursionError:
        raise _Unreadable("nested too deeply") from None
    except json.JSONDecodeError as error:
        raise _Unreadable(f"not JSON: {error.msg} at character {error.colno}") from None
    except ValueError as error:  # a number of more digits than Python reads
        raise _Unreadable(f"not JSON: {error}") from None
    if not isinstance(record, dict):
        raise _Unreadable("no JSON object")
    return record


def _unique(pairs: list[tuple[str, object]]) -> dict[str, object]:
    record = dict(pairs)
    if len(record) < len(pairs):
        names = [name for name, _ in pairs]
        repeated = next(name for name in names if names.count(name) > 1)
        raise _Unreadable(f"“{repeated[:100]}” is given twice")
    return record


def _refuse_constant(name: str) -> object:
    raise _Unreadable(f"{name} is no JSON")


def _draft(record: Record, line: int, gathering: Gathering) -> Draft:
    fields = {fold(name).replace(" ", "_"): value for name, value in record.items()}
    if len(fields) < len(record):
        raise _Unreadable("two fields whose names differ only in case")
    texts = {name: _text(fields.pop(name, None), name, line, gathering) for name in _TEXTS}
    authors = _authors(fields.pop("authors", None), line, gathering)
    is_derived = fields.pop("title_is_derived", False) is True
    year, year_text = _year(fields.pop("year", None))
    extra = dict(_extra(fields))
    if year_text:
        extra["year"] = year_text
    if not any([*texts.values(), *authors]):
        raise _Unreadable("no title, abstract, authors or key")
    return Draft(line, title_is_derived=is_derived, authors=authors, year=year, extra=extra, **texts)


def _text(value: object, name: str, line: int, gathering: Gathering) -> str:
    if isinstance(value, dict | list):
        gathering.mention(line, f"{name} is no text; ignored")
        return ""
    return _as_text(value)


def _as_text(value: object) -> str:
    if value is None or isinstance(value, str):
        return value or ""
    return json.dumps(value, ensure_ascii=False)


def _authors(value: object, line: int, gathering: Gathering) -> tuple[str, ...]:
    if isinstance(value, str):
        return tuple(name.strip() for name in value.split(" and ") if name.strip())
    if value is not None and not isinstance(value, list):
        gathering.mention(line, "authors is no list; ignored")
    names = tuple(_strings(value))
    if isinstance(value, list) and len(names) < len(value):
        gathering.mention(line, f"{len(value) - len(names):,} authors are no names; ignored")
    return names


def _strings(value: object) -> Sequence[str]:
    return [part for part in value if isinstance(part, str) and part.strip()] if isinstance(value, list) else []


def _year(value: object) -> tuple[int | None, str]:
    """The year as a number, or else its text."""
    text = _as_text(value).strip()
    if re.fullmatch("[0-9]{4}", text) and 0 < int(text) <= LATEST_YEAR:
        return int(text), ""
    return None, text


def _extra(fields: Record) -> Mapping[str, str]:
    extra = dict(_pairs(fields.get("extra")))
    extra.update(_pairs({name: value for name, value in fields.items() if name != "extra"}))
    is_foreign_status = extra.get("status", "unread") not in _STATUSES
    kept = (name for name in extra if name not in _NOT_OF_THE_PAPER or (name == "status" and is_foreign_status))
    return {name: extra[name] for name in kept}


def _pairs(value: object) -> Mapping[str, str]:
    if not isinstance(value, dict):
        return {}
    return {name: text for name, field in value.items() if (text := _as_text(field))}
