"""The rule book: every clause is implemented, tested or named somewhere, and has its text for learners."""

from __future__ import annotations

import ast
import re
from itertools import pairwise
from pathlib import Path

import pytest

import cardlab
from cardlab.phrasing.catalogue import LANGUAGES, say

PACKAGE = Path(cardlab.__file__).parent
TESTS = Path(__file__).parent.parent
ROWS = re.findall(r"^\| ([TU]\d+\.\d+) \|", (PACKAGE / "RULES.md").read_text(encoding="utf-8"), re.MULTILINE)


def place(clause: str) -> tuple[str, int, int]:
    chapter, number = clause[1:].split(".")
    return clause[0], int(chapter), int(number)


def named_in(text: str) -> set[str]:
    """The clauses that a text names, one by one or as "T6.4 to T6.7"."""
    named = set(re.findall(r"\b[TU]\d+\.\d+\b", text))
    for chapter, first, last in re.findall(r"\b([TU]\d+)\.(\d+) to \1\.(\d+)\b", text):
        named |= {f"{chapter}.{number}" for number in range(int(first), int(last) + 1)}
    return named


def docstrings(folder: Path) -> str:
    """All docstrings of a folder but this file's, attributes' included, and the names of its tests as clauses."""
    found = []
    for path in folder.rglob("*.py"):
        if "node_modules" in path.parts or path == Path(__file__):
            continue
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            match node:
                case ast.Expr(value=ast.Constant(value=str(text))):
                    found.append(text)
                case ast.FunctionDef(name=name):
                    found += [f"{letter}{chapter}.{number}" for letter, chapter, number in _in_name(name)]
    return "\n".join(found)


def _in_name(name: str) -> list[tuple[str, str, str]]:
    return re.findall(r"(?<=_)([TU])(\d+)_(\d+)(?=_|$)", name) if name.startswith("test_") else []


def test_the_rows_of_the_rule_book_are_complete_and_in_order():
    assert sorted(set(ROWS), key=place) == ROWS
    first, last = [{letter: [c for c in ROWS if c[0] == letter][at] for letter in "TU"} for at in (0, -1)]
    assert (first, last) == ({"T": "T1.1", "U": "U1.1"}, {"T": "T11.5", "U": "U6.3"})
    for before, after in pairwise(ROWS):
        (letter, chapter, number), following = place(before), place(after)
        assert following in ((letter, chapter, number + 1), (letter, chapter + 1, 1), ("U", 1, 1))


def test_no_clause_is_forgotten():
    named = named_in(docstrings(PACKAGE)) | named_in(docstrings(TESTS))
    assert not set(ROWS) - named


def test_no_docstring_names_a_clause_that_does_not_exist():
    assert not named_in(docstrings(PACKAGE)) - set(ROWS)


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_clause_has_its_text(lang):
    sentences = {clause: say(f"clause.{clause}", lang) for clause in ROWS}
    assert len(set(sentences.values())) == len(ROWS)
