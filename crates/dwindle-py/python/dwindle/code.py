"""Code as a circumstance: which part of a program makes it fail."""

from __future__ import annotations

import ast
import inspect
import textwrap
from types import FunctionType
from typing import Any, Callable, Optional, Union, overload

from .failure import Match
from .judge import Judge
from .outcome import UNRESOLVED
from .reduction import by_syntax
from .search import Isolated, Options, Runner

__all__ = ["reduce_code"]


@overload
def reduce_code(
    code: str, test: Callable[[str], object], *, match: Optional[Match] = ..., timeout: Optional[float] = ...,
    isolated: Isolated = ..., jobs: int = ..., memory: Optional[int] = ..., budget: Optional[int] = ...,
) -> str: ...
@overload
def reduce_code(
    code: Callable[..., Any], test: Callable[[Callable[..., Any]], object], *, match: Optional[Match] = ...,
    timeout: Optional[float] = ..., isolated: Isolated = ..., jobs: int = ..., memory: Optional[int] = ...,
    budget: Optional[int] = ...,
) -> str: ...
def reduce_code(
    code: Union[str, Callable[..., Any]],
    test: Callable[[Any], object],
    *,
    match: Optional[Match] = None,
    timeout: Optional[float] = 2.0,
    isolated: Isolated = False,
    jobs: int = 1,
    memory: Optional[int] = None,
    budget: Optional[int] = None,
) -> str:
    """Reduces Python source to a part that still fails, and gives the source back.

    ``code`` is source, which ``test`` gets, or a function; then ``test`` gets functions made of smaller source.

    >>> source = '''
    ... def middle(x, y, z):
    ...     if y < z:
    ...         if x < y:
    ...             return y
    ...         elif x < z:
    ...             return y
    ...     return z
    ... '''
    >>> def is_wrong(source):
    ...     names = {}
    ...     exec(source, names)
    ...     return names["middle"](2, 1, 3) == 1
    >>> print(reduce_code(source, is_wrong))
    def middle(x,y,z):return y

    Source that does not compile is not tested, an exception on smaller source is not the failure unless the whole raises
    the same, and what takes longer than ``timeout`` seconds is left: code without one of its lines may run without an end.
    The other options are those of `reduce`.
    """
    if isolated == "spawn":
        raise ValueError('isolated="spawn" is for functions of data: code is compiled in copies of this process')
    if isinstance(code, str):
        source, make = textwrap.dedent(code), _same
        ast.parse(source)
    else:
        make = _Maker(code)
        source = textwrap.dedent(inspect.getsource(code))

    def run(candidate: str) -> object:
        try:
            ast.parse(candidate)
        except (SyntaxError, ValueError, MemoryError, RecursionError):
            return UNRESOLVED
        try:
            made = make(candidate)
        except Exception:
            return UNRESOLVED
        try:
            return test(made)
        except Exception:
            if judge.is_settled and judge.failure is None:
                return UNRESOLVED
            raise

    judge = Judge(run, match)
    runner = Runner(judge, Options(timeout, isolated, jobs, memory, budget))
    return by_syntax(source, runner, "python", None).value.strip("\n")


def _same(source: str) -> str:
    return source


class _Maker:
    """Makes functions of source, as the one that they come from was made."""

    def __init__(self, function: Callable[..., Any]) -> None:
        if not isinstance(function, FunctionType) or function.__closure__:
            raise ValueError("a function whose source stands alone is expected: written in Python, no "
                             "lambda, and nothing that it closes over")
        self.function = function

    def __call__(self, source: str) -> Any:
        names = dict(self.function.__globals__)
        names.pop(self.function.__name__, None)
        exec(compile(source, "<reduced>", "exec"), names)
        return names[self.function.__name__]
