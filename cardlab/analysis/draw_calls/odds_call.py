"""A draw call as its caller sees it: who can beat him, who pays what, and up to which deadwood it is worth it.

Knows T6.3 to T6.9, T9.3 and T9.4 for hands that are not known; how they are counted is told by `odds_deals`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from itertools import combinations

from cardlab.analysis.compiled import Kernel
from cardlab.analysis.draw_calls.odds_bounds import Odds, Thresholds, exactly
from cardlab.analysis.draw_calls.odds_deals import Deals, deals_of
from cardlab.analysis.position import unseen
from cardlab.analysis.wanted import still_wanted
from cardlab.cards import JOKERS, RANKS, Card
from cardlab.tongits import Payment, Phase, ThreeWayTie, Tie, View, deadwood, least_deadwood
from cardlab.tongits.state import SEATS

__all__ = ["BreakEven", "DrawCall", "most_deadwood"]


@dataclass(frozen=True, slots=True)
class BreakEven:
    """The highest deadwood with which a call is not expected to lose, between two bounds; None: with none at all."""

    low: int | None
    high: int | None

    @property
    def exact(self) -> bool:
        """Whether both bounds are the same."""
        return self.low == self.high


def most_deadwood(seen: View) -> int:
    """The most that a hand of as many cards as the viewer's can count (T9.1, T10.4)."""
    dear_jokers = min(seen.rules.jokers, len(seen.hand)) if seen.rules.joker_points > 10 else 0
    return 10 * len(seen.hand) + dear_jokers * (seen.rules.joker_points - 10)


