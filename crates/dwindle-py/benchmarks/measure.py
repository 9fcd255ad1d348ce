"""Speed and memory of the package: tests in a second on a list, and a large nested value.

    python crates/dwindle-py/benchmarks/measure.py
"""

from __future__ import annotations

import resource
import subprocess
import sys
import time
from pathlib import Path
from typing import Any, Callable

import dwindle
from book_dd import minimise

ITEMS = list(range(1000))


def is_failing(kept: list[int]) -> bool:
    """A trivial predicate, under which candidates stay large."""
    return len(kept) >= 900


def timed(run: Callable[[], Any]) -> tuple[float, Any]:
    best, result = float("inf"), None
    for _ in range(5):
        started = time.perf_counter()
        result = run()
        best = min(best, time.perf_counter() - started)
    return best, result


def lists() -> None:
    seconds, (small, tests) = timed(lambda: minimise(ITEMS, is_failing))
    book = tests / seconds
    print(f"dd in Python: {tests} tests, {book:,.0f} a second, {len(small)} left")
    for algorithm in ("dd", "ddmin", "dwindle"):
        asked: list[list[int]] = []

        def noted(kept: list[int]) -> bool:
            asked.append(kept)
            return is_failing(kept)

        dwindle.reduce(ITEMS, noted, unit="elements", algorithm=algorithm)
        made = len(asked)
        seconds, result = timed(
            lambda algorithm=algorithm: dwindle.reduce(ITEMS, is_failing, unit="elements", algorithm=algorithm)
        )
        # What is left where nobody has to decide anything: the lists are there, are copied, and the test is called.
        least, _ = timed(lambda asked=asked: [is_failing(kept[:]) for kept in asked])
        print(f"{algorithm}: {made} tests, {made / seconds:,.0f} a second ({made / seconds / book:.1f} times), "
              f"{seconds * 1e6 / made:.1f} µs a test, {least * 1e6 / made:.1f} of them to copy the list and call the test, "
              f"{len(result.value)} left")


def deep() -> None:
    chain: list[Any] = ["x"]
    for _ in range(8000):
        chain = [chain]

    def holds_x(value: list[Any]) -> bool:
        while value and isinstance(value[0], list):
            value = value[0]
        return value == ["x"]

    seconds, result = timed(lambda: dwindle.reduce(chain, holds_x))
    print(f"deep: 8,000 levels to {result.value} in {result.tests} tests, {seconds:.1f} s")


def nested() -> None:
    rows = [{"id": n, "name": f"name {n}", "tags": ["a", "b", str(n)], "at": [n / 7, n / 3]} for n in range(14_300)]
    data = {"rows": rows, "version": 3}
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    started = time.perf_counter()
    result = dwindle.reduce(data, lambda data: any(row.get("id") == 9_876 for row in data.get("rows", [])))
    seconds = time.perf_counter() - started
    after = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    print(f"nested: {14_300 * 7:,} leaves to {result.value} in {result.tests} tests, {seconds:.1f} s; "
          f"at most {after:.0f} MB, {before:.0f} MB of them before")


def imports() -> None:
    code = "import time; t = time.perf_counter(); import dwindle; print(time.perf_counter() - t)"
    times = [float(subprocess.run([sys.executable, "-c", code], capture_output=True, check=True).stdout) for _ in range(9)]
    print(f"import: {min(times) * 1000:.0f} ms")
    engine = Path(str(dwindle._engine.__file__))
    print(f"module: {engine.stat().st_size / 1e6:.1f} MB")


if __name__ == "__main__":
    lists()
    nested()
    deep()
    imports()
