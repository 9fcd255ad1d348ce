"""What is said of failing tests of a small package with planted faults, alone and beside a version of it that passes."""

from __future__ import annotations

import subprocess
import textwrap
from pathlib import Path

import pytest

pytest_plugins = ["pytester"]

DURATIONS = '''
    """Durations as people write them."""

    UNITS = {"d": 86400, "h": 3600, "min": 60, "s": 1}

    def parse(text):
        words = text.split()
        if len(words) % 2:
            raise ValueError(f"a number without a unit: {text}")
        total = 0
        for number, unit in zip(words[::2], words[1::2]):
            size = UNITS[unit]
            total += int(number) * size
        return total

    def show(seconds):
        parts = []
        for unit, size in UNITS.items():
            count, seconds = divmod(seconds, size)
            if count >= 1:
                parts.append(f"{count} {unit}")
        return " ".join(parts) or "0 s"

    class Timer:
        def __init__(self, text):
            self.left = parse(text)

        def after(self, text):
            self.left = max(self.left - parse(text), 0)
            return self
'''

TESTS = """
    import unittest
    import pytest
    from durations import Timer, parse, show

    @pytest.mark.parametrize(("text", "seconds"), [("3 min", 180), ("2 d 3 h 20 min 5 s", 184805)])
    def test_parse(text, seconds):
        assert parse(text) == seconds

    @pytest.mark.parametrize("seconds", [90061])
    def test_round_trip(seconds):
        assert parse(show(seconds)) == seconds

    def test_timer():
        timer = Timer("3 h 20 min")
        assert timer.left > 0
        expected = 2 * 3600 + 1200
        assert timer.after("1 h").left == expected
        assert timer.after("9 h").left == 0

    def test_twice():
        text = "3 d 3 min"
        assert parse(text) > 0
        text = "5 min"
        assert parse(text) > 0

    def test_loop():
        for text in ["2 d 3 h 4 min", "1 h"]:
            left, unit = Timer(text).left, "s"
            assert f"{left} {unit}" in ("183840 s", "3600 s")

    @pytest.mark.parametrize("text", ["3 h 20"])
    def test_refuses(text):
        with pytest.raises(ValueError):
            parse(text)

    class TestShow(unittest.TestCase):
        def setUp(self):
            self.offset = 1

        def test_show(self):
            self.assertEqual(show(self.offset + 3599 + 119), "1 h 1 min 59 s")
"""



def planted(pytester: pytest.Pytester, right: str, wrong: str) -> Path:
    """The package and its tests with a fault; gives a directory with the package without it."""
    reference = pytester.path / "released"
    reference.mkdir()
    (reference / "durations.py").write_text(textwrap.dedent(DURATIONS))
    assert DURATIONS.count(right) == 1
    pytester.makepyfile(durations=DURATIONS.replace(right, wrong), test_durations=TESTS)
    return reference


def session(pytester: pytest.Pytester, *options: str) -> pytest.RunResult:
    """A session of its own, without the plugin of Hypothesis, which takes longer to load than the tests do."""
    return pytester.runpytest_subprocess("-q", "-p", "no:hypothesispytest", *options)


def shown(pytester: pytest.Pytester, name: str, *options: str) -> str:
    """What is said of a test that fails."""
    result = session(pytester, "--dwindle", "-k", name, *options)
    result.assert_outcomes(failed=1, passed=1 if name == "test_parse" else 0)
    return result.stdout.str()


def test_without_a_reference_a_value_that_is_given_is_no_property(pytester: pytest.Pytester) -> None:
    planted(pytester, '"h": 3600', '"h": 360')
    text = shown(pytester, "test_parse")
    assert "Not reduced: `assert parse(text) == seconds` demands a value that is given: other arguments fail" in text
    assert "--dwindle-reference" in text and "@pytest.mark.dwindle(seconds=function)" in text
    assert "text = '" not in text.split("minimal failing arguments")[1]
    assert "Not reduced: `assert timer.after('1 h').left == expected` demands" in shown(pytester, "test_timer")


def test_a_relation_of_arguments_to_themselves_is_reduced(pytester: pytest.Pytester) -> None:
    planted(pytester, "count >= 1", "count >= 2")
    assert "seconds = 1\nas a parameter: pytest.param(1, id=" in shown(pytester, "test_round_trip")


def test_an_exception_of_the_code_is_reduced_at_its_place(pytester: pytest.Pytester) -> None:
    planted(pytester, '"min": 60', '"minute": 60')
    text = shown(pytester, "test_parse and 184805")
    assert "KeyError: 'min'" in text and "text = 'a a'" in text
    assert "No assertion says what is right for these. --dwindle-reference names" in text


