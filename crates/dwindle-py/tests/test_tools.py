"""The pytest plugin, the command and the decorator."""

from __future__ import annotations

import subprocess
import sys
import textwrap
from pathlib import Path

import pytest

import dwindle

pytest_plugins = ["pytester"]

QUICK = ("-q", "-p", "no:hypothesispytest")
"""Without the plugin of Hypothesis, which takes longer to load than these tests do."""

FAILING = """
    import operator
    import pytest

    def mean(numbers):
        return sum(numbers) / len([n for n in numbers if n > 0])

    @pytest.fixture
    def weights():
        return {"a": 3, "b": [1, 2]}

    @pytest.mark.parametrize(
        ("numbers", "label", "by"),
        [([1, 2], "fine", operator.gt), ([-5, -7, -9], "below zero", operator.gt)],
    )
    def test_mean(numbers, label, by, weights, tmp_path):
        assert label and tmp_path.exists()
        mean(numbers)

    def test_weights(weights):
        assert weights.get("b", [0])[-1] != 2
        weights.clear()
"""


def test_a_failing_test_shows_its_minimal_arguments(pytester: pytest.Pytester) -> None:
    pytester.makepyfile(FAILING)
    result = pytester.runpytest_subprocess("--dwindle", *QUICK)
    result.assert_outcomes(passed=1, failed=2)
    result.stdout.fnmatch_lines(
        [
            "*minimal failing arguments*",
            "numbers = [[]]",
            "label = 'a'",
            "weights = {}",
            'as a parameter: pytest.param([[]], \'a\', operator.gt, id="minimal"),',
            "(* runs of the test; nothing of them can be left out)",
            "*minimal failing arguments*",
            "weights = {'b': [[]2]}",
        ]
    )
    assert "minimal failing arguments" not in pytester.runpytest_subprocess(*QUICK).stdout.str()
    result = pytester.runpytest_subprocess("--dwindle", *QUICK, "--dwindle-keep=label", "--dwindle-keep=weights")
    result.stdout.fnmatch_lines(['as a parameter: pytest.param([[]], \'below zero\', operator.gt, id="minimal"),'])
    assert result.stdout.str().count("minimal failing arguments") == 1


def test_what_fails_alike_is_reduced_once(pytester: pytest.Pytester) -> None:
    pytester.makepyfile(
        """
        import pytest

        @pytest.mark.parametrize("numbers", [[3, 0], [0, 7, 8], [5], ["a"]])
        def test_inverses(numbers):
            assert [1 / number for number in numbers] != [0.2]

        @pytest.mark.parametrize("text", ["some text"])
        def test_raises(text):
            if len(text) < 2:
                pytest.skip("too short")
            with pytest.raises(ValueError):
                print(text)
        """
    )
    result = pytester.runpytest_subprocess("--dwindle", *QUICK)
    result.assert_outcomes(failed=5)
    result.stdout.fnmatch_lines(
        [
            "numbers = [[]0[]]",
            "*minimal failing arguments*",
            "It fails as test_inverses[[]numbers0[]] does, whose arguments are reduced.",
            "numbers = [[]5[]]",
            "numbers = [[]''[]]",
            "*Failed: DID NOT RAISE*ValueError*",
            "Not reduced: the test says itself that it fails*--dwindle-reference*",
        ]
    )


VERSIONS = """
    import enum
    import re

    class Stage(enum.Enum):
        ALPHA = "a"
        BETA = "b"

    class Version:
        def __init__(self, text):
            found = re.fullmatch(r"([0-9.]+)(?:\\+([a-z0-9.]+))?", text)
            if found is None:
                raise SyntaxError(text)
            self.local = tuple(int(part) for part in found[2].split(".")) if found[2] else None
"""
TESTS_OF_VERSIONS = """
    import pytest
    from versions import Stage, Version

    class TestVersion:
        @pytest.mark.parametrize(
            ("text", "local", "stage"),
            [("1.0", None, Stage.ALPHA), ("1.0.6+12.deadbeef", (12, "deadbeef"), Stage.BETA)],
        )
        def test_local(self, text, local, stage):
            assert Version(text).local == local
"""


def test_a_failing_test_of_a_package(pytester: pytest.Pytester) -> None:
    package = pytester.mkpydir("versions")
    (package / "__init__.py").write_text(textwrap.dedent(VERSIONS))
    pytester.makepyfile(test_versions=TESTS_OF_VERSIONS)
    result = pytester.runpytest_subprocess("--dwindle", *QUICK)
    result.assert_outcomes(passed=1, failed=1)
    result.stdout.fnmatch_lines(
        [
            "*ValueError: invalid literal for int() with base 10: 'deadbeef'",
            "*minimal failing arguments*",
            "text = '6+a'",
            "local = ()",
            "stage = <Stage.ALPHA: 'a'>",
            "as a parameter: pytest.param('6+a', (), Stage.ALPHA, id=\"minimal\"),",
        ]
    )


