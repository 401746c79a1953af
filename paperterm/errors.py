"""Errors that a person sees: what went wrong, what to do about it, and the exit status."""

from __future__ import annotations


class PapertermError(Exception):
    """A failure that can be said in one sentence.

    Attributes:
        message: what happened, naming the file or paper; one sentence without a full stop at the end is fine.
        hint: what the reader can do about it; may be empty.
        exit_code: the status the command line ends with (1: asked for something that failed, 2: wrong usage).
    """

    exit_code = 1

    def __init__(self, message: str, hint: str = "", *, exit_code: int | None = None) -> None:
        super().__init__(message)
        self.message = message
        self.hint = hint
        if exit_code is not None:
            self.exit_code = exit_code

    def __str__(self) -> str:
        return f"{self.message}\n{self.hint}" if self.hint else self.message


class ConfigError(PapertermError):
    """The settings file cannot be used."""


class SourceError(PapertermError):
    """A file or stream that was to be imported cannot be read at all."""


class StoreError(PapertermError):
    """The library on disk cannot be read or written."""


class LibraryUnreadable(StoreError):
    """A library file is damaged or from a newer version; it is left exactly as it is."""


class LibraryNotWritable(StoreError):
    """The library can be read but not written (permissions, full disk, read-only file system)."""


class LibraryBusy(StoreError):
    """Another process holds the library's lock for too long."""


class PaperNotFound(PapertermError):
    """No paper, or more than one, has the id or prefix that was given."""


class QueryError(PapertermError):
    """A query cannot be used at all (half-typed input is never an error)."""


class ExportError(PapertermError):
    """A reading list or bibliography cannot be written where it was asked for."""
