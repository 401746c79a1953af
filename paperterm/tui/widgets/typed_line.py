"""One line to type into; whatever is put there, typed or pasted, is fit for a terminal."""

from __future__ import annotations

from typing import Self

from textual import events
from textual.geometry import Region
from textual.message import Message
from textual.widgets import Input

from paperterm.model.text import clean_line, display
from paperterm.tui.keys_ahead import press_own_key


class TypedLine(Input):
    """Its cursor does not blink: each blink would be a repaint."""

    class Shortened(Message):
        """Not all that was pasted had room."""

        def __init__(self, line: TypedLine) -> None:
            super().__init__()
            self.line = line

        @property
        def control(self) -> TypedLine:
            """The line that it was pasted into."""
            return self.line

    def __init__(
        self,
        value: str = "",
        *,
        placeholder: str = "",
        max_length: int,
        select_on_focus: bool = True,
        id: str | None = None,
    ) -> None:
        super().__init__(
            value, placeholder=placeholder, max_length=max_length, select_on_focus=select_on_focus, id=id, compact=True
        )
        self.cursor_blink = False

    def validate_value(self, value: str) -> str:
        """No character that could act on the terminal, wherever the text comes from."""
        return display(value)

    def refresh(self, *regions: Region, repaint: bool = True, layout: bool = False, recompose: bool = False) -> Self:
        """Paint only itself: Textual's line has the whole screen laid out anew for each letter, for the same room."""
        return super().refresh(*regions, repaint=repaint, recompose=recompose)

    async def on_key(self, event: events.Key) -> None:
        """Keep the order in which keys were pressed."""
        await press_own_key(self, event)

    def on_paste(self, event: events.Paste) -> None:
        """Put all lines of what is pasted into this one, as much as there is room for."""
        event.stop()
        event.prevent_default()
        start, end = sorted(self.selection)
        room = self.max_length - len(self.value) + (end - start) if self.max_length else None
        pasted = clean_line(event.text)
        self.replace(pasted[:room], start, end)
        if room is not None and len(pasted) > room:
            self.post_message(self.Shortened(self))
