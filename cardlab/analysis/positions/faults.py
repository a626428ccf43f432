"""What is impossible about a position, all at once: its cards and melds here, its numbers and turns in two neighbours.

Every fault is certain: no round comes to such a position. Where two parts contradict each other and a further question
hangs on one of them, that question is not asked, so that nothing is told twice.
Knows cards and melds; what is a meld is asked of `cardlab.tongits`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from itertools import pairwise
from typing import Any, Final

from cardlab.analysis.positions import faults_of_counts, faults_of_turns
from cardlab.analysis.positions.draft import SEATS, Draft, Lying
from cardlab.analysis.positions.fault_codes import Fault
from cardlab.cards import DECK, JOKERS, RANKS, SUITS, Card
from cardlab.refusal import Fix, Refusal
from cardlab.tongits import Code, Kind, Phase, Rules, meld_readings, why_meld, why_not_meld

__all__ = ["Fault", "faults"]


def faults(draft: Draft) -> tuple[Refusal, ...]:
    """Everything that is impossible about a position, in rule-book order; empty if a round can come to it.

    Of seats that do not exist nothing else can be asked; and of a round that is over, there is only that to say.

    >>> [(fault.code, fault.rule) for fault in faults(Draft())]
    [(Fault.TOO_FEW_IN_HAND, 'T1.3')]
    """
    no_seats = tuple(seats_exist(draft))
    if no_seats:
        return no_seats
    if draft.phase is Phase.OVER:
        return (round_over(draft),)
    found = [fault for question in QUESTIONS for fault in question(draft)]
    return tuple(sorted(found, key=lambda fault: tuple(int(part) for part in fault.rule[1:].split("."))))


def seats_exist(draft: Draft) -> Iterator[Refusal]:
    """T1.1: three players, at the seats 0, 1 and 2."""
    named = [draft.viewer, draft.seat, draft.first, draft.last_drawer, draft.caller]
    named += [*(lying.owner for lying in draft.melds), *sorted(draft.sapawed), *sorted(draft.challengers)]
    for seat in dict.fromkeys(named):
        if seat is not None and seat not in range(SEATS):
            yield Refusal(Code.NO_SUCH_SEAT, "T1.1", {"seat": seat})
    if len(draft.counts) != SEATS:
        yield Refusal(Fault.COUNTS_MISSING, "T1.1", {"count": len(draft.counts), "needed": SEATS})


def round_over(draft: Draft) -> Refusal:
    """T5.1, T6.4, T8.1: after a Tongits, a draw call or the end of the stock nothing is asked any more."""
    rule = "T5.1" if 0 in draft.counts else "T6.4" if draft.caller is not None else "T8.1"
    return Refusal(Code.ROUND_OVER, rule)


def cards_of_this_game(draft: Draft) -> Iterator[Refusal]:
    """T1.2: one deck of 52 cards. T10.1: jokers only as many as the table plays with."""
    given = tuple(dict.fromkeys(card for _, _, card in _places(draft)))
    foreign = tuple(card for card in given if not card.number and not card.is_joker)
    if foreign:
        yield Refusal(Fault.CARD_NOT_PLAYED, "T1.2", {"cards": foreign}, Fix("drop_all", {"cards": foreign}))
    surplus = tuple(card for card in given if card in JOKERS[draft.rules.jokers :])
    if surplus:
        needed = max(JOKERS.index(card) for card in surplus) + 1
        facts = {"cards": surplus, "jokers": draft.rules.jokers}
        yield Refusal(Fault.JOKER_NOT_PLAYED, "T10.1", facts, Fix("play_with_jokers", {"count": needed}))


def each_card_once(draft: Draft) -> Iterator[Refusal]:
    """T1.2: every card is there once; both places are named, and the melds by their numbers in `melds`."""
    lying: dict[Card, list[tuple[str, int | None]]] = {}
    for place, meld, card in _places(draft):
        lying.setdefault(card, []).append((place, meld))
    for card, places in lying.items():
        for (one, first), (other, second) in pairwise(places):
            facts: dict[str, Any] = {"card": card, "one": one, "other": other, "melds": (first, second)}
            code = Fault.CARD_TWICE_IN_ONE_PLACE if one == other else Fault.CARD_IN_TWO_PLACES
            yield Refusal(code, "T1.2", facts)


def _places(draft: Draft) -> Iterator[tuple[str, int | None, Card]]:
    """Every card that can be seen, with the place where it lies (a key of the catalogues) and the meld's number."""
    yield from (("position.place.hand", None, card) for card in draft.hand)
    yield from (("position.place.discards", None, card) for card in draft.discards)
    for number, lying in enumerate(draft.melds):
        yield from ((f"position.place.melds.{lying.owner}", number, card) for card in lying.cards)
    if draft.taken is not None and draft.seat != draft.viewer:
        yield f"position.place.hand.{draft.seat}", None, draft.taken


