"""The library's lock: held for milliseconds, names its holder, and is free at once when the holder dies."""

from __future__ import annotations

import contextlib
import errno
import fcntl
import json
import os
import random
import threading
import time
from collections.abc import Callable, Iterator
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING

from paperterm.errors import LibraryBusy
from paperterm.model.text import clean_line
from paperterm.store.files import make_folder, not_writable, open_own

if TYPE_CHECKING:
    from filelock import SoftFileLock

NAME = "library.lock"
SECONDS_TO_WAIT = 10.0
SECONDS_TO_NOTICE = 1.0
"""After this long `on_wait` is told who holds the lock."""

_NO_LOCKS_HERE = (errno.ENOLCK, errno.ENOTSUP, errno.ENOSYS)


class LibraryLock:
    """An exclusive `flock` on a file of its own, which is never renamed and never removed.

    A lock on a data file would let a second process in as soon as the file is replaced. Not reentrant, and not for
    several threads at once: the store takes it under a mutex of its own.

    Attributes:
        on_wait: told, once a wait, a sentence naming the holder.
        is_wanted: asked while waiting; when it answers `False`, waiting ends with `LibraryBusy`.
        warning: set when the file system knows no locks and a weaker one is used.
    """

    _descriptor: int | None = None

    def __init__(
        self, folder: Path, *, seconds: float = SECONDS_TO_WAIT, on_wait: Callable[[str], None] | None = None
    ) -> None:
        self.path = folder / NAME
        self.seconds = seconds
        self.on_wait = on_wait
        self.is_wanted: Callable[[], bool] = lambda: True
        self.warning = ""
        self._mutex = threading.Lock()
        self._written = 0.0
        self._modified = 0
        self._was_ours = False
        self._substitute: SoftFileLock | None = None

    @contextlib.contextmanager
    def held(self, *, seconds: float | None = None) -> Iterator[None]:
        """Hold the lock for the block; `seconds` is for a wait that is shorter than usual.

        Raises:
            LibraryBusy: another process holds it for too long; the message names it.
            LibraryNotWritable: the lock file cannot be made.
        """
        patience = self.seconds if seconds is None else min(seconds, self.seconds)
        if not self._mutex.acquire(timeout=patience):
            raise LibraryBusy("the library is still being written", "Nothing was lost. Try again.")
        try:
            descriptor = self._open()
            self._wait(descriptor, patience)
            try:
                self._write_holder(descriptor)
                yield
            finally:
                self._release(descriptor)
        finally:
            self._mutex.release()

    def __del__(self) -> None:
        self.close()

    def close(self) -> None:
        """Give the file back."""
        if self._descriptor is not None:
            os.close(self._descriptor)
            self._descriptor = None

    def holder(self) -> str:
        """Who holds or last held the lock, as words for a sentence."""
        try:
            found = json.loads(self.path.read_text("utf-8"))
            process, host, since = int(found["process"]), clean_line(str(found["host"])), int(found["since"])
            at = datetime.fromtimestamp(since).strftime("%H:%M:%S")
        except (OSError, ValueError, KeyError, TypeError, OverflowError, RecursionError):
            return "another program"
        return f"paperterm (process {process} on {host}, since {at})"

    def _open(self) -> int:
        if self._descriptor is not None and self._is_current(self._descriptor):
            return self._descriptor
        self.close()
        make_folder(self.path.parent)
        try:
            self._descriptor = open_own(self.path, os.O_RDWR)
        except OSError as error:
            raise not_writable(self.path, error) from error
        self._was_ours = False
        return self._descriptor

    def _is_current(self, descriptor: int) -> bool:
        """Whether the open file still has a name: a library may be deleted and made anew while open."""
        status = os.fstat(descriptor)
        self._was_ours = status.st_mtime_ns == self._modified
        return status.st_nlink > 0

    def _wait(self, descriptor: int, patience: float) -> None:
        started = time.monotonic()
        is_told = False
        while not self._try(descriptor):
            waited = time.monotonic() - started
            if waited > patience or not self.is_wanted():
                raise LibraryBusy(
                    f"the library is in use by {self.holder()}",
                    f"Nothing was written to {self.path.parent}. Try again.",
                )
            if waited > SECONDS_TO_NOTICE and not is_told and self.on_wait is not None:
                is_told = True
                self.on_wait(f"the library is in use by {self.holder()}; waiting…")
            # Random: with a fixed interval two busy writers can keep one another out for seconds.
            time.sleep(random.uniform(0.0005, min(0.05, 0.002 + waited / 4)))

    def _try(self, descriptor: int) -> bool:
        if self._substitute is not None:
            return self._try_substitute()
        try:
            fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            return False
        except OSError as error:
            if error.errno not in _NO_LOCKS_HERE:
                raise not_writable(self.path, error) from error
            return self._try_substitute()
        return True

    def _try_substitute(self) -> bool:
        """A lock by an exclusively created file, for file systems (some network mounts) without `flock`."""
        from filelock import SoftFileLock, Timeout

        if self._substitute is None:
            self.warning = (
                f"{self.path.parent} is on a file system without locks: do not open it in two programs at once"
            )
            self._substitute = SoftFileLock(f"{self.path}.file")
        try:
            self._substitute.acquire(timeout=0)
        except Timeout:
            return False
        return True

    def _write_holder(self, descriptor: int) -> None:
        now = time.time()
        if self._was_ours and 0 <= now - self._written < SECONDS_TO_NOTICE:
            return  # what the file says is still true, and writing it would cost as much as a change
        holder = {"process": os.getpid(), "host": os.uname().nodename, "since": int(now)}
        with contextlib.suppress(OSError):  # a full disk must not keep the reader from the lock
            text = json.dumps(holder).encode()
            os.pwrite(descriptor, text, 0)
            os.ftruncate(descriptor, len(text))
            self._written, self._modified = now, os.fstat(descriptor).st_mtime_ns

    def _release(self, descriptor: int) -> None:
        if self._substitute is not None:
            self._substitute.release()
        else:
            with contextlib.suppress(OSError):
                fcntl.flock(descriptor, fcntl.LOCK_UN)
