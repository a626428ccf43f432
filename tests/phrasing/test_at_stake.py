"""What one who is asked after a draw call is told of the cost: true for every answer that can follow."""

import re
from dataclasses import replace
from random import Random

import pytest

from cardlab.cards import DECK
from cardlab.phrasing.catalogue import LANGUAGES
from cardlab.phrasing.tongits_sentences import at_stake, at_table
from cardlab.tongits import Call, Challenge, Payment, Phase, Rules, State, legal_moves, outcome, play, view

TABLES = (Rules(), Rules(concealed_melds_count=False), Rules(payment=Payment.CHIPS), Rules.preset("traditional"))
MELDS = ("meld 0 Ac Ad Ah", "meld 1 2c 2d 2h", "meld 2 3c 3d 3h")


def called(rules, random):
    """A table at which seat 0 has just called a draw; each of the others has perhaps opened."""
    laid = [meld for seat, meld in enumerate(MELDS) if seat == 0 or random.random() < 0.7]
    free = [str(card) for card in random.sample([card for card in DECK if card.number > 3], 15)]
    hands = [f"hand {seat} {' '.join(free[5 * seat :][: random.randint(2, 5)])}" for seat in range(3)]
    return play(replace(State.read("; ".join((*hands, *laid, "seat 0 draw"))), rules=rules), Call(0))


def ends(state):
    """Every way in which the round can end from here, with who has challenged."""
    if state.phase is Phase.OVER:
        yield outcome(state)
    else:
        for move in legal_moves(state, state.seat):
            yield from ends(play(state, move))


def told(state, lang="en"):
    return " ".join(at_stake(at_table(lang, state.seat), view(state, state.seat)))


@pytest.mark.parametrize("rules", TABLES, ids=repr)
def test_T9_what_is_told_of_the_cost_holds_for_every_answer(rules):
    met = set()
    for number in range(60):
        state = called(rules, Random(number))
        while state.phase is Phase.ANSWER:
            seat, said = state.seat, told(state)
            (points,) = {end.deadwood[seat] for end in ends(state)}
            assert said.startswith(f"Your deadwood: {points}.")
            burned = not state.opened(seat)
            for move in legal_moves(state, seat):
                lost = [end for end in ends(play(state, move)) if end.winner != seat]
                if rules.payment is Payment.DEADWOOD:
                    assert all(-points <= end.payments[seat] <= 0 for end in lost)
                    assert f"at most {points}" in said
                    continue
                # An ace lies in the caller's meld; the winner's other aces and burned are paid on top.
                base = {-end.payments[seat] - burned - 3 * (end.winner == 0) for end in lost}
                if isinstance(move, Challenge):
                    assert base <= {3}
                    assert "challenge costs 3" in said
                else:
                    key = {(1,): "1", (3,): "3", (1, 3): "1, or 3"}[tuple(sorted(base))]
                    before = "this costs you" if burned else "folding(?: costs)?"
                    assert re.search(f"{before} {key}", said, re.IGNORECASE)
                    met.add((burned, key))
            assert ("burned" in said) == (burned and rules.payment is Payment.CHIPS)
            assert not [lang for lang in LANGUAGES if "{" in told(state, lang)]
            state = play(state, Random(number).choice(legal_moves(state, seat)))
    assert rules.payment is Payment.DEADWOOD or len(met) == 6
