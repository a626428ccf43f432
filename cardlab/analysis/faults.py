"""Everything that makes a position of Tongits impossible by the rules.

Every fault is certain: no round leads to such a position. A position that only requires odd earlier turns passes.
Where two parts contradict each other, a check that depends on one of them is skipped, so nothing is reported twice.

Numbers: every turn draws or takes one card and discards one. Therefore
- hands and melds together have 36 cards between turns and 37 within one, whatever was laid off;
- between turns the discard pile has one card more than were drawn from the stock, within a turn the same number:
  a turn that takes a card from the pile also puts one there;
- at least three cards of a meld, or all of a secret four, came from its owner's hand, the others from any hand.

Turns pass from seat to seat, each begins with a draw or a take, and takes since the last draw are counted (T2.7).
So the seat in turn follows from the last drawer, or before the first draw from the first player.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from itertools import pairwise
from typing import Any, Final

from cardlab import tongits
from cardlab.cards import JOKERS, SUITS, Card
from cardlab.choices import Word
from cardlab.refusal import Fix, Refusal, in_order
from cardlab.tongits.legality import MOST_TAKES
from cardlab.tongits.moves import SEATS
from cardlab.tongits.notation import HAND, Draft, DraftMeld, drawn_from_stock


class Fault(Word):
    """Codes of the faults of a position; `tongits.Code` has those of a move."""

    COUNTS_MISSING = "counts_missing"
    HAND_IS_NOT_COUNT = "hand_is_not_count"
    CARD_NOT_PLAYED = "card_not_played"
    JOKER_NOT_PLAYED = "joker_not_played"
    CARD_TWICE_IN_ONE_PLACE = "card_twice_in_one_place"
    CARD_IN_TWO_PLACES = "card_in_two_places"
    MELD_NOT_KNOWN = "meld_not_known"
    SECRET_KNOWN = "secret_known"
    TOO_MANY_IN_HAND = "too_many_in_hand"
    TOO_FEW_IN_HAND = "too_few_in_hand"
    NOTHING_IN_HAND = "nothing_in_hand"
    HANDS_TOO_LARGE = "hands_too_large"
    HANDS_TOO_SMALL = "hands_too_small"
    NO_TURN_YET = "no_turn_yet"
    SAPAWED_ON_NOTHING = "sapawed_on_nothing"
    STOCK_IMPOSSIBLE = "stock_impossible"
    NOTHING_DISCARDED = "nothing_discarded"
    DISCARDS_AND_STOCK = "discards_and_stock"
    STOCK_WAS_LAST = "stock_was_last"
    TURN_HAS_NOT_BEGUN = "turn_has_not_begun"
    TURN_HAS_NO_BEGINNING = "turn_has_no_beginning"
    NOT_THE_FIRST_TURN = "not_the_first_turn"
    NOTHING_WAS_DRAWN = "nothing_was_drawn"
    BEGINNING_AND_TAKES = "beginning_and_takes"
    TAKES_IMPOSSIBLE = "takes_impossible"
    SEAT_AFTER_FIRST = "seat_after_first"
    SEAT_AFTER_DRAWER = "seat_after_drawer"
    NOBODY_DREW = "nobody_drew"
    SOMEBODY_DREW = "somebody_drew"
    TAKEN_WITHOUT_TAKE = "taken_without_take"
    TAKEN_NOT_IN_HAND = "taken_not_in_hand"
    TAKEN_MAKES_NO_MELD = "taken_makes_no_meld"
    TAKEN_IS_ALL = "taken_is_all"
    ANSWER_WITHOUT_CALL = "answer_without_call"
    CALL_WITHOUT_ANSWER = "call_without_answer"
    NOBODY_IS_ASKED = "nobody_is_asked"
    CALLER_ANSWERS = "caller_answers"
    CALLER_NOT_OPENED = "caller_not_opened"
    CALLER_WAS_BARRED = "caller_was_barred"
    CHALLENGE_WITHOUT_CALL = "challenge_without_call"
    CALLER_CHALLENGES = "caller_challenges"
    CHALLENGED_TOO_EARLY = "challenged_too_early"
    CHALLENGER_IS_BURNED = "challenger_is_burned"
    SCORES_IMPOSSIBLE = "scores_impossible"


def faults(draft: Draft) -> tuple[Refusal, ...]:
    """Return all faults of a position, in the order of the rule book.

    Empty if a round can lead to the position. If a seat doesn't exist or the round is over, nothing else is checked.

    >>> [(fault.code, fault.rule) for fault in faults(Draft())]
    [(Fault.TOO_FEW_IN_HAND, 'T1.3')]
    """
    no_seats = tuple(seats_exist(draft))
    if no_seats:
        return no_seats
    if draft.phase is tongits.Phase.OVER:
        return (round_over(draft),)
    return in_order(fault for check in CHECKS for fault in check(draft))


def seats_exist(draft: Draft) -> Iterator[Refusal]:
    """Refuse seats other than 0, 1, 2, and hand sizes that aren't three. [T1.1]"""
    named = [draft.viewer, draft.seat, draft.first, draft.last_drawer, draft.caller]
    named += [*(meld.owner for meld in draft.melds), *sorted(draft.sapawed), *sorted(draft.challengers)]
    for seat in dict.fromkeys(named):
        if seat is not None and seat not in range(SEATS):
            yield Refusal(tongits.Code.NO_SUCH_SEAT, "T1.1", {"seat": seat})
    if len(draft.counts) != SEATS:
        yield Refusal(Fault.COUNTS_MISSING, "T1.1", {"count": len(draft.counts), "needed": SEATS})


