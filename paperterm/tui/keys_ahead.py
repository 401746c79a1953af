"""Keys that were typed ahead and still wait in a widget's queue."""

from __future__ import annotations

import asyncio
import contextlib

from textual import events
from textual.widget import Widget

PATIENCE = 1.0
"""Seconds; a widget that is going away takes nothing in any more."""


async def taken_in(widget: Widget) -> None:
    """Wait until a widget has taken in all keys that were given to it.

    The app handles a command's key before it looks at the next one, but gives letters to the widget that has the
    focus and goes on. So what was typed before `enter` or `esc` may not be in the text yet.
    """
    done = asyncio.Event()
    if widget.call_later(done.set):
        with contextlib.suppress(TimeoutError):
            await asyncio.wait_for(done.wait(), PATIENCE)


async def press_own_key(widget: Widget, event: events.Key) -> None:
    """Let a widget that is typed into do at once what it binds a key to (backspace, ctrl+u, an arrow).

    Textual sends such a key on its way up to the app first, and letters typed after it overtake it.
    """
    for binding in widget._bindings.key_to_bindings.get(event.key, ()):
        if not binding.priority and await widget.app.run_action(binding.action, widget):
            event.stop()
            event.prevent_default()
            return
