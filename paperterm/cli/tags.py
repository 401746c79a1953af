"""`paperterm tags`, with `rename` and `delete`."""

from __future__ import annotations

import click

from paperterm.cli.arguments import complete_tag, json_option, save
from paperterm.cli.drawing import Heading, put_json, put_table
from paperterm.cli.messages import say
from paperterm.cli.session import global_options, session
from paperterm.cli.verb import CONTEXT, Verb


class TagsGroup(click.Group):
    """`tags` alone lists; its help shows both verbs below it."""

    def format_epilog(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Examples, as they are typed."""
        with formatter.section("Examples"):
            formatter.write("  paperterm tags\n  paperterm tags rename ntk theory/ntk\n")


@click.group("tags", cls=TagsGroup, invoke_without_command=True, context_settings=CONTEXT)
@global_options(is_hidden=True)
@json_option
@click.pass_context
def tags_command(ctx: click.Context, as_json: bool) -> None:
    """List the tags with the number of papers that have each; rename or delete one everywhere."""
    if ctx.invoked_subcommand is not None:
        return
    with session().open_library() as library:
        tags = library.tags()
        if as_json:
            put_json([{"tag": tag, "papers": count} for tag, count in tags.items()])
            return
        if not tags:
            say("there are no tags yet; paperterm tag PAPER --add TAG makes one")
        put_table(
            (Heading("papers", "number", is_number=True), Heading("tag", "tag")),
            [(f"{count}", tag) for tag, count in tags.items()],
        )


@tags_command.command("rename", cls=Verb, example="paperterm tags rename ntk theory/ntk")
@click.argument("old", metavar="OLD", shell_complete=complete_tag)
@click.argument("new", metavar="NEW", shell_complete=complete_tag)
def rename_command(old: str, new: str) -> None:
    """Give a tag, and those below it, another name on every paper; a tag NEW that is there takes its papers in."""
    with session().open_library() as library:
        save(library, library.rename_tag(old, new), nothing=f"no paper has the tag {old}")


@tags_command.command("delete", cls=Verb, example="paperterm tags delete todo")
@click.argument("tag", metavar="TAG", shell_complete=complete_tag)
def delete_command(tag: str) -> None:
    """Take a tag, and those below it, off every paper; undo brings them back."""
    with session().open_library() as library:
        save(library, library.delete_tag(tag), nothing=f"no paper has the tag {tag}")
