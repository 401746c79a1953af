"""Saved searches: shown by a key, saved from the filter, renamed and deleted, each a step of undo."""

from __future__ import annotations

from typing import TYPE_CHECKING

from paperterm.tui.screens.marking import Marking
from paperterm.tui.screens.viewing import Viewing

if TYPE_CHECKING:
    from paperterm.model.statistics import Tally
    from paperterm.tui.screens.searches_dialog import SearchDeed


class Searching(Viewing, Marking):
    """Commands about saved searches."""

    async def action_searches(self) -> None:
        """Choose a search to show, or save the filter as one."""
        from paperterm.tui.screens.searches_dialog import SearchesDialog, with_built_in

        own = self.library.saved_searches()
        searches = with_built_in(own, self.library.collections())

        def count() -> list[Tally]:
            return self.library.tallies_of_searches(searches)

        def answered(deed: SearchDeed | None) -> None:
            if deed is not None:
                self._do_with_search(deed)

        await self.ask(SearchesDialog(searches, own, count, self.filter_line.input.value), answered)

    def _do_with_search(self, deed: SearchDeed) -> None:
        from paperterm.tui.screens.searches_dialog import DELETE, RENAME, SAVE

        what, search = deed.what, deed.search
        if what == SAVE:
            self.changed(lambda: self.library.save_search(search.name, search.query), "it is saved so already")
        elif what == RENAME:
            self.changed(lambda: self.library.rename_search(search, deed.new_name), "it has that name already")
        elif what == DELETE:
            self.changed(lambda: self.library.delete_search(search), "there is no such search any more")
        else:
            self.action_back_to_list()
            self.show_view(f"{search.query} ")
