"""Rounds near their end: every deal is played once, instead of a random sample.

The result has no sampling error: the value of each option if everyone plays on like the sensible player.
This is possible if there are few deals: usually with at most three cards in the stock, and after a call.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import combinations, permutations
from math import comb, factorial
from typing import Final

from cardlab.analysis.cancellation import check_cancelled
from cardlab.analysis.deals import Sampler, Sums, WorldsQuestion
from cardlab.analysis.kernel import compiled
from cardlab.analysis.kernel import rounds as slots

MOST_STOCK: Final = 3
"""With more cards in the stock nothing is counted, because there are nearly always too many deals."""
MOST_PLAYED, MOST_PLAYED_PLAIN = 1_000_000, 5_000
"""The most rounds to play for the usual number of options: compiled (about a second), and in plain Python."""
USUAL_WAYS: Final = 20
"""Assumed even with fewer options, so that either all moves of a turn are counted or none."""
AT_ONCE: Final = 20_000
"""Rounds between two checks for cancellation."""


def is_countable(asked: WorldsQuestion) -> bool:
    """Return whether every deal can be played with every option in about a second."""
    if asked.played[slots.STOCK_LEFT] > MOST_STOCK and _is_ordered(asked):
        return False
    most = _most()
    each = _each(asked) * (USUAL_WAYS if _is_ordered(asked) else len(asked.ways))
    return each <= most and each * sum(1 for _ in _fours(asked)) <= most


def takes_long(asked: WorldsQuestion) -> bool:
    """Return whether playing every deal takes a quarter of a second or more."""
    played = _each(asked) * sum(1 for _ in _fours(asked)) * len(asked.ways)
    return 4 * played > _most()


def _most() -> int:
    return MOST_PLAYED if compiled.is_installed() else MOST_PLAYED_PLAIN


def _each(asked: WorldsQuestion) -> int:
    """Return the number of deals for each choice of hidden sets of four."""
    together = sum(four.bit_count() for four in asked.fours[:1]) * asked.played[slots.HIDDEN_FOURS]
    return _deals(asked, len(asked.pool) - together)


def play_every_deal(asked: WorldsQuestion) -> Sums:
    """Play every deal once and return the sums.

    Deals in which a caller would not have called are left out, perhaps all.
    Raises Cancelled, see `cancellation`.
    """
    sums = Sums.none(len(asked.ways))
    hands = [lacking for lacking in _lacking(asked) if lacking]
    for chosen in _fours(asked):
        hidden = sum(chosen)
        pool = tuple(sorted(card for card in asked.pool if not hidden >> card & 1))
        sampler = Sampler(replace(asked, pool=pool, fours=chosen), 0)
        first = (1 << hands[0]) - 1 if len(hands) == 2 else 0
        each = max(1, _deals(asked, len(pool)) * len(asked.ways) // comb(len(pool), first.bit_count()))
        while not first >> len(pool):
            check_cancelled()
            first = sampler.play_deals(first, max(1, AT_ONCE // each), ordered=_is_ordered(asked))
        sums += sampler.sums
    return sums


def _lacking(asked: WorldsQuestion) -> tuple[int, ...]:
    """Return the number of unseen cards in each hand."""
    return asked.played[slots.UNSEEN_IN_HAND : slots.UNSEEN_IN_HAND + slots.SEATS]


def _deals(asked: WorldsQuestion, cards: int) -> int:
    """Return in how many ways this many unseen cards can be dealt."""
    deals, left = 1, cards
    for lacking in _lacking(asked):
        deals *= comb(left, lacking)
        left -= lacking
    return deals * factorial(left) if _is_ordered(asked) else deals


def _is_ordered(asked: WorldsQuestion) -> bool:
    """Return whether the order of the stock matters, because some option plays on."""
    return any(
        way.played[slots.PHASE] in (slots.DRAW, slots.LAY) and way.played[slots.CALLER] < 0 for way in asked.ways
    )


def _fours(asked: WorldsQuestion) -> Iterator[tuple[int, ...]]:
    """Yield every choice of disjoint hidden sets of four, a mask for each. [T6.9]"""
    for chosen in permutations(asked.fours, asked.played[slots.HIDDEN_FOURS]):
        if all(not one & other for one, other in combinations(chosen, 2)):  # () if none is hidden
            yield chosen
