"""Plain functions: `reduce` and `ddmin`."""

from __future__ import annotations

import signal
import sys
from collections.abc import Sequence
from typing import Any, Callable, Optional

import pytest
from hypothesis import given
from hypothesis import strategies as st

import dwindle
from dwindle import FAIL, PASS, UNRESOLVED, NotFailingError, Outcome
from dwindle.reduction import AlgorithmName, Unit


def test_the_elements_that_a_failure_needs_are_left() -> None:
    result = dwindle.reduce(list(range(1000)), lambda kept: {3, 40} <= set(kept), unit="elements")
    assert result.value == [3, 40]
    assert result.is_minimal
    assert result.tests < 60
    assert result.sizes[0] == (0, 1000)
    assert result.sizes[-1][1] == 2


def test_the_type_of_the_data_stays() -> None:
    for data in ("a-b", b"a-b", bytearray(b"a-b"), ["a", "-", "b"], ("a", "-", "b")):
        dash: Any = b"-" if isinstance(data, (bytes, bytearray)) else "-"
        result: Any = dwindle.reduce(data, lambda kept: dash in kept)
        assert type(result.value) is type(data)
        assert len(result.value) == 1


@pytest.mark.parametrize("unit", ["characters", "lines", "tokens", "bytes"])
def test_texts_have_units(unit: Unit) -> None:
    text = "first = 1\nsecond = 2\nthird = 3\n"
    result = dwindle.reduce(text, lambda kept: "second" in kept, unit=unit)
    assert result.value == ("second = 2\n" if unit == "lines" else "second")


def test_characters_beyond_ascii_stay_whole() -> None:
    text = "naïve \U0001f600 \udc80 text"
    for wanted in ("ï", "\U0001f600", "\udc80"):
        assert dwindle.reduce(text, lambda kept: wanted in kept).value == wanted


def test_an_exception_is_the_failure_and_others_are_not() -> None:
    def parse(text: str) -> None:
        if not text.endswith("!"):
            raise KeyError(text)
        if "x" in text:
            raise ValueError("x in " + text)

    assert dwindle.reduce("some x text!", parse).value == "x!"


def test_the_place_tells_failures_of_one_type_apart() -> None:
    def check(items: list[int]) -> None:
        if len(items) < 3:
            raise ValueError("too short")
        if 7 in items:
            raise ValueError("seven")

    assert dwindle.reduce(list(range(10)), check).value == [0, 0, 7]
    assert dwindle.reduce(list(range(10)), check, match="type").value == []


def test_an_exception_that_is_not_the_failure_is_passed_on() -> None:
    def is_failing(items: list[int]) -> bool:
        if len(items) == 1:
            raise RuntimeError("the test is broken")
        return 5 in items

    with pytest.raises(RuntimeError, match="the test is broken") as caught:
        dwindle.reduce(list(range(10)), is_failing)
    if sys.version_info >= (3, 11):
        note = "dwindle: a test that answers True or False has to answer on smaller data, too: [5]"
        assert caught.value.__notes__ == [note]


def test_an_exception_of_a_test_runner_is_an_exception() -> None:
    def check(items: list[int]) -> None:
        if len(items) < 3:
            pytest.skip("too short")
        if 7 in items:
            pytest.fail("seven")

    assert dwindle.reduce(list(range(10)), check).value == [0, 0, 7]


def test_outcomes_are_answers() -> None:
    def judge(items: list[int]) -> Outcome:
        if 2 in items:
            return FAIL
        return PASS if 3 in items else UNRESOLVED

    assert dwindle.reduce([1, 2, 3], judge).value == [2]


def test_what_does_not_fail_is_refused() -> None:
    with pytest.raises(NotFailingError, match="the test returned False"):
        dwindle.reduce([1, 2, 3], lambda kept: False)


def test_a_budget_ends_the_search_with_the_best_so_far() -> None:
    tests = []

    def is_failing(items: list[int]) -> bool:
        tests.append(items)
        return {3, 500, 900} <= set(items)

    result = dwindle.reduce(list(range(1000)), is_failing, budget=10)
    assert result.stopped == "budget"
    assert not result.is_minimal
    assert len(tests) == 11
    assert {3, 500, 900} <= set(result.value)
    assert len(result.value) < 1000


@pytest.mark.parametrize("budget", range(1, 60, 3))
def test_what_a_spent_budget_leaves_fails(budget: int) -> None:
    result = dwindle.reduce(list(range(2000)), lambda kept: {3, 500, 900} <= set(kept), budget=budget)
    assert {3, 500, 900} <= set(result.value)


def test_an_interrupt_ends_the_search_with_the_best_so_far() -> None:
    tests = 0

    def is_failing(items: list[int]) -> bool:
        nonlocal tests
        tests += 1
        if tests == 12:
            raise KeyboardInterrupt
        return {3, 500, 900} <= set(items)

    result = dwindle.reduce(list(range(1000)), is_failing)
    assert result.stopped == "interrupted"
    assert {3, 500, 900} <= set(result.value)
    assert len(result.value) < 1000


