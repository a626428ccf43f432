"""What is said of the payments of a round that is over: who owes what to whom, and how each sum comes about."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from cardlab.cards import Card
from cardlab.lessons.sentences import by_rule
from cardlab.lessons.tables.endings import ended
from cardlab.lessons.tables.late_rounds import SEATS
from cardlab.lessons.tables.late_words import about_call, house_rules, named, seats_named
from cardlab.locale import card_label, say
from cardlab.tongits import Ending, Payment, Rules, State, deadwood_parts

__all__ = [
    "ChipParts",
    "chip_parts",
    "chips_in_parts",
    "counted",
    "hands",
    "in_force",
    "payers",
    "settled",
    "story",
    "winners_cards",
]

Piles = tuple[tuple[tuple[Card, ...], str], ...]
"""Groups of cards, each with what it is called."""


class ChipParts(NamedTuple):
    """T9.4: of what a payment in chips is made up."""

    base: int
    aces: int
    burned: int
    secrets: int


def payers(state: State) -> tuple[int, ...]:
    """The opponents of the winner; all players if nobody has won."""
    return tuple(seat for seat in SEATS if seat != ended(state).winner)


def story(state: State, lang: str, *, winner: bool) -> tuple[str, ...]:
    """How the round ended, and who is burned; with `winner` also who has won it."""
    result = ended(state)
    told: tuple[str, ...]
    if result.ending is Ending.TONGITS:
        told = (say("lesson.round.tongits", lang, who=named(result.winner or 0, lang)),)
    elif result.ending is Ending.DRAW:
        told = about_call(state, lang)
    else:
        told = (say("lesson.round.stock", lang),)
    if result.burned:
        told += (say("lesson.round.burned", lang, who=seats_named(result.burned, lang)),)
    if winner and result.winner is not None and result.ending is not Ending.TONGITS:
        told += (say("lesson.round.winner", lang, who=named(result.winner, lang)),)
    return told


def in_force(rules: Rules, lang: str) -> tuple[str, ...]:
    """T9.4: the house rules of a table that plays for chips, the payment first."""
    chips = say("lesson.chips.in_force", lang)
    return (chips, *house_rules(rules, lang))


def hands(state: State, lang: str, *, with_points: bool = False) -> Piles:
    """T9.2: what each player still holds; with `with_points`, what it counts too."""
    counts = ended(state).deadwood
    key = "lesson.round.hand_counted" if with_points else "lesson.round.hand"
    return tuple(
        (state.hands[seat], say(key, lang, who=named(seat, lang), count=counts[seat]))
        for seat in SEATS
        if state.hands[seat]
    )


def winners_cards(state: State, lang: str) -> Piles:
    """T9.4: the winner's hand and own melds, those laid face down named as such."""
    winner = ended(state).winner
    if winner is None:
        return ()
    who = named(winner, lang)
    piles = [
        (laid.meld.cards, say("lesson.round.secret" if laid.secret else "lesson.round.laid", lang, who=who))
        for laid in state.melds
        if laid.owner == winner and laid.meld
    ]
    hand = state.hands[winner]
    return tuple([*piles, (hand, say("lesson.round.hand", lang, who=who, count=0))] if hand else piles)


def counted(state: State, seat: int, lang: str) -> str:
    """T9.1, T9.2: how the deadwood of a player comes about."""
    who, parts = named(seat, lang), deadwood_parts(state.hands[seat], state.rules)
    if not parts:
        return by_rule("lesson.round.empty_hand", "T9.2", lang, who=who)
    added = " + ".join(f"{worth} ({card_label(card, lang)})" for card, worth in parts)
    return by_rule("lesson.round.counted", "T9.1", lang, who=who, parts=added, total=ended(state).deadwood[seat])


def settled(state: State, seat: int, lang: str) -> str:
    """T9.3: what a player pays, as the difference that it is."""
    result = ended(state)
    assert result.winner is not None
    own, theirs = result.deadwood[result.winner], result.deadwood[seat]
    key = "lesson.round.pays_difference" if theirs > own else "lesson.round.pays_nothing"
    facts = {"who": named(seat, lang), "own": own, "theirs": theirs, "paid": -result.payments[seat]}
    return by_rule(key, "T9.3", lang, **facts)


def chip_parts(state: State, seat: int) -> ChipParts:
    """T9.4: what an opponent pays, in parts. Raises ValueError at a table without chips, or if nobody has won."""
    result = ended(state)
    if state.rules.payment is not Payment.CHIPS or result.winner is None:
        raise ValueError("nobody pays chips here")
    own = [laid for laid in state.melds if laid.owner == result.winner and laid.meld]
    cards = [*state.hands[result.winner], *(card for laid in own if laid.meld for card in laid.meld.cards)]
    aces, secrets = sum(card.rank == "A" for card in cards), 3 * sum(laid.secret for laid in own)
    burned = int(seat in result.burned)
    return ChipParts(-result.payments[seat] - aces - secrets - burned, aces, burned, secrets)


def chips_in_parts(state: State, seat: int, lang: str) -> tuple[str, ...]:
    """T9.4: each part of a payment in chips, and their sum."""
    parts = chip_parts(state, seat)
    dear = "lesson.chips.dear" if parts.base > 1 else "lesson.chips.plain"
    told = [by_rule(dear, "T9.4", lang, count=parts.base)]
    for name, count in zip(parts._fields[1:], parts[1:], strict=True):
        if count:
            told.append(by_rule(f"lesson.chips.{name}", "T9.4", lang, count=count))
    total = sum(parts)
    if len(told) > 1:
        told.append(by_rule("lesson.chips.total", "T9.4", lang, parts=_sum(parts), total=total))
    return tuple(told)


def _sum(parts: Iterable[int]) -> str:
    return " + ".join(str(part) for part in parts if part)
