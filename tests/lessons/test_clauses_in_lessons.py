"""What the lessons teach about single clauses, on questions made by hand."""

import pytest

from cardlab.cards import Card, cards
from cardlab.lessons import lesson_language
from cardlab.lessons.laying_off import ask_lay_off, ask_opened
from cardlab.lessons.melds import ACE_HIGH, ask_meld, ask_repair, ask_set_or_run
from cardlab.lessons.stacks import ask_play_one, ask_which_fit
from cardlab.tichu import Pile, Rules
from cardlab.tichu.piles import PHOENIX
from cardlab.tongits import Laid, why_meld


def table(*laid):
    return tuple(Laid(why_meld(cards(text)), owner) for text, owner in laid)


def test_T3_1_calling_a_set_a_run_is_answered_with_both_clauses():
    verdict = ask_set_or_run(cards("8s 8h 8d")).check("run", "en")
    assert not verdict.right
    assert verdict.rules == ("T3.2", "T3.1")
    assert "is not a run" in verdict.sentences[0]


def test_T3_2_calling_a_pair_a_run_is_answered_as_a_run_and_then_as_a_set():
    verdict = ask_set_or_run(cards("7h 7d")).check("run", "en")
    assert verdict.rules == ("T3.2", "T3.1")
    assert verdict.sentences[0] == "7♥ 7♦ is not a run: in a run all cards are of one suit. (T3.2)"
    assert "is not a set" not in ask_set_or_run(cards("7h 7d")).check("set", "en").sentences[0]


def test_T3_3_who_calls_a_run_what_goes_round_the_corner_is_told_of_the_ace_alone():
    verdict = ask_set_or_run(cards("Qs Ks As 2s")).check("run", "en")
    assert verdict.rules == ("T3.3",)
    assert verdict.sentences[0].startswith("The ace is low")


def test_T3_2_a_gap_is_named_with_its_repair():
    question = ask_set_or_run(cards("5h 6h 8h"))
    assert question.check("neither", "en").right
    assert "With 7♥ added it would be a meld." in question.check("run", "en").sentences[0]


@pytest.mark.parametrize(
    ("handful", "answer"), [("As 2s 3s", "run"), ("Qs Ks As", "neither"), ("Ks As 2s", "neither"), ("As Ah Ac", "set")]
)
def test_T3_3_the_ace_is_low(handful, answer):
    assert ask_set_or_run(cards(handful)).solution("en")[1] == answer


@pytest.mark.parametrize(("handful", "answer"), [("As 2s 3s", "run"), ("Qs Ks As", "run"), ("Ks As 2s", "neither")])
def test_T3_3_with_the_house_rule_the_ace_is_high_too(handful, answer):
    assert ask_set_or_run(cards(handful), ACE_HIGH).solution("en")[1] == answer


def test_T3_4_a_repair_with_a_card_that_is_not_held_is_pointed_out():
    hand = cards("7h 8h 6d 6s 6c Kd")
    verdict = ask_meld(hand).check(cards("7h 8h"), "en")
    assert not verdict.right
    assert verdict.rules == ("T3.2", "T3.4")
    assert verdict.sentences[-1].endswith("every card of a meld comes from your hand. (T3.4)")


def test_T3_4_a_repair_with_a_card_that_is_held_names_it():
    verdict = ask_meld(cards("7h 8h 9h Kd")).check(cards("7h 8h"), "en")
    assert verdict.sentences[-1] == "You hold 9♥. (T3.4)"


def test_a_repair_takes_any_card_that_repairs():
    question = ask_repair(cards("7h 8h"), cards("6h 9h 9d"))
    assert [question.check((card,), "en").right for card in question.hand] == [True, True, False]


def test_one_card_too_many_is_left_out():
    question = ask_repair(cards("7h 8h 9h Jh"))
    assert question.solution("en")[1] == cards("Jh")
    assert not question.check(cards("8h"), "en").right


