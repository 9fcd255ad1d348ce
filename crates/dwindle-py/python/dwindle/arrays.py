"""Arrays and frames: of NumPy, pandas and polars, where the program has imported them already."""

from __future__ import annotations

import sys
from typing import Any, Callable, Optional

__all__ = ["Runs", "axes", "cells", "taken"]

Runs = list[tuple[int, int]]
"""What is kept of an axis: the first position of each stretch, and the one behind its last."""

VALUES = "biufcUO"
"""The kinds of NumPy's types whose values get smaller: numbers, texts, and objects of Python."""


def axes(value: Any) -> tuple[int, ...]:
    """The lengths of the axes of an array or a frame; nothing for anything else."""
    module = _module(value)
    if module == "numpy":
        return tuple(value.shape) if type(value) is sys.modules["numpy"].ndarray else ()
    if module in ("pandas", "polars"):
        library = sys.modules[module]
        kinds = (library.DataFrame, library.Series) + ((library.Index,) if module == "pandas" else ())
        return tuple(value.shape) if isinstance(value, kinds) else ()
    return ()


def taken(value: Any, kept: list[Runs]) -> Any:
    """A part of an array or a frame, made anew: what is kept of each axis."""
    module = _module(value)
    for axis, runs in enumerate(kept):
        if runs == [(0, value.shape[axis])]:
            continue
        if module == "polars" and axis == 1:
            columns = value.columns
            value = value.select([name for start, end in runs for name in columns[start:end]])
        elif len(runs) == 1 or not runs:
            start, end = runs[0] if runs else (0, 0)
            value = _at(value, axis, slice(start, end))
        else:
            mask = sys.modules["numpy"].zeros(value.shape[axis], dtype=bool) if module != "polars" else None
            value = _masked(value, axis, runs) if mask is None else _at(value, axis, _filled(mask, runs))
    return value.clone() if module == "polars" else value.copy()


def cells(value: Any) -> Optional[tuple[list[Any], Callable[[list[Any]], Any]]]:
    """The values of an array or a frame whose shape stays, and how one of other values is made."""
    module = _module(value)
    if module == "numpy":
        return _of_array(value)
    if type(value).__name__ not in ("DataFrame", "Series"):
        return None
    is_frame = type(value).__name__ == "DataFrame"
    columns = [_column(value, at) for at in range(value.shape[1])] if is_frame else [value]
    used = [(at, column) for at, column in enumerate(columns) if _has_values(column)]
    length = value.shape[0]

    def make(parts: list[Any]) -> Any:
        made = value.clone() if module == "polars" else value.copy()
        for nth, (at, column) in enumerate(used):
            new = _like(column, parts[nth * length : (nth + 1) * length])
            if not is_frame:
                return new
            if module == "polars":
                made = made.with_columns(new)
            else:
                made.isetitem(at, new)
        return made

    return [part for _, column in used for part in column.to_list()], make


def _of_array(value: Any) -> Optional[tuple[list[Any], Callable[[list[Any]], Any]]]:
    if value.dtype.kind not in VALUES:
        return None

    def make(parts: list[Any]) -> Any:
        made = sys.modules["numpy"].empty(len(parts), dtype=value.dtype)
        made[:] = parts
        return made.reshape(value.shape)

    return value.ravel().tolist(), make


def _module(value: Any) -> str:
    """The library that an object comes from, if the program has imported it."""
    name = type(value).__module__.partition(".")[0]
    return name if name in ("numpy", "pandas", "polars") and name in sys.modules else ""


def _at(value: Any, axis: int, at: Any) -> Any:
    place = (slice(None),) * axis + (at,)
    if _module(value) == "pandas" and not isinstance(value, sys.modules["pandas"].Index):
        return value.iloc[place if axis else at]
    return value[place if axis else at]


def _filled(mask: Any, runs: Runs) -> Any:
    for start, end in runs:
        mask[start:end] = True
    return mask


def _masked(value: Any, axis: int, runs: Runs) -> Any:
    """Rows of polars, which stands alone, without NumPy."""
    return sys.modules["polars"].concat([value[start:end] for start, end in runs])


def _column(value: Any, at: int) -> Any:
    return value.to_series(at) if _module(value) == "polars" else value.iloc[:, at]


def _has_values(column: Any) -> bool:
    """Whether the values of a column are numbers, texts or objects of Python."""
    if _module(column) == "polars":
        kind: Any = column.dtype
        return bool(kind.is_numeric()) or str(kind) in ("String", "Boolean")
    return getattr(column.dtype, "kind", "") in VALUES and str(column.dtype) != "category"


def _like(column: Any, parts: list[Any]) -> Any:
    """A column of the same type with other values."""
    if _module(column) == "polars":
        return sys.modules["polars"].Series(column.name, parts, dtype=column.dtype)
    return sys.modules["pandas"].Series(parts, index=column.index, dtype=column.dtype, name=column.name)
