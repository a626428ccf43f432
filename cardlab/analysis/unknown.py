"""What an unknown hand is worth: the exact distribution of its least deadwood and of its plain points.

The hand is any n cards of a pool of unseen cards, every choice as likely as every other; all n are answered at once.
Knows cards, points and melds; knows nothing of how a player has chosen what to keep.
"""

from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction
from functools import cache, lru_cache
from importlib.resources import files
from itertools import pairwise, zip_longest
from math import comb, sqrt
from pathlib import Path
from typing import Any, Final

from cardlab.analysis.counting.partition import TooManyStandings, hands_by_deadwood
from cardlab.cards import DECK, JOKERS, Card
from cardlab.cards import cards as read_cards
from cardlab.refusal import NotationError
from cardlab.tongits import Rules
from cardlab.tongits import points as points_of

__all__ = ["Distribution", "TooManyStandings", "full_deck", "least_deadwood", "points"]

SHEET: Final = Rules()
DEALT: Final = 13
TWO_HANDS: Final = 26
TABLE: Final = "full_deck.json"


@dataclass(frozen=True, slots=True)
class Distribution:
    """How many hands have how many points: `counts[points]`, of `total` hands altogether; exact numbers.

    >>> Distribution((1, 0, 3), 4).mean, Distribution((1, 0, 3), 4).at_most(1)
    (Fraction(3, 2), Fraction(1, 4))
    """

    counts: tuple[int, ...]
    total: int

    @property
    def mean(self) -> Fraction:
        """The points expected."""
        return Fraction(sum(points * hands for points, hands in enumerate(self.counts)), self.total)

    @property
    def deviation(self) -> float:
        """The standard deviation of the points."""
        squares = Fraction(sum(points * points * hands for points, hands in enumerate(self.counts)), self.total)
        return sqrt(squares - self.mean**2)

    def probability(self, points: int) -> Fraction:
        """How likely just so many points are."""
        return Fraction(self.counts[points] if 0 <= points < len(self.counts) else 0, self.total)

    def at_most(self, points: int) -> Fraction:
        """How likely so many points or fewer are."""
        return Fraction(sum(self.counts[: max(0, points + 1)]), self.total)


def least_deadwood(pool: str | Iterable[Card], rules: Rules = SHEET, most: int = TWO_HANDS) -> dict[int, Distribution]:
    """The least deadwood of an unknown hand (T3, T9.1, T10.2), its melds taken out: a distribution for each hand size.

    `pool`: the different cards that the hand may consist of, jokers too, or their notation;
    the answer has every size from 0 to `most`, two hands together, or to the whole pool; fewer save time and memory.
    Raises NotationError if a card stands twice or is not in the game.
    Without jokers every pool is counted. With jokers it depends on how close the cards lie together: as they come in
    play, one joker and 35 other cards, two and 28, four and 20 can be counted as a rule, whole ranks side by side only
    up to about 16; what would take much longer raises TooManyStandings, a ValueError: after up to half a minute,
    and at once if it is asked again.

    >>> hands = least_deadwood("5h 6h 7h 7c 7d")
    >>> hands[3].counts[0], hands[3].total, hands[5].counts
    (2, 10, (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1))
    """
    unseen = _pool(pool, rules)
    question, sizes = (unseen, rules.ace_high, rules.joker_points), _largest(unseen, most)
    refused = _refused(*question)
    # Larger hands take longer still, so what was refused once need not be tried again.
    if refused and sizes >= min(refused):
        raise TooManyStandings(refused[min(refused)])
    try:
        return dict(_least_deadwood(*question, sizes))
    except TooManyStandings as too_many:
        # The sentence only: the exception itself would keep the whole half-done count in memory.
        refused[sizes] = str(too_many)
        raise


@lru_cache(maxsize=32)
def _refused(pool: tuple[Card, ...], ace_high: bool, joker_points: int) -> dict[int, str]:
    """What was refused of this pool, by the largest hand asked for."""
    return {}


