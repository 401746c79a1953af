"""Tags in their colours: all below one top have the same (`theory`, `theory/ntk`), in every library."""

from __future__ import annotations

from zlib import crc32

from paperterm.present.spans import TAG_COLOURS


def tag_style(tag: str) -> str:
    """The style of a tag. That it is one is also said by a sign or by its place."""
    top = tag.partition("/")[0]
    return f"tag-{TAG_COLOURS[crc32(top.encode()) % len(TAG_COLOURS)]}"
