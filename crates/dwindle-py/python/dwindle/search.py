"""The loop: what the engine asks about is made, judged and told."""

from __future__ import annotations

import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any, Callable, Generic, Optional, Protocol, TypeVar, cast

from .errors import NotFailingError
from .failure import Death, Failure, Hang
from .forks import Fork, wait
from .judge import Judge, Verdict
from .outcome import UNRESOLVED
from .progress import Progress
from .watcher import awaited, watched

__all__ = ["Options", "Runner", "Search"]

T = TypeVar("T")


class Search(Protocol):
    """A search of the engine: asked for candidates, told their outcomes."""

    @property
    def size(self) -> int: ...

    @property
    def tests(self) -> int: ...

    def ask(self) -> Optional[tuple[int, Any, int]]: ...

    def tell(self, ticket: int, outcome: str, timed_out: bool = False) -> None: ...

    def give_back(self, ticket: int) -> None: ...

    def unwanted(self) -> list[int]: ...


@dataclass(frozen=True)
class Options:
    """How tests run."""

    timeout: Optional[float] = None
    """Seconds after which a test hangs."""

    isolated: bool = False
    """Each test runs in a process of its own."""

    jobs: int = 1
    """How many of these run at a time."""

    memory: Optional[int] = None
    """Bytes that each of these may use beyond those that this process has."""

    budget: Optional[int] = None
    """The number of tests after which the search ends."""

    def __post_init__(self) -> None:
        if not isinstance(self.jobs, int):
            raise TypeError(f"jobs={self.jobs!r}: expected a whole number")
        if self.budget is not None and (not isinstance(self.budget, int) or self.budget < 0):
            raise ValueError(f"budget={self.budget!r}: expected a number of tests, or None for no limit")
        if self.timeout is not None and not self.timeout > 0:
            raise ValueError(f"timeout={self.timeout!r}: expected seconds above 0, or None for no limit")
        if self.jobs < 1:
            raise ValueError(f"jobs={self.jobs}: at least one test runs at a time")
        if not self.isolated and (self.jobs > 1 or self.memory is not None):
            option = "memory" if self.jobs == 1 else "jobs"
            raise ValueError(f"{option}= needs isolated=True: tests within one process share it")


class Late(BaseException):
    """A test in this process takes too long."""


