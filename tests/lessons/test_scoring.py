"""What the lesson about payment teaches about single clauses, on rounds and matches made by hand."""

from asked import row, table

from cardlab.lessons.scoring import (
    ask_chips,
    ask_match_end,
    ask_new_score,
    ask_pays,
    ask_round_sum,
    ask_score_after,
    whole_match,
)
from cardlab.lessons.tables_tongits import answered, position
from cardlab.tongits import Ending, Match, Outcome, Phase, Rules, outcome

SHEET = Rules()
CHIPS = Rules(payment="chips")
MELDS = ((0, "6h 7h 8h"), (1, "Kc Kd Ks"), (2, "2s 3s 4s"))
HANDS = ("2c 5d", "9h Qd 4c", "3d 8s")  # 7, 23 and 11


def over(hands=HANDS, melds=MELDS, *, rules=SHEET, caller=0, challengers=(), secret=()):
    """A round that is over: by a draw call, by Tongits if a hand is empty, or without a caller by the stock."""
    laid = [f"{owner} {text}{' secret' if place in secret else ''}" for place, (owner, text) in enumerate(melds)]
    if caller is not None:
        return answered(position(*hands, melds=laid, rules=rules, seat=caller), challengers)
    stock = 2 if "" in hands else 0
    return position(*hands, melds=laid, rules=rules, stock=stock, phase=Phase.OVER, last_drawer=2)


def lost(*paid, winner=0):
    """The end of a round in which the seats have paid this much."""
    received = tuple(sum(paid) if seat == winner else -amount for seat, amount in enumerate(paid))
    return Outcome(Ending.DRAW, winner, (0, 0, 0), received)


LOW = over(("2c 5d", "9h Qd 4c", "3d"), MELDS[:2], challengers=(1,))
TONGITS = over(("", *HANDS[1:]), caller=None)
FOURS = ((0, "6h 6c 6d 6s"), (1, "Kc Kd Ks Kh"), (2, "2s 3s 4s"))
SECRET = Rules(payment="chips", secret_four=True)
ACES = over(("Ac 2c", *HANDS[1:]), MELDS[:2], rules=CHIPS)
BEFORE, LATE = Match(SHEET, (40, 30, 20)), Match(SHEET, (40, 90, 95))


test_a_question_about_payment_has_its_answer_and_is_told_why = table(
    row("T9.3 nobody pays less than nothing", ask_pays(LOW, 2), 0, -4, 4),
    row("T9.3 the winner's deadwood comes off for each", ask_round_sum(over()), 20, 23 + 11 - 7, 16),
    row("T5.1 both after a Tongits", ask_round_sum(TONGITS), 34),
    row("T7.2 is named", ask_round_sum(over((*HANDS[:2], "As"), MELDS[:2], caller=None)), 16),
    row("T8.3 nobody wins", ask_round_sum(over(melds=(), caller=None)), 0, 16),
    row("T9.4 challenged", ask_chips(over(rules=CHIPS, challengers=(1,)), 1), 3),
    row("T9.4 a burned opponent pays one more", ask_chips(over(melds=MELDS[:2], rules=CHIPS), 2), 2, 1),
    row("T9.4 whatever may have been forgotten is named", ask_chips(ACES, 2), 3, 2),
    row("T9.4 a secret four of the winner", ask_chips(over(melds=FOURS, rules=SECRET, secret=(0,)), 1), 4),
    row("T10.5 what is paid is added", ask_new_score(BEFORE, lost(0, 12, 7), 1), 42, 30 - 12),
    row("T10.5 the winner is named", ask_score_after(BEFORE, over(), 1), 30 + 23 - 7, 30),
    row("T10.5 the winner adds nothing", ask_new_score(BEFORE, lost(0, 12, 7), 0), 40, 59, 21),
    row("T10.5 of two at once the higher loses", ask_match_end(LATE, lost(0, 30, 7)), ("1",), ("1", "2")),
    row("T10.5 of two equal ones both lose", ask_match_end(LATE, lost(0, 15, 10)), ("1", "2"), ("1",)),
    row("T10.5 and the lowest wins", ask_match_end(BEFORE, lost(0, 80, 7), asks_winner=True), ("2",)),
    row("T10.5 but at another", ask_match_end(Match(Rules(target=50), (10, 40, 20)), lost(0, 15, 10)), ("1",)),
)


def test_T10_5_the_rounds_of_the_match_of_the_lesson_add_up_and_another_loses_it_with_the_target_50():
    *rounds, end, shorter = whole_match(171, 50)
    scores = (0, 0, 0)
    for question in rounds:
        before = question.notes[1].facts["scores"]
        assert tuple(one.facts["number"] for one in before) == scores
        scores = Match(SHEET, scores).add(outcome(question.state)).scores
        assert question.answer in scores
    assert tuple(one.facts["number"] for one in end.helps[1].facts["scores"]) == scores
    assert (end.answer, shorter.answer) == (("0",), ("2",))
