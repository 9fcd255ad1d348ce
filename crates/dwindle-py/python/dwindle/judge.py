"""A function as a test."""

from __future__ import annotations

import reprlib
import sys
from typing import Any, Callable, Generic, NamedTuple, Optional, TypeVar, Union

from .coroutines import as_function
from .errors import NotFailingError, UnreliableTest
from .failure import Death, Failure, Hang, Match, checked_match, shown
from .outcome import FAIL, PASS, UNRESOLVED, Outcome

__all__ = ["Judge", "Late", "Verdict"]

T = TypeVar("T")

BROKEN = "dwindle: a test that answers True or False has to answer on smaller data, too"


class Late(BaseException):
    """A test in this process takes too long."""


PASSED_ON = (KeyboardInterrupt, GeneratorExit, Late)
"""What a test does not raise itself. All else is an end of the test, as that of pytest's ``fail`` and ``skip``."""


class Verdict(NamedTuple):
    """What a test came to."""

    outcome: Outcome

    why: Union[str, Death, Hang] = ""
    """What was raised, in one line, or how the test ended where it did not come back."""

    is_late: bool = False
    """It took too long."""

    @property
    def said(self) -> str:
        """Why, in one line."""
        return self.why if isinstance(self.why, str) else self.why.shown


PLAIN = {each: Verdict(each) for each in Outcome}
"""Verdicts that need no more words."""

FAILS, PASSES = PLAIN[FAIL], PLAIN[PASS]


class Judge(Generic[T]):
    """What a function says of candidates.

    It says that a candidate fails by an exception, ``True`` or `FAIL`, that it passes by anything else, and that it
    cannot tell by `UNRESOLVED`. The first run settles which of them is the failure. If it is an exception, other
    exceptions are unresolved. If it is an answer, an exception says that the test is broken, and is passed on.
    """

    def __init__(self, test: Callable[[T], object], match: Optional[Match] = None) -> None:
        if not callable(test):
            raise TypeError(f"the test has to be a function of the data, not {test!r}")
        self.test: Callable[[T], object] = as_function(test)
        self.match = None if match is None else checked_match(match)
        self.failure: Union[Failure, Death, Hang, None] = None
        """What a test has to raise, or how it has to end, to be the same failure; ``None`` where its answer says it."""

        self.is_settled = False
        """It is known how the whole fails."""

    def __setstate__(self, state: dict[str, Any]) -> None:
        """In another process, where the failure does not say what it is compared by."""
        self.__dict__.update(state)
        if isinstance(self.failure, Failure) and self.match is not None:
            self.failure.match = self.match

    def first(self, make: Callable[[], T]) -> Optional[Failure]:
        """How the whole fails: the exception, if it is one. It is run twice then."""
        try:
            answer = self.test(make())
        except PASSED_ON:
            raise
        except BaseException as error:
            failure = Failure(error, self.match)
        else:
            if outcome(answer) is not FAIL:
                raise NotFailingError(
                    f"the whole does not fail: the test returned {answer!r}; an exception or True says that data fails"
                )
            return None
        self.failure = failure
        if self.run(make(), confirms=True).outcome is FAIL:
            return failure
        raise UnreliableTest(f"the whole fails once ({failure.shown}), and not when it is run again")

    def run(self, candidate: T, confirms: bool = False) -> Verdict:
        """Runs the test in this process; ``confirms`` says that it is on the whole, which has failed before."""
        failure = self.failure
        if failure is None:
            try:
                answer = self.test(candidate)
            except Exception as error:
                note_broken(error, candidate)
                raise
            return answered(answer)
        try:
            answer = self.test(candidate)
        except PASSED_ON:
            raise
        except BaseException as error:
            if confirms and isinstance(failure, Failure):
                failure.confirm(error)
            is_same = isinstance(failure, Failure) and failure.is_same(error)
            return Verdict(FAIL if is_same else UNRESOLVED, shown(error))
        return PLAIN[UNRESOLVED] if answer is UNRESOLVED else PASSES

    def ended(self, how: Union[Death, Hang]) -> Verdict:
        """The verdict on a test that did not come back."""
        is_late = isinstance(how, Hang)
        is_same = isinstance(self.failure, Hang) if is_late else self.failure == how
        return Verdict(FAIL if is_same else UNRESOLVED, how, is_late)


def note_broken(error: Exception, candidate: object) -> None:
    """Says in an exception of a test that answers otherwise what it was given."""
    if sys.version_info >= (3, 11):
        error.add_note(f"{BROKEN}: {reprlib.repr(candidate)}")


def answered(answer: object) -> Verdict:
    """The verdict of a test that says by its answer what fails."""
    if answer is True:
        return FAILS
    return PASSES if answer is False else PLAIN[outcome(answer)]


def outcome(answer: Any) -> Outcome:
    """What an answer means."""
    if answer is True:
        return FAIL
    if answer is False:
        return PASS
    if isinstance(answer, Outcome):
        return answer
    # A truth value of a library, such as NumPy's.
    return FAIL if type(answer).__name__ in ("bool", "bool_") and bool(answer) else PASS
