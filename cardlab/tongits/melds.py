"""Melds: which cards are a meld, which melds a hand holds, the points of cards.

The clauses are T3, T9.1 and T10.2 to T10.4.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import lru_cache
from itertools import combinations

from cardlab.cards import JOKERS, RANKS, SUITS, Card
from cardlab.cards import cards as read_cards
from cardlab.choices import Word
from cardlab.drawing import as_pictures
from cardlab.refusal import NotationError
from cardlab.tongits.rules import SHEET, Rules, no_rules

ACE_LOW, KING, ACE_HIGH = 1, 13, 14


class Kind(Word):
    """The two kinds of meld. [T3.1, T3.2]"""

    SET = "set"
    RUN = "run"


@dataclass(frozen=True, slots=True)
class Meld:
    """A meld, and the card that each of its cards stands for.

    `cards` in meld order: a run upwards, a set by suit with its jokers last;
    `stands_for`: for each of them the card itself, or the card that a joker stands for.
    In a set, jokers stand for the first missing suits.
    """

    kind: Kind
    cards: tuple[Card, ...]
    stands_for: tuple[Card, ...]

    @property
    def jokers(self) -> tuple[Card, ...]:
        """The jokers in the meld, in its order."""
        return tuple(card for card in self.cards if card.is_joker)

    @property
    def start(self) -> int:
        """The number of a run's lowest card, from 1 (ace) to 12 (queen)."""
        return self.stands_for[0].number

    def __str__(self) -> str:
        return " ".join(card.code for card in self.cards)

    def _repr_html_(self) -> str:
        return f"<p>{as_pictures(self.cards)}</p>"


def points(card: Card, rules: Rules = SHEET) -> int:
    """Return the points of a card left in hand. [T9.1, T10.4]

    Ace 1, number cards their number, jack, queen and king 10 each; a joker `rules.joker_points`.
    Raises NotationError for a card that is not in Tongits.
    """
    if card.number:
        return min(card.number, 10)
    if card.is_joker:
        return rules.joker_points
    raise NotationError("not_in_game", card=card)


def deadwood(cards: str | Iterable[Card], rules: Rules = SHEET) -> int:
    """Return the sum of the points of cards. [T9.1, T9.2]

    `cards`: cards, or their notation.
    Raises NotationError for a card that is not in Tongits, TypeError for anything but cards and rules.

    >>> deadwood("As 7h Kd")
    18
    """
    hand = cards if isinstance(cards, tuple) else read_cards(cards)
    try:
        return sum(points(card, rules) for card in hand)
    except AttributeError:
        if not isinstance(rules, Rules):
            raise no_rules(rules) from None
        return sum(points(card, rules) for card in read_cards(hand))


def deadwood_parts(cards: str | Iterable[Card], rules: Rules = SHEET) -> tuple[tuple[Card, int], ...]:
    """Return cards with their points, highest first. Raises what `deadwood` raises."""
    parts = [(card, points(card, rules)) for card in read_cards(cards)]
    return tuple(sorted(parts, key=lambda part: (-part[1], part[0])))


def run_card(suit: str, number: int) -> Card:
    """Return the card at `number` of a run: 1 is the low ace, 14 the high ace."""
    return Card(RANKS[(number - 1) % KING] + suit)


def jokers_in_play(cards: Iterable[Card], rules: Rules = SHEET) -> list[Card]:
    """Return the jokers among cards that this table plays with, in order. [T10.1]"""
    present = set(cards)
    return [joker for joker in JOKERS[: rules.jokers] if joker in present]


def meld_readings(cards: str | Iterable[Card], rules: Rules = SHEET) -> tuple[Meld, ...]:
    """Return every reading of cards as one meld: none, one, or several with jokers.

    `cards`: cards in any order, or their notation.
    Raises NotationError for an unreadable text, TypeError for anything but cards and rules.

    >>> [str(meld) for meld in meld_readings("8s 7s X1", Rules(jokers=2))]
    ['X1 7s 8s', '7s 8s X1']
    """
    handful = read_cards(cards)
    if not isinstance(rules, Rules):
        raise no_rules(rules)
    return _readings(handful, rules)


