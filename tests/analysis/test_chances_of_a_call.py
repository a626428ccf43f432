"""P(caller wins), the curve, the payment and the break-even, held against the rule engine deal by deal."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction
from itertools import combinations, pairwise
from random import Random

import pytest

from cardlab.analysis import two_hands
from cardlab.analysis.draw_call import (
    break_even,
    call_curve,
    expected_payment,
    most_deadwood,
)
from cardlab.analysis.two_hands import Odds, by_lot, deals_of
from cardlab.cards import DECK, JOKERS, Card, cards
from cardlab.tongits import (
    Call,
    Challenge,
    Fold,
    Laid,
    Outcome,
    Phase,
    Rules,
    State,
    View,
    deal,
    hand_deadwood,
    outcome,
    play,
    view,
    why_meld,
    why_not,
)

Hand = tuple[Card, ...]


def hands_of(pool: Hand, sizes: tuple[int, int]) -> Iterator[tuple[Hand, Hand]]:
    for first in combinations(pool, sizes[0]):
        for second in combinations([card for card in pool if card not in first], sizes[1]):
            yield first, second


def count(hand: Hand, rules: Rules) -> int:
    return hand_deadwood(hand, rules)


def table(chance: Random, rules: Rules, *, secret: bool = False) -> tuple[State, Hand]:
    """A table at which seat 0 may call, few cards are unseen, and the rest lies in the discard pile; and those cards.

    The hands of the others are empty here: `dealt` fills them. With `secret` seat 1 has laid a secret four.
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
    lying = {card for laid in melds if laid.meld for card in laid.meld.cards}
    free = [card for card in likely if card not in lying]
    unseen = chance.sample(free, 7)
    if secret:
        fours = cards("Ac Ad Ah As Kc Kd Kh Ks")
        unseen = [*fours, *[card for card in unseen if card not in fours][:2]]
    rest = [card for card in game if card not in lying and card not in unseen]
    hand = tuple(sorted(chance.sample([card for card in rest if not card.is_joker and card.number < 5], 3)))
    discards = tuple(card for card in rest if card not in hand)
    state = State(
        rules=rules,
        hands=(hand, (), ()),
        stock=(),
        first=0,
        seat=0,
        phase=Phase.DRAW,
        began=None,
        discards=discards,
        melds=tuple(melds),
        last_drawer=2,
    )
    return state, tuple(unseen)


def dealt(state: State, first: Hand, second: Hand, stock: Hand) -> State:
    return State(
        **{field: getattr(state, field) for field in state.__dataclass_fields__}
        | {"hands": (state.hands[0], first, second), "stock": stock}
    )


def called(state: State) -> Outcome:
    """The round after a call of seat 0 which everyone challenges who may, played by the rule engine."""
    state = play(state, Call(0))
    while state.phase is not Phase.OVER:
        challenge = Challenge(state.seat)
        state = play(state, challenge if not why_not(state, challenge) else Fold(state.seat))
    found = outcome(state)
    assert found is not None
    return found


HOUSES = [
    {"tie": tie, "three_way_tie": level, "concealed_melds_count": concealed, "payment": payment, "showdown": showdown}
    for tie, level in (("caller", "last_meld"), ("challenger", "last_meld"), ("challenger", "next_seat"))
    for concealed in (True, False)
    for payment, showdown in (("deadwood", "challengers"), ("chips", "everyone"), ("chips", "challengers"))
]


