"""Tests that crash, exit, hang, and use memory up."""

from __future__ import annotations

import ctypes
import os
import re
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Callable

import pytest

import dwindle
from dwindle import DeltaDebugger, ProcessEndedError, UnreliableTest

WHOLE = list(range(40))


def crash(items: list[int]) -> None:
    if {7, 30} <= set(items):
        ctypes.string_at(0)


def leave(items: list[int]) -> None:
    if {7, 30} <= set(items):
        os._exit(3)


def leave_politely(items: list[int]) -> None:
    if {7, 30} <= set(items):
        sys.exit("not this")


def hang_in_c(items: list[int]) -> None:
    if {7, 30} <= set(items):
        libc = ctypes.PyDLL(None)
        libc.sleep(60)


def leak(items: list[int]) -> None:
    if {7, 30} <= set(items):
        kept = []
        while True:
            kept.append(bytearray(1 << 22))


@pytest.mark.parametrize("jobs", [1, 3])
@pytest.mark.parametrize(
    ("test", "options"),
    [
        (crash, {}),
        (leave, {}),
        (leave_politely, {}),
        (hang_in_c, {"timeout": 1}),
        (leak, {"memory": 1 << 26}),
    ],
    ids=["crash", "exit", "sys.exit", "hang", "leak"],
)
def test_whatever_a_test_does_is_survived(test: Callable[[list[int]], None], options: Any, jobs: int) -> None:
    # Each part of it that hangs takes the limit, and a busy machine needs some of that for each process.
    whole = [7, 12, 30] if test is hang_in_c else WHOLE
    result = dwindle.reduce(whole, test, unit="elements", isolated=True, jobs=jobs, **options)
    assert result.value == [7, 30]


def is_large(items: list[int]) -> bool:
    time.sleep(len(items) % 3 / 1000)
    return sum(items) >= 60


def divides(text: str) -> object:
    return "/ 0" in text and text.count("(") == text.count(")")


def holds_boom(value: Any) -> bool:
    return "boom" in str(value) and "3" in str(value)


FEW = list(range(16))
ROWS = [{"id": number, "tags": ["a", "boom"][number % 2 : number % 2 + 1]} for number in range(6)]
SOURCE = "def f(n):\n    m = n + 1\n    if m:\n        print(m)\n    return (m / 0)\n\n\nprint(f(3))\n"


def told(found: Any) -> Any:
    """What a search comes to, in how many tests, and with which size at the end."""
    if isinstance(found, dwindle.Result):
        return found.value, found.tests, found.sizes[0][1], found.sizes[-1][1], found.stopped
    return found


CASES: dict[str, tuple[Callable[..., Any], Any, Callable[[Any], object], Any]] = {
    "list": (dwindle.reduce, FEW, is_large, {}),
    "elements": (dwindle.reduce, FEW, is_large, {"unit": "elements", "algorithm": "ddmin"}),
    "text": (dwindle.reduce, SOURCE, divides, {}),
    "syntax": (dwindle.reduce, SOURCE, divides, {"language": "python"}),
    "value": (dwindle.reduce, ROWS, holds_boom, {}),
    "isolate": (dwindle.isolate, FEW, is_large, {}),
    "maximize": (dwindle.maximize, FEW, is_large, {}),
    "code": (dwindle.reduce_code, SOURCE, divides, {}),
}


@pytest.mark.parametrize("name", CASES)
def test_jobs_change_nothing_but_the_time(name: str) -> None:
    of, data, test, options = CASES[name]
    # Numbers below the most are in turn, one for each case; where slow tests are wanted, each has all.
    turn = list(CASES).index(name)
    numbers = [1, 2, 8, 16]
    numbers = numbers if "DWINDLE_SLOW" in os.environ else [numbers[turn % len(numbers)]]
    alone = of(data, test, isolated=True, **options)
    for jobs in [*numbers, 64]:
        assert told(of(data, test, isolated=True, jobs=jobs, **options)) == told(alone), f"{jobs} jobs"
    assert told(of(data, test, **options)) == told(alone)


SPAWNING = """
import ctypes
import re
import sys
import dwindle

def crash(items):
    if 3 in items:
        ctypes.string_at(0)

def hang(items):
    if 3 in items:
        ctypes.PyDLL(None).sleep(60)

def check(items):
    assert len(items) > 1, "short"
    assert 3 not in items, "three"

def start(test, **options):
    try:
        print(dwindle.reduce([1, 3], test, unit="elements", isolated="spawn", **options).value)
    except Exception as error:
        print(type(error).__name__, error)

if "unguarded" in sys.argv:
    dwindle.reduce([1, 3], check, isolated="spawn")
elif __name__ == "__main__":
    start(crash, jobs=2)
    start(hang, timeout=0.1)
    start(check, jobs=2, match=re.compile("three"))
    start(lambda items: True)
"""


