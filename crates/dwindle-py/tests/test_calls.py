"""Which call a block is about, and how it is made again."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, Callable

import pytest

from dwindle import DeltaDebugger


def check(items: list[int], limit: int = 3, *rest: int, strict: bool = True, **more: int) -> None:
    if strict and sum(items) + sum(rest) + sum(more.values()) > limit:
        raise ValueError(f"more than {limit}")


class Checker:
    def __init__(self, forbidden: str) -> None:
        if forbidden == "":
            raise ValueError("nothing is forbidden")
        self.forbidden = forbidden

    def check(self, text: str) -> None:
        if self.forbidden in text:
            raise ValueError(text)

    @classmethod
    def make(cls, text: str) -> Checker:
        return cls(text.strip("x"))

    @staticmethod
    def static(text: str) -> None:
        if "!" in text:
            raise ValueError(text)


def test_defaults_and_names_are_arguments() -> None:
    with DeltaDebugger() as dd:
        check([1, 2, 3, 4])
    assert dd.args() == {"items": [1, 2, 3, 4], "limit": 3, "rest": (), "strict": True, "more": {}}
    assert dd.min_args()["items"] == [4]
    assert repr(dd) == "check(items=[4], limit=3, strict=True)"
    with DeltaDebugger() as dd:
        check([], 3, 1, 2, 5, strict=True, a=1, b=9)
    assert dd.min_args() == {"items": [], "limit": 3, "rest": (), "strict": True, "more": {"b": 9}}
    assert repr(dd) == "check(items=[], limit=3, strict=True, b=9)"


def test_a_call_is_shown_as_it_can_be_made() -> None:
    def placed(first: list[int], /, second: int, *rest: int, **more: int) -> None:
        if first and (len(rest) > 1 or len(more) > 1):
            raise ValueError

    with DeltaDebugger() as dd:
        placed([1], 2, 3, 4, five=5)
    assert repr(dd) == "placed([1], 2, 3, 4)"
    with DeltaDebugger() as dd:
        placed([1], 2, five=5, **{"no name": 6})
    assert repr(dd) == "placed([1], second=2, five=5, **{'no name': 6})"


def test_a_recursion_is_too_deep_wherever_it_ends() -> None:
    def depth(tree: Any) -> int:
        return 1 + max((depth(kid) for kid in list(tree["kids"])), default=0)

    root: dict[str, Any] = {"kids": [], "name": "root"}
    root["kids"].extend([{"kids": [], "name": "leaf"}, {"kids": [root], "name": "loop"}])
    with DeltaDebugger() as dd:
        depth(root)
    assert repr(dd) == "depth(tree={'kids': [{...}]})"


def test_the_failing_call_of_several_is_taken() -> None:
    with DeltaDebugger() as dd:
        for number in range(5):
            check([number] * 3)
            check(items=[number, 0, 0])
    assert dd.args()["items"] == [2, 2, 2]


def test_a_debugger_may_be_used_again() -> None:
    dd = DeltaDebugger()
    for number in (4, 9):
        with dd:
            check([number, 1])
        assert dd.min_args()["items"] == [number]


def test_methods_of_all_kinds_are_calls() -> None:
    checker = Checker("!")
    with DeltaDebugger() as dd:
        checker.check("no! no!")
    assert dd.min_args()["text"] == "!"
    assert repr(dd) == "Checker.check(text='!')"
    with DeltaDebugger() as dd:
        Checker.make("xxx")
    assert repr(dd) == "Checker.make(cls=<class 'test_calls.Checker'>, text='')".replace(
        "test_calls.Checker", f"{Checker.__module__}.Checker"
    )
    with DeltaDebugger() as dd:
        Checker.static("a!b")
    assert repr(dd) == "Checker.static(text='!')"


def test_making_an_object_is_a_call() -> None:
    @dataclass
    class Point:
        x: int
        names: list[str]

        def __post_init__(self) -> None:
            if "bad" in self.names:
                raise ValueError("bad")

    with DeltaDebugger() as dd:
        Point(1, ["a", "bad", "b"])
    assert dd.function() is Point
    assert dd.min_args() == {"x": 1, "names": ["bad"]}


def test_closures_and_lambdas_keep_what_they_close_over() -> None:
    def make(bad: str) -> Callable[[str], None]:
        def inner(text: str) -> None:
            if bad in text:
                raise ValueError(text)

        return inner

    other, wanted = make("?"), make("!")
    with DeltaDebugger() as dd:
        wanted("what?!")
    assert dd.function() is wanted
    assert dd.min_args() == {"text": "!"}
    with DeltaDebugger() as dd:
        (lambda text: other(text))("what?!")
    assert dd.min_args() == {"text": "?"}


def test_functions_of_the_library_written_in_python_are_calls() -> None:
    import json

    with DeltaDebugger() as dd:
        json.loads('[1, 2, {"a": tru}, 3]', strict=False)
    assert dd.function() is json.loads
    small = dd.min_args()["s"]
    assert len(small) < 5
    with pytest.raises(json.JSONDecodeError):
        json.loads(small)


def test_a_generator_is_run_to_its_end() -> None:
    def numbers(items: list[int]) -> Iterator[int]:
        for item in items:
            yield 1 // item

    with DeltaDebugger() as dd:
        list(numbers([3, 2, 0, 1]))
    assert dd.min_args() == {"items": [0]}


def test_calls_within_a_comprehension_are_calls_of_the_block() -> None:
    with DeltaDebugger() as dd:
        _ = [list(map(check, [[number]])) for number in range(10)]
    assert dd.args()["items"] == [4]


def test_an_exception_that_is_not_of_a_call_is_passed_on() -> None:
    with pytest.raises(ZeroDivisionError), DeltaDebugger():
        print(1 / 0)
    with pytest.raises(AssertionError), DeltaDebugger():
        check([])
        raise AssertionError


def test_arguments_are_copied_before_the_call_and_for_each_test() -> None:
    def spoil(items: list[Any]) -> None:
        if "bad" in items:
            items.clear()
            raise ValueError
        items.append("bad")

    items = ["a", "b", "bad", "c"]
    with DeltaDebugger() as dd:
        spoil(items)
    assert items == []
    assert dd.args() == {"items": ["a", "b", "bad", "c"]}
    assert dd.min_args() == {"items": ["bad"]}
    assert dd.args() == {"items": ["a", "b", "bad", "c"]}


def test_deep_arguments_are_copied_too() -> None:
    def spoil(chain: list[Any]) -> None:
        while chain and isinstance(chain[0], list):
            chain = chain[0]
        if chain.pop() == "bad":
            raise ValueError

    deep: list[Any] = ["bad"]
    for _ in range(3000):
        deep = [deep]
    with DeltaDebugger() as dd:
        spoil(deep)
    assert dd.min_args() == {"chain": ["bad"]}


def test_nested_arguments_are_reduced_inside_too() -> None:
    def deep(data: dict[str, Any]) -> None:
        for row in data["rows"]:
            if row.get("price") is None:
                raise KeyError("price")

    rows = [{"name": str(n), "price": n} for n in range(20)] + [{"name": "last", "tags": ["a", "b"]}]
    with DeltaDebugger() as dd:
        deep({"rows": rows, "total": 3})
    assert dd.min_args() == {"data": {"rows": [{}]}}


def test_numbers_and_letters_get_smaller_if_wanted() -> None:
    def check(name: str, age: int) -> None:
        if len(name) > 2 and age >= 18:
            raise ValueError

    with DeltaDebugger(simplify=True) as dd:
        check("Robert", 47)
    assert dd.min_args() == {"name": "aaa", "age": 18}


def test_match_says_what_the_same_failure_is() -> None:
    def parse(text: str) -> None:
        for number, letter in enumerate(text):
            if letter in "?!":
                raise ValueError(f"{letter} at {number}")

    def small(match: Any) -> str:
        with DeltaDebugger(match=match) as dd:
            parse("some! what?")
        return str(dd.min_args()["text"])

    assert small(None) == "!"
    assert small("message") == "aaaa!".replace("aaaa", "some")
    assert small("type") == "!"
    import re

    assert len(small(re.compile("at [2-9]"))) == 3
    assert small(lambda error: isinstance(error, ValueError)) == "!"
    with pytest.raises(ValueError, match="match='exact': expected one of 'place', 'type', 'message'"):
        small("exact")
