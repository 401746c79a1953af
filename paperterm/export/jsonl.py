"""JSON Lines: the full record of each paper on a line of its own."""

from __future__ import annotations

import json
import re
from collections.abc import Sequence

from paperterm.export.entry import Entry, Options
from paperterm.export.record import record

# Characters that some readers take for the end of a line, and halves of pairs that UTF-8 cannot hold.
_AWKWARD = re.compile("[\x7f-\x9f\u2028\u2029\ud800-\udfff]")


def write(entries: Sequence[Entry], options: Options) -> str:
    """One JSON object a line, in UTF-8 text; every reader of lines finds the same lines."""
    return "".join(_line(entry) for entry in entries)


def _line(entry: Entry) -> str:
    text = json.dumps(record(entry), ensure_ascii=False)
    return _AWKWARD.sub(lambda match: f"\\u{ord(match[0]):04x}", text) + "\n"
