"""The collections, with how much of each is unread; choosing one shows its papers."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from paperterm.model.collection import Collection
from paperterm.model.statistics import Tally
from paperterm.tui.screens.views_dialog import View, ViewsDialog


class CollectionsDialog(ViewsDialog[str]):
    """Answers with the name of a collection."""

    HINT = (("↑↓", "choose"), ("enter", "show"), ("esc", "cancel"))

    def __init__(
        self, collections: Sequence[Collection], count: Callable[[], Sequence[Tally]], current: str = ""
    ) -> None:
        """With the name of the one that is shown, if one is."""
        views = [View(one.name, words=f"{one.venue} {one.year}") for one in collections]
        none, none_fits = "No lists yet: import one.", "No collection has these words."
        shown = next((view for view in views if view.name == current), None)
        super().__init__("Collections", views, count, current=shown, none=none, none_fits=none_fits)

    def answer(self, view: View) -> None:
        """Show its papers."""
        self.dismiss(view.name)
