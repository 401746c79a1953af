"""Where a note is typed."""

from __future__ import annotations

import textwrap

from textual import events
from textual.message import Message
from textual.widgets import TextArea

from paperterm.model.text import clean
from paperterm.tui.keys_ahead import press_own_key

LONGEST_NOTE = 100_000
"""Characters that can be edited here; above it a key takes seconds."""
LONGEST_LINE = 10_000
"""Characters; a longer line that is pasted is folded, since each key in it would wrap the whole of it anew."""


class NoteArea(TextArea):
    """A text area that takes no more than it can bear, and nothing that is no text."""

    class Refused(Message):
        """What was pasted would make the note too long."""

    def __init__(self, text: str) -> None:
        super().__init__(text, soft_wrap=True, show_line_numbers=False, tab_behavior="indent")
        self.cursor_blink = False
        self.highlight_cursor_line = False

    async def on_key(self, event: events.Key) -> None:
        """Keep the order in which keys were pressed."""
        await press_own_key(self, event)

    def on_paste(self, event: events.Paste) -> None:
        """Take what is pasted, cleaned and folded, or refuse the whole of it."""
        event.stop()
        event.prevent_default()
        if len(event.text) + len(self.text) > LONGEST_NOTE:
            self.post_message(self.Refused())
            return
        pasted = self.replace(_folded(clean(event.text)), *self.selection, maintain_selection_offset=False)
        self.move_cursor(pasted.end_location)


def _folded(text: str) -> str:
    if max(map(len, text.split("\n"))) <= LONGEST_LINE:
        return text
    return "\n".join(
        piece
        for line in text.split("\n")
        for piece in (textwrap.wrap(line, LONGEST_LINE) if len(line) > LONGEST_LINE else [line])
    )
