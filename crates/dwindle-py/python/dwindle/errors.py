"""The errors of the package."""

from __future__ import annotations

__all__ = [
    "FailureNotReproducedError",
    "NoCallError",
    "NotFailingError",
    "NotPassingError",
    "ProcessEndedError",
    "UnreliableTest",
]


class NoCallError(ValueError):
    """The body of a ``with DeltaDebugger()`` block called no Python function."""


class NotFailingError(ValueError):
    """The call, or the whole of the data, does not fail."""


class NotPassingError(ValueError):
    """Nothing that passes was found, where a passing side is needed."""


class UnreliableTest(ValueError):
    """The test contradicts itself: on the same data it says once that it fails, and once that it does not."""


class FailureNotReproducedError(UnreliableTest):
    """The call fails in another way, or not at all, when it is made again."""


class ProcessEndedError(Exception):
    """A call ended the process of its own in which it was made, or did not come back from it."""
