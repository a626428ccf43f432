"""P(caller wins), the curve, the payment and the break-even, held against the rule engine deal by deal."""

from dataclasses import replace
from fractions import Fraction
from itertools import pairwise
from math import prod
from random import Random

import pytest

from cardlab.analysis.call_odds import DrawCall, most_deadwood
from cardlab.analysis.kernel import compiled
from cardlab.analysis.two_hands import ALWAYS_EXACT, MOST_HANDS, Odds, card_kinds, deals_of
from cardlab.cards import DECK, JOKERS, cards
from cardlab.tongits import (
    Call,
    Challenge,
    Fold,
    Laid,
    Phase,
    Rules,
    State,
    deal,
    outcome,
    play,
    view,
    why_meld,
    why_not,
)
from tests.analysis.rounds_met import deals


def table(chance, rules, sizes, *, secret=False):
    """A table at which seat 0 may call, few cards are unseen, and the rest lies in the discard pile.

    The others hold so many cards. With `secret` the four kings and the four aces are among the unseen cards.
    """
    game = [*DECK, *JOKERS[: rules.jokers]]
    ranks = "".join(chance.sample("A23456789TJQK", 4))
    likely = [card for card in game if card.is_joker or card.rank in ranks or card.rank == "A"]
    with_hearts = cards("2h 3h 4h" if secret else "Ah 2h 3h")
    own_meld, left_meld, right_meld = chance.sample([cards("Tc Jc Qc"), cards("7d 8d 9d"), with_hearts], 3)
    melds = [Laid(why_meld(own_meld), 0)]
    if chance.random() < 0.7:
        melds.append(Laid(why_meld(left_meld), 1))
    if chance.random() < 0.7:
        melds.append(Laid(why_meld(right_meld), 2))
    chance.shuffle(melds)
    laid_melds = {card for laid in melds for card in laid.meld.cards}
    hidden = chance.sample([card for card in likely if card not in laid_melds], 7)
    if secret:
        fours = cards("Ac Ad Ah As Kc Kd Kh Ks")
        hidden = [*fours, *[card for card in hidden if card not in fours][:2]]
    rest = [card for card in game if card not in laid_melds and card not in hidden]
    hand = tuple(sorted(chance.sample([card for card in rest if not card.is_joker and card.number < 5], 3)))
    return State(
        rules=rules,
        hands=(hand, tuple(hidden[: sizes[0]]), tuple(hidden[sizes[0] : sum(sizes)])),
        stock=tuple(hidden[sum(sizes) :]),
        first=0,
        seat=0,
        phase=Phase.DRAW,
        began=None,
        discards=tuple(card for card in rest if card not in hand),
        melds=tuple(melds),
        last_drawer=2,
    )


def called(state):
    """The round after a call of seat 0 which everyone challenges who may, played by the rule engine."""
    state = play(state, Call(0))
    while state.phase is not Phase.OVER:
        challenge = Challenge(state.seat)
        state = play(state, challenge if not why_not(state, challenge) else Fold(state.seat))
    return outcome(state)


def counted(results):
    """How often seat 0 wins, and what it receives on average."""
    won, paid = sum(outcome.winner == 0 for outcome in results), sum(outcome.payments[0] for outcome in results)
    return Fraction(won, len(results)), Fraction(paid, len(results))


def asked(seen):
    """The same of the call that is asked about, with the deadwood of the hand."""
    call = DrawCall.of(seen)
    assert call.curve()[call.own] == call.wins(call.own)
    return call.wins(call.own), call.payment(call.own)


HOUSES = [
    {"tie": tie, "challengers_tie": level, "concealed_melds_count": concealed, "payment": payment, "showdown": showdown}
    for tie, level in (("caller", "last_meld"), ("challenger", "last_meld"), ("challenger", "next_seat"))
    for concealed in (True, False)
    for payment, showdown in (("deadwood", "challengers"), ("chips", "everyone"), ("chips", "challengers"))
]


@pytest.mark.parametrize("house", range(len(HOUSES)))
def test_the_rule_engine_agrees_over_all_deals(house):
    chance, jokers = Random(house), house % 3
    rules = Rules(**HOUSES[house], jokers=jokers, joker_points=chance.choice([0, 4]))
    state = table(chance, rules, chance.choice([(2, 2), (3, 2), (2, 3), (3, 3), (4, 3)]))
    won, paid = counted([called(one) for one in deals(state, 0, ordered=False)])
    assert asked(view(state, 0)) == (Odds(won), Odds(paid))


