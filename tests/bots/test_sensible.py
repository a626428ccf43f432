"""The sensible player: it plays by the rules, and no simple habit wins from it."""

import os
from hashlib import sha256
from itertools import count, islice
from random import Random

import pytest

from cardlab import bots
from cardlab.analysis.arena import arena
from cardlab.analysis.bots import sensible
from cardlab.analysis.deals import any_state
from cardlab.analysis.position import read, view_of
from cardlab.tongits import (
    Call,
    Challenge,
    Discard,
    Draw,
    Fold,
    LayMeld,
    Rules,
    Sapaw,
    Take,
    best_arrangements,
    deal,
    hand_deadwood,
    legal_moves,
    play,
    points,
    turn,
    view,
    why_not,
)
from cardlab.tongits.rules import PRESETS
from tests.random_rules import ruled

POSITIONS = int(os.environ.get("POSITIONS", "1500"))
"""Of all kinds together; `make long` asks for 100,000."""
KINDS = (*PRESETS, "0", "1", "2", "4")


def positions(kind, seeds):
    """Positions of rounds that go astray: one move in four is any legal one, so that odd hands are met."""
    for seed in seeds:
        state, chance = deal(ruled(kind, seed), seed, first=seed % 3), Random(seed)
        while turn(state):
            seen = view(state, state.seat)
            yield state, seen
            usual = sensible if seed % 2 else bots.tongits.careful
            bot = bots.tongits.random if chance.random() < 0.25 else usual
            state = play(state, bot(seen, chance))


@pytest.mark.parametrize("kind", KINDS)
def test_it_plays_by_the_rules_and_the_same_as_ever(kind):
    """The first moves of each kind are those of another player of this policy, written with the rule engine alone."""
    moves = []
    for state, seen in islice(positions(kind, count()), POSITIONS // len(KINDS)):
        moves.append(sensible(seen))
        assert why_not(state, moves[-1]) == ()
    assert sha256("\n".join(map(str, moves[:PINNED])).encode()).hexdigest()[:16] == SAME[kind]


PINNED = 250
SAME = {
    "sheet": "3daca1c4209ff4ec",
    "traditional": "8ae7c67aedc7617f",
    "0": "01b20bbbd27e71e6",
    "1": "67841a2991132ee7",
    "2": "1da114aaa90bc0b5",
    "4": "05a35b74147ad391",
}
"""A digest of the first moves of each kind."""


def test_T2_5_T9_2_a_card_that_must_be_melded_tears_no_better_meld_and_what_counts_nothing_stays_in_the_hand():
    """4-4-4 and 5-6-7-8 leave less than the longest run 4-5-6-7-8; 4-4-4 is laid only where it counts."""
    for counts, made in (
        ("no", ["meld 5d 6d 7d 8d", "discard Jd"]),
        ("yes", ["meld 5d 6d 7d 8d", "meld 4d 4h 4s", "discard Jd"]),
    ):
        seen = view_of(read(f"rules traditional concealed_melds_count {counts}; {TORN}"))
        state, moves = play(any_state(seen), Take(2)), []
        while state.seat == 2:
            moves.append(sensible(view(state, 2)))
            state = play(state, moves[-1])
        assert [str(move) for move in moves] == [f"2 {move}" for move in made]


TORN = "viewer 2; hand 4d 6d 7d 8d Jd 3h 4h Kh As 2s 4s Qs; meld 0 9h Th Jh; discard 5d Jc"

DEALS = int(os.environ.get("DEALS", "8"))
"""Each with the habit at every seat. In these few, who held back won from a player who laid every meld.
With 5,000 the errors are at most 0.17 points and 0.03 chips."""


def always(kind):
    """The first move of this kind, where there is one."""

    def habit(seen):
        legal = [move for move in legal_moves(seen, seen.viewer) if isinstance(move, kind)]
        return legal[0] if legal else sensible(seen)

    return habit


def throwing(seen):
    """Throws the dearest card that is in no meld; if there is none, or a card must be laid, plays sensibly."""
    loose = best_arrangements(seen.hand, rules=seen.rules)[0].loose
    thrown = [one for one in legal_moves(seen, seen.viewer) if isinstance(one, Discard) and one.card in loose]
    return max(thrown, key=lambda one: points(one.card, seen.rules), default=sensible(seen))


def holding_back(seen):
    """Who has opened lays no more melds."""
    return throwing(seen) if seen.opened(seen.viewer) and isinstance(sensible(seen), LayMeld) else sensible(seen)


def laying(seen):
    """Lays every meld at once."""
    plan = [meld.cards for meld in best_arrangements(seen.hand, rules=seen.rules)[0].melds]
    laid = [one for one in legal_moves(seen, seen.viewer) if isinstance(one, LayMeld) and one.cards in plan]
    return laid[0] if laid else sensible(seen)


def never_calling(seen):
    return always(Draw)(seen) if isinstance(sensible(seen), Call) else sensible(seen)


def calling_at(most):
    return lambda seen: always(Call)(seen) if hand_deadwood(seen.hand, seen.rules) <= most else never_calling(seen)


HABITS = {
    "holds back": holding_back,
    "lays every meld": laying,
    "never lays off": lambda seen: throwing(seen) if isinstance(sensible(seen), Sapaw) else sensible(seen),
    "lays off always": always(Sapaw),
    "takes always": always(Take),
    "calls at 10": calling_at(10),
    "calls at 20": calling_at(20),
    "calls at 30": calling_at(30),
    "never calls": never_calling,
    "always challenges": always(Challenge),
    "never challenges": always(Fold),
}


@pytest.mark.parametrize("preset", PRESETS)
@pytest.mark.parametrize("habit", HABITS)
def test_no_simple_habit_wins_from_the_sensible_player(habit, preset):
    def bot(seen, _chance):
        return HABITS[habit](seen)

    [played] = arena(bot, [sensible], deals=DEALS, seed=154, rules=Rules.preset(preset), progress=False).matchups
    assert played.payment.mean <= 2 * played.payment.error
