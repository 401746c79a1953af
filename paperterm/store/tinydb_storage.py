"""TinyDB on the ledger: its tables are the way in, and what an operation touched is one line of the journal.

TinyDB's own storages rewrite the whole file at each operation. `JournalTable` hands its updaters a view of the live
rows that notes what is touched, so an operation costs what it changes. `_update_table` is private: the version of
TinyDB is pinned to 4, and a test holds the hook.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, MutableMapping
from typing import Any

from tinydb import TinyDB
from tinydb.storages import Storage
from tinydb.table import Table

from paperterm.store.documents import Document
from paperterm.store.ledger import Ledger


class JournalStorage(Storage):
    """Hands out the ledger's tables, and stages what changes in them."""

    def __init__(self, ledger: Ledger) -> None:
        self.ledger = ledger

    def read(self) -> dict[str, dict[str, Any]]:
        """The live tables, in a mapping of its own: TinyDB drops a table by deleting it there, then calls `write`."""
        return dict(self.ledger.state.tables)

    def write(self, data: dict[str, dict[str, Any]]) -> None:
        """Stage the difference to the tables as they are: TinyDB comes here only to drop tables."""
        for name, current in list(self.ledger.state.tables.items()):
            wanted = data.get(name, {})
            gone: dict[str, Document | None] = {key: None for key in current if key not in wanted}
            self.write_changed(name, gone | {key: row for key, row in wanted.items() if current.get(key) != row})
        for name in data.keys() - self.ledger.state.tables.keys():
            self.write_changed(name, data[name])

    def write_changed(self, name: str, documents: Mapping[str, Document | None]) -> None:
        """Stage some documents of a table; `None` removes one."""
        if documents:
            self.ledger.stage(name, documents)


class _TrackedRows(MutableMapping[int, Any]):
    """What an updater gets: integer ids over rows keyed by text, copied when touched."""

    def __init__(self, rows: Mapping[str, Document]) -> None:
        self._rows = rows
        self._touched: dict[str, Document | None] = {}

    def changed(self) -> dict[str, Document | None]:
        """The rows that differ from what they were."""
        return {key: row for key, row in self._touched.items() if self._rows.get(key) != row}

    def __getitem__(self, doc_id: int) -> Document:
        key = str(doc_id)
        if key not in self._touched:
            self._touched[key] = dict(self._rows[key])
        row = self._touched[key]
        if row is None:
            raise KeyError(doc_id)
        return row

    def __setitem__(self, doc_id: int, row: Mapping[str, Any]) -> None:
        self._touched[str(doc_id)] = dict(row)

    def __delitem__(self, doc_id: int) -> None:
        if doc_id not in self:
            raise KeyError(doc_id)
        self._touched[str(doc_id)] = None

    def __contains__(self, doc_id: object) -> bool:
        key = str(doc_id)
        return self._touched[key] is not None if key in self._touched else key in self._rows

    def __iter__(self) -> Iterator[int]:
        return iter([int(key) for key in {**self._rows, **self._touched} if int(key) in self])

    def __len__(self) -> int:
        return sum(1 for _ in self)

    def clear(self) -> None:
        self._touched.update(dict.fromkeys([*self._rows, *self._touched]))


class JournalTable(Table):
    """A table whose operations cost what they touch."""

    def _update_table(self, updater: Callable[[dict[int, Mapping[str, Any]]], None]) -> None:
        storage = self._storage
        assert isinstance(storage, JournalStorage)
        rows = _TrackedRows(storage.read().get(self.name, {}))
        updater(rows)  # type: ignore[arg-type]  # updaters use it as a mapping
        storage.write_changed(self.name, rows.changed())
        self.clear_cache()

    def put(self, documents: Mapping[int, Document | None]) -> None:
        """Set whole documents by id; `None` removes one. One operation, whatever their number."""

        def updater(rows: dict[int, Any]) -> None:
            for doc_id, document in documents.items():
                if document is not None:
                    rows[doc_id] = document
                elif doc_id in rows:
                    del rows[doc_id]

        self._update_table(updater)


class JournalDB(TinyDB):
    """The library's annotations as a TinyDB. Nothing is on the disk before the ledger's `commit`."""

    table_class = JournalTable

    def __init__(self, ledger: Ledger) -> None:
        super().__init__(ledger, storage=JournalStorage)

    def put(self, table: str, documents: Mapping[int, Document | None]) -> None:
        """`JournalTable.put` for a table by its name."""
        found = self.table(table)
        assert isinstance(found, JournalTable)
        found.put(documents)
