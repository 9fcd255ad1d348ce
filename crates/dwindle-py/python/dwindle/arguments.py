"""The arguments of a test that was seen to fail."""

from __future__ import annotations

import copy
from typing import Any, Callable, Optional

from . import _engine
from .failure import Failure
from .judge import Judge
from .outcome import FAIL
from .search import Found, Options, Runner
from .values import Whole, take_apart

__all__ = ["copied", "reduce_arguments"]


def copied(value: Any) -> Any:
    """A copy; what cannot be copied is taken as it is."""
    try:
        return copy.deepcopy(value)
    except Exception:
        return value


def reduce_arguments(
    call: Callable[[dict[str, Any]], object], data: dict[str, Any], failure: Failure, options: Options
) -> Optional[tuple[dict[str, Any], Found]]:
    """The smallest arguments with which ``call`` fails in the same way, by their names; ``None`` where it does not fail again."""

    def test(values: tuple[Any, ...]) -> object:
        return call(dict(zip(data, values)))

    judge = Judge(test)
    judge.failure = failure
    runner = Runner(judge, options)
    model, root = take_apart(Whole(data.values()))
    search = _engine.Search.of_value(model, root, "simplify")
    if runner.confirm(search.best(), failure).outcome is not FAIL:
        return None
    found = runner.run(search)
    return dict(zip(data, search.best())), found
