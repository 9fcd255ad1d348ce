"""``pytest --dwindle``: the minimal failing arguments of each failing test."""

from __future__ import annotations

import enum
import functools
import inspect
import unittest
from typing import Any, Callable, Optional

import pytest

from .arguments import copied, reduce_arguments
from .coroutines import as_function
from .failure import Failure, shown
from .hypothesis import Example, Examples, example_of, recorded, reduce_example
from .search import Found, Options
from .values import is_data

__all__ = ["pytest_addoption", "pytest_pyfunc_call", "pytest_runtest_makereport"]

SNAPSHOT = pytest.StashKey[dict[str, Any]]()
"""The arguments of a test as they were before it ran."""

EXAMPLES = pytest.StashKey[Examples]()
"""The examples of Hypothesis with which a test failed."""

REDUCED = pytest.StashKey[list[tuple[object, Failure, str]]]()
"""The test functions whose arguments were reduced, each with its failure and its name."""


def pytest_addoption(parser: pytest.Parser) -> None:
    group = parser.getgroup("dwindle", "minimal failing arguments")
    group.addoption("--dwindle", action="store_true", help="reduce the arguments of each test that fails")
    group.addoption(
        "--dwindle-budget", type=int, default=1000, metavar="N", help="with at most N runs of the test (default: 1000)"
    )
    group.addoption(
        "--dwindle-timeout", type=float, default=None, metavar="S", help="and no run that takes longer than S seconds"
    )
    group.addoption(
        "--dwindle-keep", action="append", default=[], metavar="NAME", help="leave this argument as it is, such as an expected result"
    )
    group.addoption("--dwindle-isolated", action="store_true", help="each of them in a process of its own")


@pytest.hookimpl(wrapper=True)
def pytest_pyfunc_call(pyfuncitem: pytest.Function) -> Any:
    """Notes the arguments before the test may change them."""
    if not pyfuncitem.config.getoption("dwindle"):
        return (yield)
    pyfuncitem.stash[SNAPSHOT] = {name: copied(value) for name, value in _arguments(pyfuncitem).items()}
    if not _is_property(pyfuncitem):
        return (yield)
    with recorded(pyfuncitem.obj) as found:
        pyfuncitem.stash[EXAMPLES] = found
        return (yield)


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item: pytest.Item, call: pytest.CallInfo[None]) -> Any:
    """Adds the minimal arguments to the report of a test that failed."""
    report = yield
    if not item.config.getoption("dwindle") or call.excinfo is None or not report.failed:
        return report
    error = call.excinfo.value
    why = _unreduced(item, call.when)
    if why is not None:
        report.sections.append(("arguments not reduced", why))
        return report
    assert isinstance(item, pytest.Function)
    try:
        found = _known(item, error) or _reduced(item, item.stash[SNAPSHOT], error)
    except Exception as problem:  # Whatever it is, the report of the test is worth more.
        found = f"The arguments could not be reduced: {shown(problem)}"
    report.sections.append(("minimal failing arguments", found))
    return report


def _unreduced(item: pytest.Item, when: str) -> Optional[str]:
    """Why the arguments of a test that failed are not reduced, in one line."""
    if when != "call":
        return f"The {'fixtures fail before the test is called' if when == 'setup' else 'failure is of the end of fixtures'}."
    if not isinstance(item, pytest.Function):
        return "The test is no function of Python."
    if item.cls is not None and issubclass(item.cls, unittest.TestCase):
        return "A method of unittest.TestCase has no arguments, and what subTest names is not among them: use parametrize."
    snapshot = item.stash.get(SNAPSHOT, None)
    if snapshot is None:
        return "Another plugin calls the test."
    if _is_property(item):
        return None
    if not snapshot:
        return "The test has no arguments: give it what it is about as a parameter, or use dwindle.DeltaDebugger within it."
    if not any(is_data(value) for value in snapshot.values()):
        return f"None of its arguments is data: {', '.join(snapshot)}."
    kept = _kept(item)
    if not any(is_data(value) for name, value in snapshot.items() if name not in kept):
        return "All of its data is kept."
    return None


def _is_property(item: pytest.Function) -> bool:
    return bool(getattr(item.obj, "is_hypothesis_test", False))


