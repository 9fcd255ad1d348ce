"""What is said of input with which nothing can be done."""

from __future__ import annotations

import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple, get_args

import pytest

import dwindle
from dwindle.reduction import AlgorithmName, Unit


class Pair(NamedTuple):
    first: list[int]
    second: int


def always(data: Any) -> bool:
    return True


@pytest.mark.parametrize(
    ("data", "options", "kind", "message"),
    [
        ("text", {"unit": "words"}, ValueError, "unit='words': a text has the units characters, chars, bytes, lines, tokens"),
        ([1], {"unit": "lines"}, ValueError, "unit='lines': data other than text has the unit 'elements'"),
        (Pair([1], 2), {"unit": "elements"}, ValueError, "leave them out for a Pair"),
        ({1: 2}, {"algorithm": "ddmin"}, ValueError, "leave them out for a dict"),
        ("text", {"algorithm": "ddmax"}, ValueError, "algorithm='ddmax': expected one of 'dwindle', "),
        ("text", {"language": "cobol"}, ValueError, "language='cobol': expected one of 'python', or None"),
        ([1], {"language": "python"}, ValueError, "for texts, not for a list"),
        ("1", {"language": "python", "grammar": "a ::= '1'"}, ValueError, "give one of them"),
        ("1", {"grammar": "missing.g4"}, ValueError, "has no rule; if it is the name of a file, give pathlib.Path"),
        ("1", {"grammar": Path("missing.g4")}, FileNotFoundError, "missing.g4"),
        ("1", {"grammar": ["a"]}, TypeError, "expected a text, a pathlib.Path or a dictionary"),
        ("1", {"grammar": "a ::= ("}, ValueError, "never closed"),
        ("12", {"grammar": "a ::= '1'"}, ValueError, "the text does not match the grammar: "),
        ([1], {"jobs": 2}, ValueError, "jobs= needs isolated=True"),
        ([1], {"jobs": 0}, ValueError, "jobs=0: at least one"),
        ([1], {"jobs": 1.5}, TypeError, "jobs=1.5: expected a whole number"),
        ([1], {"budget": -1}, ValueError, "budget=-1: expected a number of tests, or None"),
        ([1], {"timeout": 0}, ValueError, "timeout=0: expected seconds above 0, or None"),
        ([1], {"match": "exact"}, ValueError, "match='exact': expected one of"),
        ([1], {"match": 5}, ValueError, "match=5: expected one of"),
        ([1], {"budget": True}, ValueError, "budget=True: expected a number of tests"),
        ([1], {"timeout": "5"}, ValueError, "timeout='5': expected seconds above 0"),
        ([1], {"memory": "1G", "isolated": True}, ValueError, "memory='1G': expected a number of bytes above 0"),
        ([1], {"isolated": 1}, ValueError, "isolated=1: expected True, False or"),
        ([1], {"simplify": "yes"}, ValueError, "simplify='yes': expected one of True, False, or None"),
        ([1], {"algorithm": 5}, ValueError, "algorithm=5: expected one of 'dwindle', "),
        ([1], {"unit": 5}, ValueError, "unit=5: data other than text has the unit 'elements'"),
        ("text", {"unit": "lines", "simplify": True}, ValueError, "simplify=True does not go with unit="),
        ("1", {"unit": "lines", "language": "python"}, ValueError, "unit= does not go with language= and grammar="),
        ("1", {"algorithm": "ddmin", "grammar": "a ::= '1'"}, ValueError, "algorithm= does not go with"),
    ],
    ids=lambda value: "-".join(map(str, value)) if isinstance(value, dict) else None,
)
def test_options_that_are_wrong(data: Any, options: dict[str, Any], kind: type[Exception], message: str) -> None:
    with pytest.raises(kind) as caught:
        dwindle.reduce(data, always, **options)
    assert message in str(caught.value)


def test_data_with_nothing_in_it_is_its_own_result() -> None:
    empty: list[Any] = [[], "", b"", {}, None, 0]
    for data in empty:
        result = dwindle.reduce(data, always)
        assert (result.value, result.tests, result.is_minimal) == (data, 0, True)
    assert dwindle.ddmin([], always) == []


def test_data_of_which_nothing_is_known() -> None:
    for data in (object(), range(9), len, lambda: 0):
        with pytest.raises(TypeError, match=f"nothing can be left out of a {type(data).__name__}: dwindle.reducer says"):
            dwindle.reduce(data, always)
        with pytest.raises(TypeError, match="nothing can be left out"):
            dwindle.isolate(data, always)


def test_a_test_that_passes_or_is_none() -> None:
    with pytest.raises(dwindle.NotFailingError, match="returned None; an exception or True says that data fails"):
        dwindle.reduce([1], lambda data: None)
    with pytest.raises(TypeError, match="the test has to be a function of the data, not 'test'"):
        dwindle.reduce([1], "test")  # type: ignore[arg-type]
    with pytest.raises(dwindle.NotPassingError, match="fails too, so no part of the data passes"):
        dwindle.maximize([1], always)


