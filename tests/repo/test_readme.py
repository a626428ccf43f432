"""The Python of the README: its examples run, and give what stands beside them."""

import ast
import re
from pathlib import Path

README = Path(__file__).parents[2] / "README.md"
GIVEN = re.compile(r"[0-9]|\w+\(")
"""How a comment begins that says what a line gives."""


def test_its_links_and_pictures_are_there_and_small():
    for target in re.findall(r"\]\(([\w/.]+)[)#]", README.read_text(encoding="utf-8")):
        assert (README.parent / target).is_file(), target
    assert all(one.stat().st_size < 60_000 for one in (README.parent / "tests" / "pictures").glob("*.webp"))


def test_the_examples_give_what_stands_beside_them():
    engine, laboratory, lesson = re.findall(r"```python\n(.*?)```", README.read_text(encoding="utf-8"), re.DOTALL)
    assert "cardlab.widgets" not in lesson, "a server has no ipywidgets"
    known: dict[str, object] = {}
    compared = []
    for block in (engine, laboratory, lesson):
        lines = block.splitlines()
        for line in ast.parse(block).body:
            beside = lines[line.end_lineno - 1].partition("  # ")[2]
            if isinstance(line, ast.Expr) and GIVEN.match(beside):
                found = repr(eval(ast.unparse(line.value), known))
                assert beside.startswith(found)
                compared.append(found)
            else:
                exec(ast.unparse(line), known)
    assert compared == ["10", "59"]
