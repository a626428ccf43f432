"""Laws of Tongits, in positions reached by play at random under many house rules."""

import pickle
from collections.abc import Iterator
from dataclasses import replace
from itertools import combinations, pairwise
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from plain_tongits import TABLES, deck, is_meld, subsets, walk

from cardlab.cards import DECK, JOKERS, SPECIALS, SUITS, Card
from cardlab.tongits import (
    Call,
    Challenge,
    Discard,
    Draw,
    Ending,
    Fold,
    LayMeld,
    Move,
    Phase,
    Rules,
    Sapaw,
    State,
    Take,
    deal,
    legal_moves,
    outcome,
    parse_move,
    play,
    start,
    turn,
    view,
    why_not,
)

every_table = pytest.mark.parametrize("rules", TABLES.values(), ids=list(TABLES))
SEEDS = st.integers(0, 1_000_000)
STEPS = st.integers(0, 90)


def law(examples: int) -> settings:
    return settings(max_examples=examples, deadline=None, derandomize=True)


def all_cards(state: State) -> list[Card]:
    melds = [card for laid in state.melds if laid.meld for card in laid.meld.cards]
    return sorted([*(card for hand in state.hands for card in hand), *state.stock, *state.discards, *melds])


def effect(state: State, move: Move) -> Any:
    """The effect of a legal move, jokers being alike: two moves with one effect are one move."""
    match move:
        case LayMeld():
            laid = play(state, move).melds[-1]
        case Sapaw():
            laid = play(state, move).melds[move.meld]
        case _:
            return move
    assert laid.meld is not None
    alike = tuple("X" if card.is_joker else card.code for card in laid.meld.cards)
    return type(move), getattr(move, "meld", None), alike, laid.meld.stands_for, laid.secret


def orders(chosen: tuple[Card, ...]) -> Iterator[tuple[Card, ...]]:
    """The cards upwards, an ace at either end, the jokers at every place."""
    jokers = [card for card in chosen if card.is_joker]
    naturals = sorted((card for card in chosen if not card.is_joker), key=lambda card: card.number)
    ace_last = sorted(naturals, key=lambda card: (card.number == 1, card.number))
    for upwards in [naturals] if naturals == ace_last else [naturals, ace_last]:
        for joker_indexes in combinations(range(len(chosen)), len(jokers)):
            wild, plain = iter(jokers), iter(upwards)
            yield tuple(next(wild) if index in joker_indexes else next(plain) for index in range(len(chosen)))


def melds_to_ask(state: State, seat: int, random: Random) -> Iterator[Move]:
    """Every handful of up to five cards that looks like a meld, in each order, and some that do not."""
    choices = list(subsets(state.hands[seat], 5))
    likely = [chosen for chosen in choices if is_meld(chosen, state.rules)]
    for chosen in [*likely, *random.sample(choices, min(len(choices), 12))]:
        for order in orders(chosen):
            yield LayMeld(seat, order)
            if len(order) == 4:
                yield LayMeld(seat, order, secret=True)


def moves_to_ask(state: State, random: Random) -> Iterator[Move]:
    for seat in range(3):
        yield from (Draw(seat), Take(seat), Call(seat), Challenge(seat), Fold(seat))
        yield from (Discard(seat, card) for card in (*DECK, *JOKERS, *SPECIALS))
        for number in range(-1, len(state.melds) + 1):
            for chosen in subsets(state.hands[seat], 2):
                yield from (Sapaw(seat, number, chosen), Sapaw(seat, number, chosen, low=True))
    for seat in turn(state) or {0}:
        yield from melds_to_ask(state, seat, random)


@every_table
@given(seed=SEEDS, steps=STEPS)
@law(7)
def test_legal_moves_are_those_without_a_refusal(rules: Rules, seed: int, steps: int) -> None:
    state = walk(rules, seed, steps)[0][-1]
    listed = [move for seat in range(3) for move in legal_moves(state, seat)]
    assert all(why_not(state, move) == () for move in listed)
    effects = [effect(state, move) for move in listed]
    assert len(set(effects)) == len(effects), "a move is listed twice"
    passed = {effect(state, move) for move in moves_to_ask(state, Random(seed)) if not why_not(state, move)}
    possible = {
        seen_effect
        for seen_effect, move in zip(effects, listed, strict=True)
        if len(getattr(move, "cards", ())) <= (2 if isinstance(move, Sapaw) else 5)
    }
    assert passed == possible


@every_table
@given(seed=SEEDS)
@law(3)
def test_every_handful_of_a_small_hand_agrees(rules: Rules, seed: int) -> None:
    """As above with nothing left out: all handfuls of the first position of a round with a hand of at most seven."""
    states = walk(rules, seed, 400)[0]
    small = [state for state in states if state.phase is Phase.LAY and 3 <= len(state.hands[state.seat]) <= 7]
    for state in small[:1]:
        asked = [
            LayMeld(state.seat, order) for chosen in subsets(state.hands[state.seat], 7) for order in orders(chosen)
        ]
        passed = {effect(state, move) for move in asked if not why_not(state, move)}
        listed = [move for move in legal_moves(state, state.seat) if isinstance(move, LayMeld) and not move.secret]
        assert passed == {effect(state, move) for move in listed}


@every_table
@given(seed=SEEDS)
@law(8)
def test_a_round_is_its_deal_and_its_written_moves_and_loses_no_card_and_no_meld(rules: Rules, seed: int) -> None:
    """Each move is made twice from the same state, which stays as it was."""
    states, moves = walk(rules, seed, 400)
    kept = pickle.dumps(states)
    assert start(rules, states[0].hands, states[0].stock, first=states[0].first) == states[0]
    for (state, following), move in zip(pairwise(states), moves, strict=True):
        assert all_cards(following) == deck(rules)
        assert [laid.owner for laid in state.melds] == [laid.owner for laid in following.melds][: len(state.melds)]
        assert parse_move(str(move)) == move
        again = play(state, parse_move(str(move)))
        assert again == following != state
        assert hash(again) == hash(following)
    assert pickle.loads(kept) == states


