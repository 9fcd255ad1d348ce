"""The tracer of Dwindle for Python 3.9 and later: see docs/tracers.md for what it reads and writes.

The syntax tree of the program's own modules is instrumented: each statement asks first whether it is executed. A module
is the program's own if it lies in the folder of the script or below, outside of the interpreter's folders.
"""

import ast
import atexit
import copy
import gc
import importlib.abc
import importlib.machinery
import importlib.util
import inspect
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
# What the program calls by this name is noted as its end.
leave = os._exit


class Stop(Exception):
    """The program cannot be traced."""

    def __init__(self, reason, why):
        super().__init__(why)
        self.record = {"reason": reason, "why": why}
