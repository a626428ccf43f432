"""Points of Tongits in words: what hands count, and what a finished round pays.

- `counted`, `miscounts`: what cards count, as a sum, and typical wrong totals;
- `WORTH_HINT`, `court_cards_hint`: a first and a second hint to such a sum;
- `layout`, `groups`: an arrangement of a hand;
- `round_summary`, `hands`, `winners_cards`: what one has to know of a finished round to work out its payments;
- `how_counted`, `how_paid`, `chips_in_parts`: how each sum comes about, with its clause;
- `payment_unit`: what payments are in, points or chips.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final

from cardlab.cards import Card
from cardlab.phrasing.catalogue import card_label, say
from cardlab.phrasing.labelled_pile import LabelledPile, by_rank
from cardlab.phrasing.messages import Deferred, Message, Name, Text
from cardlab.phrasing.reader import Reader
from cardlab.phrasing.tongits_sentences import about_call, result_of
from cardlab.tongits import Arrangement, Ending, State, deadwood, deadwood_parts, scoring
from cardlab.tongits.moves import SEATS
from cardlab.tongits.rules import Payment

COURTS: Final = "JQK"

# Hands: their points and arrangements

WORTH_HINT: Final = Message("clause.T9.1"), Message("lesson.count.look")
"""The first hint to a sum: what cards are worth, and which of them have no number."""


def counted(cards: Iterable[Card]) -> Message:
    """Say what cards count, as a sum with the highest points first. [T9.1]"""
    parts = deadwood_parts(cards)
    total = sum(worth for _, worth in parts)
    if len(parts) > 1:
        return Message("text.worth.sum", "T9.1", parts=Deferred(sum_in_detail, parts), total=total)
    key = "text.worth.one" if parts else "text.worth.none"
    return Message(key, "T9.1", cards=tuple(card for card, _ in parts), count=total)


def court_cards_hint(cards: Iterable[Card]) -> Message:
    """Return a hint to a sum: which cards without a number count 10. [T9.1]"""
    courts = tuple(card for card in cards if card.rank in COURTS)
    return Message(
        "lesson.count.courts" if courts else "lesson.count.no_courts", "T9.1", cards=courts, count=len(courts)
    )


def miscounts(cards: tuple[Card, ...]) -> dict[str | int, Text]:
    """Return typical wrong totals of these cards, each with its mistake. [T9.1]

    The keys are the totals, for example with an ace worth 11.
    """
    aces = sum(card.rank == "A" for card in cards)
    slips: dict[str | int, Text] = {}
    if aces:
        slips = {deadwood(cards) + worth * aces: Message("text.worth.ace", "T9.1") for worth in (10, 13)}
    if any(card.rank in COURTS for card in cards):
        slips[sum(card.number for card in cards)] = Message("text.worth.courts", "T9.1")
    return slips


def sum_in_detail(parts: Iterable[tuple[Card, int]], lang: str) -> str:
    """Return cards with their points as a sum: "10 (K♥) + 1 (A♠)"."""
    return " + ".join(f"{worth} ({card_label(card, lang)})" for card, worth in parts)


def layout(arrangement: Arrangement, lang: str) -> str:
    """Say which melds an arrangement has, and which cards stay loose."""
    melds = [meld.cards for meld in arrangement.melds]
    laid = say("text.layout.melds" if melds else "text.layout.no_meld", lang, melds=melds)
    cards = by_rank(arrangement.loose)
    loose = say("text.layout.loose" if cards else "text.layout.none_loose", lang, cards=cards)
    return f"{laid} {loose}"


def groups(arrangement: Arrangement, lang: str) -> tuple[LabelledPile, ...]:
    """Return an arrangement as labelled groups of cards, the loose ones last."""
    melds = tuple(LabelledPile(meld.cards, say(f"brackets.{meld.kind}", lang)) for meld in arrangement.melds)
    loose = LabelledPile(by_rank(arrangement.loose), say("brackets.loose", lang))
    return (*melds, loose) if arrangement.loose else melds


# Payments of a finished round


def payers(state: State) -> tuple[int, ...]:
    """Return the seats of the winner's opponents; all seats if nobody has won."""
    return tuple(seat for seat in range(SEATS) if seat != result_of(state).winner)


