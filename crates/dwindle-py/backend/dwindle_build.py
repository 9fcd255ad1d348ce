"""The build backend of the package: maturin's, with the program `dwindle` among the scripts of the wheel.

maturin makes a wheel of an extension module or of a program, and this one has both. So the program is built first, by
cargo, and laid where maturin takes files for the wheel from (`data` in pyproject.toml). A source package has no program,
since its crate is none of the module's.
"""

from __future__ import annotations

import json
import os
import shlex
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any, Optional

import maturin
from maturin import get_requires_for_build_sdist, get_requires_for_build_wheel

__all__ = [
    "build_editable",
    "build_sdist",
    "build_wheel",
    "get_requires_for_build_editable",
    "get_requires_for_build_sdist",
    "get_requires_for_build_wheel",
    "prepare_metadata_for_build_editable",
    "prepare_metadata_for_build_wheel",
]

get_requires_for_build_editable = get_requires_for_build_wheel

Settings = Optional[dict[str, Any]]

PACKAGE = Path(__file__).resolve().parent.parent
SCRIPTS = PACKAGE / "dwindle.data" / "scripts"
PROGRAM = PACKAGE.parent / "dwindle-cli" / "Cargo.toml"
# A test of the workspace: cargo gives what it builds the features of tests only if it builds one.
ANY_TEST = "namespace"


def prepare_metadata_for_build_wheel(directory: str, settings: Settings = None) -> str:
    # maturin looks for it here, too.
    SCRIPTS.mkdir(parents=True, exist_ok=True)
    name: str = maturin.prepare_metadata_for_build_wheel(directory, settings)
    return name


prepare_metadata_for_build_editable = prepare_metadata_for_build_wheel


def build_wheel(directory: str, settings: Settings = None, metadata: Optional[str] = None) -> str:
    lay_program(settings)
    name: str = maturin.build_wheel(directory, settings, metadata)
    return name


def build_editable(directory: str, settings: Settings = None, metadata: Optional[str] = None) -> str:
    lay_program(settings)
    name: str = maturin.build_editable(directory, settings, metadata)
    return name


def build_sdist(directory: str, settings: Settings = None) -> str:
    shutil.rmtree(SCRIPTS, ignore_errors=True)
    SCRIPTS.mkdir(parents=True)
    name: str = maturin.build_sdist(directory, settings)
    return name


def lay_program(settings: Settings) -> None:
    """Builds the program in the profile of the module, and lays it where maturin finds it.

    `DWINDLE_PROGRAM` names one that is built already.
    """
    shutil.rmtree(SCRIPTS, ignore_errors=True)
    SCRIPTS.mkdir(parents=True)
    if built_already := os.environ.get("DWINDLE_PROGRAM"):
        shutil.copy2(built_already, SCRIPTS / "dwindle")
        return
    if not PROGRAM.is_file():
        print("the program dwindle is left out: its source is not in this package", file=sys.stderr)
        return
    line = ["cargo", "build", "--manifest-path", str(PROGRAM), "--bin", "dwindle", *profile(settings)]
    line += ["--message-format", "json-render-diagnostics"]
    built = subprocess.run(line, check=True, stdout=subprocess.PIPE, text=True)
    messages = map(json.loads, built.stdout.splitlines())
    programs = (message for message in messages if message.get("target", {}).get("name") == "dwindle")
    executable = next(found for found in (program.get("executable") for program in programs) if found)
    shutil.copy2(executable, SCRIPTS / "dwindle")


def profile(settings: Settings) -> list[str]:
    """The profile that maturin was told to build in; its default is that of releases.

    What is built for tests has the features that the whole workspace and its tests have, so that it is not built twice.
    """
    told = (settings or {}).get("build-args", "")
    words = shlex.split(told) if isinstance(told, str) else [word for one in told for word in shlex.split(one)]
    if "--profile" in words:
        name = words[words.index("--profile") + 1]
        return ["--profile", name, *(["--workspace", "--test", ANY_TEST] if name == "dev" else [])]
    return ["--release"]
