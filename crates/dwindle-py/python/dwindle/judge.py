"""A function as a test."""

from __future__ import annotations

from typing import Callable, Generic, Optional, TypeVar

from .errors import NotFailingError
from .failure import Failure, Match
from .outcome import FAIL, PASS, UNRESOLVED, Outcome

__all__ = ["Judge"]

T = TypeVar("T")


class Judge(Generic[T]):
    """What a function says of candidates.

    It says that a candidate fails by an exception, ``True`` or `FAIL`, that it passes by anything else, and that it
    cannot tell by `UNRESOLVED`. The first run settles which of them is the failure. If it is an exception, other
    exceptions are unresolved. If it is an answer, an exception says that the test is broken, and is passed on.
    """

    def __init__(self, test: Callable[[T], object], match: Optional[Match] = None) -> None:
        self.test = test
        self.match = match
        self.failure: Optional[Failure] = None

    def settle(self, make: Callable[[], T]) -> None:
        """Runs the test on the whole, twice where it raises, and takes how it fails as the failure."""
        try:
            answer = self.test(make())
        except Exception as error:
            self.failure = Failure(error, self.match)
        else:
            if _outcome(answer) is not FAIL:
                raise NotFailingError(f"the whole does not fail: the test returned {answer!r}")
            return
        if self(make(), confirms=True) is not FAIL:
            raise NotFailingError("the whole fails with an exception once, and not when it is run again")

    def __call__(self, candidate: T, confirms: bool = False) -> Outcome:
        if self.failure is None:
            return _outcome(self.test(candidate))
        try:
            answer = self.test(candidate)
        except Exception as error:
            if confirms:
                self.failure.confirm(error)
            same = self.failure.is_same(error)
            del error
            return FAIL if same else UNRESOLVED
        return UNRESOLVED if answer is UNRESOLVED else PASS


def _outcome(answer: object) -> Outcome:
    if answer is True:
        return FAIL
    if isinstance(answer, Outcome):
        return answer
    return FAIL if _is_true(answer) else PASS


def _is_true(answer: object) -> bool:
    """Whether it is a truth value that says so, such as NumPy's."""
    return type(answer).__name__ in ("bool", "bool_") and bool(answer)
