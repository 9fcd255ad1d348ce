"""What generators and coroutines come to."""

from __future__ import annotations

import inspect
from typing import Any, Callable

__all__ = ["Awaited", "as_function", "result_of"]


class Awaited:
    """A coroutine function as a plain one: each call runs in an event loop of its own."""

    def __init__(self, function: Callable[..., Any]) -> None:
        self.function = function

    def __call__(self, *args: Any, **named: Any) -> Any:
        return result_of(self.function(*args, **named))


def as_function(test: Callable[..., Any]) -> Callable[..., Any]:
    """The test to call: of a coroutine function what it comes to, and of a test of Hypothesis the property, which draws nothing."""
    if getattr(test, "is_hypothesis_test", False):
        from .hypothesis import Property  # Hypothesis is there if it made the test.

        return Property(test)
    if inspect.iscoroutinefunction(test) or inspect.iscoroutinefunction(getattr(test, "__call__", None)):
        return Awaited(test)
    return test


def result_of(begun: Any) -> Any:
    """Runs a generator or a coroutine to its end.

    Coroutines run in an event loop of their own, in a thread of its own where this one has a loop that runs.
    """
    if inspect.isgenerator(begun):
        for _ in begun:
            pass
        return begun
    import asyncio  # Most calls do not need it.

    waiting = _to_its_end(begun) if inspect.isasyncgen(begun) else begun
    try:
        asyncio.get_running_loop()
    except RuntimeError:
        return asyncio.run(waiting)
    from concurrent.futures import ThreadPoolExecutor

    with ThreadPoolExecutor(1) as beside:
        return beside.submit(asyncio.run, waiting).result()


async def _to_its_end(items: Any) -> None:
    async for _ in items:
        pass
