"""The learner's own copy of the notebooks: what is in it may be run, edited and saved, and the course stays as it is.

A small file in the folder remembers what was given, as fingerprints of the cells: so a lesson that the learner has not
edited is brought up to date when the course has changed, and an edited one is left alone.
Results of cells are no edits.
"""

from __future__ import annotations

import json
import os
import tempfile
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from hashlib import sha256
from itertools import count
from pathlib import Path
from typing import Any, Final

from cardlab.serve import frame

FOLDER: Final = "cardlab-course"
"""What the copy's folder is called when nobody names one."""

MEMORY: Final = Path(".cardlab") / "given.json"
"""What was given, inside the copy: `{"format": ..., "given": {"en/melds.ipynb": fingerprint, ...}}`."""

FORMAT: Final = "cardlab-copy/1"


@dataclass(frozen=True, slots=True)
class Renewal:
    """What `renew` did: the lessons that came, that were brought up to date, and that wait because they are edited.

    `written`: all that lie there anew, also where only the kernel is another one.
    """

    new: tuple[str, ...] = ()
    updated: tuple[str, ...] = ()
    waiting: tuple[str, ...] = ()
    written: tuple[str, ...] = ()


def renew(course: Path, folder: Path, language_info: Mapping[str, Any]) -> Renewal:
    """Makes `folder` a copy of the notebooks of `course`, or brings it up to date; tells what was done.

    `language_info` is what the kernel says of itself: a notebook that has it opens without a mark of being changed.
    Raises OSError if the folder cannot be written.
    """
    given = _given(folder)
    new, updated, waiting, written = [], [], [], []
    for path in frame.every_notebook(course):
        text = (course / path).read_text(encoding="utf-8")
        wanted = _fingerprint(text)
        there = _there(folder / path)
        if there is None:
            new.append(path)
        elif there.fingerprint != given.get(path, wanted):
            if wanted not in (given.get(path), there.fingerprint):
                waiting.append(path)
            continue
        elif there.fingerprint != wanted:
            updated.append(path)
        elif there.language_info == language_info:
            given[path] = wanted
            continue
        _write(folder / path, _for_kernel(text, language_info))
        written.append(path)
        given[path] = wanted
    _remember(folder, given)
    return Renewal(tuple(new), tuple(updated), tuple(waiting), tuple(written))


def fresh(course: Path, folder: Path, path: str, language_info: Mapping[str, Any]) -> Path | None:
    """Puts the lesson `path` into the copy as the course has it; an edited one is put aside beside it.

    Returns where the edited one lies now, None if there was none.
    Raises OSError if the folder cannot be written.
    """
    text = (course / path).read_text(encoding="utf-8")
    given, there, aside = _given(folder), _there(folder / path), None
    if there is not None and there.fingerprint not in (given.get(path), _fingerprint(text)):
        aside = next(place for place in _places_beside(folder / path) if not place.exists())
        os.replace(folder / path, aside)
    _write(folder / path, _for_kernel(text, language_info))
    _remember(folder, given | {path: _fingerprint(text)})
    return aside


def is_outside(folder: Path, *sources: Path) -> bool:
    """Whether `folder` lies in none of the `sources`: a copy inside them would change what is tracked or installed."""
    return not any(folder.resolve().is_relative_to(source.resolve()) for source in sources)


@dataclass(frozen=True, slots=True)
class _Copied:
    """A notebook as it lies in the copy; one that cannot be read has an empty fingerprint, so it counts as edited."""

    fingerprint: str
    language_info: Mapping[str, Any]


def _there(file: Path) -> _Copied | None:
    """The notebook in the copy; None if there is none."""
    try:
        text = file.read_text(encoding="utf-8")
        return _Copied(_fingerprint(text), json.loads(text)["metadata"].get("language_info", {}))
    except FileNotFoundError:
        return None
    except (ValueError, LookupError, TypeError, AttributeError):
        return _Copied("", {})


def _fingerprint(notebook: str) -> str:
    """What tells one state of a lesson from another: the kinds and sources of its cells, not their results."""
    cells = [[cell["cell_type"], "".join(cell["source"])] for cell in json.loads(notebook)["cells"]]
    return sha256(json.dumps(cells).encode()).hexdigest()


def _for_kernel(notebook: str, language_info: Mapping[str, Any]) -> str:
    book = json.loads(notebook)
    book["metadata"]["language_info"] = dict(language_info)
    return json.dumps(book, indent=1, ensure_ascii=False, sort_keys=True) + "\n"


def _places_beside(file: Path) -> Iterator[Path]:
    """`melds-2.ipynb`, `melds-3.ipynb`, ... beside `melds.ipynb`."""
    return (file.with_stem(f"{file.stem}-{number}") for number in count(2))


def _given(folder: Path) -> dict[str, str]:
    """What was given, by the copy's own memory; nothing if it has none or it cannot be read."""
    try:
        memory = json.loads((folder / MEMORY).read_text(encoding="utf-8"))
        return {str(path): str(mark) for path, mark in memory["given"].items()} if memory["format"] == FORMAT else {}
    except (FileNotFoundError, ValueError, LookupError, TypeError, AttributeError):
        return {}


def _remember(folder: Path, given: Mapping[str, str]) -> None:
    _write(folder / MEMORY, json.dumps({"format": FORMAT, "given": given}, indent=1, sort_keys=True) + "\n")


def _write(file: Path, text: str) -> None:
    """Writes a file as a whole or not at all."""
    file.parent.mkdir(parents=True, exist_ok=True)
    number, name = tempfile.mkstemp(dir=file.parent, prefix=f".{file.name}-")
    try:
        with os.fdopen(number, "w", encoding="utf-8", newline="\n") as draft:
            draft.write(text)
        os.replace(name, file)
    except BaseException:
        os.unlink(name)
        raise
