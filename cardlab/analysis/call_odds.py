"""A draw call and its answers, counted over the deals of the two hidden hands instead of simulated.

Assumptions: every deal of the unseen cards is equally likely, whatever the opponents have done before.
Every opponent who may challenge does (T6.2). This never favours the caller, except that with chips a won challenge
pays more (T9.4). With the house rule `showdown="everyone"` it is the rule itself. A burned player cannot (T6.3).
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
from cardlab.analysis.deals import believed_at_most, possible_fours
from cardlab.analysis.position import unseen
from cardlab.analysis.two_hands import CountedDeals, Deals, Odds, deals_of
from cardlab.bots.sensible import SENSIBLE, Style
from cardlab.cards import JOKERS, Card, cards
from cardlab.drawing import as_bar, as_table
from cardlab.tongits.moves import SEATS
from cardlab.tongits.scoring import Ending, draw_winner, payments

FARTHEST: Final = 60
"""The end of the curve unless the viewer's hand counts more; hardly anybody calls with more deadwood."""
MOST_UNSEEN: Final = 21
"""With more unseen cards and concealed melds not counting, counting takes longer than sampling."""
NO_ACE: Final = tongits.why_meld(cards("2c 2d 2h 2s"))
"""Placeholder for a set of four lying face down; its aces are counted with the hidden hands."""


def counted_answers(seen: tongits.View, style: Style = SENSIBLE) -> dict[tongits.Move, tuple[Fraction, Fraction]]:
    """Return win probability and payment of each answer to a call, where they can be counted; empty without a call.

    The caller's hand is restricted to those with which a player of this `style` calls, see `deals.believed_at_most`.
    Folding for chips (T9.4) before the third player has answered is left out: deadwood alone does not decide it.
    Raises ValueError for an impossible position.
    """
    if seen.phase is not tongits.Phase.ANSWER or seen.caller in (None, seen.viewer):
        return {}
    if not seen.rules.concealed_melds_count and len(unseen(seen)) > MOST_UNSEEN:
        return {}
    call, most = DrawCall.of(seen), believed_at_most(seen, style)
    caller = call.others.index(seen.caller)
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
    """T6.2: the other challengers, if the rules decide; else None."""
    assert seen.caller is not None
    third = 3 - seen.viewer - seen.caller
    if not seen.opened(third) or (third - seen.caller) % SEATS < (seen.viewer - seen.caller) % SEATS:
        return seen.challengers - {seen.viewer}
    if challenges or seen.rules.payment is tongits.Payment.DEADWOOD:
        return frozenset((third,))
    return None


