"""A line that says how far a search is, for people who wait."""

from __future__ import annotations

import sys
import time
from typing import Callable, Optional, TextIO

__all__ = ["Progress"]

FIRST, STEP = 1.0, 0.2
"""Seconds until a line is shown, and from one to the next."""


class Progress:
    """One line on standard error, in a terminal or a notebook, while a search takes longer than a moment."""

    def __init__(self, size: Callable[[], int], out: Optional[TextIO] = None) -> None:
        self.out = sys.stderr if out is None else out
        self.size = size
        self._whole = size()
        self.tests = 0
        self.is_watched = _is_watched(self.out)
        """Somebody sees it."""

        self._next = time.monotonic() + FIRST if self.is_watched else float("inf")
        self._width = 0

    def note(self) -> None:
        """One more test has ended."""
        self.tests += 1
        if time.monotonic() >= self._next:
            self._show(f"dwindle: {self.tests:,} tests, size {self.size():,} of {self._whole:,}")
            self._next = time.monotonic() + STEP

    def end(self) -> None:
        """Takes the line away."""
        if self._width:
            self._show("")
            self.out.write("\r")
            self.out.flush()
        self._next = float("inf")

    def _show(self, line: str) -> None:
        self.out.write("\r" + line.ljust(self._width))
        self.out.flush()
        self._width = len(line)


def _is_watched(out: Optional[TextIO]) -> bool:
    """Whether somebody sees it as it is written."""
    return out is not None and (out.isatty() or type(out).__module__.startswith("ipykernel"))
