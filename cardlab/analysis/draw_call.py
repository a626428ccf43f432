"""Shall I call a draw? How likely the caller wins against hands that nobody sees, and what the call pays on average.

Every answer is counted, none is drawn by lot, and each says whether it is exact (`Odds`).
Assumed: the hidden hands are dealt at random from the unseen cards, every deal as likely as another; so nothing is
read out of what the opponents have done. And every opponent who may challenge does (T6.2): nothing makes the caller
less likely to win, though with chips a challenged draw that the caller wins pays more (T9.4). With the house rule
`showdown="everyone"` that is what happens. A burned player cannot challenge (T6.3).
First the questions (`caller_wins`, `call_curve`, `expected_payment`, `break_even`), then `DrawCall`, which answers
them by T6.3 to T6.9, T9.3 and T9.4; the counting is in `two_hands`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from itertools import combinations

from cardlab.analysis.cancellation import still_wanted
from cardlab.analysis.kernel import compiled
from cardlab.analysis.kernel.compiled import Kernel
from cardlab.analysis.position import unseen
from cardlab.analysis.two_hands import Deals, GridDeals, Odds, Thresholds, deals_of, exactly, pool_of
from cardlab.cards import DECK, JOKERS, RANKS, Card
from cardlab.tongits import Payment, Phase, Rules, ThreeWayTie, Tie, View, hand_deadwood
from cardlab.tongits.moves import SEATS

FARTHEST = 60
"""As far as the curve goes if the viewer's hand counts no more: with more deadwood hardly anybody calls."""


def caller_wins(
    own: int, pool: Iterable[Card], sizes: Collection[int], rules: Rules | None = None, *, kernel: Kernel | None = None
) -> Odds:
    """How likely a draw call with `own` deadwood wins (T6.4, T6.5).

    `pool`: the unseen cards; `sizes`: how many of them each opponent holds who may challenge (T6.3), two at most,
    who are all taken to challenge. `rules` say which cards count (T9.2) and who wins a tie (T6.5).
    Exact up to 25 unseen cards, and of more if all points count or against one opponent; where that would take long
    (two opponents, or many jokers) between bounds.
    Raises ValueError if the pool has not so many cards, has a card twice or one that is not in the game, or if a hand
    is empty.

    >>> from cardlab.cards import cards
    >>> caller_wins(5, cards("Ac 2c 3c 9d Kd"), [2], Rules(concealed_melds_count=False)).low
    Fraction(4, 5)
    """
    rules = rules or Rules()
    cards = tuple(pool)
    at = own if rules.tie is Tie.CALLER else own + 1
    first, second = _sizes(cards, sizes, rules)
    return deals_of(cards, (first, second), rules, kernel or compiled.best()).both(
        (at if first else 0, at if second else 0)
    )


def _sizes(cards: tuple[Card, ...], sizes: Collection[int], rules: Rules) -> tuple[int, int]:
    game = {*DECK, *JOKERS[: rules.jokers]}
    if len(set(cards)) < len(cards) or not game.issuperset(cards):
        raise ValueError("a card stands twice in the pool or is not in this game")
    held = sorted(sizes, reverse=True)
    if len(held) > 2 or min(held, default=1) < 1 or sum(held) > len(cards):
        raise ValueError(f"hands of {held} cards cannot be dealt from {len(cards)}")
    first, second = (*held, 0, 0)[:2]
    return first, second


def call_curve(seen: View, most: int | None = None, *, kernel: Kernel | None = None) -> tuple[Odds, ...]:
    """For each deadwood from 0 to `most` how likely the viewer would win with it by a call now.

    Without `most` it goes to 60, or to the deadwood of the hand if that is more.
    The rest is as at the table: unseen cards, sizes of hands, who is burned, the rules. An opponent who has laid a
    secret four (T6.9) may have laid any four of a kind that is unseen, each as likely as another.
    Raises ValueError if the round is over or the position cannot be.

    >>> from cardlab.tongits import deal, view
    >>> [odds.low for odds in call_curve(view(deal(), 0), most=1)]  # both opponents are burned
    [Fraction(1, 1), Fraction(1, 1)]
    """
    call = DrawCall(seen, kernel or compiled.best())
    curve: list[Odds] = []
    for own in range((max(FARTHEST, call.own) if most is None else most) + 1):
        # Who cannot win with less deadwood cannot win with more.
        curve.append(curve[-1] if curve and not curve[-1].high else call.wins(own))
    return tuple(curve)


def expected_payment(seen: View, own: int | None = None, *, kernel: Kernel | None = None) -> Odds:
    """What the viewer receives on average for a call now, in points or chips (T9.3, T9.4); below 0 the viewer pays.

    `own`: the deadwood to reckon with; without it that of the viewer's hand, by T9.2.
    A challenger who wins may hold aces (T9.4), a burned opponent pays too: the average is over both hands together.
    Raises ValueError as `call_curve` does.

    >>> from cardlab.tongits import deal, view
    >>> payment = expected_payment(view(deal(), 0), 60)  # both are burned and pay what they have above 60
    >>> payment.exact, f"{float(payment.low):.2f}"
    (True, '38.28')
    """
    call = DrawCall(seen, kernel or compiled.best())
    return call.payment(call.own if own is None else own)


