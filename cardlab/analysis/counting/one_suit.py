"""The runs of one suit under construction, card by card from the king down to the ace.

Knows T3.2, T3.3 and T10.2 for a single suit, and how much one beginning of a run can be worth more than another;
knows nothing of sets, of other suits, or of how likely a card is.

A beginning is (kind, gap, ace):
kind 0: nothing, 1: one card, 2: two neighbours, 3: a whole run, which may still grow;
gap: how many places lie open below its last card, so many jokers are needed to go on;
ace: 1 if an ace is held that lies in no meld yet (only with `ace_high`, where it may end up above or below).
The points of cards that are not yet part of a whole run are paid for when they come, and given back with the third.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from itertools import product
from typing import Final, NamedTuple, TypeAlias

__all__ = ["ACE", "HIGH_ACE", "KING", "Change", "Spot", "Suit", "points_at", "suit_of"]

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