def round_over(draft: Draft) -> Refusal:
    """Return the refusal of a position whose round is over. [T5.1, T6.4, T8.1]"""
    rule = "T5.1" if 0 in draft.counts else "T6.4" if draft.caller is not None else "T8.1"
    return Refusal(tongits.Code.ROUND_OVER, rule)


def cards_of_this_game(draft: Draft) -> Iterator[Refusal]:
    """Refuse cards that this game doesn't have, and too many jokers. [T1.2, T10.1]"""
    named = tuple(dict.fromkeys(card for _, _, card in _card_locations(draft)))
    foreign = tuple(card for card in named if not card.number and not card.is_joker)
    if foreign:
        yield Refusal(Fault.CARD_NOT_PLAYED, "T1.2", {"cards": foreign}, Fix("drop_all", {"cards": foreign}))
    surplus = tuple(card for card in named if card in JOKERS[draft.rules.jokers :])
    if surplus:
        needed = max(JOKERS.index(card) for card in surplus) + 1
        facts = {"cards": surplus, "jokers": draft.rules.jokers}
        yield Refusal(Fault.JOKER_NOT_PLAYED, "T10.1", facts, Fix("play_with_jokers", {"count": needed}))


def each_card_once(draft: Draft) -> Iterator[Refusal]:
    """Refuse a card that is in two places, or twice in the same place. [T1.2]"""
    locations_of: dict[Card, list[tuple[str, int | None]]] = {}
    for location, meld, card in _card_locations(draft):
        locations_of.setdefault(card, []).append((location, meld))
    for card, locations in locations_of.items():
        for (one, first), (other, second) in dict.fromkeys(pairwise(locations)):
            facts: dict[str, Any] = {"card": card, "one": one, "other": other, "melds": (first, second)}
            code = Fault.CARD_TWICE_IN_ONE_PLACE if one == other else Fault.CARD_IN_TWO_PLACES
            yield Refusal(code, "T1.2", facts)


