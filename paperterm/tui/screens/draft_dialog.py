"""A note that was typed and never saved: take it up again, or let it go."""

from __future__ import annotations

from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType

from paperterm.model.text import display
from paperterm.present.spans import Span
from paperterm.store.drafts import Draft
from paperterm.tui.screens.dialog import Dialog
from paperterm.tui.widgets.reader import Reader


class DraftDialog(Dialog[str]):
    """Answers "recover" or "discard"; `None` leaves it for later."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("enter", "answer('recover')", "open it in the editor", priority=True),
        Binding("ctrl+d", "answer('discard')", "discard it", priority=True),
    ]
    HINT = (("enter", "open it in the editor"), ("^d", "discard it"), ("esc", "later"))

    def __init__(self, title: str, draft: Draft, note: str) -> None:
        super().__init__("A note that was not saved")
        typed = draft.typed.astimezone().strftime("%Y-%m-%d %H:%M")
        self._spans = [
            Span(f"{display(title)}\n\n", "title"),
            Span(f"typed {typed}, {len(draft.text):,} characters\n", "dim"),
            Span(f"{display(draft.text, multiline=True)}\n\n"),
            Span("the note as it is saved\n" if note else "nothing is saved for this paper", "dim"),
            Span(display(note, multiline=True)),
        ]

    def content(self) -> ComposeResult:
        """Both texts."""
        yield Reader(self._spans, margin=0, id="message")

    def action_answer(self, answer: str) -> None:
        """Answer."""
        self.dismiss(answer)
