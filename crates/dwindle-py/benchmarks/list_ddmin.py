"""Questions a second on a list, against ddmin written in plain Python with slices.

    python crates/dwindle-py/benchmarks/list_ddmin.py

Both are asked under a test that needs no time and is met by nine tenths of the list, so that candidates stay as large as the
list. Where the list is long, each is stopped after the same number of tests. What is compared is the whole search: its questions,
its candidates, and the calls of the test. ddmin asks some questions again; in plain Python it tests again, and the package knows
the answers.
"""

from __future__ import annotations

import time
from typing import Any, Callable

import dwindle

Test = Callable[[list[Any]], bool]


class Enough(Exception):
    """So many tests were asked for as are measured."""


def plain(items: list[Any], fails: Test) -> list[Any]:
    """ddmin with the questions of the paper: parts, then what is left without each, then finer parts."""
    parts = 2
    while len(items) >= 2:
        size, longer = divmod(len(items), parts)
        bounds = [at * size + max(at - parts + longer, 0) for at in range(parts + 1)]
        pairs = list(zip(bounds, bounds[1:]))
        for start, end in pairs:
            if fails(items[start:end]):
                items, parts = items[start:end], 2
                break
        else:
            for start, end in pairs:
                rest = items[:start] + items[end:]
                if fails(rest):
                    items, parts = rest, max(parts - 1, 2)
                    break
            else:
                if parts == len(items):
                    break
                parts = min(2 * parts, len(items))
    return items


def timed(search: Callable[[Test], object], least: int, most: float) -> tuple[int, float]:
    """How many tests are run, and in how many seconds."""
    best = float("inf")
    for _ in range(3):
        count = 0

        def fails(kept: list[Any]) -> bool:
            nonlocal count
            count += 1
            if count > most:
                raise Enough
            return len(kept) >= least

        started = time.process_time()
        try:
            search(fails)
        except Enough:
            pass
        best = min(best, time.process_time() - started)
    return count, best


def main() -> None:
    for length, most in ((1_000, float("inf")), (1_000_000, 300)):
        items = list(range(length))
        least = length * 9 // 10
        questions, there = timed(lambda fails: plain(items, fails), least, most)
        print(f"{length:,} elements: ddmin in Python: {questions:,} questions, {questions / there:,.0f} a second")
        for algorithm in ("ddmin", "dwindle"):
            tests, here = timed(
                lambda fails: dwindle.reduce(items, fails, unit="elements", algorithm=algorithm),
                least,
                most,
            )
            print(
                f"{length:,} elements: algorithm={algorithm!r}: {tests:,} tests, {tests / here:,.0f} a second; "
                f"{here:.4f} s instead of {there:.4f} s, {there / here:.1f} times as fast"
            )
        for name, search in (
            ("ddmin in Python", lambda fails: plain(items, fails)),
            ("reduce", lambda fails: dwindle.reduce(items, fails, unit="elements")),
        ):
            asked = 0

            def is_failing(kept: list[int]) -> bool:
                nonlocal asked
                asked += 1
                return length // 3 in kept and length - 2 in kept

            started = time.process_time()
            search(is_failing)
            print(f"{length:,} elements, two of them needed: {name}: {asked} tests, {time.process_time() - started:.3f} s")


if __name__ == "__main__":
    main()
