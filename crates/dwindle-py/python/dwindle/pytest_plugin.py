"""``pytest --dwindle``: the minimal failing arguments of each failing test."""

from __future__ import annotations

import copy
import enum
import inspect
from typing import Any, Optional

import pytest

from . import _engine
from .failure import Failure, shown
from .judge import Judge
from .outcome import FAIL
from .search import Found, Options, Runner
from .values import Whole, is_data, take_apart

__all__ = ["pytest_addoption", "pytest_pyfunc_call", "pytest_runtest_makereport"]

SNAPSHOT = pytest.StashKey[dict[str, Any]]()
"""The arguments of a test as they were before it ran."""

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
    if pyfuncitem.config.getoption("dwindle"):
        pyfuncitem.stash[SNAPSHOT] = {name: _copied(value) for name, value in _arguments(pyfuncitem).items()}
    return (yield)


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item: pytest.Item, call: pytest.CallInfo[None]) -> Any:
    """Adds the minimal arguments to the report of a test that failed."""
    report = yield
    snapshot = item.stash.get(SNAPSHOT, None)
    if call.when != "call" or call.excinfo is None or not report.failed or snapshot is None:
        return report
    assert isinstance(item, pytest.Function)
    if getattr(item.obj, "is_hypothesis_test", False) or not snapshot or inspect.iscoroutinefunction(item.obj):
        return report
    try:
        found = _known(item, call.excinfo.value) or _reduced(item, snapshot, call.excinfo.value)
    except Exception as error:  # Whatever it is, the report of the test is worth more.
        found = f"The arguments could not be reduced: {shown(error)}"
    if found is not None:
        report.sections.append(("minimal failing arguments", found))
    return report


def _arguments(item: pytest.Function) -> dict[str, Any]:
    names = getattr(item, "_fixtureinfo").argnames
    return {name: item.funcargs[name] for name in names}


def _copied(value: Any) -> Any:
    try:
        return copy.deepcopy(value)
    except Exception:
        return value


def _known(item: pytest.Function, error: BaseException) -> Optional[str]:
    """What is said where the same function failed in the same way before, with other parameters."""
    for function, failure, name in item.config.stash.get(REDUCED, []):
        if function is item.function and failure.is_same(error):
            return f"It fails as {name} does, whose arguments are reduced."
    return None


def _reduced(item: pytest.Function, snapshot: dict[str, Any], error: BaseException) -> Optional[str]:
    """The minimal arguments as they are shown; ``None`` where the test has no data."""
    option = item.config.getoption
    # What is not data, such as a directory or a client, is given to each run as it is.
    kept: list[str] = option("dwindle_keep") or []
    data = {name: value for name, value in snapshot.items() if name not in kept and is_data(value)}
    others = {name: value for name, value in _arguments(item).items() if name not in data}
    if not data:
        return None

    def test(values: tuple[Any, ...]) -> None:
        item.obj(**dict(zip(data, values)), **others)

    judge = Judge(test)
    judge.failure = failure = Failure(error)
    options = Options(
        option("dwindle_timeout"), bool(option("dwindle_isolated")), budget=option("dwindle_budget")
    )
    runner = Runner(judge, options)
    model, root = take_apart(Whole(data.values()))
    search = _engine.Search.of_value(model, root, "simplify")
    if runner.confirm(search.best(), failure).outcome is not FAIL:
        return "The test does not fail in the same way when it is run again, so nothing was reduced."
    item.config.stash.setdefault(REDUCED, []).append((item.function, failure, item.name))
    found = runner.run(search)
    return _shown(item, dict(zip(data, search.best())), found)


def _shown(item: pytest.Function, small: dict[str, Any], found: Found) -> str:
    lines = [f"{name} = {value!r}" for name, value in small.items()]
    callspec = getattr(item, "callspec", None)
    names = [name for name in callspec.params if name in item.funcargs] if callspec is not None else []
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
