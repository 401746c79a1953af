"""`paperterm doctor`, and how the store's reports are shown."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

import click

from paperterm.cli.arguments import json_option
from paperterm.cli.drawing import put_json, put_lines
from paperterm.cli.messages import say
from paperterm.cli.session import session
from paperterm.cli.verb import Verb
from paperterm.model.text import counted, display
from paperterm.present.spans import Span

if TYPE_CHECKING:
    from paperterm.store.report import Finding, Report

LEVELS = {
    "well": ("ok", "status-read"),
    "note": ("note", "status-reading"),
    "damage": ("DAMAGED", "match"),
    "done": ("done", "status-to-read"),
}
"""The word and the style that each level of a finding is shown with."""


@click.command("doctor", cls=Verb, example="paperterm doctor --repair")
@click.option("--repair", is_flag=True, help="Bring back all that can be read; damaged files are kept in backups/.")
@json_option
@click.pass_context
def doctor_command(ctx: click.Context, repair: bool, as_json: bool) -> None:
    """Check every file of the library; with --repair, mend what is damaged.

    Without --repair nothing is changed. The exit status is 0 when the library is sound (afterwards, with --repair),
    and 1 when it is not.
    """
    from paperterm.store import doctor

    folder = session().folder
    done = doctor.repair(folder, on_wait=say).findings if repair else []
    found = doctor.diagnose(folder, on_wait=say)
    if as_json:
        put_json(
            {
                "library": str(folder),
                "sound": found.is_sound,
                "findings": [{"level": finding.level, "text": finding.text} for finding in (*done, *found.findings)],
            }
        )
    else:
        put_findings((*done, *found.findings))
        say(_verdict(found, is_repaired=repair))
    if not found.is_sound:
        ctx.exit(1)


def put_findings(findings: Iterable[Finding]) -> None:
    """A line for each finding, with its level in front."""
    widest = max(len(word) for word, _ in LEVELS.values())
    rows = [(*LEVELS[finding.level], display(finding.text)) for finding in findings]
    put_lines((Span(word, style), Span(" " * (widest + 2 - len(word)) + text)) for word, style, text in rows)


def _verdict(found: Report, *, is_repaired: bool) -> str:
    if found.is_sound:
        return "the library is sound"
    count = counted(sum(finding.level == "damage" for finding in found.findings), "fault")
    if is_repaired:
        return f"{count} could not be mended; paperterm restore lists the backups"
    return f"{count} found; paperterm doctor --repair brings back what can be read and keeps the damaged files"
