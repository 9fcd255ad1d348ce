"""The Debugging Book's interface: wrap a failing call, see the minimal arguments."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from html import escape
from types import TracebackType
from typing import Any, Callable, Optional, Union, cast

from . import _engine
from .calls import Call, Watch
from .display import marked, plot
from .errors import FailureNotReproducedError, NoCallError, NotFailingError, NotPassingError, ProcessEndedError
from .failure import Death, Failure, Hang, Match, shown
from .forks import sent
from .judge import PASSED_ON, Judge, Verdict
from .outcome import FAIL, Outcome
from .search import Found, Isolated, Note, Options, Runner
from .stages import Stages

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
    made, and for each test. What is given back are the caller's own objects, as far as nothing in them has changed. The
    exception does not leave the block.

    With ``isolated=True`` each call of the block is made in a process of its own first, and here only if it comes back from
    there without an exception. A call that ends that process has the exception `ProcessEndedError`.

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
        if not isinstance(log, int) or log < 0:
            raise ValueError(f"log={log!r}: expected False, True or 2")
        if not isinstance(simplify, bool):
            raise ValueError(f"simplify={simplify!r}: expected True or False")
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
        self._failure: Union[Failure, Death, Hang, None] = None
        self._error: Optional[BaseException] = None
        self._is_apart = False
        self._judge: Judge[Arguments] = Judge(self._make_call, self._match)
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
        self._watch = Watch(sys._getframe(1), own, self._made_apart if self._options.isolated else None)
        self._watch.begin()
        return self

    def __exit__(self, kind: object, error: Optional[BaseException], traceback: Optional[TracebackType]) -> bool:
        watch = self._watch
        assert watch is not None
        watch.end()
        self._watch = None
        if error is None and not self._has_to_fail:
            return False
        self._is_apart = self._is_apart and error is self._error
        call = self._call if self._is_apart else watch.seen(error, traceback)
        if call is None or error is not None and not isinstance(error, (Exception, SystemExit)):
            return False
        self._call = call
        if error is None:
            raise NotFailingError(f"{self.format_call()} does not raise an exception")
        if not self._is_apart:
            while traceback is not None and traceback.tb_frame.f_code is not call.code:
                traceback = traceback.tb_next
            self._error = error.with_traceback(traceback)
            self._failure = Failure(self._error, self._match)
        self._judge.failure = self._failure
        if self.log:
            print(f"Observed {self.format_call()} raising {self.format_exception()}")
        return True

    def _made_apart(self, call: Call) -> Optional[BaseException]:
        """Makes a call of the block in a process of its own; the exception that it comes to there."""
        _ = call.function

        def twice() -> Optional[tuple[Failure, Optional[BaseException]]]:
            model, root = call.take_apart()
            failure: Optional[Failure] = None
            for _ in range(2):
                try:
                    call(dict(zip(call.arguments, _engine.build(model, root))))
                except PASSED_ON:
                    raise
                except BaseException as error:
                    if failure is None:
                        failure = Failure(error, self._match)
                    else:
                        failure.confirm(error)
            return None if failure is None else (failure, sent(failure.error))

        end = self._runner.apart(twice, 2)
        if end is None:
            return None
        if isinstance(end, (Death, Hang)):
            self._failure, self._error = end, ProcessEndedError(end.shown)
        else:
            failure, error = cast("tuple[Failure, Optional[BaseException]]", end)
            failure.match = "place" if self._match is None else self._match
            self._failure = failure
            self._error = ProcessEndedError(failure.shown) if error is None else error
        call.settle()
        self._call, self._is_apart = call, True
        return self._error

    @property
    def tests(self) -> int:
        """How many tests were run, without those at the end that ask whether the test contradicts itself."""
        return self._runner.tests

    # What was seen.

    def function(self) -> Callable[..., Any]:
        """The function that was called."""
        return self._observed().function

    def args(self) -> Arguments:
        """The arguments by name, as they were before the call: those of the caller, where the call has left them so."""
        return self._named(_engine.build(*self._taken(), True))

    def exception(self) -> BaseException:
        """The exception that it raised."""
        self._observed()
        assert self._error is not None
        return self._error

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
        arguments = self._anew()
        self._check_names(args or {})
        arguments.update(args or {})
        return self._observed()(arguments)

    def test(self, args: Arguments) -> Outcome:
        """Makes the call with these arguments and says whether the failure is still there."""
        self._check_names(args)
        for name in self._observed().arguments:
            if name not in args:
                raise TypeError(f"{self.function().__name__} needs the argument {name!r}")
        verdict = self._runner.run_one(args)
        self._note(args, verdict)
        return verdict.outcome

    # What is found.

    def min_args(self) -> Arguments:
        """The arguments reduced as far as the same failure stays; in them the caller's own objects, where nothing has changed."""
        if self._minimum is None:
            self._reproduced()
            call = self._observed()
            stages: Stages[Arguments] = Stages(self._runner, self._named, self._note_of, call.owner, is_settled=True)
            best = stages.shorten(call.whole(), "dd")
            best = stages.reduce(best, "dd")
            if self._simplify and stages.found.stopped is None:
                best = stages.reduce(call.whole(self._named(best)), "simplify")
            self._minimum, self._found = self._named(best), stages.found
            self.stopped = stages.found.stopped
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

    def _check_names(self, args: Arguments) -> None:
        known = self._observed().arguments
        for name in args:
            if name not in known:
                raise TypeError(f"{self.function().__name__} has no argument {name!r}; it has {', '.join(known)}")

    def _taken(self) -> tuple[_engine.Model, int]:
        if self._model is None:
            self._model = self._observed().take_apart()
        return self._model

    def _anew(self) -> Arguments:
        """The arguments made anew, so that a call may do with them what it likes."""
        return self._named(_engine.build(*self._taken()))

    def _named(self, values: tuple[Any, ...]) -> Arguments:
        return dict(zip(self._observed().arguments, values))

    def _make_call(self, args: Arguments) -> None:
        self._observed()(args)

    def _note(self, args: Arguments, verdict: Verdict) -> None:
        if self.log:
            why = f" ({verdict.said})" if verdict.said else ""
            print(f"Test #{self.tests} {self.format_call(args)}: {verdict.outcome}{why}")

    def _reproduced(self) -> tuple[_engine.Model, int]:
        """The arguments, after the call has failed once more."""
        taken = self._taken()
        if not self._is_reproduced:
            failure = self._failure
            assert failure is not None
            args = self._anew()
            # A failure that comes from another process was seen twice there.
            if isinstance(failure, Failure) and not self._is_apart:
                verdict = self._runner.confirm(args, failure)
            else:
                verdict = self._runner.run_one(args, 2)
            self._note(args, verdict)
            self._is_reproduced = True
            if verdict.outcome is not FAIL:
                again = f"raised {verdict.said or 'nothing'}"
                once = [name for name, value in args.items() if isinstance(value, Iterator)]
                why = f"; what can be read only once ({', '.join(once)}) has to be a list" if once else ""
                raise FailureNotReproducedError(
                    f"{self.format_call()} raised {failure.shown}, and when it was made again it {again}{why}"
                )
        return taken

    def _run_search(self, search: _engine.Search, named: Callable[[Any], Arguments]) -> None:
        self.stopped = self._runner.run(search, named, self._note_of(search, named)).stopped

    def _note_of(self, search: _engine.Search, named: Callable[[Any], Arguments]) -> Optional[Note[Arguments]]:
        """What is told the tests of a search, if somebody wants to know."""

        def note(args: Arguments, verdict: Verdict) -> None:
            self._note(args, verdict)
            if self.log > 1 and verdict.outcome is FAIL:
                print(f"  smallest so far: {self.format_call(named(search.best()))}")

        return note if self.log else None

    def _both_sides(self, mode: str) -> tuple[Arguments, Arguments, Arguments]:
        if mode not in self._sides:
            found = self._sides_between(self._reproduced(), mode, self._named)
            if isinstance(found, str):
                found = self._sides_of_one(mode, found)
            self._sides[mode] = found
        return self._sides[mode]

    def _sides_between(
        self, taken: tuple[_engine.Model, int], mode: str, named: Callable[[Any], Arguments]
    ) -> Union[tuple[Arguments, Arguments, Arguments], str]:
        """What passes, what fails and the difference; where nothing passes, the outcome of the call with nothing."""
        search = _engine.Search.of_sides(*taken, mode)
        self._run_search(search, named)
        (passing, failing, difference), outcome = search.sides()
        return (named(passing), named(failing), named(difference)) if outcome == "pass" else outcome

    def _sides_of_one(self, mode: str, outcome: str) -> tuple[Arguments, Arguments, Arguments]:
        """The sides where a part of one argument decides, and the others stay as they were."""
        for name, value in self.args().items() if self.stopped is None else ():

            def named(values: tuple[Any, ...], name: str = name) -> Arguments:
                return {**self._anew(), name: values[0]}

            found = self._sides_between(self._observed().take_apart({name: value}), mode, named)
            if not isinstance(found, str):
                passing, failing, difference = found
                return passing, failing, {name: difference[name]}
        if self.stopped is not None:
            raise NotPassingError(f"the search ended early ({self.stopped}), before arguments were found with which the call passes")
        nothing = self._named(_engine.Search.of_sides(*self._taken(), mode).sides()[0][0])
        how = "fails too" if outcome == "fail" else "raises another exception or takes too long"
        raise NotPassingError(
            f"{self.format_call(nothing)} {how}, and no part of the arguments was found with which the call passes"
        )