def round_summary(reader: Reader, state: State, *, winner: bool) -> tuple[str, ...]:
    """Say how a round ended and who is burned; with `winner` also who has won."""
    result = result_of(state)
    texts = list(about_call(reader, state)) if result.ending is Ending.DRAW else [reader.say("text.round.stock")]
    if result.ending is Ending.TONGITS:
        texts = [reader.about("text.round.tongits", result.winner)]
    if result.burned:
        texts.append(reader.say("text.round.burned", who=tuple(sorted(result.burned))))
    if winner and result.winner is not None and result.ending is not Ending.TONGITS:
        texts.append(reader.about("text.round.winner", result.winner))
    return tuple(texts)


def hands(reader: Reader, state: State, *, with_points: bool = False) -> tuple[LabelledPile, ...]:
    """Return the cards left in each hand, with `with_points` also their points. [T9.2]"""
    counts = result_of(state).deadwood
    key = "text.round.hand_counted" if with_points else "text.table.hand"
    return tuple(
        LabelledPile.about(reader, by_rank(state.hands[seat]), key, seat, count=counts[seat])
        for seat in range(SEATS)
        if state.hands[seat]
    )


def winners_cards(reader: Reader, state: State) -> tuple[LabelledPile, ...]:
    """Return the winner's melds and hand, labelled; () if nobody has won. [T9.4]"""
    winner = result_of(state).winner
    if winner is None:
        return ()
    piles = [
        LabelledPile.about(reader, laid.meld.cards, "text.round.secret" if laid.secret else "text.round.laid", winner)
        for laid in state.melds
        if laid.owner == winner and laid.meld
    ]
    hand = state.hands[winner]
    return tuple([*piles, LabelledPile.about(reader, by_rank(hand), "text.table.hand", winner)] if hand else piles)


def how_counted(state: State, seat: int) -> Message:
    """Say how the deadwood of a player comes about. [T9.1, T9.2]"""
    parts = deadwood_parts(state.hands[seat], state.rules)
    if not parts:
        return Message("text.round.empty_hand", "T9.2", who=Name(seat))
    total = result_of(state).deadwood[seat]
    return Message("text.round.counted", "T9.1", who=Name(seat), parts=Deferred(sum_in_detail, parts), total=total)


def how_paid(deadwood: Sequence[int], winner: int, seat: int) -> Message:
    """Say how many points a player pays the winner, as a subtraction. [T9.3]"""
    own, theirs = deadwood[winner], deadwood[seat]
    if theirs <= own:
        return Message("text.round.pays_nothing", "T9.3", who=Name(seat), own=own, theirs=theirs)
    facts = {"sum": f"{theirs} − {own}", "paid": theirs - own}
    return Message("text.round.pays_difference", "T9.3", who=Name(seat), **facts)


def chip_parts(state: State, seat: int) -> scoring.ChipParts:
    """Return what an opponent pays in chips, in parts. [T9.4]"""
    result = result_of(state)
    assert result.winner is not None
    return scoring.chip_parts(state, result.ending, result.winner, seat, result.burned)


def chips_in_parts(state: State, seat: int) -> tuple[Message, ...]:
    """Say each part of a payment in chips, and their sum. [T9.4]"""
    parts = chip_parts(state, seat)
    more = {name: count for name, count in parts._asdict().items() if count and name != "base"}
    base = Message("text.chips.dear" if parts.base > 1 else "text.chips.plain", "T9.4", count=parts.base)
    each = (base, *(Message(f"text.chips.{name}", "T9.4", count=count) for name, count in more.items()))
    added = " + ".join(map(str, (parts.base, *more.values())))
    return (*each, Message("text.chips.total", "T9.4", parts=added, total=sum(parts))) if more else each


def payment_unit(payment: Payment) -> str:
    """Return the catalogue key of the unit of payments: points or chips."""
    return "whatif.unit.chips" if payment is Payment.CHIPS else "whatif.unit.points"
