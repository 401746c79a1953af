"""SHA-256 of what every start reads."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

MUCH = 1_000_000
"""Bytes from which OpenSSL's code, some five times as fast, makes up for the time that it takes to load."""


def sha256(parts: Iterable[bytes | memoryview], size: int) -> str:
    """The digest of parts that have `size` bytes together, in hexadecimal digits."""
    digest = (_of_openssl if size >= MUCH else _of_python)()
    for part in parts:
        digest.update(part)
    return str(digest.hexdigest())


def _of_openssl() -> Any:
    import hashlib

    return hashlib.sha256()


def _of_python() -> Any:
    """Python's own, where it is built in; the standard library's `random` takes it in the same way and for the same
    reason."""
    try:
        from _sha2 import sha256  # type: ignore[import-not-found]
    except ImportError:  # before Python 3.12
        try:
            from _sha256 import sha256  # type: ignore[import-not-found]
        except ImportError:
            return _of_openssl()
    return sha256()
