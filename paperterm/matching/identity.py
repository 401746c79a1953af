"""The identity of a paper: a hash of its abstract that does not depend on who imported it, or how it was spaced."""

from __future__ import annotations

import hashlib
import re
import unicodedata
from collections.abc import Sequence

from paperterm.model.text import clean

ID_LENGTH = 16
"""Hexadecimal digits; 64 bits, so that a million papers collide with a chance of about 1 in 40 million."""

# What has no glyph and survives `clean`: joiners, variation selectors, and the mark of a character that was lost.
_INVISIBLE = re.compile("[\u00ad\u034f\u200b-\u200f\u2060-\u206f\ufe00-\ufe0f\ufeff\ufffd\U000e0000-\U000e0fff]")
# No normal form contains a blank, so that nothing in an abstract can be mistaken for this.
_WITHOUT_ABSTRACT = "no abstract: "


def paper_id(abstract: str, *, title: str = "", authors: Sequence[str] = (), year: int | None = None) -> str:
    """The paper's id: 16 hexadecimal digits of the SHA-256 of the abstract's normal form.

    Case, spacing, line breaks, invisible characters and the Unicode form of the text do not matter; every letter,
    digit and punctuation mark does. Without an abstract the title, authors and year are hashed, in a way that no
    abstract can collide with.
    """
    text = normal_form(abstract)
    if not text:
        parts = [normal_form(part) for part in (title, *authors, str(year or ""))]
        text = _WITHOUT_ABSTRACT + " ".join(parts)
    return hashlib.sha256(text.encode()).hexdigest()[:ID_LENGTH]


def normal_form(text: str) -> str:
    """Text without what does not count for identity: NFKC, case folded, no white space, nothing invisible."""
    if text.isascii() and text.isprintable():
        return text.lower().replace(" ", "")
    text = unicodedata.normalize("NFKC", _INVISIBLE.sub("", clean(text)))
    text = unicodedata.normalize("NFKC", text.casefold())
    # NFKC makes blanks of its own (U+00A8 is a blank and a mark), and a mark may meet its letter when one goes.
    return unicodedata.normalize("NFKC", "".join(_INVISIBLE.sub("", text).split()))
