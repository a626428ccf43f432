"""The chances of a draw call and its answers, counted over all hidden hands.

Assumptions: every deal of the unseen cards is equally likely, whatever the opponents have done before.
Every opponent who isn't burned challenges (T6.2, T6.3), as the house rule `showdown="everyone"` demands.
This never favours the caller, except with chips: a caller who beats a challenger receives more (T9.4).
The rule engine settles each kind of deal; `two_hands` counts the deals of each kind.
Every answer is exact or marked as sampled (`Odds`).
"""

from __future__ import annotations

from bisect import bisect
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property
from typing import Final

from cardlab import tongits
from cardlab.analysis.deals import believed_at_most, possible_fours, state_with
from cardlab.analysis.position import unseen
from cardlab.analysis.two_hands import CountedDeals, Deals, Odds, deals_of
from cardlab.bots.sensible import rivals
from cardlab.cards import JOKERS, Card, cards
from cardlab.drawing import as_bar, as_table
from cardlab.tongits.moves import SEATS
from cardlab.tongits.scoring import Ending, draw_winner, payments

FARTHEST: Final = 60
"""The highest deadwood of the curve, unless the viewer's hand has more; hardly anybody calls with more."""
MOST_UNSEEN: Final = 21
"""If melds in the hand count nothing (T9.2), sampling is faster with more unseen cards than this."""
NO_ACE: Final = tongits.why_meld(cards("2c 2d 2h 2s"))
"""Placeholder for a secret four, whose aces are counted with the hidden hands."""


def counted_answers(seen: tongits.View) -> dict[tongits.Move, tuple[Fraction, Fraction]]:
    """Return the exact win probability and payment of each answer to a call.

    Empty if the viewer has no call to answer, or if not every deal can be counted. The caller is assumed to have a hand
    with which a sensible player calls, see `deals.believed_at_most`. With chips (T9.4), folding is left out
    if the other opponent may still challenge: deadwood alone doesn't decide that.
    Raises ValueError as `hidden_hands` does.
    """
    if seen.phase is not tongits.Phase.ANSWER or seen.caller in (None, seen.viewer):
        return {}
    if not seen.rules.concealed_melds_count and len(unseen(seen)) > MOST_UNSEEN:
        return {}
    call, most = DrawCall.of(seen), believed_at_most(seen)
    caller = others_than(seen.viewer).index(seen.caller)
    cells = {counts: cell for counts, cell in call.deals.cells.items() if counts[caller] <= most}
    if not cells or not call.deals.exact:
        return {}
    answers: dict[tongits.Move, tuple[Fraction, Fraction]] = {}
    for move in tongits.legal_moves(seen, seen.viewer):
        others = _challengers_beside(seen, isinstance(move, tongits.Challenge))
        if others is not None:
            own = {seen.viewer} if isinstance(move, tongits.Challenge) else set()
            settled = replace(call, deals=Deals(cells), caller=seen.caller, challengers=others | own)
            answers[move] = settled.wins(call.own).value, settled.payment(call.own).value
    return answers


def _challengers_beside(seen: tongits.View, challenges: bool) -> frozenset[int] | None:
    """Return the challengers other than the viewer; None if undecided. [T6.2]

    `challenges`: whether the viewer challenges. With chips, a fold leaves it open whether the other opponent does.
    """
    assert seen.caller is not None
    third = 3 - seen.viewer - seen.caller
    if not seen.opened(third) or (third - seen.caller) % SEATS < (seen.viewer - seen.caller) % SEATS:
        return seen.challengers - {seen.viewer}
    if challenges or seen.rules.payment is tongits.Payment.DEADWOOD:
        return frozenset((third,))
    return None


