"""`paperterm note`."""

from __future__ import annotations

import click

from paperterm.cli.arguments import is_piped_in, paper_ids, save, standard_input
from paperterm.cli.drawing import put
from paperterm.cli.messages import say
from paperterm.cli.session import session
from paperterm.cli.verb import Verb
from paperterm.errors import PapertermError
from paperterm.model.text import display


@click.command(
    "note",
    cls=Verb,
    example="""paperterm note 3f2a 'Compare with section 3 of **Quill 2024**.' --append
               paperterm note 3f2a - < notes.md""",
)
@click.argument("paper", metavar="PAPER")
@click.argument("text", required=False, metavar="[TEXT|-]")
@click.option("--append", is_flag=True, help="Add a paragraph to the note that is there.")
def note_command(paper: str, text: str | None, append: bool) -> None:
    """Write the note of a paper, in Markdown; without TEXT, print it.

    TEXT replaces the note, and an empty TEXT takes it away; undo brings it back. - reads TEXT from standard input.
    """
    if text is None and append:
        raise click.UsageError("--append needs a TEXT, or - for standard input.")
    if paper == "-" and text == "-":
        raise click.UsageError("standard input can give the PAPER or the TEXT, not both.")
    with session().open_library() as library:
        ids = paper_ids(library, [paper])
        if len(ids) != 1:
            raise PapertermError(f"a note belongs to one paper; {len(ids)} were given")
        if text is None:
            _print(library.annotation(ids[0]).note)
            return
        new = _standard_input() if text == "-" else text
        change = library.append_note(ids[0], new) if append else library.set_note(ids[0], new)
        save(library, change, nothing="nothing to change: the note is so already")


def _print(note: str) -> None:
    if note:
        put(display(note, multiline=True))
    else:
        say("this paper has no note")


def _standard_input() -> str:
    if not is_piped_in():
        say("the note; Ctrl+D on a line of its own ends it")
    try:
        text = standard_input().read().decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise PapertermError(
            f"the note on standard input is not UTF-8 (byte {error.start + 1:,})",
            "Convert it: iconv -f LATIN1 -t UTF-8 FILE | paperterm note PAPER -",
        ) from None
    if not text.strip():
        # More likely a command before the pipe that failed than a wish to lose the note.
        raise PapertermError(
            "standard input was empty; the note is as it was", "paperterm note PAPER '' takes it away."
        )
    return text
