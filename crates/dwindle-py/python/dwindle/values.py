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
from .arrays import Runs, axes, cells, taken
from .simple_values import as_fields

__all__ = ["LONG", "PLAIN", "Names", "Owners", "Parts", "Whole", "cell_parts", "is_data", "parts_of", "reducer", "take_apart"]

T = TypeVar("T")
Maker = Callable[[list[Any]], Any]
Shell = tuple[Callable[[], Any], Callable[[Any, list[Any]], None]]
Reducer = Callable[[Any], tuple[Any, Callable[[Any], Any]]]

REDUCERS: dict[type, Reducer] = {}
"""How objects of types of the user's own come apart."""


class Whole(list[Any]):
    """Several values that all stay, such as the arguments of a call. It is built as a tuple."""


class Names(dict[str, Any]):
    """Values by names, which may go and do not change. It is built as a dictionary."""


class Name(str):
    """A name."""


class Position(int):
    """The number of a row or a column, or a bit, which is kept or not, and never another number."""


ALONE = (
    type(None), type(Ellipsis), type(NotImplemented), type, types.FunctionType, types.BuiltinFunctionType,
    types.ModuleType, types.MethodType, enum.Enum, range, slice, Name, Position,
)
"""Objects that are neither reduced nor copied."""

PartsBy = Callable[[Any], "Optional[Parts]"]
"""How objects come apart; `parts_of` where nothing else is said."""

LONG = 1_000
"""From this length on, a sequence, a text or an axis is long."""

Owners = Callable[[Any], Any]
"""Gives the caller's own object for a copy that was made of it."""


class Parts(NamedTuple):
    """What an object holds."""

    how: str
    """``"items"``, ``"entries"`` (keys and what they stand for in turn) or ``"fields"``."""

    parts: list[Any]

    maker: "str | Maker | Shell"
    """A built-in type, a function that makes the object of its parts, or one that makes it empty and one that fills it."""

    kind: object
    """What is equal for objects of which one may stand in another's place; ``None`` for an object of its own."""

    is_whole: bool = True
    """These are all its parts: where none has changed, the object is the same."""


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

    if not isinstance(of, type):
        raise TypeError(f"reducer is for a type, not {of!r}")

    def register(function: Reducer) -> Reducer:
        if not callable(function):
            raise TypeError(f"a reducer is a function of an object, not {function!r}")
        REDUCERS[of] = function
        return function

    return register


def is_data(value: Any) -> bool:
    """Whether there is anything in a value to reduce, other than the name of a file."""
    simple = type(value) in (str, bytes, bytearray, bool, int, float)
    return simple or bool(axes(value)) or (_parts(value) is not None and not isinstance(value, pathlib.PurePath))


def take_apart(
    value: Any, owners: Owners = lambda copy: copy, parts_by: Optional[PartsBy] = None
) -> tuple[_engine.Model, int]:
    """The value as the engine sees it: the objects, and which of them is the whole.

    An object that cannot be made again of its parts is left alone: one that checks them and finds them wrong, and one of which
    nothing is known; that cannot be the whole. One that is a part of itself is made as `copy` makes it, without a call of
    its type. What is a part of what, ``parts_by`` says.
    """
    if value is not None and not is_data(value) and not isinstance(value, pathlib.PurePath):
        raise TypeError(f"nothing can be left out of a {type(value).__name__}: dwindle.reducer says how a type comes apart")
    circles: set[int] = set()

    def parts(value: Any) -> Optional[Parts]:
        return _state_parts(value) if id(value) in circles else (parts_by or parts_of)(value)

    model, root, error = _made_again(value, parts, owners)
    while error is not None:
        found = _on_circles(value, parts)
        if found <= circles:
            break
        circles |= found
        model, root, error = _made_again(value, parts, owners)
    if error is not None and _built_in_parts(value) is not None:
        # What is not built in is left alone, so that the rest can be reduced.
        model, root, error = _made_again(value, _built_in_parts, owners)
    if error is not None:
        raise TypeError(f"a {type(value).__name__} cannot be made again of its parts ({error}): dwindle.reducer says how a type "
                        "comes apart") from error
    return model, root


