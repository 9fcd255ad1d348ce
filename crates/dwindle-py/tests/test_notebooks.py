"""The notebooks run, and show what they are committed with. With UPDATE_DOCS=1 they are written with what they show."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

import nbformat
import pytest
from nbclient import NotebookClient

FOLDER = Path(__file__).parents[3] / "docs/notebooks"
FILES: Any = nbformat
"""Its functions have no types."""

PATHS = sorted(FOLDER.glob("*.ipynb"))


def shown(notebook: Any) -> list[Any]:
    """What each cell of code shows."""
    return [(cell.source, cell.outputs) for cell in notebook.cells if cell.cell_type == "code"]


@pytest.mark.parametrize("path", PATHS, ids=lambda path: path.stem)
def test_a_notebook_runs_and_shows_what_it_has_shown(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("JUPYTER_PLATFORM_DIRS", "1")
    written = FILES.read(path, as_version=4)
    ran = FILES.read(path, as_version=4)
    NotebookClient(ran, timeout=60, record_timing=False).execute()
    ran.metadata.language_info = written.metadata.language_info  # It names the version of Python.
    if "UPDATE_DOCS" in os.environ:
        FILES.write(ran, path)
        return
    assert shown(ran) == shown(written)


def test_there_are_three_notebooks_and_the_documentation_names_them() -> None:
    text = (FOLDER.parent / "python.md").read_text(encoding="utf-8")
    assert len(PATHS) == 3
    assert all(f"notebooks/{path.name}" in text for path in PATHS)
