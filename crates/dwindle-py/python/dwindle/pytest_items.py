"""Tests of pytest as functions of data: of their arguments, or where none of these is data, of their literals."""

from __future__ import annotations

import functools
import inspect
import unittest
from typing import Any, Callable, Optional

import pytest

from .coroutines import as_function
from .written import Look, WrittenTest

__all__ = ["TestCall", "arguments_of"]


def arguments_of(item: pytest.Function) -> dict[str, Any]:
    """The arguments of a test, by their names."""
    if not hasattr(item, "funcargs"):
        return {}
    names = getattr(item, "_fixtureinfo").argnames
    return {name: item.funcargs[name] for name in names if name in item.funcargs}


class TestCall:
    """The call of a test with other data."""

    __test__ = False

    def __init__(self, item: pytest.Function) -> None:
        self.item = item
        self.written = WrittenTest.of(item.function)
        self.is_case = item.cls is not None and issubclass(item.cls, unittest.TestCase)

    @property
    def literals(self) -> dict[str, Any]:
        """The literals that are data, by their places."""
        return {} if self.written is None else self.written.literals

    def __call__(self, values: dict[str, Any], look: Optional[Look] = None) -> object:
        """Runs the test with these arguments or literals; with ``look``, its assertions assert nothing."""
        literals = {place: value for place, value in values.items() if place in self.literals}
        function = getattr(self.item.obj, "__func__", self.item.obj)
        if self.written is not None and (literals or look is not None):
            function = self.written.made(literals, look)
        if self.is_case:
            return self._case(function)
        if hasattr(self.item.obj, "__self__"):
            function = functools.partial(function, self.item.obj.__self__)
        named = {**arguments_of(self.item), **{name: value for name, value in values.items() if name not in literals}}
        return self._awaited(function)(**named)

    def _case(self, function: Callable[..., Any]) -> object:
        """Runs a method of `unittest.TestCase` as unittest does, on an object of its own."""
        case: Any = self.item.cls(self.item.name)
        try:
            case.setUp()
            try:
                return function(case)
            finally:
                case.tearDown()
        finally:
            case.doCleanups()

    def _awaited(self, function: Callable[..., Any]) -> Callable[..., Any]:
        """The function as a plain one: one that is awaited runs in an event loop of its own."""
        if not inspect.iscoroutinefunction(function) or self.item.get_closest_marker("anyio") is None:
            return as_function(function)
        import anyio  # It has run the test, too.

        backend: Any = self.item.funcargs.get("anyio_backend", "asyncio")
        name, options = (backend, {}) if isinstance(backend, str) else backend
        return lambda **named: anyio.run(functools.partial(function, **named), backend=name, backend_options=options)
