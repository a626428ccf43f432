"""What the lesson about draw calls teaches about single clauses, on tables made by hand and on generated ones."""

from dataclasses import replace
from random import Random

import pytest
from asked import row, table

from cardlab.cards import Card
from cardlab.lessons import draw_call
from cardlab.lessons.draw_call import (
    ask_challenge_or_fold,
    ask_may_call,
    ask_who_challenges,
    ask_whose_answer,
    call_wins,
)
from cardlab.lessons.round_ends import ask_end_of_stock, ask_round_over, ask_who_wins
from cardlab.lessons.tables_tongits import answered, every_answer, played_out, position
from cardlab.tongits import Call, Challenge, Discard, Draw, Fold, Rules, Sapaw, outcome, play

MELDS = ("0 6h 7h 8h", "1 Kc Kd Ks", "2 2s 3s 4s")
TWO = MELDS[:2]
HANDS = ("2c 5d Ah", "9h 5s", "3d 5h")  # 8, 14 and 8
ADDED = (Sapaw(2, 0, (Card("9h"),)),)
GROWN = ("0 6h 7h 8h 9h", *MELDS[1:])
CHIPS, CHALLENGER, EVERYONE = Rules(payment="chips"), Rules(tie="challenger"), Rules(showdown="everyone")
BARRING = Rules(sapaw_blocks_call=True)


def begins(hands=HANDS, melds=MELDS, **more):
    """The beginning of a turn, by default of the learner's."""
    return position(*hands, melds=melds, **more)


def called(caller=0, *answers, hands=HANDS, **more):
    """A draw that has been called, and what the others have said so far."""
    state = play(begins(hands, seat=caller, **more), Call(caller))
    for answer in answers:
        state = play(state, answer)
    return state


def asked_to_challenge(hand, **more):
    """The left has called with 5, the right has folded: does the learner challenge with this hand?"""
    return ask_challenge_or_fold(called(1, Fold(2), hands=(hand, "2d 3d", "9h"), **more))


def run_out(hands=HANDS, melds=MELDS, seat=0, **more):
    """The last card of the stock is drawn and discarded again."""
    state = begins(hands, melds, seat=seat, stock=1, **more)
    return ask_end_of_stock(play(play(state, Draw(seat)), Discard(seat, state.stock[0])))


BARRED = begins(melds=GROWN, hands=("2c 5d Ah", "Th 5s", "3d 5h"), sapawed=frozenset({0}))
LAST = begins(stock=1)


test_a_question_about_a_draw_call_has_its_answer_and_is_told_why = table(
    row("T6.1 who has opened may call", ask_may_call(begins()), "yes"),
    row("T6.1 and T2.1 every reason against it is named", ask_may_call(play(begins(melds=MELDS[1:]), Draw(0))), "no"),
    row("T6.8 a lay-off bars nobody", ask_may_call(BARRED, ADDED), "yes"),
    row("T6.8 unless by the house rule", ask_may_call(replace(BARRED, rules=BARRING), ADDED), "no"),
    row("T6.2 then the other", ask_whose_answer(called(1, Fold(2))), "0"),
    row("T6.2 and all take part", ask_who_challenges(called(1, rules=EVERYONE)), ("0", "2")),
    row("T6.3 who is burned answers", ask_whose_answer(called(1, melds=TWO)), "2"),
    row("T6.3 but does not challenge", ask_who_challenges(called(1, melds=TWO)), ("0",)),
    row("T6.5 equal deadwood is reason to challenge", ask_who_challenges(called()), ("2",)),
    row("T6.4 who has folded does not win with less", ask_who_wins(called(1, Fold(2), Challenge(0))), "0", "2"),
    row("T6.5 or the challenger", ask_who_wins(called(0, Fold(1), Challenge(2), rules=CHALLENGER)), "2"),
    row("T6.7 unchallenged with the most", ask_who_wins(called(1, Fold(2), Fold(0))), "1", "0"),
    row("T9.3 a lost challenge costs no more", asked_to_challenge("Jh 5d"), "same", "fold"),
    row("T9.4 with chips it does", asked_to_challenge("Jh 5d", rules=CHIPS), "fold", "challenge"),
    row("T6.5 a tie is lost", asked_to_challenge("5d", rules=CHIPS), "fold"),
    row("T6.3 burned", asked_to_challenge("2h", melds=MELDS[1:]), "fold", "challenge"),
    row("T8.1 the last turn is finished first", ask_round_over(play(LAST, Draw(0)), 0), "no", "yes"),
    row("T8.1 then it is over", ask_round_over(played_out(LAST), 0), "yes"),
    row("T8.3 all burned", run_out(("2c 5d", "9h 5s", "3d"), ()), "none"),
)


def test_T6_5_what_is_certain_with_open_and_with_hidden_hands():
    assert call_wins(begins()) is True
    assert call_wins(begins(rules=CHALLENGER)) is False
    assert call_wins(begins(melds=TWO, rules=CHALLENGER)) is True
    for hands, certain in (
        (("Ah", "9h 5s Jh Qh", "3d 5h Td"), True),  # nobody can hold less than an ace, and a tie is the caller's
        (("Th Td Jh", "Ad", "3d 5h Ts"), False),  # one card counts ten at most
        (("3h", "Ad", "2d"), None),  # an opponent may hold less or more
    ):
        assert call_wins(begins(hands), open_hands=False) is certain


@pytest.mark.parametrize("seed", range(20))
def test_what_is_called_certain_holds_however_the_hidden_cards_lie(seed):
    """Shuffles the cards that the learner does not see; a certain call always wins, a certain loss always loses."""
    chance = Random(seed)
    question = draw_call.should_call.question(f"hidden {seed}", 3)
    state = question.state
    certain = question.answer == "call"
    hidden = [*state.hands[1], *state.hands[2], *state.stock, *state.discards]
    for _ in range(20):
        chance.shuffle(hidden)
        left, right = len(state.hands[1]), len(state.hands[2])
        hands = (state.hands[0], tuple(sorted(hidden[:left])), tuple(sorted(hidden[left : left + right])))
        world = replace(state, hands=hands)
        winners = {outcome(end).winner for end in every_answer(play(world, Call(0)))}
        assert winners == {0} if certain else winners - {0}
        assert outcome(answered(world, (1, 2))).winner == 0 or not certain
