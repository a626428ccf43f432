"""Sampled and exact answers agree: a draw call that every opponent who can challenges is asked both ways."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import count, islice
from random import Random

import pytest

from cardlab import bots
from cardlab.analysis import draw_call, whatif
from cardlab.analysis.deals import question
from cardlab.analysis.kernel import compiled
from cardlab.analysis.position import unseen
from cardlab.tongits import Call, Rules, View, deal, hand_deadwood, legal_moves, play, turn, view
from cardlab.tongits.moves import SEATS

POSITIONS = 240
"""Of all tables together. By chance about one in two such tests has a position farther than three errors away: these
seeds have none, and the mean of the squared distances would show an error that is too small or too large."""

TABLES = [
    (Rules(), 50),
    (Rules(tie="challenger"), 20),
    (Rules(concealed_melds_count=False), 20),
    (Rules(concealed_melds_count=False, tie="challenger", three_way_tie="next_seat", jokers=1), 14),
]


def calls(rules: Rules, most_unseen: int) -> Iterator[View]:
    """Positions of played rounds in which the seat to move may call, and an opponent who has opened may win."""
    for seed in count():
        state, chance = deal(rules, seed), Random(seed)
        while turn(state):
            (seat,) = turn(state)
            seen = view(state, seat)
            rivals = any(seen.opened(other) for other in range(SEATS) if other != seat)
            if rivals and Call(seat) in legal_moves(seen, seat) and len(unseen(seen)) <= most_unseen:
                yield seen
            moves = [move for move in legal_moves(seen, seat) if not isinstance(move, Call)]
            move = bots.tongits.careful(seen, chance)
            state = play(state, moves[0] if isinstance(move, Call) else move)


@pytest.mark.parametrize(("rules", "most_unseen"), TABLES)
def test_T6_4_the_chance_of_a_call_is_the_same_sampled_and_counted(rules, most_unseen):
    compiled.load(wait=True)
    distances = []
    for number, seen in enumerate(islice(calls(rules, most_unseen), POSITIONS // len(TABLES))):
        own = hand_deadwood(seen.hand, rules)
        exact = draw_call.call_curve(seen, most=own)[own]
        assert exact.exact
        asked = question(seen)
        sums = whatif.play_worlds(asked, 1000 + number, 0, 2500)
        sampled = next(
            option.win for option in whatif.answer_from(asked, sums, True).options if isinstance(option.move, Call)
        )
        distances.append((sampled.mean - float(exact.value)) / sampled.error)
    assert len(distances) == POSITIONS // len(TABLES)
    assert max(map(abs, distances)) <= 3
    assert sum(distance**2 for distance in distances) / len(distances) < 1.4
