"""Long sequences, arrays and frames within a value: they are cut by stretches before the value is taken apart.

A value is taken apart into all its parts, which for a million rows is too much. So what is long and holds nothing that has parts
is first reduced as one thing, whose rows and columns stay or go by stretches; of what is left then, there is little.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Callable, Optional

from . import _engine
from .arrays import Runs, axes, taken
from .values import LONG, PLAIN, Owners, Parts, parts_of, take_apart

__all__ = ["Bulk"]


class Long:
    """Something long, and what is kept of each of its axes."""

    def __init__(self, value: Any) -> None:
        self.value = value
        self.lengths = axes(value) or (len(value),)
        self.kept: list[Runs] = [[(0, length)] for length in self.lengths]

    def made(self, _: object = None) -> Any:
        """What is kept, made anew."""
        if axes(self.value):
            return taken(self.value, self.kept)
        runs = self.kept[0]
        if len(runs) == 1:
            start, end = runs[0]
            return self.value[start:end]
        parts = [self.value[start:end] for start, end in runs]
        if isinstance(self.value, (str, bytes)):
            return type(self.value)().join(parts)
        return type(self.value)(item for part in parts for item in part)


class Bulk:
    """A value with what is long in it."""

    def __init__(self, data: Any, owners: Owners) -> None:
        self.longs = {id(each): Long(each) for each in _long(data)}

        def parts(value: Any) -> Optional[Parts]:
            long = self.longs.get(id(value))
            return parts_of(value) if long is None else Parts("fields", [], long.made, None, is_whole=False)

        self._taken = take_apart(data, owners, parts) if self.longs else None

    def made(self, own: bool = False) -> Any:
        """The value with what is kept of it, made anew, or of the caller's objects where they are as they were."""
        assert self._taken is not None
        return _engine.build(*self._taken, own)

    def searches(self, algorithm: str) -> Iterator[tuple[_engine.Search, Callable[[Runs], Any]]]:
        """A search for each axis of what is long, and what makes the value of its candidates; the best of each is kept."""
        for long in self.longs.values():
            for axis, length in enumerate(long.lengths):
                search = _engine.Search.of_positions(length, algorithm)

                def made(runs: Runs, kept: list[Runs] = long.kept, axis: int = axis) -> Any:
                    kept[axis] = runs
                    return self.made()

                try:
                    yield search, made
                finally:  # A search that was ended early has a best, too.
                    long.kept[axis] = search.best()


def _long(data: Any) -> Iterator[Any]:
    """What is long in a value."""
    met: dict[int, Any] = {}
    left = [data]
    while left:
        value = left.pop()
        if id(value) in met:
            continue
        met[id(value)] = value
        if _is_long(value):
            yield value
            continue
        parts = parts_of(value)
        if parts is not None and not axes(value):
            met[id(parts)] = parts
            left.extend(part for part in parts.parts if type(part) not in PLAIN or _is_long(part))


def _is_long(value: Any) -> bool:
    if axes(value):
        return max(axes(value)) >= LONG
    if type(value) in (str, bytes):
        return len(value) >= LONG
    return type(value) in (list, tuple) and len(value) >= LONG and set(map(type, value)) <= set(PLAIN)
