"""Nested values: what is reduced, and what stays."""

from __future__ import annotations

import argparse
import array
import collections
import copy
import enum
import subprocess
import sys
from dataclasses import dataclass, field
from datetime import date, datetime, time, timedelta, timezone
from decimal import Decimal
from fractions import Fraction
from pathlib import Path
from typing import Any, Callable, NamedTuple
from unittest.mock import ANY

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import dwindle


class Colour(enum.Enum):
    RED = 1
    GREEN = 2
    BLUE = 4


class Style(enum.Flag):
    BOLD = 1
    ITALIC = 2
    TINY = 4


class Name(str):
    """A type of which Dwindle knows nothing."""


class Point(NamedTuple):
    x: int
    y: int


@dataclass
class Order:
    number: int
    lines: list[str] = field(default_factory=list)


@dataclass(frozen=True)
class Even:
    number: int

    def __post_init__(self) -> None:
        if self.number % 2:
            raise ValueError("odd")


@dataclass
class Tree:
    name: str
    children: list[Tree] = field(default_factory=list)


@pytest.mark.parametrize(
    ("value", "is_failing", "expected"),
    [
        ([[1, [2, 3]], [[4, 50]]], lambda v: "50" in repr(v), [50]),
        ({"a": {"b": {"c": [1, 2]}}}, lambda v: isinstance(v, dict) and "c" in repr(v), {"c": []}),
        ({1, 2, 300}, lambda v: max(v, default=0) > 9, {10}),
        (frozenset("abc"), lambda v: len(v) > 1, frozenset({"", "a"})),
        (collections.deque([1, 2, 3], 5), lambda v: len(v) > 1, collections.deque([0, 0], 5)),
        (collections.OrderedDict(a=1, b=2), lambda v: "b" in v, collections.OrderedDict(b=0)),
        (collections.Counter("aab"), lambda v: v["a"] > 1, collections.Counter("aa")),
        (collections.defaultdict(list, a=[1], b=[]), lambda v: "a" in v, collections.defaultdict(list, a=[])),
        ((1.75, -2.5, 1e300), lambda v: len(v) == 3 and v[1] < -1, (0.0, -2.0, 0.0)),
        ([True, None, Colour.RED], lambda v: len(v) == 3, [False, None, Colour.RED]),
        ([Colour.BLUE], lambda v: any(colour is not Colour.RED for colour in v), [Colour.GREEN]),
        (Style.BOLD | Style.TINY, lambda v: Style.TINY in v, Style.TINY),
        (datetime(2024, 5, 3, 4, 5, 6, tzinfo=timezone.utc), lambda v: v.second > 1,
         datetime(2000, 1, 1, 0, 0, 2, tzinfo=timezone.utc)),
        (date(2024, 2, 29), lambda v: (v.month, v.day) == (2, 29), date(2000, 2, 29)),
        (time(13, 14, 15), lambda v: v.hour >= 12, time(12)),
        (timedelta(seconds=-100), lambda v: v < timedelta(seconds=-5), timedelta(seconds=-6)),
        (timedelta.min, lambda v: v < timedelta(0), timedelta.min),
        (Decimal("-12.345"), lambda v: v < -3, Decimal(-4)),
        (Decimal("12.50"), lambda v: str(v) == "12.50", Decimal("12.50")),
        ([Decimal("1E+6"), Decimal("NaN"), Decimal("1E+99999")], lambda v: len(v) == 3 and v[0] > 20 and v[1].is_nan(),
         [Decimal(21), ANY, Decimal("1E+99999")]),
        (Fraction(17, 3), lambda v: v > 1, Fraction(2)),
        ([Name("some"), Name("name")], lambda v: "some" in v, [Name("some")]),
        (Point(3, 40), lambda v: v.y > 9, Point(0, 10)),
        ([Order(7, ["bread", "milk"])], lambda v: v and "milk" in v[0].lines, [Order(0, ["milk"])]),
        (Even(100), lambda v: v.number > 41, Even(42)),
        (Path("/usr/lib/python"), lambda v: "lib" in v.parts, Path("lib")),
        (b"some bytes", lambda v: len(v) > 2, b"som"),
        (array.array("H", [3, 500, 7]), lambda v: max(v, default=0) > 9, array.array("H", [10])),
        (argparse.Namespace(files=["a", "b"], verbose=True), lambda v: "b" in getattr(v, "files", ()),
         argparse.Namespace(files=["b"])),
        (10**30, lambda v: v > 10**6, 10**6 + 1),
        ([10**30, -(3 << 70)], lambda v: len(v) == 2 and v[0] > 10**25 and v[1] < -(1 << 70),
         [10**30 >> 16, -(3 << 70) >> 1]),
        (3 + 4j, lambda v: v.imag > 2, 3j),
        (
            Tree("root", [Tree("a", [Tree("bad")]), Tree("b")]),
            lambda v: "bad" in repr(v),
            Tree("bad"),
        ),
    ],
    ids=lambda value: None if callable(value) else type(value).__name__,
)
def test_values_of_every_kind(value: Any, is_failing: Callable[[Any], object], expected: Any) -> None:
    before = copy.deepcopy(value)
    result = dwindle.reduce(value, lambda v: bool(is_failing(v)))
    assert result.value == expected
    assert type(result.value) is type(value)
    assert value == before


