"""`MeldCheck`: what stands below the hand when cards are selected."""

import pytest
from messages import blocks, send

from cardlab.cards import cards
from cardlab.phrasing import explain
from cardlab.phrasing.catalogue import say
from cardlab.tongits import Rules, why_not_meld
from cardlab.widgets import MeldCheck

HELD = "7h 8h 9h Th Kd Kc Ks Ah Qh Kh X1 X2"
LANGUAGES = ("en", "de", "nl")


def checked(chosen, lang="en", rules=None):
    widget = MeldCheck(HELD, lang, rules or Rules(jokers=2))
    send(widget, do="select", cards=[card.code for card in cards(chosen)], number=1)
    return verdict_of(widget)


def verdict_of(widget):
    (verdict,) = blocks(widget, "verdict")
    return verdict


def test_nothing_selected_asks_for_cards():
    verdict = checked("")
    assert (verdict["kind"], verdict["above"]) == ("none", [])
    assert verdict["title"]


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize(
    ("chosen", "said"), [("Kd Kc Ks", ("(T3.1)", "3")), ("9h 7h 8h", ("(T3.2)", "7♥ 8♥ 9♥"))], ids=["T3.1", "T3.2"]
)
def test_a_meld_is_said_to_be_one_and_why(chosen, said, lang):
    verdict = checked(chosen, lang)
    assert verdict["kind"] == "yes"
    assert all(one in verdict["said"][0] for one in said)


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("chosen", ["7h 8h Th", "7h Kd Kc", "Qh Kh Ah", "7h X1 X2", "7h 8h", "7h", "Kd Kc Ks Kh X1"])
def test_what_is_no_meld_gets_every_reason_with_its_clause(chosen, lang):
    verdict = checked(chosen, lang)
    refusals = why_not_meld(cards(chosen), Rules(jokers=2))
    assert verdict["kind"] == ("no" if len(cards(chosen)) > 2 else "none")
    assert len(verdict["said"]) == len(refusals)
    assert list(verdict["said"]) == [explain(refusal, lang) for refusal in refusals]
    assert [clause["id"] for clause in verdict["below"][0]["clauses"]] == list(
        dict.fromkeys(one.rule for one in refusals)
    )
    assert all(clause["text"] for clause in verdict["below"][0]["clauses"])


@pytest.mark.parametrize(
    ("chosen", "means"), [("X1 7h 8h", "6♥"), ("7h 8h X1", "9♥"), ("7h X1 9h", "8♥"), ("9h X1 7h", "8♥")]
)
def test_T10_3_the_order_of_selection_says_what_a_joker_stands_for(chosen, means):
    verdict = checked(chosen)
    assert verdict["kind"] == "yes"
    chosen = verdict["above"][0]
    assert chosen["captions"][chosen["cards"].index("X1")] == f"as {means}"
    assert means in verdict["said"][0]


def test_T10_3_an_order_that_leaves_it_open_shows_every_reading():
    verdict = checked("8h 7h X1")
    assert verdict["kind"] == "yes"
    assert "6♥ 7♥ 8♥" in verdict["said"][0]
    assert "7♥ 8♥ 9♥" in verdict["said"][0]
    assert checked("Kd Kc X1")["above"][0]["captions"] == ["", "", "as K"]


def test_T3_3_a_house_rule_changes_the_verdict_at_once():
    widget = MeldCheck(HELD)
    widget.selected = "Qh Kh Ah"
    assert verdict_of(widget)["kind"] == "no"
    widget.rules = Rules(ace_high=True)
    verdict = verdict_of(widget)
    facts = {"cards": cards("Qh Kh Ah"), "rule": say("rule.tongits.ace_high", "en")}
    assert (verdict["kind"], verdict["title"]) == ("yes", say("meld_check.by_house_rule", "en", **facts))
    assert widget.rules == Rules(ace_high=True)
    widget.selected = "7h 8h 9h"
    assert verdict_of(widget)["title"] == say("meld_check.is_run", "en", cards=cards("7h 8h 9h"))


def test_T3_4_what_is_no_meld_but_two_is_said_to_be_both():
    """The box that asks whether both can be laid called them no meld, and to be repaired."""
    verdict = checked("7h 8h 9h Kd Kc Ks")
    assert verdict["kind"] == "yes"
    assert all(meld in verdict["title"] for meld in ("7♥ 8♥ 9♥", "K♣ K♦ K♠"))
    assert "(T3.4)" in verdict["said"][0]
    assert checked("7h 8h 9h Kd Kc")["kind"] == "no"


def test_repr_is_short_and_names_the_changed_house_rules():
    assert repr(MeldCheck("7h 8h")) == 'MeldCheck("7h 8h")'
    assert repr(MeldCheck("7h", rules=Rules(jokers=2, tie="challenger"))) == (
        "MeldCheck(\"7h\", rules=Rules(tie='challenger', jokers=2))"
    )
