"""What a run of a test comes to, in words that two processes can compare."""

from __future__ import annotations

import re
from types import FunctionType
from typing import Any, NamedTuple, Optional

from .assertions import line_in
from .failure import innermost, shown

__all__ = ["End", "Record", "described", "end_of"]

OF_THE_PROCESS = re.compile(r"0x[0-9a-fA-F]{4,}|(?<=/pytest-)\d+")
"""What differs from process to process: addresses, and numbers of temporary directories."""


class End(NamedTuple):
    """The exception that ends a run."""

    kind: str

    line: Optional[int]
    """The line of the test from which it comes."""

    place: object
    """The place of its innermost frame."""

    message: str
    shown: str


class Record(NamedTuple):
    """A run."""

    looks: list[tuple[int, list[str]]]
    """What the assertions look at, with their lines, in turn."""

    end: Optional[End]

    def at(self, line: int) -> list[list[str]]:
        """What the assertion on a line looks at, each time."""
        return [looked for there, looked in self.looks if there == line]


def end_of(function: FunctionType, error: BaseException) -> End:
    """An exception of a test in words."""
    kind = f"{type(error).__module__}.{type(error).__qualname__}"
    return End(kind, line_in(function, error), innermost(error), OF_THE_PROCESS.sub("", str(error)), shown(error))


def described(value: Any) -> str:
    """A value in words."""
    try:
        return OF_THE_PROCESS.sub("", repr(value))
    except Exception as error:
        return f"<{type(value).__qualname__} whose repr raises {type(error).__name__}>"
