"""Tags in general: all of them as a tree, to be shown, renamed, merged and deleted."""

from __future__ import annotations

from typing import TYPE_CHECKING

from paperterm.tui.screens.marking import Marking
from paperterm.tui.screens.viewing import Viewing

if TYPE_CHECKING:
    from paperterm.tui.screens.tags_dialog import TagDeed


class Tagging(Viewing, Marking):
    """Commands about tags, whatever papers have them."""

    async def action_tags(self) -> None:
        """Show all tags, and do with one what is asked."""
        from paperterm.tui.screens.tags_dialog import TagsDialog

        def answered(deed: TagDeed | None) -> None:
            if deed is not None:
                self._do(deed)

        none = f"No tags yet: {self.key('paper.tag')} gives them to papers."
        await self.ask(TagsDialog(self.library.tag_tree(), none=none, undo=self.key("change.undo")), answered)

    def _do(self, deed: TagDeed) -> None:
        from paperterm.tui.screens.tags_dialog import DELETE, RENAME

        if deed.what == RENAME:
            self.changed(lambda: self.library.rename_tag(deed.tag, deed.name), "the tag has that name already")
        elif deed.what == DELETE:
            self.changed(lambda: self.library.delete_tag(deed.tag), "no paper has that tag any more")
        else:
            self.action_back_to_list()
            self.show_view(f"tag:{deed.tag} ")