@lru_cache(maxsize=4096)
def _readings(handful: tuple[Card, ...], rules: Rules) -> tuple[Meld, ...]:
    """Return the readings for `meld_readings`, cached because each clause asks again."""
    naturals = [card for card in handful if card.number]
    jokers = [card for card in handful if card.is_joker]
    if len(set(handful)) < len(handful) or len(naturals) + len(jokers) < len(handful):
        return ()
    if len(handful) < 3 or len(naturals) < 2 or len(jokers) > len(jokers_in_play(jokers, rules)):
        return ()
    if len({card.rank for card in naturals}) == 1:
        return (_read_set(naturals, jokers),) if len(handful) <= len(SUITS) else ()
    if len({card.suit for card in naturals}) == 1 and len(handful) <= KING:
        return tuple(_read_runs(naturals, jokers, rules))
    return ()


def _read_set(naturals: list[Card], jokers: list[Card]) -> Meld:
    """Return the set made of natural cards of one rank and jokers. [T3.1]"""
    rank = naturals[0].rank
    in_order = sorted(naturals)
    missing = [Card(rank + suit) for suit in SUITS if Card(rank + suit) not in naturals]
    return Meld(Kind.SET, (*in_order, *jokers), (*in_order, *missing[: len(jokers)]))


def _read_runs(naturals: list[Card], jokers: list[Card], rules: Rules) -> Iterator[Meld]:
    """Yield the runs that natural cards of one suit make with jokers. [T3.2, T3.3]"""
    suit, length = naturals[0].suit, len(naturals) + len(jokers)
    top = ACE_HIGH if rules.ace_high else KING
    lowest = min((card.number for card in naturals if card.number != ACE_LOW or not rules.ace_high), default=ACE_LOW)
    highest = max(card.number for card in naturals)
    first = ACE_LOW if rules.ace_high else max(ACE_LOW, highest - length + 1)
    for start in range(first, min(lowest, top - length + 1) + 1):
        stands_for = tuple(run_card(suit, number) for number in range(start, start + length))
        if all(card in stands_for for card in naturals):
            spare = iter(jokers)
            yield Meld(Kind.RUN, tuple(card if card in naturals else next(spare) for card in stands_for), stands_for)


def why_meld(cards: str | Iterable[Card], rules: Rules = SHEET) -> Meld | None:
    """Return the meld that cards are, or None.

    In a run with jokers the order of the cards decides what they stand for (T10.3). If that order is no run, a single
    possible reading is used; with several the result is None.
    """
    handful = read_cards(cards)
    readings = meld_readings(handful, rules)
    if len(readings) == 1:
        return readings[0]
    return next((meld for meld in readings if meld.cards == handful), None)


def melds_in(cards: str | Iterable[Card], rules: Rules = SHEET) -> tuple[Meld, ...]:
    """Return every meld that cards make, using the first of several jokers.

    >>> [str(meld) for meld in melds_in("7h 8h 9h 7d 7s Kc")]
    ['7d 7h 7s', '7h 8h 9h']
    """
    hand = sorted(set(read_cards(cards)))
    naturals = [card for card in hand if card.number]
    jokers = tuple(jokers_in_play(hand, rules))
    melds: list[Meld] = []
    for rank in RANKS:
        same = [card for card in naturals if card.rank == rank]
        for size in range(2, len(same) + 1):
            for chosen in combinations(same, size):
                for wild in range(max(0, 3 - size), min(len(jokers), len(SUITS) - size) + 1):
                    melds.append(_read_set(list(chosen), list(jokers[:wild])))
    for suit in SUITS:
        melds.extend(_runs_in([card for card in naturals if card.suit == suit], jokers, rules))
    return tuple(melds)


def _runs_in(naturals: list[Card], jokers: tuple[Card, ...], rules: Rules) -> Iterator[Meld]:
    top = ACE_HIGH if rules.ace_high else KING
    for start in range(ACE_LOW, top - 1) if len(naturals) > 1 else ():
        # A run under construction: (cards so far, jokers used); each next place takes its natural card or a joker.
        open_runs: list[tuple[tuple[Card, ...], int]] = [((), 0)]
        for number in range(start, min(top, start + KING - 1) + 1):
            card = run_card(naturals[0].suit, number)
            with_natural = [((*run, card), used) for run, used in open_runs] if card in naturals else []
            with_joker = [((*run, jokers[used]), used + 1) for run, used in open_runs if used < len(jokers)]
            open_runs = with_natural + with_joker
            if not open_runs:
                break
            if number - start >= 2:
                stands_for = tuple(run_card(naturals[0].suit, position) for position in range(start, number + 1))
                for run, used in open_runs:
                    if len(run) - used >= 2:
                        yield Meld(Kind.RUN, run, stands_for)
