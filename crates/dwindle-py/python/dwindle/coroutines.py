"""What generators and coroutines come to."""

from __future__ import annotations

import inspect
from typing import Any

__all__ = ["result_of"]


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