def test_new_processes_are_made_where_copies_are_no_use(tmp_path: Path) -> None:
    script = tmp_path / "spawning.py"
    script.write_text(SPAWNING, encoding="utf-8")
    done = subprocess.run([sys.executable, str(script)], capture_output=True, text=True, check=True)
    lines = done.stdout.splitlines()
    assert lines[:3] == ["[3]", "[3]", "[1, 3]"]
    assert lines[3].startswith('TypeError isolated="spawn" sends the test and the data to a new process: Can')
    done = subprocess.run([sys.executable, str(script), "unguarded"], capture_output=True, text=True, check=False)
    assert 'start the search there under `if __name__ == "__main__":`' in done.stderr
    with pytest.raises(ValueError, match="is for functions of data"):
        DeltaDebugger(isolated="spawn")
    with pytest.raises(ValueError, match="is for functions of data"):
        dwindle.reduce_code("1", lambda source: True, isolated="spawn")


def test_another_end_is_not_the_failure() -> None:
    def test(items: list[int]) -> None:
        if {7, 30} <= set(items):
            ctypes.string_at(0)
        if 7 in items:
            os._exit(1)
        if 30 in items:
            raise ValueError

    assert dwindle.reduce(WHOLE, test, unit="elements", isolated=True).value == [7, 30]


def test_exceptions_are_compared_across_processes() -> None:
    def parse(text: str) -> None:
        for number, letter in enumerate(text):
            if letter == "!":
                raise ValueError(f"at {number}")
        if not text:
            raise ValueError("nothing")

    assert dwindle.reduce("some text! more", parse, isolated=True, jobs=2).value == "!"
    assert dwindle.reduce("1 + 2 * 3 / 0", lambda text: eval(text), isolated=True).value in ("1/0", "3/0")
    matched = dwindle.reduce("some text! more", parse, isolated=True, match=re.compile("at [2-9]"))
    assert len(matched.value) == 3


def test_an_exception_that_is_not_the_failure_is_passed_on() -> None:
    def is_failing(items: list[int]) -> bool:
        if len(items) == 1:
            raise RuntimeError("the test is broken")
        return 5 in items

    with pytest.raises(RuntimeError, match="the test is broken"):
        dwindle.reduce(WHOLE, is_failing, isolated=True)


def test_what_fails_in_two_ways_is_refused() -> None:
    def by_chance(items: list[int]) -> None:
        if os.getpid() % 2:
            raise ValueError
        os._exit(1)

    with pytest.raises(UnreliableTest):
        for _ in range(20):
            dwindle.reduce(WHOLE, by_chance, isolated=True)


def test_a_loop_without_an_end_is_ended_in_this_process_too() -> None:
    def spin(items: list[int]) -> None:
        while {7, 30} <= set(items):
            pass

    started = time.monotonic()
    assert dwindle.reduce(WHOLE, spin, unit="elements", timeout=0.1).value == [7, 30]
    assert time.monotonic() - started < 20


def test_a_call_that_hangs_on_other_arguments_is_unresolved() -> None:
    def parse(text: str) -> None:
        while "a" in text and "b" not in text:
            pass
        if "a" in text:
            raise ValueError(text)

    for isolated in (False, True):
        with DeltaDebugger(timeout=0.2, isolated=isolated) as dd:
            parse("xxaxxbxx")
        assert dd.min_args() == {"text": "ab"}


def test_a_call_that_crashes_on_other_arguments_is_survived() -> None:
    def parse(text: str) -> None:
        if "a" in text and "b" not in text:
            ctypes.string_at(0)
        if "a" in text:
            raise ValueError(text)

    with DeltaDebugger(isolated=True, jobs=2) as dd:
        parse("xxaxxbxx")
    assert dd.min_args() == {"text": "ab"}
    assert dd.max_args() == {"text": "xxxxbxx"}


def test_an_interrupt_leaves_no_process(monkeypatch: pytest.MonkeyPatch) -> None:
    started: list[int] = []
    real = os.fork

    def fork() -> int:
        started.append(real())
        return started[-1]

    monkeypatch.setattr(os, "fork", fork)

    def is_failing(items: list[int]) -> bool:
        if len(items) < 20:
            time.sleep(60)
        return True

    def interrupt(number: int, frame: object) -> None:
        raise KeyboardInterrupt

    import signal

    before = signal.signal(signal.SIGALRM, interrupt)
    signal.setitimer(signal.ITIMER_REAL, 0.5)
    try:
        result = dwindle.reduce(WHOLE, is_failing, isolated=True, jobs=2)
    finally:
        signal.signal(signal.SIGALRM, before)
    assert result.stopped == "interrupted"
    assert len(started) > 2
    for process in started:
        with pytest.raises(ProcessLookupError):
            os.kill(process, 0)


