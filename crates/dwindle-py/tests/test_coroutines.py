"""Calls of coroutines, and of generators that are asked now and then."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Iterator
from typing import Any, Callable

import pytest

import dwindle
from dwindle import DeltaDebugger


async def check(numbers: list[int], unit: str = "cm") -> None:
    await asyncio.sleep(0)
    numbers.append(0)
    await asyncio.sleep(0)
    if 3 in numbers:
        raise ValueError(unit)


async def rows(numbers: list[int]) -> AsyncIterator[float]:
    for number in numbers:
        numbers = []
        yield 1 / number


def in_a_loop_of_its_own(waiting: Any) -> None:
    loop = asyncio.new_event_loop()
    try:
        loop.run_until_complete(waiting)
    finally:
        loop.close()


@pytest.mark.parametrize(
    "run",
    [asyncio.run, lambda waiting: asyncio.run(asyncio.wait_for(waiting, 5)), in_a_loop_of_its_own],
    ids=["run", "wait_for", "loop"],
)
def test_the_call_of_a_coroutine_is_the_one_that_made_it(run: Callable[[Any], None]) -> None:
    with DeltaDebugger() as dd:
        run(check([1, 2, 3, 4]))
    assert dd.function() is check
    assert dd.args() == {"numbers": [1, 2, 3, 4], "unit": "cm"}
    assert repr(dd) == "check(numbers=[3], unit='')"
    assert dd.max_args()["numbers"] == [1, 2, 4]


def test_what_is_awaited_within_a_loop_is_a_call() -> None:
    async def main() -> tuple[str, str]:
        with DeltaDebugger() as first:
            await check([1, 2, 3])
        with DeltaDebugger() as second:
            async for _ in rows([1, 0, 3]):
                pass
        return repr(first), repr(second)

    assert asyncio.run(main()) == ("check(numbers=[3], unit='')", "rows(numbers=[0])")


def test_the_arguments_of_a_generator_are_those_of_its_beginning() -> None:
    def shares(numbers: list[int]) -> Iterator[float]:
        for number in numbers:
            numbers = []
            yield 1 / number

    with DeltaDebugger() as dd:
        list(zip(shares([1, 2, 3]), shares([4, 0, 6])))
    assert dd.args() == {"numbers": [4, 0, 6]}
    assert dd.min_args() == {"numbers": [0]}


def test_the_decorator_says_what_to_do_with_async_functions() -> None:
    with pytest.raises(TypeError, match="around `await check"):
        dwindle.minimize(check)
