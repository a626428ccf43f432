"""The reasons why a card fits on a pile or doesn't, whatever the hand.

Each clause about cards on a pile is one function, and reasons are data.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Final, TypeAlias

from cardlab.cards import TICHU_DECK, Card
from cardlab.choices import Word
from cardlab.refusal import Fix, Refusal, in_order
from cardlab.tichu.codes import Code
from cardlab.tichu.piles import ACE, DOG, DRAGON, MAH_JONG, PHOENIX, TWO, Pile, fits, fitting_values, neighbours, value
from cardlab.tichu.rules import SHEET, Rules

Broken: TypeAlias = Iterator[Refusal]


def phoenix_clause(pile: Pile) -> str:
    """Return the clause that gives the Phoenix on a pile its values.

    U5.6 on the Dragon, U5.7 on the Mah Jong without a wish, else U5.2.
    """
    match pile.beneath:
        case card if card is DRAGON:
            return "U5.6"
        case card if card is MAH_JONG and not pile.wish:
            return "U5.7"
    return "U5.2"


class Reason(Word):
    """The reasons why a card fits; the catalogues say each under `fit.<reason>`."""

    NEIGHBOUR = "neighbour"
    TWO_AND_ACE = "two_and_ace"
    DRAGON = "dragon"
    PHOENIX = "phoenix"
    DOG = "dog"
    MAH_JONG = "mah_jong"
    ON_WISH = "on_wish"
    ON_MAH_JONG = "on_mah_jong"
    ON_PHOENIX = "on_phoenix"
    AT_ANY_TIME_ON_DRAGON = "at_any_time_on_dragon"
    NOTHING_BENEATH = "nothing_beneath"


@dataclass(frozen=True, slots=True)
class Fit:
    """The reason why a card fits on a pile, as data.

    - `reason`, and its clause `rule`;
    - `card`, and its own `value` (None for Phoenix and Dog);
    - `top`: the card on top of the pile, None for an empty pile;
    - `values`: the possible values of the pile; `beside`: those of `values` that are next to the card's.
    """

    reason: Reason
    rule: str
    card: Card
    value: int | None
    top: Card | None
    values: tuple[int, ...]
    beside: tuple[int, ...]

    @property
    def facts(self) -> Mapping[str, Any]:
        """The facts that the sentence `fit.<reason>` needs."""
        return {"card": self.card, "value": self.value, "top": self.top, "values": self.values, "beside": self.beside}


def why_fit(pile: Pile, card: Card | str, rules: Rules = SHEET) -> Fit | None:
    """Return why a card fits on a pile; None if it doesn't (see `why_not_fit`).

    >>> why_fit(Pile.of("7h Ph"), "9c").beside
    (8,)
    """
    if not isinstance(card, Card):
        card = Card(card)
    if not fits(pile, card, rules):
        return None
    own = value(card)
    beside = tuple(counted for counted in pile.values if own in neighbours(counted, rules))
    reason, rule = _reason(pile, card, beside)
    return Fit(reason, rule, card, own, pile.top, pile.values, beside)


def _reason(pile: Pile, card: Card, beside: tuple[int, ...]) -> tuple[Reason, str]:
    speaker = pile.speaker
    if card in (PHOENIX, DOG) and speaker is DRAGON:
        return Reason.AT_ANY_TIME_ON_DRAGON, "U5.6"
    if card is DRAGON:
        return Reason.DRAGON, "U5.1"
    if card is PHOENIX:
        return Reason.PHOENIX, "U5.2"
    if card is DOG:
        return Reason.DOG, "U5.3"
    if speaker is None or (speaker is PHOENIX and pile.beneath is None):
        return Reason.NOTHING_BENEATH, "U5.8"
    if card is MAH_JONG:
        return Reason.MAH_JONG, "U5.7" if speaker is PHOENIX else "U5.4"
    if {value(card), *beside} == {TWO, ACE}:
        return Reason.TWO_AND_ACE, "U2.3"
    if speaker is PHOENIX:
        return Reason.ON_PHOENIX, phoenix_clause(pile)
    if speaker is MAH_JONG:
        return (Reason.ON_WISH, "U5.4") if pile.wish else (Reason.ON_MAH_JONG, "U5.5")
    return Reason.NEIGHBOUR, "U2.2"


def no_such_card(card: Card) -> Broken:
    """Refuse a card that isn't one of the 56 of Tichu. [U1.1]"""
    if card not in TICHU_DECK:
        yield Refusal(Code.NO_SUCH_CARD, "U1.1", {"card": card})


