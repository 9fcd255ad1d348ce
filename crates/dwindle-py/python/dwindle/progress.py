"""How far a search is, for people who wait."""

from __future__ import annotations

import importlib
import sys
import time
from typing import Any, Callable, Optional, TextIO

__all__ = ["Progress"]

FIRST, STEP = 1.0, 0.2
"""Seconds until something is shown, and from one time to the next."""

WIDTH = 20
"""Characters of a bar."""


class Progress:
    """A bar, on standard error or in a notebook, while a search takes longer than a moment.

    It is as long as what is gone, since nobody knows how much will be left.
    """

    def __init__(self, size: Callable[[], int], out: Optional[TextIO] = None) -> None:
        self.out = sys.stderr if out is None else out
        self.size = size
        self._whole = size()
        self.tests = 0
        self._is_notebook = self.out is not None and type(self.out).__module__.startswith("ipykernel")
        self.is_watched = self._is_notebook or self.out is not None and self.out.isatty()
        """Somebody sees it."""

        self._next = time.monotonic() + FIRST if self.is_watched else float("inf")
        self._width = 0
        self._cell: Any = None

    def note(self) -> None:
        """One more test has ended."""
        self.tests += 1
        if time.monotonic() >= self._next:
            size = self.size()
            said = f"{self.tests:,} tests, size {size:,} of {self._whole:,}"
            gone = 1 - size / self._whole if self._whole else 1.0
            if self._is_notebook:
                self._update(f'<progress value="{gone:.3f}"></progress> {said}')
            else:
                self._write(f"dwindle [{'#' * int(gone * WIDTH):.<{WIDTH}}] {said}")
            self._next = time.monotonic() + STEP

    def end(self) -> None:
        """Takes it away."""
        if self._cell is not None:
            self._update("")
        if self._width:
            self._write("")
            self.out.write("\r")
            self.out.flush()
        self._next = float("inf")

    def _write(self, line: str) -> None:
        self.out.write("\r" + line.ljust(self._width))
        self.out.flush()
        self._width = len(line)

    def _update(self, html: str) -> None:
        shown = importlib.import_module("IPython.display")  # A notebook has it.
        if self._cell is None:
            self._cell = shown.display(shown.HTML(html), display_id=True)
        else:
            self._cell.update(shown.HTML(html))
