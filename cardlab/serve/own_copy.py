"""The learner's own copy of the notebooks: what is missing is laid there, and what lies there is never touched."""

from __future__ import annotations

import sqlite3
from pathlib import Path

import nbformat
from ipykernel.ipkernel import IPythonKernel
from nbformat.sign import NotebookNotary

from cardlab.pagehost.notebooks import every_notebook
from cardlab.phrasing.catalogue import LANGUAGES, say
from cardlab.serve.start import PACKAGE, CannotServe
from cardlab.terminal import print_line


def lay(course: Path, folder: Path, lang: str) -> tuple[str, ...]:
    """Lays every notebook of `course` that `folder` does not have; returns them: "index.ipynb", "de/melds.ipynb", ...

    Jupyter is told that their results may be shown: it draws no SVG of a notebook that it does not trust.
    Raises CannotServe, with a sentence in `lang`, for a folder that cannot be written or belongs to the course itself.
    """
    if any(folder.resolve().is_relative_to(source) for source in (course.resolve(), PACKAGE)):
        raise CannotServe(say("lab.inside_course", lang, folder=folder))
    missing = tuple(path for path in every_notebook(course, LANGUAGES) if not (folder / path).exists())
    try:
        notebooks = [_laid(course / path, folder / path) for path in missing]
    except OSError as problem:
        reason = problem.strerror or type(problem).__name__
        raise CannotServe(say("lab.no_folder", lang, folder=folder, reason=reason)) from None
    try:
        notary = NotebookNotary()  # type: ignore[no-untyped-call]
        for notebook in notebooks:
            notary.sign(notebook)  # type: ignore[no-untyped-call]
    except (OSError, sqlite3.Error) as problem:
        print_line(say("lab.not_signed", lang, reason=problem))
    return missing


def _laid(source: Path, file: Path) -> nbformat.NotebookNode:
    """Copies a notebook, as a whole or not at all.

    It says of its language what the kernel will say, else JupyterLab marks it as changed when it is opened.
    """
    notebook: nbformat.NotebookNode = nbformat.read(source, as_version=4)  # type: ignore[no-untyped-call]
    notebook.metadata.language_info = dict(IPythonKernel.language_info)
    file.parent.mkdir(parents=True, exist_ok=True)
    draft = file.with_name(f".{file.name}")
    draft.write_text(nbformat.writes(notebook), encoding="utf-8", newline="\n")  # type: ignore[no-untyped-call]
    draft.replace(file)
    return notebook
