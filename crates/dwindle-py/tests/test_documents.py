"""The examples of the documents run, and show what the documents say."""

from __future__ import annotations

import doctest
import re
import subprocess
import sys
from pathlib import Path

import pytest

import dwindle

ROOT = Path(__file__).parents[3]
DOCUMENTS = [ROOT / "docs/python.md", ROOT / "crates/dwindle-py/README.md"]
FLAGS = doctest.ELLIPSIS


def blocks(document: Path) -> list[tuple[str, str, str]]:
    """The kind, the name of a file and the text of each block."""
    found = re.findall(r"^```(\w+)(?: file=(\S+))?\n(.*?)^```$", document.read_text(encoding="utf-8"), re.M | re.S)
    return [(kind, name, text) for kind, name, text in found]


def as_doctest_reads(text: str) -> str:
    """The text without what this Python's doctest cannot compare: notes of exceptions, or the exceptions above them."""
    if sys.version_info < (3, 11):  # Exceptions have no notes there.
        return re.sub("^minimal call: .*\n", "", text, flags=re.M)
    noted = ">>> e = ValueError('a'); e.add_note('b'); raise e\nTraceback (most recent call last):\nValueError: a\nb\n"
    probe = doctest.DocTestParser().get_doctest(noted, {}, "probe", None, 0)
    if doctest.DocTestRunner(verbose=False).run(probe, out=lambda _: None).failed:
        # Until CPython 3.11.5 or so the last line that is printed is taken for the exception.
        return re.sub("^\\w+Error: .*\n(?=minimal call: )", "", text, flags=re.M)
    return text


@pytest.mark.parametrize("document", DOCUMENTS, ids=lambda document: document.name)
def test_sessions_are_true(document: Path) -> None:
    names: dict[str, object] = {"__name__": "__main__"}
    ran = 0
    for number, (kind, name, text) in enumerate(blocks(document)):
        if kind != "python" or name:
            continue
        if document.name == "python.md" and "import pandas" in text:
            pytest.importorskip("pandas")
        parsed = doctest.DocTestParser().get_doctest(as_doctest_reads(text), names, f"{document.name}, block {number}", None, 0)
        runner = doctest.DocTestRunner(verbose=False, optionflags=FLAGS)
        out: list[str] = []
        runner.run(parsed, out=out.append, clear_globs=False)
        names = parsed.globs
        ran += runner.tries
        assert not runner.failures, "".join(out)
    assert ran > 3


@pytest.mark.parametrize("document", DOCUMENTS[:1], ids=lambda document: document.name)
def test_commands_are_true(document: Path, tmp_path: Path) -> None:
    ran = 0
    for kind, name, text in blocks(document):
        if name:
            (tmp_path / name).parent.mkdir(exist_ok=True)
            (tmp_path / name).write_text(text, encoding="utf-8")
        elif kind == "console" and "python -m" in text:
            command, expected = text.removeprefix("$ ").split("\n", 1)
            words = [sys.executable, *command.split()[1:]]
            done = subprocess.run(words, capture_output=True, text=True, cwd=tmp_path, check=False)
            checker = doctest.OutputChecker()
            assert checker.check_output(expected, done.stdout, FLAGS), done.stdout + done.stderr
            ran += 1
    assert ran == 3


def test_what_is_exported_is_documented() -> None:
    undocumented = [name for name in dwindle.__all__ if not getattr(dwindle, name).__doc__]
    assert not undocumented
