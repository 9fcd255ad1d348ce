"""Lists, against ddmin written in plain Python with slices: the questions of a loop, and the time to the result.

    python crates/dwindle-py/benchmarks/list_ddmin.py

*The loop*: ``algorithm="ddmin"`` asks what ddmin in Python asks, under a test that needs no time (the length of the list) and is
met by nine tenths of it, so that candidates stay large. Where the list is long, both are stopped after the same number of tests.
ddmin asks some questions again; in plain Python it tests again, and the package knows the answers.

*The time to the result*: the default algorithm against ddmin in Python, where so many elements are needed, which stand anywhere or
within a fiftieth of the list; under a test that looks for each of them by bisection, and needs next to no time, and under one that goes through
the list. Each is the mean of several draws. ddmin is left out where it takes minutes.

Both are compared in turn, in seconds of the processor, of which the least of three counts; what takes more than a second runs once.
"""

from __future__ import annotations

import random
import time
from bisect import bisect_left
from typing import Any, Callable, Optional

import dwindle

LONG = 1.0
"""Seconds after which a search is not repeated."""

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


def packaged(algorithm: str) -> Callable[[list[Any], Test], object]:
    return lambda items, fails: dwindle.reduce(items, fails, unit="elements", algorithm=algorithm)


def timed(search: Callable[[list[Any], Test], object], items: list[Any], test: Test, most: Optional[int]) -> tuple[int, float]:
    """How many tests are run, and in how many seconds."""
    count = 0

    def counted(kept: list[Any]) -> bool:
        nonlocal count
        if count == most:
            raise Enough
        count += 1
        return test(kept)

    best = float("inf")
    for nth in range(4):
        fails, count = (test if most is None and nth > 0 else counted), count if most is None and nth > 0 else 0
        started = time.process_time()
        try:
            search(items, fails)
        except Enough:
            pass
        if nth > 0:
            best = min(best, time.process_time() - started)
            if best > LONG:
                break
    return count, best


def loop(length: int, most: Optional[int]) -> None:
    items = list(range(length))
    least = length * 9 // 10
    counted = [timed(search, items, lambda kept: len(kept) >= least, most) for search in (plain, packaged("ddmin"))]
    (asked, there), (tests, here) = counted
    ratio = (tests / here) / (asked / there)
    print(f"loop, {length:,}: ddmin in Python {asked:,} tests, {there:.4f} s, {asked / there:,.0f} a second; "
          f"algorithm='ddmin' {tests:,} tests, {here:.4f} s, {tests / here:,.0f} a second: {ratio:.1f} times as many", flush=True)


def by_bisection(needed: list[int]) -> Test:
    def has_all(kept: list[int]) -> bool:
        for each in needed:
            at = bisect_left(kept, each)
            if at == len(kept) or kept[at] != each:
                return False
        return True

    return has_all


def by_a_look_at_all(needed: list[int]) -> Test:
    wanted = set(needed)
    return lambda kept: wanted <= set(kept)


def result(length: int, count: int, where: str, draws: int, with_plain: bool) -> None:
    items = list(range(length))
    for name, made in (("bisection", by_bisection), ("a set of all", by_a_look_at_all)):
        dice = random.Random(1)
        sums = {"ddmin in Python": [0.0, 0.0], "the default": [0.0, 0.0]}
        if not with_plain:
            del sums["ddmin in Python"]
        for _ in range(draws):
            begin = 0 if where == "anywhere" else dice.randrange(length - length // 50)
            width = length if where == "anywhere" else length // 50
            test = made(sorted(begin + at for at in dice.sample(range(width), count)))
            for search, total in sums.items():
                tests, seconds = timed(plain if search == "ddmin in Python" else packaged("dwindle"), items, test, None)
                total[0] += tests / draws
                total[1] += seconds / draws
        said = "; ".join(f"{search} {tests:,.0f} tests, {seconds:.5f} s" for search, (tests, seconds) in sums.items())
        if with_plain:
            said += f"; {sums['ddmin in Python'][1] / sums['the default'][1]:.1f} times as fast"
        print(f"result, {length:,}, {count} needed {where}, {name}: {said}", flush=True)


def main() -> None:
    loop(1_000, None)
    loop(1_000_000, 300)
    loop(1_000_000, 5_000)
    for length, draws in ((1_000, 20), (1_000_000, 5)):
        for count in (1, 2, 5, 20, 100):
            for where in ("anywhere", "together"):
                if count <= length // 50:
                    result(length, count, where, 1 if count >= 20 and length > 1_000 else draws, length == 1_000 or count <= 20)


if __name__ == "__main__":
    main()