def test_an_algorithm_is_named() -> None:
    asked: list[list[int]] = []

    def is_failing(items: list[int]) -> bool:
        asked.append(items)
        return {1, 7, 8} <= set(items)

    assert dwindle.ddmin([1, 2, 3, 4, 5, 6, 7, 8], is_failing) == [1, 7, 8]
    assert asked[1:4] == [[1, 2, 3, 4], [5, 6, 7, 8], [1, 2]]
    with pytest.raises(ValueError, match="algorithm='ddmn': expected one of 'dwindle'"):
        dwindle.reduce([1], is_failing, algorithm="ddmn")  # type: ignore[arg-type]


@pytest.mark.parametrize("algorithm", dwindle.algorithms())
@pytest.mark.parametrize("step", [2, 3, 7, 50])
def test_a_test_may_keep_and_change_what_it_gets(algorithm: AlgorithmName, step: int) -> None:
    """Many scattered elements are needed, so that candidates have many holes."""
    items = [f"item {n}" for n in range(60)]
    needed = set(items[1::step])

    def asked(spoil: Callable[[list[str]], object]) -> tuple[list[list[str]], list[str]]:
        asked, kept = [], []

        def is_failing(part: list[str]) -> bool:
            asked.append(part.copy())
            kept.append(part)
            fails = needed <= set(part)
            spoil(part)
            return fails

        result = dwindle.reduce(items, is_failing, unit="elements", algorithm=algorithm).value
        assert len(set(map(id, kept))) == len(kept)
        return asked, result

    plain, result = asked(len)
    for part in plain:
        assert part == sorted(part, key=items.index)
    assert result == items[1::step]
    assert asked(list.clear) == asked(list.sort) == asked(lambda part: part.extend(items)) == (plain, result)


@pytest.mark.parametrize("algorithm", dwindle.algorithms())
def test_the_questions_are_the_same_however_a_test_answers(algorithm: AlgorithmName) -> None:
    """``False`` and nothing are answered without a way back through the loop, all else with it."""
    items = list(range(40))

    def asked(passes: object, fails: object, **options: Any) -> list[Sequence[int]]:
        asked: list[Sequence[int]] = []

        def answer(part: Sequence[int]) -> Any:
            asked.append(part)
            if not {3, 4, 30} <= set(part):
                return passes
            if isinstance(fails, Exception):
                raise fails
            return fails

        result = dwindle.reduce(items, answer, unit="elements", algorithm=algorithm, **options)
        assert result.value == [3, 4, 30]
        assert result.sizes[-1][1] == 3
        return asked

    plain = asked(False, True)
    assert asked(None, True) == asked(PASS, FAIL) == asked(0, True) == plain
    assert asked(False, True, timeout=10) == plain
    assert asked(None, ValueError())[1:] == plain  # Once more at first, to see the failure come back.


def test_what_ends_a_search_ends_it_where_all_pass() -> None:
    """After the whole, no candidate fails, so that nothing but the tests themselves can end it."""
    whole = tuple(range(100))
    tests = 0

    def only_whole(part: tuple[int, ...]) -> bool:
        nonlocal tests
        assert type(part) is tuple
        tests += 1
        if tests == 30 and how is not None:
            raise how
        return part == whole

    how: Optional[BaseException] = KeyboardInterrupt()
    assert dwindle.reduce(whole, only_whole, unit="elements").stopped == "interrupted"
    assert tests == 30
    tests, how = 0, LookupError("broken")
    with pytest.raises(LookupError, match="broken") as caught:
        dwindle.reduce(whole, only_whole, unit="elements")
    if sys.version_info >= (3, 11):
        assert caught.value.__notes__[0].startswith("dwindle: a test that answers True or False has to answer")
    tests, how = 0, None
    result = dwindle.reduce(whole, only_whole, unit="elements", budget=20)
    assert (result.stopped, result.value, tests) == ("budget", whole, 21)


@pytest.mark.skipif(not hasattr(signal, "setitimer"), reason="needs an alarm")
def test_an_interrupt_comes_through_where_the_test_is_no_python_code() -> None:
    needed = frozenset(range(40_000))

    def on_alarm(number: int, frame: object) -> None:
        raise KeyboardInterrupt

    before = signal.signal(signal.SIGALRM, on_alarm)
    try:
        signal.setitimer(signal.ITIMER_REAL, 0.3)
        result = dwindle.reduce(list(needed), needed.issubset, unit="elements", algorithm="ddmin")
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)
    assert result.stopped == "interrupted"
    assert len(result.value) == 40_000


@given(st.lists(st.integers(0, 9)), st.sets(st.integers(0, 9)))
def test_results_fail_and_are_minimal(items: list[int], needed: set[int]) -> None:
    def is_failing(kept: list[int]) -> bool:
        return needed <= set(kept)

    if not is_failing(items):
        return
    before = list(items)
    result = dwindle.reduce(items, is_failing).value
    assert items == before
    assert is_failing(result)
    assert not any(is_failing(result[:at] + result[at + 1 :]) for at in range(len(result)))