def _card_locations(draft: Draft) -> Iterator[tuple[str, int | None, Card]]:
    """Yield each visible card with its place (a catalogue key) and its meld's number."""
    yield from (("position.place.hand", None, card) for card in draft.hand)
    yield from (("position.place.discards", None, card) for card in draft.discards)
    for number, meld in enumerate(draft.melds):
        yield from ((f"position.place.melds.{meld.owner}", number, card) for card in meld.cards)
    if draft.taken is not None and draft.seat != draft.viewer:
        yield f"position.place.hand.{draft.seat}", None, draft.taken


def melds_are_melds(draft: Draft) -> Iterator[Refusal]:
    """Refuse an open meld that is neither set nor run. [T3.1 to T3.3, T10.2, T10.3]

    Also a meld without cards, or with a joker that may stand for several cards. The fact `meld` is the meld's number.
    Foreign cards and duplicates are left to other checks.
    """
    rules = replace(draft.rules, jokers=len(JOKERS))
    for number, laid in enumerate(draft.melds):
        if laid.secret:
            continue
        if not laid.cards:
            yield Refusal(Fault.MELD_NOT_KNOWN, "T3.1", {"meld": number, "seat": laid.owner})
            continue
        handful = _each_once(laid)
        for refusal in tongits.why_not_meld(handful, rules):
            yield replace(refusal, facts={**refusal.facts, "meld": number})
        readings = tongits.meld_readings(handful, rules)
        if readings and tongits.why_meld(handful, rules) is None:
            orders = tuple(meld.cards for meld in readings)
            facts = {"cards": handful, "meld": number}
            yield Refusal(tongits.Code.JOKER_UNCLEAR, "T10.3", facts, Fix("put_in_order", {"cards": orders}))


def _each_once(laid: DraftMeld) -> tuple[Card, ...]:
    """Return the cards of a meld without duplicates and foreign cards."""
    return tuple(dict.fromkeys(card for card in laid.cards if card.number or card.is_joker))


def secret_fours(draft: Draft) -> Iterator[Refusal]:
    """Refuse a secret meld if not allowed, no set of four, or seen by others. [T6.9]"""
    rules = replace(draft.rules, jokers=len(JOKERS))
    for number, laid in enumerate(draft.melds):
        if not laid.secret:
            continue
        facts: dict[str, Any] = {"meld": number, "seat": laid.owner, "cards": laid.cards}
        openly = Fix("lay_openly") if laid.cards else None
        if not draft.rules.secret_four:
            yield Refusal(tongits.Code.SECRET_NOT_PLAYED, "T6.9", facts, openly)
        if laid.owner != draft.viewer:
            if laid.cards:
                yield Refusal(Fault.SECRET_KNOWN, "T6.9", facts)
        elif not laid.cards:
            yield Refusal(Fault.MELD_NOT_KNOWN, "T6.9", facts)
        elif laid.size != len(SUITS) or all(
            meld.kind is not tongits.Kind.SET for meld in tongits.meld_readings(_each_once(laid), rules)
        ):
            yield Refusal(tongits.Code.SECRET_NEEDS_FOUR, "T6.9", facts, openly)


SMALLEST: Final = 3


def drawn(draft: Draft) -> int | None:
    """Return how many cards were drawn; None if stock and discard pile disagree."""
    return None if any(stock_and_discards(draft)) else drawn_from_stock(draft.rules, draft.stock)


def stock_and_discards(draft: Draft) -> Iterator[Refusal]:
    """Refuse an impossible stock, and a discard pile that doesn't match the cards drawn. [T1.4, T2.1, T2.4, T10.1]"""
    most, gone = drawn_from_stock(draft.rules, 0), drawn_from_stock(draft.rules, draft.stock)
    count, between_turns = len(draft.discards), draft.phase is not tongits.Phase.LAY
    fitting = most - count + between_turns
    fix = Fix("stock_would_be", {"count": fitting}) if 0 <= fitting <= most else None
    if not 0 <= draft.stock <= most:
        yield Refusal(Fault.STOCK_IMPOSSIBLE, "T1.4", {"cards": draft.stock, "most": most}, fix)
    elif between_turns and not count and not gone:
        yield Refusal(Fault.NOTHING_DISCARDED, "T2.4", {}, Fix("discard_one"))
    elif count != gone + between_turns:
        facts = {"drawn": gone, "cards": count, "needed": gone + between_turns}
        yield Refusal(Fault.DISCARDS_AND_STOCK, "T2.4", facts, fix)


