"""Whole rounds of Tongits by three sensible players of the kernel: one round move by move, or the totals of many.

The kernel's numbers become deals, moves and outcomes of `cardlab.tongits`, which can judge them.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from cardlab.analysis.deals import LOW_32, house_rules, room, round_of
from cardlab.analysis.kernel import compiled, sampling
from cardlab.analysis.kernel import rounds as slots
from cardlab.analysis.kernel.compiled import Kernel, tables
from cardlab.bots.sensible import SENSIBLE
from cardlab.cards import DECK, JOKERS, RANKS, Card
from cardlab.tongits import (
    Call,
    Challenge,
    Discard,
    Draw,
    Ending,
    Fold,
    LayMeld,
    Move,
    Outcome,
    Phase,
    Rules,
    Sapaw,
    State,
    Take,
    start,
    view,
)
from cardlab.tongits.moves import FIRST_HAND, OTHER_HAND, SEATS

ALL_CARDS: Final = DECK + JOKERS
LONGEST_LOG: Final = 8000
ENDINGS: Final = (Ending.TONGITS, Ending.DRAW, Ending.STOCK, Ending.VOID)


@dataclass(frozen=True, slots=True)
class Round:
    """One round: the table as it was dealt, the moves, and what the kernel says of the end."""

    dealt: State
    moves: tuple[Move, ...]
    ending: Ending
    winner: int | None
    deadwood: tuple[int, ...]
    payments: tuple[int, ...]

    def agrees(self, judged: Outcome) -> bool:
        """Whether the rule engine's outcome is the same."""
        own = self.ending, self.winner, self.deadwood, self.payments
        return own == (judged.ending, judged.winner, judged.deadwood, judged.payments)


@dataclass(frozen=True, slots=True)
class Totals:
    """The sums of many rounds: how often each seat won, what each received in all, how often each ending came."""

    rounds: int
    wins: tuple[int, ...]
    payments: tuple[int, ...]
    endings: dict[Ending, int]


def begun(rules: Rules) -> list[int]:
    """A round with seat 0 as the first player before its cards are dealt, as the kernel reads it."""
    numbers = [0] * slots.ROUND_SIZE
    numbers[slots.PHASE] = slots.LAY
    for place in (slots.TAKEN, slots.CALLER, slots.LAST_DRAWER):
        numbers[place] = -1
    for seat in range(SEATS):
        numbers[slots.UNSEEN_IN_HAND + seat] = OTHER_HAND if seat else FIRST_HAND
    numbers[slots.STOCK_LEFT] = len(DECK) + rules.jokers - FIRST_HAND - 2 * OTHER_HAND
    numbers[slots.RULES : slots.STYLES] = house_rules(rules)
    numbers[slots.STYLES : slots.STOCK] = SENSIBLE.numbers * SEATS
    return numbers


class _Played:
    """Memory for rounds that are dealt afresh."""

    def __init__(self, rules: Rules, kernel: Kernel, log: int) -> None:
        size = len(DECK) + rules.jokers
        self.kernel = kernel
        self.dealt, self.pool = kernel.array(begun(rules)), kernel.array(range(size))
        self.settings = kernel.memory(sampling.SETTINGS)
        self.tables = tables(kernel, int(rules.ace_high), rules.jokers)
        self.room = room(kernel, size, log=log)
        self.sums = kernel.memory(10)

    def play(self, seed: int, first: int, rounds: int) -> None:
        self.settings[sampling.SEED] = seed & LOW_32
        self.settings[sampling.FIRST], self.settings[sampling.HOW_MANY] = first, rounds
        play = self.kernel.sampling.play_rounds
        play(self.dealt, self.pool, self.settings, self.tables, self.room, self.sums)


