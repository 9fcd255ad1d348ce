"""The loop: what the engine asks about is made, judged and told."""

from __future__ import annotations

from typing import Any, Callable, Optional, Protocol, TypeVar

from .outcome import FAIL, Outcome

__all__ = ["Search", "run"]

T = TypeVar("T")


class Search(Protocol):
    """A search of the engine: asked for candidates, told their outcomes."""

    @property
    def size(self) -> int: ...

    @property
    def tests(self) -> int: ...

    def ask(self) -> Optional[tuple[int, Any, int]]: ...

    def tell(self, ticket: int, outcome: str, timed_out: bool = False) -> None: ...


def run(
    search: Search,
    make: Callable[[Any], T],
    judge: Callable[[T], Outcome],
    budget: Optional[int],
    sizes: list[tuple[int, int]],
) -> Optional[str]:
    """Runs a search to its end; gives the reason if it ends early.

    A first interrupt (Ctrl-C) ends the search, whose best is then the result.
    """
    ask, tell = search.ask, search.tell
    sizes.append((0, search.size))
    left = -1 if budget is None else budget
    try:
        while (asked := ask()) is not None:
            if left == 0:
                return "budget"
            left -= 1
            ticket, kept, _ = asked
            outcome = judge(make(kept))
            tell(ticket, outcome)
            if outcome is FAIL and search.size < sizes[-1][1]:
                sizes.append((search.tests, search.size))
    except KeyboardInterrupt:
        return "interrupted"
    return None
