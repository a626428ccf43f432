"""A name stands for one thing: outside the two engines no two files and no two classes are called alike."""

import ast
import re
from collections import defaultdict
from collections.abc import Iterable, Iterator
from pathlib import Path

import cardlab
from cardlab import tichu
from cardlab.lessons.course import LESSONS

ROOT = Path(cardlab.__file__).parent
ENGINES = {ROOT / "tongits", ROOT / "tichu"}
FILES = [path for path in ROOT.rglob("*.py") if not ENGINES.intersection(path.parents) and path.stem[0] != "_"]


def _twice(named: Iterable[tuple[str, Path]]) -> dict[str, list[str]]:
    places = defaultdict(list)
    for name, path in named:
        places[name].append(str(path.relative_to(ROOT)))
    return {name: found for name, found in places.items() if len(found) > 1}


def test_no_two_files_are_called_alike_but_a_lesson_and_its_subject():
    lessons = {ROOT / "lessons" / f"{lesson.name.replace('-', '_')}.py" for lesson in LESSONS}
    assert _twice((path.stem, path) for path in FILES if path not in lessons) == {}


def test_no_two_classes_are_called_alike():
    classes = (
        (node.name.lstrip("_"), path)
        for path in FILES
        for node in ast.walk(ast.parse(path.read_text("utf-8")))
        if isinstance(node, ast.ClassDef)
    )
    assert _twice(classes) == {}


RIDDLES = {"told", "lying", "heard", "hearing", "hall", "hub", "gate", "reach", "deed", "sought", "wished"}
"""Words that say too little or another thing than they stand for."""


def _names(node: ast.AST) -> Iterator[str]:
    for field in ("name", "id", "arg", "attr", "asname"):
        value = getattr(node, field, None)
        if isinstance(value, str) and value != tichu.Code.WISHED.name:  # the engine's, for the Mah Jong (U5.4)
            yield value
    if isinstance(node, ast.ImportFrom):
        yield node.module or ""


def test_no_identifier_is_a_riddle():
    named = [(path.stem, path) for path in FILES]
    named += [
        (name, path) for path in FILES for node in ast.walk(ast.parse(path.read_text("utf-8"))) for name in _names(node)
    ]
    riddles = {(name, path) for name, path in named if RIDDLES.intersection(re.split(r"[_.]", name.lower()))}
    assert riddles == set()