@lru_cache(maxsize=32)
def _least_deadwood(
    pool: tuple[Card, ...], ace_high: bool, joker_points: int, most: int
) -> tuple[tuple[int, Distribution], ...]:
    naturals = [card for card in pool if not card.is_joker]
    jokers = len(pool) - len(naturals)
    rules = Rules(jokers=jokers, ace_high=ace_high, joker_points=joker_points)
    # The most jokers first: if it takes too long, it does so there.
    tables = [
        hands_by_deadwood(naturals, held, rules, most - held) if held <= most else [] for held in range(jokers, -1, -1)
    ][::-1]
    found = []
    for size in range(most + 1):
        # Hands with `held` jokers: which of the jokers they are makes no difference.
        parts = [
            [comb(jokers, held) * hands for hands in table[size - held]]
            for held, table in enumerate(tables)
            if 0 <= size - held < len(table)
        ]
        found.append((size, _distribution([sum(column) for column in zip_longest(*parts, fillvalue=0)])))
    return tuple(found)


def points(pool: str | Iterable[Card], rules: Rules = SHEET, most: int = TWO_HANDS) -> dict[int, Distribution]:
    """The points of all the cards of an unknown hand (T9.1, T10.4), for each hand size as in `least_deadwood`.

    Raises NotationError if a card stands twice or is not in the game.

    >>> points("Ac 2c Kh")[2].counts
    (0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 1, 1)
    """
    unseen = _pool(pool, rules)
    sizes = _largest(unseen, most)
    dearest = max([10, *(points_of(card, rules) for card in unseen)])
    table = [[0] * (dearest * sizes + 1) for _ in range(sizes + 1)]
    table[0][0] = 1
    for card in unseen:
        worth = points_of(card, rules)
        for size in range(sizes, 0, -1):
            smaller, row = table[size - 1], table[size]
            for total in range(worth, len(row)):
                row[total] += smaller[total - worth]
    return {size: _distribution(row) for size, row in enumerate(table)}


def full_deck(size: int) -> Distribution:
    """The least deadwood of a hand from the full deck of 52 (T1.2; T3.3 without `ace_high`), from the shipped table.

    Raises ValueError for a size outside 0 to 13.

    >>> round(float(full_deck(13).mean), 4), full_deck(5).counts[0]
    (66.0033, 36)
    """
    if not 0 <= size <= DEALT:
        raise ValueError(f"the table has hands of 0 to {DEALT} cards, not of {size!r}")
    return _table()[size]


@cache
def _table() -> tuple[Distribution, ...]:
    table: dict[str, Any] = json.loads(files("cardlab.analysis").joinpath(TABLE).read_text(encoding="utf-8"))
    return tuple(_distribution(counts) for counts in table["least_deadwood"])


def _distribution(counts: list[int]) -> Distribution:
    """Without the zeros at the end."""
    last = max(points for points, hands in enumerate(counts) if hands)
    return Distribution(tuple(counts[: last + 1]), sum(counts))


def _pool(pool: str | Iterable[Card], rules: Rules) -> tuple[Card, ...]:
    unseen = tuple(sorted(read_cards(pool)))
    for card, following in pairwise(unseen):
        if card is following:
            raise NotationError("card_twice_given", card=card)
    for card in unseen:
        if not card.number and card not in JOKERS[: rules.jokers]:
            raise NotationError("not_in_game", card=card)
    return unseen


def _largest(pool: tuple[Card, ...], most: int) -> int:
    return max(0, min(most, len(pool)))


def make_table(path: Path) -> None:
    """Write the table that `full_deck` reads: a row for each hand size, the numbers of hands by least deadwood."""
    rows = [list(hands.counts) for hands in least_deadwood(DECK, SHEET, DEALT).values()]
    lines = ",\n".join("    " + json.dumps(row) for row in rows)
    path.write_text('{\n  "least_deadwood": [\n' + lines + "\n  ]\n}\n", encoding="utf-8")


if __name__ == "__main__":
    make_table(Path(__file__).with_name(TABLE))
