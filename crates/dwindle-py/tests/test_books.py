"""Code that was written for the two books' modules runs with the import changed, and tests what they print.

The cells of the chapters are written anew here over the same names: functions that fail, classes derived from the books'
classes, and the steps between, such as leaving nodes of a syntax tree out by their identity.
"""

from __future__ import annotations

import ast
import copy
import json
from pathlib import Path
from typing import Any, Optional

import pytest

import dwindle
from dwindle import debuggingbook, fuzzingbook
from dwindle.debuggingbook import (
    FAIL,
    PASS,
    UNRESOLVED,
    CachingCallReducer,
    CallCollector,
    CallReducer,
    DeltaDebugger,
    FailureNotReproducedError,
    NoCallError,
    NotFailingError,
    NotPassingError,
    add_to,
    ddmin,
    empty,
    from_set,
    generic_test,
    is_reducible,
    split,
    to_set,
)
from dwindle.fuzzingbook import DeltaDebuggingReducer, GrammarReducer, Reducer, Runner

RUNS = Path(__file__).parents[2] / "dwindle-core/tests/data/published-runs.json"


def published(name: str) -> Any:
    runs = json.loads(RUNS.read_text(encoding="utf-8"))["runs"]
    return next(run for run in runs if run["name"] == name)


def mystery(inp: str) -> None:
    opening, closing = inp.find("("), inp.find(")")
    if 0 <= opening < closing:
        raise ValueError("Invalid input")


def myeval(inp: str) -> Any:
    return eval(inp)


def string_error(s1: str, s2: str) -> None:
    if s1 in s2:
        raise AssertionError("no substrings")


class Recorder(DeltaDebugger):
    """Writes down what is tested: a derived class whose `test` is called."""

    def init(self) -> None:
        super().init()
        self.asked: list[tuple[dict[str, Any], str]] = []

    def test(self, args: dict[str, Any]) -> str:
        is_new = self.tests
        outcome = super().test(args)
        if self.tests > is_new:
            self.asked.append((args, outcome))
        return outcome


@pytest.mark.parametrize(
    ("name", "method"),
    [("dd-minimise-fuzz-26", "min_args"), ("dd-maximise-fuzz-26", "max_args"), ("dd-isolate-fuzz-26", "min_arg_diff")],
)
def test_general_dd_asks_what_was_printed(name: str, method: str) -> None:
    run = published(name)
    with Recorder() as dd:
        mystery(run["tests"][0][0]["inp"])
    found = getattr(dd, method)()
    wanted = run["result"]
    if method == "min_arg_diff":
        wanted = tuple({"inp": wanted[side]} for side in ("pass", "fail", "difference"))
    assert found == wanted
    assert dd.asked == [(args, outcome) for args, outcome in run["tests_in_index_order"]]


def test_parts_are_halved_as_in_the_book() -> None:
    """Arguments that cannot be hashed are tested as often as they are asked about."""

    def needs(items: list[int], count: int) -> None:
        if len(items) >= count:
            raise ValueError("enough")

    with DeltaDebugger() as dd:
        needs(list(range(16)), 16)
    assert dd.min_args() == {"items": list(range(16)), "count": 16}
    # Once more, nothing, the whole; both halves and what is left without them; 4, 8 and 16 parts.
    assert dd.tests == 1 + 1 + 1 + 4 + 4 + 8 + 16
    with DeltaDebugger() as dd:
        needs(list(range(16)), 15)
    assert len(dd.min_args()["items"]) == 15
    # The first of 16 parts goes. 15 parts are left, and what fails is tested once more at the end.
    assert dd.tests == 1 + 1 + 1 + 4 + 4 + 8 + 1 + 15 + 1


def test_the_synopsis_comes_out_as_printed() -> None:
    with DeltaDebugger() as dd:
        myeval("1 + 2 * 3 / 0")
    assert repr(dd) == "myeval(inp='3/0')"
    assert dd.max_args() == {"inp": "1 + 2 * 3  "}
    assert dd.min_arg_diff() == ({"inp": " 3 "}, {"inp": " 3 /0"}, {"inp": "/0"})
    assert (dd.function().__name__, dd.args()) == ("myeval", {"inp": "1 + 2 * 3 / 0"})


