"""Functions for data and a test."""

from __future__ import annotations

import json
import os
from collections.abc import Iterable, Iterator, Mapping
from typing import Any, Callable, Literal, Optional, Sequence, TypeVar, Union, get_args

from . import _engine
from .errors import NotPassingError
from .failure import Match
from .judge import Judge
from .result import Difference, Result
from .search import Isolated, Options, Runner
from .stages import Stages
from .values import Whole, take_apart

__all__ = ["algorithms", "by_syntax", "ddmin", "isolate", "maximize", "reduce"]

T = TypeVar("T")
Data = TypeVar("Data")

Grammar = Union[str, "os.PathLike[str]", Mapping[str, Any]]
"""A grammar as text, the file that holds it, or a dictionary of rules."""

Unit = Literal["elements", "characters", "chars", "bytes", "lines", "tokens"]
"""What is left out as a whole: the first of them of a list or tuple, the others of a text."""

AlgorithmName = Literal[
    "dwindle", "one-minimal", "ddmin", "ddmin-complement", "dd", "probdd", "cdd", "wddmin", "depth-first"
]
"""The names of the algorithms, as `algorithms` lists them."""

TEXT_UNITS = {"characters": "chars", "chars": "chars", "bytes": "bytes", "lines": "lines", "tokens": "tokens"}


def ddmin(items: Sequence[T], test: Callable[[list[T]], object]) -> list[T]:
    """Reduces a list by ddmin, test for test as published (Zeller & Hildebrandt 2002).

    >>> ddmin([1, 2, 3, 4, 5, 6, 7, 8], lambda kept: {1, 7, 8} <= set(kept))
    [1, 7, 8]
    """
    if not isinstance(items, Iterable):
        raise TypeError(f"items={items!r}: expected a list or another sequence")
    return reduce(list(items), test, unit="elements", algorithm="ddmin").value


def reduce(
    data: Data,
    test: Callable[[Data], object],
    *,
    unit: Optional[Unit] = None,
    algorithm: Optional[AlgorithmName] = None,
    language: Optional[Literal["python"]] = None,
    grammar: Optional[Grammar] = None,
    simplify: Optional[bool] = None,
    match: Optional[Match] = None,
    budget: Optional[int] = None,
    timeout: Optional[float] = None,
    isolated: Isolated = False,
    jobs: int = 1,
    memory: Optional[int] = None,
) -> Result[Data]:
    """Reduces ``data`` to a part that still fails, and of which nothing can be left out.

    ``test`` is called with smaller and smaller data, made anew each time. An exception or ``True`` says that it fails. If
    it answers, an exception on smaller data is not the failure, and is passed on; so it asks with care, as with ``get``
    below.

    >>> reduce("a long text (with brackets) in it", lambda text: "(" in text and ")" in text).value
    '()'

    Nested data is reduced on all levels: elements are left out, parts take the places of wholes, numbers and characters
    get smaller.

    >>> data = {"users": [{"name": "Ann", "age": 31}, {"name": "Bob", "age": -4}], "version": 2}
    >>> reduce(data, lambda data: any(user.get("age", 0) < 0 for user in data.get("users", []))).value
    {'users': [{'age': -1}]}

    ``unit`` says what is left out as a whole instead: ``"elements"`` of a list or tuple, ``"characters"``, ``"bytes"``,
    ``"lines"`` or ``"tokens"`` of a text. ``algorithm`` names a published algorithm (`algorithms` lists them).

    >>> reduce("one\\ntwo\\nthree\\n", lambda text: "w" in text, unit="lines").value
    'two\\n'

    ``language="python"`` reduces a text as Python source, and ``grammar`` by a grammar, in EBNF, ANTLR's notation, or as a
    dictionary like those of the Fuzzing Book; a `pathlib.Path` names a file that holds one. Then only texts of the grammar are tested.

    >>> reduce("1 + (2 * 3)", lambda text: "(" in text, grammar="e ::= t (' + ' t)*  t ::= f (' * ' f)*  "
    ...     "f ::= '(' e ')' | [0-9]").value
    '(0)'

    ``simplify`` says whether numbers and characters get smaller; by default they do in nested data, and not in a text.
    ``match`` says which exceptions are the same failure (see `Failure`). ``budget`` is the number of tests after which
    the search ends, with the best so far. So does Ctrl-C.

    With ``isolated=True`` each test runs in a process of its own, so that it may crash, exit or hang, ``jobs`` of them at a
    time. That process is a copy of this one, made by fork; with ``isolated="spawn"`` it is a new one, which takes longer, and
    the test has to be a function of a module. ``timeout`` is in seconds, ``memory`` in bytes. How the whole ends (an exception, a signal, an exit code, no end) is
    the failure then.
    """
    options = Options(timeout, isolated, jobs, memory, budget)
    _check(unit, algorithm, language, simplify, language is not None or grammar is not None)
    if isinstance(data, Iterator):
        raise TypeError(f"a {type(data).__name__} can be read only once: give a list of what it yields")
    runner = Runner(Judge(test, match), options)
    if language is not None or grammar is not None:
        return by_syntax(data, runner, language, _grammar(grammar, language))
    is_text = isinstance(data, (str, bytes, bytearray))
    if unit is None and algorithm is None and (simplify or not is_text):
        return _by_value(data, runner, simplify is not False)
    search, made = _by_unit(data, unit, algorithm or "dwindle")
    return _found(search, runner, made)


