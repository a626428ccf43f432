"""The end of a round of Tongits: winner and payments; and the progressive match.

The clauses are T5 to T9 and T10.5.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Final, NamedTuple

from cardlab.choices import Word
from cardlab.drawing import as_html
from cardlab.tongits.least import hand_deadwood
from cardlab.tongits.moves import SEATS, Phase
from cardlab.tongits.rules import ChallengersTie, Payment, Rules, StockTie, Tie
from cardlab.tongits.state import State, no_state


class Ending(Word):
    """How a round ended: by a Tongits, a draw call or the stock, or as void."""

    TONGITS = "tongits"
    DRAW = "draw"
    STOCK = "stock"
    VOID = "void"


_ENDED: Final = dict(zip(Ending, ("Tongits", "draw call", "no stock left", "all burned"), strict=True))


@dataclass(frozen=True, slots=True)
class Outcome:
    """The end of a round: winner, deadwood and payments.

    `winner` is a seat or None (T8.3); `deadwood` and `payments` have one entry per seat, in points or chips; payments
    add up to 0, and no winner pays. `burned`: the seats that laid no meld (T7.1); `tied`: the seats between which a tie
    was broken (T6.5, T6.6, T8.4); `clause`: the id of the clause that decided who wins, or that nobody does.
    """

    ending: Ending
    winner: int | None
    deadwood: tuple[int, ...]
    payments: tuple[int, ...]
    burned: frozenset[int] = frozenset()
    tied: frozenset[int] = frozenset()
    clause: str = ""

    def _repr_html_(self) -> str:
        """Return the end as HTML for a notebook, a row for each seat."""
        notes = (
            f"{'wins, ' * (seat == self.winner)}deadwood {left}, payment {paid:+}{', burned' * (seat in self.burned)}"
            for seat, (left, paid) in enumerate(zip(self.deadwood, self.payments, strict=True))
        )
        title = f"Tongits, end of the round: {_ENDED[self.ending]} {self.clause}".rstrip()
        return as_html(title, [(f"seat {seat}", (), note) for seat, note in enumerate(notes)])


def outcome(state: State) -> Outcome | None:
    """Return how a round ended, or None while it goes on.

    Raises TypeError for anything but a state.
    """
    if not isinstance(state, State):
        raise no_state(state)
    if state.phase is not Phase.OVER:
        return None
    counts = tuple(hand_deadwood(hand, state.rules) for hand in state.hands)
    burned = frozenset(seat for seat in range(SEATS) if not state.opened(seat))
    tongits = next((seat for seat in range(SEATS) if not state.hands[seat]), None)
    tied: frozenset[int] = frozenset()
    winner: int | None
    if tongits is not None:
        ending, winner, clause = Ending.TONGITS, tongits, "T5.1"
    elif state.caller is not None:
        ending, (winner, tied) = Ending.DRAW, draw_winner(state, counts)
        clause = tie_clause(state, tied) if tied else "T6.4" if state.challengers else "T6.7"
    elif len(burned) < SEATS:
        ending, (winner, tied) = Ending.STOCK, stock_winner(state, counts)
        clause = "T8.4" if tied else "T8.2"
    else:
        ending, winner, clause = Ending.VOID, None, "T8.3"
    return Outcome(ending, winner, counts, payments(state, ending, winner, counts, burned), burned, tied, clause)


def tie_clause(state: State, tied: frozenset[int]) -> str:
    """Return the clause that breaks a tie after a draw call, T6.5 or T6.6."""
    by_the_call = state.caller in tied and (state.rules.tie is Tie.CALLER or len(tied) < SEATS)
    return "T6.5" if by_the_call else "T6.6"


def draw_winner(state: State, counts: tuple[int, ...]) -> tuple[int, frozenset[int]]:
    """Return the winner of a draw call by deadwood (`counts`), and who tied. [T6.4 to T6.7]"""
    caller = state.caller
    assert caller is not None
    lowest = min(counts[seat] for seat in (caller, *state.challengers))
    tied = frozenset(seat for seat in (caller, *state.challengers) if counts[seat] == lowest)
    if len(tied) == 1:
        return next(iter(tied)), frozenset()
    if caller in tied and state.rules.tie is Tie.CALLER:
        return caller, tied
    challengers = tied - {caller}
    if len(challengers) > 1 and state.rules.challengers_tie is ChallengersTie.NEXT_SEAT:
        return (caller + 1) % SEATS, tied
    return last_to_meld(state, challengers), tied


def stock_winner(state: State, counts: tuple[int, ...]) -> tuple[int, frozenset[int]]:
    """Return the winner at the stock's end by deadwood (`counts`), and who tied. [T8.2, T8.4]"""
    opened = [seat for seat in range(SEATS) if state.opened(seat)]
    lowest = min(counts[seat] for seat in opened)
    tied = frozenset(seat for seat in opened if counts[seat] == lowest)
    if len(tied) == 1:
        return next(iter(tied)), frozenset()
    if state.rules.stock_tie is StockTie.LAST_DRAWER:
        assert state.last_drawer is not None
        order = [(state.last_drawer + step) % SEATS for step in range(SEATS)]
        return next(seat for seat in order if seat in tied), tied
    return last_to_meld(state, tied), tied


