"""The errors of the package."""

from __future__ import annotations

__all__ = [
    "FailureNotReproducedError",
    "NoCallError",
    "NotFailingError",
    "NotPassingError",
]


class NoCallError(ValueError):
    """The body of a ``with DeltaDebugger()`` block called no Python function."""


class NotFailingError(ValueError):
    """The call, or the whole of the data, does not fail."""


class NotPassingError(ValueError):
    """Nothing that passes was found, where a passing side is needed."""


class FailureNotReproducedError(ValueError):
    """The call fails in another way, or not at all, when it is made again."""
