"""The end of a round of Tongits: who wins, who pays what, and the progressive match.

The clauses are T5 to T9 and T10.5, as questions about a finished round.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import NamedTuple

from cardlab.choices import Word
from cardlab.drawing import as_html
from cardlab.tongits.least import hand_deadwood
from cardlab.tongits.moves import SEATS, Phase
from cardlab.tongits.rules import ChallengersTie, Payment, Rules, StockTie, Tie
from cardlab.tongits.state import State, no_state


class Ending(Word):
    """How a round ended: T5.1, T6.4, T8.2, T8.3."""

    TONGITS = "tongits"
    DRAW = "draw"
    STOCK = "stock"
    VOID = "void"


@dataclass(frozen=True, slots=True)
class Outcome:
    """The end of a round.

    `winner` is a seat or None (T8.3); `deadwood` and `payments` have one entry per seat, in points or chips;
    payments add up to 0, and no winner pays. `burned`: who has laid no meld (T7.1);
    `tied`: the seats between which a tie was broken (T6.5, T6.6, T8.4); `clause`: the id of the clause that decided who
    wins, or that nobody does.
    """

    ending: Ending
    winner: int | None
    deadwood: tuple[int, ...]
    payments: tuple[int, ...]
    burned: frozenset[int] = frozenset()
    tied: frozenset[int] = frozenset()
    clause: str = ""

    def _repr_html_(self) -> str:
        """The end for a notebook, a row for each seat."""
        notes = (
            f"{'wins, ' * (seat == self.winner)}deadwood {left}, payment {paid:+}{', burned' * (seat in self.burned)}"
            for seat, (left, paid) in enumerate(zip(self.deadwood, self.payments, strict=True))
        )
        title = f"Tongits, end of the round: {self.ending} {self.clause}".rstrip()
        return as_html(title, [(f"seat {seat}", (), note) for seat, note in enumerate(notes)])


def outcome(state: State) -> Outcome | None:
    """How the round ended, or None while it goes on. Raises TypeError for anything but a state."""
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
    """T6.5: a tie goes to the caller, or by house rule to the challenger; T6.6: of two challengers, to one of them."""
    by_the_call = state.caller in tied and (state.rules.tie is Tie.CALLER or len(tied) < SEATS)
    return "T6.5" if by_the_call else "T6.6"


def draw_winner(state: State, counts: tuple[int, ...]) -> tuple[int, frozenset[int]]:
    """T6.4 to T6.7: of the caller and the challengers the lowest deadwood wins; who wins it, and who was level."""
    caller = state.caller
    assert caller is not None
    lowest = min(counts[seat] for seat in (caller, *state.challengers))
    level = frozenset(seat for seat in (caller, *state.challengers) if counts[seat] == lowest)
    if len(level) == 1:
        return next(iter(level)), frozenset()
    if caller in level and state.rules.tie is Tie.CALLER:
        return caller, level
    challengers = level - {caller}
    if len(challengers) > 1 and state.rules.challengers_tie is ChallengersTie.NEXT_SEAT:
        return (caller + 1) % SEATS, level
    return last_to_meld(state, challengers), level


def stock_winner(state: State, counts: tuple[int, ...]) -> tuple[int, frozenset[int]]:
    """T8.2 and T8.4: the lowest deadwood among those who are not burned wins; who wins it, and who was level."""
    opened = [seat for seat in range(SEATS) if state.opened(seat)]
    lowest = min(counts[seat] for seat in opened)
    level = frozenset(seat for seat in opened if counts[seat] == lowest)
    if len(level) == 1:
        return next(iter(level)), frozenset()
    if state.rules.stock_tie is StockTie.LAST_DRAWER:
        assert state.last_drawer is not None
        order = [(state.last_drawer + step) % SEATS for step in range(SEATS)]
        return next(seat for seat in order if seat in level), level
    return last_to_meld(state, level), level


def last_to_meld(state: State, seats: frozenset[int]) -> int:
    """T6.6 and T8.4: of these seats, the one that laid a meld last."""
    return next(laid.owner for laid in reversed(state.melds) if laid.owner in seats)


def payments(
    state: State, ending: Ending, winner: int | None, counts: tuple[int, ...], burned: frozenset[int]
) -> tuple[int, ...]:
    """T9.3 or T9.4: what each seat receives; negative is paid.

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
        paid = {seat: chips(state, ending, winner, seat, burned) for seat in range(SEATS) if seat != winner}
    return tuple(sum(paid.values()) if seat == winner else -paid[seat] for seat in range(SEATS))


PLAIN, DEAR = 1, 3
"""T9.4: what each opponent pays in chips before anything is added, and what after a Tongits or a challenged draw."""


class ChipParts(NamedTuple):
    """T9.4: the parts of a payment in chips; their sum is paid."""

    base: int
    aces: int
    burned: int
    secrets: int


def chip_parts(state: State, ending: Ending, winner: int, seat: int, burned: frozenset[int]) -> ChipParts:
    """T9.4: 1, or 3 after a Tongits or a challenged draw; 1 per ace of the winner, 1 if burned, 3 per secret four.

    Args:
        state: the finished round.
        ending: how it ended.
        winner: the winner's seat.
        seat: the seat that pays.
        burned: the seats without a meld.
    """
    dear = ending is Ending.TONGITS or (ending is Ending.DRAW and bool(state.challengers))
    own = [laid for laid in state.melds if laid.owner == winner and laid.meld is not None]
    cards = [*state.hands[winner], *(card for laid in own if laid.meld for card in laid.meld.cards)]
    aces = sum(card.number == 1 for card in cards)
    secrets = sum(laid.secret for laid in own)
    return ChipParts(DEAR if dear else PLAIN, aces, int(seat in burned), 3 * secrets)


def chips(state: State, ending: Ending, winner: int, seat: int, burned: frozenset[int]) -> int:
    """T9.4: the chips that a seat pays the winner; arguments as in `chip_parts`."""
    return sum(chip_parts(state, ending, winner, seat, burned))


@dataclass(frozen=True, slots=True)
class Match:
    """T10.5: the progressive match. `scores` per seat, `first` the first player of the next round, `rounds` played.

    >>> Match(Rules(target=10)).add(Outcome(Ending.TONGITS, 0, (0, 4, 12), (16, -4, -12))).losers
    (2,)
    """

    rules: Rules
    scores: tuple[int, ...] = (0,) * SEATS
    first: int = 0
    rounds: int = 0

    def add(self, result: Outcome) -> Match:
        """The match after one more round. Raises ValueError when it is over already."""
        if self.losers:
            raise ValueError("the match is over")
        scores = tuple(score + max(0, -paid) for score, paid in zip(self.scores, result.payments, strict=True))
        following = (self.first + 1) % SEATS
        if self.rules.winner_starts and result.winner is not None:
            following = result.winner
        return replace(self, scores=scores, first=following, rounds=self.rounds + 1)

    @property
    def losers(self) -> tuple[int, ...]:
        """Who has reached the target; of two at once the higher score, equal scores both. Empty while it goes on."""
        highest = max(self.scores)
        return tuple(seat for seat in range(SEATS) if self.scores[seat] == highest >= self.rules.target)

    @property
    def winners(self) -> tuple[int, ...]:
        """Who has the lowest score once the match is over; more than one on a tie."""
        lowest = min(self.scores)
        return tuple(seat for seat in range(SEATS) if self.losers and self.scores[seat] == lowest)