def last_to_meld(state: State, seats: frozenset[int]) -> int:
    """Return the seat, of these, that laid down a meld last. [T6.6, T8.4]"""
    return next(laid.owner for laid in reversed(state.melds) if laid.owner in seats)


def payments(
    state: State, ending: Ending, winner: int | None, counts: tuple[int, ...], burned: frozenset[int]
) -> tuple[int, ...]:
    """Return what each seat receives; a negative number is paid. [T9.3, T9.4]

    Args:
        state: the finished round.
        ending: how it ended.
        winner: the winner's seat, None if nobody won.
        counts: the deadwood of each hand.
        burned: the seats without a meld.
    """
    if winner is None:
        return (0,) * SEATS
    if state.rules.payment is Payment.DEADWOOD:
        paid = {seat: max(0, counts[seat] - counts[winner]) for seat in range(SEATS) if seat != winner}
    else:
        paid = {seat: sum(chip_parts(state, ending, winner, seat, burned)) for seat in range(SEATS) if seat != winner}
    return tuple(sum(paid.values()) if seat == winner else -paid[seat] for seat in range(SEATS))


BASE_CHIPS, TRIPLE_CHIPS = 1, 3
"""The base payment in chips: normally, and after a Tongits or a challenged draw. [T9.4]"""


class ChipParts(NamedTuple):
    """The parts of a payment in chips, which are added: see `chip_parts`. [T9.4]"""

    base: int
    aces: int
    burned: int
    secrets: int


def chip_parts(state: State, ending: Ending, winner: int, seat: int, burned: frozenset[int]) -> ChipParts:
    """Return the parts of the chips that a seat pays the winner. [T9.4]

    They are 1, or 3 after a Tongits or a challenged draw; 1 per ace of the winner; 1 if burned; 3 per secret four.

    Args:
        state: the finished round.
        ending: how it ended.
        winner: the winner's seat.
        seat: the seat that pays.
        burned: the seats without a meld.
    """
    triple = ending is Ending.TONGITS or (ending is Ending.DRAW and bool(state.challengers))
    own = [laid for laid in state.melds if laid.owner == winner and laid.meld is not None]
    cards = [*state.hands[winner], *(card for laid in own if laid.meld for card in laid.meld.cards)]
    aces = sum(card.number == 1 for card in cards)
    secrets = sum(laid.secret for laid in own)
    return ChipParts(TRIPLE_CHIPS if triple else BASE_CHIPS, aces, int(seat in burned), 3 * secrets)


@dataclass(frozen=True, slots=True)
class Match:
    """A progressive match, which ends when a score reaches the target. [T10.5]

    `scores`: each seat's score; `first`: the first player of the next round; `rounds`: how many were played.

    >>> Match(Rules(target=10)).add(Outcome(Ending.TONGITS, 0, (0, 4, 12), (16, -4, -12))).losers
    (2,)
    """

    rules: Rules
    scores: tuple[int, ...] = (0,) * SEATS
    first: int = 0
    rounds: int = 0

    def add(self, result: Outcome) -> Match:
        """Return the match after one more round. Raises ValueError if it is over."""
        if self.losers:
            raise ValueError("the match is over")
        scores = tuple(score + max(0, -paid) for score, paid in zip(self.scores, result.payments, strict=True))
        following = (self.first + 1) % SEATS
        if self.rules.winner_starts and result.winner is not None:
            following = result.winner
        return replace(self, scores=scores, first=following, rounds=self.rounds + 1)

    @property
    def losers(self) -> tuple[int, ...]:
        """The seats with the highest score once one is at the target; () before."""
        highest = max(self.scores)
        return tuple(seat for seat in range(SEATS) if self.scores[seat] == highest >= self.rules.target)

    @property
    def winners(self) -> tuple[int, ...]:
        """The seats with the lowest score once the match is over; () before."""
        lowest = min(self.scores)
        return tuple(seat for seat in range(SEATS) if self.losers and self.scores[seat] == lowest)
