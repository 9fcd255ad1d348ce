"""The loop: what the engine asks about is made, judged and told."""

from __future__ import annotations

import copy
import reprlib
import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial
from typing import Any, Callable, Generic, Literal, NamedTuple, Optional, TypeVar, Union, cast

from ._engine import Search
from .errors import UnreliableTest
from .failure import Death, Failure, Hang
from .forks import Child, Fork, wait
from .judge import Judge, Late, Verdict, answered, note_broken
from .outcome import FAIL, PASS, Outcome
from .progress import Progress
from .watcher import awaited, watched

__all__ = ["Found", "Isolated", "Note", "Options", "Runner", "joined"]

T = TypeVar("T")

AGAIN = 8
"""How often the result of a search is tested again, and how many candidates that passed are."""

ENDLESS = 2**63
"""More tests than any search runs."""

Isolated = Union[bool, Literal["spawn"]]
"""Where tests run: in this process, in copies of it, or in new ones."""


@dataclass(frozen=True)
class Options:
    """How tests run."""

    timeout: Optional[float] = None
    """Seconds after which a test hangs."""

    isolated: Isolated = False
    """Each test runs in a process of its own: a copy of this one, or with ``"spawn"`` a new one."""

    jobs: int = 1
    """How many of these run at a time."""

    memory: Optional[int] = None
    """Bytes that each of these may use beyond those that this process has."""

    budget: Optional[int] = None
    """The number of tests after which the search ends."""

    def __post_init__(self) -> None:
        jobs, budget, memory, timeout = self.jobs, self.budget, self.memory, self.timeout
        if not _is_whole(jobs):
            raise TypeError(f"jobs={jobs!r}: expected a whole number")
        if jobs < 1:
            raise ValueError(f"jobs={jobs}: at least one test runs at a time")
        if budget is not None and not (_is_whole(budget) and budget >= 0):
            raise ValueError(f"budget={budget!r}: expected a number of tests, or None for no limit")
        if memory is not None and not (_is_whole(memory) and memory > 0):
            raise ValueError(f"memory={memory!r}: expected a number of bytes above 0, or None for no limit")
        is_number = isinstance(timeout, (int, float)) and not isinstance(timeout, bool)
        if timeout is not None and not (is_number and timeout > 0):
            raise ValueError(f"timeout={timeout!r}: expected seconds above 0, or None for no limit")
        if not isinstance(self.isolated, bool) and self.isolated != "spawn":
            raise ValueError(f'isolated={self.isolated!r}: expected True, False or "spawn"')
        if not self.isolated and (jobs > 1 or memory is not None):
            option = "memory" if jobs == 1 else "jobs"
            raise ValueError(f"{option}= needs isolated=True: tests within one process share it")


def _is_whole(number: object) -> bool:
    return isinstance(number, int) and not isinstance(number, bool)


class Found(NamedTuple):
    """How a search went."""

    stopped: Optional[str]
    """Why it ended early: ``"budget"`` or ``"interrupted"``."""

    sizes: list[tuple[int, int]]
    """How many tests had been made when a smaller failing candidate was known, and its size."""

    tests: int
    """How many different candidates it asked about."""

    failed: int = 0
    """How many of them failed."""


def joined(found: Found, more: Found) -> Found:
    """How a search and the one after it went."""
    sizes = list(found.sizes)
    sizes += [(found.tests + tests, size) for tests, size in more.sizes if size < sizes[-1][1]]
    return Found(more.stopped, sizes, found.tests + more.tests, found.failed + more.failed)


Note = Callable[[T, Verdict], None]
"""Is told a candidate and what its test came to."""


