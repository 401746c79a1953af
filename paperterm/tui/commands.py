"""Everything that can be done in the app, as data: keys, footer, help, palette and README are made from this table.

To add a command: a row here, a short `action_…` on the screen, a test that presses its key.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

LIST, READER, FILTER, PASSAGE = "list", "reader", "filter", "passage"
"""The panes that can have the focus; a passage is what is being chosen in the reader.

What is typed into a dialog never reaches a command.
"""


class Command(NamedTuple):
    """One thing that a reader can do.

    Attributes:
        id: what the keymap in the settings calls it ("paper.mark-read").
        keys: Textual's key names, comma-separated; the first is the one that is shown.
        action: the action on the main screen, with its parameters.
        description: two or three words for the footer and the palette.
        tooltip: one sentence for the help.
        group: heading in the help.
        panes: where it can be done.
        rank: place in the footer when there is room, from the left; 0 keeps it out.
        is_once: a key that is held down does it once, since repeating it could do damage.
    """

    id: str
    keys: str
    action: str
    description: str
    tooltip: str
    group: str
    panes: tuple[str, ...] = (LIST, READER)
    rank: int = 0
    is_once: bool = False


_MOVE, _FIND, _MARK, _SELECT, _TAKE, _APP = "Move", "Find", "Mark", "Select", "Take away", "App"
_PASSAGE = "Highlight"

COMMANDS: tuple[Command, ...] = (
    Command("move.down", "j,down", "move(1)", "down", "The next paper; in the reader the next line.", _MOVE),
    Command("move.up", "k,up", "move(-1)", "up", "The previous paper; in the reader the previous line.", _MOVE),
    Command("move.first", "g,home", "move_to_end(-1)", "first", "The first paper, or the top of the page.", _MOVE),
    Command("move.last", "G,end", "move_to_end(1)", "last", "The last paper, or the end of the page.", _MOVE),
    Command("move.half-down", "ctrl+d", "move_pages(0.5)", "half a page down", "Half a screen down.", _MOVE),
    Command("move.half-up", "ctrl+u", "move_pages(-0.5)", "half a page up", "Half a screen up.", _MOVE),
    Command("move.page-down", "pagedown", "move_pages(1)", "page down", "A screen down.", _MOVE),
    Command("move.page-up", "pageup", "move_pages(-1)", "page up", "A screen up.", _MOVE),
    Command("move.next-unread", "J", "move_to_unread(1)", "next unread", "The next unread paper of the list.", _MOVE),
    Command("move.previous-unread", "K", "move_to_unread(-1)", "previous unread", "The unread paper before.", _MOVE),
    Command("list.open", "enter,tab", "open_reader", "read", "Go to the reader.", _MOVE, (LIST,), 2),
    Command(
        "reader.leave", "enter,tab,shift+tab", "back_to_list", "list", "Go back to the list.", _MOVE, (READER,), 2
    ),
    Command("match.next", "full_stop", "match(1)", "next match", "The next match on the page.", _MOVE),
    Command("match.previous", "comma", "match(-1)", "previous match", "The match before on the page.", _MOVE),
    Command("reader.raw", "M", "raw", "raw text", "Texts as they were typed, or readable again.", _MOVE),
    Command(
        "go.back", "escape,ctrl+g", "go_back", "back",
        "Leave the reader, drop the selection, clear the filter, cancel an import.", _MOVE,
        rank=3,
    ),
    Command("filter.focus", "slash", "focus_filter", "filter", "Type words that the papers must have.", _FIND, rank=1),
    Command(
        "filter.accept", "enter", "accept_filter", "to the list", "Keep the filter and go to the list.", _FIND,
        (FILTER,), 1,
    ),
    Command(
        "filter.complete", "tab", "complete", "complete", "Take what is offered behind the cursor, or go to the list.",
        _FIND, (FILTER,), 6,
    ),
    Command(
        "filter.clear", "escape,ctrl+g", "clear_filter", "clear", "Clear the filter; once more leaves it.", _FIND,
        (FILTER,), 5,
    ),
    Command(
        "filter.down", "pagedown", "move_pages(1)", "page down", "A screen down, while typing.", _FIND, (FILTER,)
    ),
    Command("filter.up", "pageup", "move_pages(-1)", "page up", "A screen up, while typing.", _FIND, (FILTER,)),
    Command("filter.older", "up", "recall(-1)", "earlier query", "The query before this one.", _FIND, (FILTER,), 3),
    Command("filter.newer", "down", "recall(1)", "later query", "The query after this one.", _FIND, (FILTER,)),
    Command("list.collections", "c", "collections", "collections", "Your lists, with how much is unread.", _FIND,
            rank=17),
    Command("list.searches", "f", "searches", "saved searches", "Saved searches, with how much is unread.", _FIND,
            rank=17),
    Command("paper.like", "m", "like", "more like this", "The papers most like this one or the selected ones.", _FIND,
            rank=18),
    Command("list.sort", "S", "sort", "sort", "Sort by relevance, date, title or status.", _FIND, rank=15),
    Command("list.expand", "X", "expand", "expand", "Heed words of the best papers in the order, or not.", _FIND),
    Command("list.facets", "F", "facets", "counts", "Counts by status, tag, venue, year, collection.", _FIND, rank=16),
    Command("list.sentences", "b", "sentences", "best sentences", "The best sentence below each title.", _FIND),
    Command(
        "filter.near", "ctrl+n", "take_near", "take near words", "Take the near words for those that no paper has.",
        _FIND, (LIST, READER, FILTER), 4,
    ),
    Command("list.group", "B", "group", "group", "Group by collection or by status, or not.", _FIND),
    Command(
        "list.fold", "minus", "fold", "fold", "Fold the papers of this heading away, or show them.", _FIND, (LIST,), 2,
    ),
    Command("list.fold-all", "underscore", "fold_all", "fold all", "Fold all headings, or none.", _FIND, (LIST,)),
    Command("paper.mark-unread", "u", "mark('unread')", "unread", "Mark as unread.", _MARK, rank=12,
            is_once=True),
    Command("paper.mark-to-read", "w", "mark('to-read')", "to read", "Mark as to be read.", _MARK, rank=4,
            is_once=True),
    Command("paper.mark-reading", "r", "mark('reading')", "reading", "Mark as being read.", _MARK, rank=11,
            is_once=True),
    Command("paper.mark-read", "d", "mark('read')", "read it", "Mark as read.", _MARK, rank=7,
            is_once=True),
    Command("paper.skip", "x", "mark('skipped')", "skip", "Mark as skipped.", _MARK, rank=9, is_once=True),
    Command("paper.star", "s", "star", "star", "Set the star, or take it away.", _MARK, rank=10, is_once=True),
    Command("paper.tag", "t", "tag", "tag", "Add and remove tags.", _MARK, rank=5),
    Command("tags.all", "number_sign", "tags", "all tags", "All tags: their papers, rename, merge, delete.", _MARK),
    Command("paper.note", "n", "note", "note", "Write the note of the paper.", _MARK, rank=6),
    Command("paper.edit-note", "e", "edit_note", "note in $EDITOR", "Write the note in your own editor.", _MARK,
            is_once=True),
    Command(
        "paper.highlight", "h", "highlight", "highlight", "Choose a passage of the abstract to highlight.", _MARK,
        rank=14,
    ),
    Command("paper.highlights", "H", "highlights", "highlights", "All highlights of the paper.", _MARK),
    Command("note.recover", "R", "recover", "unsaved note", "Bring back a note that was typed and never saved.", _MARK),
    Command(
        "papers.triage", "T", "triage", "triage", "Decide about the unread papers, one after another.", _MARK, rank=17,
    ),
    Command("change.undo", "z", "undo", "undo", "Take the last change back.", _MARK, rank=13, is_once=True),
    Command("change.redo", "Z", "redo", "redo", "Make the change that was taken back again.", _MARK, is_once=True),
    Command("paper.select", "space", "select", "select", "Select the paper, or let it go.", _SELECT, (LIST,), 14),
    Command(
        "paper.select-range", "V", "select_range", "select a range", "Select from here on; again ends the range.",
        _SELECT, (LIST,),
    ),
    Command("paper.select-all", "asterisk", "select_all", "select all", "Select all shown, or none.", _SELECT, (LIST,)),
    Command("paper.copy", "y", "copy('bibtex')", "copy BibTeX", "Copy as BibTeX.", _TAKE, rank=3, is_once=True),
    Command("paper.copy-as", "Y", "copy_as", "copy as …", "Copy in another form.", _TAKE),
    Command("papers.export", "E", "export", "export", "Write a reading list or bibliography.", _TAKE, rank=8),
    Command("paper.open-link", "o", "open_link", "open link", "Open the paper's link in the browser.", _TAKE,
            is_once=True),
    Command("passage.next-sentence", "j,down", "choose('sentence', 1)", "sentence", "The next sentence.", _PASSAGE,
            (PASSAGE,), 3),
    Command("passage.previous-sentence", "k,up", "choose('sentence', -1)", "previous sentence",
            "The sentence before.", _PASSAGE, (PASSAGE,)),
    Command("passage.next-word", "l,right", "choose('word', 1)", "word", "The next word.", _PASSAGE, (PASSAGE,), 4),
    Command("passage.previous-word", "h,left", "choose('word', -1)", "previous word", "The word before.", _PASSAGE,
            (PASSAGE,)),
    Command("passage.sentence-more", "J,shift+down", "choose('by-sentence', 1)", "± sentence",
            "The end that moves goes on by a sentence.", _PASSAGE, (PASSAGE,), 5),
    Command("passage.sentence-less", "K,shift+up", "choose('by-sentence', -1)", "back by a sentence",
            "The end that moves goes back by a sentence.", _PASSAGE, (PASSAGE,)),
    Command("passage.word-more", "L,shift+right", "choose('by-words', 1)", "± word",
            "The end that moves goes on by a word.", _PASSAGE, (PASSAGE,), 6),
    Command("passage.word-less", "H,shift+left", "choose('by-words', -1)", "back by a word",
            "The end that moves goes back by a word.", _PASSAGE, (PASSAGE,)),
    Command("passage.turn", "o,tab", "turn_passage", "other end", "The other end moves.", _PASSAGE, (PASSAGE,), 7),
    Command("passage.yellow", "y,1", "colour_passage('yellow')", "yellow", "In yellow.", _PASSAGE, (PASSAGE,), 8),
    Command("passage.green", "g,2", "colour_passage('green')", "green", "In green.", _PASSAGE, (PASSAGE,), 9),
    Command("passage.blue", "b,3", "colour_passage('blue')", "blue", "In blue.", _PASSAGE, (PASSAGE,), 10),
    Command("passage.red", "r,4", "colour_passage('red')", "red", "In red.", _PASSAGE, (PASSAGE,), 11),
    Command("passage.purple", "p,5", "colour_passage('purple')", "purple", "In purple.", _PASSAGE, (PASSAGE,), 12),
    Command("passage.remark", "n", "remark_passage", "with a remark", "Highlight the passage, with a remark.",
            _PASSAGE, (PASSAGE,), 2),
    Command("passage.keep", "enter,space", "keep_passage", "highlight", "Highlight the passage.", _PASSAGE,
            (PASSAGE,), 1),
    Command("passage.leave", "escape,ctrl+g,q", "leave_passage", "leave", "Highlight nothing.", _PASSAGE,
            (PASSAGE,), 89),
    Command(
        "library.import", "i", "import", "import", "Import a list of abstracts from a file or a folder.", _APP, rank=17,
    ),
    Command("app.progress", "P", "progress", "progress", "How far you are: by status, day, collection, tag.", _APP),
    Command(
        "app.suspend", "ctrl+z", "suspend", "suspend", "Go to the shell; fg brings the app back.", _APP,
        (LIST, READER, FILTER), is_once=True,
    ),
    Command("app.help", "question_mark", "help", "help", "All keys.", _APP, (LIST, READER, PASSAGE), 90),
    Command("app.palette", "ctrl+p", "palette", "commands", "Find a command by name.", _APP, (LIST, READER, FILTER)),
    Command("app.quit", "q,ctrl+q", "quit", "quit", "Save and leave.", _APP, rank=91),
)  # fmt: skip


SHOWN_KEYS = {
    "slash": "/", "question_mark": "?", "asterisk": "*", "space": "space", "escape": "esc", "down": "↓", "up": "↑",
    "pagedown": "pgdn", "pageup": "pgup", "shift+tab": "shift-tab", "minus": "-", "underscore": "_",
    "full_stop": ".", "comma": ",", "number_sign": "#",
}  # fmt: skip


def keys_of(command: Command, keymap: Mapping[str, str]) -> tuple[str, ...]:
    """The keys of a command as Textual names them, after the settings had their say."""
    return tuple(key.strip() for key in keymap.get(command.id, command.keys).split(",") if key.strip())


def shown_key(key: str) -> str:
    """A key as a person reads it: "/", "^d", "esc"."""
    if key in SHOWN_KEYS:
        return SHOWN_KEYS[key]
    return f"^{key.removeprefix('ctrl+')}" if key.startswith("ctrl+") else key


_BY_ID = {command.id: command for command in COMMANDS}


def command(command_id: str) -> Command:
    """The command of that id."""
    return _BY_ID[command_id]