def _kept(item: pytest.Item) -> list[str]:
    kept: list[str] = item.config.getoption("dwindle_keep")
    return kept


def _arguments(item: pytest.Function) -> dict[str, Any]:
    names = getattr(item, "_fixtureinfo").argnames
    return {name: item.funcargs[name] for name in names}


def _function(item: pytest.Function) -> Callable[..., Any]:
    """The test as a plain function: one that is awaited runs in an event loop of its own."""
    function = item.obj
    if not inspect.iscoroutinefunction(function) or item.get_closest_marker("anyio") is None:
        return as_function(function)
    import anyio  # It has run the test, too.

    backend: Any = item.funcargs.get("anyio_backend", "asyncio")
    name, options = (backend, {}) if isinstance(backend, str) else backend
    return lambda **named: anyio.run(functools.partial(function, **named), backend=name, backend_options=options)


def _known(item: pytest.Function, error: BaseException) -> Optional[str]:
    """What is said where the same function failed in the same way before, with other parameters."""
    for function, failure, name in item.config.stash.get(REDUCED, []):
        if function is item.function and failure.is_same(error):
            return f"It fails as {name} does, whose arguments are reduced."
    return None


def _reduced(item: pytest.Function, snapshot: dict[str, Any], error: BaseException) -> str:
    """The minimal arguments as they are shown."""
    option = item.config.getoption
    example = None
    if _is_property(item):
        example = example_of(item.stash[EXAMPLES], error)
        if example is None:
            return "Hypothesis gives no example of it, so nothing was reduced."
        if example.is_interactive:
            return "The test draws while it runs, by data(), so nothing was reduced."
        snapshot, error = example.named, example.error or error
    # What is not data, such as a directory or a client, is given to each run as it is.
    kept = _kept(item)
    data = {name: value for name, value in snapshot.items() if name not in kept and is_data(value)}
    if not data:
        return "None of its arguments is data that may change."
    failure = Failure(error)
    options = Options(
        option("dwindle_timeout"), bool(option("dwindle_isolated")), budget=option("dwindle_budget")
    )
    if example is not None:
        reduced = reduce_example(item.obj, example, data, failure, options)
    else:
        others = {name: value for name, value in _arguments(item).items() if name not in data}
        function = _function(item)
        reduced = reduce_arguments(lambda values: function(**values, **others), data, failure, options)
    if reduced is None:
        return "The test does not fail in the same way when it is run again, so nothing was reduced."
    item.config.stash.setdefault(REDUCED, []).append((item.function, failure, item.name))
    return _shown(item, *reduced, example)


def _shown(item: pytest.Function, small: dict[str, Any], found: Found, example: Optional[Example]) -> str:
    lines = [f"{name} = {value!r}" for name, value in small.items()]
    if example is not None:
        before = ", ".join(f"{name}={example.named[name]!r}" for name in small)
        lines.insert(0, f"Hypothesis ended with: {before}")
        lines.append("They keep their types, and may lie outside of the strategies otherwise.")
    callspec = getattr(item, "callspec", None)
    params = {name: value for name, value in getattr(callspec, "params", {}).items() if name in getattr(item, "_fixtureinfo").argnames}
    # What a fixture makes of its parameter is an argument, and cannot be given as the parameter.
    made = [name for name, value in params.items() if item.funcargs[name] is not value]
    if made:
        lines.append(f"{', '.join(made)}: made by a fixture of its parameter, which is not reduced")
    names = [] if made or example is not None else list(params)
    if names:
        values = [small.get(name, item.funcargs[name]) for name in names]
        lines.append(f"as a parameter: pytest.param({', '.join(map(_written, values))}, id=\"minimal\"),")
    how = "nothing of them can be left out" if found.stopped is None else f"the {found.stopped} ended the search"
    lines.append(f"({found.tests} runs of the test; {how})")
    return "\n".join(lines)


def _written(value: Any) -> str:
    """A value as it is written in a program."""
    if isinstance(value, enum.Enum) and value.name in type(value).__members__:
        return f"{type(value).__qualname__}.{value.name}"
    name = getattr(value, "__qualname__", None)
    if callable(value) and name is not None:
        module = str(getattr(value, "__module__", "builtins"))
        return str(name) if module == "builtins" else f"{module.lstrip('_')}.{name}"
    return repr(value)
