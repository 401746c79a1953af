"""What a file is that is no list of papers, or not one in plain text: told by its content."""

from __future__ import annotations

import re

_MAGIC = (
    (b"\x89PNG\r\n\x1a\n", "a PNG picture"),
    (b"\xff\xd8\xff", "a JPEG picture"),
    (b"GIF8", "a GIF picture"),
    (b"%PDF-", "a PDF document"),
    (b"%!PS", "a PostScript document"),
    (b"\x7fELF", "a program (ELF)"),
    (b"MZ\x90", "a program"),
    (b"\xcf\xfa\xed\xfe", "a program (Mach-O)"),
    (b"SQLite format 3\x00", "an SQLite database"),
    (b"\xd0\xcf\x11\xe0", "an old Office document"),
    (b"{\\rtf", "an RTF document"),
)
_COMPRESSED = (
    (b"\x1f\x8b", "gzip"),
    (b"PK\x03\x04", "zip"),
    (b"PK\x05\x06", "zip"),
    (b"BZh", "bzip2"),
    (b"\xfd7zXZ\x00", "xz"),
    (b"\x28\xb5\x2f\xfd", "zstd"),
    (b"7z\xbc\xaf\x27\x1c", "7z"),
)
_TEXT_KINDS = (
    (re.compile(r"(?:%[^\n]*\n|\s)*@\s*[A-Za-z]+\s*[{(]"), "BibTeX"),
    (re.compile(r"\s*TY  - "), "RIS"),
    (re.compile(r"\s*PMID- ?\d"), "PubMed"),
    (re.compile(r"\s*<\?xml|\s*<(?:rss|feed|rdf)\b", re.IGNORECASE), "XML"),
    (re.compile(r"\s*<(?:!doctype html|html|head|body)\b", re.IGNORECASE), "HTML"),
    (re.compile(r"\s*\{\s*[\"}]|\s*\[\s*[\[{\"\]]"), "JSON"),
    (re.compile(r"\s*%YAML\s|\s*(?:---\s*\n\s*)?- [a-z_]+: .*\n +[a-z_]+:|\s*---\s*\n\s*[a-z_]+: "), "YAML"),
    (re.compile(r"#!"), "a script"),
)


def binary_kind(head: bytes) -> str:
    """The kind of a binary file by its first bytes, as "a PNG picture"; "" if they are of no known kind."""
    return next((kind for magic, kind in _MAGIC if head.startswith(magic)), "")


def compression(head: bytes) -> str:
    """The name of the compression by the first bytes; "" if there is none."""
    return next((kind for magic, kind in _COMPRESSED if head.startswith(magic)), "")


def text_kind(head: str) -> str:
    """The format of a text that is surely no plain list of abstracts; "" if it may be one."""
    return next((kind for form, kind in _TEXT_KINDS if form.match(head)), "")
