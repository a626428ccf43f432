"""Why a card fits on a pile, and why it does not: for one pile and one card, independent of any hand.

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
    """Which clause gives the Phoenix on this pile its values: U5.2; U5.6 on the Dragon; U5.7 on the Mah Jong."""
    match pile.beneath:
        case card if card is DRAGON:
            return "U5.6"
        case card if card is MAH_JONG and not pile.wish:
            return "U5.7"
    return "U5.2"


class Reason(Word):
    """Why a card fits; the sentence is in the catalogues under `fit.<reason>`."""

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
    """Why a card fits on a pile, as data.

    - `reason`, and its clause `rule`;
    - `card`, and its own `value` (None for Phoenix and Dog);
    - `top`: the card on top of the pile, None for an empty pile;
    - `values`: the possible values of the pile; `beside`: those of them next to the card.
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
        """The facts of the sentence `fit.<reason>`."""
        return {"card": self.card, "value": self.value, "top": self.top, "values": self.values, "beside": self.beside}


def why_fit(pile: Pile, card: Card | str, rules: Rules = SHEET) -> Fit | None:
    """Why the card fits on the pile, None if it does not; `why_not_fit` then says why not.

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
    """U1.1: 56 cards: 52 and Mah Jong, Dog, Phoenix, Dragon."""
    if card not in TICHU_DECK:
        yield Refusal(Code.NO_SUCH_CARD, "U1.1", {"card": card})


# A card on a pile. These clauses are asked only for a card that does not fit, and say all that speaks against it.


def not_neighbour(pile: Pile, card: Card, rules: Rules) -> Broken:
    """U2.2: a card may be played if its value is exactly one higher or one lower than the top of the pile."""
    if card not in (MAH_JONG, PHOENIX, DOG):
        facts = {"card": card, "value": value(card), "top": pile.top, "values": pile.values}
        yield Refusal(Code.NOT_NEIGHBOUR, "U2.2", facts, _fitting(pile, rules))


def two_and_ace(pile: Pile, card: Card, rules: Rules) -> Broken:
    """U2.3: 2 and ace are not neighbours. By house rule `wrap` they are, and then the card fits."""
    if any({value(card), counted} == {TWO, ACE} for counted in pile.values):
        yield Refusal(Code.TWO_AND_ACE, "U2.3", {"card": card, "top": pile.top})


def dragon_locks(pile: Pile, card: Card, rules: Rules) -> Broken:
    """U5.1: the Dragon's value is one above the ace; only an ace may be played on it. So a pile can be locked."""
    if pile.speaker is DRAGON and card not in (PHOENIX, DOG):
        yield Refusal(Code.DRAGON_LOCKS, "U5.1", {"card": card})


def phoenix_counts(pile: Pile, card: Card, rules: Rules) -> Broken:
    """U5.2, U5.6, U5.7: a Phoenix counts one lower or one higher than the card beneath, from 1 to 15."""
    if pile.speaker is PHOENIX:
        facts = {"card": card, "beneath": pile.beneath, "values": pile.values}
        yield Refusal(Code.PHOENIX_COUNTS, phoenix_clause(pile), facts)


def mah_jong_needs(pile: Pile, card: Card, rules: Rules) -> Broken:
    """U5.4, U5.7: the Mah Jong may be played on a 2 or an ace, or on a Phoenix that can be a 2 or an ace."""
    if card is MAH_JONG:
        yield Refusal(Code.MAH_JONG_NEEDS, "U5.4", {"card": card, "top": pile.top}, _fitting(pile, rules))


def wished(pile: Pile, card: Card, rules: Rules) -> Broken:
    """U5.4: who plays the Mah Jong may wish the value that the pile has now."""
    if pile.speaker is MAH_JONG and pile.wish:
        yield Refusal(Code.WISHED, "U5.4", {"card": card, "wish": pile.wish})


def mah_jong_is_one(pile: Pile, card: Card, rules: Rules) -> Broken:
    """U5.5: without a wish the Mah Jong has the value 1: a 2 or an ace may be played on it."""
    if pile.speaker is MAH_JONG and not pile.wish:
        yield Refusal(Code.MAH_JONG_IS_ONE, "U5.5", {"card": card})


def dragon_locks_strictly(pile: Pile, card: Card, rules: Rules) -> Broken:
    """U5.6: Phoenix and Dog may be played on the Dragon too; house rule `dragon_locks="strict"`: only an ace."""
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
    """Every clause that keeps the card from this pile; empty: it fits, and `why_fit` says why.

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
    """The nearest repair without a hand: the values that would fit."""
    values = fitting_values(pile, rules)
    return Fix("fitting_values", {"values": values}) if values else None