def test_ddmin_takes_a_test_with_further_arguments(capsys: pytest.CaptureFixture[str]) -> None:
    assert ddmin(generic_test, "ab(cd)ef", mystery, ValueError("Invalid input")) == "()"
    printed = capsys.readouterr().out.splitlines()
    assert printed[0] == "mystery('ab(cd)ef'): FAIL (ValueError: Invalid input)"
    assert generic_test("(", myeval, ValueError("Invalid input")) == UNRESOLVED
    assert generic_test("1", myeval) == PASS
    assert ddmin(lambda items: FAIL if {3, 6} <= set(items) else PASS, list(range(9))) == [3, 6]


def test_a_call_is_collected_and_made_again() -> None:
    with CallCollector() as collector:
        mystery("a(b)c")
    assert collector.function() is mystery
    assert collector.args() == {"inp": "a(b)c"}
    assert repr(collector.exception()) == "ValueError('Invalid input')"
    assert collector.format_call() == "mystery(inp='a(b)c')"
    assert collector.format_call({"inp": "x"}) == "mystery(inp='x')"
    assert collector.format_exception() == "ValueError: Invalid input"
    with pytest.raises(ValueError, match="Invalid"):
        collector.call()
    assert collector.call({"inp": "foo"}) is None
    with pytest.raises(NoCallError), CallCollector():
        pass
    with pytest.raises(NameError), CallCollector():
        some_error()  # type: ignore[name-defined]  # noqa: F821


def test_tests_are_counted_printed_and_cached(capsys: pytest.CaptureFixture[str]) -> None:
    for kind, count in ((CallReducer, 3), (CachingCallReducer, 2)):
        with kind(log=True) as reducer:
            mystery("(x)")
        outcomes = [reducer.test({"inp": inp}) for inp in ("(x)", "123", "123")]
        assert (outcomes, reducer.tests) == ([FAIL, PASS, PASS], count)
        printed = capsys.readouterr().out.splitlines()
        assert printed[0] == "Test #1 mystery(inp='(x)'): FAIL (ValueError: Invalid input)"
        assert len(printed) == count
        assert reducer.reduce_arg("inp", {"inp": "(x)"}) == "(x)"
    # What cannot be hashed is tested each time.
    with CachingCallReducer() as reducer:
        sorted_of([(["b"], 1), (["a"], None)])
    assert [reducer.test(reducer.args()), reducer.test(reducer.args()), reducer.tests] == [FAIL, FAIL, 2]


def sorted_of(pairs: list[Any]) -> Any:
    return sum(number for _, number in pairs)


def test_collections_are_taken_apart_by_position() -> None:
    assert to_set("abcd") == {0, 1, 2, 3}
    assert (empty("abc"), empty([1]), empty({1})) == ("", [], set())
    assert (add_to("abc", "d"), add_to([1], 2), add_to({1}, 2), add_to((1,), 2)) == ("abcd", [1, 2], {1, 2}, (1, 2))
    assert (from_set({1, 2}, "abcd"), from_set({0}, [7, 8]), from_set({1}, b"ab")) == ("bc", [7], b"b")
    assert split("abcd", 3) == ["ab", "c", "d"]
    assert [len(part) for part in split({1, 2, 3, 4, 5, 6, 7}, 3)] == [3, 2, 2]
    assert [is_reducible(value) for value in ("a", "", [1], 3, {1: 2}, {"a": 1})] == [True, False, True, False, False, False]
    with pytest.raises(ValueError, match="cannot add an element to a int"):
        add_to(3, 4)


def test_several_arguments_are_reduced_and_what_passes_passes() -> None:
    with DeltaDebugger() as dd:
        string_error("foo", "foobar")
    assert dd.min_args() == {"s1": "", "s2": ""}
    string_error(**dd.max_args())

    def both(a: str, b: str) -> None:
        if len(a) + len(b) > 3:
            raise ValueError

    with DeltaDebugger() as dd:
        both("abc", "xyz")
    both(**dd.max_args())
    with DeltaDebugger() as dd:
        both("abcd", "wxyz")
    assert dd.min_args() == {"a": "", "b": "wxyz"}


