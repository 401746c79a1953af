"""Giving memory back to the system."""

from __future__ import annotations

import mmap


def release(mapped: mmap.mmap) -> None:
    """Give back the memory that reading a mapped file took; what is read again comes from the system's cache."""
    if hasattr(mmap, "MADV_DONTNEED"):  # not on Windows
        mapped.madvise(mmap.MADV_DONTNEED)
