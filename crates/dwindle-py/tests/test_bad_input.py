"""What is said of input with which nothing can be done."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

import pytest

import dwindle


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
        ("text", {"algorithm": "ddmax"}, ValueError, "unknown algorithm `ddmax`; the algorithms are dwindle, "),
        ("text", {"language": "cobol"}, ValueError, "unknown language `cobol`; the supported languages are python"),
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
    ],
    ids=lambda value: "-".join(map(str, value)) if isinstance(value, dict) else None,
)
def test_options_that_are_wrong(data: Any, options: dict[str, Any], kind: type[Exception], message: str) -> None:
    def test(data: Any) -> bool:
        if options.get("match"):
            raise ValueError
        return True

    with pytest.raises(kind) as caught:
        dwindle.reduce(data, test, **options)
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
