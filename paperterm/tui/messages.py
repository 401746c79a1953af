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


class PaperPointed(Message):
    """The cursor of the list came to another paper."""


class PaperChosen(Message):
    """A paper was clicked twice: the reader wants to read it."""


class PaperChanged(Message):
    """Annotations of papers changed, here or in another program."""

    def __init__(self, paper_ids: frozenset[str]) -> None:
        super().__init__()
        self.paper_ids = paper_ids


class Searched(Message):
    """A query was answered, in an order and in groups that were asked for."""

    def __init__(self, text: str, order: Order, found: Found, groups: tuple[Group, ...]) -> None:
        super().__init__()
        self.text = text
        self.order = order
        self.found = found
        self.groups = groups


class SearchFailed(Message):
    """A query could not be answered."""

    def __init__(self, error: PapertermError) -> None:
        super().__init__()
        self.error = error


class Prepared(Message):
    """The search is loaded."""


class Saved(Message):
    """Everything that was changed before is on disk; other programs had changed these papers meanwhile."""

    def __init__(self, others: frozenset[str]) -> None:
        super().__init__()
        self.others = others


class SaveFailed(Message):
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


class DraftsFound(Message):
    """Notes were typed in an earlier run and never saved."""

    def __init__(self, count: int) -> None:
        super().__init__()
        self.count = count


class PapersArrived(Message):
    """Another program imported papers."""

    def __init__(self, count: int) -> None:
        super().__init__()
        self.count = count


class LockAwaited(Message):
    """A save waits for another program; the sentence says for which."""

    def __init__(self, sentence: str) -> None:
        super().__init__()
        self.sentence = sentence


class Imported(Message):
    """A file or folder was imported."""

    def __init__(self, report: ImportReport) -> None:
        super().__init__()
        self.report = report


class ImportFailed(Message):
    """Nothing was imported: there was an error, or the reader cancelled it (`None`)."""

    def __init__(self, error: PapertermError | None) -> None:
        super().__init__()
        self.error = error


class SearchCancelled(Message):
    """The reader stopped the building of the search; a query that waited for it was not answered."""


class Extended(Message):
    """The search knows the papers that came while it was open."""


class TaskBegun(Message):
    """A worker began something that takes long."""

    def __init__(self, task: Task) -> None:
        super().__init__()
        self.task = task


class TaskEnded(Message):
    """It is over."""

    def __init__(self, task: Task) -> None:
        super().__init__()
        self.task = task
