"""``pytest --dwindle``: its options. What they ask for is imported where it is asked for, since each session of pytest loads this."""

from __future__ import annotations

import pytest

__all__ = ["pytest_addoption", "pytest_configure"]

MARK = "dwindle(argument=function, ...): pytest --dwindle computes these arguments of the others, as an expected result"


def pytest_configure(config: pytest.Config) -> None:
    config.addinivalue_line("markers", MARK)
    if config.getoption("dwindle"):
        from . import pytest_reductions

        config.pluginmanager.register(pytest_reductions, "dwindle-reductions")


def pytest_addoption(parser: pytest.Parser) -> None:
    group = parser.getgroup("dwindle", "minimal failing arguments")
    group.addoption("--dwindle", action="store_true", help="reduce the arguments of each test that fails")
    group.addoption(
        "--dwindle-budget", type=int, default=1000, metavar="N", help="with at most N runs of the test (default: 1000)"
    )
    group.addoption(
        "--dwindle-timeout", type=float, default=None, metavar="S", help="and no run that takes longer than S seconds"
    )
    group.addoption(
        "--dwindle-keep", action="append", default=[], metavar="NAME", help="leave this argument as it is, such as an expected result"
    )
    group.addoption(
        "--dwindle-reference", metavar="VERSION", help="so that it shows a difference to a version that passes: a revision of git or a directory"
    )
    group.addoption("--dwindle-isolated", action="store_true", help="each of them in a process of its own")
