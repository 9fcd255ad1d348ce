"""Dwindle: automatic debugging by delta debugging.

>>> import dwindle
>>> dwindle.reduce([3, 1, 4, 1, 5, 9, 2, 6], lambda kept: sum(kept) > 13).value
[5, 9]
"""

from __future__ import annotations

from .errors import FailureNotReproducedError, NoCallError, NotFailingError, NotPassingError
from .outcome import FAIL, PASS, UNRESOLVED, Outcome
from .reduction import ddmin, reduce
from .result import Result

__all__ = [
    "FAIL",
    "PASS",
    "UNRESOLVED",
    "FailureNotReproducedError",
    "NoCallError",
    "NotFailingError",
    "NotPassingError",
    "Outcome",
    "Result",
    "ddmin",
    "reduce",
]