class DrawCall:
    """The viewer calls now, or would; seats `others` hold hands that he does not see, `challengers` may beat him.

    Raises ValueError if the round is over or more cards are in hands than are unseen.
    """

    def __init__(self, seen: View, kernel: Kernel) -> None:
        if seen.phase is Phase.OVER:
            raise ValueError("the round is over")
        self.seen, self.rules = seen, seen.rules
        self.others = tuple((seen.viewer + step) % SEATS for step in (1, 2))
        self.challengers = tuple(seat for seat in self.others if seen.opened(seat))
        self._kernel = kernel
        self._known: dict[int, Odds] = {}
        self._lost: dict[tuple[int, int, bool], Fraction] = {}

    @property
    def own(self) -> int:
        """T9.2: the deadwood of the viewer's hand."""
        count = deadwood if self.rules.concealed_melds_count else least_deadwood
        return count(self.seen.hand, self.rules)

    def at(self, own: int) -> int:
        """T6.5: the least that an opponent must have for the caller to win."""
        return own if self.rules.tie is Tie.CALLER else own + 1

    def wins(self, own: int) -> Odds:
        """How likely the caller wins with this deadwood."""
        return self._none_below(self.at(own))

    def payment(self, own: int) -> Odds:
        """What the caller receives on average with this deadwood."""
        return self._points(own) if self.rules.payment is Payment.DEADWOOD else self._chips(own)

    def break_even(self) -> BreakEven:
        """Up to which deadwood the payment is not negative.

        More deadwood never wins more, so it is found by halving. Only where three are level and the next seat wins
        (T6.6) may a winner be another with more deadwood: there all that could be are looked at from above.
        """
        most = most_deadwood(self.seen)
        if not self._winner_changes:
            low = _last(lambda own: self.payment(own).low >= 0, most)
            return BreakEven(low, low if self._exact else _last(lambda own: self.payment(own).high >= 0, most))
        best = _last(lambda own: self._chips_at_best(own) >= 0, most)
        downwards = range(-1 if best is None else best, -1, -1)
        return BreakEven(
            next((own for own in downwards if self.payment(own).low >= 0), None),
            next((own for own in downwards if self.payment(own).high >= 0), None),
        )

    def _none_below(self, at: int) -> Odds:
        """How likely no challenger has less than this."""
        if at not in self._known:
            self._known[at] = self._mean(lambda deals, _: deals.both(self._thresholds(at)))
        return self._known[at]

    def _thresholds(self, at: int) -> Thresholds:
        """T6.3: only a challenger's hand is asked about."""
        first, second = (at if seat in self.challengers else 0 for seat in self.others)
        return first, second

    def _points(self, own: int) -> Odds:
        """T9.3: each opponent's deadwood less the caller's if he wins, his own less the winner's if he does not."""
        gains = [self._gain(who, own) for who in (0, 1)]
        losses = [self._none_below(points) for points in range(1, own + 1)] if self.challengers else []
        return Odds(
            sum((gain.low for gain in gains), Fraction(0)) - sum((1 - none.low for none in losses), Fraction(0)),
            sum((gain.high for gain in gains), Fraction(0)) - sum((1 - none.high for none in losses), Fraction(0)),
        )

    def _gain(self, who: int, own: int) -> Odds:
        """What this opponent pays on average. One who does not challenge pays nothing below the caller's deadwood."""
        thresholds = list(self._thresholds(self.at(own)))
        thresholds[who] = max(own, thresholds[who])
        first, second = thresholds
        return self._mean(lambda deals, _: deals.above(who, own, (first, second)))

    def _chips(self, own: int) -> Odds:
        """T9.4: what both opponents pay if the caller wins, and what he pays the winner if he does not."""
        wins, gain = self.wins(own), self._chips_won
        if not self.challengers:
            return exactly(gain)
        if len(self.challengers) == 2 and not self._exact:
            return Odds(wins.low * gain - (1 - wins.low) * self._chips_at_most, self._chips_at_best(own))
        lost = [self._lost_to(seat, own) for seat in self.challengers]
        return Odds(
            wins.low * gain - sum((paid.high for paid in lost), Fraction(0)),
            wins.high * gain - sum((paid.low for paid in lost), Fraction(0)),
        )

    def _chips_at_best(self, own: int) -> Fraction:
        """No winner costs the caller less than a challenged draw."""
        high = self.wins(own).high
        return high * self._chips_won - (1 - high) * (3 + self._caller_burned)

    @cached_property
    def _chips_won(self) -> int:
        dear = 3 if self.challengers else 1
        own = [laid for laid in self.seen.melds if laid.owner == self.seen.viewer]
        aces = sum(card.number == 1 for card in self.seen.hand) + self._aces_laid(self.seen.viewer)
        each = dear + aces + 3 * sum(laid.secret for laid in own)
        return sum(each + (seat not in self.challengers) for seat in self.others)

    @property
    def _caller_burned(self) -> int:
        return int(not self.seen.opened(self.seen.viewer))

    @property
    def _chips_at_most(self) -> int:
        """What the dearest winner could cost."""
        hidden = sum(card.number == 1 for card in unseen(self.seen))
        return max(self._fixed(seat) + hidden for seat in self.challengers)

    def _fixed(self, winner: int) -> int:
        """T9.4: what the caller pays a winner, but for the aces that he does not see."""
        secrets = sum(laid.secret for laid in self.seen.melds if laid.owner == winner)
        return 3 + self._caller_burned + 3 * secrets + self._aces_laid(winner)

    def _aces_laid(self, seat: int) -> int:
        return sum(
            card.number == 1
            for laid in self.seen.melds
            if laid.owner == seat and laid.meld is not None
            for card in laid.meld.cards
        )

    def _lost_to(self, winner: int, own: int) -> Odds:
        """T9.4 and T6.6: what the caller pays this winner on average, in the rounds that the winner wins."""
        if len(self.challengers) == 1:
            return self._mean(lambda deals, secret: self._lost_to_one(winner, self.at(own), deals, secret))
        return exactly(
            sum(
                (
                    self._lost_at(winner, points, self._wins_level(own == points) == winner)
                    for points in range(self.at(own))
                ),
                Fraction(0),
            )
        )

    def _lost_to_one(self, winner: int, at: int, deals: Deals, secret: Counter[int]) -> Odds:
        """With one challenger: whenever he has less than `at`."""
        who, fixed, reached = self.others.index(winner), self._fixed(winner) + secret[winner], self._thresholds(at)
        wins, all_aces, aces = deals.both(reached), deals.aces(who, (0, 0)), deals.aces(who, reached)
        return Odds(
            (1 - wins.high) * fixed + max(Fraction(0), all_aces.low - aces.high),
            (1 - wins.low) * fixed + all_aces.high - aces.low,
        )

    def _lost_at(self, winner: int, points: int, wins_level: bool) -> Fraction:
        """With two: whenever the winner has just these points and the other has more, or the same if he wins level."""
        asked = winner, points, wins_level
        if asked not in self._lost:
            who, other = self.others.index(winner), points if wins_level else points + 1
            this, more = (((points + step, other) if who == 0 else (other, points + step)) for step in (0, 1))
            found = self._mean(
                lambda deals, secret: exactly(
                    deals.aces(who, this).low
                    - deals.aces(who, more).low
                    + (self._fixed(winner) + secret[winner]) * (deals.both(this).low - deals.both(more).low)
                )
            )
            self._lost[asked] = found.low
        return self._lost[asked]

    def _wins_level(self, with_caller: bool) -> int:
        """T6.6: which of two challengers with the same deadwood wins; `with_caller`: the caller has it too."""
        if with_caller and self.rules.three_way_tie is ThreeWayTie.NEXT_SEAT:
            return self.others[0]
        return next(laid.owner for laid in reversed(self.seen.melds) if laid.owner in self.challengers)

    @property
    def _winner_changes(self) -> bool:
        return (
            self.rules.payment is Payment.CHIPS
            and self.rules.tie is Tie.CHALLENGER
            and len(self.challengers) == 2
            and self._wins_level(True) != self._wins_level(False)
        )

    @property
    def _exact(self) -> bool:
        return all(deals.exact for _, deals, _ in self._worlds)

    def _mean(self, asked: Callable[[Deals, Counter[int]], Odds]) -> Odds:
        """The mean over what the secret fours may be."""
        low = high = Fraction(0)
        for part, deals, aces in self._worlds:
            still_wanted()
            found = asked(deals, aces)
            low, high = low + part * found.low, high + part * found.high
        return Odds(low, high)

    @cached_property
    def _worlds(self) -> tuple[tuple[Fraction, Deals, Counter[int]], ...]:
        """How likely it is, the deals, and the aces in each opponent's secret fours, for each way these can be."""
        owners = [laid.owner for laid in self.seen.melds if laid.meld is None]
        sizes = self.seen.counts[self.others[0]], self.seen.counts[self.others[1]]
        found: Counter[tuple[tuple[Card, ...], tuple[tuple[int, int], ...]]] = Counter()
        for pool, aces in _secret_fours(unseen(self.seen), owners):
            found[_first_jokers(pool), tuple(sorted(Counter(aces).items()))] += 1
        if any(sum(sizes) > len(pool) for pool, _ in found) or not found:
            raise ValueError("the opponents cannot hold so many unseen cards")
        ways = sum(found.values())
        return tuple(
            (Fraction(often, ways), deals_of(pool, sizes, self.rules, self._kernel), Counter(dict(aces)))
            for (pool, aces), often in found.items()
        )