@dataclass(frozen=True)
class DrawCall:
    """A draw call and its challengers, with all deals of the two other hands."""

    seen: tongits.View
    deals: Deals
    caller: int
    challengers: frozenset[int]

    @classmethod
    def of(cls, seen: tongits.View) -> DrawCall:
        """Return a call of the viewer now, challenged by everyone who may.

        A secret four of an opponent (T6.9) may be any unseen set of four, each equally likely.
        Raises ValueError if the round is over, and as `hidden_hands` does.

        >>> from cardlab.tongits import deal, view
        >>> call = DrawCall.of(view(deal(), 0))  # both opponents are burned: none challenges, both pay
        >>> call.wins(1).value, f"{float(call.payment(60).value):.2f}", call.break_even()
        (Fraction(1, 1), '38.28', 130)
        """
        if seen.phase is tongits.Phase.OVER:
            raise ValueError("the round is over")
        return cls(seen, hidden_hands(seen), seen.viewer, frozenset(rivals(seen)))

    def __repr__(self) -> str:
        return f"DrawCall.of({self.seen!r})"

    def _repr_html_(self) -> str:
        """Return the value of the call and its break-even as a table for a notebook."""
        win, payment = float(self.wins(self.own).value), float(self.payment(self.own).value)
        most = self.break_even()
        cells = str(self.own), as_bar(win, f"{win:.1%}"), f"{payment:+.2f}", "–" if most is None else str(most)
        return as_table("", ("Deadwood", "Chance of winning", "Payment", "Pays up to"), [cells])

    @property
    def own(self) -> int:
        """The deadwood of the viewer's hand. [T9.2]"""
        return tongits.hand_deadwood(self.seen.hand, self.seen.rules)

    def wins(self, own: int) -> Odds:
        """Return the probability that the viewer wins with a deadwood of `own`."""
        viewer = self.seen.viewer
        return self.deals.mean(lambda first, second, cell: cell.deals * (self._winner(own, first, second) == viewer))

    def curve(self) -> tuple[Odds, ...]:
        """Return `wins` by deadwood, from 0 to `FARTHEST`, or to `own` if higher."""
        return tuple(self.wins(own) for own in range(max(FARTHEST, self.own) + 1))

    def payment(self, own: int) -> Odds:
        """Return the mean payment with deadwood `own`, negative if the viewer pays.

        In points or chips (T9.3, T9.4), with the aces of a winning challenger and the payments of burned opponents.
        """
        chips, viewer, end = self.seen.rules.payment is tongits.Payment.CHIPS, self.seen.viewer, self._end
        burned = frozenset(seat for seat in range(SEATS) if not self.seen.opened(seat))

        def received(first: int, second: int, cell: CountedDeals) -> int:
            winner = self._winner(own, first, second)
            paid = payments(end, Ending.DRAW, winner, self._counts(own, first, second), burned)[viewer]
            # T9.4: the aces of a hand that nobody sees.
            aces = cell[(winner - viewer) % SEATS] if chips and winner != viewer else 0
            return cell.deals * paid - aces

        return self.deals.mean(received)

    def break_even(self) -> int | None:
        """Return the highest deadwood without an expected loss, or None. [T9.3, T9.4]

        Searches up to `most_deadwood`. The payment falls with deadwood, so bisection finds it.
        """
        every = range(most_deadwood(self.seen) + 1)
        paying = bisect(every, False, key=lambda own: self.payment(own).value < 0)
        return paying - 1 if paying else None

    def _winner(self, own: int, first: int, second: int) -> int:
        """Return the seat that wins with these three deadwoods. [T6.4 to T6.7]"""
        # Only the order of the three numbers matters.
        order = (own > first) - (own < first), (own > second) - (own < second), (first > second) - (first < second)
        if order not in self._winners:
            self._winners[order] = draw_winner(self._end, self._counts(own, first, second))[0]
        return self._winners[order]

    @cached_property
    def _winners(self) -> dict[tuple[int, int, int], int]:
        """The winners found so far, by the order of the three deadwoods."""
        return {}

    def _counts(self, own: int, first: int, second: int) -> tuple[int, ...]:
        return tuple((own, first, second)[(seat - self.seen.viewer) % SEATS] for seat in range(SEATS))

    @cached_property
    def _end(self) -> tongits.State:
        """The state after the call, with empty hidden hands."""
        seen = self.seen
        hands = (seen.hand if seat == seen.viewer else () for seat in range(SEATS))
        melds = (laid if laid.meld else tongits.Laid(NO_ACE, laid.owner, True) for laid in seen.melds)
        end = state_with(seen, hands, (), melds)
        return replace(end, phase=tongits.Phase.OVER, caller=self.caller, challengers=self.challengers)


def most_deadwood(seen: tongits.View) -> int:
    """Return the highest deadwood of any hand of the viewer's size. [T9.1, T10.4]"""
    costly_jokers = min(seen.rules.jokers, len(seen.hand)) if seen.rules.joker_points > 10 else 0
    return 10 * len(seen.hand) + costly_jokers * (seen.rules.joker_points - 10)


def others_than(viewer: int) -> tuple[int, int]:
    """Return the two other seats, in the order of turns."""
    return (viewer + 1) % SEATS, (viewer + 2) % SEATS


def hidden_hands(seen: tongits.View) -> Deals:
    """Return the deals of both opponents' hands, with all possible secret fours.

    The aces of a secret four count with its owner's hand. Raises ValueError if the unseen cards can't fill the
    hands and the secret fours. The size of the stock isn't checked. [T6.9]
    """
    first, second = others_than(seen.viewer)
    sizes = seen.counts[first], seen.counts[second]
    owners = [laid.owner for laid in seen.melds if laid.meld is None]
    ways: Counter[tuple[tuple[Card, ...], int, int]] = Counter()
    for pool, ace_owners in _secret_fours(unseen(seen), owners):
        ways[_first_jokers(pool), ace_owners.count(first), ace_owners.count(second)] += 1
    if not ways or any(sum(sizes) > len(pool) for pool, _, _ in ways):
        raise ValueError("the opponents cannot hold so many unseen cards")
    chips = seen.rules.payment is tongits.Payment.CHIPS
    cells: dict[tuple[int, int], CountedDeals] = {}
    exact = True
    for (pool, one, other), often in ways.items():
        dealt_hands = deals_of(pool, sizes, seen.rules, aces=chips)
        exact &= dealt_hands.exact
        for counts, (dealt, first_aces, second_aces) in dealt_hands.cells.items():
            before = cells.get(counts, CountedDeals(0, 0, 0))
            cells[counts] = CountedDeals(
                before.deals + often * dealt,
                before.first_aces + often * (first_aces + one * dealt),
                before.second_aces + often * (second_aces + other * dealt),
            )
    return Deals(cells, exact)


def _secret_fours(pool: tuple[Card, ...], owners: list[int]) -> Iterator[tuple[tuple[Card, ...], list[int]]]:
    """Yield every choice of sets of four, one for each seat in `owners`. [T6.9]

    A choice is given by the cards left in the pool, and for each ace in the sets its owner.
    """
    if not owners:
        yield pool, []
        return
    for four in possible_fours(pool):
        rest = tuple(card for card in pool if card not in four)
        ace_owners = [owners[0] for card in four if card.number == 1]
        yield from ((left, ace_owners + others) for left, others in _secret_fours(rest, owners[1:]))


def _first_jokers(pool: tuple[Card, ...]) -> tuple[Card, ...]:
    """Return the pool with its jokers renumbered from X1 on, to compare pools."""
    naturals = tuple(card for card in pool if not card.is_joker)
    return naturals + JOKERS[: len(pool) - len(naturals)]
