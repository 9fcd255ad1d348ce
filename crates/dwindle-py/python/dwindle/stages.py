"""The stages in which a value is reduced."""

from __future__ import annotations

from typing import Any, Callable, Generic, Optional, TypeVar

from . import _engine
from .arrays import axes
from .bulk import Bulk
from .search import Found, Note, Runner, joined
from .values import Owners, PartsBy, cell_parts, parts_of, take_apart

__all__ = ["Stages"]

T = TypeVar("T")

CELLS = 10_000
"""As many values of arrays and frames get smaller, one by one."""


class Stages(Generic[T]):
    """Reduces a value: first what is long in it, by stretches; then all its parts; then values of arrays and frames, if they
    are to get smaller; and again, until nothing changes.

    ``named`` makes what the test gets of the value, and ``note_of`` what is told the tests of a search.
    """

    def __init__(
        self,
        runner: Runner[T],
        named: Optional[Callable[[Any], T]] = None,
        note_of: Optional[Callable[[_engine.Search, Callable[[Any], T]], Optional[Note[T]]]] = None,
        owners: Owners = lambda copy: copy,
        is_settled: bool = False,
    ) -> None:
        self.runner = runner
        self.named = named
        self.note_of = note_of
        self.owners = owners
        self.is_settled = is_settled
        self.found = Found(None, [], 0)

    def shorten(self, data: Any, algorithm: str) -> Any:
        """The data, which fails, without most of what is long in it."""
        bulk = Bulk(data, self.owners)
        if not bulk.longs:
            return data
        self._settle(bulk.made)
        for search, made in bulk.searches(algorithm):
            self._run(search, made)
            if self.found.stopped is not None:
                break
        return bulk.made(True)

    def reduce(self, data: Any, aim: str) -> Any:
        """What is left of the data, which fails."""
        search: Optional[_engine.Search] = None
        is_first = True
        while self.found.stopped is None:
            search, failed = self._stage(data, aim, parts_of)
            data = search.best(True)
            if self.found.stopped is not None or aim != "simplify" or not (failed or is_first):
                break
            count = _cells(data)
            if not 0 < count <= CELLS:
                break
            is_first = False
            values, failed = self._stage(data, aim, cell_parts)
            data = values.best(True)
            if self.found.stopped is not None or not failed:
                break
        if self.found.stopped is None and search is not None:
            self.runner.ask_again(search, self.named)
        return data

    def _stage(self, data: Any, aim: str, parts_by: PartsBy) -> tuple[_engine.Search, int]:
        """Runs the search in data; gives how many of its candidates failed."""
        model, root = take_apart(data, self.owners, parts_by)
        if not self.is_settled and model.is_left_alone(root):
            raise TypeError(f"nothing can be left out of a {type(data).__name__}: dwindle.reducer says how a type comes apart")
        search = _engine.Search.of_value(model, root, aim)
        self._settle(search.best)
        before = self.found.failed
        self._run(search, None)
        return search, self.found.failed - before

    def _settle(self, make: Callable[[], Any]) -> None:
        if not self.is_settled:
            named = self.named
            self.runner.settle(make if named is None else lambda: named(make()))
            self.is_settled = True

    def _run(self, search: _engine.Search, made: Optional[Callable[[Any], Any]]) -> None:
        named = self.named
        if made is None:
            made = named
        elif named is not None:
            inner = made
            made = lambda candidate: named(inner(candidate))  # noqa: E731
        note = None if self.note_of is None else self.note_of(search, made or (lambda candidate: candidate))
        more = self.runner.run(search, made, note, before=self.found, is_last=False)
        self.found = joined(self.found, more) if self.found.sizes else more


def _cells(data: Any) -> int:
    """How many values the arrays and frames of some data have."""
    count, met, left = 0, {id(data): data}, [data]
    while left:
        value = left.pop()
        lengths = axes(value)
        if lengths:
            cells = 1
            for length in lengths:
                cells *= length
            count += cells
            continue
        parts = parts_of(value)
        for part in [] if parts is None else parts.parts:
            if id(part) not in met:
                met[id(part)] = part
                left.append(part)
    return count
