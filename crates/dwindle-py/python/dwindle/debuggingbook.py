"""The public names of the Debugging Book's chapter on delta debugging, with their signatures and what they return.

Its cells run with the import changed: ``from dwindle.debuggingbook import *``. Use this module to follow the book, or to
run classes that derive from its classes: whatever a class of yours defines (``run``, ``test``, ``dd``, ``process_args``,
``after_collection``) is what is called. For anything else, use `dwindle.DeltaDebugger`, which reduces arguments on all
levels, compares failures by their place, and runs tests in parallel.

What differs from the book: arguments are taken in their order, where the book takes them in the order of a set, and
``max_args()`` raises `NotPassingError` instead of an `AssertionError` where what it found for several arguments does not
pass together and no single one of them passes either.

Source: A. Zeller, "The Debugging Book", chapter "Reducing Failure-Inducing Inputs". The algorithms are ddmin (Zeller and
Hildebrandt, 2002) by complements, and general dd (Zeller, 2009).
"""

from __future__ import annotations

import sys
from collections.abc import Hashable, Sequence, Set
from types import TracebackType
from typing import Any, Callable, Optional, Union

from .calls import Watch
from .errors import FailureNotReproducedError, NoCallError, NotFailingError, NotPassingError
from .failure import shown

__all__ = [
    "FAIL",
    "PASS",
    "UNRESOLVED",
    "CachingCallReducer",
    "CallCollector",
    "CallReducer",
    "DeltaDebugger",
    "FailureNotReproducedError",
    "NoCallError",
    "NotFailingError",
    "NotPassingError",
    "add_to",
    "ddmin",
    "empty",
    "from_set",
    "generic_test",
    "is_reducible",
    "split",
    "to_set",
]

PASS = "PASS"
FAIL = "FAIL"
UNRESOLVED = "UNRESOLVED"

Arguments = dict[str, Any]
Sides = tuple[Any, Any, Any]
"""What passes, what fails, and the difference."""


# Collections as sets of positions.


def to_set(inp: Sequence[Any]) -> set[int]:
    """The positions of the elements."""
    return set(range(len(inp)))


def empty(inp: Any) -> Any:
    """A collection of the same type with nothing in it."""
    return type(inp)()


def add_to(collection: Any, elem: Any) -> Any:
    """A new collection with one more element."""
    if isinstance(collection, str):
        return collection + elem
    if isinstance(collection, Sequence):
        return collection + type(collection)([elem])  # type: ignore[operator, call-arg]
    if isinstance(collection, Set):
        return collection | type(collection)([elem])  # type: ignore[call-arg]
    raise ValueError(f"cannot add an element to a {type(collection).__name__}")


def from_set(the_set: Any, inp: Sequence[Any]) -> Any:
    """The elements at these positions, as a collection of the same type."""
    kept = [element for position, element in enumerate(inp) if position in the_set]
    return "".join(kept) if type(inp) is str else type(inp)(kept)  # type: ignore[call-arg]


def split(elems: Any, n: int) -> list[Any]:
    """The elements in ``n`` parts, of which the first are longer by one where they cannot be equal."""
    assert 1 <= n <= len(elems), f"{len(elems)} elements cannot be split in {n} parts"
    size, longer = divmod(len(elems), n)
    ends = [nth * size + min(nth, longer) for nth in range(n + 1)]
    pairs = list(zip(ends, ends[1:]))
    if isinstance(elems, (set, frozenset)):
        ordered = list(elems)
        return [type(elems)(ordered[start:end]) for start, end in pairs]
    return [elems[start:end] for start, end in pairs]


def is_reducible(value: Any) -> bool:
    """Whether elements of it can be left out: it has a length and positions, and is not empty."""
    try:
        len(value)
        value[0]
    except (TypeError, IndexError, KeyError):
        return False
    return True


# The simple form.


