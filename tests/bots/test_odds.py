"""The table of odds is a count, made small: how far it is from counting the cards that are really unseen."""

from itertools import count, islice
from math import prod

import pytest

from cardlab.analysis.call_odds import DrawCall
from cardlab.analysis.position import unseen
from cardlab.analysis.two_hands import deals_of, sampled_deals
from cardlab.bots import odds
from cardlab.bots.sensible import SENSIBLE
from cardlab.tongits import Call, Phase, Rules, Tie, deadwood, legal_moves
from tests.analysis.rounds_met import met

POSITIONS = 20
OTHER_ROUNDS = 400
"""The table was made from the rounds before this one."""
DEALS = 1_500
PRESETS = ("sheet", "traditional")


def turns(preset):
    """Beginnings of turns in rounds that the table was not made from."""
    return (seen for seen, _ in met(Rules.preset(preset), seeds=count(OTHER_ROUNDS)) if seen.phase is Phase.DRAW)


def distances(preset, number):
    """By how much the odds of each opponent's hand differ from those counted, for every number of points."""
    for seen in islice(turns(preset), 0, 10 * number, 10):
        pool = unseen(seen)
        rows = odds.row(seen.rules.concealed_melds_count, deadwood(pool, seen.rules), len(pool))
        for size in {seen.counts[seat] for seat in range(3) if seat != seen.viewer}:
            sizes, rules = (size, 0), seen.rules
            deals = (
                deals_of(pool, sizes, rules)
                if rules.concealed_melds_count
                else sampled_deals(pool, sizes, rules, DEALS)
            )
            hand = deals.hand(0)
            for points in range(1, 10 * size):
                exact = 1 - hand.at_most(points - 1).value
                yield odds.at_least(rows, size, points) / odds.ALWAYS - float(exact)


@pytest.mark.parametrize("preset", PRESETS)
def test_the_table_is_near_what_is_counted(preset):
    """By so much as the page of the laboratory says."""
    differences = sorted(abs(distance) for distance in distances(preset, POSITIONS))
    assert 0.01 < sum(differences) / len(differences) < 0.02
    assert differences[len(differences) * 95 // 100] < 0.08


def thresholds(preset, number, most_unseen):
    """With a possible challenger: the most points to call with by the table, and by counting both hands together."""
    for seen in islice(callers(preset, most_unseen), number):
        exact = DrawCall.of(seen)
        wanted = SENSIBLE.called_from(seen.rules) / odds.ALWAYS**2
        rivals = [seat for seat in range(3) if seat != seen.viewer and seen.opened(seat)]
        rows = odds.row(seen.rules.concealed_melds_count, deadwood(unseen(seen)), len(unseen(seen)))
        tie = seen.rules.tie is Tie.CHALLENGER

        def by_table(own, rivals=rivals, rows=rows, counts=seen.counts, tie=tie, wanted=wanted):
            both = prod(odds.at_least(rows, counts[seat], own + tie) / odds.ALWAYS for seat in rivals)
            return both >= wanted

        def by_count(own, exact=exact, wanted=wanted):
            return float(exact.wins(own).value) >= wanted

        yield last(by_table), last(by_count)


def last(holds):
    return next(own for own in count() if not holds(own + 1))


def callers(preset, most_unseen):
    for seen in turns(preset):
        rivals = any(seen.opened(seat) for seat in range(3) if seat != seen.viewer)
        if rivals and Call(seen.viewer) in legal_moves(seen, seen.viewer) and len(unseen(seen)) <= most_unseen:
            yield seen


@pytest.mark.parametrize(("preset", "number", "most_unseen"), [("sheet", 30, 52), ("traditional", 10, 18)])
def test_it_calls_up_to_nearly_the_same_points_as_by_counting_both_hands(preset, number, most_unseen):
    distances = [table - counted for table, counted in thresholds(preset, number, most_unseen)]
    assert max(map(abs, distances)) <= 4
    assert sum(map(abs, distances)) / len(distances) < 1
