"""What an unknown hand is worth: the exact distribution of its least deadwood and of its plain points.

The hand is any n cards of a pool of unseen cards, every choice as likely as every other; all n are answered at once.
First the questions and their answer, `Distribution`. Then `hands_by_deadwood`, which goes through the ranks from the
king down to the ace. What matters of the cards held so far is not which they are but a *standing*: every way to split
them into sets, whole runs and beginnings of runs that may still turn out best, each with its points above the
cheapest of them. Hands with the same standing are counted together, by cards and by points.
Last the runs of one suit under construction (`suit_of`), and how much one beginning can be worth more than another.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cache, lru_cache
from importlib.resources import files
from itertools import combinations, pairwise, product, zip_longest
from math import comb, sqrt
from pathlib import Path
from typing import Any, Final, NamedTuple, TypeAlias

from cardlab.analysis.cancellation import still_wanted
from cardlab.cards import DECK, JOKERS, SUITS, Card
from cardlab.cards import cards as read_cards
from cardlab.refusal import NotationError
from cardlab.tongits import Rules
from cardlab.tongits import points as points_of

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


HIGH_ACE, KING, ACE = 1, 2, 14
"""Places in the order in which a suit is gone through: an ace above the king (with `ace_high`), king ... two, ace."""

NOTHING, ONE, TWO, RUN = range(4)
SET_OF_ACES: Final = 3
NEVER: Final = 10_000
Beginning: TypeAlias = tuple[int, int, int]
Shortfall: TypeAlias = tuple[tuple[int, ...], ...]


def points_at(place: int) -> int:
    """T9.1: the points of the card at a place."""
    return 1 if place == HIGH_ACE else min(15 - place, 10)


class Change(NamedTuple):
    """One way to go on: the beginning that comes of it, the points it costs, the jokers it takes, if a run is whole."""

    to: int
    cost: int
    jokers: int
    whole: bool


@dataclass(frozen=True, slots=True)
class Spot:
    """What can happen to a suit at one place, by the number of the beginning before it.

    `passed`: the beginning afterwards if the card is not held or lies in a set; `taken`: the ways to go on with it.
    `alike[left]`: afterwards, with so many jokers left, the first beginning that is worth the same.
    `shortfall[left, fewer][mine][yours]`: how many points dearer `mine` can come out at most than `yours`, whatever
    is held of the places to come, if you have `left` jokers for this suit and I have `fewer` less.
    """

    passed: tuple[int, ...]
    taken: tuple[tuple[Change, ...], ...]
    alike: tuple[tuple[int, ...], ...]
    shortfall: dict[tuple[int, int], Shortfall]


@dataclass(frozen=True, slots=True)
class Suit:
    """A suit from top to bottom: its spots by place, and how each beginning may end with a loose ace (`ace_high`)."""

    spots: dict[int, Spot]
    ends: tuple[tuple[Change, ...], ...]
    loose_ace: tuple[bool, ...]


@lru_cache(maxsize=256)
def suit_of(places: int, jokers: int, ace_high: bool, stranded: int) -> Suit:
    """The suit whose unseen cards lie at the places given as bits, for a hand with so many jokers.

    `stranded`: what all the jokers of the hand cost if there is no run that they can be laid to (T10.4).
    """
    aces = (0, 1) if ace_high else (0,)
    beginnings = [(NOTHING, 0, ace) for ace in aces]
    beginnings += [(kind, gap, ace) for kind in (ONE, TWO, RUN) for gap in range(jokers + 1) for ace in aces]
    number = {beginning: place for place, beginning in enumerate(beginnings)}
    ends = tuple(tuple(_ends(beginning, jokers)) for beginning in beginnings)
    loose_ace = tuple(bool(ace) for _, _, ace in beginnings)
    everyone = range(len(beginnings))
    budgets = [(left, fewer) for left in range(jokers + 1) for fewer in range(left + 1)]
    after = {
        (left, fewer): tuple(
            tuple(
                max(_lag(ends[mine], ends[yours], left, fewer, stranded), _ace_lost(mine, yours, loose_ace, stranded))
                for yours in everyone
            )
            for mine in everyone
        )
        for left, fewer in budgets
    }
    spots: dict[int, Spot] = {}
    for place in range(ACE - ace_high, KING - ace_high - 1, -1):
        passed = tuple(number[_passed(beginning, jokers)] for beginning in beginnings)
        taken: tuple[tuple[Change, ...], ...] = ((),) * len(beginnings)
        if places >> place & 1:
            taken = tuple(
                tuple(
                    Change(number[to], cost, used, to[0] == RUN)
                    for to, cost, used in _taken(beginning, place, jokers, ace_high)
                )
                for beginning in beginnings
            )
        spots[place] = Spot(passed, taken, _alike(after, jokers), after)
        after = {
            (left, fewer): tuple(
                tuple(
                    max(
                        after[left, fewer][passed[mine]][passed[yours]],
                        _lag(taken[mine], taken[yours], left, fewer, stranded, after),
                    )
                    for yours in everyone
                )
                for mine in everyone
            )
            for left, fewer in budgets
        }
    return Suit(spots, ends, loose_ace)


def _passed(beginning: Beginning, jokers: int) -> Beginning:
    kind, gap, ace = beginning
    return (kind, gap + 1, ace) if kind and gap < jokers else (NOTHING, 0, ace)


def _taken(beginning: Beginning, place: int, jokers: int, ace_high: bool) -> list[tuple[Beginning, int, int]]:
    """Every way that may be best to hold the card at `place` outside a set: (beginning, points, jokers)."""
    kind, gap, ace = beginning
    alone = (ONE, 0, 1 if place == HIGH_ACE else ace), points_at(place), 0
    if kind == NOTHING:
        return [alone]
    last = place - 1 - gap
    ace_inside = bool(ace and kind < RUN and last == kind)
    ace_after = 0 if ace_inside else ace
    found: list[tuple[Beginning, int, int]] = []
    if kind == ONE and gap == 0:
        found.append(((TWO, 0, ace), points_at(place), 0))
        if jokers:
            # Two neighbours and a joker at one end.
            found.append(((RUN, 0, ace_after), -points_at(last), 1))
    else:
        given_back = sum(points_at(last - back) for back in range(kind if kind < RUN else 0))
        if gap <= jokers:
            found.append(((RUN, 0, ace_after), -given_back, gap))
        if gap:
            found.append(alone)
    if ace_inside:
        # The ace may also be kept for the low end: what was begun with it goes on without it.
        found += _taken((ONE, gap, ace) if kind == TWO else (NOTHING, 0, ace), place, jokers, ace_high)
    return list(dict.fromkeys(found))


def _ends(beginning: Beginning, jokers: int) -> Iterator[Change]:
    """T3.3 with `ace_high`: what becomes of a loose ace at the low end, its point being paid for already."""
    yield Change(0, 0, 0, False)
    if beginning[2]:
        for to, cost, used in _taken(beginning, ACE, jokers, True):
            if to[0] == RUN:
                yield Change(0, cost - 1, used, True)


def _lag(
    mine: tuple[Change, ...],
    yours: tuple[Change, ...],
    left: int,
    fewer: int,
    stranded: int,
    after: dict[tuple[int, int], Shortfall] | None = None,
) -> int:
    """How many points I fall behind at most when you choose your way to go on, and I then choose mine."""
    worst = 0 if after is None else -NEVER
    for theirs in yours:
        if theirs.jokers > left:
            continue
        best = NEVER
        for own in mine:
            if own.jokers <= max(0, theirs.jokers - fewer):
                cost = own.cost + (stranded if theirs.whole and not own.whole else 0)
                if after is not None:
                    rest = left - theirs.jokers
                    cost += after[rest, min(rest, max(0, fewer - theirs.jokers + own.jokers))][own.to][theirs.to]
                best = min(best, cost)
        worst = max(worst, best - theirs.cost)
    return worst


def _ace_lost(mine: int, yours: int, loose_ace: tuple[bool, ...], stranded: int) -> int:
    """A set of aces that you can lay and I cannot, because my ace lies in a run."""
    return SET_OF_ACES + stranded if loose_ace[yours] and not loose_ace[mine] else 0


def _alike(after: dict[tuple[int, int], Shortfall], jokers: int) -> tuple[tuple[int, ...], ...]:
    """With so many jokers left, for each beginning the first that is never dearer and never cheaper."""
    found = []
    for left in range(jokers + 1):
        table = after[left, 0]
        everyone = range(len(table))
        found.append(
            tuple(next(one for one in everyone if table[one][this] <= 0 >= table[this][one]) for this in everyone)
        )
    return tuple(found)


_Pairs: TypeAlias = tuple[tuple[int, int], ...]


@lru_cache(maxsize=64)
def shares(left: int, fewer: int, parts: int) -> tuple[tuple[_Pairs, ...], ...]:
    """Every way that you deal `left` jokers out to so many parts, and for each every way that I save `fewer` there."""
    return tuple(
        tuple(
            tuple(zip(dealt, saved, strict=True))
            for saved in product(*(range(most + 1) for most in dealt))
            if sum(saved) == fewer
        )
        for dealt in product(range(left + 1), repeat=parts)
        if sum(dealt) == left
    )


if __name__ == "__main__":
    make_table(Path(__file__).with_name(TABLE))
