"""The reasons why cards are not a meld, and the nearest repair.

Each clause of T3 and T10.1 to T10.2 has one function; `melds` says what a meld is.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from functools import lru_cache
from itertools import combinations
from typing import Final

from cardlab.cards import DECK, SUITS, Card
from cardlab.cards import cards as read_cards
from cardlab.refusal import Fix, Refusal
from cardlab.tongits.codes import Code
from cardlab.tongits.melds import ACE_LOW, KING, Kind, jokers_in_play, meld_readings, melds_in, run_card
from cardlab.tongits.rules import SHEET, Rules


def why_not_meld(cards: str | Iterable[Card], rules: Rules = SHEET) -> tuple[Refusal, ...]:
    """Return every clause by which cards are not a meld; () if they are one.

    `cards`: cards in any order, or their notation.
    Raises NotationError for an unreadable text, TypeError for anything but cards and rules.
    The nearest repair, with the fewest cards to add, drop or swap, is the fix of one refusal.
    If a set and a run are equally near, both clauses have a fix.

    >>> why_not_meld("7♥ 8♥ 10♥")[0].fix
    Fix(code='add', facts={'cards': (Card("9h"),)})
    """
    handful = read_cards(cards)
    if meld_readings(handful, rules):
        return ()
    refusals = [refusal for clause in MELD_RULES for refusal in clause(handful, rules)]
    if refusals[0].code == Code.DIFFERENT_RANKS:
        towards = {"T3.1": nearest_repair(handful, rules, Kind.SET), "T3.2": nearest_repair(handful, rules, Kind.RUN)}
    else:
        towards = {refusals[0].rule: nearest_repair(handful, rules)}
    smallest = min((_size(fix) for fix in towards.values() if fix), default=0)
    nearest = {rule: fix for rule, fix in towards.items() if fix and _size(fix) == smallest}
    return tuple(replace(refusal, fix=nearest.get(refusal.rule)) for refusal in refusals)


def _naturals(handful: tuple[Card, ...]) -> list[Card]:
    return [card for card in dict.fromkeys(handful) if card.number]


def _shape(handful: tuple[Card, ...]) -> Kind | None:
    """Return the kind of meld that cards resemble, by one rank or one suit, or None."""
    naturals = _naturals(handful)
    if len(naturals) > 1 and len({card.rank for card in naturals}) == 1:
        return Kind.SET
    return Kind.RUN if len(naturals) > 1 and len({card.suit for card in naturals}) == 1 else None


def in_this_game(handful: tuple[Card, ...], rules: Rules) -> Iterator[Refusal]:
    """Refuse cards that aren't in Tongits. [T1.2, T10.1]"""
    foreign = tuple(card for card in handful if not card.number and not card.is_joker)
    if foreign:
        yield Refusal(Code.NOT_IN_THIS_DECK, "T1.2", {"cards": foreign})


def one_rank(handful: tuple[Card, ...], rules: Rules) -> Iterator[Refusal]:
    """Refuse cards that are no set, unless they look like a run. [T3.1]"""
    shape = _shape(handful)
    if shape is None and len(_naturals(handful)) > 1:
        yield Refusal(Code.DIFFERENT_RANKS, "T3.1", {"cards": handful})
    elif shape is not Kind.RUN and len(handful) < 3:
        yield Refusal(Code.TOO_FEW_FOR_SET, "T3.1", {"cards": handful, "count": len(handful)})
    elif shape is Kind.SET and len(handful) > len(SUITS):
        yield Refusal(Code.TOO_MANY_FOR_SET, "T3.1", {"cards": handful, "count": len(handful)})


def consecutive(handful: tuple[Card, ...], rules: Rules) -> Iterator[Refusal]:
    """Refuse cards that are no run, unless they look like a set. [T3.2]"""
    shape = _shape(handful)
    if shape is None and len(_naturals(handful)) > 1:
        yield Refusal(Code.DIFFERENT_SUITS, "T3.2", {"cards": handful})
    elif shape is Kind.RUN and len(handful) < 3:
        yield Refusal(Code.TOO_FEW_FOR_RUN, "T3.2", {"cards": handful, "count": len(handful)})
    elif shape is Kind.RUN and not _around_the_ace(handful):
        numbers = [card.number for card in _naturals(handful)]
        gaps = tuple(
            run_card(_naturals(handful)[0].suit, number)
            for number in range(min(numbers) + 1, max(numbers))
            if number not in numbers
        )
        if len(gaps) > sum(card.is_joker for card in handful):
            yield Refusal(Code.NOT_CONSECUTIVE, "T3.2", {"cards": handful, "missing": gaps})
        elif len(handful) > KING:
            yield Refusal(Code.RUN_TOO_LONG, "T3.2", {"cards": handful})


