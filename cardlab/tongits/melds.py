"""Melds as pure card sets: what is a meld and why, which melds a hand holds, points and deadwood.

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
    """The two kinds of meld (T3.1, T3.2)."""

    SET = "set"
    RUN = "run"


@dataclass(frozen=True, slots=True)
class Meld:
    """A meld and why it is one.

    `cards` in meld order: a run upwards, a set by suit with its jokers last;
    `stands_for`, as long as `cards`: the card itself, or the card a joker stands for
    (in a set the first suits that are missing; there it makes no difference which).
    """

    kind: Kind
    cards: tuple[Card, ...]
    stands_for: tuple[Card, ...]

    @property
    def jokers(self) -> tuple[Card, ...]:
        return tuple(card for card in self.cards if card.is_joker)

    @property
    def start(self) -> int:
        """The number of a run's lowest card, 1 (ace) to 12 (queen below king and high ace)."""
        return self.stands_for[0].number

    def __str__(self) -> str:
        return " ".join(card.code for card in self.cards)

    def _repr_html_(self) -> str:
        return f"<p>{as_pictures(self.cards)}</p>"


def points(card: Card, rules: Rules = SHEET) -> int:
    """T9.1: ace 1, number cards their number, jack, queen and king 10 each. T10.4: a joker counts `joker_points`.

    Raises NotationError for a card that is not in Tongits.
    """
    if card.number:
        return min(card.number, 10)
    if card.is_joker:
        return rules.joker_points
    raise NotationError("not_in_game", card=card)


def deadwood(cards: str | Iterable[Card], rules: Rules = SHEET) -> int:
    """T9.1 and T9.2: the sum of the points of all these cards, given as cards or in notation.

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
    """The parts of a deadwood sum: each card with its points, dearest first. Raises what `deadwood` raises."""
    parts = [(card, points(card, rules)) for card in read_cards(cards)]
    return tuple(sorted(parts, key=lambda part: (-part[1], part[0])))


def run_card(suit: str, number: int) -> Card:
    """The card at `number` of a run in `suit`: 1 the low ace, 14 the high ace."""
    return Card(RANKS[(number - 1) % KING] + suit)


def jokers_in_play(cards: Iterable[Card], rules: Rules = SHEET) -> list[Card]:
    """T10.1: those jokers among the cards that are in play at this table, in order."""
    present = set(cards)
    return [joker for joker in JOKERS[: rules.jokers] if joker in present]


def meld_readings(cards: str | Iterable[Card], rules: Rules = SHEET) -> tuple[Meld, ...]:
    """Every reading of a handful of cards, in any order, as one meld: none, one, or several with jokers.

    `cards`: cards, or their notation.
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
    """The readings of `meld_readings`, cached because each clause about a meld reads the same cards again."""
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
    """T3.1: a set is three or four cards of one rank."""
    rank = naturals[0].rank
    in_order = sorted(naturals)
    missing = [Card(rank + suit) for suit in SUITS if Card(rank + suit) not in naturals]
    return Meld(Kind.SET, (*in_order, *jokers), (*in_order, *missing[: len(jokers)]))


def _read_runs(naturals: list[Card], jokers: list[Card], rules: Rules) -> Iterator[Meld]:
    """T3.2: a run is three or more consecutive cards of one suit. T3.3: the ace is low, and high with `ace_high`."""
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
    """The meld that these cards are, with the reason as data, or None.

    T10.3: in a run with jokers the order of the cards decides what they stand for.
    If that order is no run, a single possible reading is used; with several the result is None.
    """
    handful = read_cards(cards)
    readings = meld_readings(handful, rules)
    if len(readings) == 1:
        return readings[0]
    return next((meld for meld in readings if meld.cards == handful), None)


def melds_in(cards: str | Iterable[Card], rules: Rules = SHEET) -> tuple[Meld, ...]:
    """Every meld that can be laid from these cards, with the first of several jokers.

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
        # A run under construction: (cards so far, jokers used); each further place takes its natural card or a joker.
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