def _made_again(
    value: Any, parts_of: Callable[[Any], Optional[Parts]], owners: Owners
) -> tuple[_engine.Model, int, Optional[Exception]]:
    """The value taken apart, and what is raised where it is put together again."""
    model, root = _take_apart(value, parts_of, owners)
    try:
        _engine.build(model, root)
    except Exception as error:
        return model, root, error
    return model, root, None


def _take_apart(
    value: Any, parts_of: Callable[[Any], Optional[Parts]], owners: Owners
) -> tuple[_engine.Model, int]:
    model = _engine.Model()
    kinds: dict[Any, int] = {}
    nodes: dict[int, int] = {}
    kept: list[Any] = []  # An object that is gone would give its address to another one.
    left: list[tuple[int, Any, Parts]] = []

    def kind(maker: "str | Maker | Shell", name: object) -> int:
        if name is None:
            return model.kind(maker)
        found = kinds.get(name)
        if found is None:
            found = kinds[name] = model.kind(maker)
        return found

    def add(value: Any) -> int:
        exact = type(value)
        if parts_of is not _built_in_parts and exact in (str, bytes) and len(value) >= LONG:
            parts = parts_of(value)
            if parts is not None:
                return unpacked(value, parts)
        if exact is str:
            return model.text(kind("str", str), value.encode("utf-32-le", "surrogatepass"), value)
        if exact is int or exact is float or exact is bool:
            return model.number(kind("number", exact), value)
        if exact is bytes:
            return model.bytes(kind("bytes", bytes), value, value)
        known = nodes.get(id(value))
        if known is not None:
            return known
        kept.append(value)
        if exact is bytearray:
            own = owners(value)
            node = model.bytes(kind("bytearray", bytearray), value, own if own == value else None)
        else:
            parts = parts_of(value)
            if parts is None:
                how = "same" if isinstance(value, ALONE) else "copy"
                node = model.other(kind(how, how), value, owners(value))
            else:
                return unpacked(value, parts)
        nodes[id(value)] = node
        return node

    def unpacked(value: Any, parts: Parts) -> int:
        node = model.add(kind(parts.maker, parts.kind), owners(value) if parts.is_whole else None)
        left.append((node, value, parts))
        nodes[id(value)] = node
        return node

    def is_own(copy: Any, own: Any) -> bool:
        """Whether the caller's object is what was copied, so that of what it holds each has still to be asked."""
        if copy is own or owners(copy) is own:
            return True
        if type(copy) is not type(own):
            return False
        if type(copy) in (list, tuple):
            return len(copy) == len(own) and all(map(is_own, copy, own))
        return type(copy) in (str, int, float, bool, bytes, complex, Name, Position) and bool(copy == own)

    root = add(value)
    while left:
        node, value, parts = left.pop()
        kept.append(parts)
        model.fill(node, parts.how, [add(part) for part in parts.parts])
        own = owners(value)
        if own is not value:
            others = parts_of(own)
            if others is None or not is_own(list(parts.parts), list(others.parts)):
                model.disown(node)
    return model, root


def _on_circles(value: Any, parts_of: Callable[[Any], Optional[Parts]]) -> set[int]:
    """The objects that hold themselves, over others or not, and can be made before what they hold."""
    met: dict[int, Any] = {}
    holds: dict[int, set[int]] = {}
    kept: list[Any] = []
    left = [value]
    while left:
        holder = left.pop()
        if id(holder) in met:
            continue
        parts = parts_of(holder)
        kept.append(parts)
        inner = [] if parts is None else [part for part in parts.parts if type(part) not in PLAIN]
        met[id(holder)], holds[id(holder)] = holder, set(map(id, inner))
        left.extend(inner)
    held_by: dict[int, set[int]] = {each: set() for each in met}
    for each, inner_ids in holds.items():
        for part in inner_ids:
            held_by[part].add(each)
    # What holds nothing that is left goes, and then what nothing holds that is left.
    for there, back in ((holds, held_by), (held_by, holds)):
        count = {each: len(there[each] & met.keys()) for each in met}
        ends = [each for each in met if not count[each]]
        while ends:
            end = ends.pop()
            del met[end]
            for each in back[end] & met.keys():
                count[each] -= 1
                if not count[each]:
                    ends.append(each)
    return {each for each, holder in met.items() if _state_parts(holder) is not None}


