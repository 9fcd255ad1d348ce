"""The arguments of a test that was seen to fail."""

from __future__ import annotations

import copy
from typing import Any, Callable, Optional

from . import _engine
from .failure import Failure
from .judge import Judge
from .outcome import FAIL
from .search import Found, Options, Runner, joined
from .values import Whole, take_apart

__all__ = ["copied", "reduce_arguments", "reduce_where"]


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
    runner = _runner(call, data, options)
    runner.judge.failure = failure
    if runner.confirm(_engine.build(*take_apart(Whole(data.values()))), failure).outcome is not FAIL:
        return None
    return _reduced(runner, data)


def reduce_where(
    shows: Callable[[dict[str, Any]], bool], data: dict[str, Any], options: Options
) -> tuple[dict[str, Any], Found]:
    """The smallest arguments of which ``shows`` is true, as it is of these."""
    return _reduced(_runner(shows, data, options), data)


def _runner(call: Callable[[dict[str, Any]], object], data: dict[str, Any], options: Options) -> Runner[tuple[Any, ...]]:
    names = list(data)
    return Runner(Judge(lambda values: call(dict(zip(names, values)))), options)


def _reduced(runner: Runner[tuple[Any, ...]], data: dict[str, Any]) -> tuple[dict[str, Any], Found]:
    """Texts lose words first, which leaves them readable, and then everything gets smaller."""
    found = Found(None, [], 0)
    for name, text in data.items():
        if type(text) is str and found.stopped is None:

            def made(candidate: str, name: str = name) -> tuple[Any, ...]:
                return tuple(copied({**data, name: candidate}).values())

            search = _engine.Search.of_text(text, "tokens", "dwindle")
            more = runner.run(search, made, before=found, is_last=False)
            found = joined(found, more) if found.sizes else more
            data = {**data, name: search.best()}
    if found.stopped is not None:
        return data, found
    search = _engine.Search.of_value(*take_apart(Whole(data.values())), "simplify")
    found = joined(found, runner.run(search, before=found)) if found.sizes else runner.run(search)
    return dict(zip(data, search.best())), found
