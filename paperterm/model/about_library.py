"""Records that stand among those of papers and are about the library as a whole.

They are annotations like any other, so that they are journaled, merged, undone and backed up as those are; their tags
are sets of words.
"""

from __future__ import annotations

LIBRARY_ID = "f" * 16
"""Stands where a paper's id stands; its tags are the saved searches."""
IMPORTS_ID = "f" * 15 + "e"
"""The same; its tags are files of papers: `+NAME` one that undo can take back, `-NAME` one that is taken back."""
ABOUT_LIBRARY = frozenset((LIBRARY_ID, IMPORTS_ID))
