"""What ``pytest --dwindle`` does: the minimal failing arguments of each failing test."""

from __future__ import annotations

import contextlib
import enum
import inspect
from collections.abc import Iterator
from typing import Any, Callable, Optional

import pytest

from .arguments import copied, reduce_arguments
from .assertions import line_in
from .causes import HOW, given_value, is_assertion
from .differences import reduce_difference
from .failure import Failure, shown
from .hypothesis import Example, Examples, example_of, recorded, reduce_example
from .outcome import UNRESOLVED
from .pytest_items import TestCall, arguments_of
from .references import NoReferenceError, Reference
from .search import Found, Options
from .values import is_data

__all__ = ["pytest_pyfunc_call", "pytest_runtest_makereport", "pytest_unconfigure"]

INSTEAD = "dwindle.DeltaDebugger within the test reduces the arguments of a call."

SNAPSHOT = pytest.StashKey[dict[str, Any]]()
"""The arguments of a test as they were before it ran."""

EXAMPLES = pytest.StashKey[Examples]()
"""The examples of Hypothesis with which a test failed."""

REDUCED = pytest.StashKey[list[tuple[object, Failure, str]]]()
"""The test functions whose arguments were reduced, each with its failure and its name."""

REFERENCE = pytest.StashKey[Reference]()
"""The reference, once it was needed."""


def pytest_unconfigure(config: pytest.Config) -> None:
    if REFERENCE in config.stash:
        config.stash[REFERENCE].end()


@pytest.hookimpl(wrapper=True)
def pytest_pyfunc_call(pyfuncitem: pytest.Function) -> Any:
    """Notes the arguments before the test may change them."""
    pyfuncitem.stash[SNAPSHOT] = {name: copied(value) for name, value in arguments_of(pyfuncitem).items()}
    if not _is_property(pyfuncitem):
        return (yield)
    with recorded(pyfuncitem.obj) as found:
        pyfuncitem.stash[EXAMPLES] = found
        return (yield)


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item: pytest.Item, call: pytest.CallInfo[None]) -> Any:
    """Adds the minimal arguments to the report of a test that failed."""
    report = yield
    if call.excinfo is None or not report.failed:
        return report
    error = call.excinfo.value
    why = _unreduced(item, call.when)
    if why is not None:
        report.sections.append(("arguments not reduced", why))
        return report
    assert isinstance(item, pytest.Function)
    try:
        with _captured(item.config):
            found = _known(item, error) or _reduced(item, error)
    except NoReferenceError as problem:
        found = f"Not reduced: {problem}."
    except Exception as problem:  # Whatever it is, the report of the test is worth more.
        found = f"The arguments could not be reduced: {shown(problem)}"
    report.sections.append(("minimal failing arguments", found))
    return report


@contextlib.contextmanager
def _captured(config: pytest.Config) -> Iterator[None]:
    """What the runs of a test print is not shown; fixtures that capture it do so as in its first run."""
    capture: Any = config.pluginmanager.getplugin("capturemanager")
    if capture is None:
        yield
        return
    capture.resume_global_capture()
    capture.activate_fixture()
    try:
        yield
    finally:
        capture.deactivate_fixture()
        capture.suspend_global_capture(in_=False)
        capture.read_global_capture()


def _unreduced(item: pytest.Item, when: str) -> Optional[str]:
    """Why the arguments of a test that failed are not reduced, in one line."""
    if when != "call":
        return f"The {'fixtures fail before the test is called' if when == 'setup' else 'failure is of the end of fixtures'}."
    if not isinstance(item, pytest.Function):
        return "The test is no function of Python."
    call = TestCall(item)
    if call.is_case and inspect.iscoroutinefunction(item.function):
        return "The test is an awaited method of unittest."
    if SNAPSHOT not in item.stash and not call.is_case:
        return "Another plugin calls the test."
    if _is_property(item) or _data(item, call):
        return None
    if any(is_data(value) for value in item.stash.get(SNAPSHOT, {}).values()):
        return "All of its data is kept."
    return f"It has neither arguments nor literals that are data: {INSTEAD}"


