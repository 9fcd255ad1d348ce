"""Values taken apart, so that the engine can make smaller ones of them."""

from __future__ import annotations

import collections
import dataclasses
import enum
import functools
import operator
import pathlib
import sys
import types
from typing import Any, Callable, NamedTuple, Optional, TypeVar

from . import _engine
from .simple_values import as_fields

__all__ = ["Names", "Whole", "is_data", "reducer", "take_apart"]

T = TypeVar("T")
Maker = Callable[[list[Any]], Any]
Reducer = Callable[[Any], tuple[Any, Callable[[Any], Any]]]

REDUCERS: dict[type, Reducer] = {}
"""How objects of types of the user's own come apart."""

ALONE = (
    type(None), type(Ellipsis), type(NotImplemented), type, types.FunctionType, types.BuiltinFunctionType,
    types.ModuleType, types.MethodType, enum.Enum, range, slice,
)
"""Objects that are neither reduced nor copied."""


class Whole(list[Any]):
    """Several values that all stay, such as the arguments of a call. It is built as a tuple."""


class Names(dict[str, Any]):
    """Values by names, which may go and do not change. It is built as a dictionary."""


class Name(str):
    """A name."""


class Parts(NamedTuple):
    """What an object holds."""

    how: str
    """``"items"``, ``"entries"`` (keys and what they stand for in turn) or ``"fields"``."""

    parts: list[Any]

    maker: "str | Maker"
    """A built-in type, or a function that makes the object of its parts."""

    kind: object
    """What is equal for objects of which one may stand in another's place; ``None`` for an object of its own."""


def reducer(of: type[T]) -> Callable[[Reducer], Reducer]:
    """Registers how objects of a type are reduced.

    The function gets an object and returns its parts, as any value that Dwindle can reduce, and a function that makes
    an object of smaller parts.

    >>> class Interval:
    ...     def __init__(self, low, high):
    ...         self.low, self.high = low, high
    >>> @reducer(Interval)
    ... def parts_of_interval(interval):
    ...     return (interval.low, interval.high - interval.low), lambda p: Interval(p[0], p[0] + p[1])
    """

    def register(function: Reducer) -> Reducer:
        REDUCERS[of] = function
        return function

    return register


def is_data(value: Any) -> bool:
    """Whether there is anything in a value to reduce, other than the name of a file."""
    simple = type(value) in (str, bytes, bytearray, bool, int, float)
    return simple or (_parts(value) is not None and not isinstance(value, pathlib.PurePath))


def take_apart(value: Any) -> tuple[_engine.Model, int]:
    """The value as the engine sees it: the objects, and which of them is the whole.

    An object that cannot be made again of its parts is left alone: one that checks them and finds them wrong. So are all that
    are not built in where one of them is a part of itself, and one of which nothing is known; that cannot be the whole.
    """
    if value is not None and not is_data(value) and not isinstance(value, pathlib.PurePath):
        raise TypeError(f"nothing can be left out of a {type(value).__name__}: dwindle.reducer says how a type comes apart")
    model, root = _take_apart(value, _good_parts)
    try:
        _engine.build(model, root)
    except Exception:
        model, root = _take_apart(value, _built_in_parts)
    return model, root


def _take_apart(value: Any, parts_of: Callable[[Any], Optional[Parts]]) -> tuple[_engine.Model, int]:
    model = _engine.Model()
    kinds: dict[Any, int] = {}
    nodes: dict[int, int] = {}
    kept: list[Any] = []  # An object that is gone would give its address to another one.
    left: list[tuple[int, Parts]] = []

    def kind(maker: "str | Maker", name: object) -> int:
        if name is None:
            return model.kind(maker)
        found = kinds.get(name)
        if found is None:
            found = kinds[name] = model.kind(maker)
        return found

    def add(value: Any) -> int:
        exact = type(value)
        if exact is str:
            return model.text(kind("str", str), value.encode("utf-32-le", "surrogatepass"))
        if exact is int or exact is float or exact is bool:
            return model.number(kind("number", exact), value)
        if exact is bytes:
            return model.bytes(kind("bytes", bytes), value)
        known = nodes.get(id(value))
        if known is not None:
            return known
        kept.append(value)
        if exact is bytearray:
            node = model.bytes(kind("bytearray", bytearray), value)
        else:
            parts = parts_of(value)
            if parts is None:
                how = "same" if isinstance(value, ALONE) else "copy"
                node = model.other(kind(how, how), value)
            else:
                node = model.add(kind(parts.maker, parts.kind))
                left.append((node, parts))
        nodes[id(value)] = node
        return node

    root = add(value)
    while left:
        node, parts = left.pop()
        kept.append(parts)
        model.fill(node, parts.how, [add(part) for part in parts.parts])
    return model, root


def _good_parts(value: Any) -> Optional[Parts]:
    """The parts of an object, if it can be made again of them."""
    parts = _parts(value)
    if parts is not None and parts.how == "fields" and callable(parts.maker):
        try:
            parts.maker(list(parts.parts))
        except Exception:
            return None
    return parts


