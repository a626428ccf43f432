"""What is impossible about the numbers of a position: cards in the hands, in the stock and on the discard pile.

Every turn draws or takes one card and discards one. Therefore
- hands and melds have 36 cards together between turns, and 37 within one, whoever has laid what off where;
- the discard pile has, between turns, one card more than have been drawn from the stock, and within a turn as many:
  a take removes the card that the turn adds;
- the smallest meld that a meld can have begun as came from its owner's hand, the other cards from anyone's.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Final

from cardlab.analysis.positions.draft import HAND, SEATS, Draft, Lying, drawn_from_stock
from cardlab.analysis.positions.fault_codes import Fault
from cardlab.cards import JOKERS
from cardlab.refusal import Fix, Refusal
from cardlab.tongits import Began, Kind, Phase, Rules, why_meld

__all__ = ["QUESTIONS", "drawn", "grown_meld", "least_laid"]

SMALLEST: Final = 3
TWO_NATURALS: Final = 2
EVERY_JOKER: Final = Rules(jokers=len(JOKERS), ace_high=True)


def drawn(draft: Draft) -> int | None:
    """How many cards have been drawn from the stock; None where stock and discard pile contradict each other."""
    contested = any(stock_size(draft)) or any(first_turn_left_a_card(draft)) or any(discards_match_stock(draft))
    return None if contested else _gone(draft)


def _gone(draft: Draft) -> int:
    return drawn_from_stock(draft.rules, draft.stock)


def stock_size(draft: Draft) -> Iterator[Refusal]:
    """T1.4, T10.1: 15 cards and the jokers are the stock; it never grows."""
    most = drawn_from_stock(draft.rules, 0)
    if not 0 <= draft.stock <= most:
        fix = Fix("stock_would_be", {"count": _fitting_stock(draft)}) if 0 <= _fitting_stock(draft) <= most else None
        yield Refusal(Fault.STOCK_IMPOSSIBLE, "T1.4", {"cards": draft.stock, "most": most}, fix)


def first_turn_left_a_card(draft: Draft) -> Iterator[Refusal]:
    """T2.2, T2.4: before the first draw one card lies on the discard pile, that of the first player."""
    if _nothing_discarded(draft):
        yield Refusal(Fault.NOTHING_DISCARDED, "T2.4", {}, Fix("discard_one"))


def _nothing_discarded(draft: Draft) -> bool:
    return draft.phase is not Phase.LAY and not draft.discards and _gone(draft) == 0


def discards_match_stock(draft: Draft) -> Iterator[Refusal]:
    """T2.1, T2.4: on the discard pile lie as many cards as have been drawn, and between turns one more."""
    most = drawn_from_stock(draft.rules, 0)
    fitting = _fitting_stock(draft)
    if 0 <= draft.stock <= most and fitting != draft.stock and not _nothing_discarded(draft):
        facts = {
            "drawn": _gone(draft),
            "cards": len(draft.discards),
            "needed": _gone(draft) + (draft.phase is not Phase.LAY),
        }
        fix = Fix("stock_would_be", {"count": fitting}) if 0 <= fitting <= most else None
        yield Refusal(Fault.DISCARDS_AND_STOCK, "T2.4", facts, fix)


def _fitting_stock(draft: Draft) -> int:
    return drawn_from_stock(draft.rules, 0) - len(draft.discards) + (draft.phase is not Phase.LAY)


def stock_used_up(draft: Draft) -> Iterator[Refusal]:
    """T8.1: who draws the last card finishes his turn, and then the round is over."""
    if draft.stock == 0 and (draft.phase is not Phase.LAY or draft.began is Began.DISCARD):
        yield Refusal(Fault.STOCK_WAS_LAST, "T8.1")


def hand_is_counted(draft: Draft) -> Iterator[Refusal]:
    """T1.3: the number of the viewer's cards is the number of his cards."""
    count = draft.counts[draft.viewer]
    if count != len(draft.hand):
        facts = {"seat": draft.viewer, "held": len(draft.hand), "count": count}
        yield Refusal(Fault.HAND_IS_NOT_COUNT, "T1.3", facts)


def least_laid(lying: Lying) -> int:
    """T3, T10.2: how many cards of a meld its owner must have laid at once: of the others nobody knows who did."""
    if lying.secret:
        return lying.size
    meld = why_meld(lying.cards, EVERY_JOKER)
    if meld is None or meld.kind is Kind.SET:
        return min(SMALLEST, lying.size)
    return next(
        size
        for size in range(SMALLEST, len(meld.cards) + 1)
        for start in range(len(meld.cards) - size + 1)
        if sum(not card.is_joker for card in meld.cards[start : start + size]) >= TWO_NATURALS
    )