def _data(item: pytest.Function, call: TestCall) -> dict[str, Any]:
    """What is reduced: arguments, and the literals of a test whose arguments are no data, such as a directory or a client."""
    arguments = {name: value for name, value in item.stash.get(SNAPSHOT, {}).items() if is_data(value)}
    fixed = {*_kept(item), *_oracles(item)}
    return {name: value for name, value in arguments.items() if name not in fixed} if arguments else call.literals


def _oracles(item: pytest.Item) -> dict[str, Callable[..., Any]]:
    """How arguments are computed of the others."""
    found: dict[str, Callable[..., Any]] = {}
    for mark in item.iter_markers("dwindle"):
        found.update(mark.kwargs)
    return found


def _is_property(item: pytest.Function) -> bool:
    return bool(getattr(item.obj, "is_hypothesis_test", False))


def _kept(item: pytest.Item) -> list[str]:
    kept: list[str] = item.config.getoption("dwindle_keep")
    return kept


def _known(item: pytest.Function, error: BaseException) -> Optional[str]:
    """What is said where the same function failed in the same way before, with other parameters."""
    for function, failure, name in item.config.stash.get(REDUCED, []):
        if function is item.function and failure.is_same(error):
            return f"It fails as {name} does, whose arguments are reduced."
    return None


def _reduced(item: pytest.Function, error: BaseException) -> str:
    """The minimal arguments as they are shown."""
    option = item.config.getoption
    options = Options(option("dwindle_timeout"), bool(option("dwindle_isolated")), budget=option("dwindle_budget"))
    if _is_property(item):
        return _reduced_property(item, error, options)
    call = TestCall(item)
    data = _data(item, call)
    if option("dwindle_reference") is not None:
        return _reduced_by_reference(item, call, data, error, options)
    oracles = _oracles(item)
    is_asserted = is_assertion(item.function, error)
    line = line_in(item.function, error)
    given = given_value(call.written, line, data) if is_asserted and not oracles else None
    if given is not None:
        return f"Not reduced: {given}."

    def run(values: dict[str, Any]) -> object:
        try:
            return call(_computed(item, oracles, values))
        except Exception as error:
            if line_in(item.function, error) == line:
                raise
            return UNRESOLVED

    failure = Failure(error)
    if data.keys() & call.literals.keys():
        if call.written is not None and line is not None:
            data = call.written.literals_to(line)
            if not data:
                return f"Not reduced: no literal of the test leads to its failure: {INSTEAD}"
        # The place of a failure in the test itself is one in the test as it is compiled here.
        try:
            run(data)
        except Exception as again:
            failure = Failure(again)
    reduced = reduce_arguments(run, data, failure, options)
    if reduced is None:
        return "The test does not fail in the same way when it is run again, so nothing was reduced."
    small, found = reduced
    lines = _shown(item, call, _computed(item, oracles, small))
    if not is_asserted:
        lines.append(f"No assertion says what is right for these. {HOW}.")
    return _ended(item, failure, lines, found)


def _computed(item: pytest.Function, oracles: dict[str, Callable[..., Any]], values: dict[str, Any]) -> dict[str, Any]:
    """The arguments, with those that are computed of the others."""
    known = {**arguments_of(item), **values}
    computed = {
        name: oracle(**{each: known[each] for each in inspect.signature(oracle).parameters}) for name, oracle in oracles.items()
    }
    return {**values, **computed}


def _reduced_by_reference(
    item: pytest.Function, call: TestCall, data: dict[str, Any], error: BaseException, options: Options
) -> str:
    """Reduces the data while it shows a difference to a version that passes."""
    config = item.config
    if REFERENCE not in config.stash:
        config.stash[REFERENCE] = Reference(config.getoption("dwindle_reference"), item.path.parent)
    reference = config.stash[REFERENCE]
    difference = reduce_difference(item, call, data, error, reference, options)
    lines = _shown(item, call, difference.small, difference.expected, difference.is_parameter)
    lines.append(f"here: {difference.here}")
    lines.append(f"with {reference.name}: {difference.there}")
    return _ended(item, Failure(error), lines, difference.found)


