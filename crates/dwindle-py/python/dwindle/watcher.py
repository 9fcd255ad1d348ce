"""What is said where a test ends the process in which it runs."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Optional

__all__ = ["watched"]

# Reads one byte for each search that begins (+) or ends (-), and speaks if the process is gone in between.
PROGRAM = """
import os
open_searches = 0
while True:
    told = os.read(0, 4096)
    if not told:
        break
    open_searches += told.count(b"+") - told.count(b"-")
if open_searches > 0:
    os.write(2, b"dwindle: a test has ended the process. With isolated=True each test runs in a process "
                b"of its own, and the search goes on.\\n")
"""


class Watcher:
    """A process that notices the end of this one. It is started once."""

    pipe: Optional[int] = None
    owner = 0

    def tell(self, what: bytes) -> None:
        """Tells it that a search begins or ends."""
        if self.pipe is None or self.owner != os.getpid():
            self._start()
        if self.pipe is not None:
            try:
                os.write(self.pipe, what)
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
    WATCHER.tell(b"+")
    try:
        yield
    finally:
        WATCHER.tell(b"-")