def test_what_is_shared_stays_shared() -> None:
    row: Any = [1, 2]
    table: Any = [row, row, [3]]
    result = dwindle.reduce(table, lambda v: len(v) > 1 and v[0] is v[1]).value
    assert result == [[], []]
    assert result[0] is result[1]
    circle: list[Any] = [1, 2]
    circle.append(circle)
    result = dwindle.reduce(circle, lambda v: any(part is v for part in v)).value
    assert len(result) == 1
    assert result[0] is result


@dataclass
class Node:
    name: str
    parent: Any = None
    children: list[Any] = field(default_factory=list)
    depth: int = field(init=False, default=3)


def test_objects_that_hold_each_other_are_reduced() -> None:
    root = Node("root")
    root.children = [Node("a", root), Node("bad", root, [1, 2, 3]), Node("c", root)]

    def is_failing(node: Node) -> bool:
        return any(child.name == "bad" and child.parent is node for child in node.children)

    result = dwindle.reduce(root, is_failing, simplify=False)
    assert is_failing(result.value)
    assert result.tests > 5
    small = result.value
    assert type(small) is Node
    assert (small.name, [child.name for child in small.children]) == ("", ["bad"])
    assert small.children[0].children == []
    assert [child.name for child in root.children] == ["a", "bad", "c"]
    nodes: list[Any] = [root, 1, root]
    assert dwindle.reduce(nodes, lambda v: len(v) > 0 and isinstance(v[0], Node)).value[0].children == []


def test_a_ring_gets_smaller() -> None:
    ring = [Node(f"n{at}") for at in range(6)]
    for at, node in enumerate(ring):
        node.parent = ring[at - 1]
    ring[3].children.append("bad")

    def is_failing(node: Any) -> bool:
        met: list[Node] = []
        while isinstance(node, Node) and not any(node is other for other in met):
            met.append(node)
            node = node.parent
        return isinstance(node, Node) and any("bad" in node.children for node in met)

    result = dwindle.reduce(ring[0], is_failing)
    assert is_failing(result.value)
    assert result.value.parent.parent is result.value
    assert result.value.children == ["bad"]


def test_keys_that_lie_on_a_circle_know_their_parts() -> None:
    @dataclass(frozen=True)
    class Key:
        number: int
        table: dict[Any, Any] = field(compare=False, hash=True, repr=False)

        def __hash__(self) -> int:
            return hash(self.number)

    table: dict[Any, Any] = {}
    for number in range(5):
        table[Key(number, table)] = [number, number]
    result = dwindle.reduce(table, lambda table: any(key.number == 3 and key.table is table for key in table)).value
    assert [key.number for key in result] == [3]
    namespace: Any = argparse.Namespace(files=["a", "b"])
    namespace.me = namespace
    small = dwindle.reduce(namespace, lambda v: getattr(v, "me", None) is v).value
    assert vars(small) == {"me": small}


def test_what_holds_itself_and_cannot_be_made_is_refused() -> None:
    @dataclass
    class Holder:
        inner: Any

    holder = Holder(object())
    with pytest.raises(TypeError, match="nothing can be left out of a Holder: dwindle.reducer says how a type comes apart"):
        dwindle.reduce(holder, lambda v: True)
    assert dwindle.reduce([holder, holder], lambda v: len(v) > 0).value == [holder]


def test_an_object_that_cannot_be_made_again_leaves_the_others_as_they_are() -> None:
    odd = Even(2)
    object.__setattr__(odd, "number", 3)
    value: Any = [odd, Order(7, ["bread", "milk"])]
    result = dwindle.reduce(value, lambda v: len(v) == 2 and v[0].number == 3).value
    assert result[1] == Order(0, [])


