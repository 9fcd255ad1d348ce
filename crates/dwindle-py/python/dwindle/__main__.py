"""``python -m dwindle script.py args``: what of a failing script's arguments and files makes it fail."""

from __future__ import annotations

import argparse
import json
import shlex
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Callable, NoReturn, Optional

from .errors import NotFailingError
from .judge import Judge
from .outcome import FAIL, PASS, UNRESOLVED, Outcome
from .reduction import by_syntax, reduce
from .search import Options, Runner

__all__ = ["main"]

DESCRIPTION = """\
Runs a Python script that fails, and finds which of its arguments it needs to fail. An argument that names a file stays, and
what the file holds is reduced; the file itself is not changed. The failure is the exception that ends the script, in the
same line of the same file."""


def main(words: Optional[list[str]] = None) -> int:
    """Runs the command; gives its exit code."""
    parser = argparse.ArgumentParser(prog="python -m dwindle", description=DESCRIPTION)
    parser.add_argument("--timeout", type=float, metavar="S", help="a run that takes longer than S seconds hangs")
    parser.add_argument("--budget", type=int, metavar="N", help="end after N runs of the script")
    parser.add_argument("-o", "--output", type=Path, metavar="FILE", help="where the reduced file is written")
    parser.add_argument("script", type=Path, help="the script")
    parser.add_argument("arguments", nargs=argparse.REMAINDER, help="its arguments")
    given = parser.parse_args(words)
    if not given.script.is_file():
        parser.error(f"no such script: {given.script}")
    script = Script(given.script, given.arguments, given.timeout)
    try:
        script.settle()
        arguments = script.arguments(given.budget)
        named = script.file(arguments, given.budget, given.output)
    except NotFailingError as error:
        print(error, file=sys.stderr)
        return 3
    shown = [str(given.script), *(arguments if named is None else named)]
    print(f"fails with: {script.failure[-1]}")
    print("minimal: python " + " ".join(map(shlex.quote, shown)))
    return 0


class Script:
    """A script that fails."""

    def __init__(self, path: Path, arguments: list[str], timeout: Optional[float]) -> None:
        self.path = path
        self.given = arguments
        self.timeout = timeout
        self.failure: tuple[str, ...] = ()

    def settle(self) -> None:
        """Finds out how the script fails."""
        end = self.run(self.given)
        if end is None:
            raise NotFailingError(f"{self.path} ends without an exception")
        self.failure = end

    def run(self, arguments: list[str]) -> Optional[tuple[str, ...]]:
        """How it ends: the place of the exception and its kind; ``None`` where there is none."""
        done = subprocess.run(
            [sys.executable, str(self.path), *arguments],
            stdin=subprocess.DEVNULL, capture_output=True, text=True, errors="replace", timeout=self.timeout,
        )
        if done.returncode == 0:
            return None
        lines = done.stderr.rstrip().splitlines()
        frames = [line.strip() for line in lines if line.startswith('  File "')]
        if not frames:
            return (f"exit code {done.returncode}",)
        return frames[-1], next((line for line in reversed(lines) if line[:1].strip()), "").split(":")[0]

    def judge(self, arguments: list[str]) -> Outcome:
        """Whether it fails in the same way."""
        try:
            end = self.run(arguments)
        except subprocess.TimeoutExpired:
            return UNRESOLVED
        if end is None:
            return PASS
        return FAIL if end == self.failure else UNRESOLVED

    def arguments(self, budget: Optional[int]) -> list[str]:
        """The arguments that it needs."""
        return reduce(self.given, self.judge, unit="elements", budget=budget).value

    def file(self, arguments: list[str], budget: Optional[int], output: Optional[Path]) -> Optional[list[str]]:
        """The arguments with the names of reduced files in them."""
        found = None
        for at, word in enumerate(arguments):
            path = Path(word)
            if not path.is_file():
                continue
            with tempfile.TemporaryDirectory() as folder:
                copy = Path(folder) / path.name

                def judge(text: bytes) -> Outcome:
                    copy.write_bytes(text)
                    return self.judge([*arguments[:at], str(copy), *arguments[at + 1 :]])

                small = _reduced(path, judge, budget)
            target = output or path.with_name(f"{path.stem}.min{path.suffix}")
            if target.exists() and target.resolve() == path.resolve():
                raise NotFailingError(f"{target} is the input itself, which is not changed")
            target.write_bytes(small)
            print(f"{path}: {path.stat().st_size} bytes, {len(small)} in {target}")
            found = [*arguments[:at], str(target), *arguments[at + 1 :]]
            break
        return found


def _reduced(path: Path, judge: Callable[[bytes], Outcome], budget: Optional[int]) -> bytes:
    """What is left of a file: of JSON its values, of Python its syntax tree, of other files lines, tokens, characters."""
    whole = path.read_bytes()
    if path.suffix == ".json":
        try:
            data = json.loads(whole)
            made = reduce(data, lambda data: judge(_dumped(data)), simplify=False, budget=budget).value
            return _dumped(made)
        except ValueError:  # It is no JSON, or fails for the way in which it is written.
            pass
    language = "python" if path.suffix == ".py" else None
    return by_syntax(whole, Runner(Judge(judge), Options(budget=budget)), language, None).value


def _dumped(data: object) -> bytes:
    return json.dumps(data).encode()


def _exit() -> NoReturn:
    sys.exit(main())


if __name__ == "__main__":
    _exit()
