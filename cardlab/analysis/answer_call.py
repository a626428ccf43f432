"""What an answer to a draw call is worth, counted over every deal of the two hidden hands instead of sampled.

The caller has a hand to call with: only hands count with which a sensible player calls (`deals.believed_at_most`).
`counted_answers` gives each answer whose worth follows from the two hands alone. It leaves out one: folding for chips
(T9.4) while another has still to answer, for what that one does depends on more than what the hand counts.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import Final, TypeAlias

from cardlab.analysis.deals import believed_at_most
from cardlab.analysis.draw_call import DrawCall
from cardlab.analysis.kernel.compiled import Kernel
from cardlab.analysis.position import unseen
from cardlab.analysis.two_hands import Deals, Odds, exactly
from cardlab.bots.sensible import SENSIBLE, Style
from cardlab.tongits import Challenge, Fold, Payment, Phase, ThreeWayTie, Tie, View, legal_moves
from cardlab.tongits.moves import SEATS

CHALLENGED_PAYS: Final = 2
"""T9.4: how many chips more each pays after a call that was challenged."""
MOST_UNSEEN: Final = 21
"""With more unseen cards it takes a second to count who of two has won with how many aces."""

Asked: TypeAlias = Callable[[Deals, Counter[int], tuple[int, int]], Fraction]
"""A question about two hands that count at least so much; beside the deals, the aces in each secret four's owner's."""


@dataclass(frozen=True, slots=True)
class Worth:
    """How likely an answer wins, and what it receives on average."""

    win: Fraction
    payment: Fraction


def counted_answers(seen: View, kernel: Kernel, style: Style = SENSIBLE) -> dict[Challenge | Fold, Worth]:
    """What each legal answer is worth, as far as it can be counted exactly; nothing where no call is to be answered.

    `style`: how the caller calls, which says what hands it may hold.
    Raises ValueError if the position cannot be.
    """
    if seen.phase is not Phase.ANSWER or seen.caller in (None, seen.viewer):
        return {}
    answers = _Answers(seen, kernel, style)
    found: dict[Challenge | Fold, Worth] = {}
    for move in legal_moves(seen, seen.viewer):
        if isinstance(move, Challenge | Fold):
            try:
                worth = answers.worth(challenges=isinstance(move, Challenge))
            except _NotExact:
                continue
            if worth:
                found[move] = worth
    return found


class _NotExact(Exception):
    """There are too many deals to count: the answer is known between bounds only."""


def _sure(found: Odds) -> Fraction:
    if not found.exact:
        raise _NotExact
    return found.low


class _Answers:
    """One question to one player; thresholds are of the caller's hand and of the third player's, in this order."""

    def __init__(self, seen: View, kernel: Kernel, style: Style) -> None:
        assert seen.caller is not None
        self.seen, self.rules = seen, seen.rules
        self.caller = seen.caller
        self.call = DrawCall(seen, kernel)
        self.third = next(seat for seat in self.call.others if seat != seen.caller)
        self.own, self.most = self.call.own, believed_at_most(seen, style)

    @cached_property
    def likely(self) -> Fraction:
        """How likely a hand is one to call with."""
        return self._within(_both, 0, 0)

    def worth(self, *, challenges: bool) -> Worth | None:
        """What an answer is worth; None if that does not follow from the two hands."""
        takes_part = self._third_takes_part(challenges)
        if takes_part is None or (takes_part and self._takes_long) or not self.likely:
            return None
        wins = self._wins(takes_part) if challenges else Fraction(0)
        if self.rules.payment is Payment.DEADWOOD:
            payment = self._points_won(takes_part) if challenges else Fraction(0)
            payment -= self._points_lost(takes_part)
        else:
            payment = wins * self._chips_won - self._chips_lost(takes_part, challenges)
        return Worth(wins / self.likely, payment / self.likely)

    def _third_takes_part(self, challenges: bool) -> bool | None:
        """T6.2: whether the third player is a challenger too; None if that is not known from what it must do."""
        seen = self.seen
        if not seen.opened(self.third) or (self.third - self.caller) % SEATS < (seen.viewer - self.caller) % SEATS:
            return self.third in seen.challengers
        if challenges or self.rules.payment is Payment.DEADWOOD:
            return True
        return None

    @property
    def _takes_long(self) -> bool:
        """Whether each winner's aces would have to be counted (T9.4) in very many deals."""
        return self.rules.payment is Payment.CHIPS and len(unseen(self.seen)) > MOST_UNSEEN

    def _within(self, asked: Asked, caller: int, third: int) -> Fraction:
        """The answer where the two hands count at least so much, and the caller's no more than it calls with."""
        if caller > self.most:
            return Fraction(0)
        return self._of(asked, caller, third) - self._of(asked, self.most + 1, third)

    def _of(self, asked: Asked, caller: int, third: int) -> Fraction:
        at = (caller, third) if self.call.others[0] == self.caller else (third, caller)
        return self.call.mean(lambda deals, aces: exactly(asked(deals, aces, at))).low

    @property
    def _beaten(self) -> int:
        """T6.5: the least that the caller must have for the viewer to beat it."""
        return self.own + (self.rules.tie is Tie.CALLER)

    @cached_property
    def _third_beaten(self) -> int:
        """T6.6: the least that the third player must have for the viewer to beat it: as much, if that melded before."""
        melded = [laid.owner for laid in self.seen.melds if laid.owner in (self.third, self.seen.viewer)]
        return self.own + (melded[-1:] == [self.third])

    def _wins(self, takes_part: bool) -> Fraction:
        if not takes_part:
            return self._within(_both, self._beaten, 0)
        return self._within(_both, self._beaten, self._third_beaten) + self._all_level(_both)

    def _all_level(self, asked: Asked) -> Fraction:
        """T6.6: the answer where all three have the same, if then not the last to meld wins but the seat that follows.

        Above 0 the viewer wins that instead of the third player; below 0 it is the other way.
        """
        follows, melded_last = (self.caller + 1) % SEATS == self.seen.viewer, self._third_beaten == self.own
        next_wins = self.rules.tie is Tie.CHALLENGER and self.rules.three_way_tie is ThreeWayTie.NEXT_SEAT
        if not next_wins or follows == melded_last:
            return Fraction(0)
        own = self.own
        level = self._if_third_has(asked, own, own) - self._if_third_has(asked, own, own + 1)
        return level if follows else -level

    def _if_third_has(self, asked: Asked, third: int, caller: int) -> Fraction:
        """The answer where the third player has just so much, and the caller at least so much."""
        return self._within(asked, caller, third) - self._within(asked, caller, third + 1)

    def _points_won(self, takes_part: bool) -> Fraction:
        """T9.3: what the others have more than the viewer, where the viewer wins."""
        own, third = self.own, self._third_beaten if takes_part else 0
        who = self.call.others.index(self.caller)
        of_caller = self._within(_above(who, own), self._beaten, third)
        return of_caller + self._within(_above(1 - who, own), self._beaten, max(own, third))

    def _points_lost(self, takes_part: bool) -> Fraction:
        """T9.3: what the viewer has more than the lowest hand that takes part."""
        at_least = (self._within(_both, least, least if takes_part else 0) for least in range(1, self.own + 1))
        return sum((self.likely - reached for reached in at_least), Fraction(0))

    @property
    def _chips_won(self) -> int:
        """T9.4: what the others pay the viewer, who has challenged and won."""
        seen, call = self.seen, self.call
        aces = sum(card.number == 1 for card in seen.hand) + call.aces_laid(seen.viewer)
        each = 3 + aces + 3 * sum(laid.secret for laid in seen.melds if laid.owner == seen.viewer)
        return sum(each + (not seen.opened(seat)) for seat in call.others)

    def _chips_lost(self, takes_part: bool, challenges: bool) -> Fraction:
        """T9.4: what the viewer pays the caller or the third player, where one of them wins."""
        to_caller = self._paid_to(self.caller, challenged=challenges or takes_part)
        if not takes_part:
            lost = self._within(to_caller, 0, 0)
            return lost - self._within(to_caller, self._beaten, 0) if challenges else lost
        to_third, found = self._paid_to(self.third, challenged=True), Fraction(0)
        ends = (self._beaten, self._third_beaten) if challenges else (self.most + 1, self.most + 1)
        for points in range(min(ends[0], self.most + 1)):
            third = points + (self.rules.tie is Tie.CHALLENGER)
            found += self._within(to_caller, points, third) - self._within(to_caller, points + 1, third)
        for points in range(ends[1]):
            found += self._if_third_has(to_third, points, points + (self.rules.tie is Tie.CALLER))
        return found - self._all_level(to_third) if challenges else found

    def _paid_to(self, winner: int, *, challenged: bool) -> Asked:
        """What the viewer pays this winner, where the hands reach what is asked."""
        who, fixed = self.call.others.index(winner), self.call.fixed(winner) - (0 if challenged else CHALLENGED_PAYS)

        def paid(deals: Deals, aces: Counter[int], at: tuple[int, int]) -> Fraction:
            # In this order the counting of both finds the hands laid out that it needs.
            hidden = _sure(deals.aces(who, at))
            return (fixed + aces[winner]) * _sure(deals.both(at)) + hidden

        return paid


def _both(deals: Deals, aces: Counter[int], at: tuple[int, int]) -> Fraction:
    return _sure(deals.both(at))


def _above(who: int, own: int) -> Asked:
    """How much more than `own` hand `who` has, where both reach what is asked."""
    return lambda deals, aces, at: _sure(deals.above(who, own, at))
