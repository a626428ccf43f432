"""Shall I call a draw? How likely the caller wins against hands that nobody sees, and what he can expect to be paid.

Every answer is counted, none is drawn by lot, and each says of itself whether it is exact (`Odds`).
What is assumed: the hidden hands are dealt at random from the unseen cards, every deal as likely as another; so nothing
is read out of what the opponents have done. And every opponent who may challenge does (T6.2): nothing makes the caller
less likely to win, though with chips a challenged draw that he wins pays him more (T9.4). With the house rule
`showdown="everyone"` it is what happens. A burned one cannot (T6.3).
Knows the questions; the table is `odds_call`, the counting `odds_deals`.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable

from cardlab.analysis import compiled
from cardlab.analysis.compiled import Kernel
from cardlab.analysis.draw_calls.odds_bounds import Odds
from cardlab.analysis.draw_calls.odds_call import BreakEven, DrawCall, most_deadwood
from cardlab.analysis.draw_calls.odds_deals import GridDeals, deals_of
from cardlab.analysis.draw_calls.odds_pool import pool_of
from cardlab.cards import DECK, JOKERS, Card
from cardlab.tongits import Rules, Tie, View

__all__ = [
    "BreakEven",
    "Odds",
    "break_even",
    "call_curve",
    "call_everything",
    "caller_wins",
    "expected_payment",
    "most_deadwood",
]

FARTHEST = 60
"""As far as the curve goes if the viewer's hand counts no more: with more deadwood hardly anybody calls."""


def caller_wins(
    own: int, pool: Iterable[Card], sizes: Collection[int], rules: Rules | None = None, *, kernel: Kernel | None = None
) -> Odds:
    """How likely a draw call with `own` deadwood wins (T6.4, T6.5).

    `pool`: the unseen cards; `sizes`: how many of them each opponent holds who may challenge (T6.3), two at most,
    who are all taken to challenge. T9.2 and T6.5 are asked of `rules`: which cards count, and who wins a tie.
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
    """For each deadwood from 0 to `most` how likely the viewer would win with it, if he called now.

    Without `most` it goes to 60, or to the deadwood of his hand if that is more.
    The rest is as at his table: unseen cards, sizes of hands, who is burned, the rules. An opponent who has laid a
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
    """What the viewer receives on average if he calls now, in points or chips (T9.3, T9.4); below 0 he pays.

    `own`: the deadwood he is taken to have; without it that of his hand, by T9.2.
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

    It is asked up to `most_deadwood`, the most that his hand could count. `low` and `high` differ only where the
    payment is known between bounds; None stands for: not even with deadwood 0. Raises ValueError as `call_curve` does.

    >>> from cardlab.tongits import deal, view
    >>> break_even(view(deal(), 0))  # both opponents are burned and cannot challenge
    BreakEven(low=130, high=130)
    """
    return DrawCall(seen, kernel or compiled.best()).break_even()


def call_everything(kernel: Kernel) -> None:
    """Calls every function of `odds_kernel` once, so that it is compiled or read before someone waits for it."""
    rules = Rules(concealed_melds_count=False, jokers=1)
    pool = (*DECK[:6], *DECK[13:15], *DECK[26:28], DECK[51], *JOKERS[:1])
    deals = GridDeals(pool_of(pool, rules), (3, 2), kernel)
    deals.both((4, 4))
    deals.above(0, 3, (4, 4))
    deals.aces(1, (4, 4))
