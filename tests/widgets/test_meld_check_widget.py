"""`MeldCheck`: what stands below the hand when cards are selected."""

from cardlab.cards import cards
from cardlab.phrasing.catalogue import say
from cardlab.tongits import Rules
from cardlab.widgets.meld_check import MeldCheck
from tests.stories import select

HELD = "7h 8h 9h Th Kd Kc Ks Ah Qh Kh X1 X2"


def judged(tell, *chosen):
    """Tells what is said of each selection, one after the other."""
    tell(lambda lang: MeldCheck(HELD, lang, Rules(jokers=2)), *map(select, chosen))


def test_T3_1_T3_2_a_meld_is_said_to_be_one_and_why_and_two_melds_to_be_both(tell):
    judged(tell, "Kd Kc Ks", "9h 7h 8h", "7h 8h 9h Kd Kc Ks", "")


def test_T3_1_T3_2_what_is_no_meld_gets_every_reason_with_its_clause(tell):
    few = ("7h", "7h 8h")
    judged(tell, *few, "7h 8h Th", "7h Kd Kc", "Qh Kh Ah", "7h X1 X2", "Kd Kc Ks Kh X1", "7h 8h 9h Kd Kc")


def test_T10_3_the_order_of_selection_says_what_a_joker_stands_for_and_every_reading_where_it_leaves_it_open(tell):
    judged(tell, "X1 7h 8h", "7h 8h X1", "7h X1 9h", "9h X1 7h", "8h 7h X1", "Kd Kc X1")


def verdict_of(scene):
    return next(block for block in scene.render() if block["is"] == "verdict")


def test_T3_3_a_house_rule_changes_the_verdict_at_once():
    scene = MeldCheck(HELD)
    scene.selected = "Qh Kh Ah"
    assert verdict_of(scene)["kind"] == "no"
    scene.rules = Rules(ace_high=True)
    verdict = verdict_of(scene)
    facts = {"cards": cards("Qh Kh Ah"), "rule": say("rule.tongits.ace_high", "en")}
    assert (verdict["kind"], verdict["title"]) == ("yes", say("meld_check.by_house_rule", "en", **facts))
    assert scene.rules == Rules(ace_high=True)
    scene.selected = "7h 8h 9h"
    assert verdict_of(scene)["title"] == say("meld_check.is_run", "en", cards=cards("7h 8h 9h"))