def test_a_script_that_fails(tmp_path: Path) -> None:
    script = tmp_path / "report.py"
    script.write_text(
        "import json, sys\n"
        "names = [word for word in sys.argv[1:] if not word.startswith('-')]\n"
        "for name in names:\n"
        "    for order in json.load(open(name)):\n"
        "        print(100 / order['price'])\n"
    )
    orders = tmp_path / "orders.json"
    orders.write_text('[\n {"price": 3, "name": "tea"},\n {"price": 0, "name": "gift"},\n {"price": 9}\n]\n')
    before = orders.read_text()
    words = [sys.executable, "-m", "dwindle", str(script), "--verbose", str(orders), "-x"]
    done = subprocess.run(words, capture_output=True, text=True, check=True)
    assert done.stdout.splitlines()[1:] == [
        "fails with: ZeroDivisionError",
        f"minimal: python {script} {tmp_path / 'orders.min.json'}",
    ]
    assert (tmp_path / "orders.min.json").read_text() == '[{"price": 0}]'
    assert orders.read_text() == before
    done = subprocess.run([*words[:3], str(script)], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (3, f"{script} ends without an exception\n")


def test_all_that_a_script_reads_is_reduced(tmp_path: Path) -> None:
    script = tmp_path / "sum.py"
    script.write_text(
        "import json, sys\n"
        "prices = {}\n"
        "for name in sys.argv[1:]:\n"
        "    prices.update(json.load(open(name)))\n"
        "print(sum(prices[line] for line in sys.stdin.read().split()))\n"
    )
    (tmp_path / "prices.json").write_text('{"tea": 3, "cake": "4", "milk": 1}')
    (tmp_path / "more.json").write_text('{"bread": 3, "tea": 5}')
    (tmp_path / "orders.txt").write_text("tea\nmilk\nbread\ncake\ntea\n")
    words = ["-j", "2", "--stdin", "orders.txt", "sum.py", "prices.json", "more.json"]
    done = subprocess.run(
        [sys.executable, "-m", "dwindle", *words], capture_output=True, text=True, check=True, cwd=tmp_path
    )
    assert done.stdout.splitlines() == [
        "prices.json: 34 bytes, 12 in prices.min.json",
        "more.json: 22 bytes, 2 in more.min.json",
        "orders.txt: 24 bytes, 4 in orders.min.txt",
        "fails with: TypeError",
        "minimal: python sum.py prices.min.json more.min.json < orders.min.txt",
    ]
    found = subprocess.run(
        [sys.executable, "sum.py", "prices.min.json", "more.min.json"], check=False, capture_output=True, cwd=tmp_path,
        input=(tmp_path / "orders.min.txt").read_bytes(),
    )
    assert b"TypeError" in found.stderr


def test_a_decorator_tells_the_minimal_call(capsys: pytest.CaptureFixture[str]) -> None:
    @dwindle.minimize
    def first(words: list[str], letter: str = "x") -> str:
        """Finds a word."""
        return next(word for word in words if word[0] == letter)

    assert first(["xylophone"]) == "xylophone"
    with pytest.raises(IndexError) as caught:
        first(["a", "", "b"])
    notes = getattr(caught.value, "__notes__", None) or [capsys.readouterr().err.strip()]
    assert notes == ["minimal call: first(words=[''], letter='')"]
    assert first.__doc__ == "Finds a word."


def test_a_notebook_shows_the_call_the_difference_and_a_plot() -> None:
    def check(text: str) -> None:
        if "<" in text:
            raise ValueError

    with dwindle.DeltaDebugger() as dd:
        check("a<b")
    shown = dd._repr_html_()
    assert "check(text=&#x27;&lt;&#x27;)" in shown
    assert "<s>a</s><mark>&lt;</mark><s>b</s>" in shown
    assert "<svg " in shown
    result = dwindle.reduce(list(range(100)), lambda kept: 7 in kept)
    assert result._repr_html_().startswith("<pre>[7]</pre><svg ")
    sides = dwindle.isolate("a(b)c", lambda text: "(" in text and ")" in text)
    assert sides._repr_html_() == "<p><code><mark>(</mark>)c</code></p>"


def test_a_progress_line_is_for_those_who_wait() -> None:
    import io

    from dwindle.progress import Progress

    class Terminal(io.StringIO):
        def isatty(self) -> bool:
            return True

    out = Terminal()
    sizes = iter([1000, 700])
    progress = Progress(lambda: next(sizes), out)
    progress.note()
    assert out.getvalue() == ""
    progress._next = 0.0
    progress.note()
    line = "dwindle [######..............] 2 tests, size 700 of 1,000"
    assert out.getvalue() == f"\r{line}"
    progress.end()
    assert out.getvalue() == f"\r{line}\r{' ' * len(line)}\r"
    assert Progress(lambda: 1, io.StringIO())._next == float("inf")
