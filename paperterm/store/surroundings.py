"""What about a library's folder may lead to losses that no care of ours prevents."""

from __future__ import annotations

import contextlib
import os
from pathlib import Path

_NETWORK = {"nfs", "nfs4", "cifs", "smb3", "smbfs", "9p", "fuse.sshfs", "afs", "ncpfs"}


def warnings(library: Path) -> list[str]:
    """Sentences to say at the start: a network file system, copies that a synchronising tool left."""
    found: list[str] = []
    if (kind := file_system(library)) in _NETWORK:
        found.append(f"{library} is on a network file system ({kind}): do not open it on two computers at once")
    with contextlib.suppress(OSError):
        for name in sorted(os.listdir(library)):
            if is_conflict_copy(name):
                found.append(f"{library / name} looks like a second copy made by a synchronising tool: compare the two")
    return found


def is_conflict_copy(name: str) -> bool:
    """Whether a file's name is one that synchronising tools give when two copies differ."""
    lower = name.lower()
    return lower.startswith("annotations") and ("conflict" in lower or ".sync-conflict-" in lower)


def file_system(folder: Path, mounts: Path = Path("/proc/mounts")) -> str:
    """The type of the file system that a folder is on; empty when the system does not say."""
    best, kind = -1, ""
    try:
        lines = mounts.read_text("utf-8", "replace").split("\n")
    except OSError:
        return ""
    target = os.path.realpath(folder)
    for line in lines:
        words = line.split(" ")
        if len(words) < 3:
            continue
        # The kernel writes a blank in a path as \040.
        point = words[1].replace("\\040", " ")
        if (target == point or target.startswith(point.rstrip("/") + "/")) and len(point) > best:
            best, kind = len(point), words[2]
    return kind
