"""``python -m dwindle script.py args``: what of a failing script's arguments and files makes it fail."""

from __future__ import annotations

import argparse
import json
import re
import shlex
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any, Callable, NoReturn, Optional

from .errors import NotFailingError, UnreliableTest
from .judge import Judge
from .outcome import FAIL, PASS, UNRESOLVED, Outcome
from .reduction import by_syntax, reduce
from .result import Result
from .search import Options, Runner

__all__ = ["main"]

DESCRIPTION = """\
Runs a Python script that fails, and finds which of its arguments it needs to fail. An argument that names a file stays, and
what the file holds is reduced, and so is what the script reads on standard input; the files themselves are not changed. The
failure is the exception that ends the script, in the same line of the same file."""


def main(words: Optional[list[str]] = None) -> int:
    """Runs the command; gives its exit code."""
    parser = argparse.ArgumentParser(prog="python -m dwindle", description=DESCRIPTION)
    parser.add_argument("--timeout", type=float, metavar="S", help="a run that takes longer than S seconds hangs")
    parser.add_argument("--budget", type=int, metavar="N", help="end after N runs of the script for each thing reduced")
    parser.add_argument("-j", "--jobs", type=int, default=1, metavar="N", help="N runs at a time")
    parser.add_argument("--stdin", type=Path, metavar="FILE", help="what the script reads on standard input")
    parser.add_argument("-o", "--output", type=Path, metavar="FILE", help="where the first reduced file is written")
    parser.add_argument("script", type=Path, help="the script")
    parser.add_argument("arguments", nargs=argparse.REMAINDER, help="its arguments")
    given = parser.parse_args(words)
    for path in (given.script, given.stdin):
        if path is not None and not path.is_file():
            parser.error(f"no such file: {path}")
    try:
        options = Options(budget=given.budget, jobs=given.jobs, isolated=given.jobs > 1)
    except ValueError as error:
        parser.error(str(error))
    try:
        print(minimal(Script(given.script, given.timeout), given.arguments, given.stdin, options, given.output))
    except (NotFailingError, UnreliableTest) as error:
        print(error, file=sys.stderr)
        return 3
    return 0


def minimal(script: Script, words: list[str], stdin: Optional[Path], options: Options, output: Optional[Path]) -> str:
    """Reduces the arguments of a script, and then the files that it reads; gives the lines that say so."""
    read = b"" if stdin is None else stdin.read_bytes()
    script.settle(words, read)
    needed = _reduce(words, lambda words: script.judge(words, read), options, unit="elements")
    words = needed.value
    paths = [path for path in map(Path, words) if path.is_file()] + ([] if stdin is None else [stdin])
    if needed.stopped == "interrupted":
        paths = []
    targets = {path: path.with_name(f"{path.stem}.min{path.suffix}") for path in paths}
    if output is not None and paths:
        targets[paths[0]] = output
    for path, target in targets.items():
        if target.exists() and target.resolve() == path.resolve():
            raise NotFailingError(f"{target} is the input itself, which is not changed")
    small, stopped = _files_in_turn(script, words, stdin, {path: path.read_bytes() for path in targets}, options)
    said = []
    for path, text in small.items():
        targets[path].write_bytes(text)
        said.append(f"{path}: {path.stat().st_size} bytes, {len(text)} in {targets[path]}")
    words = [str(targets.get(Path(word), word)) for word in words]
    shown = " ".join(map(shlex.quote, [str(script.path), *words]))
    if stdin is not None:
        shown += f" < {shlex.quote(str(targets.get(stdin, stdin)))}"
    how = "minimal" if (stopped or needed.stopped) is None else "smallest so far"
    return "\n".join([*said, f"fails with: {script.failure[-1]}", f"{how}: python {shown}"])


def _files_in_turn(
    script: Script, words: list[str], stdin: Optional[Path], files: dict[Path, bytes], options: Options
) -> tuple[dict[Path, bytes], Optional[str]]:
    """Reduces files one after the other, until none gets smaller; gives what is left, and why a search ended early."""

    def judge(files: dict[Path, bytes]) -> Outcome:
        with tempfile.TemporaryDirectory() as folder:
            copies = {path: Path(folder, str(number), path.name) for number, path in enumerate(files)}
            for path, copy in copies.items():
                copy.parent.mkdir()
                copy.write_bytes(files[path])
            given = [str(copies.get(Path(word), word)) for word in words]
            return script.judge(given, b"" if stdin is None else files[stdin])

    idle, turns, stops = 0, list(files), set()
    while idle < len(turns):
        path = turns[0]
        before = files[path]
        text, stopped = _reduced(path.suffix, before, lambda text: judge({**files, path: text}), options)
        stops.add(stopped)
        idle = 0 if len(text) < len(before) else idle + 1
        files = {**files, path: min(text, before, key=len)}
        turns = [*turns[1:], path] if len(files) > 1 and stopped != "interrupted" else []
    return files, next(iter(stops - {None}), None)


class Script:
    """A script that fails."""

    def __init__(self, path: Path, timeout: Optional[float]) -> None:
        self.path = path
        self.timeout = timeout
        self.failure: tuple[str, ...] = ()

    def settle(self, arguments: list[str], read: bytes) -> None:
        """Finds out how the script fails."""
        end = self.run(arguments, read)
        if end is None:
            raise NotFailingError(f"{self.path} ends without an exception")
        self.failure = end

    def run(self, arguments: list[str], read: bytes) -> Optional[tuple[str, ...]]:
        """How it ends: the place of the exception and its kind; ``None`` where there is none."""
        done = subprocess.run(
            [sys.executable, str(self.path), *arguments], input=read, capture_output=True, timeout=self.timeout, check=False
        )
        if done.returncode == 0:
            return None
        lines = done.stderr.decode(errors="replace").rstrip().splitlines()
        frames = [line.strip() for line in lines if line.startswith('  File "')]
        if not frames:
            return (f"exit code {done.returncode}",)
        return re.sub('(?<=>"), line [0-9]+', "", frames[-1]), next((line for line in reversed(lines) if line[:1].strip()), "").split(":")[0]

    def judge(self, arguments: list[str], read: bytes) -> Outcome:
        """Whether it fails in the same way."""
        try:
            end = self.run(arguments, read)
        except subprocess.TimeoutExpired:
            return UNRESOLVED
        if end is None:
            return PASS
        return FAIL if end == self.failure else UNRESOLVED


def _reduce(data: Any, judge: Callable[[Any], Outcome], options: Options, **how: Any) -> Result[Any]:
    return reduce(data, judge, budget=options.budget, isolated=options.isolated, jobs=options.jobs, **how)


def _reduced(
    suffix: str, whole: bytes, judge: Callable[[bytes], Outcome], options: Options
) -> tuple[bytes, Optional[str]]:
    """What is left of a file: of JSON its values, of Python its syntax tree, of other files lines, tokens, characters; and
    why the search ended early."""
    if suffix == ".json":
        try:
            data = json.loads(whole)
            found = _reduce(data, lambda data: judge(_dumped(data)), options, simplify=False)
            return _dumped(found.value), found.stopped
        except ValueError:  # It is no JSON, or fails for the way in which it is written.
            pass
    language = "python" if suffix == ".py" else None
    text = by_syntax(whole, Runner(Judge(judge), options), language, None)
    return text.value, text.stopped


def _dumped(data: object) -> bytes:
    return json.dumps(data).encode()


def _exit() -> NoReturn:
    sys.exit(main())


if __name__ == "__main__":
    _exit()