def stock_used_up(draft: Draft) -> Iterator[Refusal]:
    """Refuse an empty stock unless its last card was drawn in this turn. [T8.1]"""
    if draft.stock == 0 and (draft.phase is not tongits.Phase.LAY or draft.began is tongits.Began.DISCARD):
        yield Refusal(Fault.STOCK_WAS_LAST, "T8.1")


def hand_is_counted(draft: Draft) -> Iterator[Refusal]:
    """Refuse a count of the viewer's hand that isn't its number of cards. [T1.3]"""
    count = draft.counts[draft.viewer]
    if count != len(draft.hand):
        facts = {"seat": draft.viewer, "held": len(draft.hand), "count": count}
        yield Refusal(Fault.HAND_IS_NOT_COUNT, "T1.3", facts)


def least_laid(meld: DraftMeld) -> int:
    """Return how many cards of a meld must come from its owner's hand. [T3, T6.9]"""
    return meld.size if meld.secret else min(SMALLEST, meld.size)


def lay_offs_have_a_meld(draft: Draft) -> Iterator[Refusal]:
    """Refuse lay-offs on a player whose melds are as small as when laid. [T4.1, T6.8]"""
    for seat in sorted(draft.sapawed):
        if not any(meld.owner == seat and meld.size > least_laid(meld) for meld in draft.melds):
            yield Refusal(Fault.SAPAWED_ON_NOTHING, "T4.1", {"seat": seat})


def _never_in_turn(draft: Draft) -> frozenset[int]:
    """Return the seats that certainly had no turn yet."""
    # After a draw any seat may have had a turn, because earlier takes aren't counted.
    if drawn(draft) != 0:
        return frozenset()
    return frozenset(seat for seat in range(SEATS) if (seat - draft.first) % SEATS > draft.takes)


def nothing_laid_before_a_turn(draft: Draft) -> Iterator[Refusal]:
    """Refuse a meld of a player who has had no turn yet. [T2.3]"""
    for seat in sorted(_never_in_turn(draft)):
        if draft.opened(seat):
            yield Refusal(Fault.NO_TURN_YET, "T2.3", {"seat": seat})


def hand_sizes(draft: Draft) -> Iterator[Refusal]:
    """Refuse impossible sizes of hands, each or together. [T1.3, T2.4, T3.4, T5.1]"""
    if any(not meld.size for meld in draft.melds) or any(nothing_laid_before_a_turn(draft)):
        return
    sizes = [len(draft.hand) if seat == draft.viewer else draft.counts[seat] for seat in range(SEATS)]
    bounds = [_bounds(draft, seat) for seat in range(SEATS)]
    for seat, (size, (least, most)) in enumerate(zip(sizes, bounds, strict=True)):
        facts = {"seat": seat, "count": size, "least": least, "most": most}
        exactly = Fix("holds_exactly", {"seat": seat, "count": most}) if least == most else None
        if size > most:
            yield Refusal(Fault.TOO_MANY_IN_HAND, "T1.3", facts, exactly)
        elif size < least:
            yield Refusal(Fault.TOO_FEW_IN_HAND, "T1.3", facts, exactly)
        elif size <= 0:
            yield Refusal(Fault.NOTHING_IN_HAND, "T5.1", {"seat": seat})
    # Each size is moved into its bounds first, so that one wrong size isn't reported twice.
    within = [min(max(size, least), most) for size, (least, most) in zip(sizes, bounds, strict=True)]
    needed = SEATS * HAND + (draft.phase is tongits.Phase.LAY) - sum(meld.size for meld in draft.melds)
    together = {"cards": sum(within), "needed": needed}
    if sum(within) > needed and all(size <= most for size, (_, most) in zip(sizes, bounds, strict=True)):
        yield Refusal(Fault.HANDS_TOO_LARGE, "T2.4", together)
    if sum(within) < needed and all(size >= least for size, (least, _) in zip(sizes, bounds, strict=True)):
        yield Refusal(Fault.HANDS_TOO_SMALL, "T2.4", together)