def _check(unit: object, algorithm: object, language: object, simplify: object, is_syntax: bool) -> None:
    """Says which argument is wrong, and what there is to choose from."""
    for name, given, choices in (
        ("algorithm", algorithm, get_args(AlgorithmName)),
        ("language", language, ("python",)),
        ("simplify", simplify, (True, False)),
    ):
        if given is not None and not any(given is choice or (given == choice and isinstance(given, str)) for choice in choices):
            raise ValueError(f"{name}={given!r}: expected one of {', '.join(map(repr, choices))}, or None")
    others = {"unit": unit, "algorithm": algorithm, "simplify": simplify or None}
    given_too = [name for name, value in others.items() if value is not None]
    if is_syntax and given_too:
        raise ValueError(f"{given_too[0]}= does not go with language= and grammar=, which say what is left out")
    if simplify and len(given_too) > 1:
        raise ValueError(f"simplify=True does not go with {given_too[0]}=, which leaves out and changes nothing")


def _by_value(data: Data, runner: Runner[Data], simplify: bool) -> Result[Data]:
    """Reduces a value on all levels."""
    stages = Stages(runner)
    short = stages.shorten(data, "dwindle")
    result = stages.reduce(short, "simplify" if simplify else "remove")
    return Result(result, stages.found.tests, stages.found.sizes, stages.found.stopped)


def _found(search: _engine.Search, runner: Runner[Data], made: Optional[Callable[[Any], Data]]) -> Result[Data]:
    """Runs a search on data that has to fail."""

    def best(own: bool = False) -> Data:
        small: Data = search.best(own)
        return small if made is None else made(small)

    runner.settle(best)
    found = runner.run(search, made)
    return Result(best(True), found.tests, found.sizes, found.stopped)


def _grammar(grammar: Optional[Grammar], language: Optional[str]) -> Optional[str]:
    """The text of a grammar."""
    if grammar is not None and language is not None:
        raise ValueError("language= and grammar= say the same thing: give one of them")
    if isinstance(grammar, os.PathLike):
        with open(grammar, encoding="utf-8") as file:
            return file.read()
    if isinstance(grammar, str) and not any(sign in grammar for sign in "=:{\n"):
        raise ValueError(f"grammar={grammar!r} has no rule; if it is the name of a file, give pathlib.Path({grammar!r})")
    if grammar is None or isinstance(grammar, str):
        return grammar
    if not isinstance(grammar, Mapping):
        raise TypeError(f"grammar={grammar!r}: expected a text, a pathlib.Path or a dictionary")
    return json.dumps(dict(grammar))


