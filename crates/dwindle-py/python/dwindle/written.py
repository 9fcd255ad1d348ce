"""A test function as it is written, with the literals in it as data."""

from __future__ import annotations

import ast
import copy
from collections.abc import Iterable, Sequence
from types import FunctionType
from typing import Any, Callable, Optional, cast

from .assertions import Origin, TestNode, looked_at, node_of, origin_of
from .values import PLAIN, is_data

__all__ = ["Look", "WrittenTest"]

LITERALS = (ast.Constant, ast.List, ast.Tuple, ast.Dict, ast.Set, ast.UnaryOp)

Look = Callable[[int, list[Any]], None]
"""Is told what the assertion on a line looks at."""

MAKE = "def make(data, look): return None"


class WrittenTest:
    """A test function whose literals can be others, and which tells what its assertions look at where it is asked to.

    Literals are data where they are no part of what an assertion expects, no index, no pattern, no part of an f-string and not
    in the head of a ``with``.
    """

    def __init__(self, function: FunctionType, node: TestNode) -> None:
        self.function = function
        self.node = node
        self.parameters = {each.arg for each in ast.walk(node.args) if isinstance(each, ast.arg)}
        rewriting = _Rewriting(is_looking=False)
        self._plain = self._made(rewriting.rewritten(node))
        self.literals: dict[str, Any] = rewriting.literals
        """The literals that are data, by their places."""

        self._looking = self._made(_Rewriting(is_looking=True).rewritten(node))

    @classmethod
    def of(cls, function: object) -> Optional[WrittenTest]:
        """The function as it is written, if that is all of it: nothing wraps it, and it has no variables of a function around it."""
        if not isinstance(function, FunctionType) or hasattr(function, "__wrapped__") or function.__code__.co_freevars:
            return None
        node = node_of(function)
        return None if node is None else cls(function, node)

    def literals_in(self, nodes: Iterable[ast.AST]) -> dict[str, Any]:
        """The literals that are data in some nodes."""
        places = {_place(each) for node in nodes for each in ast.walk(node) if isinstance(each, LITERALS)}
        return {place: value for place, value in self.literals.items() if place in places}

    def literals_to(self, line: int, looked: Sequence[ast.expr] = ()) -> dict[str, Any]:
        """The literals that lead to a line, or to what is looked at there."""
        return self.literals_in(origin_of(self.function, self.node, line, looked, is_around=True).nodes)

    def origin(self, line: int, looked: Sequence[ast.expr]) -> Origin:
        """What of the test leads to what is looked at on a line."""
        return origin_of(self.function, self.node, line, looked)

    def made(self, values: dict[str, Any], look: Optional[Look] = None) -> Callable[..., Any]:
        """The function with other literals; with ``look``, its assertions assert nothing."""
        data = _Anew({**self.literals, **values})
        made = cast(FunctionType, self._plain(data, None) if look is None else self._looking(data, look))
        made.__defaults__, made.__kwdefaults__ = self.function.__defaults__, self.function.__kwdefaults__
        return made

    def shown(self, values: dict[str, Any]) -> list[str]:
        """The statements in which these literals stand, each in one line."""
        found: list[str] = []
        statements = [each for each in ast.walk(self.node) if isinstance(each, ast.stmt) and each is not self.node]
        for each in sorted(statements, key=lambda each: each.lineno):
            put = _Put(values)
            line = ast.unparse(put.visit(copy.deepcopy(each))).splitlines()[0]
            # Of a statement with a body, that is its head.
            if put.lines & ({each.lineno} if hasattr(each, "body") else put.lines):
                found.append(f"line {each.lineno}: {line}")
        return found

    def _made(self, node: TestNode) -> Callable[..., Any]:
        make = cast(ast.FunctionDef, ast.parse(MAKE).body[0])
        # Names that no program can have.
        make.args.args[0].arg, make.args.args[1].arg = "@data", "@look"
        make.body = [node, ast.Return(ast.Name(node.name, ast.Load()))]
        module = ast.fix_missing_locations(ast.Module([make], []))
        space: dict[str, Any] = {}
        exec(compile(module, self.function.__code__.co_filename, "exec", dont_inherit=True), self.function.__globals__, space)
        return cast("Callable[..., Any]", space["make"])


