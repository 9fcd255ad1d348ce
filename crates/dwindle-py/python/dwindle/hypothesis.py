"""Tests of Hypothesis: the property under `given`, and the examples with which it fails."""

from __future__ import annotations

import functools
import inspect
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from traceback import walk_tb
from typing import Any, NamedTuple, Optional

from .arguments import copied, reduce_arguments
from .coroutines import as_function
from .errors import NotFailingError, UnreliableTest
from .failure import Failure
from .outcome import UNRESOLVED
from .result import Result
from .search import Found, Options
from .values import is_data

__all__ = ["Example", "Examples", "Property", "example_of", "further", "recorded", "reduce_example"]


class Example(NamedTuple):
    """Arguments with which a property ran."""

    args: tuple[Any, ...]
    """The object of a method."""

    named: dict[str, Any]
    """The arguments by their names."""

    error: Optional[BaseException]
    """What the property raised; ``None`` if it passed."""

    @property
    def is_interactive(self) -> bool:
        """It draws while it runs, by ``data()``, so that its arguments do not say all."""
        return any(type(value).__module__.startswith("hypothesis.") for value in self.named.values())


Examples = dict[object, Example]
"""The last example of each failure."""


class Property:
    """The function under `given`, called with arguments of ours as an explicit example: Hypothesis draws nothing.

    ``assume`` and ``note`` work in it. A mapping gives several arguments by their names.
    """

    def __init__(self, test: Any, args: tuple[Any, ...] = (), others: Optional[dict[str, Any]] = None) -> None:
        self.function = as_function(test.hypothesis.inner_test)
        self.args = args
        self.others = others or {}
        self.names = [
            name for name in inspect.signature(test.hypothesis.inner_test).parameters if name not in self.others
        ][len(args):]

    def __call__(self, data: Any) -> object:
        named = data if len(self.names) != 1 else {self.names[0]: data}
        if not isinstance(named, dict) or sorted(named) != sorted(self.names):
            raise TypeError(f"expected a dictionary of the arguments that the test draws: {', '.join(self.names)}")
        return self.run(named)

    def run(self, named: dict[str, Any]) -> object:
        """Runs the property once; where an assumption does not hold, it says nothing."""
        import hypothesis
        from hypothesis import strategies

        is_assumed = False

        def once(**values: Any) -> None:
            nonlocal is_assumed
            self.function(*self.args, **self.others, **values)
            is_assumed = True

        settings = hypothesis.settings(
            phases=[hypothesis.Phase.explicit],
            database=None,
            deadline=None,
            verbosity=hypothesis.Verbosity.quiet,
            suppress_health_check=list(hypothesis.HealthCheck),
        )
        drawn: dict[str, Any] = {name: strategies.none() for name in named}
        settings(hypothesis.given(**drawn)(hypothesis.example(**named)(once)))()
        return None if is_assumed else UNRESOLVED


@contextmanager
def recorded(test: Any) -> Iterator[Examples]:
    """Notes the last example of each failure while a test of Hypothesis runs."""
    handle = test.hypothesis
    inner = handle.inner_test
    found: Examples = {}

    # Hypothesis lists the lines that only failing examples run, so that none of these may be among them.
    @functools.wraps(inner)
    def watched(*args: Any, **named: Any) -> Any:
        __tracebackhide__ = True  # pytest shows no frame of ours.
        before = {name: copied(value) for name, value in named.items()}
        try:
            return inner(*args, **named)
        finally:
            found[_place(sys.exc_info()[1])] = Example(args, before, sys.exc_info()[1])

    @functools.wraps(inner)
    async def awaited(*args: Any, **named: Any) -> Any:
        __tracebackhide__ = True  # pytest shows no frame of ours.
        before = {name: copied(value) for name, value in named.items()}
        try:
            return await inner(*args, **named)
        finally:
            found[_place(sys.exc_info()[1])] = Example(args, before, sys.exc_info()[1])

    handle.inner_test = awaited if inspect.iscoroutinefunction(inner) else watched
    try:
        yield found
    finally:
        handle.inner_test = inner


def _place(error: Optional[BaseException]) -> object:
    """What is kept apart: the kind and the place of an exception; shrinking raises one hundreds of times."""
    return type(error), tuple((frame.f_code, line) for frame, line in walk_tb(getattr(error, "__traceback__", None)))[-1:]


def example_of(found: Examples, error: BaseException) -> Optional[Example]:
    """The example with which a test ended: of several failures the first."""
    raised = [error, *getattr(error, "exceptions", ())]
    return next((example for each in raised for example in found.values() if example.error is each), None)


def reduce_example(
    test: Any, example: Example, data: dict[str, Any], failure: Failure, options: Options
) -> Optional[tuple[dict[str, Any], Found]]:
    """Reduces the arguments of an example that are ``data``. They keep their types, as strategies mostly do."""
    others = {name: value for name, value in example.named.items() if name not in data}
    run = Property(test, example.args, others).run

    def call(named: dict[str, Any]) -> object:
        if any(type(value) is not type(data[name]) for name, value in named.items()):
            return UNRESOLVED
        return run(named)

    return reduce_arguments(call, data, failure, options)


def further(test: Any, *, budget: Optional[int] = None, timeout: Optional[float] = None) -> Result[dict[str, Any]]:
    """Runs a test of Hypothesis, and reduces the example further with which it fails.

    The result holds the arguments by their names. They keep their types, and may lie outside of the strategies otherwise.

    >>> from hypothesis import given, settings, strategies as st
    >>> @settings(database=None, derandomize=True)
    ... @given(st.lists(st.integers(min_value=10), min_size=3))
    ... def test_total(numbers):
    ...     assert sum(numbers) < 10
    >>> further(test_total).value
    {'numbers': [10]}
    """
    if not getattr(test, "is_hypothesis_test", False):
        raise TypeError(f"expected a test of Hypothesis, a function under @given, not {test!r}")
    with recorded(test) as found:
        try:
            test()
        except Exception as error:
            failed = error
        else:
            raise NotFailingError("the test passes with all examples that Hypothesis draws")
    example = example_of(found, failed)
    if example is None:
        raise failed
    if example.is_interactive:
        raise TypeError("the test draws while it runs, by data(), so its arguments do not say with what it fails")
    data = {name: value for name, value in example.named.items() if is_data(value)}
    reduced = reduce_example(test, example, data, Failure(failed if example.error is None else example.error), Options(timeout, budget=budget))
    if reduced is None:
        raise UnreliableTest("the test does not fail in the same way when its example is run again")
    small, search = reduced
    return Result({**example.named, **small}, search.tests, search.sizes, search.stopped)