def _secret_fours(pool: tuple[Card, ...], owners: list[int]) -> Iterator[tuple[tuple[Card, ...], list[int]]]:
    """T6.9: every way to take a set of four from the pool for each owner: the cards left, an owner for each ace."""
    if not owners:
        yield pool, []
        return
    jokers = [card for card in pool if card.is_joker]
    for rank in RANKS:
        same = [card for card in pool if card.rank == rank]
        for four in combinations([*same, *jokers], 4):
            naturals = [card for card in four if card.rank]
            if len(naturals) >= 2:
                rest = tuple(card for card in pool if card not in four)
                held = [owners[0] for card in naturals if card.number == 1]
                yield from ((left, held + others) for left, others in _secret_fours(rest, owners[1:]))


def _first_jokers(pool: tuple[Card, ...]) -> tuple[Card, ...]:
    """The same pool with the first jokers: one joker is as good as another."""
    naturals = tuple(card for card in pool if not card.is_joker)
    return naturals + JOKERS[: len(pool) - len(naturals)]


def _last(holds: Callable[[int], bool], most: int) -> int | None:
    """The last number from 0 to `most` for which it holds, found by halving: it holds up to there and not beyond."""
    if not holds(0):
        return None
    low, high = 0, most + 1
    while high - low > 1:
        middle = (low + high) // 2
        low, high = (middle, high) if holds(middle) else (low, middle)
    return low
