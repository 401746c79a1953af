"""Files that are there whole or not at all, and errors that say what to do.

Everything here goes through `os.*` functions, looked up at the call, so that tests can make the n-th call fail.
"""

from __future__ import annotations

import contextlib
import errno
import os
import stat
from collections.abc import Iterable
from pathlib import Path
from typing import NamedTuple

from paperterm.errors import LibraryNotWritable, LibraryUnreadable, StoreError

LARGEST_FILE = 1 << 30
"""Bytes; a library file above this is refused rather than read into memory."""

_FULL = (errno.ENOSPC, errno.EDQUOT, errno.EFBIG)
_TEMPORARY = ".tmp"


class Signature(NamedTuple):
    """What tells that a file is another one, or has been written to, without reading it."""

    device: int
    inode: int
    size: int
    modified: int


def signature(path: Path) -> Signature | None:
    """The file's signature; `None` when there is none.

    Raises:
        LibraryUnreadable: it cannot be looked at (a loop of links, no permission for the folder).
    """
    try:
        return signature_of(os.stat(path))
    except FileNotFoundError:
        return None
    except OSError as error:
        raise unreadable(path, error) from error


def signature_of(status: os.stat_result) -> Signature:
    """The signature in what `os.stat` or `os.fstat` gave."""
    return Signature(status.st_dev, status.st_ino, status.st_size, status.st_mtime_ns)


def read_file(path: Path, start: int = 0) -> tuple[bytes, Signature] | None:
    """All bytes from `start` on, and the signature of the file they are from; `None` when there is no such file.

    Raises:
        LibraryUnreadable: it is no regular file, too large, or the system refuses.
    """
    try:
        # O_NONBLOCK: opening a FIFO must not wait for a writer.
        descriptor = os.open(path, os.O_RDONLY | os.O_NONBLOCK | os.O_CLOEXEC)
    except FileNotFoundError:
        return None
    except OSError as error:
        raise unreadable(path, error) from error
    try:
        status = os.fstat(descriptor)
        if not stat.S_ISREG(status.st_mode):
            kind = "a folder" if stat.S_ISDIR(status.st_mode) else "no regular file"
            raise LibraryUnreadable(f"{path} is {kind}", "Move it away; 'paperterm doctor' says what is left.")
        if status.st_size > LARGEST_FILE:
            raise LibraryUnreadable(f"{path} has {status.st_size:,} bytes; at most {LARGEST_FILE:,} are read")
        if start:
            os.lseek(descriptor, start, os.SEEK_SET)
        return _read_to_end(descriptor, status.st_size - start), signature_of(status)
    except OSError as error:
        raise unreadable(path, error) from error
    finally:
        os.close(descriptor)


def _read_to_end(descriptor: int, expected: int) -> bytes:
    parts: list[bytes] = []
    while part := os.read(descriptor, max(expected + 1, 4096)):
        parts.append(part)
        expected -= len(part)
    return b"".join(parts)


def write_all(descriptor: int, data: bytes) -> None:
    """Write every byte: `os.write` may take a part."""
    view = memoryview(data)
    while view:
        view = view[os.write(descriptor, view) :]


def sync(descriptor: int) -> None:
    """Put the file's content on the disk itself, with what is needed to find it."""
    if hasattr(os, "fdatasync"):
        os.fdatasync(descriptor)
    else:
        os.fsync(descriptor)


def sync_folder(folder: Path) -> None:
    """Put the folder's names on the disk: without it a new or renamed file may be gone after a power cut."""
    descriptor = os.open(folder, os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)


def make_folder(folder: Path) -> None:
    """Create the folder, readable by its owner alone, with the folders above it; what exists stays as it is.

    Raises:
        LibraryNotWritable: the system refuses, or something else has the name.
    """
    if folder.is_dir():
        return
    if folder.parent != folder:
        make_folder(folder.parent)
    try:
        os.mkdir(folder, 0o700)
        os.chmod(folder, 0o700)  # whatever the umask is
        if (owner := _owner_of(folder.parent)) is not None:
            os.chown(folder, *owner)
        sync_folder(folder.parent)
    except FileExistsError as error:
        if not folder.is_dir():
            raise LibraryNotWritable(f"{folder} is not a folder", "Name another folder with --library.") from error
    except OSError as error:
        raise not_writable(folder, error) from error