def break_even(seen: View, *, kernel: Kernel | None = None) -> BreakEven:
    """The highest deadwood with which a call now is not expected to lose the viewer anything (T9.3, T9.4).

    It is asked up to `most_deadwood`, the most that the hand could count. `low` and `high` differ only where the
    payment is known between bounds; None stands for: not even with deadwood 0. Raises ValueError as `call_curve` does.

    >>> from cardlab.tongits import deal, view
    >>> break_even(view(deal(), 0))  # both opponents are burned and cannot challenge
    BreakEven(low=130, high=130)
    """
    return DrawCall(seen, kernel or compiled.best()).break_even()


def call_everything(kernel: Kernel) -> None:
    """Calls every function of `kernel.grid` once, so that it is compiled or read before someone waits for it."""
    rules = Rules(concealed_melds_count=False, jokers=1)
    pool = (*DECK[:6], *DECK[13:15], *DECK[26:28], DECK[51], *JOKERS[:1])
    deals = GridDeals(pool_of(pool, rules), (3, 2), kernel)
    deals.both((4, 4))
    deals.above(0, 3, (4, 4))
    deals.aces(1, (4, 4))


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
    """The viewer calls now, or would; seats `others` hold hands that nobody sees, `challengers` may win.

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
        return hand_deadwood(self.seen.hand, self.rules)

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
            return BreakEven(low, low if self.exact else _last(lambda own: self.payment(own).high >= 0, most))
        best = _last(lambda own: self._chips_at_best(own) >= 0, most)
        downwards = range(-1 if best is None else best, -1, -1)
        return BreakEven(
            next((own for own in downwards if self.payment(own).low >= 0), None),
            next((own for own in downwards if self.payment(own).high >= 0), None),
        )

    def _none_below(self, at: int) -> Odds:
        """How likely no challenger has less than this."""
        if at not in self._known:
            self._known[at] = self.mean(lambda deals, _: deals.both(self._thresholds(at)))
        return self._known[at]

    def _thresholds(self, at: int) -> Thresholds:
        """T6.3: only a challenger's hand is asked about."""
        first, second = (at if seat in self.challengers else 0 for seat in self.others)
        return first, second

    def _points(self, own: int) -> Odds:
        """T9.3: each opponent's deadwood less the caller's after a win, the caller's less the winner's after a loss."""
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
        return self.mean(lambda deals, _: deals.above(who, own, (first, second)))

    def _chips(self, own: int) -> Odds:
        """T9.4: what both opponents pay a caller who wins, and what a caller who does not pays the winner."""
        wins, gain = self.wins(own), self._chips_won
        if not self.challengers:
            return exactly(gain)
        if len(self.challengers) == 2 and not self.exact:
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
        aces = sum(card.number == 1 for card in self.seen.hand) + self.aces_laid(self.seen.viewer)
        each = dear + aces + 3 * sum(laid.secret for laid in own)
        return sum(each + (seat not in self.challengers) for seat in self.others)

    @property
    def _caller_burned(self) -> int:
        return int(not self.seen.opened(self.seen.viewer))

    @property
    def _chips_at_most(self) -> int:
        """What the dearest winner could cost."""
        hidden = sum(card.number == 1 for card in unseen(self.seen))
        return max(self.fixed(seat) + hidden for seat in self.challengers)

    def fixed(self, winner: int) -> int:
        """T9.4: what the caller pays a winner, but for hidden aces."""
        secrets = sum(laid.secret for laid in self.seen.melds if laid.owner == winner)
        return 3 + self._caller_burned + 3 * secrets + self.aces_laid(winner)

    def aces_laid(self, seat: int) -> int:
        return sum(
            card.number == 1
            for laid in self.seen.melds
            if laid.owner == seat and laid.meld is not None
            for card in laid.meld.cards
        )

    def _lost_to(self, winner: int, own: int) -> Odds:
        """T9.4 and T6.6: what the caller pays this winner on average, in the rounds that the winner wins."""
        if len(self.challengers) == 1:
            return self.mean(lambda deals, secret: self._lost_to_one(winner, self.at(own), deals, secret))
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
        """With one challenger: whenever that one has less than `at`."""
        who, fixed, reached = self.others.index(winner), self.fixed(winner) + secret[winner], self._thresholds(at)
        wins, all_aces, aces = deals.both(reached), deals.aces(who, (0, 0)), deals.aces(who, reached)
        return Odds(
            (1 - wins.high) * fixed + max(Fraction(0), all_aces.low - aces.high),
            (1 - wins.low) * fixed + all_aces.high - aces.low,
        )

    def _lost_at(self, winner: int, points: int, wins_level: bool) -> Fraction:
        """With two: whenever the winner has just these points and the other has more, or as many if that wins."""
        asked = winner, points, wins_level
        if asked not in self._lost:
            who, other = self.others.index(winner), points if wins_level else points + 1
            this, more = (((points + step, other) if who == 0 else (other, points + step)) for step in (0, 1))
            found = self.mean(
                lambda deals, secret: exactly(
                    deals.aces(who, this).low
                    - deals.aces(who, more).low
                    + (self.fixed(winner) + secret[winner]) * (deals.both(this).low - deals.both(more).low)
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
    def exact(self) -> bool:
        return all(deals.exact for _, deals, _ in self._worlds)

    def mean(self, asked: Callable[[Deals, Counter[int]], Odds]) -> Odds:
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
