"""The rule book: every clause is implemented, tested or named somewhere."""

import re
from itertools import pairwise
from pathlib import Path

import cardlab

PACKAGE = Path(cardlab.__file__).parent
TESTS = Path(__file__).parent.parent
ROWS = re.findall(r"^\| ([TU]\d+\.\d+) \|", (PACKAGE / "RULES.md").read_text(encoding="utf-8"), re.MULTILINE)


def place(clause: str) -> tuple[str, int, int]:
    chapter, number = clause[1:].split(".")
    return clause[0], int(chapter), int(number)


def texts(folder: Path) -> str:
    files = (path for path in folder.rglob("*.py") if "node_modules" not in path.parts)
    return "\n".join(path.read_text(encoding="utf-8") for path in files)


def named_in(text: str) -> set[str]:
    """The clauses that a text names, one by one or as "T6.4 to T6.7"."""
    named = set(re.findall(r"\b[TU]\d+\.\d+\b", text))
    for chapter, first, last in re.findall(r"\b([TU]\d+)\.(\d+) to \1\.(\d+)\b", text):
        named |= {f"{chapter}.{number}" for number in range(int(first), int(last) + 1)}
    return named


def test_the_rows_of_the_rule_book_are_complete_and_in_order():
    assert sorted(set(ROWS), key=place) == ROWS
    first, last = [{letter: [c for c in ROWS if c[0] == letter][at] for letter in "TU"} for at in (0, -1)]
    assert (first, last) == ({"T": "T1.1", "U": "U1.1"}, {"T": "T11.5", "U": "U6.3"})
    for before, after in pairwise(ROWS):
        (letter, chapter, number), following = place(before), place(after)
        assert following in ((letter, chapter, number + 1), (letter, chapter + 1, 1), ("U", 1, 1))


def test_every_clause_of_play_has_a_test_named_after_it_and_every_other_is_named_in_the_package():
    """The tips of T11 and what T10.6 says of tables between devices are no rules of an engine."""
    tests = re.findall(r"def test_(\w+)", texts(TESTS / "rules"))
    tested = {f"{chapter}.{number}" for name in tests for chapter, number in re.findall(r"([TU]\d+)_(\d+)(?=_)", name)}
    named = named_in(texts(PACKAGE))
    assert all(clause.startswith(("T10.6", "T11.")) for clause in set(ROWS) - tested)
    assert set(ROWS) - tested <= named <= set(ROWS)
