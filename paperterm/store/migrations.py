"""From an older schema of `annotations.json` to today's: pure functions on plain data, one a step.

A library is brought up to date in memory when it is read. On the disk it changes with the first write, after a backup,
and in one replacement of the file.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType

from paperterm.store import checkpoint
from paperterm.store.checkpoint import Tables

Migration = Callable[[Tables], Tables]

MIGRATIONS: Mapping[int, Migration] = MappingProxyType({})
"""From schema n, by n, to n + 1. Schema 1 is the first."""


def migrate(tables: Tables, schema: int) -> Tables:
    """The tables in today's schema.

    Raises:
        KeyError: there is no way from that schema.
    """
    for step in range(schema, checkpoint.SCHEMA):
        tables = MIGRATIONS[step](tables)
    return tables
