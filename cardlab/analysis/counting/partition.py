"""How many hands from a pool of cards have which least deadwood, for every number of cards at once.

Goes through the ranks from the king down to the ace. What matters of the cards held so far is not which they are but
a *standing*: every way to split them into sets, whole runs and beginnings of runs that may still turn out best, each
with its points above the cheapest of them. Hands with the same standing are counted together, by cards and by points.
Knows T3, T9.1, T10.2 and T10.4; knows nothing of who holds the pool.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations, product
from math import comb
from typing import Final, TypeAlias

from cardlab.analysis.counting.one_suit import ACE, HIGH_ACE, KING, Change, points_at, shares, suit_of
from cardlab.analysis.wanted import still_wanted
from cardlab.cards import SUITS, Card
from cardlab.tongits import Rules

__all__ = ["MOST_STEPS", "TooManyStandings", "hands_by_deadwood"]

MOST_STEPS: Final = 2_000_000
"""A count that takes more steps is given up after some seconds: it would take minutes."""

Standing: TypeAlias = tuple[tuple[int, int], ...]
"""Sorted pairs (split, points above the cheapest). A split is packed: five bits a suit, jokers used, jokers placed."""

USED, PLACED = 20, 23
SUIT_BITS: Final = (1 << 5) - 1
SUITS_ONLY: Final = (1 << USED) - 1
UP_TO_FOUR: Final = 7
EVERY_SUIT: Final = range(len(SUITS))
# So many points less can a card make it at most: two cards that were paid for lie in a run with it.
MOST_GIVEN_BACK: Final = 20


class TooManyStandings(ValueError):
    """The pool is too large to be counted exactly with this many jokers in reasonable time."""


def hands_by_deadwood(pool: Iterable[Card], jokers: int, rules: Rules, most: int) -> list[list[int]]:
    """How many hands of n cards from the pool, beside so many jokers, have which least deadwood: `[n][deadwood]`.

    `pool`: different cards, no joker; n goes up to `most` or to the whole pool.
    Raises TooManyStandings where it would take too long, never without jokers.
    """
    unseen = tuple(pool)
    by_suit = [0] * len(SUITS)
    for card in unseen:
        by_suit[SUITS.index(card.suit)] |= 1 << ACE + 1 - card.number
        if card.number == 1 and rules.ace_high:
            by_suit[SUITS.index(card.suit)] |= 1 << HIGH_ACE
    pile = _Pile.of(len(unseen), min(most, len(unseen)), rules.joker_points * jokers)
    game = _Game(tuple(by_suit), jokers, rules)
    standings: dict[Standing, int] = {((0, 0),): 1}
    for place in range(HIGH_ACE if rules.ace_high else KING, ACE + (not rules.ace_high)):
        standings = _after(standings, _Rank(game, place), pile)
    return pile.unpacked((game.least(standing), hands) for standing, hands in standings.items())


@dataclass(frozen=True, slots=True)
class _Pile:
    """Numbers of hands by cards and points, all in one integer: one addition adds them all up, a shift moves them."""

    most: int
    columns: int
    bits: int

    @classmethod
    def of(cls, size: int, most: int, stranded: int) -> _Pile:
        columns = max(10 * most, MOST_GIVEN_BACK) + stranded + 1
        return cls(most, columns, max(comb(size, count) for count in range(most + 1)).bit_length())

    def shift(self, cards: int, points: int) -> int:
        return (cards * self.columns + points) * self.bits

    def unpacked(self, parts: Iterable[tuple[int, int]]) -> list[list[int]]:
        """The sum of all parts (points to add, packed numbers), as a table."""
        total = 0
        for points, hands in parts:
            total += hands << points * self.bits if points >= 0 else hands >> -points * self.bits
        one = (1 << self.bits) - 1
        return [
            [total >> self.shift(cards, points) & one for points in range(self.columns)]
            for cards in range(self.most + 1)
        ]


class _Game:
    """What stays the same from rank to rank."""

    def __init__(self, by_suit: tuple[int, ...], jokers: int, rules: Rules) -> None:
        self.by_suit = by_suit
        self.jokers = jokers
        self.joker_points = rules.joker_points
        # Whether it matters how many jokers beyond those used could be laid somewhere (T10.4).
        self.places_count = rules.joker_points > 0 and jokers > 0
        self.steps = 0
        self.suits = [suit_of(places, jokers, rules.ace_high, rules.joker_points * jokers) for places in by_suit]

    def with_set(self, split: int, used: int, room: int) -> int | None:
        """The split with one more set in it, that takes so many jokers and has room for so many; None: too many."""
        total = (split >> USED & UP_TO_FOUR) + used
        if total > self.jokers:
            return None
        placed = min(self.jokers, (split >> PLACED) + room) if self.places_count else 0
        return split & SUITS_ONLY | total << USED | placed << PLACED

    def sets_of(self, held: Sequence[int]) -> list[tuple[int, int, int]]:
        """T3.1, T10.2: what may be laid of the cards of one rank: (suits as bits, jokers used, room for jokers)."""
        found = [(0, 0, 0)]
        for size in range(2 if self.jokers else 3, len(held) + 1):
            used = max(0, 3 - size)
            found += [(_bits(chosen), used, len(SUITS) - size) for chosen in combinations(held, size)]
        if len(held) == len(SUITS) and self.jokers > 1 and self.places_count:
            # Two sets of two cards and a joker each.
            found.append((_bits(held), 2, 4))
        return found

    def least(self, standing: Standing) -> int:
        """The least points above the cheapest split, when all ranks have been gone through."""
        return min(cost + self._end(split) for split, cost in standing)

    def _end(self, split: int) -> int:
        """What is added to a split at the end: loose aces laid below a two or as a set, jokers that lie nowhere."""
        begun = [split >> 5 * suit & SUIT_BITS for suit in EVERY_SUIT]
        loose = [suit for suit in EVERY_SUIT if self.suits[suit].loose_ace[begun[suit]]]
        found = []
        for laid, used, room in self.sets_of(loose):
            after = self.with_set(split, used, room)
            if after is None:
                continue
            ends = [
                (Change(0, -1, 0, False),) if laid >> suit & 1 else self.suits[suit].ends[begun[suit]]
                for suit in EVERY_SUIT
            ]
            for chosen in product(*ends):
                if (after >> USED & UP_TO_FOUR) + sum(end.jokers for end in chosen) <= self.jokers:
                    placed = self.jokers if any(end.whole for end in chosen) else after >> PLACED
                    left_over = self.jokers - placed if self.places_count else 0
                    points = sum(end.cost for end in chosen) + left_over * self.joker_points
                    found.append(points)
        return min(found)


class _Rank:
    """What can happen at one rank, remembered for the splits that have been seen."""

    def __init__(self, game: _Game, place: int) -> None:
        self.game = game
        self.spots = [suit.spots[place] for suit in game.suits]
        self.available = [suit for suit in EVERY_SUIT if game.by_suit[suit] >> place & 1]
        self.sets_allowed = place != HIGH_ACE
        # The dearest set that a joker may still complete: two cards, and the room in it.
        self.dearest_set = 0
        for below in range(ACE, place, -1):
            if sum(cards >> below & 1 for cards in game.by_suit) > 1:
                self.dearest_set = 2 * points_at(below) + game.joker_points * min(2, game.jokers)
        self._changed: dict[tuple[int, int, int], list[tuple[int, int]]] = {}
        self._dearer: dict[tuple[int, int], int] = {}

    def hands(self) -> Iterator[tuple[int, int, list[tuple[int, int, int]]]]:
        """Every choice of cards of this rank: (suits as bits, how many, the sets that may be laid of them)."""
        for count in range(len(self.available) + 1):
            for held in combinations(self.available, count):
                yield _bits(held), count, self.game.sets_of(held) if self.sets_allowed else [(0, 0, 0)]

    def changed(self, split: int, held: int, laid: int) -> list[tuple[int, int]]:
        """What a split becomes when these cards come, some of them laid as a set: (split, points it costs)."""
        key = split, held, laid
        found = self._changed.get(key)
        if found is None:
            found = self._changed[key] = self._change(split, held & ~laid)
        return found

    def _change(self, split: int, taken: int) -> list[tuple[int, int]]:
        game = self.game
        ways: list[tuple[int, int, tuple[int, ...], int]] = [(split >> USED & UP_TO_FOUR, split >> PLACED, (), 0)]
        for suit, spot in enumerate(self.spots):
            before = split >> 5 * suit & SUIT_BITS
            if not taken >> suit & 1:
                ways = [(used, placed, (*to, spot.passed[before]), cost) for used, placed, to, cost in ways]
                continue
            ways = [
                (
                    used + change.jokers,
                    # A run can take every joker that is left.
                    game.jokers if change.whole and game.places_count else placed,
                    (*to, change.to),
                    cost + change.cost,
                )
                for used, placed, to, cost in ways
                for change in spot.taken[before]
                if used + change.jokers <= game.jokers
            ]
        found = []
        for used, placed, to, cost in ways:
            packed = used << USED | placed << PLACED
            for suit, spot in enumerate(self.spots):
                packed |= spot.alike[game.jokers - used][to[suit]] << 5 * suit
            found.append((packed, cost))
        return found

    def dearer(self, mine: int, yours: int) -> int:
        """How many points dearer than split `yours` split `mine` can come out at most, whatever cards are to come."""
        key = mine, yours
        found = self._dearer.get(key)
        if found is None:
            found = self._dearer[key] = self._most_dearer(mine, yours)
        return found

    def _most_dearer(self, mine: int, yours: int) -> int:
        # I answer everything you do with the same sets, and in every suit with what its spot knows. You deal out your
        # jokers to the suits and the sets as is worst for me; I then save those that I have fewer where it costs least.
        left = self.game.jokers - (yours >> USED & UP_TO_FOUR)
        fewer = max(0, (mine >> USED & UP_TO_FOUR) - (yours >> USED & UP_TO_FOUR))
        tables = []
        for suit, spot in enumerate(self.spots):
            own, other = mine >> 5 * suit & SUIT_BITS, yours >> 5 * suit & SUIT_BITS
            tables.append({budget: table[own][other] for budget, table in spot.shortfall.items()})
        if not left:
            worst = sum(table[0, 0] for table in tables)
        else:
            tables.append({(dealt, saved): saved * self.dearest_set for dealt, saved in tables[0]})
            dealt_out = shares(left, fewer, len(tables))
            self.game.steps += len(dealt_out)
            worst = max(
                min(sum(table[budget] for table, budget in zip(tables, saving, strict=True)) for saving in savings)
                for savings in dealt_out
            )
        return worst + self.game.joker_points * max(0, (yours >> PLACED) - (mine >> PLACED))

    def standing(self, splits: dict[int, int]) -> tuple[Standing, int]:
        """The splits that may still turn out best, and the points of the cheapest."""
        if len(splits) == 1:
            ((split, cost),) = splits.items()
            return ((split, 0),), cost
        ordered = sorted((cost, split) for split, cost in splits.items())
        cheapest = ordered[0][0]
        kept: list[tuple[int, int]] = []
        for cost, split in ordered:
            if not any(other + self.dearer(rival, split) <= cost for other, rival in kept):
                # A split of the same cost may have to give way to one that comes after it.
                kept = [one for one in kept if one[0] < cost or cost + self.dearer(split, one[1]) > one[0]]
                kept.append((cost, split))
        return tuple(sorted((split, cost - cheapest) for cost, split in kept)), cheapest


def _after(standings: dict[Standing, int], rank: _Rank, pile: _Pile) -> dict[Standing, int]:
    """The standings after one more rank, with the hands that lead there."""
    game, changed = rank.game, rank.changed
    found: dict[Standing, int] = {}
    for held, count, sets in rank.hands():
        for standing, hands in standings.items():
            still_wanted()
            splits: dict[int, int] = {}
            for before, paid in standing:
                for laid, used, room in sets:
                    split = game.with_set(before, used, room) if laid else before
                    if split is None:
                        continue
                    for after, cost in changed(split, held, laid):
                        if splits.get(after, paid + cost + 1) > paid + cost:
                            splits[after] = paid + cost
            new, cheapest = rank.standing(splits)
            found[new] = found.get(new, 0) + (hands << pile.shift(count, cheapest))
            game.steps += len(splits)
        if game.jokers and game.steps > MOST_STEPS:
            raise TooManyStandings(f"too many cards are unseen to count every hand with {game.jokers} jokers in it")
    within = (1 << pile.shift(pile.most + 1, 0)) - 1
    cut = {standing: hands & within for standing, hands in found.items()}
    return {standing: hands for standing, hands in cut.items() if hands}


def _bits(suits: Iterable[int]) -> int:
    return sum(1 << suit for suit in suits)
