"""Dwindle: automatic debugging by delta debugging.

>>> import dwindle
>>> dwindle.reduce([3, 1, 4, 1, 5, 9, 2, 6], lambda kept: 5 in kept and 9 in kept).value
[5, 9]
"""

from __future__ import annotations

from .code import reduce_code
from .debugger import DeltaDebugger
from .decorator import minimize
from .errors import (
    FailureNotReproducedError,
    NoCallError,
    NotFailingError,
    NotPassingError,
    ProcessEndedError,
    UnreliableTest,
)
from .outcome import FAIL, PASS, UNRESOLVED, Outcome
from .reduction import algorithms, ddmin, isolate, maximize, reduce
from .result import Difference, Result
from .values import reducer

__all__ = [
    "FAIL",
    "PASS",
    "UNRESOLVED",
    "DeltaDebugger",
    "Difference",
    "FailureNotReproducedError",
    "NoCallError",
    "NotFailingError",
    "NotPassingError",
    "Outcome",
    "ProcessEndedError",
    "Result",
    "UnreliableTest",
    "algorithms",
    "ddmin",
    "isolate",
    "maximize",
    "minimize",
    "reduce",
    "reduce_code",
    "reducer",
]
