"""What a test gets of a list is that candidate, whatever tests do with theirs, though many may get one list in turn."""

from __future__ import annotations

import random
from typing import Any, Callable, Optional

import pytest

import dwindle
from dwindle.reduction import AlgorithmName

Spoils = Callable[[list[Any], int], object]


def replaced(kept: list[Any], nth: int) -> None:
    kept[nth % len(kept)] = None


def swapped_for_an_equal(kept: list[Any], nth: int) -> None:
    kept[nth % len(kept)] = float(kept[nth % len(kept)])


SPOILS: dict[str, Spoils] = {
    "reversed": lambda kept, nth: kept.reverse(),
    "replaced": replaced,
    "swapped for an equal": swapped_for_an_equal,
    "longer": lambda kept, nth: kept.append(0),
    "shorter": lambda kept, nth: kept.pop(nth % len(kept)),
    "empty": lambda kept, nth: kept.clear(),
    "exchanged": lambda kept, nth: kept.__setitem__(slice(None), [-1] * len(kept)),
}


class Needs:
    """Fails where all that is needed is there, and cannot stand what is no part of a list in order."""

    def __init__(self, needed: set[int], spoils: Optional[Spoils] = None, every: int = 1, first: int = 1) -> None:
        self.needed = needed
        self.spoils = spoils
        self.every = every
        self.first = first
        self.calls = self.spoilt = 0

    def __call__(self, kept: list[int]) -> bool:
        self.calls += 1
        assert all(type(each) is int for each in kept), "an element of another list"
        assert all(left < right for left, right in zip(kept, kept[1:])), "elements in another order"
        fails = self.needed <= set(kept)
        if kept and self.spoils is not None and self.calls >= self.first and self.calls % self.every == 0:
            self.spoils(kept, self.calls)
            self.spoilt += 1
        return fails


@pytest.mark.parametrize("algorithm", ["ddmin", "dwindle", "dd"])
@pytest.mark.parametrize("spoils", SPOILS)
def test_a_test_may_change_its_list_at_any_time(spoils: str, algorithm: AlgorithmName) -> None:
    spoilt = 0
    for seed in range(8):
        dice = random.Random(seed)
        length = dice.choice([70, 300, 900])
        needed = set(dice.sample(range(length), dice.choice([2, 9, 60])))
        expected = dwindle.reduce(list(range(length)), Needs(needed), unit="elements", algorithm=algorithm)
        test = Needs(needed, SPOILS[spoils], every=dice.choice([1, 2, 13, 90]), first=dice.choice([1, 40, 300]))
        found = dwindle.reduce(list(range(length)), test, unit="elements", algorithm=algorithm)
        assert found.value == sorted(needed) == expected.value
        assert found.tests == expected.tests
        spoilt += test.spoilt
    assert spoilt > 5


@pytest.mark.parametrize("algorithm", ["ddmin", "dwindle"])
def test_a_list_that_a_test_keeps_stays_as_it_was(algorithm: AlgorithmName) -> None:
    kept_lists: list[tuple[list[int], list[int]]] = []
    calls = 0

    def fails(kept: list[int]) -> bool:
        nonlocal calls
        calls += 1
        if calls % 5 == 0:
            kept_lists.append((kept, list(kept)))
        return len(kept) >= 450 and 17 in kept

    found = dwindle.reduce(list(range(500)), fails, unit="elements", algorithm=algorithm)
    assert len(found.value) == 450 and len(kept_lists) > 90
    assert all(kept == copy for kept, copy in kept_lists)


def test_a_list_that_was_kept_may_be_changed_later() -> None:
    before: list[list[int]] = []

    def fails(kept: list[int]) -> bool:
        while before:
            before.pop().clear()
        assert kept == sorted(set(kept))
        before.append(kept)
        return {3, 404} <= set(kept)

    assert dwindle.reduce(list(range(500)), fails, unit="elements", algorithm="ddmin").value == [3, 404]


def test_each_test_of_a_long_search_sees_its_candidate() -> None:
    seen: list[tuple[int, ...]] = []

    def fails(kept: list[int]) -> bool:
        seen.append(tuple(kept))
        return len(kept) >= 250

    def fails_on_its_own(kept: tuple[int, ...]) -> bool:
        own.append(kept)
        return len(kept) >= 250

    own: list[tuple[int, ...]] = []
    dwindle.reduce(list(range(300)), fails, unit="elements", algorithm="ddmin")
    dwindle.reduce(tuple(range(300)), fails_on_its_own, unit="elements", algorithm="ddmin")
    assert len(seen) > 500 and seen == own


def test_an_exception_on_a_part_is_passed_on_with_the_part() -> None:
    calls = 0

    def fails(kept: list[int]) -> bool:
        nonlocal calls
        calls += 1
        if calls == 200:
            raise LookupError(len(kept))
        return len(kept) >= 450

    with pytest.raises(LookupError) as raised:
        dwindle.reduce(list(range(500)), fails, unit="elements", algorithm="ddmin")
    innermost = raised.traceback[-1].frame.f_locals["kept"]
    assert raised.value.args == (len(innermost),) and innermost == sorted(set(innermost))
