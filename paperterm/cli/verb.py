"""What all verbs share: help with an example, global options anywhere, query words that begin with a minus sign."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import click

from paperterm.cli.session import global_options

CONTEXT: dict[str, Any] = {"help_option_names": ["-h", "--help"], "max_content_width": 100}

_GUARD = "\0"
"""Put before a query word that looks like an option; no argument of a process can hold it by itself."""


class Verb(click.Command):
    """A verb: its help ends with an example, and `--library` and `--debug` may follow it too."""

    def __init__(self, name: str | None, *, example: str, **attributes: Any) -> None:
        attributes.setdefault("context_settings", CONTEXT)
        super().__init__(name, **attributes)
        self.example = example
        global_options(is_hidden=True)(self)

    def format_epilog(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """The example, as it is typed."""
        lines = self.example.strip().splitlines()
        with formatter.section("Example" if len(lines) == 1 else "Examples"):
            for line in lines:
                formatter.write(f"  {line.strip()}\n")


class QueryVerb(Verb):
    """A verb with a query: `-word` in it is a word to leave out, as in the app, not an option.

    Only a single minus sign before something that is no short option makes a query word; `--wrod` stays an error
    with a suggestion, and so does `-sort`, which is more likely a slip than a word to leave out.
    """

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Parse with query words out of the way of option names."""
        return super().parse_args(ctx, list(self._guarded(ctx, args)))

    def _guarded(self, ctx: click.Context, args: list[str]) -> Iterable[str]:
        options = [option for option in self.get_params(ctx) if isinstance(option, click.Option)]
        names = {name for option in options for name in (*option.opts, *option.secondary_opts)}
        valued = {name for option in options if not option.is_flag for name in option.opts}
        rest = iter(args)
        for word in rest:
            if word == "--":
                yield from (word, *rest)
                return
            yield _GUARD + word if _is_query_word(word, names, valued, ctx) else word
            if word in valued:
                yield from (value for value in (next(rest, None),) if value is not None)


def _is_query_word(word: str, names: set[str], valued: set[str], ctx: click.Context) -> bool:
    if not word.startswith("-") or word.startswith("--") or word == "-" or word in names:
        return False
    if word[:2] in valued and word[2:].isdigit():  # -n5
        return False
    if f"-{word}" in names:
        ctx.fail(f"“{word}” can be read in two ways: write -{word} for the option, or -- before the query.")
    return True


def unguarded(_: click.Context, __: click.Parameter, words: tuple[str, ...]) -> tuple[str, ...]:
    """The words of a query as they were typed; for the argument's `callback`."""
    return tuple(word.removeprefix(_GUARD) for word in words)


def suggestion(word: str, names: Iterable[str]) -> str | None:
    """The name that was probably meant."""
    from difflib import get_close_matches

    return next(iter(get_close_matches(word, list(names), n=1)), None)
