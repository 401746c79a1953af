"""What widgets and workers tell the screen; the past tense, since it has happened."""

from __future__ import annotations

from typing import TYPE_CHECKING

from textual.message import Message

if TYPE_CHECKING:
    from paperterm.errors import PapertermError
    from paperterm.importers.report import ImportReport
    from paperterm.search.found import Found, Group
    from paperterm.tui.task import Task


Order = tuple[str, str, bool]
"""What the order of an answer depends on besides the query: sort, grouping, whether it is expanded."""


class Told(Message, bubble=False):
    """Posted to the screen itself: nobody else is asked."""


class PaperPointed(Told):
    """The cursor of the list came to another paper."""


class PaperChosen(Message):
    """A paper was clicked twice: the reader wants to read it."""


class PaperChanged(Told):
    """Annotations of papers changed, here or in another program."""

    def __init__(self, paper_ids: frozenset[str]) -> None:
        super().__init__()
        self.paper_ids = paper_ids


class Searched(Told):
    """A query was answered, in an order and in groups that were asked for."""

    def __init__(self, text: str, order: Order, found: Found, groups: tuple[Group, ...]) -> None:
        super().__init__()
        self.text = text
        self.order = order
        self.found = found
        self.groups = groups


class SearchBroken(Told):
    """A query was not answered by a fault of the program."""

    def __init__(self, fault: Exception) -> None:
        super().__init__()
        self.fault = fault


class SearchFailed(Told):
    """A query could not be answered."""

    def __init__(self, error: PapertermError) -> None:
        super().__init__()
        self.error = error


class Prepared(Told):
    """The search is loaded."""


class Saved(Told):
    """Everything that was changed before is on disk; other programs had changed these papers meanwhile."""

    def __init__(self, others: frozenset[str]) -> None:
        super().__init__()
        self.others = others


class SaveFailed(Told):
    """Changes could not be written; they are still in hand."""

    def __init__(self, error: PapertermError) -> None:
        super().__init__()
        self.error = error


class LeaveFailed(SaveFailed):
    """Changes could not be written on the way out."""


class PassageDragged(Message):
    """The mouse was drawn over the page: from one of its characters to another, blanks not counted."""

    def __init__(self, first: int, last: int) -> None:
        super().__init__()
        self.first = first
        self.last = last


class KeyClicked(Message):
    """A command in the footer was clicked."""

    def __init__(self, command_id: str) -> None:
        super().__init__()
        self.command_id = command_id


class DraftsFound(Told):
    """Notes were typed in an earlier run and never saved."""

    def __init__(self, count: int) -> None:
        super().__init__()
        self.count = count


class PapersArrived(Told):
    """Another program imported papers."""

    def __init__(self, count: int) -> None:
        super().__init__()
        self.count = count


class LockAwaited(Told):
    """A save waits for another program; the sentence says for which."""

    def __init__(self, sentence: str) -> None:
        super().__init__()
        self.sentence = sentence


class Imported(Told):
    """A file or folder was imported."""

    def __init__(self, report: ImportReport) -> None:
        super().__init__()
        self.report = report


class ImportFailed(Told):
    """Nothing was imported: there was an error, or the reader cancelled it (`None`)."""

    def __init__(self, error: PapertermError | None) -> None:
        super().__init__()
        self.error = error


class SearchCancelled(Told):
    """The reader stopped the building of the search; a query that waited for it was not answered."""


class Extended(Told):
    """The search knows the papers that came while it was open."""


class TaskBegun(Told):
    """A worker began something that takes long."""

    def __init__(self, task: Task) -> None:
        super().__init__()
        self.task = task


class TaskEnded(Told):
    """It is over."""

    def __init__(self, task: Task) -> None:
        super().__init__()
        self.task = task
