"""What the lessons `melds` and `stacks` teach about single clauses, on questions made by hand."""

import re
from pathlib import Path

from asked import row, table

import cardlab
from cardlab.cards import Card, cards
from cardlab.lessons.course import LESSONS
from cardlab.lessons.laying_off import ask_lay_off, ask_opened
from cardlab.lessons.melds import ACE_HIGH, ask_meld, ask_repair, ask_set_or_run
from cardlab.lessons.stacks import ask_play_one, ask_which_fit
from cardlab.tichu import Pile, Rules
from cardlab.tongits import Laid, why_meld


def laid(*melds):
    return tuple(Laid(why_meld(cards(text)), owner) for text, owner in melds)


def handful(text, *rules):
    return ask_set_or_run(cards(text), *rules)


def fits(pile, hand, **rules):
    return ask_which_fit(pile, cards(hand), Rules(**rules))


CHAIN = ask_lay_off(cards("5h 6h Jh Kd"), laid(("7h 8h 9h", 1)))


test_a_question_about_a_clause_has_its_answer_and_is_told_why = table(
    row("T3.1 a set", handful("8s 8h 8d"), "set", "run"),
    row("T3.2 a pair is denied as what it is called first", handful("7h 7d"), "neither", "run"),
    row("T3.2 a gap has its repair", handful("5h 6h 8h"), "neither", "run"),
    row("T3.3 the ace alone", handful("Qs Ks As 2s"), "neither", "run"),
    row("T3.3 high with the house rule", handful("Qs Ks As", ACE_HIGH), "run"),
    row("T3.4 a repair that is not held", ask_meld(cards("7h 8h 6d 6s 6c Kd")), cards("6c 6d 6s"), cards("7h 8h")),
    row("one card too many", ask_repair(cards("7h 8h 9h Jh")), cards("Jh"), cards("8h")),
    row("T3.5 laying off alone does not open", ask_opened(laid(("4c 5c 6c 7c", 1)), cards("7c")), "no", "yes"),
    row("T3.5 a meld of one's own opens", ask_opened(laid(("4c 5c 6c", 1), ("8s 8h 8d", 0))), "yes"),
    row("T4.1 nothing fits", ask_lay_off(cards("2c Kd"), laid(("7h 8h 9h", 0))), (), cards("2c")),
    row("T4.2 a chain", CHAIN, cards("5h 6h"), cards("5h 6h Jh"), cards("6h")),
    row("U2.3 no 2 on an ace", fits(Pile.of("Ks As"), "2h Kd"), cards("Kd"), cards("2h Kd")),
    row("U2.3 but with the house rule", fits(Pile.of("Ks As"), "2h Kd", wrap=True), cards("2h Kd")),
    row("U5.1 only an ace on the Dragon", fits(Pile.of("Kd Dr"), "Ks Ah Ph Do"), cards("Ah Ph Do")),
    row("U5.6 strictly", fits(Pile.of("Kd Dr"), "Ks Ah Ph Do", dragon_locks="strict"), cards("Ah")),
    row("U5.2 on a Phoenix upon a 7", fits(Pile.of("7h Ph"), "5c 6c 7c 8c 9c"), cards("5c 7c 9c")),
    row("U5.4 a wish counts", fits(Pile.of("3c 2c Ma", "9"), "As 2h 8s Tc"), cards("8s Tc"), cards("As 8s Tc")),
    row("U5.9 a Dog leaves the value beneath", fits(Pile.of("7h Do"), "6c 9s"), cards("6c")),
    row("U2.2 a pair", ask_play_one((Pile.of("6s"), Pile.of("8h")), cards("7d 2c")), (Card("7d"), 0), (Card("2c"), 0)),
)


def test_every_clause_of_the_rule_book_is_practised_but_the_one_about_tables_between_devices():
    rule_book = (Path(cardlab.__file__).parent / "RULES.md").read_text(encoding="utf-8")
    practised = {clause for lesson in LESSONS for drill in lesson.drills for clause in drill.clauses}
    assert set(re.findall(r"^\| ([TU]\d+\.\d+) \|", rule_book, re.MULTILINE)) - practised == {"T10.6"}