class Runner(Generic[T]):
    """Runs the tests of a judge."""

    def __init__(self, judge: Judge[T], options: Options) -> None:
        self.judge = judge
        self.options = options
        self.tests = 0
        """How many tests were run, with those on the whole."""

    def settle(self, make: Callable[[], T]) -> None:
        """Finds out how the whole fails."""
        self._settle(make)
        self.judge.is_settled = True

    def _settle(self, make: Callable[[], T]) -> None:
        judge = self.judge
        if not self.options.isolated:
            try:
                with watched(), _limited(self._limit(2)):
                    judge.failure = judge.first(make)
            except Late:
                judge.failure = Hang(self._limit(1) or 0)
            return
        first = partial(judge.first, partial(copy.deepcopy, make()) if self.options.isolated == "spawn" else make)
        ends = [self.apart(first, 2) for _ in range(2)]
        if type(ends[0]) is not type(ends[1]) or isinstance(ends[0], Death) and ends[0] != ends[1]:
            how = [getattr(end, "shown", "the test says so") for end in ends]
            raise UnreliableTest(f"the whole fails in two ways: {how[0]}, and when it is run again: {how[1]}")
        judge.failure = ends[0]
        if isinstance(judge.failure, Failure) and judge.match is not None:
            judge.failure.match = judge.match

    def confirm(self, candidate: T, failure: Failure) -> Verdict:
        """Runs the whole again, after it was seen to fail."""
        self.tests += 1
        if not self.options.isolated:
            return self._here(candidate, 2, confirms=True)
        end = self.apart(lambda: (self.judge.run(candidate, confirms=True), failure), 2)
        if isinstance(end, (Death, Hang)):
            return self.judge.ended(end)
        verdict, confirmed = end
        failure.take_over(confirmed)
        return cast(Verdict, verdict)

    def run_one(self, candidate: T, patience: int = 1) -> Verdict:
        """Runs one test."""
        self.tests += 1
        return self._judged(candidate, patience)

    def _judged(self, candidate: T, patience: int) -> Verdict:
        if not self.options.isolated:
            return self._here(candidate, patience)
        return self._verdict(self.apart(partial(self.judge.run, candidate), patience))

    def run(
        self,
        search: Search,
        made: Optional[Callable[[Any], T]] = None,
        note: Optional[Callable[[T, Verdict], None]] = None,
        before: Optional[Found] = None,
        is_last: bool = True,
    ) -> Found:
        """Runs a search to its end, or until the budget is spent, of which a search ``before`` this one has used a part.

        ``made`` makes what the test gets of what the engine makes. ``note`` is told each test. A first interrupt (Ctrl-C)
        ends the search, whose best is then the result. The test may not contradict itself; that is found out after the
        last search.
        """
        budget = self.options.budget
        if budget is not None and before is not None:
            budget = max(budget - before.tests, 0)
        failed = 0
        progress = Progress(lambda: search.size)
        sizes = [(0, search.size)]

        def noted(candidate: T, verdict: Verdict) -> None:
            nonlocal failed
            failed += verdict.outcome is FAIL
            if verdict.outcome is FAIL and search.size < sizes[-1][1]:
                sizes.append((search.tests, search.size))
            if note is not None:
                note(candidate, verdict)
            progress.note()

        is_watched = note is not None or progress.is_watched
        try:
            if self.options.isolated:
                stopped = self._in_forks(search, made, noted, budget)
            else:
                with watched():
                    stopped = self._in_turn(search, made, noted, is_watched, budget)
            if is_last and stopped is None and not search.is_over_budget:
                self.ask_again(search, made)
        except KeyboardInterrupt:
            stopped = "interrupted"
        finally:
            progress.end()
        # What was decided after the last test was told.
        if search.size < sizes[-1][1]:
            sizes.append((search.tests, search.size))
        return Found("budget" if search.is_over_budget else stopped, sizes, search.tests, failed)

    def ask_again(self, search: Search, made: Optional[Callable[[Any], T]]) -> None:
        """Runs some tests once more: a test that contradicts itself makes a result that means nothing."""
        times = 1 if isinstance(self.judge.failure, Hang) else AGAIN
        for expected in FAIL, PASS:
            for nth in range(times if self.tests else 0):
                candidate = search.best() if expected is FAIL else search.passed(nth)
                if candidate is None:
                    break
                verdict = self._judged(candidate if made is None else made(candidate), 2)
                if not verdict.is_late and (verdict.outcome is FAIL) is (expected is PASS):
                    candidate = search.best() if expected is FAIL else search.passed(nth)  # The test may have changed it.
                    raise UnreliableTest(_contradiction(expected, reprlib.repr(candidate)))

    def _in_turn(
        self,
        search: Search,
        made: Optional[Callable[[Any], T]],
        note: Callable[[T, Verdict], None],
        is_watched: bool,
        budget: Optional[int],
    ) -> Optional[str]:
        if self.judge.failure is None and self.options.timeout is None and not is_watched:
            return self._of_answers(search, made, note, budget)
        # A test may be as short as a comparison, so nothing is called here that need not be.
        run, tell_and_ask = self.judge.run, search.tell_and_ask
        is_limited = self.options.timeout is not None
        left = -1 if budget is None else budget
        asked = search.ask()
        while asked is not None:
            if left == 0:
                return "budget"
            left -= 1
            ticket, candidate, patience = asked
            if made is not None:
                candidate = made(candidate)
            verdict = self._here(candidate, patience) if is_limited else run(candidate)
            self.tests += 1
            outcome, _, is_late = verdict
            asked = tell_and_ask(ticket, outcome, is_late)
            if is_watched or outcome is FAIL:
                note(candidate, verdict)
        return None

    def _of_answers(
        self,
        search: Search,
        made: Optional[Callable[[Any], T]],
        note: Callable[[T, Verdict], None],
        budget: Optional[int],
    ) -> Optional[str]:
        """Runs tests that say by their answers what fails; where that is ``False`` or ``None``, the engine goes on by itself."""
        before, start = self.tests, search.judged
        asked = search.ask()
        try:
            while asked is not None:
                left = ENDLESS if budget is None else budget - (search.judged - start)
                if left <= 0:
                    return "budget"
                asked, answer = search.pass_on(asked, self.judge.test, made, note_broken, left)
                if asked is not None and answer is not None:
                    ticket, candidate, _ = asked
                    verdict = answered(answer)
                    asked = search.tell_and_ask(ticket, verdict.outcome, False)
                    if verdict.outcome is FAIL:
                        note(candidate, verdict)
        finally:
            self.tests = before + search.judged - start
        return None

    def _in_forks(
        self,
        search: Search,
        made: Optional[Callable[[Any], T]],
        note: Callable[[T, Verdict], None],
        budget: Optional[int],
    ) -> Optional[str]:
        running: dict[int, tuple[Child, T]] = {}
        try:
            while True:
                while len(running) < self.options.jobs and (budget is None or search.tests < budget):
                    asked = search.ask()
                    if asked is None:
                        break
                    ticket, candidate, patience = asked
                    if made is not None:
                        candidate = made(candidate)
                    running[ticket] = self._start(partial(self.judge.run, candidate), patience), candidate
                if budget is not None and search.tests >= budget:
                    while running:
                        ticket, (fork, _) = running.popitem()
                        fork.stop()
                        search.give_back(ticket)
                    return "budget" if search.ask() is not None else None
                if not running:
                    return None
                done = wait([fork for fork, _ in running.values()])
                for ticket, (fork, candidate) in list(running.items()):
                    if fork in done:
                        del running[ticket]
                        verdict = self._verdict(fork.end())
                        self.tests += 1
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
                return self.judge.run(candidate, confirms)
        except Late:
            return self.judge.ended(Hang(limit or 0))

    def _start(self, run: Callable[[], Any], patience: int) -> Child:
        child: Callable[..., Child] = Fork
        if self.options.isolated == "spawn":
            from .spawns import Spawn as child  # Most programs do not need it.
        return child(run, self._limit(patience), self.options.memory)

    def apart(self, run: Callable[[], Any], patience: int) -> Any:
        """What a function comes to in a process of its own."""
        fork = self._start(run, patience)
        try:
            wait([fork])
        except BaseException:
            fork.stop()
            raise
        return fork.end()

    def _verdict(self, end: Any) -> Verdict:
        return self.judge.ended(end) if isinstance(end, (Death, Hang)) else cast(Verdict, end)


def _contradiction(expected: Outcome, shown: str) -> str:
    once, again = ("failed", "does not") if expected is FAIL else ("passed", "fails")
    return (
        f"the test contradicts itself: {shown} {once}, and when the test is run again it {again}. Make it "
        "depend on the data alone (no randomness, time or state that stays), or let it run what it tests several times"
    )


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