@pytest.mark.parametrize("jokers", [0, 1, 2])
@pytest.mark.parametrize("house", range(len(HOUSES)))
def test_the_rule_engine_agrees_over_all_deals(house: int, jokers: int) -> None:
    chance = Random(100 * house + jokers)
    rules = Rules(**HOUSES[house], jokers=jokers, joker_points=chance.choice([0, 4]))
    state, unseen = table(chance, rules)
    sizes = chance.choice([(2, 2), (3, 2), (2, 3), (3, 3), (4, 3)])
    results = [
        called(dealt(state, first, second, tuple(card for card in unseen if card not in first + second)))
        for first, second in hands_of(unseen, sizes)
    ]
    seen = view(dealt(state, unseen[: sizes[0]], unseen[sizes[0] : sum(sizes)], unseen[sum(sizes) :]), 0)
    own = count(seen.hand, rules)
    won = Fraction(sum(found.winner == 0 for found in results), len(results))
    paid = Fraction(sum(found.payments[0] for found in results), len(results))
    assert call_curve(seen)[own] == Odds(won)
    assert expected_payment(seen) == Odds(paid)


@pytest.mark.parametrize("house", range(len(HOUSES)))
def test_T6_9_a_secret_four_may_be_any_four_that_is_unseen(house: int) -> None:
    rules = Rules(**HOUSES[house], secret_four=True)
    state, unseen = table(Random(house), rules, secret=True)
    fours = [four for rank in "A23456789TJQK" if len(four := [c for c in unseen if c.rank == rank]) == 4]
    assert len(fours) > 1
    won, paid, rounds = 0, 0, 0
    for four in fours:
        laid = Laid(why_meld(tuple(four)), 1, secret=True)
        melds = (*state.melds, laid)
        left = tuple(card for card in unseen if card not in four)
        for first, second in hands_of(left, (2, 1)):
            whole = State(
                **{field: getattr(state, field) for field in state.__dataclass_fields__}
                | {"melds": melds, "hands": (state.hands[0], first, second)}
            )
            found = called(whole)
            won, paid, rounds = won + (found.winner == 0), paid + found.payments[0], rounds + 1
    seen = view(whole, 0)
    assert seen.melds[-1].meld is None
    assert call_curve(seen)[count(seen.hand, rules)].value == Fraction(won, rounds)
    assert expected_payment(seen).value == Fraction(paid, rounds)


@pytest.mark.parametrize("concealed", [True, False])
@pytest.mark.parametrize("seed", range(6))
def test_every_cell_is_what_counting_every_deal_says(seed: int, concealed: bool) -> None:
    """What both hands count, and the aces in each, in pools where cards are alike and jokers are among them."""
    chance = Random(seed)
    jokers = seed % 3
    rules = Rules(concealed_melds_count=concealed, jokers=jokers, joker_points=9 * (seed % 2), ace_high=seed > 3)
    likely = [card for card in DECK if card.number in (1, 7, 8) or card.suit == "h"]
    pool = tuple(sorted((*chance.sample(likely, 9 - jokers), *JOKERS[:jokers])))
    for sizes in ((3, 2), (2, 4), (4, 0)):
        found: dict[tuple[int, int], list[int]] = {}
        for first, second in hands_of(pool, sizes):
            cell = found.setdefault((count(first, rules), count(second, rules)), [0, 0, 0])
            cell[0] += 1
            cell[1] += sum(card.number == 1 for card in first)
            cell[2] += sum(card.number == 1 for card in second)
        assert {at: list(cell) for at, cell in deals_of(pool, sizes, rules, aces=True).cells.items()} == found


@pytest.mark.parametrize("sizes", [(8, 8), (7, 4)])
def test_where_there_is_no_numpy_few_deals_are_counted_and_others_drawn_by_lot(
    sizes: tuple[int, int], monkeypatch: pytest.MonkeyPatch
) -> None:
    rules = Rules(concealed_melds_count=False, jokers=1)
    pool = tuple(sorted(Random(2).sample([*DECK, *JOKERS[:1]], 17)))
    known, few = deals_of(pool, sizes, rules), deals_of(pool[:8], (3, 2), rules, aces=True)
    monkeypatch.setattr(two_hands, "find_spec", lambda _: None)
    deals_of.cache_clear()
    assert deals_of(pool[:8], (3, 2), rules) == few
    sampled = deals_of(pool, sizes, rules)
    assert (known.exact, sampled.exact) == (True, False)
    for own in range(0, 60, 6):

        def won(first: int, second: int, cell: two_hands.Cell, own: int = own) -> int:
            return cell.deals * (min(first, second) >= own)

        exact, drawn = known.mean(won), sampled.mean(won)
        assert abs(float(exact.value - drawn.value)) <= 4 * drawn.error + 1e-4
    deals_of.cache_clear()