class _Rewriting(ast.NodeTransformer):
    """Puts ``@data[place]`` in the place of literals, and ``@look(line, [...])`` in that of assertions."""

    def __init__(self, is_looking: bool) -> None:
        self.is_looking = is_looking
        self.is_expected = False
        self.literals: dict[str, Any] = {}

    def rewritten(self, node: TestNode) -> TestNode:
        node = copy.deepcopy(node)
        node.decorator_list, node.returns = [], None
        arguments = node.args
        for each in (*arguments.posonlyargs, *arguments.args, *arguments.kwonlyargs, arguments.vararg, arguments.kwarg):
            if each is not None:
                each.annotation = None
        arguments.defaults, arguments.kw_defaults = [], [None] * len(arguments.kwonlyargs)
        return cast(TestNode, self._body(node))

    def visit(self, node: ast.AST) -> Any:
        looked = looked_at(node)
        if looked is not None:
            return self._assertion(node, looked)
        if isinstance(node, LITERALS) and not self.is_expected:
            try:
                value = ast.literal_eval(node)
            except (TypeError, ValueError):
                return super().visit(node)
            if is_data(value):
                place = _place(node)
                self.literals[place] = value
                return ast.Subscript(ast.Name("@data", ast.Load()), ast.Constant(place), ast.Load())
        return super().visit(node)

    def _assertion(self, node: ast.AST, looked: list[ast.expr]) -> ast.AST:
        before, self.is_expected = self.is_expected, True
        rewritten = self.generic_visit(node)
        self.is_expected = before
        if not self.is_looking:
            return rewritten
        told = [ast.Constant(node.lineno), ast.List(looked_at(rewritten) or [], ast.Load())]  # type: ignore[attr-defined]
        return ast.copy_location(ast.Expr(ast.Call(ast.Name("@look", ast.Load()), told, [])), node)

    def visit_Call(self, node: ast.Call) -> ast.AST:
        """What an assertion calls gets data, if it is more than a method of what is expected."""
        if self.is_expected and not any(isinstance(each, ast.Name) for each in ast.walk(node)):
            return node
        is_assertion = looked_at(ast.Expr(node)) is not None
        before, self.is_expected = self.is_expected, self.is_expected and is_assertion
        node = cast(ast.Call, self.generic_visit(node))
        self.is_expected = before
        return node

    def visit_Subscript(self, node: ast.Subscript) -> ast.AST:
        node.value = self.visit(node.value)
        return node

    def visit_Expr(self, node: ast.Expr) -> ast.AST:
        return node if isinstance(node.value, ast.Constant) else self.generic_visit(node)

    def visit_AnnAssign(self, node: ast.AnnAssign) -> ast.AST:
        node.value = None if node.value is None else self.visit(node.value)
        return node

    def _body(self, node: Any) -> ast.AST:
        node.body = [self.visit(each) for each in node.body]
        return cast(ast.AST, node)

    def _as_it_is(self, node: ast.AST) -> ast.AST:
        return node

    visit_With = visit_AsyncWith = visit_FunctionDef = visit_AsyncFunctionDef = visit_ClassDef = _body
    visit_JoinedStr = visit_Match = visit_arguments = _as_it_is


class _Put(ast.NodeTransformer):
    """Puts other literals in the place of those that are written."""

    def __init__(self, values: dict[str, Any]) -> None:
        self.values = values
        self.lines: set[int] = set()

    def visit(self, node: ast.AST) -> Any:
        if isinstance(node, LITERALS) and _place(node) in self.values:
            self.lines.add(node.lineno)
            return ast.parse(repr(self.values[_place(node)]), mode="eval").body
        return super().visit(node)


class _Anew(dict[str, Any]):
    """Literals, each made anew where it is evaluated, as a list is."""

    def __getitem__(self, place: str) -> Any:
        value = super().__getitem__(place)
        return value if type(value) in PLAIN else copy.deepcopy(value)


def _place(node: ast.expr) -> str:
    return f"{node.lineno}:{node.col_offset}-{node.end_lineno}:{node.end_col_offset}"
