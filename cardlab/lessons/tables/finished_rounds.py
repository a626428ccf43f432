"""Rounds that are over, one maker for each ending: a late table, and the last moves played on it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from random import Random
from typing import Final, TypeAlias

from cardlab.cards import DECK
from cardlab.lessons.tables.endings import ended
from cardlab.lessons.tables.late_rounds import SEATS, answered, holding, late_round
from cardlab.tongits import (
    SHEET,
    Discard,
    Draw,
    Ending,
    Kind,
    LayMeld,
    Outcome,
    Phase,
    Rules,
    State,
    melds_in,
    play,
    points,
)

__all__ = ["ENDINGS", "THREES", "called", "finished", "run_out", "tongits", "void", "with_secret_four"]

THREES: Final = tuple(meld for meld in melds_in(DECK) if len(meld.cards) == 3)
"""Every meld of three cards."""


def tongits(chance: Random, rules: Rules = SHEET, *, burned: bool = False) -> State:
    """T5.1: a player lays the last meld of the hand and discards the card drawn; with `burned` one opponent is."""
    winner = chance.choice(SEATS)
    melds = [chance.choice((2, 2, 3)) for _ in SEATS]
    melds[winner] = 3
    if burned:
        melds[(winner + chance.choice((1, 2))) % 3] = 0
    while True:
        state = late_round(chance, (melds[0], melds[1], melds[2]), seat=winner, rules=rules, longest=3)
        lying = {card for laid in state.melds if laid.meld for card in laid.meld.cards}
        if len(state.hands[winner]) == 3:
            break
    meld = chance.choice([meld for meld in THREES if not lying.intersection(meld.cards)])
    for card in meld.cards:
        state = holding(state, winner, card, keep=meld.cards)
    drawn = state.stock[0]
    state = play(play(state, Draw(winner)), LayMeld(winner, meld.cards))
    return play(state, Discard(winner, drawn)) if state.hands[winner] else state


def called(chance: Random, rules: Rules = SHEET, *, burned: bool = False) -> State:
    """T6: a player who has opened calls a draw; who has opened challenges or folds, as chance will have it."""
    caller = chance.choice(SEATS)
    melds = [chance.choice((1, 2, 3)) for _ in SEATS]
    if burned:
        melds[(caller + chance.choice((1, 2))) % 3] = 0
    state = late_round(chance, (melds[0], melds[1], melds[2]), seat=caller, rules=rules)
    others = [seat for seat in SEATS if seat != caller and state.opened(seat)]
    return answered(state, [seat for seat in others if chance.randrange(2)])


def run_out(chance: Random, rules: Rules = SHEET, *, burned: bool = False) -> State:
    """T8.1, T8.2: the last card of the stock is drawn, and the turn ends with the dearest card; someone has opened."""
    melds = [chance.choice((1, 2, 3)) for _ in SEATS]
    if burned:
        melds[chance.choice(SEATS)] = 0
    return _last_turn(
        late_round(chance, (melds[0], melds[1], melds[2]), stock=1, seat=chance.choice(SEATS), rules=rules)
    )


def void(chance: Random, rules: Rules = SHEET, *, burned: bool = True) -> State:
    """T8.3: the stock runs out before anybody has laid a meld."""
    return _last_turn(late_round(chance, (0, 0, 0), stock=1, seat=chance.choice(SEATS), rules=rules))


Finish: TypeAlias = Callable[..., State]
ENDINGS: Final[dict[Ending, Finish]] = {
    Ending.TONGITS: tongits,
    Ending.DRAW: called,
    Ending.STOCK: run_out,
    Ending.VOID: void,
}


def finished(
    chance: Random,
    endings: tuple[Ending, ...],
    good: Callable[[State, Outcome], object],
    rules: Rules = SHEET,
    *,
    burned: bool = False,
) -> State:
    """A round over by one of these endings, each as often, one that is good.

    In every third some opponent is burned, with `burned` in every one.
    """
    ending = chance.choice(endings)
    while True:
        state = ENDINGS[ending](chance, rules, burned=burned or chance.randrange(3) == 0)
        if good(state, ended(state)):
            return state


def with_secret_four(chance: Random, state: State) -> State | None:
    """The same round, a set of four of some player having been laid face down (T6.9); None if nobody has one."""
    fours = [
        place
        for place, laid in enumerate(state.melds)
        if laid.meld and laid.meld.kind is Kind.SET and len(laid.meld.cards) == 4
    ]
    if not fours or state.phase is not Phase.OVER:
        return None
    place = chance.choice(fours)
    secret = replace(state.melds[place], secret=True)
    return replace(state, melds=(*state.melds[:place], secret, *state.melds[place + 1 :]))


def _last_turn(state: State) -> State:
    after = play(state, Draw(state.seat))
    dearest = max(after.hands[state.seat], key=lambda card: (points(card), card is not state.stock[0], card))
    return play(after, Discard(state.seat, dearest))
