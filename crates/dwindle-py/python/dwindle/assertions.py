"""Assertions of a test function as they are written: what they look at, and what they demand of it."""

from __future__ import annotations

import ast
import linecache
import re
from collections.abc import Sequence
from traceback import walk_tb
from types import FunctionType
from typing import NamedTuple, Optional, Union

__all__ = ["Origin", "TestNode", "assertion_at", "is_instance", "line_in", "looked_at", "name_of", "node_of", "origin_of"]

TestNode = Union[ast.FunctionDef, ast.AsyncFunctionDef]

NO_LOOK = re.compile("raises|warns|logs|call|await", re.IGNORECASE)
"""In the names of assertions that run code, or ask what a stand-in was called with."""


def node_of(function: FunctionType) -> Optional[TestNode]:
    """The definition of a function in the syntax tree of its file."""
    code = function.__code__
    try:
        tree = ast.parse("".join(linecache.getlines(code.co_filename)))
    except SyntaxError:
        return None
    for node in ast.walk(tree):
        if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef)) and node.name == code.co_name:
            if min([node.lineno, *(each.lineno for each in node.decorator_list)]) == code.co_firstlineno:
                return node
    return None


def line_in(function: FunctionType, error: BaseException) -> Optional[int]:
    """The line of a test, as it is written or as it is compiled anew, from which an exception comes."""
    code = function.__code__
    frames = walk_tb(error.__traceback__)
    lines = [line for frame, line in frames if (frame.f_code.co_filename, frame.f_code.co_name) == (code.co_filename, code.co_name)]
    return lines[0] if lines else None


def looked_at(statement: ast.AST) -> Optional[list[ast.expr]]:
    """What an assertion looks at; ``None`` for other statements."""
    if isinstance(statement, ast.Assert):
        test = statement.test
        while isinstance(test, ast.UnaryOp) and isinstance(test.op, ast.Not):
            test = test.operand
        if isinstance(test, ast.Compare):
            return [test.left, *test.comparators]
        return test.args[:1] if is_instance(test) else [test]  # type: ignore[attr-defined]
    if isinstance(statement, ast.Expr) and isinstance(statement.value, ast.Call):
        name = name_of(statement.value)
        if name.startswith("assert") and not NO_LOOK.search(name):
            return statement.value.args
    return None


def assertion_at(node: TestNode, line: int) -> Optional[ast.stmt]:
    """The assertion that stands on a line."""
    for each in ast.walk(node):
        if isinstance(each, ast.stmt) and looked_at(each) and each.lineno <= line <= (each.end_lineno or line):
            return each
    return None


class Origin(NamedTuple):
    """What of a test leads to a place in it."""

    nodes: list[ast.AST]
    """Expressions and statements, the last first."""

    variables: set[str]
    """The variables that these use and do not make: the parameters, and what a loop around them counts."""


def origin_of(
    function: FunctionType, node: TestNode, line: int, looked: Sequence[ast.expr] = (), is_around: bool = False
) -> Origin:
    """What leads to a line, or to what is looked at there; with ``is_around``, all of the loop or block around that, too."""
    local = {*function.__code__.co_varnames, *function.__code__.co_cellvars}
    origin = Origin(list(looked), set().union(*(_names(each) & local for each in looked)))
    before = [each for each in node.body if each.lineno <= line]
    if not looked or is_around and looked_at(before[-1]) is None:
        origin = Origin([*looked, before[-1]], _names(before[-1]) & local)
    for each in reversed(before[:-1]):
        made = {target.id for target in each.targets if isinstance(target, ast.Name)} if isinstance(each, ast.Assign) else set()
        if isinstance(each, ast.Assign) and len(made) == len(each.targets):
            if made & origin.variables:
                origin = Origin([*origin.nodes, each], origin.variables - made | _names(each.value) & local)
        elif looked_at(each) is None and _names(each) & origin.variables:
            origin = Origin([*origin.nodes, each], origin.variables | _names(each) & local)
    return origin


def _names(node: ast.AST) -> set[str]:
    return {each.id for each in ast.walk(node) if isinstance(each, ast.Name)}


def name_of(call: ast.Call) -> str:
    """What a call calls."""
    return str(getattr(call.func, "attr", getattr(call.func, "id", "")))


def is_instance(test: ast.expr) -> bool:
    """Whether a condition asks for a type."""
    return isinstance(test, ast.Call) and name_of(test) in ("isinstance", "issubclass")
