"""The examples of the Debugging Book's chapter on delta debugging, and the runs that it prints."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest

import dwindle
from dwindle import (
    DeltaDebugger,
    FailureNotReproducedError,
    NoCallError,
    NotFailingError,
    NotPassingError,
    Outcome,
)

RUNS = Path(__file__).parents[2] / "dwindle-core/tests/data/published-runs.json"


def myeval(inp: str) -> Any:
    return eval(inp)


def mystery(inp: str) -> None:
    opening, closing = inp.find("("), inp.find(")")
    if 0 <= opening < closing:
        raise ValueError("Invalid input")


def remove_html_markup(s: str) -> str:
    tag = quote = False
    out = ""
    for c in s:
        if c == "<" and not quote:
            tag = True
        elif c == ">" and not quote:
            tag = False
        elif c == '"' or c == "'" and tag:
            quote = not quote
        elif not tag:
            out += c
    assert "<" not in out and ">" not in out
    return out


def string_error(s1: str, s2: str) -> None:
    assert s1 not in s2, "no substrings"


def list_error(l1: list[int], l2: list[int], maxlen: int) -> None:
    assert len(l1) < len(l2) < maxlen, "invalid list length"


def published(name: str) -> Any:
    runs = json.loads(RUNS.read_text(encoding="utf-8"))["runs"]
    return next(run for run in runs if run["name"] == name)


def logged(text: str) -> list[tuple[dict[str, str], str]]:
    """The tests in a log: arguments and outcomes."""
    found = re.findall(r"^Test #\d+ \w+\((.*)\): (FAIL|PASS|UNRESOLVED)(?: \(.*\))?$", text, re.M)
    return [(eval(f"dict({arguments})"), outcome) for arguments, outcome in found]


def expected(run: Any) -> list[tuple[dict[str, str], str]]:
    return [(arguments, outcome) for arguments, outcome in run["tests_in_index_order"]]


def test_the_arithmetic_example_works_as_written() -> None:
    with DeltaDebugger() as dd:
        myeval("1 + 2 * 3 / 0")
    assert repr(dd) == "myeval(inp='3/0')"
    assert dd.min_args() == {"inp": "3/0"}
    assert dd.max_args() == {"inp": "1 + 2 * 3  "}
    assert dd.min_arg_diff() == ({"inp": " 3 "}, {"inp": " 3 /0"}, {"inp": "/0"})
    assert dd.function() is myeval
    assert dd.args() == {"inp": "1 + 2 * 3 / 0"}
    assert repr(dd.exception()) == "ZeroDivisionError('division by zero')"
    with pytest.raises(ZeroDivisionError):
        dd.call(dd.min_args())


def test_the_runs_of_the_mystery_are_those_that_were_printed(capsys: pytest.CaptureFixture[str]) -> None:
    run = published("dd-minimise-fuzz-26")
    whole = run["tests"][0][0]["inp"]
    with DeltaDebugger(log=True) as dd:
        mystery(whole)
    assert dd.min_args() == run["result"]
    assert logged(capsys.readouterr().out) == expected(run)
    assert dd.tests == len(expected(run))

    run = published("dd-maximise-fuzz-26")
    with DeltaDebugger(log=True) as dd:
        mystery(whole)
    assert dd.max_args() == run["result"]
    assert logged(capsys.readouterr().out) == expected(run)

    run = published("dd-isolate-fuzz-26")
    with DeltaDebugger(log=True) as dd:
        mystery(whole)
    passing, failing, difference = dd.min_arg_diff()
    assert passing == {"inp": run["result"]["pass"]}
    assert failing == {"inp": run["result"]["fail"]}
    assert difference == {"inp": run["result"]["difference"]}
    assert logged(capsys.readouterr().out) == expected(run)


def test_the_run_of_the_markup_is_the_one_that_was_printed(capsys: pytest.CaptureFixture[str]) -> None:
    run = published("dd-minimise-html-markup")
    with DeltaDebugger(log=True) as dd:
        remove_html_markup(s=run["tests"][0][0]["s"])
    assert dd.min_args() == run["result"]
    assert logged(capsys.readouterr().out) == expected(run)
    assert len(logged(capsys.readouterr().out)) == 0


def test_several_arguments_are_reduced_in_turn(capsys: pytest.CaptureFixture[str]) -> None:
    run = published("dd-minimise-two-arguments")
    with DeltaDebugger(log=True) as dd:
        string_error("foo", "foobar")
    assert dd.min_args() == run["result"] == {"s1": "", "s2": ""}
    assert logged(capsys.readouterr().out) == expected(run)
    assert dd.max_args() == {"s1": "foo", "s2": "oobar"}
    assert dd.min_arg_diff() == ({"s1": "foo", "s2": "oo"}, {"s1": "foo", "s2": "foo"}, {"s2": "f"})
    with DeltaDebugger() as dd:
        list_error(l1=[1, 2, 3], l2=[1, 2, 3, 4, 5, 6, 7], maxlen=5)
    assert dd.min_args() == {"l1": [], "l2": [], "maxlen": 5}


@pytest.mark.parametrize(
    "name", ["complement-ddmin-fuzz-97", "complement-ddmin-expr", "complement-ddmin-unresolved"]
)
def test_the_runs_of_the_fuzzing_book_are_those_that_were_printed(name: str) -> None:
    run = published(name)
    outcomes = {text: Outcome[outcome] for text, outcome in run["tests"]}
    asked: list[str] = []

    def judge(text: str) -> Outcome:
        asked.append(text)
        return outcomes[text]

    assert dwindle.reduce(run["tests"][0][0], judge, algorithm="ddmin-complement").value == run["result"]
    assert asked == [text for text, _ in run["tests"]]


def test_a_log_of_two_says_what_is_known(capsys: pytest.CaptureFixture[str]) -> None:
    with DeltaDebugger(log=2) as dd:
        mystery("a(b)")
    dd.min_args()
    text = capsys.readouterr().out
    assert text.startswith("Observed mystery(inp='a(b)') raising ValueError: Invalid input\nTest #1 ")
    assert text.count("smallest so far: ") == text.count("FAIL") - 1


def test_a_block_without_a_call_is_refused() -> None:
    with pytest.raises(NoCallError), DeltaDebugger():
        pass


def test_a_call_that_passes_is_refused() -> None:
    with pytest.raises(NotFailingError, match=r"mystery\(inp='ok'\) does not raise an exception"):
        with DeltaDebugger():
            mystery("ok")


def test_a_failure_that_does_not_come_again_is_refused() -> None:
    calls = []

    def once(inp: str) -> None:
        calls.append(inp)
        if len(calls) == 1:
            raise ValueError(inp)

    with DeltaDebugger() as dd:
        once("text")
    with pytest.raises(FailureNotReproducedError, match=r"once\(inp='text'\) raised ValueError: text"):
        dd.min_args()


def test_what_fails_on_nothing_has_no_passing_part() -> None:
    def always(inp: str) -> None:
        raise ValueError

    with DeltaDebugger() as dd:
        always("text")
    assert dd.min_args() == {"inp": ""}
    with pytest.raises(NotPassingError, match=r"always\(inp=''\) fails too"):
        dd.max_args()
    with pytest.raises(NotPassingError):
        dd.min_arg_diff()
