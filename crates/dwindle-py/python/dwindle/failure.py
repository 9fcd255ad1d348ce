"""When two failures are the same failure."""

from __future__ import annotations

import re
import signal
import sys
from dataclasses import dataclass
from itertools import islice
from types import CodeType, TracebackType
from typing import Any, Callable, Optional, Union

__all__ = ["Death", "Failure", "Hang", "Match", "shown"]

Match = Union[str, "re.Pattern[str]", Callable[[BaseException], bool]]
"""Which failures count as the same: see `Failure`."""

Code = tuple[str, str, int]
"""A code object by its file, its name and its line."""

MATCHES = ("place", "type", "message")


class Failure:
    """An exception that was raised, to which others are compared.

    ``match`` says what they have to have in common:

    * ``"place"`` (the default): the type, and the place at which it was raised, which is that of the innermost frame. Code
      that the call itself makes, as `eval` does, is another one each time; there the place is the innermost one in code
      that stays.
    * ``"type"``: the type alone.
    * ``"message"``: the type and the message, as in the Debugging Book.
    * a compiled regular expression: the type, and a message in which it is found.
    * a function: whatever it returns for the exception.
    """

    def __init__(self, error: BaseException, match: Optional[Match] = None) -> None:
        if match is None:
            match = "place"
        if isinstance(match, str) and match not in MATCHES:
            raise ValueError(f"match={match!r}: expected one of {', '.join(map(repr, MATCHES))}, a compiled "
                             "regular expression or a function")
        self.error: Optional[BaseException] = error
        self.match = match
        self.shown = shown(error)
        self._type = _name(error)
        self._message = str(error)
        self._frames: list[tuple[Optional[CodeType], Code, object]] = [
            (code, _code(code), _place(code, instruction)) for code, instruction in _frames(error.__traceback__)
        ]
        self._codes = {code for _, code, _ in self._frames}

    def confirm(self, error: BaseException) -> None:
        """Takes another run of the same input: code that has not come back was made by the run, and is no place."""
        again = {id(code) for code, _ in _frames(error.__traceback__)}
        self._codes &= {named for code, named, _ in self._frames if id(code) in again}

    def take_over(self, confirmed: Failure) -> None:
        """Takes what a copy of this failure in another process was told."""
        self._codes = confirmed._codes

    def is_same(self, error: BaseException) -> bool:
        """Whether ``error`` is the same failure."""
        match = self.match
        if callable(match):
            return bool(match(error))
        if _name(error) != self._type:
            return False
        if match == "place":
            found = ((_code(code), code, instruction) for code, instruction in _frames(error.__traceback__, last=True))
            for named, code, instruction in found:
                if named in self._codes:
                    return self._innermost() == (named, _place(code, instruction))
            return self._innermost() is None
        if match == "message":
            return str(error) == self._message
        if isinstance(match, re.Pattern):
            return match.search(str(error)) is not None
        return True

    def _innermost(self) -> Optional[tuple[Code, object]]:
        """The place in the innermost frame whose code stays."""
        for _, named, place in reversed(self._frames):
            if named in self._codes:
                return named, place
        return None

    def __getstate__(self) -> dict[str, Any]:
        """What another process can be told: not the exception, and of code the names."""
        frames = [(None, named, place) for _, named, place in self._frames]
        match = self.match if isinstance(self.match, str) else None
        return {**self.__dict__, "error": None, "_frames": frames, "match": match}


@dataclass(frozen=True)
class Death:
    """The end of a process that did not come back from a test."""

    code: int
    """The exit code; of a signal its number below zero."""

    @property
    def shown(self) -> str:
        """How it is shown."""
        if self.code >= 0:
            return f"the process ended with exit code {self.code}"
        try:
            return f"the process was ended by {signal.Signals(-self.code).name}"
        except ValueError:
            return f"the process was ended by signal {-self.code}"


@dataclass(frozen=True)
class Hang:
    """A test that takes too long."""

    limit: float

    @property
    def shown(self) -> str:
        """How it is shown."""
        return f"no end within {self.limit:g} s"


def shown(error: BaseException) -> str:
    """An exception in one line."""
    said = str(error).strip()
    return type(error).__name__ + (f": {said.splitlines()[0]}" if said else "")


def _name(error: BaseException) -> tuple[str, str]:
    return type(error).__module__, type(error).__qualname__


def _frames(traceback: Optional[TracebackType], last: bool = False) -> list[tuple[CodeType, int]]:
    """The frames of a traceback, the innermost last, or first."""
    found: list[tuple[CodeType, int]] = []
    while traceback is not None:
        found.append((traceback.tb_frame.f_code, traceback.tb_lasti))
        traceback = traceback.tb_next
    return found[::-1] if last else found


def _code(code: CodeType) -> Code:
    return code.co_filename, getattr(code, "co_qualname", code.co_name), code.co_firstlineno


def _place(code: CodeType, instruction: int) -> object:
    """The place of an instruction in the source: where an interpreter adapts code while it runs, numbers of instructions
    change."""
    if sys.version_info < (3, 11):
        return instruction
    lines = next(islice(code.co_positions(), instruction // 2, None), None)
    return lines if lines is not None and lines[0] is not None else instruction
