"""The two gates for text from outside: `clean` on the way in, `display` on the way to a screen.

Neither escapes markup: text from outside is never handed to anything that parses markup.
The code point classes follow the Unicode Character Database (general categories Cc, Cs, Cf).
"""

from __future__ import annotations

import re
import unicodedata

from paperterm.model.patterns import late

DISPLAY_LIMIT = 200_000
"""Characters; a longer text is cut on screen with a visible note (the stored text stays whole)."""

MOST_COMBINING_MARKS = 4
"""Combining marks in a row that are shown; real orthographies need at most three or four."""

_CUT = " … (cut here)"
_LINE_BREAKS = late("\r\n|[\r\x0b\x0c\x85\u2028\u2029]")
_SPACES = late("[\t\u00a0\u2007\u202f]")
# Bidi controls and characters without any glyph. U+200C and U+200D stay: Persian, Indic scripts and emoji need them.
_INVISIBLE = late(
    "[\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b\u200e\u200f\u202a-\u202e\u2060-\u206f"
    "\u3164\ufeff\uffa0\ufff0-\ufffb\U000e0000-\U000e0fff]"
)
_FORBIDDEN = late(
    "[\x00-\x08\x0e-\x1f\x7f-\x84\x86-\x9f\ud800-\udfff\ufdd0-\ufdef"
    + "".join(chr(plane << 16 | low) for plane in range(17) for low in (0xFFFE, 0xFFFF))
    + "]"
)
# Those of them that Python takes for printable.
_PRINTABLE_INVISIBLE = frozenset("\u034f\u115f\u1160\u17b4\u17b5\u180b\u180c\u180d\u180f\u3164\uffa0").union(
    map(chr, range(0xE0100, 0xE01F0))
)
_MARK_RUN = late("[^\x00-\u02ff]{" + str(MOST_COMBINING_MARKS + 1) + ",}")


def clean(text: str) -> str:
    """Give text from outside the form in which it is kept.

    Line breaks of every kind become `\\n`, tabs and no-break spaces a space, invisible and bidirectional
    controls go, other control characters, lone surrogates and noncharacters become U+FFFD; the rest is NFC.
    """
    return clean_and_count(text)[0]


def clean_and_count(text: str) -> tuple[str, int]:
    """`clean`, and how many characters were replaced by U+FFFD."""
    if text.isascii() and text.isprintable():
        return text, 0
    text = _LINE_BREAKS.sub("\n", text)
    text = _SPACES.sub(" ", text)
    text = _INVISIBLE.sub("", text)
    text, replaced = _FORBIDDEN.subn("\ufffd", text)
    return unicodedata.normalize("NFC", text), replaced


def clean_line(text: str) -> str:
    """`clean` for what is one line by nature (a title, a name, a tag): white space runs become one space."""
    return " ".join(clean(text).split())


def display(text: str, *, multiline: bool = False) -> str:
    """Make any text safe to send to a terminal: nothing in it can act, and nothing is hidden.

    Control characters show as their control pictures (ESC as U+241B). Idempotent. It does not make text safe
    from markup parsers: hand the result over as `Content`, `Text` or with markup off.
    """
    if text.isascii() and text.isprintable() and len(text) <= DISPLAY_LIMIT:
        return text
    if len(text) > DISPLAY_LIMIT:
        text = text[: DISPLAY_LIMIT - len(_CUT)] + _CUT
    if not text.isprintable() or not _PRINTABLE_INVISIBLE.isdisjoint(text):
        text = _LINE_BREAKS.sub("\n", text)
        if not multiline:
            text = text.replace("\n", " ")
        text = _SPACES.sub(" ", text)
        text = _INVISIBLE.sub("", text)
        text = _FORBIDDEN.sub(_picture, text)
    return _MARK_RUN.sub(_limit_marks, text)


def fold(text: str) -> str:
    """The form in which two names are compared: NFKC, case folded, white space runs as one space."""
    return " ".join(unicodedata.normalize("NFKC", text).casefold().split())


def counted(number: int, noun: str) -> str:
    """ "1 paper", "1,234 papers"."""
    return f"{number:,} {noun}{'' if number == 1 else 's'}"


def _picture(match: re.Match[str]) -> str:
    code = ord(match[0])
    if code < 0x20:
        return chr(0x2400 + code)
    return "\u2421" if code == 0x7F else "\ufffd"


def _limit_marks(match: re.Match[str]) -> str:
    kept: list[str] = []
    run = 0
    for character in match[0]:
        run = run + 1 if unicodedata.combining(character) else 0
        if run <= MOST_COMBINING_MARKS:
            kept.append(character)
    return "".join(kept)