def _reduced_property(item: pytest.Function, error: BaseException, options: Options) -> str:
    """Reduces the example with which a test of Hypothesis ends. It holds for all arguments, and so for these."""
    example = example_of(item.stash[EXAMPLES], error)
    if example is None:
        return "Hypothesis gives no example of it, so nothing was reduced."
    if example.is_interactive:
        return "The test draws while it runs, by data(), so nothing was reduced."
    data = {name: value for name, value in example.named.items() if name not in _kept(item) and is_data(value)}
    if not data:
        return "None of its arguments is data that may change."
    failure = Failure(example.error or error)
    reduced = reduce_example(item.obj, example, data, failure, options)
    if reduced is None:
        return "The test does not fail in the same way when it is run again, so nothing was reduced."
    small, found = reduced
    before = ", ".join(f"{name}={example.named[name]!r}" for name in small)
    lines = [f"Hypothesis ended with: {before}", *(f"{name} = {value!r}" for name, value in small.items())]
    lines.append("They keep their types, and may lie outside of the strategies otherwise.")
    return _ended(item, failure, lines, found)


def _shown(
    item: pytest.Function, call: TestCall, small: dict[str, Any], expected: dict[str, str] = {}, is_parameter: bool = True
) -> list[str]:
    """The data; where it is arguments also as a parameter, with what others have to be as it is told."""
    if small.keys() & call.literals.keys():
        return [] if call.written is None else call.written.shown(small)
    lines = [f"{name} = {value!r}" for name, value in small.items()]
    callspec = getattr(item, "callspec", None)
    params = {name: value for name, value in getattr(callspec, "params", {}).items() if name in item.funcargs}
    # What a fixture makes of its parameter is an argument, and cannot be given as the parameter.
    made = [name for name, value in params.items() if item.funcargs[name] is not value]
    if made:
        lines.append(f"{', '.join(made)}: made by a fixture of its parameter, which is not reduced")
    elif params and is_parameter:
        groups = _parametrized(item, params)
        for names in groups:
            written = [expected.get(name) or _written(small.get(name, item.funcargs[name])) for name in names]
            whose = f" of {', '.join(names)}" if len(groups) > 1 else ""
            lines.append(f"as a parameter{whose}: pytest.param({', '.join(written)}, id=\"minimal\"),")
    return lines


def _parametrized(item: pytest.Function, params: dict[str, Any]) -> list[list[str]]:
    """The names of parameters, by the marks that give them together."""
    known = [mark.kwargs.get("argnames", mark.args[0] if mark.args else ()) for mark in item.iter_markers("parametrize")]
    parts = [names.split(",") if isinstance(names, str) else names for names in known]
    groups = [[name.strip() for name in names if name.strip() in params] for names in parts]
    others = [name for name in params if not any(name in names for names in groups)]
    return [names for names in [*groups, others] if names]


def _ended(item: pytest.Function, failure: Failure, lines: list[str], found: Found) -> str:
    """What was found, with how it was found; others that fail alike refer to it."""
    item.config.stash.setdefault(REDUCED, []).append((item.function, failure, item.name))
    how = "nothing of them can be left out" if found.stopped is None else f"the {found.stopped} ended the search"
    return "\n".join([*lines, f"({found.tests} runs of the test; {how})"])


def _written(value: Any) -> str:
    """A value as it is written in a program."""
    if isinstance(value, enum.Enum) and value.name in type(value).__members__:
        return f"{type(value).__qualname__}.{value.name}"
    name = getattr(value, "__qualname__", None)
    if callable(value) and name is not None:
        module = str(getattr(value, "__module__", "builtins"))
        return str(name) if module == "builtins" else f"{module.lstrip('_')}.{name}"
    return repr(value)
