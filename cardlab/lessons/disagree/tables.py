"""Positions of Tongits in which a house rule may make a difference, made by chance."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from random import Random
from typing import Final

from cardlab import tongits
from cardlab.cards import SUITS, Card
from cardlab.lessons import tables_tongits as late
from cardlab.lessons.disagree.cases_tongits import Moves, is_meld, may_move
from cardlab.lessons.disagree.dispute import Case
from cardlab.lessons.practice_hands import SHORTEST, until
from cardlab.lessons.tables_tongits import SEATS, YOU

DECIDING: Final = {
    "tie": tongits.Rules(tie=tongits.Tie.CHALLENGER),
    "stock_tie": tongits.Rules(stock_tie=tongits.StockTie.LAST_DRAWER),
    "showdown": tongits.Rules(showdown=tongits.Showdown.EVERYONE),
    "concealed_melds_count": tongits.Rules(concealed_melds_count=False),
}
"""House rules that may decide who wins, each alone."""
ONE_EACH: Final = (1, 1, 1)


def may_take(chance: Random) -> tuple[Case, tongits.Rules]:
    """A discard that may or may not make a meld with the hand."""
    if chance.randrange(2):
        state = late.making_meld(chance, ONE_EACH, tongits.SHEET)
    else:
        state = until(lambda: late.late_round(chance, ONE_EACH), lambda table: not late.made_by_discard(table))
    return partial(may_move, state, tongits.Take(YOU)), tongits.Rules(discard_must_meld=True)


def around_the_ace(chance: Random) -> tuple[Case, tongits.Rules]:
    """Cards of one suit around the ace."""
    ranks = chance.choice(("A23", "A234", "QKA", "JQKA", "KA2", "QKA2", "JQA", "A24"))
    suit = chance.choice(SUITS)
    return partial(is_meld, tuple(Card(rank + suit) for rank in ranks)), tongits.Rules(ace_high=True)


def may_call(chance: Random) -> tuple[Case, tongits.Rules]:
    """May you call? You have opened or not, and somebody has laid off on a meld of yours or not."""
    melds, sapawed = chance.choice((((1, 1, 0), {YOU}), ((1, 1, 0), set[int]()), ((0, 1, 1), set[int]())))
    grown = until(lambda: late.late_round(chance, melds), lambda table: not sapawed or _has_long_meld(table))
    state = replace(grown, sapawed=frozenset(sapawed))
    return partial(may_move, state, tongits.Call(YOU)), tongits.Rules(sapaw_blocks_call=True)


def four_of_a_rank(chance: Random) -> tuple[Case, tongits.Rules]:
    """May you lay this face down? Four of a rank or a run of four; all from the hand, or one taken in this turn."""
    kind = tongits.Kind.SET if chance.randrange(4) else tongits.Kind.RUN
    made = None
    while made is None:
        made = late.with_four(chance, late.late_round(chance, ONE_EACH), YOU, kind)
    state, four = made
    state = late.begun(chance, state, four if chance.randrange(3) else ())
    return partial(may_move, state, tongits.LayMeld(YOU, four, secret=True)), tongits.Rules(secret_four=True)


def finished_round(chance: Random, name: str, *, level_hands: bool) -> tuple[tongits.State, Moves]:
    """A round and the moves that end it, in which the house rule `name` may decide.

    `level_hands`: two have the same deadwood. Where melds in the hand decide, somebody keeps one instead.
    """
    by_stock, seat = name == "stock_tie", chance.choice(SEATS)
    made: tongits.State | None = None
    while made is None:
        made = late.late_round(chance, stock=1 if by_stock else 6, seat=seat)
        if by_stock:
            made = late.played_out(made)
        if name == "concealed_melds_count":
            made = late.holding(made, chance.choice(SEATS), late.free_meld(chance, made).cards)
        elif level_hands:
            one, other = chance.sample(SEATS, 2)
            made = late.with_deadwood(made, one, tongits.deadwood(made.hands[other]), chance)
    if by_stock:
        return made, ()
    others = [(seat + step) % len(SEATS) for step in (1, 2)]
    bold = [chance.randrange(3) > 0 for _ in others] if name != "showdown" else [False, chance.randrange(2) == 1]
    answers = [
        tongits.Challenge(other) if challenges else tongits.Fold(other)
        for other, challenges in zip(others, bold, strict=True)
    ]
    return made, (tongits.Call(seat), *answers)


def _has_long_meld(state: tongits.State) -> bool:
    """Whether a meld of the learner's may have grown since it was laid."""
    return any(laid.owner == YOU and laid.meld and len(laid.meld.cards) > SHORTEST for laid in state.melds)