def grown_meld(draft: Draft, seat: int) -> bool:
    """Whether the seat owns a meld on which a card can have been laid off."""
    return any(lying.owner == seat and lying.size > least_laid(lying) for lying in draft.melds)


def lay_offs_have_a_meld(draft: Draft) -> Iterator[Refusal]:
    """T4.1, T6.8, T6.9: a meld on which something was laid off is open and larger than when it began."""
    for seat in sorted(draft.sapawed):
        if not grown_meld(draft, seat):
            yield Refusal(Fault.SAPAWED_ON_NOTHING, "T4.1", {"seat": seat})


def _never_in_turn(draft: Draft) -> frozenset[int]:
    """The seats that certainly had no turn: after a draw anyone may have had one, because takes are not all counted."""
    if drawn(draft) != 0:
        return frozenset()
    return frozenset(seat for seat in range(SEATS) if (seat - draft.first) % SEATS > draft.takes)


def nothing_laid_before_a_turn(draft: Draft) -> Iterator[Refusal]:
    """T2.3: who has had no turn yet has laid no meld."""
    for seat in sorted(_never_in_turn(draft)):
        if draft.opened(seat):
            yield Refusal(Fault.NO_TURN_YET, "T2.3", {"seat": seat})


def hand_sizes(draft: Draft) -> Iterator[Refusal]:
    """T1.3, T2.4, T3.4, T5.1: what each may hold, and what all hold together, with what lies on the table."""
    if any(not lying.size for lying in draft.melds) or any(nothing_laid_before_a_turn(draft)):
        return
    held = [len(draft.hand) if seat == draft.viewer else draft.counts[seat] for seat in range(SEATS)]
    bounds = [_bounds(draft, seat) for seat in range(SEATS)]
    for seat, (least, most) in enumerate(bounds):
        facts = {"seat": seat, "count": held[seat], "least": least, "most": most}
        exactly = Fix("holds_exactly", {"seat": seat, "count": most}) if least == most else None
        if held[seat] > most:
            yield Refusal(Fault.TOO_MANY_IN_HAND, "T1.3", facts, exactly)
        elif held[seat] < least:
            yield Refusal(Fault.TOO_FEW_IN_HAND, "T1.3", facts, exactly)
        elif held[seat] <= 0:
            yield Refusal(Fault.NOTHING_IN_HAND, "T5.1", {"seat": seat})
    yield from _together(draft, held, bounds)


def _together(draft: Draft, held: list[int], bounds: list[tuple[int, int]]) -> Iterator[Refusal]:
    """All hands together, each put within its own bounds first, so that one number too large is not told twice."""
    needed = _between_turns_and_within(draft) - sum(lying.size for lying in draft.melds)
    total = sum(min(max(count, least), most) for count, (least, most) in zip(held, bounds, strict=True))
    too_many = any(count > most for count, (_, most) in zip(held, bounds, strict=True))
    too_few = any(count < least for count, (least, _) in zip(held, bounds, strict=True))
    facts = {"cards": total, "needed": needed}
    if total > needed and not too_many:
        yield Refusal(Fault.HANDS_TOO_LARGE, "T2.4", facts)
    if total < needed and not too_few:
        yield Refusal(Fault.HANDS_TOO_SMALL, "T2.4", facts)


def _between_turns_and_within(draft: Draft) -> int:
    return SEATS * HAND + (draft.phase is Phase.LAY)


def _bounds(draft: Draft, seat: int) -> tuple[int, int]:
    """The fewest and the most cards that a seat may hold: it laid its melds, and of the rest anything or nothing."""
    full = HAND + (draft.phase is Phase.LAY and draft.seat == seat)
    if seat in _never_in_turn(draft):
        return full, full
    own = sum(least_laid(lying) for lying in draft.melds if lying.owner == seat)
    free = sum(lying.size - least_laid(lying) for lying in draft.melds)
    most = full - own
    if draft.phase is Phase.LAY and draft.seat == seat and seat in draft.sapawed and grown_meld(draft, seat):
        most -= 1  # only he himself can have laid off there, since his turn began
    return max(full - own - free, 0), max(most, 0)


QUESTIONS: Final[tuple[Callable[[Draft], Iterator[Refusal]], ...]] = (
    stock_size,
    first_turn_left_a_card,
    discards_match_stock,
    stock_used_up,
    hand_is_counted,
    lay_offs_have_a_meld,
    nothing_laid_before_a_turn,
    hand_sizes,
)