def test_what_can_be_read_only_once() -> None:
    with pytest.raises(TypeError, match="a list_iterator can be read only once: give a list"):
        dwindle.reduce(iter([1, 2]), always)

    def check(numbers: Iterator[int]) -> None:
        if 2 in list(numbers):
            raise ValueError

    with dwindle.DeltaDebugger() as dd:
        check(number for number in [1, 2])
    with pytest.raises(dwindle.FailureNotReproducedError, match=r"read only once \(numbers\) has to be a list"):
        dd.min_args()


def test_a_grammar_may_lie_in_a_file(tmp_path: Path) -> None:
    grammar = tmp_path / "sum.ebnf"
    grammar.write_text("sum ::= digit ('+' digit)*  digit ::= [0-9]")
    assert dwindle.reduce("1+2+3", lambda text: "2" in text, grammar=grammar).value == "2"


def test_code_that_is_none() -> None:
    with pytest.raises(SyntaxError):
        dwindle.reduce_code("def f(:", always)
    with pytest.raises(ValueError, match="written in Python"):
        dwindle.reduce_code(len, always)


def test_a_call_that_needs_all_of_its_arguments() -> None:
    def check(text: str) -> None:
        if len(text) == 2:
            raise ValueError

    with dwindle.DeltaDebugger() as dd:
        check("ab")
    assert dd.min_args() == {"text": "ab"}
    assert dd.max_args() == {"text": "b"}
    assert dd.min_arg_diff() == ({"text": "b"}, {"text": "ab"}, {"text": "a"})


def test_options_of_the_debugger_that_are_wrong() -> None:
    wrong: list[tuple[dict[str, Any], str]] = [
        ({"log": "loud"}, "log='loud': expected False, True or 2"),
        ({"simplify": 1}, "simplify=1: expected True or False"),
        ({"match": "exact"}, "match='exact': expected one of 'place', 'type', 'message'"),
        ({"timeout": -1}, "timeout=-1: expected seconds above 0"),
    ]
    for options, message in wrong:
        with pytest.raises(ValueError, match=message):
            dwindle.DeltaDebugger(**options)

    def check(text: str) -> None:
        raise ValueError

    with dwindle.DeltaDebugger() as dd:
        check("text")
    with pytest.raises(TypeError, match="check has no argument 'txt'; it has text"):
        dd.call({"txt": ""})
    with pytest.raises(TypeError, match="check needs the argument 'text'"):
        dd.test({})
    with pytest.raises(TypeError, match="minimize decorates a function, not 5"):
        dwindle.minimize(5)  # type: ignore[type-var]
    with pytest.raises(TypeError, match="reducer is for a type, not 5"):
        dwindle.reducer(5)  # type: ignore[arg-type]
    with pytest.raises(TypeError, match="items=5: expected a list or another sequence"):
        dwindle.ddmin(5, always)  # type: ignore[arg-type]


def test_what_may_be_named_is_in_the_types() -> None:
    """So that editors know it, and mypy."""
    assert list(get_args(AlgorithmName)) == list(dwindle.algorithms())
    for unit in get_args(Unit):
        assert dwindle.reduce([1] if unit == "elements" else "1", lambda data: len(data) > 0, unit=unit).value


@pytest.mark.parametrize("isolated", [False, True])
def test_a_test_that_contradicts_itself_is_unreliable(isolated: bool, tmp_path: Path) -> None:
    count = tmp_path / "count"

    def by_chance(items: list[int]) -> bool:
        with count.open("a") as file:
            file.write("x")
        return 7 in items and count.stat().st_size % 5 != 0

    with pytest.raises(dwindle.UnreliableTest, match=r"contradicts itself: \[.*7.*\] failed, and when the test is run again it does"):
        dwindle.reduce(list(range(40)), by_chance, isolated=isolated)


def test_a_test_that_passes_and_then_fails_is_unreliable() -> None:
    seen: set[tuple[int, ...]] = set()

    def forgets(items: list[int]) -> bool:
        is_known = tuple(items) in seen
        seen.add(tuple(items))
        return 7 in items or is_known

    with pytest.raises(dwindle.UnreliableTest, match="passed, and when the test is run again it fails"):
        dwindle.reduce(list(range(90)), forgets)


def test_a_call_that_fails_by_chance_is_unreliable() -> None:
    seed = random.Random(3)

    def check(items: list[int]) -> None:
        if 7 in items and seed.random() < 0.7:
            raise ValueError

    with pytest.raises(dwindle.UnreliableTest):
        for _ in range(4):
            with dwindle.DeltaDebugger() as dd:
                check(list(range(40)))
            dd.min_args()
    with pytest.raises(dwindle.UnreliableTest):
        for _ in range(4):
            dwindle.reduce(list(range(40)), check)