def by_syntax(
    data: Data, runner: Runner[Data], language: Optional[str], grammar: Optional[str]
) -> Result[Data]:
    """Reduces a text by its syntax tree."""
    if not isinstance(data, (str, bytes)):
        raise ValueError(f"language= and grammar= are for texts, not for a {type(data).__name__}")
    options = runner.options
    search = _engine.Search.of_syntax(data, language, grammar, options.jobs, options.budget)
    return _found(search, runner, None)


def isolate(
    data: Data,
    test: Callable[[Data], object],
    *,
    match: Optional[Match] = None,
    budget: Optional[int] = None,
    timeout: Optional[float] = None,
    isolated: Isolated = False,
    jobs: int = 1,
    memory: Optional[int] = None,
) -> Difference[Data]:
    """Finds a difference that decides: data that passes, data that fails, and what the one has and the other has not.

    >>> isolate([1, 2, 3, 4, 5, 6, 7, 8], lambda kept: 3 in kept and 6 in kept)
    Difference(passing=[5, 6, 7, 8], failing=[3, 5, 6, 7, 8], difference=[3])

    The options are those of `reduce`.
    """
    return _both_sides(data, "both", Runner(Judge(test, match), Options(timeout, isolated, jobs, memory, budget)))


def maximize(
    data: Data,
    test: Callable[[Data], object],
    *,
    match: Optional[Match] = None,
    budget: Optional[int] = None,
    timeout: Optional[float] = None,
    isolated: Isolated = False,
    jobs: int = 1,
    memory: Optional[int] = None,
) -> Data:
    """The most of the data with which the test passes: nothing more of it can be put back.

    >>> maximize([1, 2, 3, 4, 5, 6, 7, 8], lambda kept: 3 in kept and 6 in kept)
    [1, 2, 4, 5, 6, 7, 8]

    The options are those of `reduce`.
    """
    runner = Runner(Judge(test, match), Options(timeout, isolated, jobs, memory, budget))
    return _both_sides(data, "maximise", runner).passing


def _both_sides(data: Data, mode: str, runner: Runner[Data]) -> Difference[Data]:
    take_apart(data)  # It says what is wrong with data of which nothing can be left out.
    search = _engine.Search.of_sides(*take_apart(Whole([data])), mode)

    def made(whole: Any) -> Data:
        part: Data = whole[0]
        return part

    runner.settle(lambda: made(search.best()))
    found = runner.run(search, made)
    sides, outcome = search.sides()
    passing, failing, difference = map(made, sides)
    if outcome != "pass":
        if found.stopped is not None:
            raise NotPassingError(f"the {found.stopped} ended the search before a part of the data was found that passes")
        how = "fails too" if outcome == "fail" else "does not pass either"
        raise NotPassingError(f"{passing!r} {how}, so no part of the data passes")
    return Difference(passing, failing, difference, found.stopped)


def algorithms() -> dict[str, str]:
    """The names of the algorithms, each with one line on what it is."""
    return dict(_engine.algorithms())


def _by_unit(
    data: Data, unit: Optional[str], algorithm: str
) -> tuple[_engine.Search, Optional[Callable[[Any], Data]]]:
    """The search among the units of ``data``, and how its candidates become data, where they are not yet."""
    whole: Any = data
    if isinstance(data, (str, bytes, bytearray)):
        named = TEXT_UNITS.get(unit or ("characters" if isinstance(data, str) else "bytes"))
        if named is None:
            raise ValueError(f"unit={unit!r}: a text has the units {', '.join(TEXT_UNITS)}")
        back = None if type(data) in (str, bytes) else type(whole)
        text = whole if isinstance(data, (str, bytes)) else bytes(whole)
        try:
            return _engine.Search.of_text(text, named, algorithm), back
        except UnicodeEncodeError:  # A character that is half of a pair: no text for the engine, but a list.
            joined: Any = "".join
            return _engine.Search.of_list(list(whole), algorithm), joined
    if unit not in (None, "elements"):
        raise ValueError(f"unit={unit!r}: data other than text has the unit 'elements'")
    if not isinstance(data, (list, tuple)) or hasattr(data, "_make"):
        raise ValueError(f"unit= and algorithm= are for texts, lists and tuples; leave them out for a {type(data).__name__}")
    return _engine.Search.of_list(list(data), algorithm), None if type(data) is list else type(whole)
