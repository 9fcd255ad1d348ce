"""The outcomes of a test."""

from __future__ import annotations

from enum import Enum

__all__ = ["FAIL", "PASS", "UNRESOLVED", "Outcome"]


class Outcome(str, Enum):
    """What a test says of a candidate."""

    FAIL = "fail"
    """The failure is still there."""

    PASS = "pass"
    """The failure is gone."""

    UNRESOLVED = "unresolved"
    """The test cannot tell: the candidate fails in a different way, or takes too long."""

    def __str__(self) -> str:
        return self.name


FAIL = Outcome.FAIL
PASS = Outcome.PASS
UNRESOLVED = Outcome.UNRESOLVED