def test_a_reducer_of_a_type_of_the_users_own() -> None:
    class Interval:
        def __init__(self, low: int, high: int) -> None:
            assert low <= high
            self.low, self.high = low, high

    @dwindle.reducer(Interval)
    def parts(interval: Interval) -> Any:
        return (interval.low, interval.high - interval.low), lambda p: Interval(p[0], p[0] + p[1])

    result = dwindle.reduce([Interval(3, 90), Interval(1, 2)], lambda v: any(i.high - i.low > 9 for i in v)).value
    assert [(i.low, i.high) for i in result] == [(0, 10)]


def test_deep_data_does_not_recurse() -> None:
    deep: list[Any] = ["x"]
    for _ in range(1500):
        deep = [deep]

    def is_failing(value: list[Any]) -> bool:
        while value and isinstance(value[0], list):
            value = value[0]
        return value == ["x"]

    assert dwindle.reduce(deep, is_failing, simplify=False).value == ["x"]


def test_attrs_classes_come_apart() -> None:
    attrs = pytest.importorskip("attrs")
    Price = attrs.make_class("Price", {"_amount": attrs.field(), "name": attrs.field(default="")})
    value = [Price(3, "tea"), Price(50)]
    assert dwindle.reduce(value, lambda v: any(price._amount > 10 for price in v)).value == [Price(11, "")]


def test_rows_and_columns_of_arrays() -> None:
    numpy = pytest.importorskip("numpy")
    array = numpy.arange(60).reshape(10, 6)
    result = dwindle.reduce(array, lambda a: 33 in a)
    assert result.value.tolist() == [[33]]
    assert dwindle.reduce({"weights": array[0]}, lambda d: 4 in d.get("weights", [])).value["weights"].tolist() == [4]


def test_rows_and_columns_of_frames() -> None:
    pandas = pytest.importorskip("pandas")
    frame = pandas.DataFrame({"name": ["a", "b", "c"], "price": [1.0, None, 3.0], "count": [1, 2, 3]})
    result = dwindle.reduce(frame, lambda f: f.isna().to_numpy().any()).value
    assert result.shape == (1, 1)
    assert list(result.columns) == ["price"]
    assert list(result.index) == [1]


def longs() -> list[tuple[str, Any, Callable[[Any], object], Any]]:
    """A million rows of each kind, one of which makes the failure."""
    numpy, pandas, polars = (pytest.importorskip(name) for name in ("numpy", "pandas", "polars"))
    count = 1_000_000
    numbers = numpy.arange(count)
    prices = numbers / 7
    prices[654_321] = -7.5
    columns = {"id": numbers, "price": prices, "name": numpy.full(count, "some name")}
    table = numpy.arange(4.0 * count).reshape(count, 4)
    table[500_000, 2] = numpy.nan
    frame, other = pandas.DataFrame(columns), polars.DataFrame(columns)

    def is_below(frame: Any) -> bool:
        return "price" in frame and bool((frame["price"] < 0).any())

    return [
        ("array", numbers, lambda v: bool((v == 777_777).any()), numpy.array([777_777])),
        ("table", table, lambda v: bool(numpy.isnan(v).any()), numpy.array([[numpy.nan]])),
        ("two rows", table, lambda v: 3.0 in v and 3_999_999.0 in v, numpy.array([[3.0], [3_999_999.0]])),
        ("frame", frame, is_below, pandas.DataFrame({"price": [-1.0]}, index=[654_321])),
        ("series", frame["price"], lambda v: bool((v < 0).any()), pandas.Series([-1.0], index=[654_321], name="price")),
        ("polars", other, is_below, polars.DataFrame({"price": [-1.0]})),
        ("polars series", other["price"], lambda v: bool((v < 0).any()), polars.Series("price", [-1.0])),
        ("list", list(range(count)), lambda v: 3 in v and 777_777 in v, [3, 777_777]),
        ("texts", ["x" * count + "!" + "y" * count, b"z" * count], lambda v: any("!" in str(text) for text in v), ["!"]),
        ("within", {"frame": frame, "limit": 3}, lambda v: "frame" in v and is_below(v["frame"]),
         {"frame": pandas.DataFrame({"price": [-1.0]}, index=[654_321])}),
    ]


