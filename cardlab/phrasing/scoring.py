"""Points of Tongits in words: what cards count, how a hand is laid out, and what a round that is over pays.

- `counted`, `miscounts`: a sum of deadwood in detail, and what is wrong with others;
- `layout`, `groups`: an arrangement of a hand;
- `story`, `hands`, `winners_cards`: what one has to know of a finished round to reckon its payments;
- `how_counted`, `how_paid`, `chips_in_parts`: how each sum comes about, with its clause.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from cardlab.cards import Card
from cardlab.phrasing.catalogue import card_label, say
from cardlab.phrasing.labelled_pile import LabelledPile, by_rank
from cardlab.phrasing.messages import Message, Text
from cardlab.phrasing.reader import Reader, by_rule
from cardlab.phrasing.tongits_sentences import about_call, difference, house_rules, result_of
from cardlab.tongits import Arrangement, Ending, Payment, Rules, State, deadwood, deadwood_parts, scoring
from cardlab.tongits.moves import SEATS

COURTS: Final = "JQK"

# What a hand counts, and how it is laid out


def counted(cards: Iterable[Card], lang: str) -> str:
    """T9.1: the sum of the cards in detail, dearest first, with its clause."""
    parts = deadwood_parts(cards)
    total = sum(worth for _, worth in parts)
    if len(parts) < 2:
        key = "text.worth.one" if parts else "text.worth.none"
        return by_rule(key, "T9.1", lang, cards=[card for card, _ in parts], count=total)
    return by_rule("text.worth.sum", "T9.1", lang, parts=sum_in_detail(parts, lang), total=total)


def miscounts(cards: tuple[Card, ...]) -> dict[str | int, Text]:
    """T9.1: what is wrong with the usual wrong counts of these cards, by the count."""
    aces = sum(card.rank == "A" for card in cards)
    slips: dict[str | int, Text] = {}
    if aces:
        slips = {deadwood(cards) + worth * aces: Message("text.worth.ace", "T9.1") for worth in (10, 13)}
    if any(card.rank in COURTS for card in cards):
        slips[sum(card.number for card in cards)] = Message("text.worth.courts", "T9.1")
    return slips


def sum_in_detail(parts: Iterable[tuple[Card, int]], lang: str) -> str:
    """Cards with their points as a sum: "10 (K♥) + 1 (A♠)"."""
    return " + ".join(f"{worth} ({card_label(card, lang)})" for card, worth in parts)


def layout(arrangement: Arrangement, lang: str) -> str:
    """An arrangement in words: its melds and what stays loose."""
    melds = [meld.cards for meld in arrangement.melds]
    laid = say("text.layout.melds" if melds else "text.layout.no_meld", lang, melds=melds)
    cards = by_rank(arrangement.loose)
    loose = say("text.layout.loose" if cards else "text.layout.none_loose", lang, cards=cards)
    return f"{laid} {loose}"


def groups(arrangement: Arrangement, lang: str) -> tuple[LabelledPile, ...]:
    """An arrangement laid open: each meld with what it is, the loose cards last."""
    melds = tuple(LabelledPile(meld.cards, say(f"brackets.{meld.kind}", lang)) for meld in arrangement.melds)
    loose = LabelledPile(by_rank(arrangement.loose), say("brackets.loose", lang))
    return (*melds, loose) if arrangement.loose else melds


# The payments of a round that is over


def payers(state: State) -> tuple[int, ...]:
    """The opponents of the winner; all players if nobody has won."""
    return tuple(seat for seat in range(SEATS) if seat != result_of(state).winner)


def story(reader: Reader, state: State, *, winner: bool) -> tuple[str, ...]:
    """How the round ended, and who is burned; with `winner` also who has won it."""
    result = result_of(state)
    texts = list(about_call(reader, state)) if result.ending is Ending.DRAW else [reader.say("text.round.stock")]
    if result.ending is Ending.TONGITS:
        texts = [reader.about("text.round.tongits", result.winner)]
    if result.burned:
        texts.append(reader.say("text.round.burned", who=tuple(sorted(result.burned))))
    if winner and result.winner is not None and result.ending is not Ending.TONGITS:
        texts.append(reader.about("text.round.winner", result.winner))
    return tuple(texts)


def chips_in_force(rules: Rules, lang: str) -> tuple[str, ...]:
    """T9.4: the house rules of a table that plays for chips, the payment first."""
    return say("text.chips.in_force", lang), *house_rules(rules, lang)


def hands(reader: Reader, state: State, *, with_points: bool = False) -> tuple[LabelledPile, ...]:
    """T9.2: what each player still holds; with `with_points`, what it counts too."""
    counts = result_of(state).deadwood
    key = "text.round.hand_counted" if with_points else "text.table.hand"
    return tuple(
        LabelledPile.about(reader, by_rank(state.hands[seat]), key, seat, count=counts[seat])
        for seat in range(SEATS)
        if state.hands[seat]
    )


def winners_cards(reader: Reader, state: State) -> tuple[LabelledPile, ...]:
    """T9.4: the winner's hand and own melds, those laid face down named as such."""
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


def how_counted(reader: Reader, state: State, seat: int) -> str:
    """T9.1, T9.2: how the deadwood of a player comes about."""
    who, parts = reader.name(seat), deadwood_parts(state.hands[seat], state.rules)
    if not parts:
        return by_rule("text.round.empty_hand", "T9.2", reader.lang, who=who)
    facts = {"parts": sum_in_detail(parts, reader.lang), "total": result_of(state).deadwood[seat]}
    return by_rule("text.round.counted", "T9.1", reader.lang, who=who, **facts)


def how_paid(reader: Reader, state: State, seat: int) -> str:
    """T9.3: what a player pays, as the difference that it is."""
    result = result_of(state)
    assert result.winner is not None
    who, paid = reader.name(seat), -result.payments[seat]
    if paid:
        facts = {"who": who, "sum": difference(state, seat), "paid": paid}
        return by_rule("text.round.pays_difference", "T9.3", reader.lang, **facts)
    own, theirs = result.deadwood[result.winner], result.deadwood[seat]
    return by_rule("text.round.pays_nothing", "T9.3", reader.lang, who=who, own=own, theirs=theirs)


def chip_parts(state: State, seat: int) -> scoring.ChipParts:
    """T9.4: what an opponent pays, in parts. Raises ValueError at a table without chips, or if nobody has won."""
    result = result_of(state)
    if state.rules.payment is not Payment.CHIPS or result.winner is None:
        raise ValueError("nobody pays chips here")
    return scoring.chip_parts(state, result.ending, result.winner, seat, result.burned)


def chips_in_parts(state: State, seat: int, lang: str) -> tuple[str, ...]:
    """T9.4: each part of a payment in chips, and their sum."""
    parts = chip_parts(state, seat)
    dear = "text.chips.dear" if parts.base > 1 else "text.chips.plain"
    sentences = [by_rule(dear, "T9.4", lang, count=parts.base)]
    for name, count in zip(parts._fields[1:], parts[1:], strict=True):
        if count:
            sentences.append(by_rule(f"text.chips.{name}", "T9.4", lang, count=count))
    if len(sentences) > 1:
        added = " + ".join(str(part) for part in parts if part)
        sentences.append(by_rule("text.chips.total", "T9.4", lang, parts=added, total=sum(parts)))
    return tuple(sentences)