def test_what_does_not_fail_or_not_again_is_refused() -> None:
    with pytest.raises(NotFailingError, match=r"mystery\(inp='fine'\) did not raise an exception"):
        with DeltaDebugger():
            mystery("fine")
    errors: list[Optional[Exception]] = [ValueError("first"), ValueError("second"), ValueError("third"), None]

    def changing(inp: str) -> None:
        error = errors.pop(0)
        if error is not None:
            raise error

    with DeltaDebugger() as dd:
        changing("x")
    with pytest.raises(FailureNotReproducedError, match="when it was made again ValueError: second"):
        dd.min_args()
    with DeltaDebugger() as dd:
        changing("x")
    with pytest.raises(NotFailingError, match="did not fail when it was made again"):
        dd.min_args()

    def always(inp: str) -> None:
        raise ValueError

    with DeltaDebugger() as dd:
        always("abc")
    assert dd.min_args() == {"inp": ""}
    with pytest.raises(NotPassingError, match=r"always\(inp=''\) does not pass"):
        dd.max_args()


def test_what_a_derived_class_defines_is_called() -> None:
    class ByType(DeltaDebugger):
        """Any error of the same type is the failure."""

        def run(self, args: dict[str, Any]) -> str:
            try:
                self.call(args)
            except Exception as error:
                self.last_exception = error
                return FAIL if type(error) is type(self.exception()) else UNRESOLVED
            return PASS

        def after_collection(self) -> None:
            self.was_collected = self.function() is quoting

    def quoting(text: str) -> None:
        if "!" in text:
            raise ValueError(text)

    with DeltaDebugger() as dd:
        quoting("a! b")
    assert dd.min_args() == {"text": "a! b"}  # The message quotes the text.
    with ByType() as by_type:
        quoting("a! b")
    assert by_type.min_args() == {"text": "!"}
    assert by_type.was_collected

    class Halves(DeltaDebugger):
        """Another strategy."""

        def dd(self, var_to_be_reduced: str, fail_args: dict[str, Any], *, mode: str = "-") -> tuple[Any, Any, Any]:
            whole = fail_args[var_to_be_reduced]
            half = whole[: len(whole) // 2]
            fails = self.test({**fail_args, var_to_be_reduced: half}) == FAIL
            return None, half if fails else whole, whole

    with Halves() as halves:
        mystery("()......")
    assert halves.min_args() == {"inp": "().."}


def test_nodes_of_a_syntax_tree_go_by_their_identity() -> None:
    tree = ast.parse("def middle(x, y, z):\n    if y < z:\n        if x < y:\n            return y\n    return y\n")
    nodes = [node for node in ast.walk(tree) if not isinstance(node, (ast.Load, ast.Store, ast.arguments, ast.arg))]

    class Leave(ast.NodeTransformer):
        def visit(self, node: ast.AST) -> Any:
            if isinstance(node, ast.stmt) and not getattr(node, "is_kept", True):
                return None
            return self.generic_visit(node)

    def run(tree: ast.Module, keep_list: list[ast.AST]) -> None:
        for node in ast.walk(tree):
            node.is_kept = False  # type: ignore[attr-defined]
        for node in keep_list:
            node.is_kept = True  # type: ignore[attr-defined]
        left = Leave().visit(copy.deepcopy(tree))
        try:
            code = compile(left, "<string>", "exec")
        except Exception as error:
            raise SyntaxError("Cannot compile") from error
        names: dict[str, Any] = {}
        exec(code, names)
        if names["middle"](2, 3, 1) != 2:
            raise ValueError("wrong")

    with DeltaDebugger() as dd:
        run(tree, nodes)
    kept = dd.min_args()["keep_list"]
    # The nodes are those of the tree, so they can be looked for in it.
    assert {id(node) for node in kept} <= {id(node) for node in ast.walk(tree)}
    assert len(kept) < len(nodes)

    def fails(keep_list: list[ast.AST]) -> bool:
        try:
            run(tree, keep_list)
        except Exception as error:
            return isinstance(error, ValueError)
        return False

    assert fails(kept)
    assert not any(fails([node for node in kept if node is not left_out]) for left_out in kept)


@pytest.mark.parametrize("replaces", [False, True])
def test_reduced_syntax_trees_fail_by_the_assertion_of_the_call(replaces: bool) -> None:
    """The tree of a function is cut to what a test of two statements needs: the second of them has to fail, not an assertion
    within the function, and not the first."""
    function = ast.parse(
        "def unquoted(text):\n    quote = False\n    out = ''\n    for sign in text:\n        if sign == '<' and not quote:\n"
        "            quote = True\n        elif sign == '>':\n            quote = False\n        elif sign != '\"':\n"
        "            out = out + sign\n    assert '<' not in out\n    return out\n"
    )
    test = ast.parse(
        "if unquoted('<a>b') != 'ab':\n    raise RuntimeError('not here')\nassert unquoted('\"c\"') == '\"c\"', 'the quotes'\n"
    )
    nodes = list(ast.walk(function))

    class Cut(ast.NodeTransformer):
        def visit(self, node: ast.AST) -> Any:
            if getattr(node, "stays", True) or isinstance(node, ast.Module):
                return self.generic_visit(node)
            if replaces and isinstance(node, ast.Assign):
                return ast.Pass()
            if replaces and isinstance(node, ast.Compare):
                return ast.Constant(False)
            if replaces and isinstance(node, ast.BoolOp):
                return node.values[0]
            return node.body if replaces and isinstance(node, ast.If) else None

    def cut(tree: ast.Module, kept: list[ast.AST]) -> Any:
        for node in ast.walk(tree):
            setattr(node, "stays", False)
        for node in kept:
            setattr(node, "stays", True)
        return ast.fix_missing_locations(Cut().visit(copy.deepcopy(tree)))

    def run(tree: ast.Module, keep_list: list[ast.AST], test: ast.Module) -> None:
        left = cut(tree, keep_list)
        left.body += test.body
        try:
            code = compile(left, "<string>", "exec")
        except Exception:
            raise SyntaxError("cannot be compiled") from None
        exec(code, {})

    left = {}
    for debugger in (DeltaDebugger, dwindle.DeltaDebugger):
        with debugger() as dd:
            run(function, nodes, test)
        arguments = dd.min_args()
        assert ast.dump(arguments["test"]) == ast.dump(test)
        with pytest.raises(AssertionError, match="^the quotes$") as caught:
            run(**arguments)
        assert caught.traceback[-1].name == "<module>"
        left[debugger.__module__] = ast.unparse(cut(function, arguments["keep_list"]))
        assert len(arguments["keep_list"]) < len(nodes)
    assert left["dwindle.debugger"] == left["dwindle.debuggingbook"]


# The Fuzzing Book.


class MysteryRunner(Runner):
    """Fails on an opening and a closing bracket; a derived class whose `run` is called."""

    def __init__(self) -> None:
        self.inputs: list[str] = []

    def run(self, inp: str) -> tuple[str, str]:
        self.inputs.append(inp)
        opening, closing = inp.find("("), inp.find(")")
        return inp, self.FAIL if 0 <= opening < closing else self.PASS


def test_the_reducer_of_the_fuzzing_book_asks_what_was_printed(capsys: pytest.CaptureFixture[str]) -> None:
    run = published("complement-ddmin-fuzz-97")
    runner = MysteryRunner()
    reducer = DeltaDebuggingReducer(runner, log_test=True)
    assert reducer.reduce(run["tests"][0][0]) == run["result"]
    assert runner.inputs == [inp for inp, _ in run["tests"]]
    assert reducer.tests == len(run["tests"])
    assert capsys.readouterr().out.startswith(f"Test #1 {run['tests'][0][0]!r} {len(run['tests'][0][0])} FAIL\n")
    with pytest.raises(AssertionError):
        reducer.reduce("I am a passing input")
    assert Reducer(runner).reduce("as it is") == "as it is"


EXPR: dict[str, list[Any]] = {
    "<start>": ["<expr>"],
    "<expr>": ["<term> + <expr>", "<term> - <expr>", "<term>"],
    "<term>": ["<factor> * <term>", "<factor> / <term>", "<factor>"],
    "<factor>": ["+<factor>", "-<factor>", "(<expr>)", "<integer>.<integer>", "<integer>"],
    "<integer>": ["<digit><integer>", "<digit>"],
    "<digit>": list("0123456789"),
}


class ExprParser:
    """A parser as the book's are, of as much as is needed here: it descends, and tries alternatives in their order."""

    def grammar(self) -> dict[str, list[Any]]:
        return EXPR

    def start_symbol(self) -> str:
        return "<start>"

    def parse(self, inp: str) -> list[Any]:
        whole = [tree for tree, end in self._parse("<start>", inp, 0) if end == len(inp)]
        if not whole:
            raise SyntaxError(inp)
        return whole

    def _parse(self, symbol: str, inp: str, at: int) -> Any:
        for expansion in self.grammar()[symbol]:
            for children, end in self._sequence(fuzzingbook.expansion_to_children(expansion), inp, at):
                yield (symbol, children), end

    def _sequence(self, symbols: list[Any], inp: str, at: int) -> Any:
        if not symbols:
            yield [], at
            return
        symbol, children = symbols[0]
        starts = self._parse(symbol, inp, at) if children is None else [((symbol, []), at + len(symbol))] * inp.startswith(symbol, at)
        for tree, end in starts:
            for rest, last in self._sequence(symbols[1:], inp, end):
                yield [tree, *rest], last


class EvalMysteryRunner(MysteryRunner):
    def run(self, inp: str) -> tuple[str, str]:
        try:
            ExprParser().parse(inp)
        except SyntaxError:
            self.inputs.append(inp)
            return inp, self.UNRESOLVED
        return super().run(inp)


def test_the_grammar_reducer_asks_what_was_printed() -> None:
    class Simple(GrammarReducer):
        """The first form of the chapter, in which depth does not count."""

        def reduce_tree(self, tree: Any) -> Any:
            return self.reduce_subtree(tree, tree)

    for name, kind in (("grammar-reducer-expr", Simple), ("grammar-reducer-expr-by-depth", GrammarReducer)):
        run = published(name)
        runner = EvalMysteryRunner()
        reducer = kind(runner, ExprParser())
        assert reducer.reduce("1 + (2 * 3)") == run["result"]
        assert runner.inputs == [inp for inp, _ in run["tests"]], name


def test_derivation_trees_are_measured_and_searched(capsys: pytest.CaptureFixture[str]) -> None:
    reducer = GrammarReducer(MysteryRunner(), ExprParser(), log_reduce=True)
    tree = reducer.parse("1 + (2 * 3)")
    assert capsys.readouterr().out == "1 + (2 * 3)\n"
    texts = [fuzzingbook.all_terminals(found) for found in reducer.subtrees_with_symbol(tree, "<term>")]
    assert texts == ["1", "(2 * 3)", "2 * 3", "3"]
    assert reducer.subtrees_with_symbol(tree, "<expr>", depth=2) == [tree[1][0][1][2]]
    assert fuzzingbook.number_of_nodes(tree) > fuzzingbook.max_height(tree) > 5
    assert fuzzingbook.possible_combinations([[1, 2], ["a", "b"]]) == [[1, "a"], [1, "b"], [2, "a"], [2, "b"]]
    assert fuzzingbook.tree_list_to_string([tree, tree]) == "[1 + (2 * 3), 1 + (2 * 3)]"
    texts = [fuzzingbook.all_terminals(found) for found in reducer.alternate_reductions(tree, "<term>")]
    assert texts == ["1", "1 * 1"]
    reducer.try_all_combinations = True
    assert len(reducer.alternate_reductions(tree, "<term>")) > len(texts)


def test_each_public_name_is_there() -> None:
    for module in (debuggingbook, fuzzingbook):
        assert all(hasattr(module, name) for name in module.__all__)