def _parts(value: Any) -> Optional[Parts]:
    exact = type(value)
    registered = REDUCERS.get(exact)
    if registered is not None:
        inner, rebuild = registered(value)
        return Parts("fields", [inner], lambda parts: rebuild(parts[0]), None)
    parts = _built_in_parts(value)
    if parts is not None:
        return parts
    simple = as_fields(value)
    if simple is not None:
        fields, make, kind = simple
        return Parts("fields", fields, make, kind)
    if isinstance(value, enum.Flag):
        return _flag_parts(value)
    if isinstance(value, ALONE):
        return None
    if isinstance(value, tuple) and hasattr(exact, "_make") and hasattr(exact, "_fields"):
        return Parts("fields", list(value), exact._make, exact)
    if dataclasses.is_dataclass(value):
        return _dataclass_parts(value)
    if hasattr(exact, "__attrs_attrs__"):
        names = [field for field in exact.__attrs_attrs__ if field.init]
        keys = [getattr(field, "alias", None) or field.name.lstrip("_") for field in names]
        return _record([getattr(value, field.name) for field in names], keys, exact)
    if isinstance(value, pathlib.PurePath):
        return Parts("items", list(value.parts), lambda parts: exact(*parts), exact)
    if exact in _of_modules("types.SimpleNamespace", "argparse.Namespace"):
        named = {Name(name): part for name, part in vars(value).items()}
        return Parts("entries", _flat(named), lambda entries: exact(**{str(name): part for name, part in entries}), exact)
    if exact in _of_modules("array.array"):
        code: str = getattr(value, "typecode")
        return Parts("items", list(value), lambda parts: exact(code, parts), (exact, code))
    return _array_parts(value)


def _of_modules(*names: str) -> list[Any]:
    """Types by their names, of modules that are there already."""
    found = [name.split(".") for name in names]
    return [getattr(sys.modules[module], name) for module, name in found if module in sys.modules]


def _built_in_parts(value: Any) -> Optional[Parts]:
    exact = type(value)
    if exact is Whole:
        return Parts("fields", list(value), "tuple", Whole)
    if exact is Names:
        named = {Name(name): part for name, part in value.items()}
        return Parts("entries", _flat(named), lambda entries: {str(name): part for name, part in entries}, Names)
    if exact is list or exact is tuple:
        return Parts("items", list(value), exact.__name__, exact)
    if exact is dict:
        return Parts("entries", _flat(value), "dict", dict)
    if exact is set or exact is frozenset:
        return Parts("items", _ordered(value), exact.__name__, exact)
    if exact is collections.deque:
        longest = value.maxlen
        return Parts("items", list(value), lambda parts: collections.deque(parts, longest), (exact, longest))
    if exact is collections.OrderedDict:
        return Parts("entries", _flat(value), collections.OrderedDict, exact)
    if exact is collections.Counter:
        return Parts("entries", _flat(value), lambda entries: collections.Counter(dict(entries)), exact)
    if exact is collections.defaultdict:
        factory = value.default_factory
        return Parts("entries", _flat(value), lambda entries: collections.defaultdict(factory, entries), None)
    if exact is complex:
        return Parts("fields", [value.real, value.imag], lambda parts: complex(*parts), complex)
    return None


def _flat(entries: "dict[Any, Any]") -> list[Any]:
    return [part for entry in entries.items() for part in entry]


def _ordered(items: "set[Any] | frozenset[Any]") -> list[Any]:
    """The members in an order of their own, where they have one: that of a set changes from run to run."""
    try:
        return sorted(items)
    except TypeError:
        return list(items)


def _flag_parts(value: enum.Flag) -> Parts:
    """The members that a flag has."""
    exact = type(value)
    members = [Position(member.value) for member in exact if member.value and member in value]
    return Parts("items", members, lambda kept: exact(functools.reduce(operator.or_, kept, 0)), exact)


def _dataclass_parts(value: Any) -> Optional[Parts]:
    exact = type(value)
    known = {field.name for field in dataclasses.fields(value)}
    if any(name not in known and _is_init_var(field) for name, field in exact.__dataclass_fields__.items()):
        return None
    names = [field.name for field in dataclasses.fields(value) if field.init]
    return _record([getattr(value, name) for name in names], names, exact)


def _is_init_var(field: Any) -> bool:
    return getattr(field, "_field_type", None) is getattr(dataclasses, "_FIELD_INITVAR", object())


def _record(values: list[Any], names: list[str], exact: Any) -> Parts:
    return Parts("fields", values, lambda parts: exact(**dict(zip(names, parts))), exact)


class Position(int):
    """The number of a row or a column, or a bit, which is kept or not, and never another number."""


def _array_parts(value: Any) -> Optional[Parts]:
    """The rows and columns of arrays and frames, of libraries that are there already."""
    numpy, pandas = sys.modules.get("numpy"), sys.modules.get("pandas")
    axes: Callable[[], list[list[Position]]] = lambda: [list(map(Position, range(n))) for n in value.shape]
    if numpy is not None and type(value) is numpy.ndarray and value.ndim > 0:
        return Parts("fields", axes(), lambda kept: value[numpy.ix_(*(_at(axis) for axis in kept))], None)
    if pandas is not None and isinstance(value, pandas.DataFrame):
        return Parts("fields", axes(), lambda kept: value.iloc[_at(kept[0]), _at(kept[1])], None)
    if pandas is not None and isinstance(value, (pandas.Series, pandas.Index)):
        is_index = isinstance(value, pandas.Index)
        taken: Any = value if is_index else value.iloc
        return Parts("fields", axes(), lambda kept: taken[_at(kept[0])], None)
    return None


def _at(axis: list[Position]) -> Any:
    return sys.modules["numpy"].array(axis, dtype=int)