def seen_with(rules: Rules, seed: int) -> View:
    state, unseen = table(Random(seed), rules)
    return view(dealt(state, unseen[:3], unseen[3:5], unseen[5:]), 0)


@pytest.mark.parametrize("house", range(len(HOUSES)))
def test_break_even_is_the_last_deadwood_that_pays(house: int) -> None:
    rules = Rules(**HOUSES[house])
    for seed in range(3):
        seen = seen_with(rules, seed)
        paid = [expected_payment(seen, own).value for own in range(10 * len(seen.hand) + 1)]
        assert break_even(seen) == max((own for own, payment in enumerate(paid) if payment >= 0), default=None)


@pytest.mark.parametrize("seed", [6, 67, 70, 136])
def test_T6_6_break_even_is_found_where_more_deadwood_may_win_more(seed: int) -> None:
    """At more deadwood than the answer the payment could still be positive at best, and is not."""
    house = {"payment": "chips", "tie": "challenger", "three_way_tie": "next_seat"}
    house |= {"showdown": "challengers" if seed % 2 else "everyone", "concealed_melds_count": seed % 3 > 0}
    seen = seen_with(Rules(**house), seed)
    paid = [expected_payment(seen, own).value for own in range(10 * len(seen.hand) + 1)]
    assert break_even(seen) == max(own for own, payment in enumerate(paid) if payment >= 0)


def test_the_curve_falls_and_begins_at_certainty() -> None:
    """T6.5: nobody has less than nothing, so a caller who wins ties cannot lose with deadwood 0."""
    seen = seen_with(Rules(concealed_melds_count=False), 3)
    curve = call_curve(seen)
    assert len(curve) == 61
    assert curve[0] == Odds(Fraction(1))
    assert all(more.value <= less.value for less, more in pairwise(curve))


def test_the_curve_goes_as_far_as_the_own_hand_counts() -> None:
    seen = replace(seen_with(Rules(), 3), hand=cards("Jc Qc Kc Jd Qd Kd Jh Qh"))
    assert len(call_curve(seen)) == 81
    assert len(call_curve(seen, 5)) == 6


def test_T10_4_break_even_is_asked_up_to_what_jokers_left_in_hand_may_count() -> None:
    seen = view(deal(Rules(jokers=2, joker_points=50)), 0)
    assert break_even(seen) == 210
    assert most_deadwood(seen) == 210
    assert most_deadwood(view(deal(Rules(jokers=2, joker_points=5)), 0)) == 130


@pytest.mark.parametrize("jokers", [0, 2])
def test_up_to_25_unseen_cards_are_always_exact(jokers: int) -> None:
    """The ranks that lie closest, so that hardly two cards are alike; a large sample says the same."""
    rules = Rules(concealed_melds_count=False, jokers=jokers)
    pool = tuple(sorted((*sorted(DECK, key=lambda card: card.number)[: 25 - jokers], *JOKERS[:jokers])))

    def won(first: int, second: int, cell: two_hands.Cell) -> int:
        return cell.deals * (min(first, second) >= 9)

    found, drawn = deals_of(pool, (8, 3), rules).mean(won), by_lot(pool, (8, 3), rules, 20_000).mean(won)
    assert found.exact
    assert abs(float(found.value - drawn.value)) <= 4 * drawn.error


def test_a_round_that_is_over_has_no_odds() -> None:
    state, unseen = table(Random(5), Rules(showdown="everyone"))
    over = play(dealt(state, unseen[:3], unseen[3:5], unseen[5:]), Call(0))
    with pytest.raises(ValueError, match="over"):
        call_curve(view(over, 0))
