"""The public names of the Fuzzing Book's chapter on reducing inputs, with their signatures and what they return.

Its cells run with the import changed: ``from dwindle.fuzzingbook import *``. A runner is anything with
``run(inp) -> (result, outcome)``, a parser anything with ``parse(inp)``, ``grammar()`` and ``start_symbol()``, such as the
book's; derivation trees are the book's pairs of a symbol and children. Methods that a derived class defines are those that
are called. To reduce a text by a grammar without following the book, use `dwindle.reduce` with ``grammar=``.

Source: A. Zeller and others, "The Fuzzing Book", chapter "Reducing Failure-Inducing Inputs".
"""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterator
from typing import Any, Optional

from .debuggingbook import FAIL, PASS, UNRESOLVED, by_complements

__all__ = [
    "CachingReducer",
    "DeltaDebuggingReducer",
    "DerivationTree",
    "GrammarReducer",
    "Outcome",
    "Reducer",
    "Runner",
    "all_terminals",
    "expansion_to_children",
    "max_height",
    "number_of_nodes",
    "possible_combinations",
    "tree_list_to_string",
]

Outcome = str
DerivationTree = Any
"""A symbol, and its children: none where they are not known, and an empty list below a terminal."""

NONTERMINAL = re.compile(r"(<[^<> ]*>)")


class Runner:
    """What runs an input; for derived classes."""

    PASS, FAIL, UNRESOLVED = PASS, FAIL, UNRESOLVED

    def run(self, inp: str) -> tuple[Any, Outcome]:
        """The result, and the outcome."""
        return inp, self.UNRESOLVED


class Reducer:
    """Tests inputs with a runner, and counts the tests; ``log_test=True`` prints them."""

    def __init__(self, runner: Any, log_test: bool = False) -> None:
        self.runner = runner
        self.log_test = log_test
        self.reset()

    def reset(self) -> None:
        """Counts tests from 0 again."""
        self.tests = 0

    def test(self, inp: str) -> Outcome:
        """Runs the input and gives the outcome."""
        outcome: Outcome = self.runner.run(inp)[1]
        self.tests += 1
        if self.log_test:
            print(f"Test #{self.tests}", repr(inp), len(inp), outcome)
        return outcome

    def reduce(self, inp: str) -> str:
        """A smaller input; for derived classes."""
        self.reset()
        return inp


class CachingReducer(Reducer):
    """Tests no input twice."""

    def reset(self) -> None:
        super().reset()
        self.cache: dict[str, Outcome] = {}

    def test(self, inp: str) -> Outcome:
        if inp not in self.cache:
            self.cache[inp] = super().test(inp)
        return self.cache[inp]


class DeltaDebuggingReducer(CachingReducer):
    """Leaves characters out, by ddmin on complements."""

    def reduce(self, inp: str) -> str:
        self.reset()
        # The ends of parts are rounded, where the Debugging Book rounds their size.
        reduced: str = by_complements(self.test, inp, lambda length, parts: length / parts)
        return reduced


# Derivation trees.


def all_terminals(tree: DerivationTree) -> str:
    """The text of a tree."""
    symbol, children = tree
    if children is None:
        return str(symbol)
    return "".join(map(all_terminals, children)) if children else ("" if NONTERMINAL.fullmatch(symbol) else str(symbol))


def expansion_to_children(expansion: Any) -> list[DerivationTree]:
    """The symbols of an expansion, as children that are not expanded; an empty one is an empty terminal."""
    text = expansion if isinstance(expansion, str) else expansion[0]
    if text == "":
        return [("", [])]
    symbols = [symbol for symbol in NONTERMINAL.split(text) if symbol]
    return [(symbol, None if NONTERMINAL.fullmatch(symbol) else []) for symbol in symbols]


def number_of_nodes(tree: DerivationTree) -> int:
    """How many nodes a tree has."""
    return 1 + sum(map(number_of_nodes, tree[1] or ()))


def max_height(tree: DerivationTree) -> int:
    """How many nodes its longest way down has."""
    return 1 + max(map(max_height, tree[1] or ()), default=0)


def possible_combinations(list_of_lists: list[list[Any]]) -> list[list[Any]]:
    """All lists with one element of each of the lists."""
    return [list(chosen) for chosen in itertools.product(*list_of_lists)] if list_of_lists else []


def tree_list_to_string(q: list[DerivationTree]) -> str:
    """The texts of several trees."""
    return f"[{', '.join(map(all_terminals, q))}]"