def _bounds(draft: Draft, seat: int) -> tuple[int, int]:
    """Return the smallest and the largest size of a seat's hand, given the melds."""
    full = HAND + (draft.phase is tongits.Phase.LAY and draft.seat == seat)
    if seat in _never_in_turn(draft):
        return full, full
    own = sum(least_laid(meld) for meld in draft.melds if meld.owner == seat)
    free = sum(meld.size - least_laid(meld) for meld in draft.melds)
    return max(full - own - free, 0), max(full - own, 0)


def turn_begins(draft: Draft) -> Iterator[Refusal]:
    """Refuse a beginning of the turn that the position contradicts. [T2.1, T2.2]"""
    if draft.phase is not tongits.Phase.LAY:
        if draft.began is not None:
            yield Refusal(Fault.TURN_HAS_NOT_BEGUN, "T2.1")
    elif draft.began is None:
        yield Refusal(Fault.TURN_HAS_NO_BEGINNING, "T2.1")
    elif draft.began is tongits.Began.DEAL and drawn(draft):
        yield Refusal(Fault.NOT_THE_FIRST_TURN, "T2.2", {"count": drawn(draft)})
    elif draft.began is tongits.Began.STOCK and drawn(draft) == 0:
        yield Refusal(Fault.NOTHING_WAS_DRAWN, "T2.1")


def takes_are_counted(draft: Draft) -> Iterator[Refusal]:
    """Refuse a number of takes in a row that is impossible here. [T2.7]"""
    if not 0 <= draft.takes <= MOST_TAKES:
        yield Refusal(Fault.TAKES_IMPOSSIBLE, "T2.7", {"takes": draft.takes, "most": MOST_TAKES})
    elif draft.phase is tongits.Phase.LAY and draft.began is not None:
        if (draft.began is tongits.Began.DISCARD) != (draft.takes > 0):
            yield Refusal(Fault.BEGINNING_AND_TAKES, "T2.7", {"takes": draft.takes})


def seat_in_turn(draft: Draft) -> Iterator[Refusal]:
    """Refuse a last drawer, or a seat in turn, that can't be so after the earlier turns. [T1.1, T2.1]"""
    gone = drawn(draft)
    if gone is None:
        return
    if gone and draft.last_drawer is None:
        yield Refusal(Fault.NOBODY_DREW, "T2.1", {"count": gone})
        return
    if not gone and draft.last_drawer is not None:
        yield Refusal(Fault.SOMEBODY_DREW, "T2.1", {"seat": draft.last_drawer})
    # While a draw call is answered it is the caller's turn.
    actor = draft.caller if draft.phase is tongits.Phase.ANSWER else draft.seat
    origin = draft.first if draft.last_drawer is None or not gone else draft.last_drawer
    needed = (origin + draft.takes + (draft.phase is not tongits.Phase.LAY)) % SEATS
    if actor is not None and actor != needed and 0 <= draft.takes <= MOST_TAKES:
        code = Fault.SEAT_AFTER_DRAWER if gone else Fault.SEAT_AFTER_FIRST
        facts = {"seat": origin, "takes": draft.takes, "needed": needed}
        yield Refusal(code, "T1.1", facts)


