"""Names in the code: outside the two engines no two classes share one."""

import ast
from collections import defaultdict
from pathlib import Path

import cardlab

ROOT = Path(cardlab.__file__).parent
ENGINES = {ROOT / "tongits", ROOT / "tichu"}


def test_no_two_classes_are_called_alike():
    places = defaultdict(list)
    files = [path for path in ROOT.rglob("*.py") if not ENGINES & {*path.parents} and path.stem[0] != "_"]
    for path in files:
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.ClassDef):
                places[node.name.lstrip("_")].append(str(path.relative_to(ROOT)))
    assert {name: found for name, found in places.items() if len(found) > 1} == {}
