"""What the doctor found and did, as sentences."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum


class Level(StrEnum):
    """How a finding is meant."""

    WELL = "well"
    NOTE = "note"
    DAMAGE = "damage"
    DONE = "done"


@dataclass(frozen=True, slots=True)
class Finding:
    """One sentence."""

    level: Level
    text: str


@dataclass(slots=True)
class Report:
    """The findings, in order."""

    findings: list[Finding] = field(default_factory=list)

    def well(self, text: str) -> None:
        """Something is as it should be."""
        self.findings.append(Finding(Level.WELL, text))

    def note(self, text: str) -> None:
        """Something to know."""
        self.findings.append(Finding(Level.NOTE, text))

    def damage(self, text: str) -> None:
        """Something is damaged."""
        self.findings.append(Finding(Level.DAMAGE, text))

    def done(self, text: str) -> None:
        """Something was changed."""
        self.findings.append(Finding(Level.DONE, text))

    @property
    def is_sound(self) -> bool:
        """Whether nothing is damaged."""
        return not any(finding.level is Level.DAMAGE for finding in self.findings)

    @property
    def is_changed(self) -> bool:
        """Whether anything was done."""
        return any(finding.level is Level.DONE for finding in self.findings)

    def lines(self) -> list[str]:
        """The sentences, each with its level in front."""
        return [f"{finding.level}: {finding.text}" for finding in self.findings]
