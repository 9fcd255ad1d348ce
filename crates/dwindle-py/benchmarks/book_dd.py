"""General delta debugging as the Debugging Book describes it, on sets of positions: what the package is measured against."""

from __future__ import annotations

from typing import Any, Callable

__all__ = ["minimise"]


def minimise(items: list[Any], fails: Callable[[list[Any]], bool]) -> tuple[list[Any], int]:
    """The failing side of dd, and how many tests it took; what is known is not tested again."""
    known: dict[frozenset[int], bool] = {}
    tests = 0

    def is_failing(kept: set[int]) -> bool:
        nonlocal tests
        key = frozenset(kept)
        if key not in known:
            tests += 1
            known[key] = fails([items[at] for at in range(len(items)) if at in kept])
        return known[key]

    passing: set[int] = set()
    failing = set(range(len(items)))
    if is_failing(passing):
        return [], tests
    parts, offset = 2, 0
    while True:
        difference = sorted(failing - passing)
        if len(difference) < parts:
            break
        chunks = _split(difference, parts)
        at = 0
        while at < parts:
            chunk = set(chunks[(at + offset) % parts])
            if parts == 2 and is_failing(passing | chunk):
                failing, offset, parts = passing | chunk, (at + offset) % parts, 2
                break
            if is_failing(failing - chunk):
                failing, offset, parts = failing - chunk, (at + offset) % parts, max(parts - 1, 2)
                break
            at += 1
        else:
            if parts >= len(difference):
                break
            parts = min(2 * parts, len(difference))
    return [items[at] for at in sorted(failing)], tests


def _split(items: list[int], parts: int) -> list[list[int]]:
    size, longer = divmod(len(items), parts)
    bounds = [at * size + min(at, longer) for at in range(parts + 1)]
    return [items[bounds[at] : bounds[at + 1]] for at in range(parts)]