class Runner(Generic[T]):
    """Runs the tests of a judge."""

    def __init__(self, judge: Judge[T], options: Options) -> None:
        self.judge = judge
        self.options = options

    def settle(self, make: Callable[[], T]) -> None:
        """Finds out how the whole fails."""
        self._settle(make)
        self.judge.is_settled = True

    def _settle(self, make: Callable[[], T]) -> None:
        judge = self.judge
        if not self.options.isolated:
            try:
                with _limited(self._limit(2)):
                    judge.failure = judge.first(make)
            except Late:
                judge.failure = Hang(self._limit(1) or 0)
            return
        ends = [self._fork(lambda: judge.first(make), 2) for _ in range(2)]
        if type(ends[0]) is not type(ends[1]) or isinstance(ends[0], Death) and ends[0] != ends[1]:
            how = [getattr(end, "shown", "the test says so") for end in ends]
            raise NotFailingError(f"the whole fails in two ways: {how[0]}, and when it is run again: {how[1]}")
        judge.failure = ends[0]
        if isinstance(judge.failure, Failure) and judge.match is not None:
            judge.failure.match = judge.match

    def confirm(self, candidate: T, failure: Failure) -> Verdict:
        """Runs the whole again, after it was seen to fail."""
        if not self.options.isolated:
            return self._here(candidate, 2, confirms=True)
        end = self._fork(lambda: (self.judge(candidate, confirms=True), failure), 2)
        if isinstance(end, (Death, Hang)):
            return self.judge.ended(end)
        verdict, confirmed = end
        failure.take_over(confirmed)
        return cast(Verdict, verdict)

    def run_one(self, candidate: T, patience: int = 1) -> Verdict:
        """Runs one test."""
        if not self.options.isolated:
            return self._here(candidate, patience)
        return self._verdict(self._fork(lambda: self.judge(candidate), patience))

    def run(
        self,
        search: Search,
        make: Callable[[Any], T],
        note: Callable[[T, Verdict], None],
    ) -> Optional[str]:
        """Runs a search to its end; gives the reason if it ends early.

        A first interrupt (Ctrl-C) ends the search, whose best is then the result.
        """
        progress = Progress(lambda: search.size)

        def noted(candidate: T, verdict: Verdict) -> None:
            note(candidate, verdict)
            progress.note()

        try:
            if self.options.isolated:
                return self._in_forks(search, make, noted)
            with watched():
                return self._in_turn(search, make, noted)
        except KeyboardInterrupt:
            return "interrupted"
        finally:
            progress.end()

    def _in_turn(
        self, search: Search, make: Callable[[Any], T], note: Callable[[T, Verdict], None]
    ) -> Optional[str]:
        ask, tell = search.ask, search.tell
        judge = self.judge if self.options.timeout is None else None
        left = -1 if self.options.budget is None else self.options.budget
        while (asked := ask()) is not None:
            if left == 0:
                return "budget"
            left -= 1
            ticket, kept, patience = asked
            try:
                candidate = make(kept)
            except Exception:  # A type that refuses these parts.
                tell(ticket, UNRESOLVED)
                continue
            verdict = self._here(candidate, patience) if judge is None else judge(candidate)
            tell(ticket, verdict.outcome, verdict.is_late)
            note(candidate, verdict)
        return None

    def _in_forks(
        self, search: Search, make: Callable[[Any], T], note: Callable[[T, Verdict], None]
    ) -> Optional[str]:
        running: dict[int, tuple[Fork, T]] = {}
        budget = self.options.budget
        try:
            while True:
                while len(running) < self.options.jobs and (budget is None or search.tests < budget):
                    asked = search.ask()
                    if asked is None:
                        break
                    ticket, kept, patience = asked
                    try:
                        candidate = make(kept)
                    except Exception:
                        search.tell(ticket, UNRESOLVED)
                        continue
                    running[ticket] = self._start(candidate, patience), candidate
                if budget is not None and search.tests >= budget:
                    return "budget" if search.ask() is not None else None
                if not running:
                    return None
                done = wait([fork for fork, _ in running.values()])
                for ticket, (fork, candidate) in list(running.items()):
                    if fork in done:
                        del running[ticket]
                        verdict = self._verdict(fork.end())
                        search.tell(ticket, verdict.outcome, verdict.is_late)
                        note(candidate, verdict)
                for ticket in search.unwanted():
                    if ticket in running:
                        running.pop(ticket)[0].stop()
                        search.give_back(ticket)
        finally:
            for fork, _ in running.values():
                fork.stop()

    def _limit(self, patience: int) -> Optional[float]:
        return None if self.options.timeout is None else self.options.timeout * patience

    def _here(self, candidate: T, patience: int, confirms: bool = False) -> Verdict:
        limit = self._limit(patience)
        try:
            with _limited(limit):
                return self.judge(candidate, confirms)
        except Late:
            return self.judge.ended(Hang(limit or 0))

    def _start(self, candidate: T, patience: int) -> Fork:
        return Fork(lambda: self.judge(candidate), self._limit(patience), self.options.memory)

    def _fork(self, run: Callable[[], Any], patience: int) -> Any:
        fork = Fork(run, self._limit(patience), self.options.memory)
        try:
            wait([fork])
        except BaseException:
            fork.stop()
            raise
        return fork.end()

    def _verdict(self, end: Any) -> Verdict:
        return self.judge.ended(end) if isinstance(end, (Death, Hang)) else cast(Verdict, end)


@contextmanager
def _limited(limit: Optional[float]) -> Iterator[None]:
    """Ends what runs too long, as far as that is possible in this process.

    What is not Python code is not ended; after a while, somebody says so.
    """
    if limit is None or threading.current_thread() is not threading.main_thread():
        yield
        return

    def on_alarm(number: int, frame: object) -> None:
        raise Late

    before = signal.signal(signal.SIGALRM, on_alarm)
    signal.setitimer(signal.ITIMER_REAL, limit)
    try:
        with awaited(3 * limit + 1):
            yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)
