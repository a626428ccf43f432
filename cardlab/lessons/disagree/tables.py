"""Random Tongits positions in which a house rule may make a difference."""

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
    """Return a question about taking the discard, and the house rule to compare."""
    if chance.randrange(2):
        state = late.making_meld(chance, ONE_EACH, tongits.SHEET)
    else:
        state = until(lambda: late.late_round(chance, ONE_EACH), lambda table: not late.melds_with_discard(table))
    return partial(may_move, state, tongits.Take(YOU)), tongits.Rules(discard_must_meld=True)


def around_the_ace(chance: Random) -> tuple[Case, tongits.Rules]:
    """Return a question about cards around the ace, and the house rule to compare."""
    ranks = chance.choice(("A23", "A234", "QKA", "JQKA", "KA2", "QKA2", "JQA", "A24"))
    suit = chance.choice(SUITS)
    return partial(is_meld, tuple(Card(rank + suit) for rank in ranks)), tongits.Rules(ace_high=True)


def may_call(chance: Random) -> tuple[Case, tongits.Rules]:
    """Return a question about calling a draw, and the house rule to compare."""

    def has_long_meld(table: tongits.State) -> bool:  # long enough to include a lay-off
        return any(laid.owner == YOU and laid.meld and len(laid.meld.cards) > SHORTEST for laid in table.melds)

    melds, sapawed = chance.choice((((1, 1, 0), {YOU}), ((1, 1, 0), set[int]()), ((0, 1, 1), set[int]())))
    grown = until(lambda: late.late_round(chance, melds), lambda table: not sapawed or has_long_meld(table))
    state = replace(grown, sapawed=frozenset(sapawed))
    return partial(may_move, state, tongits.Call(YOU)), tongits.Rules(sapaw_blocks_call=True)


def four_of_a_rank(chance: Random) -> tuple[Case, tongits.Rules]:
    """Return a question about laying four cards secretly, and the rule to compare."""
    kind = tongits.Kind.SET if chance.randrange(4) else tongits.Kind.RUN
    free: list[tuple[Card, ...]] = []
    while not free:
        state = late.late_round(chance, ONE_EACH)
        if len(state.hands[YOU]) > len(SUITS):
            free = [meld.cards for meld in late.free_melds(state, len(SUITS)) if meld.kind is kind]
    four = chance.choice(free)
    state, draw = late.holding(state, YOU, four), tongits.Draw(YOU)
    begin: tongits.Move = draw
    if chance.randrange(3):
        # One of the four is only now drawn or taken.
        begin = tongits.Take(YOU) if chance.randrange(2) else draw
        top = state.stock[0] if begin is draw else state.discards[0]
        state = late.exchanged(state, chance.choice(four), top)
    state = tongits.play(state, begin)
    return partial(may_move, state, tongits.LayMeld(YOU, four, secret=True)), tongits.Rules(secret_four=True)


def finished_round(chance: Random, name: str, *, tied: bool) -> tuple[tongits.State, Moves]:
    """Return a round that a house rule may decide, and the moves that end it.

    `name`: the house rule, a key of `DECIDING`; `tied`: whether two players have the same deadwood. For
    "concealed_melds_count" someone keeps a meld, whatever `tied` says. For "stock_tie" no move is left.
    """
    by_stock, seat = name == "stock_tie", chance.choice(SEATS)
    made: tongits.State | None = None
    while made is None:
        made = late.late_round(chance, stock=1 if by_stock else 6, seat=seat)
        if by_stock:
            made = late.played_out(made)
        if name == "concealed_melds_count":
            made = late.holding(made, chance.choice(SEATS), chance.choice(late.free_melds(made, 3)).cards)
        elif tied:
            one, other = chance.sample(SEATS, 2)
            made = late.with_deadwood(made, one, tongits.deadwood(made.hands[other]), chance)
    if by_stock:
        return made, ()
    challenging = [chance.randrange(3) > 0 for _ in (1, 2)] if name != "showdown" else [False, chance.randrange(2) == 1]
    answers = [
        (tongits.Challenge if challenges else tongits.Fold)((seat + step) % len(SEATS))
        for step, challenges in enumerate(challenging, 1)
    ]
    return made, (tongits.Call(seat), *answers)
