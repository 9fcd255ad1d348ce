"""Tests in new processes, for programs of which no copy can be made: those with threads, or a graphics card."""

from __future__ import annotations

import os
import pickle
import subprocess
import sys
from multiprocessing import spawn
from typing import Any, Callable, Optional

from .failure import Death
from .forks import Child, limit_memory, serve

__all__ = ["Spawn", "main"]

PROGRAM = "import sys; sys.path[:] = {path!r}; from dwindle.spawns import main; main({pipe})"

BEGUN = b"+"
"""What is said before the function is called: until then the process is made."""


class Spawn(Child):
    """A function that runs in a new process, to which it is sent with all that it holds."""

    def __init__(self, run: Callable[[], Any], limit: Optional[float], memory: Optional[int]) -> None:
        if getattr(sys, "_dwindle_spawned", False):
            raise RuntimeError(
                "a new process loads the main module: start the search there under `if __name__ == \"__main__\":`"
            )
        try:
            sent = pickle.dumps(run)
        except Exception as error:
            raise TypeError(f"isolated=\"spawn\" sends the test and the data to a new process: {error}") from error
        preparation = spawn.get_preparation_data("dwindle")
        preparation.pop("authkey")  # It is not for files and pipes.
        pipe, other = os.pipe()
        program = PROGRAM.format(path=sys.path, pipe=other)
        process = subprocess.Popen([sys.executable, "-c", program], stdin=subprocess.PIPE, pass_fds=[other])
        os.close(other)
        super().__init__(process.pid, pipe, limit)
        assert process.stdin is not None
        try:
            process.stdin.write(pickle.dumps((preparation, memory)) + sent)
            process.stdin.close()
        except OSError:  # It has ended, which its code says.
            pass
        process.returncode = 0  # It is waited for by its number.
        self._has_begun = False

    def read(self) -> bool:
        is_all = super().read()
        if not self._has_begun and self._report.startswith(BEGUN):
            self._report = self._report[1:]
            self._has_begun = True
            self.begin()
        return is_all

    def end(self) -> Any:
        result = super().end()
        if isinstance(result, Death) and not self._has_begun:
            raise RuntimeError(f"no test began in the new process: {result.shown}")
        return result


def main(pipe: int) -> None:
    """What the new process does."""
    sys._dwindle_spawned = True  # type: ignore[attr-defined]

    def run() -> Any:
        preparation, memory = pickle.load(sys.stdin.buffer)
        spawn.prepare(preparation)
        function = pickle.load(sys.stdin.buffer)
        limit_memory(memory)
        os.write(pipe, BEGUN)
        return function()

    serve(run, pipe, None)
