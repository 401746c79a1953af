"""`paperterm tag`."""

from __future__ import annotations

import click

from paperterm.cli.arguments import complete_tag, paper_ids, papers_argument, save
from paperterm.cli.drawing import put
from paperterm.cli.session import session
from paperterm.cli.verb import Verb
from paperterm.model.text import display


@click.command("tag", cls=Verb, example="paperterm tag 3f2a 91bc --add theory/ntk --remove todo")
@papers_argument
@click.option("-a", "--add", multiple=True, metavar="TAG", shell_complete=complete_tag, help="Add this tag.")
@click.option("-r", "--remove", multiple=True, metavar="TAG", shell_complete=complete_tag, help="Remove this tag.")
def tag_command(papers: tuple[str, ...], add: tuple[str, ...], remove: tuple[str, ...]) -> None:
    """Add tags to papers, or remove them; with neither, print the tags they have.

    Tags are folded to lower case; / makes a hierarchy, so that tag:theory finds theory/ntk too.
    """
    with session().open_library() as library:
        ids = paper_ids(library, papers)
        if add or remove:
            save(library, library.edit_tags(ids, add, remove), nothing="nothing to change: the tags are so already")
            return
        for paper_id in ids:
            put(f"{paper_id}\t{display(' '.join(library.annotation(paper_id).tags))}")
