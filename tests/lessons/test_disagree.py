"""Where players disagree: every open point of the rule book is a dispute, and the engine gives both of its answers."""

import json
import re
from dataclasses import fields
from functools import partial
from pathlib import Path

import pytest
from asked import row, table

import cardlab
from cardlab import tichu, tongits
from cardlab.cards import cards
from cardlab.game import game_of
from cardlab.lessons.disagree.cases_tongits import is_meld, what_pays
from cardlab.lessons.disagree.dispute import RuleOrigin
from cardlab.lessons.disagree.disputes import DISPUTES, TIE, about, may
from cardlab.lessons.disagree.questions import ask_count_under, ask_legal_under, ask_who_wins_under
from cardlab.lessons.tables_tongits import position
from cardlab.tongits import Rules

ROOT = Path(cardlab.__file__).parent
RULE_BOOK = (ROOT / "RULES.md").read_text(encoding="utf-8")
SOURCES = dict(re.findall(r"^\| ([TU]\d+\.\d+) \|.*\| ([^|]+) \|$", RULE_BOOK, re.MULTILINE))
BY_NAME = {dispute.name: dispute for dispute in DISPUTES}
OPEN_POINTS = re.findall(r"^\d\. (.+)$", RULE_BOOK.partition("# Where the sheets are silent")[2], re.MULTILINE)
RULES = {"tongits": tongits.Rules, "tichu": tichu.Rules}


@pytest.mark.parametrize("game", RULES)
def test_every_house_rule_is_a_dispute_but_the_length_of_a_match(game):
    """Players agree on the target (T10.5, U6.3) before they begin, and by none of them is a move refused."""
    covered = {field for dispute in DISPUTES if game_of(dispute.here).name == game for field in dispute.fields}
    names = {field.name for field in fields(RULES[game])}
    assert names - covered == {"target"}


def test_the_lesson_shows_every_dispute():
    notebook = (ROOT.parent / "notebooks" / "en" / "disagree.ipynb").read_text(encoding="utf-8")
    cells = ["".join(cell["source"]) for cell in json.loads(notebook)["cells"]]
    calls = [cell for cell in cells if "both_sides(about(" in cell]
    assert {one for call in calls for one in about(*re.findall(r'"([TU][\d.]+)"', call))} == set(DISPUTES)
    assert [cell for cell in cells if "both_sides(presets())" in cell]
    assert len(BY_NAME) == len(DISPUTES)


@pytest.mark.parametrize("dispute", DISPUTES, ids=lambda one: one.name)
def test_the_source_is_that_of_the_rule_book_and_the_house_rule_changes_the_answer(dispute):
    assert not set(dispute.clauses) - SOURCES.keys()
    assert len(dispute.fields) == 1
    assert dispute.case(dispute.here).answer != dispute.case(dispute.house).answer
    source = SOURCES[dispute.clauses[0]]
    match dispute.source:
        case RuleOrigin.DECIDED:
            assert "decided" in source
        case RuleOrigin.SHEETS:
            assert re.search(r"\b00[01]\b", source)
        case RuleOrigin.PULLED:
            assert any(dispute.clauses[0] in point for point in OPEN_POINTS)


TAKES = may(position("5h 6h 9c Jd", "4c 5c", "6d 7d", discards="7c"), "0 take")
MELDS = may(position("5h 6h 9c Jd", "4c 5c", "6d 7d", discards="7h"), "0 take")
PAYS = partial(what_pays, *TIE, 2)
MUST_MELD, ACE_HIGH, CHIPS = Rules(discard_must_meld=True), Rules(ace_high=True), Rules(payment="chips")


test_a_question_under_two_rules_has_its_answer_and_is_told_why = table(
    row("T2.5 any card", ask_legal_under(TAKES, MUST_MELD), "sheets", "both"),
    row("T2.5 one that makes a meld", ask_legal_under(MELDS, MUST_MELD), "both"),
    *(
        row(f"T3.3 {handful}", ask_legal_under(partial(is_meld, cards(handful)), ACE_HIGH), where)
        for handful, where in {"As 2s 3s": "both", "Qs Ks As": "house", "Ks As 2s": "neither"}.items()
    ),
    row("T6.5 a tie", ask_who_wins_under(BY_NAME["tie"].case, BY_NAME["tie"].house, ("0", "1")), "0 1", "0 0"),
    row("T9.4 in points", ask_count_under(PAYS, CHIPS, False), 11, 3),
    row("T9.4 in chips", ask_count_under(PAYS, CHIPS, True), 3, 11),
    row("U2.3 a 2 on an ace", ask_legal_under(BY_NAME["wrap"].case, tichu.Rules(wrap=True)), "house"),
)