def ddmin(test: Callable[..., Any], inp: Any, *test_args: Any) -> Any:
    """Leaves parts of ``inp`` out as long as ``test(inp, *test_args)`` gives `FAIL`; 1-minimal at the end."""
    return by_complements(lambda inp: test(inp, *test_args), inp, lambda length, parts: length // parts)


def by_complements(test: Callable[[Any], Any], inp: Any, size: Callable[[int, int], float]) -> Any:
    """ddmin that tests complements only; ``size`` says how long each of some parts of an input of some length is."""
    assert test(inp) != PASS, "the test has to fail on the whole input"
    parts = 2
    while len(inp) >= 2:
        length, start, smaller = size(len(inp), parts), 0.0, None
        while start < len(inp) and smaller is None:
            rest = inp[: int(start)] + inp[int(start + length) :]
            smaller = rest if test(rest) == FAIL else None
            start += length
        if smaller is not None:
            inp, parts = smaller, max(parts - 1, 2)
        elif parts == len(inp):
            break
        else:
            parts = min(parts * 2, len(inp))
    return inp


def generic_test(inp: Any, fun: Callable[[Any], Any], expected_exc: Optional[BaseException] = None) -> str:
    """Calls ``fun(inp)``, and prints and returns the outcome: `FAIL` if it raises the expected exception, or any."""
    detail = ""
    try:
        fun(inp)
        outcome = PASS
    except Exception as error:
        detail = f" ({type(error).__name__}: {error})"
        outcome = FAIL if expected_exc is None or _same(error, expected_exc) else UNRESOLVED
    print(f"{fun.__name__}({inp!r}): {outcome}{detail}")
    return outcome


def _same(one: Optional[BaseException], other: Optional[BaseException]) -> bool:
    """What the book takes for the same failure: the type and the message."""
    return type(one) is type(other) and str(one) == str(other)


# Calls.


class CallCollector:
    """Collects the first call of a block, and the exception that it raises: ``with CallCollector() as c: f(x)``."""

    def __init__(self) -> None:
        self.init()

    def init(self) -> None:
        """Forgets what was collected."""
        self._function: Optional[Callable[..., Any]] = None
        self._args: Arguments = {}
        self._exception: Optional[BaseException] = None

    def __enter__(self) -> Any:
        self.init()
        block = sys._getframe(1)
        while isinstance(block.f_locals.get("self"), CallCollector) and block.f_code.co_name == "__enter__":
            assert block.f_back is not None
            block = block.f_back
        own = {vars(kind)["__exit__"].__code__ for kind in type(self).__mro__ if "__exit__" in vars(kind)}
        self._watch = Watch(block, own)
        self._watch.begin()
        return self

    def __exit__(self, kind: object, error: Optional[BaseException], traceback: Optional[TracebackType]) -> Optional[bool]:
        self._watch.end()
        call = self._watch.seen(error, traceback)
        if call is None:
            return False
        self._function = call.function
        self._args = {name: call.owner(value) for name, value in call.arguments.items()}
        self._exception = error
        self.after_collection()
        return True

    def after_collection(self) -> None:
        """Called at the end of the block; for derived classes."""

    def args(self) -> Arguments:
        """The arguments by name: the objects that were given, not copies."""
        return self._args

    def function(self) -> Callable[..., Any]:
        """The function that was called."""
        if self._function is None:
            raise NoCallError("no call was collected")
        return self._function

    def exception(self) -> Optional[BaseException]:
        """The exception that it raised."""
        return self._exception

    def call(self, new_args: Optional[Arguments] = None) -> Any:
        """Makes the call, with other arguments if some are given."""
        return self.function()(**{**self.args(), **(new_args or {})})

    def format_call(self, args: Optional[Arguments] = None) -> str:
        """The call as it is written."""
        given = self.args() if args is None else args
        return f"{self.function().__name__}({', '.join(f'{name}={value!r}' for name, value in given.items())})"

    def format_exception(self, exc: Optional[BaseException] = None) -> str:
        """An exception in one line, by default the one that the call raised."""
        error = self.exception() if exc is None else exc
        return "no exception" if error is None else shown(error)


class CallReducer(CallCollector):
    """Tests the call with other arguments; ``log=True`` prints each test."""

    def __init__(self, *, log: Union[bool, int] = False) -> None:
        super().__init__()
        self.log = log
        self.last_exception: Optional[BaseException] = None
        self.last_result: Any = None
        self.reset()

    def reset(self) -> None:
        """Counts tests from 0 again."""
        self.tests = 0

    def run(self, args: Arguments) -> str:
        """Makes the call and gives its outcome: `FAIL` if it raises what was collected, `UNRESOLVED` if anything else."""
        try:
            self.last_result = self.call(args)
        except Exception as error:
            self.last_exception = error
            return FAIL if _same(error, self.exception()) else UNRESOLVED
        return PASS

    def test(self, args: Arguments) -> str:
        """Runs, counts and prints."""
        outcome = self.run(args)
        self.tests += 1
        if self.log:
            detail = "" if outcome == PASS else f" ({self.format_exception(self.last_exception)})"
            print(f"Test #{self.tests} {self.format_call(args)}: {outcome}{detail}")
        return outcome

    def reduce_arg(self, var_to_be_reduced: str, args: Arguments) -> Any:
        """A smaller value of one argument; for derived classes."""
        return args[var_to_be_reduced]


class CachingCallReducer(CallReducer):
    """Tests no arguments twice, if they can be hashed."""

    def init(self) -> None:
        super().init()
        self._cache: dict[Hashable, str] = {}

    def test(self, args: Arguments) -> str:
        known = frozenset(args.items()) if all(isinstance(value, Hashable) for value in args.values()) else None
        try:
            if known is None or known not in self._cache:
                outcome = super().test(args)
                if known is not None:
                    self._cache[known] = outcome
                return outcome
        except TypeError:  # A tuple with a list in it, say.
            return super().test(args)
        return self._cache[known]


class DeltaDebugger(CachingCallReducer):
    """Reduces each argument that has a length and positions."""

    def after_collection(self) -> None:
        if self.exception() is None:
            raise NotFailingError(f"{self.format_call()} did not raise an exception")
        if self.log:
            print(f"Observed {self.format_call()} raising {self.format_exception()}")

    def dd(self, var_to_be_reduced: str, fail_args: Arguments, *, mode: str = "-") -> Sides:
        """General delta debugging on the elements of one argument, the others as in ``fail_args``.

        ``mode`` is ``"-"`` (the least that fails), ``"+"`` (the most that passes) or ``"+-"`` (the least difference).
        Gives what passes, what fails, and the elements in which they differ; where the call fails without any element,
        nothing passes.
        """
        whole = fail_args[var_to_be_reduced]
        passing, failing = set[int](), to_set(whole)
        minimizes, maximizes = "-" in mode, "+" in mode

        def outcome(kept: set[int]) -> str:
            return self.test({**fail_args, var_to_be_reduced: from_set(kept, whole)})

        if outcome(passing) == FAIL:
            # Nothing of it is needed, and no part of it alone makes the call pass.
            return None, whole if maximizes else from_set(passing, whole), None
        if outcome(failing) == PASS:
            raise NotFailingError(f"{self.format_call(fail_args)} does not fail any more")
        n, offset = 2, 0
        while len(failing - passing) >= n:
            if self.log > 1:
                print("Passing input:", repr(from_set(passing, whole)))
                print("Failing input:", repr(from_set(failing, whole)))
            deltas = [set(delta) for delta in split(sorted(failing - passing), n)]
            for step in range(n):
                nth = (step + offset) % n
                more, less = passing | deltas[nth], failing - deltas[nth]
                if minimizes and n == 2 and outcome(more) == FAIL:
                    failing, offset = more, nth
                elif maximizes and n == 2 and outcome(less) == PASS:
                    passing, offset = less, nth
                elif minimizes and outcome(less) == FAIL:
                    failing, offset, n = less, nth, max(n - 1, 2)
                elif maximizes and outcome(more) == PASS:
                    passing, offset, n = more, nth, max(n - 1, 2)
                else:
                    continue
                break
            else:
                if n >= len(failing - passing):
                    break
                n = min(2 * n, len(failing - passing))
        return from_set(passing, whole), from_set(failing, whole), from_set(failing - passing, whole)

    def check_reproducibility(self) -> None:
        """Makes the call once more: it has to fail in the same way."""
        call = self.format_call()
        self.reset()
        outcome = self.test(self.args())
        if outcome == PASS:
            raise NotFailingError(f"{call} did not fail when it was made again")
        if outcome != FAIL:
            raise FailureNotReproducedError(
                f"{call} raised {self.format_exception()}, and when it was made again "
                f"{self.format_exception(self.last_exception)}"
            )

    def process_args(self, strategy: Callable[..., Sides], **strategy_args: Any) -> tuple[Arguments, Arguments, Arguments]:
        """Calls ``strategy(name, args, **strategy_args)`` for each argument, until none changes any more."""
        failing = dict(self.args())
        passing = {name: empty(value) if is_reducible(value) else value for name, value in failing.items()}
        difference = dict(failing)
        self.check_reproducibility()
        waiting = list(failing)
        while waiting:
            name = waiting.pop(0)
            if not is_reducible(failing[name]):
                continue
            if self.log:
                print(f"Processing {name}...")
            more, less, rest = strategy(name, failing, **strategy_args)
            is_more = more is not None and len(more) > len(passing[name])
            is_less = less is not None and len(less) < len(failing[name])
            if is_more:
                passing[name] = more
                if self.log:
                    print(f"Maximized {name} to {more!r}")
            if is_less:
                failing[name] = less
                if self.log:
                    print(f"Minimized {name} to {less!r}")
            if is_more or is_less:
                difference[name] = difference[name] if rest is None else rest
                waiting = [other for other in failing if other != name]
        if failing != self.args() and self.test(failing) != FAIL:
            raise FailureNotReproducedError(f"{self.format_call(failing)} failed, and when it was called again it did not")
        return passing, failing, difference

    def _sides(self, mode: str) -> tuple[Arguments, Arguments, Arguments]:
        """The sides where one of them passes: all arguments that were maximized, or else the first that passes alone."""
        passing, failing, difference = self.process_args(self.dd, mode=mode)
        if self.test(passing) == PASS:
            return passing, failing, difference
        for name in passing:
            one = {**failing, name: passing[name]}
            if self.test(one) == PASS:
                return one, failing, {name: difference[name]}
        raise NotPassingError(f"{self.format_call(passing)} does not pass, and neither does a part of a single argument")

    def min_args(self) -> Arguments:
        """Arguments of which no element can be left out."""
        return self.process_args(self.dd, mode="-")[1]

    def max_args(self) -> Arguments:
        """Arguments that pass, and to which no element can be added."""
        return self._sides("+")[0]

    def min_arg_diff(self) -> tuple[Arguments, Arguments, Arguments]:
        """Arguments that pass, arguments that fail, and the least difference between them."""
        return self._sides("+-")

    def __repr__(self) -> str:
        return object.__repr__(self) if self.exception() is None else self.format_call(self.min_args())
