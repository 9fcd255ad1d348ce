"""Dwindle: automatic debugging by delta debugging.

>>> import dwindle
>>> dwindle.reduce([3, 1, 4, 1, 5, 9, 2, 6], lambda kept: 5 in kept and 9 in kept).value
[5, 9]
"""

from __future__ import annotations

from .debugger import DeltaDebugger
from .errors import FailureNotReproducedError, NoCallError, NotFailingError, NotPassingError
from .outcome import FAIL, PASS, UNRESOLVED, Outcome
from .reduction import algorithms, ddmin, reduce
from .result import Result
from .values import reducer

__all__ = [
    "FAIL",
    "PASS",
    "UNRESOLVED",
    "DeltaDebugger",
    "FailureNotReproducedError",
    "NoCallError",
    "NotFailingError",
    "NotPassingError",
    "Outcome",
    "Result",
    "algorithms",
    "ddmin",
    "reduce",
    "reducer",
]
