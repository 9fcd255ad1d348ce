"""``python -m dwindle.pytest_worker``: a process that runs one test of pytest as often as it is asked to.

It runs with the code under test as it is, or with a reference in the place of some of its modules.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from importlib.machinery import ModuleSpec, PathFinder
from multiprocessing.connection import Connection
from types import ModuleType
from typing import Any, Optional

import pytest

from .pytest_items import TestCall
from .records import End, Record, described, end_of


class Finder:
    """Finds modules where the reference has them."""

    def __init__(self, places: dict[str, str]) -> None:
        self.places = places

    def find_spec(
        self, name: str, path: Optional[Sequence[str]] = None, target: Optional[ModuleType] = None
    ) -> Optional[ModuleSpec]:
        """The module, if it is one of the reference's; what is in it is found beside it."""
        return PathFinder.find_spec(name, [self.places[name]]) if name in self.places else None


class Serving:
    """A plugin of pytest that runs a test with the data that it is sent, and sends back what that comes to."""

    def __init__(self, connection: "Connection[Any, Any]") -> None:
        self.connection = connection

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtest_call(self, item: pytest.Function) -> None:
        """Serves until nobody asks, and ends the process."""
        call = TestCall(item)
        self.connection.send(None)
        while True:
            try:
                values, is_looking = self.connection.recv()
            except EOFError:
                os._exit(0)
            looks: list[tuple[int, list[str]]] = []
            end: Optional[End] = None

            def look(line: int, looked: list[Any], looks: list[tuple[int, list[str]]] = looks) -> None:
                looks.append((line, list(map(described, looked))))

            try:
                call(values, look if is_looking else None)
            except BaseException as error:
                end = end_of(item.function, error)
            self.connection.send(Record(looks, end))


def main() -> None:
    """Runs pytest with the arguments that the other process sends."""
    connection: "Connection[Any, Any]" = Connection(int(sys.argv[1]))
    arguments, path, places = connection.recv()
    sys.path[:] = path
    sys.meta_path.insert(0, Finder(places))
    for name in [name for name in sys.modules if name.split(".")[0] in places]:
        del sys.modules[name]
    sys.exit(pytest.main(arguments, plugins=[Serving(connection)]))


if __name__ == "__main__":
    main()