@pytest.mark.parametrize("house", range(0, len(HOUSES), 3))
def test_T6_9_a_secret_four_may_be_any_four_that_is_unseen(house):
    state = table(Random(house), Rules(**HOUSES[house], secret_four=True), (2, 1), secret=True)
    results = []
    for rank in "AK":
        four = cards(" ".join(rank + suit for suit in "cdhs"))
        left = [card for card in (*state.hands[1], *state.hands[2], *state.stock) if card not in four]
        laid = (*state.melds, Laid(why_meld(four), 1, secret=True))
        hands = (state.hands[0], tuple(left[:2]), tuple(left[2:3]))
        whole = replace(state, melds=laid, hands=hands, stock=tuple(left[3:]))
        results += [called(one) for one in deals(whole, 0, ordered=False)]
    seen = view(whole, 0)
    assert seen.melds[-1].meld is None
    assert tuple(odds.value for odds in asked(seen)) == counted(results)


def test_in_plain_python_few_hands_are_counted_and_others_drawn_by_lot(monkeypatch):
    rules, sizes = Rules(concealed_melds_count=False, jokers=1), (7, 4)
    pool = tuple(sorted(Random(2).sample([*DECK, *JOKERS[:1]], 22)))
    deals, few = deals_of(pool, sizes, rules), deals_of(pool[:12], (3, 2), rules, aces=True)
    monkeypatch.setattr(compiled, "_compiled", lambda: None)
    deals_of.cache_clear()
    assert deals_of(pool[:12], (3, 2), rules, aces=True) == few
    sampled = deals_of(pool, sizes, rules)
    deals_of.cache_clear()
    assert (deals.exact, sampled.exact) == (True, False)
    for own in range(0, 60, 6):
        exact, drawn = (
            one.mean(lambda first, second, cell, own=own: cell.deals * (min(first, second) >= own))
            for one in (deals, sampled)
        )
        assert abs(float(exact.value - drawn.value)) <= 4 * drawn.error + 1e-4


def test_up_to_25_unseen_cards_are_always_exact():
    """Nearly each card may be in a run, so no two are alike, and more hands are possible than are counted else."""
    pool = cards("Ac 2c 3c 5c 6c 7c 9c Tc Jc Ad 2d 3d 5d 6d 7d 9d Td Jd 4h 5h 6h 8h 9h Th Ks")
    rules = Rules(concealed_melds_count=False)
    assert prod(axis.cards + 1 for axis in card_kinds(pool, rules)[0]) > MOST_HANDS
    assert deals_of(pool, (2, 1), rules).exact
    assert len(pool) == ALWAYS_EXACT


def test_T10_4_break_even_is_the_last_deadwood_that_pays_up_to_what_jokers_left_in_hand_may_count():
    for seed, house in enumerate(HOUSES):
        call = DrawCall.of(view(table(Random(seed % 3), Rules(**house), (3, 2)), 0))
        paid = [own for own in range(10 * len(call.seen.hand) + 1) if call.payment(own).value >= 0]
        assert call.break_even() == max(paid, default=None)
    seen = view(deal(Rules(jokers=2, joker_points=50)), 0)
    assert DrawCall.of(seen).break_even() == most_deadwood(seen) == 210
    assert most_deadwood(view(deal(Rules(jokers=2, joker_points=5)), 0)) == 130


def test_T6_5_the_curve_falls_from_certainty_as_far_as_the_own_hand_counts_and_a_round_that_is_over_has_no_odds():
    seen = view(table(Random(3), Rules(concealed_melds_count=False), (3, 2)), 0)
    curve = DrawCall.of(seen).curve()
    assert (len(curve), curve[0]) == (61, Odds(Fraction(1)))
    assert all(more.value <= less.value for less, more in pairwise(curve))
    assert len(DrawCall.of(replace(seen, rules=Rules(), hand=cards("Jc Qc Kc Jd Qd Kd Jh Qh"))).curve()) == 81
    over = play(table(Random(5), Rules(showdown="everyone"), (3, 2)), Call(0))
    with pytest.raises(ValueError, match="over"):
        DrawCall.of(view(over, 0))