def write_whole(path: Path, parts: Iterable[bytes], *, durable: bool = True) -> Signature:
    """Replace or create the file: its new content is there whole, or the old one stays.

    With `durable` it is on the disk when this returns. A link is kept and its target replaced; mode and owner of the
    file replaced are kept, a new one is 0600.

    Raises:
        LibraryNotWritable: the system refuses; nothing is left behind.
    """
    target = Path(os.path.realpath(path))
    temporary = target.with_name(f".{target.name}.{os.urandom(8).hex()}{_TEMPORARY}")
    try:
        descriptor = os.open(temporary, os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_NOFOLLOW | os.O_CLOEXEC, 0o600)
    except OSError as error:
        raise not_writable(path, error) from error
    try:
        try:
            _take_mode_and_owner(descriptor, target)
            for part in parts:
                write_all(descriptor, part)
            if durable:
                os.fsync(descriptor)
            written = signature_of(os.fstat(descriptor))
        finally:
            os.close(descriptor)
        os.replace(temporary, target)
        if durable:
            sync_folder(target.parent)
    except BaseException as error:
        with contextlib.suppress(OSError):
            os.unlink(temporary)
        if isinstance(error, OSError):
            raise not_writable(path, error) from error
        raise
    return written


def _take_mode_and_owner(descriptor: int, target: Path) -> None:
    mode = 0o600
    with contextlib.suppress(OSError):
        mode = stat.S_IMODE(os.stat(target).st_mode) & 0o700 or mode
    os.fchmod(descriptor, mode)
    give_to_owner(descriptor, target)


def give_to_owner(descriptor: int, path: Path) -> None:
    """What root writes into a person's library stays that person's, else they would be locked out."""
    if (owner := _owner_of(path) or _owner_of(path.parent)) is not None:
        os.fchown(descriptor, *owner)


def _owner_of(path: Path) -> tuple[int, int] | None:
    """The owner of what is there when we are root and they are not; else `None`."""
    if os.geteuid() != 0:
        return None
    try:
        status = os.stat(path)
    except OSError:
        return None
    return (status.st_uid, status.st_gid) if status.st_uid != 0 else None


def open_own(path: Path, flags: int) -> int:
    """Open a file of ours for writing, made when it is missing; its mode becomes 0600 whatever the umask is.

    Links are not followed. Raises OSError.
    """
    descriptor = os.open(path, flags | os.O_CREAT | os.O_NOFOLLOW | os.O_CLOEXEC, 0o600)
    try:
        if os.fstat(descriptor).st_mode & 0o777 != 0o600:
            os.fchmod(descriptor, 0o600)
        give_to_owner(descriptor, path)
    except BaseException:
        os.close(descriptor)
        raise
    return descriptor


def remove_leftovers(folder: Path) -> int:
    """Remove temporary files that a killed process left; call it only under the library's lock."""
    removed = 0
    with contextlib.suppress(OSError):
        for name in os.listdir(folder):
            if name.startswith(".") and name.endswith(_TEMPORARY):
                with contextlib.suppress(OSError):
                    os.unlink(folder / name)
                    removed += 1
    return removed


def unreadable(path: Path, error: OSError) -> LibraryUnreadable:
    """The error a person sees when the system does not let a file be read."""
    return LibraryUnreadable(
        f"{path} cannot be read: {_reason(error)}", "Check the file and its folder; nothing was changed."
    )


def not_writable(path: Path, error: OSError) -> StoreError:
    """The error a person sees when the system does not let a file be written."""
    if error.errno in _FULL:
        return LibraryNotWritable(
            f"{path} cannot be written: {_reason(error)}{free_space(path)}",
            "Nothing saved before is lost. Make room and save again.",
        )
    return LibraryNotWritable(
        f"{path} cannot be written: {_reason(error)}", "Nothing saved before is lost. Check the folder and save again."
    )


def _reason(error: OSError) -> str:
    return (error.strerror or str(error)).lower()


def free_space(path: Path) -> str:
    """How much room is left where the file is, in brackets, for a message."""
    try:
        status = os.statvfs(path.parent)
    except OSError:
        return ""
    return f" ({status.f_bavail * status.f_frsize // 1024:,} kB free)"
