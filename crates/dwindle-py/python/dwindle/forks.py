"""Tests in processes of their own, which may crash, exit, hang and use memory up."""

from __future__ import annotations

import faulthandler
import os
import pickle
import selectors
import signal
import sys
import time
import warnings
from typing import Any, Callable, NoReturn, Optional, Union

from .failure import Death, Hang

__all__ = ["Broken", "Child", "Fork", "limit_memory", "sent", "serve", "wait"]


class Broken(Exception):
    """An exception of a test that is not the failure; its ``__cause__`` is that exception, as far as it can be sent."""


class Child:
    """A process in which a function runs, and which reports what it came to."""

    def __init__(self, process: int, pipe: int, limit: Optional[float]) -> None:
        self.process = process
        self.pipe = pipe
        self.limit = limit
        self.deadline: Optional[float] = None
        self._report = b""

    def begin(self) -> None:
        """Its time runs from now on."""
        self.deadline = None if self.limit is None else time.monotonic() + self.limit

    def read(self) -> bool:
        """Takes what has come; whether that is all."""
        part = os.read(self.pipe, 1 << 16)
        self._report += part
        return not part

    def end(self) -> Union[Any, Death, Hang]:
        """What it came to, once all has come or it is late. It is killed if it still runs."""
        is_late = self.is_late()
        if is_late:
            self.kill()
        _, status = os.waitpid(self.process, 0)
        os.close(self.pipe)
        _kill(os.killpg, self.process)  # What the test started.
        if is_late and self.limit is not None:
            return Hang(self.limit)
        if not self._report:
            return Death(os.WEXITSTATUS(status) if os.WIFEXITED(status) else -os.WTERMSIG(status))
        result, error = pickle.loads(self._report)
        if error is not None:
            raise error
        return result

    def is_late(self) -> bool:
        """Whether its time is over."""
        return self.deadline is not None and time.monotonic() >= self.deadline

    def stop(self) -> None:
        """Ends it, whatever it does."""
        self.kill()
        os.waitpid(self.process, 0)
        os.close(self.pipe)

    def kill(self) -> None:
        _kill(os.killpg, self.process)
        _kill(os.kill, self.process)


class Fork(Child):
    """A function that runs in a copy of this process."""

    def __init__(self, run: Callable[[], Any], limit: Optional[float], memory: Optional[int]) -> None:
        if not hasattr(os, "fork"):
            raise NotImplementedError("isolated=True needs os.fork, which this system does not have")
        sys.stdout.flush()
        sys.stderr.flush()
        pipe, other = os.pipe()
        process = _forked()
        if process == 0:
            serve(run, other, memory)
        os.close(other)
        super().__init__(process, pipe, limit)
        self.begin()


def sent(error: Optional[BaseException]) -> Optional[BaseException]:
    """An exception, if another process can be sent it."""
    try:
        pickle.loads(pickle.dumps(error))
    except Exception:
        return None
    return error


def wait(forks: list[Child]) -> list[Child]:
    """Waits until some of them have come to their end or are late."""
    with selectors.DefaultSelector() as selector:
        for fork in forks:
            selector.register(fork.pipe, selectors.EVENT_READ, fork)
        while True:
            late = [fork for fork in forks if fork.is_late()]
            if late:
                return late
            ends = [fork.deadline for fork in forks if fork.deadline is not None]
            left = max(min(ends) - time.monotonic(), 0) if ends else None
            ready = [key.data for key, _ in selector.select(left)]
            done = [fork for fork in ready if fork.read()]
            if done:
                return done


def _forked() -> int:
    """Forks, with threads or not: the copy has one thread, which runs the test and ends."""
    with warnings.catch_warnings():
        warnings.filterwarnings("ignore", "This process .* is multi-threaded", DeprecationWarning)
        return os.fork()


def _kill(by: Callable[[int, int], None], process: int) -> None:
    try:
        by(process, signal.SIGKILL)
    except (ProcessLookupError, PermissionError):
        pass


def serve(run: Callable[[], Any], pipe: int, memory: Optional[int]) -> NoReturn:
    """Runs the function, reports what it returned or raised, and ends the process."""
    try:
        os.setpgid(0, 0)
        faulthandler.disable()
        limit_memory(memory)
        report: tuple[Any, Optional[BaseException]]
        try:
            report = run(), None
        except BaseException as error:
            report = None, error
        try:
            sent = pickle.dumps(report)
        except Exception:
            sent = pickle.dumps((None, Broken(f"{type(report[1]).__name__}: {report[1]}")))
        while sent:
            sent = sent[os.write(pipe, sent) :]
        sys.stdout.flush()
        sys.stderr.flush()
    finally:
        os._exit(0)


def limit_memory(memory: Optional[int]) -> None:
    """Allows this process so many bytes beyond those that it has, and no image of its memory where it crashes."""
    import resource

    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    if memory is not None:
        allowed = _in_use() + memory
        resource.setrlimit(resource.RLIMIT_AS, (allowed, allowed))


def _in_use() -> int:
    """How many bytes of addresses this process has, where the system says so."""
    try:
        with open("/proc/self/statm", encoding="ascii") as file:
            return int(file.read().split()[0]) * os.sysconf("SC_PAGE_SIZE")
    except OSError:
        return 0
