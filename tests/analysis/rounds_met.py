"""What is met in played rounds, and the deals that look like it, for the tests of this folder."""

from collections.abc import Iterable, Iterator
from dataclasses import replace
from functools import cache
from itertools import combinations, count, permutations
from random import Random

from cardlab import bots
from cardlab.analysis.bots import sensible
from cardlab.analysis.deals import any_state
from cardlab.analysis.faults import faults
from cardlab.analysis.position import read, unseen
from cardlab.bot_rounds import play_tongits
from cardlab.bots.tongits import Bot
from cardlab.cards import Card, cards
from cardlab.tongits import Move, Outcome, Phase, Rules, State, View, outcome, play, view
from cardlab.tongits.moves import SEATS
from cardlab.tongits.notation import Draft

OPENING = "hand 2c 3c 4c 7h 7d 7s 9d Td Kh Kc Qs Js 5h"
THIRTEEN = read(OPENING)
MIDDLE = read("hand 2c 5d 9d Td Kh Kc Qs Js 5h; meld 1 4c 4d 4h 4s; meld 0 7h 8h 9h; discard 2d 3d 6d; seat 0 draw")
ANSWERING = replace(MIDDLE, phase=Phase.ANSWER, caller=0, seat=1, viewer=1, hand=cards("Ac Ad 2s 3s 6c 6s 8c Jd"))
TRADITIONAL = Rules.preset("traditional")
RULES = {
    "sheet": Rules(),
    "traditional": TRADITIONAL,
    "jokers": Rules(jokers=4, ace_high=True, secret_four=True),
    "discard must meld": Rules(discard_must_meld=True, jokers=2, showdown="everyone"),
}


def met(rules: Rules, bot: Bot = bots.tongits.careful, seeds: Iterable[int] = ()) -> Iterator[tuple[View, Move]]:
    """What the seat to move sees in rounds of a bot, and what it does; without seeds in ever more rounds."""
    for seed in seeds or count():
        yield from _round(rules, bot, seed)


@cache
def _round(rules: Rules, bot: Bot, seed: int) -> tuple[tuple[View, Move], ...]:
    record = play_tongits((bot,) * SEATS, rules, seed)
    return tuple((view(state, move.seat), move) for state, move in zip(record.states(), record.moves, strict=False))


def dealt(table: State, viewer: int, hidden: Iterable[Card]) -> State:
    """The same to the viewer, with these cards in this order in the other hands and the stock."""
    rest, hands = list(hidden), []
    for seat, hand in enumerate(table.hands):
        size = 0 if seat == viewer else len(hand)
        hands.append(tuple(sorted(rest[:size])) if size else hand)
        rest = rest[size:]
    return replace(table, hands=tuple(hands), stock=tuple(rest))


def shuffled(seen: View, chance: Random) -> State:
    """Any table that looks like this view, on which no set lies hidden."""
    hidden = list(unseen(seen))
    chance.shuffle(hidden)
    return dealt(any_state(seen), seen.viewer, hidden)


def deals(table: State, viewer: int, *, ordered: bool) -> Iterator[State]:
    """Every way to deal out what the viewer does not see in hands and stock; `ordered`: the stock in every order."""
    others = [hand for seat, hand in enumerate(table.hands) if seat != viewer]
    pool = sorted([*(card for hand in others for card in hand), *table.stock])
    for one in combinations(pool, len(others[0])):
        left = [card for card in pool if card not in one]
        for other in combinations(left, len(others[1])):
            rest = [card for card in left if card not in other]
            for stock in permutations(rest) if ordered else [rest]:
                yield dealt(table, viewer, (*one, *other, *stock))


def codes(draft: Draft) -> list[tuple[str, str]]:
    """The faults of a position, by code and clause."""
    return [(fault.code, fault.rule) for fault in faults(draft)]


def played_on(state: State, moves: Iterable[Move]) -> Outcome:
    """The end of a round after these moves: sensible players go on."""
    for move in moves:
        state = play(state, move)
    while state.phase is not Phase.OVER:
        state = play(state, sensible(view(state, state.seat)))
    ended = outcome(state)
    assert ended is not None
    return ended