class GrammarReducer(CachingReducer):
    """Replaces subtrees by smaller ones of the same symbol: deeper ones, and other expansions of what lies below.

    ``log_reduce=True`` prints each replacement.
    """

    def __init__(self, runner: Any, parser: Any, *, log_test: bool = False, log_reduce: bool = False) -> None:
        super().__init__(runner, log_test=log_test)
        self.parser = parser
        self.grammar = parser.grammar()
        self.start_symbol = parser.start_symbol()
        self.log_reduce = log_reduce
        self.try_all_combinations = False

    def _note(self, *words: Any) -> None:
        if self.log_reduce:
            print(*words)

    def subtrees_with_symbol(
        self, tree: DerivationTree, symbol: str, depth: int = -1, ignore_root: bool = True
    ) -> list[DerivationTree]:
        """The subtrees of this symbol, in preorder; with a ``depth`` only those that are so deep."""
        is_found = depth <= 0 and not ignore_root and tree[0] == symbol
        below = (tree[1] or ()) if depth != 0 else ()
        deeper = (self.subtrees_with_symbol(child, symbol, depth - 1, ignore_root=False) for child in below)
        return [*([tree] if is_found else []), *itertools.chain.from_iterable(deeper)]

    def alternate_reductions(self, tree: DerivationTree, symbol: str, depth: int = -1) -> list[DerivationTree]:
        """Smaller trees by other expansions of the symbol, made of subtrees; the smallest first."""
        made = [(symbol, children) for children in self._expansions(tree, symbol, depth)]
        return sorted(made, key=number_of_nodes)

    def _expansions(self, tree: DerivationTree, symbol: str, depth: int) -> Iterator[list[DerivationTree]]:
        expansions = map(expansion_to_children, self.grammar.get(symbol, []))
        for expansion in sorted(expansions, key=len):
            choices = [self.subtrees_with_symbol(tree, child, depth) for child, _ in expansion]
            smaller = (
                children
                for children in map(list, itertools.product(*choices))
                if number_of_nodes((symbol, children)) < number_of_nodes(tree)
            )
            yield from smaller if self.try_all_combinations else itertools.islice(smaller, 1)

    def symbol_reductions(self, tree: DerivationTree, symbol: str, depth: int = -1) -> list[DerivationTree]:
        """What may stand for a tree of this symbol, each once."""
        found = self.subtrees_with_symbol(tree, symbol, depth) + self.alternate_reductions(tree, symbol, depth)
        unique: list[DerivationTree] = []
        for reduction in found:
            if reduction not in unique:
                unique.append(reduction)
        return unique

    def reduce_subtree(self, tree: DerivationTree, subtree: DerivationTree, depth: int = -1) -> bool:
        """Replaces children of a subtree of the tree, in place, then those of their children; whether one was."""
        children = subtree[1]
        if not children:
            return False
        self._note("Reducing", all_terminals(subtree), "with depth", depth)
        has_reduced = False
        while any([self._replace(tree, children, nth, depth) for nth in range(len(children))]):
            has_reduced = True
        self._note("Tried all alternatives for", all_terminals(subtree))
        return any([self.reduce_subtree(tree, child, depth) for child in children]) or has_reduced

    def _replace(self, tree: DerivationTree, children: list[DerivationTree], nth: int, depth: int) -> bool:
        """Replaces one child by the first reduction that fails; whether there is one."""
        child = children[nth]
        for reduction in self.symbol_reductions(child, child[0], depth):
            if number_of_nodes(reduction) >= number_of_nodes(child):
                continue
            self._note("Replacing", all_terminals(children[nth]), "by", all_terminals(reduction))
            children[nth] = reduction
            if self.test(all_terminals(tree)) == FAIL:
                self._note("New tree:", all_terminals(tree))
                return True
            children[nth] = child
        return False

    def reduce_tree(self, tree: DerivationTree) -> Any:
        """Replaces subtrees as near to the root as can be; after each success from the root on again."""
        depth: int = 0
        while depth < max_height(tree):
            depth = 0 if self.reduce_subtree(tree, tree, depth) else depth + 1
        return tree

    def parse(self, inp: str) -> DerivationTree:
        """The first derivation tree of the input."""
        tree: Optional[DerivationTree] = next(iter(self.parser.parse(inp)), None)
        if tree is None:
            raise SyntaxError(f"the parser finds no derivation of {inp!r}")
        self._note(all_terminals(tree))
        return tree

    def reduce(self, inp: str) -> str:
        tree = self.parse(inp)
        self.reduce_tree(tree)
        return all_terminals(tree)