# These clauses are asked only about a card that doesn't fit, and give every reason why it doesn't.


def not_neighbour(pile: Pile, card: Card, rules: Rules) -> Broken:
    """Refuse a card whose value isn't one above or below the pile's. [U2.2]"""
    if card not in (MAH_JONG, PHOENIX, DOG):
        facts = {"card": card, "value": value(card), "top": pile.top, "values": pile.values}
        yield Refusal(Code.NOT_NEIGHBOUR, "U2.2", facts, _fitting(pile, rules))


def two_and_ace(pile: Pile, card: Card, rules: Rules) -> Broken:
    """Refuse a 2 on an ace and an ace on a 2, which fit only by `wrap`. [U2.3]"""
    if any({value(card), counted} == {TWO, ACE} for counted in pile.values):
        yield Refusal(Code.TWO_AND_ACE, "U2.3", {"card": card, "top": pile.top})


def dragon_locks(pile: Pile, card: Card, rules: Rules) -> Broken:
    """Refuse any card but an ace on the Dragon. Phoenix and Dog are left to `dragon_locks_strictly`. [U5.1]"""
    if pile.speaker is DRAGON and card not in (PHOENIX, DOG):
        yield Refusal(Code.DRAGON_LOCKS, "U5.1", {"card": card})


def phoenix_counts(pile: Pile, card: Card, rules: Rules) -> Broken:
    """Refuse a card that fits neither of a Phoenix's values. [U5.2, U5.6, U5.7]

    They are one below and one above the card beneath, from 1 to 15.
    """
    if pile.speaker is PHOENIX:
        facts = {"card": card, "beneath": pile.beneath, "values": pile.values}
        yield Refusal(Code.PHOENIX_COUNTS, phoenix_clause(pile), facts)


def mah_jong_needs(pile: Pile, card: Card, rules: Rules) -> Broken:
    """Refuse the Mah Jong except on 2, ace, or a Phoenix as 2 or ace. [U5.4, U5.7]"""
    if card is MAH_JONG:
        yield Refusal(Code.MAH_JONG_NEEDS, "U5.4", {"card": card, "top": pile.top}, _fitting(pile, rules))


def wished(pile: Pile, card: Card, rules: Rules) -> Broken:
    """Refuse a card that doesn't fit the value wished with the Mah Jong. [U5.4]"""
    if pile.speaker is MAH_JONG and pile.wish:
        yield Refusal(Code.WISHED, "U5.4", {"card": card, "wish": pile.wish})


def mah_jong_is_one(pile: Pile, card: Card, rules: Rules) -> Broken:
    """Refuse a card that doesn't fit a Mah Jong without a wish, which is 1. [U5.5]"""
    if pile.speaker is MAH_JONG and not pile.wish:
        yield Refusal(Code.MAH_JONG_IS_ONE, "U5.5", {"card": card})


def dragon_locks_strictly(pile: Pile, card: Card, rules: Rules) -> Broken:
    """Refuse Phoenix and Dog on the Dragon, with `dragon_locks="strict"`. [U5.6]"""
    if card in (PHOENIX, DOG):
        yield Refusal(Code.DRAGON_LOCKS_STRICTLY, "U5.6", {"card": card}, _fitting(pile, rules))


FIT_RULES: Final = (
    not_neighbour,  # U2.2
    two_and_ace,  # U2.3
    dragon_locks,  # U5.1
    phoenix_counts,  # U5.2, U5.6, U5.7
    mah_jong_needs,  # U5.4, U5.7
    wished,  # U5.4
    mah_jong_is_one,  # U5.5
    dragon_locks_strictly,  # U5.6
)


def why_not_fit(pile: Pile, card: Card | str, rules: Rules = SHEET) -> tuple[Refusal, ...]:
    """Return every clause that keeps a card from a pile; () if it fits.

    >>> [refusal.code.value for refusal in why_not_fit(Pile.of("7h Ph"), "Kc")]
    ['not_neighbour', 'phoenix_counts']
    """
    if not isinstance(card, Card):
        card = Card(card)
    if fits(pile, card, rules):
        return ()
    if card not in TICHU_DECK:
        return tuple(no_such_card(card))
    return in_order(refusal for clause in FIT_RULES for refusal in clause(pile, card, rules))


def _fitting(pile: Pile, rules: Rules) -> Fix | None:
    """Return the values that would fit on a pile, as the repair of a refusal."""
    values = fitting_values(pile, rules)
    return Fix("fitting_values", {"values": values}) if values else None
