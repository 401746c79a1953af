"""Writing an export to a file: whole or not at all, and never over something by accident."""

from __future__ import annotations

import contextlib
import errno
import os
import re
import secrets
import shlex
import stat
from pathlib import Path

from paperterm.errors import ExportError

LONGEST_NAME = 80
"""Characters of a file name made from a citation key, without its ending."""

_UNSAFE = re.compile(r"[^A-Za-z0-9._-]+")
_DEVICE = re.compile(r"(?:con|prn|aux|nul|com\d|lpt\d)(?:\..*)?", re.IGNORECASE)
_REASONS = {
    errno.ENOSPC: "the disk is full",
    errno.EDQUOT: "the disk quota is used up",
    errno.EACCES: "writing there is not permitted",
    errno.EPERM: "writing there is not permitted",
    errno.EROFS: "the file system is read-only",
    errno.ENAMETOOLONG: "the name is too long",
    errno.ENOTDIR: "a part of the path is not a folder",
    errno.ELOOP: "the links in the path lead in a circle",
    errno.EFBIG: "the file would be too large",
}


def safe_file_name(key: str, ending: str = "") -> str:
    """A file name for a citation key that is harmless in every folder, shell and system (`quill2024scaling.md`)."""
    name = _UNSAFE.sub("_", key).lstrip("._-")[:LONGEST_NAME].rstrip("._-") or "paper"
    return ("_" if _DEVICE.fullmatch(name) else "") + name + ending


def path_in(folder: Path, key: str, ending: str = "") -> Path:
    """The path of a file named from a citation key, certainly in this folder."""
    path = folder / safe_file_name(key, ending)
    if path.parent != folder:
        raise ExportError(f"“{key}” cannot be the name of a file", "Give the paper another citation key.")
    return path


def write_export(path: Path | str, text: str, *, force: bool = False) -> Path:
    """Write a text to a file in UTF-8 and give its path back. "-" is the caller's business.

    The text is written to a temporary file in the same folder, read back, and then put in place; what was there
    before stays whole until then.

    Args:
        force: replace an existing regular file.

    Raises:
        ExportError: it exists already, is a folder, a link or a device, or cannot be written; nothing was changed.
    """
    path = Path(path)
    try:
        path = path.expanduser()
        _check_target(path, force)
        _replace(path, text.encode("utf-8", "replace"), force)
    except FileExistsError:
        raise _exists(path) from None
    except (OSError, ValueError, RuntimeError) as error:
        raise _failure(path, error) from error
    return path


def _check_target(path: Path, force: bool) -> None:
    folder = path.parent
    if not folder.exists():
        raise ExportError(f"{path}: there is no folder {folder}", f"Make it first: mkdir -p {shlex.quote(str(folder))}")
    try:
        mode = path.lstat().st_mode
    except FileNotFoundError:
        return
    if stat.S_ISDIR(mode):
        raise ExportError(f"{path} is a folder", f"Name a file in it, such as {path / 'papers.bib'}.")
    if stat.S_ISLNK(mode):
        raise ExportError(f"{path} is a link to {path.readlink()}", "Name the file itself, or remove the link.")
    if not stat.S_ISREG(mode):
        raise ExportError(f"{path} is not a regular file", "Name a file, or use - for standard output.")
    if not force:
        raise _exists(path)


def _replace(path: Path, content: bytes, force: bool) -> None:
    mode = stat.S_IMODE(path.stat().st_mode) if path.exists() else None
    if mode is not None and not os.access(path, os.W_OK):
        raise PermissionError(errno.EACCES, os.strerror(errno.EACCES))
    temporary = path.with_name(f".paperterm-{secrets.token_hex(6)}.tmp")
    try:
        with open(os.open(temporary, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o666), "wb") as file:
            file.write(content)
            file.flush()
            os.fsync(file.fileno())
        if temporary.read_bytes() != content:
            raise OSError(errno.EIO, "what was read back is not what was written")
        if mode is not None:
            temporary.chmod(mode)
        _put_in_place(temporary, path, force)
    finally:
        with contextlib.suppress(FileNotFoundError):
            temporary.unlink()


def _put_in_place(temporary: Path, path: Path, force: bool) -> None:
    """Give the file its name; without `force` only if nothing has that name, whoever made it in the meantime."""
    if not force:
        try:
            path.hardlink_to(temporary)
            return
        except FileExistsError:
            raise
        except OSError:
            # File systems without hard links: a small gap in time remains.
            if path.is_symlink() or path.exists():
                raise FileExistsError(path) from None
    temporary.replace(path)


def _exists(path: Path) -> ExportError:
    return ExportError(f"{path} exists already", "Use another name, or --force to replace it.")


def _failure(path: Path, error: OSError | ValueError | RuntimeError) -> ExportError:
    if not isinstance(error, OSError):
        return ExportError(f"{str(path)!r} cannot be the name of a file", "Use another name.")
    reason = _REASONS.get(error.errno or 0) or (error.strerror or str(error)).lower()
    return ExportError(
        f"{path} cannot be written: {reason}", "Choose another place with --output; nothing was changed."
    )
