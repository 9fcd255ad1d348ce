"""References: another version of the code under test, and processes that run a test with the one or the other."""

from __future__ import annotations

import multiprocessing
import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path
from types import ModuleType
from typing import Any, Optional

import pytest

from .records import Record

__all__ = ["Reference", "NoReferenceError", "Worker"]

PATIENCE = 20.0
"""Seconds for a run of a test where no others are given."""

START = 120.0
"""Seconds for pytest to come to the test."""


class NoReferenceError(Exception):
    """A reference cannot be used."""


class Reference:
    """A version of the code under test: a directory with its modules, or a revision of git."""

    def __init__(self, name: str, directory: Path) -> None:
        self.name = name
        self._scratch: Optional[tempfile.TemporaryDirectory[str]] = None
        self._places = [Path(name).absolute(), Path(name).absolute() / "src"]
        self._top: Optional[Path] = None
        if not Path(name).is_dir():
            try:
                self._top = Path(_git(directory, "rev-parse", "--show-toplevel"))
                self._places = [self._checked_out(name)]
            except NoReferenceError as error:
                raise NoReferenceError(f"{name} is neither a directory nor a revision of git ({error})") from error

    def _checked_out(self, revision: str) -> Path:
        assert self._top is not None
        _git(self._top, "rev-parse", "--verify", "--quiet", f"{revision}^{{commit}}")
        self._scratch = tempfile.TemporaryDirectory(prefix="dwindle-reference-")
        place = Path(self._scratch.name)
        archive = place / "archive.tar"
        _git(self._top, "archive", "--format=tar", f"--output={archive}", revision)
        shutil.unpack_archive(archive, place)
        archive.unlink()
        # What git ignores, such as a module with the version, is made by the build.
        ignored = _git(self._top, "ls-files", "-z", "--others", "--ignored", "--exclude-standard", "--", "*.py", "*.so")
        for file in filter(None, ignored.split("\0")):
            if not (place / file).exists() and (place / file).parent.is_dir():
                shutil.copy(self._top / file, place / file)
        return place

    def end(self) -> None:
        """Removes what was checked out."""
        if self._scratch is not None:
            self._scratch.cleanup()

    def modules(self, tests: set[str]) -> dict[str, str]:
        """Where the reference has the modules that are loaded, without those of the tests."""
        found = {}
        for name, module in list(sys.modules.items()):
            file = _file(module)
            if "." in name or file is None or name in tests or name == "conftest" or name.startswith("test_"):
                continue
            for place in self._places:
                if self._top is not None:
                    if self._top not in file.parents:
                        continue
                    place = place / file.parent.relative_to(self._top)
                there = place / file.name
                if there.exists() and there != file:
                    found[name] = str(place)
        return found


def _file(module: ModuleType) -> Optional[Path]:
    """The file or the directory of a top-level module."""
    paths = list(getattr(module, "__path__", None) or [getattr(module, "__file__", None)])
    return Path(paths[0]).absolute() if paths and isinstance(paths[0], str) else None


def _git(directory: Path, *words: str) -> str:
    try:
        done = subprocess.run(["git", "-C", str(directory), *words], capture_output=True, text=True, check=False)
    except OSError as error:
        raise NoReferenceError(f"git cannot be run: {error}") from error
    if done.returncode:
        raise NoReferenceError(done.stderr.strip() or "there is no such revision")
    return done.stdout.strip("\n")


class Worker:
    """A process that runs a test, with modules of a reference in the place of those under test, or without."""

    def __init__(self, item: pytest.Item, places: dict[str, str], timeout: Optional[float]) -> None:
        config = item.config
        names = [word for word in config.invocation_params.args if word not in config.option.file_or_dir]
        test = item.nodeid.partition("::")[2]
        self._sent = [*map(str, names), f"{item.path}::{test}"], sys.path, places
        self._directory = config.invocation_params.dir
        self._timeout = PATIENCE if timeout is None else timeout
        self._log = tempfile.TemporaryFile()
        self._start()

    def _start(self) -> None:
        self._connection, theirs = multiprocessing.Pipe()
        words = [sys.executable, "-m", "dwindle.pytest_worker", str(theirs.fileno())]
        self._process = subprocess.Popen(
            words, cwd=self._directory, stdin=subprocess.DEVNULL, stdout=self._log, stderr=subprocess.STDOUT,
            # The order of sets is the same in all of them. Ctrl-C ends the search, and no process of these before.
            env={**os.environ, "PYTHONHASHSEED": "0"}, pass_fds=[theirs.fileno()], start_new_session=True,
        )
        theirs.close()
        try:
            self._connection.send(self._sent)
            if self._connection.poll(START):
                self._connection.recv()
                return
        except (EOFError, OSError):
            pass
        self._stop()
        self._log.seek(0)
        said = [line.strip() for line in self._log.read().decode(errors="replace").splitlines() if line.strip()]
        self._log.close()
        why = [line for line in said if line.startswith("E ")] or said or ["it takes too long"]
        raise NoReferenceError(f"the test cannot be run in a process of its own: {why[-1]}")

    def run(self, values: dict[str, Any], looks: bool = True) -> Optional[Record]:
        """What the test comes to with this data; ``None`` where it does not come back. Where its assertions look, they do not assert."""
        try:
            self._connection.send((values, looks))
            if self._connection.poll(self._timeout):
                record: Record = self._connection.recv()
                return record
        except (EOFError, OSError):
            pass
        self._stop()
        self._start()
        return None

    def end(self) -> None:
        """Ends the process."""
        self._stop()
        self._log.close()

    def _stop(self) -> None:
        self._connection.close()
        self._process.kill()
        self._process.wait()
