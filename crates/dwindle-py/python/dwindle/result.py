"""What a reduction came to."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Generic, Optional, TypeVar

from .display import difference, plot, shown

__all__ = ["Difference", "Result"]

T = TypeVar("T")


@dataclass(frozen=True)
class Result(Generic[T]):
    """The smallest failing data that was found, and how."""

    value: T
    """The data: it fails, and is of the types of the whole."""

    tests: int
    """How many different candidates the algorithm asked about."""

    sizes: list[tuple[int, int]] = field(repr=False)
    """How many tests had been made when a smaller failing candidate was known, and its size in units. With several ``jobs``,
    what is between the first and the last of these depends on which tests ended first."""

    stopped: Optional[str] = None
    """Why the search ended early: ``"budget"`` or ``"interrupted"``. ``None`` if it came to its end."""

    def _repr_html_(self) -> str:
        why = "" if self.stopped is None else f" ({self.stopped})"
        return f"{shown(self.value)}{plot(self.sizes, self.tests)}{why}"

    @property
    def is_minimal(self) -> bool:
        """Whether the search came to its end, so that nothing can be left out of ``value``."""
        return self.stopped is None


@dataclass(frozen=True)
class Difference(Generic[T]):
    """What passes and what fails, with as little as possible between them."""

    passing: T
    """What passes."""

    failing: T
    """What fails: what passes, and the difference."""

    difference: T
    """What the one has and the other has not."""

    stopped: Optional[str] = field(default=None, repr=False)
    """Why the search ended early: ``"budget"`` or ``"interrupted"``. ``None`` if it came to its end."""

    def _repr_html_(self) -> str:
        return f"<p>{difference(self.passing, self.failing)}</p>"