def _around_the_ace(handful: tuple[Card, ...]) -> bool:
    """Return whether cards would be a run if king, ace and two were neighbours."""
    naturals = _naturals(handful)
    numbers = sorted(card.number for card in naturals)
    if not numbers or numbers[0] != ACE_LOW or not 3 <= len(set(handful)) <= KING:
        return False
    positions = [number - 1 for number in numbers]
    widest = max(
        (following - position - 1) % KING
        for position, following in zip(positions, positions[1:] + positions[:1], strict=True)
    )
    holes = KING - len(numbers) - widest
    return holes <= sum(card.is_joker for card in handful)


def ace_is_low(handful: tuple[Card, ...], rules: Rules) -> Iterator[Refusal]:
    """Refuse a run past the ace: K-A-2, and Q-K-A without `ace_high`. [T3.3]"""
    if _shape(handful) is Kind.RUN and _around_the_ace(handful):
        code = Code.ACE_BETWEEN_KING_AND_TWO if rules.ace_high else Code.ACE_IS_LOW
        yield Refusal(code, "T3.3", {"cards": handful})


def each_card_once(handful: tuple[Card, ...], rules: Rules) -> Iterator[Refusal]:
    """Refuse a card that is given twice. [T3.4]"""
    twice = tuple(dict.fromkeys(card for card in handful if handful.count(card) > 1))
    if twice:
        yield Refusal(Code.CARD_TWICE, "T3.4", {"cards": twice})


def no_more_jokers(handful: tuple[Card, ...], rules: Rules) -> Iterator[Refusal]:
    """Refuse jokers that this table doesn't play with. [T10.1]"""
    jokers = tuple(card for card in dict.fromkeys(handful) if card.is_joker)
    if len(jokers) > len(jokers_in_play(jokers, rules)):
        yield Refusal(Code.MORE_JOKERS_THAN_PLAYED, "T10.1", {"cards": jokers, "count": rules.jokers})


def two_naturals(handful: tuple[Card, ...], rules: Rules) -> Iterator[Refusal]:
    """Refuse jokers with fewer than two natural cards. [T10.2]"""
    if any(card.is_joker for card in handful) and len(_naturals(handful)) < 2:
        yield Refusal(Code.TOO_FEW_NATURALS, "T10.2", {"cards": handful})


MELD_RULES: Final = (in_this_game, one_rank, consecutive, ace_is_low, each_card_once, no_more_jokers, two_naturals)


@lru_cache(maxsize=1024)  # the learners of a class select the same cards
def nearest_repair(handful: tuple[Card, ...], rules: Rules = SHEET, kind: Kind | None = None) -> Fix | None:
    """Return the smallest change that makes cards a meld; None if no change is small.

    The fact `cards` of the fix holds alternatives: cards for `add`, `drop` and `swap`, pairs for `add_all`.
    For `drop_all` it holds the cards to drop together. `swap` also has the fact `drop`, the card to replace.
    `kind`: the wanted kind, or None for either.
    No change is small if nothing can be kept, or if more than two cards must be added.
    """

    def is_meld(cards: tuple[Card, ...]) -> bool:
        return any(kind in (None, reading.kind) for reading in meld_readings(cards, rules))

    playable = tuple(dict.fromkeys(card for card in handful if card.number or card.is_joker))
    if len(playable) < len(handful):
        surplus = tuple(dict.fromkeys(card for card in handful if card not in playable or handful.count(card) > 1))
        return Fix("drop_all", {"cards": surplus}) if is_meld(playable) else None
    near = [
        card
        for card in DECK
        if card not in playable and any(card.rank == other.rank or card.suit == other.suit for other in playable)
    ]
    one_more = tuple(card for card in near if is_meld((*playable, card)))
    if one_more:
        return Fix("add", {"cards": one_more})
    within = [set(meld.cards) for meld in melds_in(playable, rules) if kind in (None, meld.kind)]
    kept = max(map(len, within), default=0)
    largest = [meld for meld in within if len(meld) == kept]
    if kept and kept == len(playable) - 1:
        return Fix("drop", {"cards": tuple(card for card in playable if any(card not in meld for meld in largest))})
    for drop in playable:
        rest = tuple(card for card in playable if card is not drop)
        instead = tuple(card for card in near if len(rest) > 1 and is_meld((*rest, card)))
        if instead:
            return Fix("swap", {"drop": drop, "cards": instead})
    if kept:
        return Fix("drop_all", {"cards": tuple(card for card in playable if card not in largest[0])})
    if _shape(playable) is None and len(_naturals(playable)) > 1:
        return None
    two_more = tuple(pair for pair in combinations(near, 2) if is_meld((*playable, *pair)))
    return Fix("add_all", {"cards": two_more}) if two_more else None


def _size(fix: Fix) -> int:
    """Return how many cards a repair adds and drops."""
    return {"add": 1, "drop": 1, "swap": 2, "add_all": 2}.get(fix.code, len(fix.facts["cards"]))
