"""What a call and an answer to it are about: who can challenge, and what it costs to lose.

Asks the engine about what the player himself can see (T6, T9), and nothing else.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from cardlab.analysis.reasoning.reason_data import AnswerParts, CallParts, Cards
from cardlab.tongits import Challenge, Payment, Phase, Rules, State, View, deadwood, least_deadwood, why_not
from cardlab.tongits.scoring import Ending, chips
from cardlab.tongits.state import SEATS

__all__ = ["counted", "of_answer", "of_call"]


def counted(hand: Cards, rules: Rules) -> int:
    """T9.2: what a hand counts at this table."""
    return deadwood(hand, rules) if rules.concealed_melds_count else least_deadwood(hand, rules)


def of_call(seen: View) -> CallParts:
    """T6.1: what counts in the own hand, and against whom it has to hold."""
    return CallParts(counted(seen.hand, seen.rules), frozenset(_who_can_challenge(seen)))


def of_answer(seen: View) -> AnswerParts:
    """T6.2 and T9: what an answer to a call is about."""
    lost = folded = None
    if seen.rules.payment is Payment.CHIPS:
        folded = _least_chips(seen, seen.challengers)
        lost = _least_chips(seen, seen.challengers | {seen.viewer})
    burned = not seen.opened(seen.viewer)
    return AnswerParts(counted(seen.hand, seen.rules), burned, lost, folded)


def _who_can_challenge(seen: View) -> Iterator[int]:
    """T6.2 and T6.3: the others who can take part after a call."""
    for seat in range(SEATS):
        asked = replace(seen, viewer=seat, seat=seat, hand=(), phase=Phase.ANSWER, began=None, caller=seen.viewer)
        if seat != seen.viewer and not why_not(asked, Challenge(seat)):
            yield seat


def _least_chips(seen: View, challengers: frozenset[int]) -> int:
    """T9.4: the least that the viewer pays if another wins; what is hidden can only make it more."""
    burned = frozenset(seat for seat in range(SEATS) if not seen.opened(seat))
    costs = []
    for winner in range(SEATS):
        if winner == seen.caller or winner in challengers or _may_still_challenge(seen, winner, burned):
            end = State(
                rules=seen.rules,
                hands=((),) * SEATS,
                stock=(),
                first=seen.first,
                seat=seen.seat,
                phase=Phase.OVER,
                began=None,
                melds=seen.melds,
                caller=seen.caller,
                challengers=(challengers | {winner}) - {seen.caller},
            )
            if winner != seen.viewer:
                costs.append(chips(end, Ending.DRAW, winner, seen.viewer, burned))
    return min(costs)


def _may_still_challenge(seen: View, seat: int, burned: frozenset[int]) -> bool:
    """T6.2: whether the seat will be asked after the viewer, and may challenge then (T6.3)."""
    assert seen.caller is not None
    return seat not in burned and (seat - seen.caller) % SEATS > (seen.viewer - seen.caller) % SEATS
