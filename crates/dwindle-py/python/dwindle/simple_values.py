"""Values with simplest ones of their own: members of enumerations, dates and times, decimal numbers and fractions."""

from __future__ import annotations

import datetime
import enum
from decimal import Decimal
from fractions import Fraction
from typing import Any, Callable, Optional

__all__ = ["as_fields"]

Fields = tuple[list[int], Callable[[list[int]], Any], object]
"""Numbers that get smaller, the value that they make, and what is equal for values that they can make of each other."""

SCALE = 100
"""Powers of ten to which a decimal number is taken apart; its digits are written out."""


def as_fields(value: Any) -> Optional[Fields]:
    """The value as numbers, all of which are 0 for the simplest value of its type.

    These are the first member, midnight on 2000-01-01, no time, and 0.
    """
    exact = type(value)
    if isinstance(value, enum.Enum):
        return None if isinstance(value, enum.Flag) else _of_member(value)
    if exact is datetime.date:
        return _of_date(value), lambda numbers: _at(value, numbers), exact
    if exact is datetime.datetime:
        return [*_of_date(value), *_of_time(value)], lambda numbers: _at(value, numbers), (exact, id(value.tzinfo), value.fold)
    if exact is datetime.time:
        return _of_time(value), lambda numbers: value.replace(*numbers), (exact, id(value.tzinfo), value.fold)
    if exact is datetime.timedelta:
        if value == datetime.timedelta.min:
            return _as_it_is(value)
        sign = -1 if value.days < 0 else 1
        length = value * sign
        fields = [length.days, length.seconds, length.microseconds]
        return fields, lambda numbers: sign * datetime.timedelta(*numbers), (exact, sign)
    if exact is Decimal:
        return _of_decimal(value)
    if exact is Fraction:
        return [value.numerator, value.denominator - 1], lambda numbers: Fraction(numbers[0], numbers[1] + 1), exact
    return None


def _of_member(value: enum.Enum) -> Fields:
    members = list(type(value))

    def member(numbers: list[int]) -> enum.Enum:
        if numbers[0] < 0:
            raise ValueError("no member comes before the first")
        return members[numbers[0]]

    return [members.index(value)], member, type(value)


def _of_date(value: datetime.date) -> list[int]:
    return [value.year - 2000, value.month - 1, value.day - 1]


def _of_time(value: Any) -> list[int]:
    return [value.hour, value.minute, value.second, value.microsecond]


def _at(value: Any, numbers: list[int]) -> Any:
    """The date, with or without a time, that the numbers make."""
    year, month, day, *times = numbers
    return value.replace(2000 + year, 1 + month, 1 + day, *times)


def _as_it_is(value: Any) -> Fields:
    """A value of which no number is as it should be: infinite, too large, or the last of its type."""
    return [], lambda numbers: value, object()


def _of_decimal(value: Decimal) -> Fields:
    """What stands before the point, and what stands after it."""
    sign, digits, exponent = value.as_tuple()
    if not isinstance(exponent, int) or abs(exponent) > SCALE:
        return _as_it_is(value)
    coefficient = int("".join(map(str, digits)))
    places = max(-exponent, 0)
    whole, rest = divmod(coefficient * 10 ** max(exponent, 0), 10**places)

    def make(numbers: list[int]) -> Decimal:
        if numbers == [whole, rest]:
            return value
        if min(numbers) < 0:
            raise ValueError("the sign stays")
        left = places if numbers[1] else 0
        written = str(numbers[0] * 10**left + numbers[1])
        return Decimal((sign, tuple(map(int, written)), -left))

    return [whole, rest], make, (Decimal, sign, places)