def test_options_that_need_a_process_say_so() -> None:
    with pytest.raises(ValueError, match="jobs= needs isolated=True"):
        dwindle.reduce(WHOLE, crash, jobs=2)


@pytest.mark.parametrize("end", ["ctypes.string_at(0)", "os._exit(0)"])
@pytest.mark.parametrize("fewer_than", [5, 50])
def test_a_process_that_a_test_ends_says_what_helps(end: str, fewer_than: int) -> None:
    program = (
        "import ctypes, os, dwindle\n"
        "def test(items):\n"
        f"    if len(items) < {fewer_than}:\n"
        f"        {end}\n"
        "    return True\n"
        "print(dwindle.reduce(list(range(3)), lambda items: len(items) > 1).value)\n"
        "dwindle.reduce(list(range(40)), test)\n"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=False)
    assert done.stderr.endswith(
        "dwindle: a test has ended the process. With isolated=True each test runs in a process of its own, "
        "and the search goes on.\n"
    )
    assert done.stdout in ("[0, 0]\n", "")


def test_a_test_that_does_not_come_back_says_what_helps() -> None:
    program = (
        "import collections, itertools, dwindle\n"
        "seen = []\n"
        "def test(items):\n"
        "    if len(items) < 5 and not seen:\n"
        "        seen.append(1)\n"
        "        collections.deque(itertools.repeat(0, 2_000_000_000), maxlen=0)\n"
        "    return True\n"
        "dwindle.reduce(list(range(9)), test, timeout=0.1)\n"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=False)
    assert done.stderr.startswith("dwindle: a test does not end, and is no Python code that could be ended here. With ")
    assert done.returncode == 0


@pytest.mark.parametrize(
    ("test", "options", "ended"),
    [
        (crash, {}, "the process was ended by SIGSEGV"),
        (leave, {}, "the process ended with exit code 3"),
        (hang_in_c, {"timeout": 0.1}, "no end within 0.2 s"),
    ],
    ids=["crash", "exit", "hang"],
)
def test_the_call_of_a_block_does_not_end_this_process(test: Callable[[list[int]], None], options: Any, ended: str) -> None:
    with DeltaDebugger(isolated=True, jobs=2, **options) as dd:
        test(WHOLE[:7])
        test(WHOLE)
    assert isinstance(dd.exception(), ProcessEndedError)
    assert dd.format_exception() == f"ProcessEndedError: {ended}"
    assert dd.function() is test
    assert dd.min_args() == {"items": [7, 30]}
    assert dd.max_args()["items"] in ([n for n in WHOLE if n != 7], [n for n in WHOLE if n != 30])


def test_a_call_that_uses_memory_up_does_so_elsewhere() -> None:
    with DeltaDebugger(isolated=True, memory=1 << 26) as dd:
        leak(WHOLE)
    assert isinstance(dd.exception(), MemoryError)
    assert dd.min_args() == {"items": [7, 30]}


def test_the_failing_call_of_a_block_is_made_elsewhere_alone() -> None:
    class Unknown(Exception):
        """No other process can be sent it."""

    made: list[str] = []

    def check(text: str) -> None:
        made.append(text)
        if "!" in text:
            raise Unknown(text)

    with DeltaDebugger(isolated=True) as dd:
        for text in ("a", "b!", "c!"):
            check(text)
    assert made == ["a"]
    assert isinstance(dd.exception(), ProcessEndedError)
    assert dd.format_exception() == "ProcessEndedError: Unknown: b!"
    assert dd.min_args() == {"text": "!"}

    def late(items: list[int]) -> Iterator[float]:
        for item in items:
            yield 1 / item

    with DeltaDebugger(isolated=True) as dd:
        list(late([3, 0, 1]))
    assert isinstance(dd.exception(), ZeroDivisionError)
    assert dd.min_args() == {"items": [0]}


def test_a_call_that_fails_once_in_a_process_of_its_own_is_refused(tmp_path: Path) -> None:
    seen = tmp_path / "seen"

    def once(items: list[int]) -> None:
        if not seen.exists():
            seen.touch()
            os._exit(1)

    with DeltaDebugger(isolated=True) as dd:
        once(WHOLE)
    with pytest.raises(dwindle.FailureNotReproducedError, match="exit code 1, and when it was made again it raised nothing"):
        dd.min_args()
