"""Bytes to text: by byte-order mark, else strict UTF-8, else the encoding that the reader names; never by guess."""

from __future__ import annotations

import codecs
from typing import NoReturn

from paperterm.errors import SourceError
from paperterm.importers.kinds import binary_kind, compression
from paperterm.model.text import display

# UTF-32 first: its little-endian mark begins with that of UTF-16.
_MARKS = (
    (codecs.BOM_UTF8, "utf-8-sig"),
    (codecs.BOM_UTF32_LE, "utf-32"),
    (codecs.BOM_UTF32_BE, "utf-32"),
    (codecs.BOM_UTF16_LE, "utf-16"),
    (codecs.BOM_UTF16_BE, "utf-16"),
)
_BINARY_LOOK = 4_096
"""Bytes in which a NUL shows that a file is no text."""
_PROPOSED = (("gb18030", "Chinese"), ("big5", "Chinese"), ("shift_jis", "Japanese"), ("cp1252", "Western European"))
_SHOWN = 40
"""Characters of a damaged line that a message quotes."""


def decode(content: bytes, name: str, encoding: str | None = None) -> str:
    """The text of a file.

    Args:
        name: of the file, safe for a terminal.
        encoding: given by the reader; goes before everything else.

    Raises:
        SourceError: the bytes are no text, or not in this encoding. The message says where.
    """
    if packed := compression(content):
        raise SourceError(f"{name}: compressed ({packed})", "Unpack it first, and import what is inside.")
    if kind := binary_kind(content):
        raise SourceError(
            f"{name}: not a text file, but {kind}", "Import a list of abstracts as plain text or JSON Lines."
        )
    if encoding:
        return _decode_as(content, name, encoding)
    for mark, marked in _MARKS:
        if content.startswith(mark):
            return _decode_as(content, name, marked)
    if b"\x00" in content[:_BINARY_LOOK]:
        hint = "If it is a text in UTF-16, say --encoding utf-16-le or utf-16-be."
        raise SourceError(f"{name}: looks like a binary file, not like text", hint)
    try:
        return content.decode("utf-8")
    except UnicodeDecodeError as error:
        _refuse(content, name, error)


def _decode_as(content: bytes, name: str, encoding: str) -> str:
    try:
        text = content.decode(encoding)
    except LookupError:
        raise SourceError(
            f"there is no text encoding “{display(encoding)}”", "Known are utf-8, utf-16, gb18030, shift_jis, latin-1 …"
        ) from None
    except (UnicodeError, ValueError) as error:
        at = f" from byte {error.start:,}" if isinstance(error, UnicodeDecodeError) else ""
        raise SourceError(
            f"{name}: not {display(encoding)}{at}", "Try it without --encoding, or with another one."
        ) from None
    if "\x00" in text[:_BINARY_LOOK]:
        raise SourceError(f"{name}: not text in {display(encoding)}", "Try another encoding.")
    return text.removeprefix("\ufeff")


def _refuse(content: bytes, name: str, error: UnicodeDecodeError) -> NoReturn:
    before = content[: error.start]
    line = before.count(b"\n") + 1
    start = before.rfind(b"\n") + 1
    beginning = display(content[start : error.start].decode("utf-8")[:_SHOWN])
    where = f"byte {error.start:,}, line {line:,}" + (f", which begins “{beginning}”" if beginning.strip() else "")
    raise SourceError(f"{name}: not UTF-8 ({where})", _proposal(content, before)) from None


def _proposal(content: bytes, before: bytes) -> str:
    fitting = [f"{encoding} ({language})" for encoding, language in _PROPOSED if _fits(content, encoding)]
    # Letters of several bytes before it: the file is UTF-8, and damaged there.
    if not before.isascii() or not fitting:
        return "Repair that line, or say with --encoding what the file is in."
    return f"It can be read with --encoding {' or '.join(fitting)}; you know which it is. Or repair that line."


def _fits(content: bytes, encoding: str) -> bool:
    try:
        content.decode(encoding)
    except UnicodeError:
        return False
    return True
