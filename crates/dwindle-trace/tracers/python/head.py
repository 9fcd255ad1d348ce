"""The tracer of Dwindle for Python 3.9 and later: see docs/tracers.md for what it reads and writes.

The syntax tree of the program's own modules is instrumented: each statement asks first whether it is executed. A module
is the program's own if it lies in the folder of the script or below, outside of the interpreter's folders.
"""

import ast
import atexit
import gc
import importlib.abc
import importlib.machinery
import importlib.util
import json
import os
import random
import signal
import sys
import sysconfig
import threading
import traceback
import types

VERSION = 1
DIVERGED = 125
MOST_EVENTS = 1_000_000
SHORT = 60
# What storage holds whose first assignment was left out, one value a run; the first two are nobody's, and of each event another
# one, in opposite orders.
GARBAGE = {
    "int": (lambda event: 6148914691236517206 + event, lambda event: -6148914691236517206 - event, lambda _: 0),
    "float": (lambda event: 1.1432e182 * (1 + event), lambda event: -1.1432e182 * (1 + event), lambda _: 0.0),
    "str": (lambda event: "\ufffd\u0007%07d" % event, lambda event: "\u0001\ufffd%07d" % (9999999 - event), lambda _: ""),
    "bytes": (lambda event: b"\xaa\x07%07d" % event, lambda event: b"\x01\xaa%07d" % (9999999 - event), lambda _: b""),
}
# The same in words.
GARBAGE_WORDS = ("large", "negative", "zero or empty")


class Stop(Exception):
    """The program cannot be traced."""

    def __init__(self, reason, why):
        super().__init__(why)
        self.record = {"reason": reason, "why": why}
