"""The learner's own copy of the notebooks; existing files are never changed."""

from __future__ import annotations

import sqlite3
from pathlib import Path

import nbformat
from ipykernel.ipkernel import IPythonKernel
from nbformat.sign import NotebookNotary

from cardlab.pages.notebooks import notebook_paths
from cardlab.phrasing.catalogue import LANGUAGES
from cardlab.serve.start import PACKAGE
from cardlab.terminal import Unusable, print_line


def copy_notebooks(course: Path, folder: Path) -> tuple[str, ...]:
    """Copy the notebooks that `folder` lacks, and return their relative paths.

    They are signed, because Jupyter shows no SVG of a notebook that it does not trust.
    Raises Unusable if the folder cannot be written or belongs to the course.
    """
    if any(folder.resolve().is_relative_to(source) for source in (course.resolve(), PACKAGE)):
        raise Unusable(f"{folder} belongs to the course itself. Choose another folder for your copy.")
    missing = tuple(path for path in notebook_paths(course, LANGUAGES) if not (folder / path).exists())
    try:
        notebooks = [_copy(course / path, folder / path) for path in missing]
    except OSError as problem:
        reason = problem.strerror or type(problem).__name__
        raise Unusable(f"Can't write your copy to {folder} ({reason}). Choose another folder.") from None
    try:
        notary = NotebookNotary()  # type: ignore[no-untyped-call]
        for notebook in notebooks:
            notary.sign(notebook)  # type: ignore[no-untyped-call]
    except (OSError, sqlite3.Error) as problem:
        reason = f"can't write Jupyter's list of trusted notebooks ({problem})"
        print_line(f"You see some drawings only after running their cells: {reason}.")
    return missing


def _copy(source: Path, file: Path) -> nbformat.NotebookNode:
    """Copy a notebook atomically, and add the kernel's language info.

    JupyterLab would otherwise mark it as changed when it is opened.
    """
    notebook: nbformat.NotebookNode = nbformat.read(source, as_version=4)  # type: ignore[no-untyped-call]
    notebook.metadata.language_info = dict(IPythonKernel.language_info)
    file.parent.mkdir(parents=True, exist_ok=True)
    draft = file.with_name(f".{file.name}")
    draft.write_text(nbformat.writes(notebook), encoding="utf-8", newline="\n")  # type: ignore[no-untyped-call]
    draft.replace(file)
    return notebook