def test_T3_5_laying_off_alone_does_not_open():
    question = ask_opened(table(("4c 5c 6c 7c", 1)), cards("7c"))
    verdict = question.check("yes", "en")
    assert not verdict.right
    assert verdict.rules == ("T3.5", "T4.3")


def test_T3_5_a_meld_of_ones_own_opens():
    assert ask_opened(table(("4c 5c 6c", 1), ("8s 8h 8d", 0))).solution("en")[1] == "yes"


def test_T4_2_a_chain_is_laid_off_as_a_whole():
    question = ask_lay_off(cards("5h 6h Jh Kd"), table(("7h 8h 9h", 1)))
    assert question.solution("en")[1] == cards("5h 6h")
    verdict = question.check(cards("6h"), "en")
    assert not verdict.right
    assert verdict.sentences == ("One more card of your hand can be laid off. (T4.1)",)
    assert "gap at 10♥" in question.check(cards("5h 6h Jh"), "en").sentences[0]


def test_T4_1_nothing_fits_is_an_answer():
    question = ask_lay_off(cards("2c Kd"), table(("7h 8h 9h", 0)))
    assert question.check((), "en").right
    assert not question.check(cards("2c"), "en").right


def test_U2_3_two_and_ace_only_with_the_house_rule():
    pile, hand = Pile.of("Ks As"), cards("2h Kd")
    assert ask_which_fit(pile, hand).solution("en")[1] == cards("Kd")
    assert ask_which_fit(pile, hand, Rules(wrap=True)).solution("en")[1] == hand
    assert "U2.3" in ask_which_fit(pile, hand).check(hand, "en").rules


def test_U5_1_only_an_ace_on_the_dragon_and_U5_6_strictly():
    pile, hand = Pile.of("Kd Dr"), cards("Ks Ah Ph Do")
    assert ask_which_fit(pile, hand).solution("en")[1] == cards("Ah Ph Do")
    assert ask_which_fit(pile, hand, Rules(dragon_locks="strict")).solution("en")[1] == cards("Ah")


def test_U5_2_on_a_phoenix_upon_a_7():
    assert ask_which_fit(Pile.of("7h Ph"), cards("5c 6c 7c 8c 9c")).solution("en")[1] == cards("5c 7c 9c")


def test_U5_8_with_nothing_beneath_a_phoenix_any_card_fits():
    question = ask_which_fit(Pile().covered(PHOENIX), cards("4c 9d As"))
    assert question.solution("en")[1] == cards("4c 9d As")
    assert "U5.8" in question.check(cards("4c 9d As"), "en").rules


def test_U5_4_a_wish_is_told_and_counts():
    question = ask_which_fit(Pile.of("3c 2c Ma", "9"), cards("As 2h 8s Tc"))
    assert question.solution("en")[1] == cards("8s Tc")
    assert question.task("en").piles[0].label == "The pile, wish: 9"
    assert question.check(cards("As 8s Tc"), "en").rules == ("U2.2", "U5.4")


def test_U5_5_without_a_wish():
    assert ask_which_fit(Pile.of("3c 2c Ma"), cards("As 2h 8s Tc")).solution("en")[1] == cards("As 2h")


def test_U5_9_a_dog_leaves_the_value_beneath():
    question = ask_which_fit(Pile.of("7h Do"), cards("6c 9s"))
    assert question.solution("en")[1] == cards("6c")
    assert question.task("en").prompt.endswith("After the Dog there was no card left to turn.")


def test_U2_2_every_fitting_pair_is_right():
    question = ask_play_one((Pile.of("6s"), Pile.of("8h")), cards("7d 2c"))
    assert question.check((Card("7d"), 0), "en").right
    assert question.check((Card("7d"), 1), "en").rules == ("U2.2",)
    assert not question.check((Card("2c"), 0), "en").right


def test_the_language_is_the_name_of_the_folder(tmp_path, monkeypatch):
    for name, lang in (("de", "de"), ("nl", "nl"), ("en", "en"), ("xx", "en")):
        folder = tmp_path / name
        folder.mkdir()
        monkeypatch.chdir(folder)
        assert lesson_language() == lang