def test_a_million_rows_take_a_moment() -> None:
    for name, data, is_failing, expected in longs():
        asked = 0

        def counted(data: Any) -> bool:
            nonlocal asked
            asked += 1
            return bool(is_failing(data))

        result = dwindle.reduce(data, counted)
        assert repr(result.value) == repr(expected), name
        assert type(result.value) is type(data), name
        assert result.sizes[0][1] >= 1_000_000, name
        # A row at a time would be a million.
        assert asked < 300, name


def test_the_rows_columns_and_values_of_an_argument_get_smaller() -> None:
    pandas = pytest.importorskip("pandas")
    polars = pytest.importorskip("polars")
    columns = {"name": ["a", "bcd", "e"] * 1_000, "price": [3, -40, 5] * 1_000, "note": [None, "x", None] * 1_000}

    def total(frame: Any, limit: int) -> None:
        if "price" in frame and "name" in frame and ((frame["price"] < -limit) & (frame["name"] > "b")).any():
            raise ValueError

    for frame in (pandas.DataFrame(columns), polars.DataFrame(columns)):
        with dwindle.DeltaDebugger(simplify=True) as dd:
            total(frame, 7)
        small = dd.min_args()["frame"]
        assert type(small) is type(frame)
        assert small.shape == (1, 2)
        assert small["price"].to_list() == [-1]
        assert dd.min_args()["limit"] == 0
        with dwindle.DeltaDebugger() as dd:
            total(frame, 7)
        assert dd.min_args()["frame"]["price"].to_list() == [-40]
        assert frame.shape == (3_000, 3)


def test_what_a_test_does_to_rows_stays_there() -> None:
    numpy = pytest.importorskip("numpy")
    array = numpy.arange(5_000)

    def spoils(part: Any) -> bool:
        is_there = 4_321 in part
        part[:] = 0
        return is_there

    assert dwindle.reduce(array, spoils).value.tolist() == [4_321]
    assert array[4_999] == 4_999


def test_what_is_not_imported_is_not_imported() -> None:
    code = (
        "import sys, dwindle; print(dwindle.reduce(list(range(5000)), lambda v: 7 in v).value); "
        "print([name for name in ('numpy', 'pandas', 'polars') if name in sys.modules])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout == "[7]\n[]\n"


leaves = st.none() | st.booleans() | st.integers(-50, 50) | st.text("ab<", max_size=4) | st.binary(max_size=3)
values = st.recursive(
    leaves,
    lambda inner: st.lists(inner, max_size=4)
    | st.tuples(inner, inner)
    | st.dictionaries(st.text("ab<", max_size=2), inner, max_size=4),
    max_leaves=15,
)


def atoms(value: Any) -> list[Any]:
    if isinstance(value, dict):
        return [atom for part in value.items() for atom in atoms(list(part))]
    if isinstance(value, (list, tuple)):
        return [atom for part in value for atom in atoms(part)]
    return [value]


def weigh(value: Any) -> tuple[int, int]:
    found = atoms(value)
    texts = sum(atom.count("<") for atom in found if isinstance(atom, str))
    return texts, sum(atom for atom in found if isinstance(atom, int))


def without_one(value: Any) -> list[Any]:
    """The value without any one element, entry, character or byte."""
    if isinstance(value, dict):
        return [dict(less) for less in without_one(list(value.items())) if all(len(entry) == 2 for entry in less)]
    if not isinstance(value, (list, tuple, str, bytes)):
        return []
    parts: Any = value
    found: list[Any] = [parts[:at] + parts[at + 1 :] for at in range(len(parts))]
    if isinstance(value, (list, tuple)):
        for at, part in enumerate(value):
            found += [type(value)([*value[:at], less, *value[at + 1 :]]) for less in without_one(part)]
    return found


@settings(deadline=None)
@given(values, st.integers(0, 2), st.integers(0, 60), st.booleans())
def test_results_fail_and_nothing_can_be_left_out(value: Any, marks: int, less: int, simplify: bool) -> None:
    texts, total = weigh(value)
    texts = min(texts, marks)
    total -= less

    def is_failing(candidate: Any) -> bool:
        found = weigh(candidate)
        return found[0] >= texts and found[1] >= total

    before = copy.deepcopy(value)
    result = dwindle.reduce(value, is_failing, simplify=simplify).value
    assert value == before
    assert is_failing(result)
    assert type(result) is type(value)
    assert len(atoms(result)) <= len(atoms(value))
    assert len(repr(result)) <= len(repr(value)) or simplify
    for smaller in without_one(result):
        assert not is_failing(smaller)
