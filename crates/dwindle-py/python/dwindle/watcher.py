"""What is said where a test ends the process in which it runs."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Optional

__all__ = ["awaited", "watched"]

# It is told when a search begins (+) or ends (-), and when a test has so many seconds (its number) or has come back (0). It
# speaks if the process is gone in between, and if a test does not come back.
PROGRAM = """
import os
import select

HELP = (
    "With isolated=True each test runs in a process of its own, and the search goes on."
)
searches, limit, rest = 0, None, b""
while True:
    ready, _, _ = select.select([0], [], [], limit)
    if not ready:
        os.write(2, f"dwindle: a test does not end, and is no Python code that could be ended here. {HELP}\\n".encode())
        limit = None
        continue
    told = os.read(0, 4096)
    if not told:
        break
    *words, rest = (rest + told).split(b"\\n")
    for word in words:
        if word in (b"+", b"-"):
            searches += 1 if word == b"+" else -1
        else:
            limit = float(word) or None
if searches > 0:
    os.write(2, f"dwindle: a test has ended the process. {HELP}\\n".encode())
"""


class Watcher:
    """A process that notices the end of this one. It is started once."""

    pipe: Optional[int] = None
    owner = 0

    def tell(self, what: str) -> None:
        """Tells it something."""
        if self.pipe is None or self.owner != os.getpid():
            self._start()
        if self.pipe is not None:
            try:
                os.write(self.pipe, what.encode() + b"\n")
            except OSError:  # It was ended.
                self.pipe = None

    def _start(self) -> None:
        import subprocess  # Most programs that import the package start no search.

        self.owner = os.getpid()
        try:
            process = subprocess.Popen(
                [sys.executable, "-I", "-S", "-c", PROGRAM], stdin=subprocess.PIPE, start_new_session=True
            )
        except OSError:
            return
        assert process.stdin is not None
        self.pipe = os.dup(process.stdin.fileno())
        process.stdin.close()
        # It ends with this process, so nobody waits for it.
        process.returncode = 0


WATCHER = Watcher()


@contextmanager
def watched() -> Iterator[None]:
    """Watches a search whose tests run in this process."""
    WATCHER.tell("+")
    try:
        yield
    finally:
        WATCHER.tell("-")


@contextmanager
def awaited(seconds: float) -> Iterator[None]:
    """Watches a test that has to come back."""
    WATCHER.tell(f"{seconds:f}")
    try:
        yield
    finally:
        WATCHER.tell("0")