@every_table
@given(seed=SEEDS, steps=STEPS)
@law(10)
def test_a_seat_can_move_until_the_round_is_over(rules: Rules, seed: int, steps: int) -> None:
    for state in walk(rules, seed, steps)[0]:
        able = {seat for seat in range(3) if legal_moves(state, seat)}
        assert able == turn(state)
        assert (outcome(state) is None) == (len(able) == 1)


@every_table
@given(seed=SEEDS)
@law(12)
def test_every_round_ends_and_what_is_paid_is_collected(rules: Rules, seed: int) -> None:
    result = outcome(walk(rules, seed, 3_000)[0][-1])
    assert result is not None
    assert sum(result.payments) == 0
    assert (
        (result.winner is None)
        == (result.ending is Ending.VOID)
        == (result.payments == (0, 0, 0) and len(result.burned) == 3)
    )
    for seat in range(3):
        assert (result.payments[seat] >= 0) if seat == result.winner else (result.payments[seat] <= 0)
    assert result.tied == frozenset() or result.winner in result.tied


@every_table
@pytest.mark.parametrize("seed", [5])
def test_a_round_ends_even_if_all_take_whenever_they_may(rules: Rules, seed: int) -> None:
    random = Random(seed)
    state = deal(rules, seed)
    for _ in range(2 * 31 * (16 + rules.jokers)):
        if not turn(state):
            break
        taking = [move for move in legal_moves(state, state.seat) if isinstance(move, Take)]
        parting = [move for move in legal_moves(state, state.seat) if isinstance(move, (Draw, Discard))]
        choices = taking or parting or legal_moves(state, state.seat)
        state = play(state, random.choice(choices))
    assert outcome(state) is not None


def exchanged(state: State, seat: int, random: Random) -> State:
    """The same table with all that the seat cannot see dealt anew: stock, other hands, the others' secret fours."""
    secret = [number for number, laid in enumerate(state.melds) if laid.secret and laid.owner != seat]
    pool = [card for number in secret for card in state.melds[number].meld.cards]
    pool += [card for other in range(3) if other != seat for card in state.hands[other]]
    pool += state.stock
    fours = [four for rank in "A23456789TJQK" if set(four := [Card(rank + suit) for suit in SUITS]) <= set(pool)]
    melds = list(state.melds)
    for number, four in zip(secret, random.sample(fours, min(len(secret), len(fours))), strict=False):
        meld = melds[number].meld
        if not meld.jokers:
            melds[number] = replace(melds[number], meld=replace(meld, cards=tuple(four), stands_for=tuple(four)))
    shown = {card for number in secret for card in melds[number].meld.cards}
    pool = [card for card in pool if card not in shown]
    random.shuffle(pool)
    hands = list(state.hands)
    for other in range(3):
        if other != seat:
            hands[other], pool = tuple(sorted(pool[: len(hands[other])])), pool[len(hands[other]) :]
    return replace(state, hands=tuple(hands), stock=tuple(pool), melds=tuple(melds))


@every_table
@given(seed=SEEDS, steps=STEPS)
@law(8)
def test_a_view_does_not_depend_on_what_it_hides(rules: Rules, seed: int, steps: int) -> None:
    random = Random(seed)
    state = next(state for state in reversed(walk(rules, seed, steps)[0]) if state.phase is not Phase.OVER)
    for seat in range(3):
        other = exchanged(state, seat, random)
        assert sorted(all_cards(other)) == deck(rules)
        assert view(other, seat) == view(state, seat)
        assert legal_moves(other, seat) == legal_moves(state, seat) == legal_moves(view(state, seat), seat)
        asked: list[Move] = [Draw(seat), Take(seat), Call(seat), Challenge(seat), Fold(seat)]
        asked += [Discard(seat, card) for card in deck(rules)]
        asked += [Sapaw(seat, number, (card,)) for number in range(len(state.melds)) for card in random.sample(DECK, 8)]
        asked += [LayMeld(seat, tuple(random.sample(DECK, 3)), secret=secret) for secret in (False, True)]
        for move in asked:
            assert why_not(other, move) == why_not(state, move) == why_not(view(state, seat), move)


def test_a_secret_four_exchanged_for_another_shows_no_difference() -> None:
    rules = Rules(secret_four=True)
    state = next(
        state
        for seed in range(400)
        for state in walk(rules, seed, 60)[0]
        if any(laid.secret for laid in state.melds) and state.phase is Phase.LAY
    )
    owner = next(laid.owner for laid in state.melds if laid.secret)
    other_fours = set()
    for seat in {0, 1, 2} - {owner}:
        for seed in range(60):
            other = exchanged(state, seat, Random(seed))
            assert view(other, seat) == view(state, seat)
            other_fours.add(next(laid.meld for laid in other.melds if laid.secret))
    assert view(state, owner).melds == state.melds
    assert len(other_fours) > 1


def test_walks_see_every_kind_of_move_and_of_ending() -> None:
    """The laws above would say little if play at random did not come about."""
    kinds: set[type] = set()
    endings: set[Ending] = set()
    for name in ("sheet", "all at once"):
        for seed in range(25):
            states, moves = walk(TABLES[name], seed, 3_000)
            kinds.update(type(move) for move in moves)
            endings.add(outcome(states[-1]).ending)
    assert kinds == {Draw, Take, LayMeld, Sapaw, Discard, Call, Challenge, Fold}
    assert endings >= {Ending.TONGITS, Ending.DRAW, Ending.STOCK}