PLAIN = (str, int, float, bool, bytes, type(None))


def _state_parts(value: Any) -> Optional[Parts]:
    """What a record holds, whatever its type makes of it, for one that holds itself: it is made empty and filled."""
    exact = type(value)
    parts = _built_in_parts(value)
    if parts is not None or exact in REDUCERS:
        return parts
    if not dataclasses.is_dataclass(value) and not hasattr(exact, "__attrs_attrs__"):
        return None
    slots: list[str] = [name for base in exact.__mro__ for name in vars(base).get("__slots__", ())]
    names = [name for name in [*slots, *getattr(value, "__dict__", {})] if name != "__weakref__" and hasattr(value, name)]

    def fill(made: Any, parts: list[Any]) -> None:
        for name, part in zip(names, parts):
            object.__setattr__(made, name, part)

    values = [getattr(value, name) for name in names]
    return Parts("fields", values, (lambda: object.__new__(exact), fill), (exact, tuple(names)))


def parts_of(value: Any) -> Optional[Parts]:
    """The parts of an object, if it can be made again of them; its type may refuse that."""
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

        def fill(made: Any, entries: list[Any]) -> None:
            vars(made).update((str(name), part) for name, part in entries)

        return Parts("entries", _named(vars(value)), (exact, fill), exact)
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
        return Parts("fields", list(value), "tuple", Whole, is_whole=False)
    if exact is Names:
        return Parts("entries", _named(value), lambda entries: {str(name): part for name, part in entries}, Names, False)
    if exact is list or exact is tuple:
        return Parts("items", list(value), exact.__name__, exact)
    if exact is dict:
        return Parts("entries", _flat(value), "dict", dict)
    if exact is set or exact is frozenset:
        return Parts("items", _ordered(value), exact.__name__, exact)
    if exact is collections.deque:
        longest = value.maxlen
        return Parts("items", list(value), (lambda: exact(maxlen=longest), exact.extend), (exact, longest))
    if exact is collections.OrderedDict:
        return Parts("entries", _flat(value), (exact, exact.update), exact)
    if exact is collections.Counter:
        return Parts("entries", _flat(value), (exact, dict.update), exact)
    if exact is collections.defaultdict:
        return Parts("entries", _flat(value), (functools.partial(exact, value.default_factory), exact.update), None)
    if exact is complex:
        return Parts("fields", [value.real, value.imag], lambda parts: complex(*parts), complex)
    return None


def _flat(entries: "dict[Any, Any]") -> list[Any]:
    return [part for entry in entries.items() for part in entry]


def _named(values: "dict[str, Any]") -> list[Any]:
    return _flat({Name(name): part for name, part in values.items()})


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


def _array_parts(value: Any) -> Optional[Parts]:
    """The rows and columns of arrays and frames."""
    lengths = axes(value)
    if not lengths:
        return None
    rows: list[list[Position]] = [list(map(Position, range(length))) for length in lengths]

    def make(kept: list[list[Position]]) -> Any:
        return taken(value, [_runs(positions) for positions in kept])

    return Parts("fields", rows, make, None)


def _runs(positions: list[Position]) -> Runs:
    """Positions as stretches."""
    runs: Runs = []
    for at in positions:
        if runs and runs[-1][1] == at:
            runs[-1] = runs[-1][0], at + 1
        else:
            runs.append((int(at), at + 1))
    return runs


def cell_parts(value: Any) -> Optional[Parts]:
    """As `parts_of`, but of arrays and frames the values: their rows and columns stay."""
    if not axes(value):
        return parts_of(value)
    found = cells(value)
    return None if found is None else Parts("fields", found[0], found[1], None)
