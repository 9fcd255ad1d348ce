"""Tests under the plugin that are no plain functions: of Hypothesis, awaited ones, and those that have nothing to reduce."""

from __future__ import annotations

import asyncio

import pytest
from hypothesis import assume, given, note, settings
from hypothesis import strategies as st

import dwindle
from dwindle.hypothesis import further

pytest_plugins = ["pytester"]

PROPERTIES = """
    import pytest
    from hypothesis import assume, given, note, settings, strategies as st

    @settings(database=None, derandomize=True, deadline=None)
    @given(numbers=st.lists(st.integers(min_value=10), min_size=3), unit=st.just("long"))
    def test_total(numbers, unit):
        note("noted")
        assume(unit)
        assert sum(numbers) < 10

    class TestRows:
        @pytest.mark.parametrize("limit", [3])
        @settings(database=None, derandomize=True, deadline=None)
        @given(rows=st.lists(st.text(min_size=1), min_size=2))
        def test_rows(self, rows, limit):
            rows.append("changed")
            assert len(rows) < limit

    @settings(database=None, derandomize=True, deadline=None)
    @given(st.data())
    def test_draws(data):
        assert data.draw(st.integers()) < 5
"""


def test_an_example_of_hypothesis_is_taken_further(pytester: pytest.Pytester) -> None:
    pytester.makepyfile(PROPERTIES)
    result = pytester.runpytest_subprocess("--dwindle", "-q", "-p", "no:anyio", "-p", "no:asyncio")
    result.assert_outcomes(failed=3)
    result.stdout.fnmatch_lines(
        [
            "Hypothesis ended with: numbers=[[]10, 10, 10[]], unit='long'",
            "numbers = [[]10[]]",
            "unit = 'a'",
            "They keep their types, and may lie outside of the strategies otherwise.",
            "Hypothesis ended with: *rows=[[]'0', '0'[]]*",
            "rows = [[]]",
            "The test draws while it runs, by data(), so nothing was reduced.",
        ]
    )
    assert "dwindle/hypothesis.py" not in result.stdout.str().replace("\\", "/")


def test_a_property_is_a_test_and_draws_nothing() -> None:
    drawn: list[list[int]] = []

    @settings(database=None)
    @given(st.lists(st.integers(min_value=50)))
    def check(numbers: list[int]) -> None:
        note("noted")
        assume(numbers != [7])
        drawn.append(numbers)
        assert 7 not in numbers

    result = dwindle.reduce([1, 7, 7, 9], check)
    assert result.value == [0, 7]
    assert all(number < 50 for numbers in drawn for number in numbers)


def test_further_says_what_it_cannot_do() -> None:
    @settings(database=None)
    @given(st.integers())
    def passes(number: int) -> None:
        assert number == number

    with pytest.raises(dwindle.NotFailingError):
        further(passes)
    with pytest.raises(TypeError, match="under @given"):
        further(len)


def test_a_coroutine_function_is_a_test() -> None:
    async def check(numbers: list[int]) -> float:
        await asyncio.sleep(0)
        return sum(1 / number for number in numbers)

    assert dwindle.reduce([3, 0, 4], check).value == [0]


AWAITED = """
    import asyncio
    import pytest

    async def inverses(numbers):
        for number in numbers:
            await asyncio.sleep(0)
            1 / number

    @pytest.mark.asyncio
    @pytest.mark.parametrize("numbers", [[3, 0, 4]])
    async def test_asyncio(numbers):
        await inverses(numbers)

    @pytest.fixture
    def anyio_backend():
        return "asyncio"

    @pytest.mark.anyio
    @pytest.mark.parametrize("numbers", [[5, 0, 6]])
    async def test_anyio(numbers):
        await inverses(numbers)
"""


def test_tests_that_are_awaited_are_reduced(pytester: pytest.Pytester) -> None:
    pytester.makepyfile(AWAITED)
    result = pytester.runpytest_subprocess("--dwindle", "-q", "-W", "ignore::DeprecationWarning")
    result.assert_outcomes(failed=2)
    assert result.stdout.str().count('as a parameter: pytest.param([0], id="minimal"),') == 2


UNREDUCED = """
    import unittest
    import pytest

    class TestSums(unittest.TestCase):
        def test_sum(self):
            with self.subTest(number=1):
                self.assertEqual(1, 2)

    @pytest.fixture
    def broken():
        raise ValueError

    def test_broken(broken):
        pass

    def test_nothing():
        assert False

    def test_path(tmp_path):
        assert not tmp_path.exists()

    def test_prints():
        print("nothing of it leads to the failure")
        assert [].pop() is None

    @pytest.fixture
    def rows(request):
        return [{"n": n} for n in range(request.param)]

    @pytest.mark.parametrize("rows", [4], indirect=True)
    def test_rows(rows):
        assert not any(row.get("n") == 3 for row in rows)
"""


def test_what_is_not_reduced_says_why(pytester: pytest.Pytester) -> None:
    pytester.makepyfile(UNREDUCED)
    shown = pytester.runpytest_subprocess("--dwindle", "-q", "-p", "no:asyncio").stdout.str()
    for line in [
        "The fixtures fail before the test is called.",
        "It has neither arguments nor literals that are data: dwindle.DeltaDebugger within the test",
        "rows: made by a fixture of its parameter, which is not reduced",
        "Not reduced: no literal of the test leads to its failure: dwindle.DeltaDebugger within the test",
    ]:
        assert line in shown, line
    assert "rows = [{'n': 3}]" in shown
    assert "pytest.param" not in shown


def test_what_runs_of_a_test_print_is_captured_as_in_its_first_run(pytester: pytest.Pytester) -> None:
    pytester.makepyfile(
        """
        import sys
        import pytest

        @pytest.mark.parametrize("numbers", [[3, 4, 5, 6]])
        def test_printed(numbers, capsys):
            print("first")
            for number in numbers:
                print(number)
            assert len(capsys.readouterr().out.split()) < 4

        @pytest.mark.parametrize("number", [7])
        def test_plain(number):
            print("plain", file=sys.stderr)
            print("plain")
            assert not number
        """
    )
    run = pytester.runpytest_subprocess("--dwindle", "-q", "-p", "no:asyncio")
    assert "numbers = [0, 0, 0]" in run.stdout.str()
    printed = [line for line in run.stdout.lines + run.stderr.lines if line == "plain"]
    assert len(printed) == 2, "what the first run printed is in its report"


def test_parameters_of_several_marks_are_told_by_mark(pytester: pytest.Pytester) -> None:
    pytester.makepyfile(
        """
        import pytest

        @pytest.mark.parametrize("numbers", [[5, 7]])
        @pytest.mark.parametrize("times, unit", [(3, "g")])
        def test_weight(numbers, times, unit):
            assert sum(numbers) * times < 20
        """
    )
    shown = pytester.runpytest_subprocess("--dwindle", "-q", "-p", "no:asyncio").stdout.str()
    assert "as a parameter of times, unit: pytest.param(" in shown
    assert "as a parameter of numbers: pytest.param([" in shown