def test_a_reference_keeps_what_shows_the_difference(pytester: pytest.Pytester) -> None:
    reference = planted(pytester, '"h": 3600', '"h": 360')
    text = shown(pytester, "test_parse", f"--dwindle-reference={reference}")
    assert "text = '3 h'\nas a parameter: pytest.param('3 h', 10800, id=\"minimal\"),\nhere: 1080\n" in text
    assert f"with {reference}: 10800\n" in text
    # What was found is a test that fails here, and passes there.
    minimal = TESTS.replace('("3 min", 180)', 'pytest.param("3 h", 10800, id="minimal")')
    pytester.makepyfile(test_durations=minimal)
    session(pytester, "-k", "minimal").assert_outcomes(failed=1)
    (pytester.path / "durations.py").write_text((reference / "durations.py").read_text())
    session(pytester, "-k", "minimal").assert_outcomes(passed=1)


def test_a_reference_says_which_exceptions_are_right(pytester: pytest.Pytester) -> None:
    reference = planted(pytester, '"min": 60', '"minute": 60')
    text = shown(pytester, "test_parse and 184805", f"--dwindle-reference={reference}")
    assert "text = '2 min'" in text
    assert "here: KeyError: 'min'\n" in text


def test_the_same_exception_from_another_line_is_another_failure(pytester: pytest.Pytester) -> None:
    reference = planted(pytester, '"min": 60', '"minute": 60')
    assert "line 21: text = '3 min'\nhere: KeyError: 'min'\n" in shown(pytester, "test_twice", f"--dwindle-reference={reference}")


def test_a_revision_is_a_reference(pytester: pytest.Pytester) -> None:
    planted(pytester, "words[1::2]", "words[2::2]")
    faulty = (pytester.path / "durations.py").read_text()
    (pytester.path / "durations.py").write_text((pytester.path / "released/durations.py").read_text())
    git = ["git", "-c", "user.name=a", "-c", "user.email=a@example.com"]
    for words in [["init", "-q"], ["add", "durations.py"], ["commit", "-q", "-m", "First"]]:
        subprocess.run([*git, *words], cwd=pytester.path, check=True)
    (pytester.path / "durations.py").write_text(faulty)
    text = shown(pytester, "test_timer", "--dwindle-reference=HEAD")
    assert "with HEAD: " in text
    text = shown(pytester, "test_timer", "--dwindle-reference=nowhere")
    assert "Not reduced: nowhere is neither a directory nor a revision of git" in text


def test_the_literals_of_a_test_without_arguments_are_its_data(pytester: pytest.Pytester) -> None:
    reference = planted(pytester, "self.left - parse(text)", "self.left - parse(text) * 2")
    text = shown(pytester, "test_timer", f"--dwindle-reference={reference}")
    assert "line 14: timer = Timer('3 h')\nline 17: assert timer.after('1 h').left == expected\nhere: 3600\n" in text
    # What the assertion expects is no data, and neither is what only the assertion after it uses.
    assert "expected = 0" not in text and "line 18" not in text


def test_literals_around_an_assertion_are_data(pytester: pytest.Pytester) -> None:
    reference = planted(pytester, '"h": 3600', '"h": 360')
    assert "for text in ['3 h']:\n" in shown(pytester, "test_loop", f"--dwindle-reference={reference}")


def test_a_method_of_unittest_has_literals(pytester: pytest.Pytester) -> None:
    reference = planted(pytester, "count >= 1", "count >= 2")
    text = shown(pytester, "test_show", f"--dwindle-reference={reference}")
    assert "self.assertEqual(show(self.offset + 0 + 0), '1 h 1 min 59 s')\nhere: '0 s'\n" in text


def test_what_should_be_refused_and_is_not_is_reduced_beside_a_reference(pytester: pytest.Pytester) -> None:
    reference = planted(pytester, "if len(words) % 2:", "if len(words) == 1:")
    assert "Not reduced: the test says itself that it fails" in shown(pytester, "test_refuses")
    text = shown(pytester, "test_refuses", f"--dwindle-reference={reference}")
    assert "text = '3 h a'" in text
    assert f"with {reference}: passes" in text


def test_a_reference_that_fails_too_is_none(pytester: pytest.Pytester) -> None:
    reference = planted(pytester, '"h": 3600', '"h": 360')
    (reference / "durations.py").write_text((pytester.path / "durations.py").read_text())
    text = shown(pytester, "test_parse", f"--dwindle-reference={reference}")
    assert "Not reduced: it fails with" in text and "too, so that cannot say what is right" in text


def test_an_expected_argument_may_be_computed_of_the_others(pytester: pytest.Pytester) -> None:
    planted(pytester, "int(number) * size", "int(number) * size // 60 * 60")
    tests = TESTS.replace(
        '@pytest.mark.parametrize(("text"',
        "SIZES = {'s': 1, 'min': 60, 'h': 3600, 'd': 86400}\n\n"
        "    def right(text):\n"
        "        words = text.split()\n"
        "        return sum(int(n) * SIZES[unit] for n, unit in zip(words[::2], words[1::2]))\n\n"
        '    @pytest.mark.dwindle(seconds=right)\n    @pytest.mark.parametrize(("text"',
    )
    pytester.makepyfile(test_durations=tests)
    text = shown(pytester, "test_parse", "--strict-markers")
    assert "text = '5 s'\nseconds = 5\n" in text
