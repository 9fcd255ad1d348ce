"""The arguments of a test reduced while they show a difference between the code under test and a reference."""

from __future__ import annotations

import ast
import os
from typing import Any, NamedTuple, Optional

import pytest

from .arguments import reduce_where
from .assertions import assertion_at, line_in, looked_at
from .causes import is_assertion
from .pytest_items import TestCall
from .records import Record
from .references import NoReferenceError, Reference, Worker
from .search import Found, Options
from .written import WrittenTest

__all__ = ["Difference", "reduce_difference"]

LONG = 160
"""Characters of a value that are shown."""


class Difference(NamedTuple):
    """The smallest data that shows a difference, and the difference."""

    small: dict[str, Any]
    found: Found
    here: str
    there: str
    expected: dict[str, str]
    """The argument that is compared with what differs, if there is one, and what it has to be."""

    is_parameter: bool
    """With these arguments, the test passes with the reference."""


class _Rule:
    """When a run shows the difference that the failing test shows.

    Where it fails by an assertion of its own, that assertion looks at something else than with the reference. Where an exception
    ends it otherwise, the same exception comes from the same place, and with the reference the test goes on as it did.
    """

    def __init__(self, here: Record, there: Record, line: Optional[int]) -> None:
        self.line = line if line is not None and here.at(line) and there.at(line) else None
        self.end = here.end
        self.passes = there.end is None
        self.operands = set() if self.line is None else {at for at, _, _ in _differing(here.at(self.line), there.at(self.line))}

    def holds_here(self, here: Record) -> bool:
        if self.line is not None:
            return bool(here.at(self.line))
        return self.end is not None and here.end is not None and here.end[:3] == self.end[:3]

    def differ(self, here: Record, there: Record) -> bool:
        if self.line is not None:
            return bool(there.at(self.line)) and here.at(self.line) != there.at(self.line)
        assert here.end is not None
        if there.end is None or self.passes:
            return there.end is None
        return (there.end.kind, there.end.message) != (here.end.kind, here.end.message)

    def shown(self, here: Record, there: Record) -> tuple[str, str]:
        """What decides, here and with the reference."""
        if self.line is None:
            return tuple("passes" if each.end is None else each.end.shown for each in (here, there))  # type: ignore[return-value]
        mine, theirs = here.at(self.line), there.at(self.line)
        for _, a, b in _differing(mine, theirs):
            start = len(os.path.commonprefix([a, b]))
            return _around(a, start), _around(b, start)
        return f"{len(mine)} times", f"{len(theirs)} times"


def _around(text: str, at: int) -> str:
    """A text, or of a long one the part where it differs."""
    start, end = (0, len(text)) if len(text) <= LONG else (max(at - LONG // 2, 0), at + LONG // 2)
    return f"{'...' if start else ''}{text[start:end]}{'...' if end < len(text) else ''}"


def _differing(here: list[list[str]], there: list[list[str]]) -> list[tuple[int, str, str]]:
    """The operands of an assertion that differ, with their numbers."""
    return [(at, a, b) for mine, theirs in zip(here, there) for at, (a, b) in enumerate(zip(mine, theirs)) if a != b]


def reduce_difference(
    item: pytest.Function, call: TestCall, data: dict[str, Any], error: BaseException, reference: Reference, options: Options
) -> Difference:
    """Reduces the data with which a test fails; `NoReferenceError` says why that cannot be."""
    places = reference.modules({item.module.__name__.split(".")[0]})
    if not places:
        raise NoReferenceError(f"{reference.name} has none of the modules that the test has loaded, other than tests")
    here = Worker(item, {}, options.timeout)
    try:
        there = Worker(item, places, options.timeout)
        try:
            return _reduced(item, call, data, error, reference, here, there, options)
        finally:
            there.end()
    finally:
        here.end()


def _reduced(
    item: pytest.Function, call: TestCall, data: dict[str, Any], error: BaseException, reference: Reference, here: Worker,
    there: Worker, options: Options,
) -> Difference:
    runs = [(here.run(data), there.run(data)) for _ in range(2)]
    mine, theirs = runs[0]
    if mine is None or theirs is None:
        raise NoReferenceError("the test does not come back in a process of its own")
    line = line_in(item.function, error)
    assertion = None if call.written is None or line is None else assertion_at(call.written.node, line)
    at = None if assertion is None else assertion.lineno
    rule = _Rule(mine, theirs, at if is_assertion(item.function, error) else None)
    if not rule.holds_here(mine):
        raise NoReferenceError("the test does not fail in the same way in a process of its own")
    if runs[1] != runs[0]:
        raise NoReferenceError("the test comes to something else each time")
    if not rule.differ(mine, theirs):
        raise NoReferenceError(f"it fails with {reference.name}, too, so that cannot say what is right")
    # What is compared where the code under test raises an exception is a variable alone.
    looked = [] if assertion is None else looked_at(assertion) or []
    operands = rule.operands or {nth for nth, each in enumerate(looked) if not isinstance(each, ast.Name)}
    given: list[str] = []
    if call.written is not None and line is not None:
        data, given = _without_given(call.written, data, line, looked, operands)
    if not data:
        raise NoReferenceError("none of its data comes to what differs")

    def shows(values: dict[str, Any]) -> bool:
        ours = here.run(values)
        if ours is None or not rule.holds_here(ours):
            return False
        other = there.run(values)
        return other is not None and rule.differ(ours, other)

    small, found = reduce_where(shows, data, options)
    mine, theirs = here.run(small) or mine, there.run(small) or theirs
    right = theirs.at(at)[:1] if at is not None and operands else []
    expected = {name: right[0][min(operands)] for name in given[:1] if right}
    plain = there.run(small, looks=False)
    return Difference(small, found, *rule.shown(mine, theirs), expected, bool(expected) or plain is not None and plain.end is None)


def _without_given(
    written: WrittenTest, data: dict[str, Any], line: int, looked: list[ast.expr], operands: set[int]
) -> tuple[dict[str, Any], list[str]]:
    """The data that leads to what differs, and the arguments that are the other side of the comparison."""
    differ = [each for nth, each in enumerate(looked) if nth in operands]
    same = [each for nth, each in enumerate(looked) if nth not in operands]
    given = written.origin(line, same).variables - written.origin(line, differ).variables if same else set()
    kept = given if data.keys() - written.literals.keys() else data.keys() - written.literals_to(line, differ).keys()
    compared = [each.id for each in same if isinstance(each, ast.Name) and each.id in given and each.id in data]
    return {name: value for name, value in data.items() if name not in kept}, compared
