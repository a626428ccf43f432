"""The table of odds is a count, made small: how far it is from counting the cards that are really unseen."""

from itertools import count, islice

import pytest

from cardlab.analysis.deals import mask, round_of
from cardlab.analysis.kernel import compiled, player
from cardlab.analysis.position import unseen
from cardlab.analysis.two_hands import deals_of, sampled_deals
from cardlab.bots import odds
from cardlab.tongits import Phase, Rules
from tests.analysis.rounds_met import met

TABLES = compiled.tables(compiled.plain(), 0, 0)
OTHER_ROUNDS = 400
"""The table was made from the rounds before this one."""


def distances(preset, number):
    """By how much the odds of each opponent's hand differ from those counted, for every number of points."""
    turns = (seen for seen, _ in met(Rules.preset(preset), seeds=count(OTHER_ROUNDS)) if seen.phase is Phase.DRAW)
    for seen in islice(turns, 0, 10 * number, 10):
        pool = unseen(seen)
        rows = player.rows_of(round_of(seen), mask(seen.hand), TABLES)
        for size in {seen.counts[seat] for seat in range(3) if seat != seen.viewer}:
            sizes, rules = (size, 0), seen.rules
            deals = (
                deals_of(pool, sizes, rules)
                if rules.concealed_melds_count
                else sampled_deals(pool, sizes, rules, 1_500)
            )
            hand = deals.hand(0)
            for points in range(1, 10 * size):
                exact = 1 - hand.at_most(points - 1).value
                yield player.at_least(rows, size, points, TABLES) / odds.ALWAYS - float(exact)


@pytest.mark.parametrize("preset", ["sheet", "traditional"])
def test_the_table_is_near_what_is_counted(preset):
    """By so much as the page of the laboratory says."""
    differences = sorted(abs(distance) for distance in distances(preset, 20))
    assert 0.01 < sum(differences) / len(differences) < 0.02
    assert differences[len(differences) * 95 // 100] < 0.08
