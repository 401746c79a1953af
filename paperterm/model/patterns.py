"""Regular expressions that are compiled when they are first used: most starts of the program use few of them."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    late = re.compile
else:

    class late:
        """As `re.compile`, later."""

        def __init__(self, pattern: str | bytes, flags: int = 0) -> None:
            self._asked = (pattern, flags)

        def __getattr__(self, name: str) -> Any:
            found = getattr(re.compile(*self._asked), name)
            setattr(self, name, found)
            return found
