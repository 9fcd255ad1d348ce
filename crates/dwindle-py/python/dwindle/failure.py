"""When two failures are the same failure."""

from __future__ import annotations

import re
from types import CodeType, TracebackType
from typing import Callable, Optional, Union

__all__ = ["Failure", "Match", "frames"]

Match = Union[str, "re.Pattern[str]", Callable[[BaseException], bool]]
"""Which failures count as the same: see `Failure`."""

Frame = tuple[CodeType, int]
"""A code object and the instruction in it."""

MATCHES = ("place", "type", "message")


class Failure:
    """An exception that was raised, to which others are compared.

    ``match`` says what they have to have in common:

    * ``"place"`` (the default): the type, and the place at which it was raised, which is the instruction of the
      innermost frame. Code that the call itself makes, as `eval` does, is another one each time; there the place is the
      innermost one in code that stays.
    * ``"type"``: the type alone.
    * ``"message"``: the type and the message, as in the Debugging Book.
    * a regular expression: the type, and a message in which it is found.
    * a function: whatever it returns for the exception.
    """

    def __init__(self, error: BaseException, match: Optional[Match] = None) -> None:
        if match is None:
            match = "place"
        if isinstance(match, str) and match not in MATCHES:
            raise ValueError(f"match={match!r}: expected one of {', '.join(map(repr, MATCHES))}, a compiled "
                             "regular expression or a function")
        self.error = error
        self.match = match
        self._type = type(error)
        self._frames = frames(error.__traceback__)
        self._codes = {code for code, _ in map(_keyed, self._frames)}

    def confirm(self, error: BaseException) -> None:
        """Takes another run of the same input: code that has not come back was made by the run, and is no place."""
        again = {code for code, _ in map(_keyed, frames(error.__traceback__))}
        self._codes &= again

    def is_same(self, error: BaseException) -> bool:
        """Whether ``error`` is the same failure."""
        match = self.match
        if callable(match):
            return bool(match(error))
        if type(error) is not self._type:
            return False
        if match == "place":
            return self._place(frames(error.__traceback__)) == self._place(self._frames)
        if match == "message":
            return str(error) == str(self.error)
        if isinstance(match, re.Pattern):
            return match.search(str(error)) is not None
        return True

    def _place(self, found: list[Frame]) -> Optional[tuple[int, int]]:
        """The innermost frame whose code stays."""
        for frame in reversed(found):
            code, instruction = _keyed(frame)
            if code in self._codes:
                return code, instruction
        return None


def frames(traceback: Optional[TracebackType]) -> list[Frame]:
    """The frames of a traceback, the innermost last."""
    found: list[Frame] = []
    while traceback is not None:
        found.append((traceback.tb_frame.f_code, traceback.tb_lasti))
        traceback = traceback.tb_next
    return found


def _keyed(frame: Frame) -> tuple[int, int]:
    """Code by identity: equal code that was made twice is not the same."""
    code, instruction = frame
    return id(code), instruction
