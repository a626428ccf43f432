"""Names in the code: outside the two engines no two classes share one, and none is a riddle."""

import ast
import re
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path

import cardlab
from cardlab import tichu

ROOT = Path(cardlab.__file__).parent
ENGINES = {ROOT / "tongits", ROOT / "tichu"}
FILES = [path for path in ROOT.rglob("*.py") if not ENGINES.intersection(path.parents) and path.stem[0] != "_"]


def test_no_two_classes_are_called_alike():
    places = defaultdict(list)
    for path in FILES:
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.ClassDef):
                places[node.name.lstrip("_")].append(str(path.relative_to(ROOT)))
    assert {name: found for name, found in places.items() if len(found) > 1} == {}


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