def melds_are_melds(draft: Draft) -> Iterator[Refusal]:
    """T3.1 to T3.3, T10.2, T10.3: what lies open on the table is a set or a run; `meld` tells which one is not.

    Cards that are not played here or lie there twice are told of elsewhere.
    """
    rules = replace(draft.rules, jokers=len(JOKERS))
    for number, lying in enumerate(draft.melds):
        if lying.secret:
            continue
        if not lying.cards:
            yield Refusal(Fault.MELD_NOT_KNOWN, "T3.1", {"meld": number, "seat": lying.owner})
            continue
        handful = _each_once(lying)
        for refusal in why_not_meld(handful, rules):
            yield replace(refusal, facts={**refusal.facts, "meld": number})
        readings = meld_readings(handful, rules)
        if readings and why_meld(handful, rules) is None:
            orders = tuple(meld.cards for meld in readings)
            facts = {"cards": handful, "meld": number}
            yield Refusal(Code.JOKER_UNCLEAR, "T10.3", facts, Fix("put_in_order", {"cards": orders}))


def _each_once(lying: Lying) -> tuple[Card, ...]:
    return tuple(dict.fromkeys(card for card in lying.cards if card.number or card.is_joker))


def secret_fours(draft: Draft) -> Iterator[Refusal]:
    """T6.9, house rule `secret_four`: only a set of four lies face down, and only its owner knows it."""
    rules = replace(draft.rules, jokers=len(JOKERS))
    for number, lying in enumerate(draft.melds):
        if not lying.secret:
            continue
        facts: dict[str, Any] = {"meld": number, "seat": lying.owner, "cards": lying.cards}
        openly = Fix("lay_openly") if lying.cards else None
        if not draft.rules.secret_four:
            yield Refusal(Code.SECRET_NOT_PLAYED, "T6.9", facts, openly)
        if lying.owner != draft.viewer:
            if lying.cards:
                yield Refusal(Fault.SECRET_KNOWN, "T6.9", facts)
        elif not lying.cards:
            yield Refusal(Fault.MELD_NOT_KNOWN, "T6.9", facts)
        elif not _is_set_of_four(_each_once(lying), rules):
            yield Refusal(Code.SECRET_NEEDS_FOUR, "T6.9", facts, openly)


def _is_set_of_four(cards: tuple[Card, ...], rules: Rules) -> bool:
    return len(cards) == len(SUITS) and any(meld.kind is Kind.SET for meld in meld_readings(cards, rules))


def secret_fours_are_possible(draft: Draft) -> Iterator[Refusal]:
    """T6.9, T10.2: enough cards of one rank are unseen for every set of four that lies face down."""
    hidden = sum(lying.secret and not lying.cards and lying.owner != draft.viewer for lying in draft.melds)
    seen = {card for _, _, card in _places(draft)}
    wild = sum(joker not in seen for joker in JOKERS[: draft.rules.jokers])
    needed: list[int] = []
    for rank in RANKS:
        left = sum(card.rank == rank and card not in seen for card in DECK)
        # Two natural cards make a set of four with two jokers, so four of a rank can also make two sets.
        needed += [len(SUITS) - left] * (left >= 2) + [len(SUITS)] * (left == len(SUITS))
    if hidden > len(needed) or sum(sorted(needed)[:hidden]) > wild:
        yield Refusal(Fault.SECRET_HAS_NO_CARDS, "T6.9", {"count": hidden})


Question = Callable[[Draft], Iterator[Refusal]]
QUESTIONS: Final[tuple[Question, ...]] = (
    cards_of_this_game,
    each_card_once,
    melds_are_melds,
    secret_fours,
    secret_fours_are_possible,
    *faults_of_counts.QUESTIONS,
    *faults_of_turns.QUESTIONS,
)
