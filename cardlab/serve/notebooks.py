"""Where the notebooks of the course are: here, beside the package in a clone, or inside the package once installed."""

from __future__ import annotations

from pathlib import Path
from typing import Final

from cardlab.locale import LANGUAGES

PACKAGE: Final = Path(__file__).resolve().parents[1]


def is_course(folder: Path) -> bool:
    """Whether `folder` is laid out like a course: a folder of a language, and in it the way in."""
    return any((folder / lang / "index.ipynb").is_file() for lang in LANGUAGES)


def of_the_course() -> Path:
    """The folder of the course to use when nobody names one.

    `notebooks` in the working folder if that is a course, else `notebooks` beside the package, as in a clone,
    else the one that came with the package. In an installation other packages' folders stand beside ours.
    """
    here = Path.cwd() / "notebooks"
    clone = PACKAGE.parent / "notebooks" if (PACKAGE.parent / "pyproject.toml").is_file() else None
    return next((folder for folder in (here, clone) if folder and is_course(folder)), PACKAGE / "notebooks")
