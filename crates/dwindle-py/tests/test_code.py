"""Code, and texts with a grammar."""

from __future__ import annotations

import inspect
import traceback
from typing import Callable

import pytest

import dwindle
from dwindle import DeltaDebugger, Difference, NotPassingError


def remove_html_markup(s: str) -> str:
    tag = False
    quote = False
    out = ""

    for c in s:
        if c == "<" and not quote:
            tag = True
        elif c == ">" and not quote:
            tag = False
        elif c == '"' or c == "'" and tag:
            quote = not quote
        elif not tag:
            out = out + c

    return out


def is_quote_lost(function: Callable[[str], str]) -> bool:
    return function('"foo"') == "foo" and function("x") == "x"


def test_a_function_is_reduced_as_a_tree() -> None:
    small = dwindle.reduce_code(remove_html_markup, is_quote_lost)
    assert small.startswith("def remove_html_markup(")
    assert len(small) < 150
    names: dict[str, Callable[[str], str]] = {}
    exec(small, names)
    assert is_quote_lost(names["remove_html_markup"])


def test_source_that_raises_is_reduced_under_the_same_exception() -> None:
    source = "import math\n\ndef f(x):\n    y = x + 1\n    return math.log(y - 1)\n\nz = [f(1)]\nprint(f(0))\n"

    def run(source: str) -> None:
        exec(source, {"print": str})

    small = dwindle.reduce_code(source, run, match="type")
    assert len(small) < 40
    with pytest.raises(ValueError):
        run(small)


def test_code_that_runs_without_an_end_is_left() -> None:
    source = "n = 0\nwhile n < 5:\n    n += 1\n    m = n\nassert m != 5\n"
    small = dwindle.reduce_code(source, lambda source: exec(source, {}), timeout=0.2)
    with pytest.raises(AssertionError):
        exec(small, {})
    assert len(small) < len(source)


@pytest.mark.parametrize("jobs", [1, 3])
def test_code_is_reduced_in_processes_of_its_own(jobs: int) -> None:
    source = "import os\nnames = ['a', 'b']\nfor name in names:\n    if name == 'b':\n        os._exit(3)\n"
    small = dwindle.reduce_code(source, lambda source: exec(source, {}), isolated=True, jobs=jobs)
    assert small == "import os\nos._exit(3)"


def test_jobs_change_nothing_of_what_syntax_finds() -> None:
    source = "import math\nnames = [1, 2]\nfor name in names:\n    print(name, math.pi)\nprint(names)\n"
    for budget in (None, 6):
        found = [
            dwindle.reduce(source, lambda text: "pi" in text, language="python", isolated=isolated, jobs=jobs, budget=budget)
            for isolated, jobs in ((False, 1), (True, 1), (True, 3))
        ]
        assert found[0].value == found[1].value == found[2].value
        assert found[0].tests == found[1].tests == found[2].tests
        assert {result.stopped for result in found} == {None if budget is None else "budget"}


def test_code_by_lines_and_by_characters_as_in_the_book() -> None:
    lines = inspect.getsource(remove_html_markup).splitlines(keepends=True)

    def compile_lines(lines: list[str]) -> None:
        names: dict[str, Callable[[str], str]] = {}
        exec("".join(lines), names)
        assert not is_quote_lost(names["remove_html_markup"]), "quotes are lost"

    with DeltaDebugger() as dd:
        compile_lines(lines)
    kept = dd.min_args()["lines"]
    assert len(kept) < 12
    assert len("".join(kept)) < len("".join(lines)) / 2
    text = dwindle.reduce("".join(lines), lambda text: compile_lines([text])).value
    assert len(text) < len("".join(lines)) / 2


GRAMMAR = {
    "<start>": ["<expr>"],
    "<expr>": ["<term> + <expr>", "<term> - <expr>", "<term>"],
    "<term>": ["<factor> * <term>", "<factor> / <term>", "<factor>"],
    "<factor>": ["+<factor>", "-<factor>", "(<expr>)", "<integer>.<integer>", "<integer>"],
    "<integer>": ["<digit><integer>", "<digit>"],
    "<digit>": list("0123456789"),
}


def test_a_grammar_keeps_candidates_in_its_language() -> None:
    def mystery(text: str) -> None:
        opening, closing = text.find("("), text.find(")")
        if 0 <= opening < closing:
            raise ValueError(text)

    small = dwindle.reduce("1 + (2 * 3)", mystery, grammar=GRAMMAR).value
    assert len(small) == 3
    assert small[0] + small[2] == "()"
    assert small[1].isdigit()
    with pytest.raises(ValueError, match="language='pyhton': expected one of 'python'"):
        dwindle.reduce("1", lambda text: True, language="pyhton")  # type: ignore[arg-type]


def test_sides_and_differences() -> None:
    def check(text: str) -> None:
        if "(" in text and ")" in text:
            raise ValueError

    found = dwindle.isolate("a(b)c", check)
    assert isinstance(found, Difference)
    assert found.difference in ("(", ")")
    assert sorted(found.failing) == sorted(found.passing + found.difference)
    assert dwindle.maximize("a(b)c", check) in ("ab)c", "a(bc")
    with pytest.raises(NotPassingError, match="'' fails too"):
        dwindle.maximize("abc", lambda text: True)


def innermost(error: BaseException) -> str:
    frames = traceback.extract_tb(error.__traceback__)
    return frames[-1].name


def test_the_place_in_code_that_a_call_makes_is_part_of_the_failure() -> None:
    lines = [
        "def clean(text):\n",
        "    seen = ''\n",
        "    for letter in text:\n",
        "        if letter not in '<>':\n",
        "            seen += letter\n",
        "    assert len(seen) > 1\n",
        "    return seen\n",
    ]

    def run(lines: list[str]) -> None:
        exec("".join([*lines, "if not clean('<ab>'):\n    raise KeyError\nassert clean('<ab>') == 'AB'\n"]), {})

    with DeltaDebugger() as dd:
        run(lines)
    small = dd.min_args()["lines"]
    assert len(small) < len(lines)
    with pytest.raises(AssertionError) as caught:
        run(small)
    assert innermost(caught.value) == "<module>"
    assert innermost(dd.exception()) == "<module>"


def test_statements_that_raise_in_such_code_are_told_apart_by_what_is_written_in_them() -> None:
    source = """
def check(items):
    if len(items) < 2:
        raise ValueError("too short")
    if 7 in items:
        raise ValueError("seven of %s" % items)
    if 8 in items:
        raise ValueError("eight")
check(%s)
"""

    def run(items: list[int]) -> None:
        exec(source.replace("%s)", f"{items})"), {})

    assert dwindle.reduce([1, 2, 8, 3], run).value == [0, 8]
    assert dwindle.reduce([1, 2, 8, 3], run, match="type").value == []
    assert dwindle.reduce([1, 2, 8, 3], run, isolated=True).value == [0, 8]

    in_two = """
def part(items):
    if len(items) < 2:
        raise ValueError(items)
def check(items):
    part(items)
    if 8 in items:
        raise ValueError(items)
"""

    def run_two(items: list[int]) -> None:
        exec(f"{in_two}check({items})", {})

    assert dwindle.reduce([1, 2, 8, 3], run_two).value == [0, 8]

    def divide(text: str) -> None:
        eval(text)

    assert dwindle.reduce("10 % 0 + 1 / 0", divide).value.count("%") == 1
    assert dwindle.reduce("1 + 10 / 0 + 1 % 0", divide).value.count("/") == 1
