"""Looking at the library as a whole: progress, collections."""

from __future__ import annotations

from paperterm.model.text import display
from paperterm.tui.screens.base import Commands


class Browsing(Commands):
    """Commands about all papers."""

    def show_theme(self, name: str) -> None:
        """Change the colours for this run."""
        if self.app.no_color:
            self.say("NO_COLOR is set: there are no colours to change.", "dim")
            return
        self.app.theme = name
        self.app.ansi_color = None  # as the theme has it
        self.say(f'theme = "{display(name)}" in the settings keeps it', "dim")

    async def action_progress(self) -> None:
        """How far the reader is."""
        from paperterm.present.progress import progress
        from paperterm.tui.screens.progress import Progress

        statistics, today = self.library.statistics(), self.library.today()
        await self.ask(Progress(lambda width: progress(statistics, today, width)), lambda _: None)
