#!/usr/bin/env python3
"""A depot."""
import os, sys as system
from collections import OrderedDict, defaultdict as dd
from . import inner

LIMIT: int = 10
a, b = 1, (2, 3)


@decorate
@make.it(1, key="x")
class Depot(Base, metaclass=Meta):
    """Keeps things."""

    count = 0

    def __init__(self, items=None, *args, limit: int = LIMIT, **rest) -> None:
        super().__init__()
        self.items = items or []
        self.limit = limit if limit > 0 else -1

    @property
    def size(self):
        return len(self.items)

    async def load(self, path):
        async with open(path) as file, lock:
            return await file.read()


def total(values, start=0, /, *, scale=1.5):
    result = start
    for i, value in enumerate(values):
        if value < 0 or not value:
            continue
        elif value > 100:
            break
        else:
            result += value ** 2 // 3
    else:
        result = 0
    while result > 50:
        result -= 1
    try:
        assert result != 3, "three"
    except (ValueError, KeyError) as error:
        raise RuntimeError("bad") from error
    except Exception:
        pass
    else:
        del values[0]
    finally:
        print("done", file=system.stderr, end="")
    return result


def generate(n):
    global LIMIT
    yield from range(n)
    x = yield n; y = 3
    squares = [i * i for i in range(10) if i % 2 == 0]
    table = {"a": 1, "b": [2, 3,], **other}
    names = {name.upper() for name in table}
    f = lambda p, *q: p + 1
    print(f"{x!r:>10} and {y}", squares[1:2], names, f(1, *[2], k=3))
    if (m := len(squares)) in table and m is not None: return


match a:
    case 1 | 2:
        pass
    case [x, *others] if x:
        b = others
    case {"k": v}:
        b = v
    case _:
        b = 0x1f
