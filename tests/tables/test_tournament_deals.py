"""The deals of a tournament: the same at all its tables, and other ones in each round, deal and pile."""

from dataclasses import replace

from cardlab import tichu, tongits
from cardlab.tables.tournament_deals import dealt, new_number, recycled
from cardlab.tichu import Pile, recycle_due


def test_T10_6_a_number_deals_each_round_and_deal_once():
    first, second = new_number(), new_number()
    for rules in (tongits.Rules(), tichu.Rules()):
        places = [(number, round, deal) for number in (first, second) for round in (1, 2) for deal in (1, 2, 3)]
        assert len({dealt(number, rules, *at) for number, *at in places}) == len(places)
        assert dealt(first, rules, 2, 3) == dealt(first, rules, 2, 3)
    assert [dealt(first, tongits.Rules(), 1, deal).first for deal in (1, 2, 3, 4)] == [0, 1, 2, 0]


def test_U4_3_new_extra_piles_follow_from_the_number_too_and_differ_within_a_race():
    state = tichu.deal(seed=1)
    under = tuple(state.extra[0] + state.extra[1])
    state = replace(state, extra=((), ()), piles=(Pile(under[:6]), Pile(under[6:])), flip_due=True)
    assert recycle_due(state)
    number, places = new_number(), [(1, 1), (1, 2), (2, 1)]
    made = [recycled(number, *at, state, before) for at in places for before in (0, 1)]
    assert len(set(made)) == len(made)
    assert recycled(number, 2, 1, state, 1) == made[-1]
