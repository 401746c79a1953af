"""TeX in prose made plain: `$\\ell_2$` as `l_2`, `Schr\\"odinger` as `Schrodinger`, with the way back to the source.

What it gives is for finding, not for showing.
"""

from __future__ import annotations

import re

# Every alternative begins with a character as it is, so that the search skips all others at once.
_TEX = re.compile(
    r"""
      \\(?:text|math|operator|mbox|emph|boldsymbol|ensuremath|textrm|left(?![a-z])|right(?![a-z]))[a-zA-Z]*\*?\s?
    | \\["'`^~=.]\s?\{?\\?(?P<accented>[A-Za-z])\}?          # \"a, \'{e}, \'{\i}
    | \\[cvuHrkdb]\s?\{\\?(?P<marked>[A-Za-z])\}             # \v{c}
    | \\(?P<letter>ss|ae|AE|oe|OE|aa|AA|o|O|l|L|i|j)(?![A-Za-z])\s?
    | \\(?P<ell>ell)(?![a-zA-Z]) | ell(?<![A-Za-z\\]ell)(?=[_^])(?P<bare>)
    | ∞(?P<infinity>) | \\var(?=(?:epsilon|theta|phi|rho|sigma|pi|kappa)(?![a-z]))
    | \\(?<=[^\W_]\\)(?=[A-Za-z])(?P<break>)                # \alpha\beta: two words
    | \\[!,;:>\ ]
    | \\ | \$ | \{ | \}
    """,
    re.VERBOSE,
)


def plain(text: str) -> str:
    """The text with TeX made plain; the same text when there is none in it."""
    return _TEX.sub(_replacement, text) if _has_tex(text) else text


def plain_with_places(text: str) -> tuple[str, list[int] | None, list[int]]:
    """`plain`, and for each of its characters where it starts and ends in `text`; None when nothing changed."""
    if not _has_tex(text):
        return text, None, []
    parts: list[str] = []
    starts: list[int] = []
    ends: list[int] = []
    at = 0
    for found in (*_TEX.finditer(text), None):
        stop = found.start() if found else len(text)
        parts.append(text[at:stop])
        starts.extend(range(at, stop))
        ends.extend(range(at + 1, stop + 1))
        if found:
            at = found.end()
            replacement = _replacement(found)
            parts.append(replacement)
            starts.extend([found.start()] * len(replacement))
            ends.extend([at] * len(replacement))
    return "".join(parts), starts, ends


def _has_tex(text: str) -> bool:
    has_sign = "\\" in text or "$" in text or "{" in text or "}" in text
    return has_sign or "∞" in text or "ell_" in text or "ell^" in text


def _replacement(found: re.Match[str]) -> str:
    kind = found.lastgroup
    if kind is None:
        return " " if found[0][-1] in ",;:> " and found[0].startswith("\\") and len(found[0]) == 2 else ""
    return {"ell": "l", "bare": "l", "break": " ", "infinity": "infty"}.get(kind) or found[kind]
