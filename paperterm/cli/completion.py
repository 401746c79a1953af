"""`paperterm completion`."""

from __future__ import annotations

import click

from paperterm.cli.drawing import put
from paperterm.cli.verb import Verb

SHELLS = ("bash", "zsh", "fish")


@click.command(
    "completion",
    cls=Verb,
    example="""paperterm completion bash >> ~/.bashrc
               paperterm completion fish > ~/.config/fish/completions/paperterm.fish""",
)
@click.argument("shell", type=click.Choice(SHELLS), metavar="SHELL")
def completion_command(shell: str) -> None:
    """Print the completion script of a shell: bash, zsh or fish.

    Verbs, options, tags and ids are completed then by the Tab key.
    """
    from click.shell_completion import get_completion_class

    from paperterm.cli.main import paperterm

    maker = get_completion_class(shell)
    assert maker is not None
    put(maker(paperterm, {}, "paperterm", "_PAPERTERM_COMPLETE").source())
