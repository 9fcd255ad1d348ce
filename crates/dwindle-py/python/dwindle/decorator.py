"""A decorator that says what a failing call needs."""

from __future__ import annotations

import functools
import inspect
import sys
from typing import Any, Callable, TypeVar

from .debugger import DeltaDebugger

__all__ = ["minimize"]

F = TypeVar("F", bound=Callable[..., Any])


def minimize(function: F) -> F:
    r"""Reduces the arguments of each call of a function that fails, and says so beside the exception.

    >>> @minimize
    ... def average(numbers):
    ...     return sum(numbers) / len([n for n in numbers if n >= 0])
    >>> try:
    ...     average([-3, -1, -4])
    ... except ZeroDivisionError as error:
    ...     print(error, *error.__notes__, sep="\n")
    division by zero
    minimal call: average(numbers=[])

    The exception stays what it is. From Python 3.11 on the minimal call is a note of it (`BaseException.add_note`), before
    it is printed to standard error.
    """

    if not callable(function):
        raise TypeError(f"minimize decorates a function, not {function!r}")
    if inspect.iscoroutinefunction(function) or inspect.isasyncgenfunction(function):
        name = function.__name__
        raise TypeError(f"minimize is not for async functions: put `with DeltaDebugger() as dd:` around `await {name}(...)`")

    @functools.wraps(function)
    def wrapper(*args: Any, **kwargs: Any) -> Any:
        dd = DeltaDebugger()
        dd._has_to_fail = False
        with dd:
            return function(*args, **kwargs)
        error = dd.exception()
        try:
            note = f"minimal call: {dd!r}"
        except ValueError as why:
            note = f"no minimal call: {why}"
        if sys.version_info >= (3, 11):
            error.add_note(note)
        else:
            print(note, file=sys.stderr)
        raise error

    return wrapper  # type: ignore[return-value]
