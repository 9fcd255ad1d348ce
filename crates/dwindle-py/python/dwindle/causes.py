"""Whether a test of pytest fails by an assertion, and whether that demands a value that is given."""

from __future__ import annotations

import ast
import linecache
import re
from collections.abc import Collection
from traceback import walk_tb
from types import FunctionType
from typing import Optional

import pytest

from .assertions import assertion_at, is_instance, looked_at, name_of
from .written import WrittenTest

__all__ = ["HOW", "given_value", "is_assertion"]

HOW = "--dwindle-reference names a version that tells: a revision of git, or a directory with its modules"

ORDERS = (ast.Lt, ast.LtE, ast.Gt, ast.GtE)
BOUNDS = {False: (ast.NotEq, ast.IsNot, ast.NotIn, *ORDERS), True: (ast.Eq, ast.Is, ast.In, *ORDERS)}
"""Comparisons, and those under ``not``, that forbid a value or bound it: most values pass them."""

BOUNDING = re.compile("not|less|greater|instance", re.IGNORECASE)
"""Methods of `unittest.TestCase` of which the same is true."""


def is_assertion(function: FunctionType, error: BaseException) -> bool:
    """Whether the test says that it fails. What the code under test asserts itself is an exception as others are."""
    frame, line = list(walk_tb(error.__traceback__))[-1]
    file = frame.f_code.co_filename
    is_of_code = file != function.__code__.co_filename and linecache.getline(file, line).lstrip().startswith("assert")
    return isinstance(error, (AssertionError, pytest.fail.Exception)) and not is_of_code


def given_value(written: Optional[WrittenTest], line: Optional[int], data: Collection[str]) -> Optional[str]:
    """Why a test that fails by an assertion fails with nearly all other arguments; ``None`` where it does not."""
    assertion = None if written is None or line is None else assertion_at(written.node, line)
    if written is None or assertion is None:
        return f"the test says itself that it fails, and may say so of other arguments whatever the code does. {HOW}"
    if not _demands_given(written, assertion, data):
        return None
    names = [each.id for each in looked_at(assertion) or [] if isinstance(each, ast.Name) and each.id in written.parameters]
    text = f"`{ast.unparse(assertion).splitlines()[0]}` demands a value that is given: other arguments fail whatever the code does"
    computed = f"; or @pytest.mark.dwindle({names[-1]}=function) computes {names[-1]} of the other arguments" if names else ""
    return f"{text}. {HOW}{computed}"


def _demands_given(written: WrittenTest, assertion: ast.stmt, data: Collection[str]) -> bool:
    """Whether an assertion demands a value that was given beforehand, so that it fails for nearly all other arguments.

    One that relates its arguments to themselves, as ``assert decode(encode(text)) == text`` does, holds of all of them; and one
    that forbids or bounds a value, as ``assert "" not in words`` does, of nearly all.
    """

    def are_related(left: ast.expr, right: ast.expr) -> bool:
        mine, theirs = (written.origin(assertion.lineno, [each]) for each in (left, right))
        shared = (mine.variables & theirs.variables) - (written.parameters - set(data))
        return bool(shared or written.literals_in(each for each in mine.nodes if each in theirs.nodes))

    if not isinstance(assertion, ast.Assert):
        call = assertion.value  # type: ignore[attr-defined]
        return not BOUNDING.search(name_of(call)) and not (len(call.args) > 1 and are_related(*call.args[:2]))
    test, is_negated = assertion.test, False
    while isinstance(test, ast.UnaryOp) and isinstance(test.op, ast.Not):
        test, is_negated = test.operand, not is_negated
    if isinstance(test, ast.Call) and name_of(test) in ("any", "all") and isinstance(test.args[0], ast.GeneratorExp):
        test = test.args[0].elt
    if is_instance(test) or isinstance(test, ast.Compare) and all(isinstance(op, BOUNDS[is_negated]) for op in test.ops):
        return False
    compared = [each for each in ast.walk(assertion.test) if isinstance(each, ast.Compare)]
    return not any(are_related(each.left, each.comparators[-1]) for each in compared)
