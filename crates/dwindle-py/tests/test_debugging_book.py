"""The examples of the Debugging Book's chapter on delta debugging, and the runs that it prints."""

from __future__ import annotations

import ast
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
    printed = [text for text, _ in run["tests"]]
    assert asked[: len(printed)] == printed
    # Then some are asked again, in case the test contradicts itself.
    assert set(asked[len(printed) :]) <= set(printed)


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


@pytest.mark.parametrize("rest", [0, 7, 8], ids=["nothing", "most", "all but one"])
def test_what_passes_returned_and_did_not_raise_something_else(rest: int) -> None:
    def check(items: list[int]) -> None:
        if len(items) < rest:
            raise IndexError
        first = items[0]
        if 7 in items and first is not None:
            raise ValueError

    with DeltaDebugger() as dd:
        check([7, *range(20, 28)])
    if rest:
        assert dd.max_args() == {"items": list(range(20, 28))}
    check(**dd.max_args())
    passing, failing, difference = dd.min_arg_diff()
    check(**passing)
    with pytest.raises(ValueError):
        check(**failing)
    assert difference == {"items": [7]}
    check(dwindle.maximize([7, *range(20, 28)], check))
    found = dwindle.isolate([7, *range(20, 28)], check)
    check(found.passing)
    assert found.difference == [7]


def test_where_nothing_passes_that_is_said() -> None:
    def always(text: str, items: list[int]) -> None:
        if len(text) < 3 or len(items) < 3:
            raise IndexError
        raise ValueError

    with DeltaDebugger() as dd:
        always("text", [1, 2, 3])
    for find in (dd.max_args, dd.min_arg_diff):
        with pytest.raises(NotPassingError, match=r"raises another exception or takes too long, and no part of the arguments"):
            find()
    with pytest.raises(NotPassingError, match="'' does not pass either, so no part of the data passes"):
        dwindle.maximize("text", lambda text: always(text, [1, 2, 3]))
    with DeltaDebugger(budget=1) as dd:
        always("text", [1, 2, 3])
    with pytest.raises(NotPassingError, match=r"the search ended early \(budget\)"):
        dd.max_args()
    with pytest.raises(NotPassingError, match="the budget ended the search"):
        dwindle.maximize("text", lambda text: always(text, [1, 2, 3]), budget=1)


def test_results_hold_the_objects_of_the_caller() -> None:
    """Nodes of a syntax tree are told apart by their identity alone."""
    tree = ast.parse("a = 1\nb = 2\nprint(a / (b - 2))\n")
    nodes = [node for node in ast.walk(tree) if isinstance(node, ast.stmt)]

    def run(tree: ast.Module, kept: list[ast.stmt]) -> None:
        for node in ast.walk(tree):
            setattr(node, "is_kept", any(node is other for other in kept))
        body = [node for node in tree.body if getattr(node, "is_kept")]
        exec(compile(ast.Module(body, []), "<tree>", "exec"), {"a": 3, "print": str})

    with DeltaDebugger() as dd:
        run(tree, nodes)
    kept = dd.min_args()["kept"]
    assert [id(node) for node in kept] == [id(node) for node in nodes[1:]]
    assert dd.min_args()["tree"] is tree
    assert dd.args()["kept"] is nodes
    assert dd.max_args()["tree"] is tree
    assert dd.min_arg_diff()[1]["tree"] is tree


def test_of_what_has_changed_inside_the_rest_is_still_that_of_the_caller() -> None:
    rows: list[dict[str, Any]] = [{"name": [n, "x"], "at": object()} for n in range(6)]
    shared: Any = [rows, {"rows": rows}]

    def check(data: Any) -> None:
        if any(row.get("name", ("",))[0] == 4 for row in data[0] if row.get("at")):
            raise ValueError

    with DeltaDebugger() as dd:
        check(shared)
    small = dd.min_args()["data"]
    assert small[0] == [{"name": [4], "at": rows[4]["at"]}]
    assert small[0][0]["at"] is rows[4]["at"]
    assert dwindle.reduce(shared, check, simplify=False).value[0][0]["at"] is rows[4]["at"]
    result = dwindle.reduce(rows, lambda rows: len(rows) > 2 and all(
        len(row.get("name", ())) > 1 and row["name"][1] == "x" and "at" in row for row in rows), simplify=False).value
    assert len(result) == 3
    assert all(any(row is other for other in rows) for row in result)


def test_of_what_the_call_has_spoilt_a_copy_is_given_back() -> None:
    def spoil(data: dict[str, list[int]], other: list[int]) -> None:
        if sum(data["a"]) > 3:
            data["a"].clear()
            raise ValueError

    data, other = {"a": [1, 5], "b": [2]}, [1]
    with DeltaDebugger() as dd:
        spoil(data, other)
    assert data["a"] == []
    assert dd.args() == {"data": {"a": [1, 5], "b": [2]}, "other": [1]}
    assert dd.args()["other"] is other
    assert dd.args()["data"]["b"] is data["b"]
    assert dd.min_args() == {"data": {"a": [5]}, "other": []}
