"""Functions for data and a test."""

from __future__ import annotations

from typing import Any, Callable, Optional, Sequence, TypeVar, Union

from . import _engine
from .failure import Match
from .judge import Judge
from .result import Result
from .search import run

__all__ = ["ddmin", "reduce"]

T = TypeVar("T")
Data = TypeVar("Data", bound=Union[str, bytes, bytearray, Sequence[Any]])

TEXT_UNITS = {"characters": "chars", "chars": "chars", "bytes": "bytes", "lines": "lines", "tokens": "tokens"}


def ddmin(items: Sequence[T], test: Callable[[list[T]], object]) -> list[T]:
    """Reduces a list by ddmin, test for test as published (Zeller & Hildebrandt 2002).

    >>> ddmin([1, 2, 3, 4, 5, 6, 7, 8], lambda kept: {1, 7, 8} <= set(kept))
    [1, 7, 8]
    """
    return reduce(list(items), test, unit="elements", algorithm="ddmin").value


def reduce(
    data: Data,
    test: Callable[[Data], object],
    *,
    unit: Optional[str] = None,
    algorithm: str = "dwindle",
    match: Optional[Match] = None,
    budget: Optional[int] = None,
) -> Result[Data]:
    """Reduces ``data`` to a part that still fails, and of which nothing can be left out.

    ``test`` is called with smaller and smaller data. An exception or ``True`` says that it fails.

    >>> reduce("a long text (with brackets) in it", lambda text: "(" in text and ")" in text).value
    '()'

    ``unit`` says what is left out as a whole: ``"elements"`` of a list or tuple, ``"characters"``, ``"bytes"``,
    ``"lines"`` or ``"tokens"`` of a text.

    >>> reduce("one\\ntwo\\nthree\\n", lambda text: "w" in text, unit="lines").value
    'two\\n'

    ``budget`` is the number of tests after which the search ends, with the best so far. So does Ctrl-C.
    """
    judge = Judge(test, match)
    search, make = _units(data, unit, algorithm)
    judge.settle(lambda: make(search.best()))
    sizes: list[tuple[int, int]] = []
    stopped = run(search, make, judge, budget, sizes)
    return Result(make(search.best()), search.tests, sizes, stopped)


def _units(
    data: Data, unit: Optional[str], algorithm: str
) -> tuple[_engine.UnitSearch, Callable[[Any], Data]]:
    """The search among the units of ``data``, and how its candidates become data again."""
    whole: Any = data
    if isinstance(data, (str, bytes, bytearray)):
        named = TEXT_UNITS.get(unit or ("characters" if isinstance(data, str) else "bytes"))
        if named is None:
            raise ValueError(f"unit={unit!r}: a text has the units {', '.join(TEXT_UNITS)}")
        if not isinstance(data, str):
            return _engine.UnitSearch.of_text(bytes(data), named, algorithm), type(whole)
        try:
            text = data.encode()
        except UnicodeEncodeError:  # A character that is half of a pair: no text for the engine, but a list.
            joined: Any = "".join
            return _elements(whole, joined, algorithm)
        return _engine.UnitSearch.of_text(text, named, algorithm), lambda kept: kept.decode(errors="replace")
    if unit not in (None, "elements"):
        raise ValueError(f"unit={unit!r}: a {type(data).__name__} has elements")
    return _elements(whole, type(whole), algorithm)


def _elements(
    items: Any, back: Callable[[list[Any]], Data], algorithm: str
) -> tuple[_engine.UnitSearch, Callable[[Any], Data]]:
    """The search among the elements of a list."""

    def make(kept: list[tuple[int, int]]) -> Data:
        return back([element for start, end in kept for element in items[start:end]])

    return _engine.UnitSearch.of_list(len(items), algorithm), make
