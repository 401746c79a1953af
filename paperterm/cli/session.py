"""What one run of the command line knows: which library, whether to show tracebacks."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from typing import TYPE_CHECKING, Any, TypeVar

from paperterm.errors import StoreError

if TYPE_CHECKING:
    from pathlib import Path

    import click

    from paperterm.library import Library

F = TypeVar("F", bound="Callable[..., Any] | click.Command")


class Session:
    """The global options."""

    def __init__(self, library: str | None = None) -> None:
        self.library = library

    @property
    def folder(self) -> Path:
        """The library's folder."""
        from paperterm.locations import library_folder

        return library_folder(self.library)

    @contextmanager
    def open_library(self, *, with_sample: bool = False) -> Iterator[Library]:
        """Open the library, say what is wrong with it, and close it again."""
        from paperterm.cli.messages import say
        from paperterm.library import Library

        library = Library.open(self.folder, with_sample=with_sample, on_wait=say)
        for problem in library.problems:
            say(problem)
        try:
            yield library
        except BaseException:
            # Closing saves what is unsaved, but whoever has waited in vain waits no second time.
            library.lock.seconds = 0
            with suppress(StoreError):  # what went wrong first is what there is to say
                library.close()
            raise
        library.close()


def session(ctx: click.Context | None = None) -> Session:
    """The session of this run."""
    import click

    found = (ctx or click.get_current_context()).find_root().ensure_object(Session)
    assert isinstance(found, Session)
    return found


def _name_library(ctx: click.Context, _: click.Parameter, value: str | None) -> None:
    if value is not None:
        session(ctx).library = value


def global_options(*, is_hidden: bool) -> Callable[[F], F]:
    """Add `--library` and `--debug`; hidden where they only repeat what the top page says."""
    import click

    library = click.option(
        "--library",
        metavar="DIR",
        expose_value=False,
        callback=_name_library,
        hidden=is_hidden,
        help="The library's folder (also PAPERTERM_LIBRARY).",
    )
    # Read from the arguments as they are, by `main`: a failure may come before they are parsed.
    debug = click.option(
        "--debug", is_flag=True, expose_value=False, hidden=is_hidden, help="Show the traceback of a failure."
    )

    def add(function: F) -> F:
        return debug(library(function))

    return add
