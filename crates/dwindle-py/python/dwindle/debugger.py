"""The Debugging Book's interface: wrap a failing call, see the minimal arguments."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from html import escape
from types import TracebackType
from typing import Any, Callable, Optional, Union

from . import _engine
from .calls import Call, Watch
from .display import marked, plot
from .errors import FailureNotReproducedError, NoCallError, NotFailingError, NotPassingError
from .failure import Failure, Match, shown
from .judge import Judge, Verdict
from .outcome import FAIL, Outcome
from .search import Found, Isolated, Options, Runner

__all__ = ["DeltaDebugger"]

Arguments = dict[str, Any]


class DeltaDebugger:
    """Reduces the arguments of a call that fails.

    >>> def myeval(inp):
    ...     return eval(inp)
    >>> with DeltaDebugger() as dd:
    ...     myeval('1 + 2 * 3 / 0')
    >>> dd
    myeval(inp='3/0')
    >>> dd.min_args()
    {'inp': '3/0'}

    The call is the one that the block makes and from which the exception comes. Its arguments are copied before it is
    made, and for each test. The exception does not leave the block.

    ``log`` prints each test; with ``log=2`` also what is known after it. ``match`` says when another exception counts as
    the same failure (see `Failure`). With ``simplify=True``, numbers and characters that have to stay get smaller, too.
    ``timeout``, ``isolated``, ``jobs``, ``memory`` and ``budget`` are those of `reduce`.
    """

    def __init__(
        self,
        *,
        log: Union[bool, int] = False,
        match: Optional[Match] = None,
        simplify: bool = False,
        timeout: Optional[float] = None,
        isolated: Isolated = False,
        jobs: int = 1,
        memory: Optional[int] = None,
        budget: Optional[int] = None,
    ) -> None:
        self.log = int(log)
        self.stopped: Optional[str] = None
        """Why the last search ended early: ``"budget"`` or ``"interrupted"``."""

        self._has_to_fail = True
        self._match = match
        self._simplify = simplify
        if isolated == "spawn":
            raise ValueError('isolated="spawn" is for functions of data: a call is made again in copies of this process')
        self._options = Options(timeout, isolated, jobs, memory, budget)
        self._watch: Optional[Watch] = None
        self._forget()

    def _forget(self) -> None:
        """Knows of no call."""
        self._call: Optional[Call] = None
        self._failure: Optional[Failure] = None
        self._judge: Judge[Arguments] = Judge(self._make_call)
        self._runner = Runner(self._judge, self._options)
        self._model: Optional[tuple[_engine.Model, int]] = None
        self._is_reproduced = False
        self._minimum: Optional[Arguments] = None
        self._found: Optional[Found] = None
        self._sides: dict[str, tuple[Arguments, Arguments, Arguments]] = {}

    # The block.

    def __enter__(self) -> DeltaDebugger:
        self._forget()
        own = {DeltaDebugger.__exit__.__code__}
        self._watch = Watch(sys._getframe(1), own)
        self._watch.begin()
        return self

    def __exit__(
        self,
        kind: Optional[type[BaseException]],
        error: Optional[BaseException],
        traceback: Optional[TracebackType],
    ) -> bool:
        watch = self._watch
        assert watch is not None
        watch.end()
        self._watch = None
        if error is None and not self._has_to_fail:
            return False
        if error is None:
            if watch.first is None:
                raise NoCallError("the block calls no function")
            watch.first.settle()
            self._call = watch.first
            raise NotFailingError(f"{self.format_call()} does not raise an exception")
        call = watch.failing(traceback)
        if call is None or not isinstance(error, (Exception, SystemExit)):
            return False
        call.settle()
        self._call = call
        while traceback is not None and traceback.tb_frame.f_code is not call.code:
            traceback = traceback.tb_next
        self._judge.failure = self._failure = Failure(error.with_traceback(traceback), self._match)
        if self.log:
            print(f"Observed {self.format_call()} raising {self.format_exception()}")
        return True

    @property
    def tests(self) -> int:
        """How many tests were run."""
        return self._runner.tests

    # What was seen.

    def function(self) -> Callable[..., Any]:
        """The function that was called."""
        return self._observed().function

    def args(self) -> Arguments:
        """The arguments by name, as they were before the call."""
        model, root = self._taken()
        return self._named(_engine.build(model, root))

    def exception(self) -> BaseException:
        """The exception that it raised."""
        self._observed()
        assert self._failure is not None and self._failure.error is not None
        return self._failure.error

    def format_call(self, args: Optional[Arguments] = None) -> str:
        """The call as it is written."""
        if self._call is None:
            raise NoCallError("no call was observed")
        return self._call.show(self._call.arguments if args is None else args)

    def format_exception(self, exc: Optional[BaseException] = None) -> str:
        """An exception in one line, by default the one that the call raised."""
        return shown(self.exception() if exc is None else exc)

    def call(self, args: Optional[Arguments] = None) -> Any:
        """Makes the call, with other arguments if some are given."""
        arguments = self.args()
        arguments.update(args or {})
        return self._observed()(arguments)

    def test(self, args: Arguments) -> Outcome:
        """Makes the call with these arguments and says whether the failure is still there."""
        self._observed()
        verdict = self._runner.run_one(args)
        self._note(args, verdict)
        return verdict.outcome

    # What is found.

    def min_args(self) -> Arguments:
        """The arguments reduced as far as the same failure stays."""
        if self._minimum is None:
            search = _engine.Search.of_value(*self._reproduced(), "dd")
            found = self._run_search(search, self._named)
            best = self._named(search.best())
            if self._simplify:
                search = _engine.Search.of_value(*self._observed().take_apart(best), "simplify")
                more = self._run_search(search, self._named)
                sizes = [(found.tests + tests, size) for tests, size in more.sizes]
                found = Found(more.stopped or found.stopped, found.sizes + sizes, found.tests + more.tests)
                best = self._named(search.best())
            self.stopped = found.stopped
            self._minimum, self._found = best, found
        return dict(self._minimum)

    def max_args(self) -> Arguments:
        """The most of the arguments with which the call still passes.

        Where the call fails without any of them, they are varied one by one; the others stay as they were.

        >>> def look_for(part, whole):
        ...     assert part not in whole
        >>> with DeltaDebugger() as dd:
        ...     look_for("foo", "foobar")
        >>> dd.max_args()
        {'part': 'foo', 'whole': 'oobar'}
        """
        return dict(self._both_sides("maximise")[0])

    def min_arg_diff(self) -> tuple[Arguments, Arguments, Arguments]:
        """Arguments that pass, arguments that fail, and the least difference between them."""
        passing, failing, difference = self._both_sides("both")
        return dict(passing), dict(failing), dict(difference)

    def __repr__(self) -> str:
        if self._failure is None:
            return super().__repr__()
        return self.format_call(self.min_args())

    def _repr_html_(self) -> str:
        if self._failure is None:
            return escape(super().__repr__())
        small, whole = self.min_args(), self.args()
        left = 'style="text-align: left"'
        rows = (f"<tr><td>{escape(name)}</td><td {left}>{marked(whole[name], small[name])}</td></tr>" for name in small)
        call = f"<pre>{escape(self.format_call(small))}</pre>"
        drawn = "" if self._found is None else plot(self._found.sizes, self._found.tests)
        return f"{call}<table>{''.join(rows)}</table>{drawn}"

    # How.

    def _observed(self) -> Call:
        if self._call is None:
            raise NoCallError("no call was observed")
        if self._failure is None:
            raise NotFailingError(f"{self.format_call()} does not raise an exception")
        return self._call

    def _taken(self) -> tuple[_engine.Model, int]:
        if self._model is None:
            self._model = self._observed().take_apart()
        return self._model

    def _named(self, values: tuple[Any, ...]) -> Arguments:
        return dict(zip(self._observed().arguments, values))

    def _make_call(self, args: Arguments) -> None:
        self._observed()(args)

    def _note(self, args: Arguments, verdict: Verdict) -> None:
        if self.log:
            why = verdict.why if isinstance(verdict.why, str) else verdict.why.shown
            print(f"Test #{self.tests} {self.format_call(args)}: {verdict.outcome}{f' ({why})' if why else ''}")

    def _reproduced(self) -> tuple[_engine.Model, int]:
        """The arguments, after the call has failed once more."""
        taken = self._taken()
        if not self._is_reproduced:
            failure = self._failure
            assert failure is not None
            args = self.args()
            verdict = self._runner.confirm(args, failure)
            self._note(args, verdict)
            self._is_reproduced = True
            if verdict.outcome is not FAIL:
                again = f"raised {verdict.why}" if verdict.why else "raised nothing"
                once = [name for name, value in args.items() if isinstance(value, Iterator)]
                why = f"; what can be read only once ({', '.join(once)}) has to be a list" if once else ""
                raise FailureNotReproducedError(
                    f"{self.format_call()} raised {failure.shown}, and when it was made again it {again}{why}"
                )
        return taken

    def _run_search(self, search: _engine.Search, named: Callable[[Any], Arguments]) -> Found:
        def note(args: Arguments, verdict: Verdict) -> None:
            self._note(args, verdict)
            if self.log > 1 and verdict.outcome is FAIL:
                print(f"  smallest so far: {self.format_call(named(search.best()))}")

        found = self._runner.run(search, named, note if self.log else None)
        self.stopped = found.stopped
        return found

    def _both_sides(self, mode: str) -> tuple[Arguments, Arguments, Arguments]:
        if mode not in self._sides:
            search = _engine.Search.of_sides(*self._reproduced(), mode)
            self._run_search(search, self._named)
            sides, is_none_passing = search.sides()
            passing, failing, difference = map(self._named, sides)
            if is_none_passing:
                passing, failing, difference = self._sides_of_one(mode, passing)
            self._sides[mode] = passing, failing, difference
        return self._sides[mode]

    def _sides_of_one(self, mode: str, nothing: Arguments) -> tuple[Arguments, Arguments, Arguments]:
        """The sides where a part of one argument decides, and the others stay as they were."""
        for name in self.args():

            def named(values: tuple[Any, ...], name: str = name) -> Arguments:
                return {**self.args(), name: values[0]}

            search = _engine.Search.of_sides(*self._observed().take_apart({name: self.args()[name]}), mode)
            self._run_search(search, named)
            sides, is_none_passing = search.sides()
            if not is_none_passing:
                passing, failing, difference = sides
                return named(passing), named(failing), {name: difference[0]}
        raise NotPassingError(
            f"{self.format_call(nothing)} fails too, and so does the call with any one of its arguments empty: "
            "no part of the arguments passes"
        )