def many(rules: Rules, rounds: int, seed: int = 0, *, first: int = 0, kernel: Kernel | None = None) -> Totals:
    """The totals of the rounds `first` to `first + rounds - 1` of a seed; the same with any kernel.

    `seed` counts by its lowest 32 bits. Raises ValueError if `rounds` is below 0.

    >>> sum(many(Rules(), 20).payments)
    0
    """
    if rounds < 0:
        raise ValueError(f"{rounds} rounds cannot be played")
    played = _Played(rules, kernel or compiled.best(), 0)
    played.play(seed, first, rounds)
    sums = [int(number) for number in played.sums]
    return Totals(rounds, tuple(sums[:3]), tuple(sums[3:6]), dict(zip(ENDINGS, sums[6:], strict=True)))


def play_one(rules: Rules, seed: int = 0, *, number: int = 0, kernel: Kernel | None = None) -> Round:
    """Round `number` of a seed, which counts by its lowest 32 bits, move by move.

    >>> str(play_one(Rules(), seed=1).moves[0]).split()[0]
    '0'
    """
    played = _Played(rules, kernel or compiled.best(), LONGEST_LOG)
    played.play(seed, number, 1)
    order = [ALL_CARDS[card] for card in played.room.cards]
    ends = FIRST_HAND, FIRST_HAND + OTHER_HAND, FIRST_HAND + 2 * OTHER_HAND
    hands = order[: ends[0]], order[ends[0] : ends[1]], order[ends[1] : ends[2]]
    result = [int(number) for number in played.room.result]
    winner = result[slots.WINNER]
    return Round(
        start(rules, hands, order[ends[2] :][::-1]),
        tuple(_moves(played.room.played)),
        ENDINGS[result[slots.ENDING]],
        None if winner < 0 else winner,
        tuple(result[slots.COUNTS : slots.COUNTS + SEATS]),
        tuple(result[slots.PAYMENTS : slots.PAYMENTS + SEATS]),
    )


def next_move(state: State, *, kernel: Kernel | None = None) -> Move:
    """The move that the kernel's player makes here. Raises ValueError if the round is over.

    >>> from cardlab.tongits import deal
    >>> next_move(deal(seed=1)).seat
    0
    """
    if state.phase is Phase.OVER:
        raise ValueError("the round is over")
    used = kernel or compiled.best()
    seen = round_of(view(state, state.seat))
    for seat in range(SEATS):
        seen[slots.HANDS + seat] = sum(1 << card.index for card in state.hands[seat])
        seen[slots.UNSEEN_IN_HAND + seat] = 0
    for place, card in enumerate(reversed(state.stock)):
        seen[slots.STOCK + place] = card.index
    played, rules = used.array([*seen, *[0] * LONGEST_LOG]), state.rules
    used.player.move(played, tables(used, int(rules.ace_high), rules.jokers))
    return next(_moves(played))


def _moves(played: Sequence[int]) -> Iterator[Move]:
    """The moves that are noted behind a round."""
    log = [int(number) for number in played[slots.ROUND_SIZE :]]
    for place in range(1, log[0], 4):
        what, seat, cards, more = log[place : place + 4]
        held = tuple(card for card in ALL_CARDS if cards >> card.index & 1)
        match what:
            case slots.DRAWN:
                yield Draw(seat)
            case slots.TOOK:
                yield Take(seat)
            case slots.MELDED:
                yield LayMeld(seat, _in_order(held, more >> 9, more & 15, more >> 4 & 15), bool(more >> 8 & 1))
            case slots.LAID_OFF:
                yield Sapaw(seat, more, held)
            case slots.DISCARDED_IT:
                yield Discard(seat, held[0])
            case slots.CALLED:
                yield Call(seat)
            case slots.CHALLENGED:
                yield Challenge(seat)
            case slots.FOLDED:
                yield Fold(seat)


def _in_order(held: tuple[Card, ...], suit: int, low: int, high: int) -> tuple[Card, ...]:
    """T10.3: the cards of a run with its jokers where they stand; suit 0 is a set."""
    if not suit:
        return held
    natural = {card.rank: card for card in held if not card.is_joker}
    jokers = iter(card for card in held if card.is_joker)
    ranks = [RANKS[(number - 1) % len(RANKS)] for number in range(low, high + 1)]
    return tuple(natural[rank] if rank in natural else next(jokers) for rank in ranks)