@dataclass(frozen=True)
class DrawCall:
    """A call of `caller` challenged by `challengers`, over the `deals` of the two hands other than the viewer's."""

    seen: tongits.View
    deals: Deals
    caller: int
    challengers: frozenset[int]

    @classmethod
    def of(cls, seen: tongits.View) -> DrawCall:
        """The viewer calls now, and everyone who may challenge does.

        Everything else is as in the view. A secret four of an opponent (T6.9) may be any unseen four of a kind, each
        equally likely. Raises ValueError if the round is over or no deal of the unseen cards fits.

        >>> from cardlab.tongits import deal, view
        >>> call = DrawCall.of(view(deal(), 0))  # both opponents are burned: none challenges, both pay
        >>> call.wins(1).value, f"{float(call.payment(60).value):.2f}", call.break_even()
        (Fraction(1, 1), '38.28', 130)
        """
        if seen.phase is tongits.Phase.OVER:
            raise ValueError("the round is over")
        others = others_than(seen.viewer)
        return cls(seen, hidden_hands(seen), seen.viewer, frozenset(filter(seen.opened, others)))

    def __repr__(self) -> str:
        return f"DrawCall.of({self.seen!r})"

    def _repr_html_(self) -> str:
        """The call for a notebook: what it is worth with this hand, and with how much deadwood it still pays."""
        win, payment = float(self.wins(self.own).value), float(self.payment(self.own).value)
        most = self.break_even()
        cells = str(self.own), as_bar(win, f"{win:.1%}"), f"{payment:+.2f}", "–" if most is None else str(most)
        return as_table("", ("Deadwood", "Chance to win", "Payment", "Pays up to"), [cells])

    @property
    def others(self) -> tuple[int, int]:
        """The two other seats, in order."""
        return others_than(self.seen.viewer)

    @property
    def own(self) -> int:
        """T9.2: the deadwood of the viewer's hand."""
        return tongits.hand_deadwood(self.seen.hand, self.seen.rules)

    def wins(self, own: int) -> Odds:
        """Return the probability that the viewer wins with this deadwood."""
        viewer = self.seen.viewer
        return self.deals.mean(lambda first, second, cell: cell.deals * (self._winner(own, first, second) == viewer))

    def curve(self) -> tuple[Odds, ...]:
        """Return `wins` for each deadwood from 0 to 60, or to that of the hand if it is higher."""
        return tuple(self.wins(own) for own in range(max(FARTHEST, self.own) + 1))

    def payment(self, own: int) -> Odds:
        """Return the mean payment to the viewer with this deadwood, in points or chips (T9.3, T9.4); negative is paid.

        Includes a winning challenger's aces (T9.4), averaged over both hands, and the payments of burned opponents.
        """
        chips, viewer, end = self.seen.rules.payment is tongits.Payment.CHIPS, self.seen.viewer, self._end
        burned = frozenset(seat for seat in range(SEATS) if not self.seen.opened(seat))

        def received(first: int, second: int, cell: CountedDeals) -> int:
            winner = self._winner(own, first, second)
            paid = payments(end, Ending.DRAW, winner, self._counts(own, first, second), burned)[viewer]
            # T9.4: the aces of a hand that nobody sees.
            aces = cell[1 + self.others.index(winner)] if chips and winner != viewer else 0
            return cell.deals * paid - aces

        return self.deals.mean(received)

    def break_even(self) -> int | None:
        """Return the highest deadwood with which the call has no expected loss (T9.3, T9.4), None if there is none.

        Searches up to `most_deadwood`. The payment falls with deadwood, so bisection finds it.
        """
        every = range(most_deadwood(self.seen) + 1)
        paying = bisect(every, False, key=lambda own: self.payment(own).value < 0)
        return paying - 1 if paying else None

    def _winner(self, own: int, first: int, second: int) -> int:
        """T6.4 to T6.7: the winner, which depends only on the order of the three counts."""
        order = (own > first) - (own < first), (own > second) - (own < second), (first > second) - (first < second)
        if order not in self._winners:
            self._winners[order] = draw_winner(self._end, self._counts(own, first, second))[0]
        return self._winners[order]

    @cached_property
    def _winners(self) -> dict[tuple[int, int, int], int]:
        """Cache of the winner by the order of the three counts."""
        return {}

    def _counts(self, own: int, first: int, second: int) -> tuple[int, ...]:
        by_seat = {self.seen.viewer: own, self.others[0]: first, self.others[1]: second}
        return tuple(by_seat[seat] for seat in range(SEATS))

    @cached_property
    def _end(self) -> tongits.State:
        """The state after the call, with empty hidden hands."""
        seen = self.seen
        hands = tuple(seen.hand if seat == seen.viewer else () for seat in range(SEATS))
        melds = tuple(laid if laid.meld else tongits.Laid(NO_ACE, laid.owner, True) for laid in seen.melds)
        return tongits.State(
            rules=seen.rules,
            hands=hands,
            stock=(),
            first=seen.first,
            seat=seen.seat,
            phase=tongits.Phase.OVER,
            began=None,
            melds=melds,
            caller=self.caller,
            challengers=self.challengers,
        )


def most_deadwood(seen: tongits.View) -> int:
    """Return the highest possible deadwood of a hand of the viewer's size (T9.1, T10.4)."""
    dear_jokers = min(seen.rules.jokers, len(seen.hand)) if seen.rules.joker_points > 10 else 0
    return 10 * len(seen.hand) + dear_jokers * (seen.rules.joker_points - 10)


def others_than(viewer: int) -> tuple[int, int]:
    """The two other seats, in order."""
    return (viewer + 1) % SEATS, (viewer + 2) % SEATS


def hidden_hands(seen: tongits.View) -> Deals:
    """Return the deals of the opponents' hands over all possible secret fours (T6.9); their aces count with the hands.

    Raises ValueError if no deal fits the view.
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
    """T6.9: every way to take a set of four from the pool for each owner: the cards left, and the owner of each ace."""
    if not owners:
        yield pool, []
        return
    for four in possible_fours(pool):
        rest = tuple(card for card in pool if card not in four)
        ace_owners = [owners[0] for card in four if card.number == 1]
        yield from ((left, ace_owners + others) for left, others in _secret_fours(rest, owners[1:]))


def _first_jokers(pool: tuple[Card, ...]) -> tuple[Card, ...]:
    """Replace the jokers by the first ones, since jokers are interchangeable; this makes pools comparable."""
    naturals = tuple(card for card in pool if not card.is_joker)
    return naturals + JOKERS[: len(pool) - len(naturals)]
