"""When two failures are the same failure."""

from __future__ import annotations

import dis
import re
import signal
import sys
from dataclasses import dataclass
from itertools import islice
from types import CodeType, TracebackType
from typing import Any, Callable, Optional, Union

__all__ = ["Death", "Failure", "Hang", "Match", "checked_match", "innermost", "shown"]

Match = Union[str, "re.Pattern[str]", Callable[[BaseException], bool]]
"""Which failures count as the same: see `Failure`."""

Code = tuple[str, str, int]
"""A code object by its file, its name and its line."""

End = tuple[str, str, Optional[str]]
"""Where code that a run makes fails: the name of the function, the kind of instruction, and a message written there."""

KINDS = {"PRECALL": "CALL", "CALL": "CALL", "LOAD_METHOD": "LOAD_ATTR", "LOAD_GLOBAL": "LOAD_NAME"}
"""Instructions that differ by how little stands beside them, by the beginnings of their names."""

MATCHES = ("place", "type", "message")

DEEPEST = 50
"""So many innermost frames show what a recursion goes through; how deep it is when it fails decides which of them is the last."""


class Failure:
    """An exception that was raised, to which others are compared.

    ``match`` says what they have to have in common:

    * ``"place"`` (the default): the type, and the place at which it was raised, which is that of the innermost frame. Code
      that the call itself makes, as `eval` and `exec` do, is another one each time, and its lines move. There the place is the
      innermost one in code that stays, with the name of the function that failed beyond it, the kind of its instruction, and
      the message of a ``raise`` or an ``assert`` that is written in it. A recursion that is too deep is one through the same code.
    * ``"type"``: the type alone.
    * ``"message"``: the type and the message, as in the Debugging Book.
    * a compiled regular expression: the type, and a message in which it is found.
    * a function: whatever it returns for the exception.
    """

    def __init__(self, error: BaseException, match: Optional[Match] = None) -> None:
        self.error: Optional[BaseException] = error
        self.match: Match = "place" if match is None else checked_match(match)
        self.shown = shown(error)
        self._type = _name(error)
        self._message = str(error)
        self._frames: list[tuple[Optional[CodeType], Code, object]] = [
            (code, _code(code), _place(code, instruction)) for code, instruction in _frames(error.__traceback__)
        ]
        self._codes = {code for _, code, _ in self._frames}
        self._end = _end(error)
        self._recursive = {named for _, named, _ in self._frames[-DEEPEST:]} if isinstance(error, RecursionError) else None

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
        if match == "place" and self._recursive is not None:
            deepest = _frames(error.__traceback__, last=True)[:DEEPEST]
            return any(_code(code) in self._recursive for code, _ in deepest)
        if match == "place":
            place, beyond = None, 0
            for beyond, (code, instruction) in enumerate(_frames(error.__traceback__, last=True)):
                if _code(code) in self._codes:
                    place = _code(code), _place(code, instruction)
                    break
            return (place, _end(error) if beyond or place is None else None) == self._innermost()
        if match == "message":
            return str(error) == self._message
        if isinstance(match, re.Pattern):
            return match.search(str(error)) is not None
        return True

    def _innermost(self) -> tuple[Optional[tuple[Code, object]], Optional[End]]:
        """The place in the innermost frame whose code stays, and the end of the code beyond it that the run made."""
        for beyond, (_, named, place) in enumerate(reversed(self._frames)):
            if named in self._codes:
                return (named, place), self._end if beyond else None
        return None, self._end

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


def checked_match(match: Match) -> Match:
    """What is given as ``match``, if it is one of those that are known."""
    if not (match in MATCHES if isinstance(match, str) else isinstance(match, re.Pattern) or callable(match)):
        raise ValueError(f"match={match!r}: expected one of {', '.join(map(repr, MATCHES))}, a compiled regular expression "
                         "or a function of the exception")
    return match


def shown(error: BaseException) -> str:
    """An exception in one line."""
    said = str(error).strip()
    return type(error).__name__ + (f": {said.splitlines()[0]}" if said else "")


def innermost(error: BaseException) -> object:
    """The place at which an exception was raised, as another process can be told it."""
    frames = _frames(error.__traceback__)
    return (_code(frames[-1][0]), _place(*frames[-1])) if frames else None


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


def _end(error: BaseException) -> Optional[End]:
    """Where the innermost code failed, as far as that can be said of code whose lines move."""
    frames = _frames(error.__traceback__)
    if not frames:
        return None
    code, instruction = frames[-1]
    name = dis.opname[code.co_code[instruction]]
    kind = next((kind for start, kind in KINDS.items() if name.startswith(start)), name)
    if kind == "BINARY_OP":
        kind += f" {code.co_code[instruction + 1]}"
    message = error.args[0] if kind == "RAISE_VARARGS" and error.args else None
    return code.co_name, kind, message if isinstance(message, str) and message in code.co_consts else None