def taken_card(draft: Draft) -> Iterator[Refusal]:
    """Refuse a taken card that the player can't have or can't use. [T2.5, T2.6]"""
    taken, count = draft.taken, draft.counts[draft.seat]
    if taken is None:
        return
    if draft.phase is not tongits.Phase.LAY or draft.began is not tongits.Began.DISCARD:
        yield Refusal(Fault.TAKEN_WITHOUT_TAKE, "T2.6", {"card": taken})
    elif draft.seat == draft.viewer and taken not in draft.hand:
        yield Refusal(Fault.TAKEN_NOT_IN_HAND, "T2.6", {"card": taken}, Fix("taken_was_laid"))
    elif draft.rules.discard_must_meld:
        if draft.seat == draft.viewer:
            melds = any(taken in meld.cards for meld in tongits.melds_in(draft.hand, draft.rules))
        else:  # only the size of that hand is known
            melds = count >= SMALLEST
        if not melds:
            yield Refusal(Fault.TAKEN_MAKES_NO_MELD, "T2.5", {"seat": draft.seat, "card": taken})
    elif count == 1:
        open_melds = (tongits.why_meld(laid.cards, draft.rules) for laid in draft.melds if not laid.secret)
        if not any(meld and tongits.extensions(meld, (taken,), draft.rules) for meld in open_melds):
            yield Refusal(Fault.TAKEN_IS_ALL, "T2.6", {"seat": draft.seat, "card": taken})


def call_is_answered(draft: Draft) -> Iterator[Refusal]:
    """Refuse a caller outside the phase `ANSWER`, and a call or an answer that isn't allowed. [T6.1 to T6.3, T6.8]

    Also if the caller would have to answer, or if nobody is asked (`showdown="everyone"`).
    """
    caller = draft.caller
    if draft.phase is not tongits.Phase.ANSWER:
        if caller is not None:
            yield Refusal(Fault.CALL_WITHOUT_ANSWER, "T6.2", {"seat": caller})
        elif draft.challengers:
            yield Refusal(Fault.CHALLENGE_WITHOUT_CALL, "T6.2", {"seat": min(draft.challengers)})
        return
    if draft.rules.showdown is tongits.Showdown.EVERYONE:
        yield Refusal(Fault.NOBODY_IS_ASKED, "T6.2")
    if caller is None:
        yield Refusal(Fault.ANSWER_WITHOUT_CALL, "T6.2")
        return
    if caller == draft.seat:
        yield Refusal(Fault.CALLER_ANSWERS, "T6.2", {"seat": caller})
    if not draft.opened(caller):
        yield Refusal(Fault.CALLER_NOT_OPENED, "T6.1", {"seat": caller})
    if draft.rules.sapaw_blocks_call and caller in draft.sapawed:
        yield Refusal(Fault.CALLER_WAS_BARRED, "T6.8", {"seat": caller})
    for seat in sorted(draft.challengers):
        if seat == caller:
            yield Refusal(Fault.CALLER_CHALLENGES, "T6.2", {"seat": seat})
            continue
        if caller != draft.seat and (seat - caller) % SEATS >= (draft.seat - caller) % SEATS:
            yield Refusal(Fault.CHALLENGED_TOO_EARLY, "T6.2", {"seat": seat})
        if not draft.opened(seat):
            yield Refusal(Fault.CHALLENGER_IS_BURNED, "T6.3", {"seat": seat})


def scores_of_a_match(draft: Draft) -> Iterator[Refusal]:
    """Refuse match scores that no player can have before a round. [T10.5]"""
    most = draft.rules.target - 1
    scores = draft.scores
    if scores is not None and (len(scores) != SEATS or any(not 0 <= score <= most for score in scores)):
        yield Refusal(Fault.SCORES_IMPOSSIBLE, "T10.5", {"most": most})


CHECKS: Final[tuple[Callable[[Draft], Iterator[Refusal]], ...]] = (
    cards_of_this_game,
    each_card_once,
    melds_are_melds,
    secret_fours,
    stock_and_discards,
    stock_used_up,
    hand_is_counted,
    lay_offs_have_a_meld,
    nothing_laid_before_a_turn,
    hand_sizes,
    turn_begins,
    takes_are_counted,
    seat_in_turn,
    taken_card,
    call_is_answered,
    scores_of_a_match,
)
