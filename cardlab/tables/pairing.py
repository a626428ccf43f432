"""Who sits at which table of a round, and in which seat.

- `filled`: players with as many bots as are needed for full tables;
- `triple_system`: tables of three at which everybody meets everybody once, for 9, 15, 21, 27 and a few more;
- `round_robin`: a whole tournament of such tables, or of tables of two (Tichu), everybody beginning equally often;
- `swiss`: one round among players of about equal points, in which nobody meets anybody again while that is possible;
- `bracket`, `advanced`: the rounds of a knock-out.

A table is a tuple of players, seat 0 first. Nothing here draws lots: who stands before whom among equals is decided by
SHA-256 of `lot` and the player, so that the order in which players are named changes nothing and anybody can repeat it.
scipy is needed by `swiss` alone; where it is not installed, a plain search takes its place and says so.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from hashlib import sha256
from itertools import combinations, permutations
from typing import Final, TypeAlias

from cardlab.choices import Word
from cardlab.tables.results import BOT, bot, is_bot

Table: TypeAlias = tuple[str, ...]
Round: TypeAlias = tuple[Table, ...]
Triples: TypeAlias = tuple[tuple[tuple[int, int, int], ...], ...]
"""The rounds of a triple system: the tables of each, players as numbers from 0."""

THREE: Final = 3
TIME: Final = 5.0
"""So many seconds a round of `swiss` is looked for at most."""
_SPAN: Final = 30
"""Points are taken in so many steps from the lowest to the highest."""
_TWO_BOTS: Final = 100
"""How many meetings again two bots at one table are as bad as."""


class Method(Word):
    """How a round was found."""

    DESIGN = "design"
    MILP = "milp"
    SEARCH = "search"


@dataclass(frozen=True, slots=True)
class Pairing:
    """The tables of one round.

    - `again`: the pairs that meet although they have met before, and players with a bot though they have had one;
    - `method`: how it was found;
    - `proven`: whether it is shown that in this round not fewer could meet again;
    - `closest`: whether it is shown as well that the points at the tables could not lie closer together.
    """

    tables: Round
    again: tuple[tuple[str, str], ...]
    method: Method
    proven: bool
    closest: bool


def filled(players: Iterable[str], size: int = THREE) -> tuple[str, ...]:
    """The players, and behind them as many bots as make full tables of `size`.

    >>> filled(["Ana", "Ben", "Cy", "Di"])
    ('Ana', 'Ben', 'Cy', 'Di', 'bot:1', 'bot:2')
    """
    seated = tuple(players)
    return with_bots(seated, max(size, -(-len(seated) // size) * size))


def with_bots(players: tuple[str, ...], count: int) -> tuple[str, ...]:
    """The players, and behind them bots up to so many."""
    return players + tuple(bot(number) for number in range(1, count - len(players) + 1))


def by_lot(players: Iterable[str], lot: str) -> tuple[str, ...]:
    """The players in the order of SHA-256 of the lot and their names; bots last."""
    return tuple(sorted(players, key=lambda player: (is_bot(player), _drawn(player, lot))))


def _drawn(player: str, lot: str) -> bytes:
    return sha256(f"{lot} {player}".encode("utf-8", "surrogatepass")).digest()


# Everybody meets everybody once.


def triple_system(count: int) -> Triples:
    """A Kirkman triple system: rounds of tables of three, in all of which each two players meet exactly once.

    Such systems exist for 3, 9, 15, 21, ... players (D. K. Ray-Chaudhuri and R. M. Wilson, "Solution of Kirkman's
    schoolgirl problem", 1971). Their two direct constructions are used, with a field of q = 6t + 1 elements, q prime:
    for 3q players (21, 39, 57) and 2q + 1 (15, 27, 39, 63); 3 and 9 are lines of a plane of three by three points. They
    are told in C. J. Colbourn and J. H. Dinitz, "Handbook of Combinatorial Designs", 2nd edition, part II.2.8.

    Raises ValueError for a number of players for which none is made here (33, 45, 51 are such numbers).

    >>> [len(triple_system(count)) for count in (3, 9, 15, 21, 27)]
    [1, 4, 7, 10, 13]
    """
    made = _triple_system(count)
    if not made:
        raise ValueError(f"no triple system of {count} players is known here")
    return made


@cache
def _triple_system(count: int) -> Triples:
    if count == THREE:
        return (((0, 1, 2),),)
    if count == 9:
        return _plane()
    if count % 2 and _is_field((count - 1) // 2):
        return _doubled((count - 1) // 2)
    if count % THREE == 0 and _is_field(count // THREE):
        return _tripled(count // THREE)
    return ()


def has_triple_system(count: int) -> bool:
    """Whether `triple_system` makes one for so many players."""
    return bool(_triple_system(count))


def _is_field(size: int) -> bool:
    """Whether it is a prime 6t + 1: then the numbers below it are a field."""
    return size > 6 and size % 6 == 1 and all(size % factor for factor in range(2, int(size**0.5) + 1))


def _powers(size: int) -> list[int]:
    """The powers of a number whose powers are all of the field but 0, as often as they are asked for here."""
    for root in range(2, size):
        powers = [pow(root, exponent, size) for exponent in range(size - 1)]
        if len(set(powers)) == size - 1:
            return powers * 3
    raise ValueError(f"{size} is no prime")


def _plane() -> Triples:
    """Nine points in rows and columns; a round is all lines of one direction."""
    rounds = []
    for across, down in ((0, 1), (1, 0), (1, 1), (1, 2)):
        lines = {
            tuple(sorted(3 * ((x + step * across) % 3) + (y + step * down) % 3 for step in range(3)))
            for x in range(3)
            for y in range(3)
        }
        rounds.append(tuple((line[0], line[1], line[2]) for line in sorted(lines)))
    return tuple(rounds)


def _tripled(size: int) -> Triples:
    """3q players: the pairs of an element of the field and a level 0, 1, 2."""
    power, third = _powers(size), (size - 1) // 6

    def across(first: int, shift: int) -> tuple[int, int, int]:
        one, two, three = ((power[first + 2 * third * level] + shift) % size + size * level for level in range(3))
        return one, two, three

    def level(first: int, on: int, shift: int) -> tuple[int, int, int]:
        one, two, three = ((power[first + 2 * third * step] + shift) % size + size * on for step in range(3))
        return one, two, three

    odd = [part * third + step for part in (1, 3, 5) for step in range(third)]
    even = [part * third + step for part in (0, 2, 4) for step in range(third)]
    rounds = [
        (
            (shift, shift + size, shift + 2 * size),
            *(level(first, on, shift) for first in range(third) for on in range(3)),
            *(across(first, shift) for first in odd),
        )
        for shift in range(size)
    ]
    return (*rounds, *(tuple(across(first, shift) for shift in range(size)) for first in even))


def _doubled(size: int) -> Triples:
    """2q + 1 players: the pairs of an element of the field and a level 0, 1, and one player more."""
    power, third, last = _powers(size), (size - 1) // 6, 2 * size
    middle = power.index((power[third] + 1) * pow(2, -1, size) % size)
    begun = [part * third + step for part in (0, 2, 4) for step in range(third)]

    def table(shift: int, *points: tuple[int, int]) -> tuple[int, int, int]:
        one, two, three = ((power[exponent] + shift) % size + size * level for exponent, level in points)
        return one, two, three

    return tuple(
        (
            (shift, shift + size, last),
            *(table(shift, (first, 0), (first + third, 0), (first + middle, 1)) for first in begun),
            *(table(shift, *((first + middle + third * part, 1) for part in (1, 3, 5))) for first in range(third)),
        )
        for shift in range(size)
    )


def round_robin(players: Iterable[str], size: int = THREE) -> tuple[Round, ...]:
    """All rounds of a tournament in which everybody meets everybody once.

    - `players`: in the order of their places in the plan; it decides who meets whom when, and nothing else;
    - `size`: three players at a table, or two.

    Bots are added up to the next number for which there is a plan; a table of bots alone is left out.
    Of any number of rounds everybody has each seat equally often, as nearly as it can be.
    Raises ValueError where no plan is known for so many.

    >>> for tables in round_robin(["Ana", "Ben", "Cy"], 2): print(tables)
    (('Ana', 'bot:1'), ('Ben', 'Cy'))
    (('Cy', 'Ana'), ('bot:1', 'Ben'))
    (('Ana', 'Ben'), ('Cy', 'bot:1'))
    """
    seated = tuple(players)
    count = places_needed(len(seated), size)
    return tuple(on_chairs(one, with_bots(seated, count)) for one in plan(count, size))


Plan: TypeAlias = tuple[tuple[tuple[int, ...], ...], ...]
"""The rounds of a round robin: the tables of each, chairs as numbers from 0."""


@cache
def plan(count: int, size: int = THREE) -> Plan:
    """All rounds for so many chairs, as many as `places_needed` gives: each two meet once, seats are shared out evenly.

    Raises ValueError if there is no such plan.
    """
    return _evenly_seated(triple_system(count) if size == THREE else _circle(count))


def on_chairs(tables: Iterable[Iterable[int]], chairs: Sequence[str]) -> Round:
    """A round of a plan with whoever sits on the chairs; a table of bots alone is left out."""
    seated = (tuple(chairs[at] for at in table) for table in tables)
    return tuple(table for table in seated if not all(map(is_bot, table)))


def places_needed(players: int, size: int = THREE) -> int:
    """For how many chairs there is a plan, at least as many as players. Raises ValueError if there is none.

    >>> places_needed(10), places_needed(27), places_needed(7, 2)
    (15, 27, 8)
    """
    if size == 2 and players <= MOST:
        return max(2, players + players % 2)
    for count in range(max(THREE, players), MOST + 1):
        if has_triple_system(count):
            return count
    raise ValueError(f"no plan is known for {players} players at tables of {size}")


MOST: Final = 63
"""For more places no plan is made."""


def _circle(count: int) -> Plan:
    """The circle method: one stays where it is, all others move on by a chair after each round."""
    rounds = []
    turning = list(range(1, count))
    for _ in range(count - 1):
        around = [0, *turning]
        rounds.append(tuple(zip(around[: count // 2], reversed(around[count // 2 :]), strict=True)))
        turning.insert(0, turning.pop())
    return tuple(rounds)


_Part: TypeAlias = tuple[int, int]
"""A chair, and which of its parts."""


def _evenly_seated(rounds: Plan) -> Plan:
    """The same tables, each chair having each seat equally often, up to one.

    Tables and chairs are the two sides of a graph, a seat is the colour of an edge. Cut each chair into parts with as
    many tables as there are seats; then no part and no table has more edges than there are colours, and by König's
    theorem they can be coloured so that no two of one colour meet.
    """
    tables = [table for one in rounds for table in one]
    seats = range(len(tables[0]))
    played: Counter[int] = Counter()
    at_table: list[dict[int, _Part]] = []
    of_part: dict[_Part, dict[int, int]] = {}
    for number, table in enumerate(tables):
        at_table.append({})
        for chair in table:
            part = (chair, played[chair] // len(seats))
            played[chair] += 1
            mine = of_part.setdefault(part, {})
            here = next(seat for seat in seats if seat not in at_table[number])
            seat = here if here not in mine else next(seat for seat in seats if seat not in mine)
            if seat != here:
                _swap(at_table, of_part, number, here, seat)
            at_table[number][seat], mine[seat] = part, number
    seated = iter(tuple(sitting[seat][0] for seat in seats) for sitting in at_table)
    return tuple(tuple(next(seated) for _ in one) for one in rounds)


def _swap(
    at_table: list[dict[int, _Part]], of_part: dict[_Part, dict[int, int]], number: int, here: int, free: int
) -> None:
    """Frees the seat `free` at a table where `here` is free, by changing both seats along the way that begins there."""
    way: list[tuple[int, _Part, int]] = []
    table, seat = number, free
    while True:
        part = at_table[table].get(seat)
        if part is None:
            break
        way.append((table, part, seat))
        other = here if seat == free else free
        following = of_part[part].get(other)
        if following is None:
            break
        way.append((following, part, other))
        table = following
    for table, part, seat in way:
        del at_table[table][seat], of_part[part][seat]
    for table, part, seat in way:
        other = here if seat == free else free
        at_table[table][other], of_part[part][other] = part, table


# One round after the other, among players of about equal points.


@dataclass(frozen=True, slots=True)
class Past:
    """What the rounds so far say about the next one: who has met whom how often, and who has sat where."""

    meetings: Mapping[tuple[str, str], int]
    sat: Mapping[tuple[str, int], int]
    played: Mapping[str, int]

    @classmethod
    def of(cls, rounds: Iterable[Round]) -> Past:
        """From the tables of all rounds so far. All bots are one player here: nobody is to have one twice."""
        meetings: Counter[tuple[str, str]] = Counter()
        sat: Counter[tuple[str, int]] = Counter()
        played: Counter[str] = Counter()
        for table in (table for one in rounds for table in one):
            meetings.update(_pair(one, other) for one, other in combinations(table, 2))
            sat.update((player, seat) for seat, player in enumerate(table))
            played.update(table)
        return cls(meetings, sat, played)

    def met(self, one: str, other: str) -> int:
        """How often the two have sat at one table."""
        return self.meetings.get(_pair(one, other), 0)

    def seated(self, table: Iterable[str], lot: str = "") -> Table:
        """The players of a table in seats: who has begun least often, for the rounds played, begins."""

        def unfair(sitting: Table) -> tuple[int, ...]:
            shares = [
                len(sitting) * self.sat.get((player, seat), 0) - self.played.get(player, 0)
                for seat, player in enumerate(sitting)
            ]
            return shares[0], sum(shares)

        return min(permutations(by_lot(table, lot)), key=unfair)


def _pair(one: str, other: str) -> tuple[str, str]:
    one, other = (BOT if is_bot(player) else player for player in (one, other))
    return (one, other) if one <= other else (other, one)


def swiss(
    points: Mapping[str, float],
    rounds: Sequence[Round] = (),
    planned: int = 0,
    lot: str = "",
    time: float = TIME,
) -> Pairing:
    """The next round at tables of three.

    - `points`: the players who play it, each with the points so far; bots are added here;
    - `rounds`: the tables of all rounds so far;
    - `planned`: how many rounds there are to be, if that is known;
    - `lot`: decides between players of equal points;
    - `time`: so many seconds are taken at most.

    First as few as possible meet again (and no bot sits with anybody twice, nor with another bot, while that can be).
    Then the squares of the difference between the most and the least points at a table are as small as possible in all;
    for that points are taken in 30 steps. A round so found may be followed by one in which somebody meets again, where
    another choice might not have been. So where many rounds are planned for 15, 21 or 27 players who all stay, it is
    one of the rounds of a triple system that was not played yet, the one with the smallest differences: then nobody
    meets anybody twice in the whole tournament.
    """
    players = by_lot(filled(points), lot)
    known = Past.of(rounds)
    if planned > _SAFE.get(len(players), planned):
        found = _of_design(players, points, rounds)
        if found:
            return _pairing(found, known, lot, Method.DESIGN, shown=False)
    weighed = _Weighed.of(players, points, known)
    best = weighed.search()
    method, shown = Method.SEARCH, False
    if time > 0:
        try:
            solved, shown = _solved(weighed, time)
        except ImportError:
            solved = None
        if solved is not None and (shown or weighed.total(solved) <= weighed.total(best)):
            best, method = solved, Method.MILP
    tables = [tuple(weighed.players[at] for at in table) for table in sorted(best)]
    return _pairing(tables, known, lot, method, shown)


_SAFE: Final = {15: 4, 21: 6, 27: 8}
"""For these numbers of players: so many rounds went without a meeting again however they ended (tried with 4 to 20
tournaments of each size, strengths and payments drawn by lot)."""


def _pairing(tables: Iterable[Table], known: Past, lot: str, method: Method, shown: bool) -> Pairing:
    seated = tuple(known.seated(table, lot) for table in tables)
    again = tuple(pair for table in seated for pair in combinations(table, 2) if known.met(*pair))
    return Pairing(seated, again, method, shown or not again, shown)


def _of_design(players: Sequence[str], points: Mapping[str, float], rounds: Sequence[Round]) -> list[Table] | None:
    """The best round that is left of the triple system of these players, if the rounds so far belong to it."""
    left = {
        frozenset(frozenset(players[at] for at in table) for table in tables) for tables in triple_system(len(players))
    }
    for played in rounds:
        tables = frozenset(map(frozenset, played))
        if tables not in left:
            return None
        left.remove(tables)
    if not left:
        return None
    level = _levels(players, points)
    place = {player: at for at, player in enumerate(players)}
    ordered = [sorted(sorted(place[player] for player in table) for table in tables) for tables in left]
    best = min(ordered, key=lambda tables: (sum(_spread([level[at] for at in table]) for table in tables), tables))
    return [tuple(players[at] for at in table) for table in best]


def _levels(players: Sequence[str], points: Mapping[str, float]) -> list[int | None]:
    """The points of each player in steps from the lowest to the highest; a bot has none."""
    lowest, highest = min(points.values()), max(points.values())
    wide = highest - lowest or 1
    return [None if is_bot(player) else round(_SPAN * (points[player] - lowest) / wide) for player in players]


def _spread(levels: Iterable[int | None]) -> int:
    held = [level for level in levels if level is not None]
    return (max(held) - min(held)) ** 2 if held else 0


_Three: TypeAlias = tuple[int, int, int]


@dataclass(frozen=True, slots=True)
class _Weighed:
    """The players of a round in the order of their points, and what it costs to put three of them at a table.

    One meeting again costs more than all differences of points together.
    """

    players: tuple[str, ...]
    levels: tuple[int | None, ...]
    met: tuple[tuple[int, ...], ...]
    meeting: int

    @classmethod
    def of(cls, players: Sequence[str], points: Mapping[str, float], known: Past) -> _Weighed:
        ordered = sorted(players, key=lambda player: -points.get(player, float("-inf")))
        met = tuple(
            tuple(_TWO_BOTS if is_bot(one) and is_bot(other) else known.met(one, other) for other in ordered)
            for one in ordered
        )
        return cls(tuple(ordered), tuple(_levels(ordered, points)), met, _SPAN**2 * (len(ordered) // THREE) + 1)

    def cost(self, table: Sequence[int]) -> int:
        one, two, three = table
        again = self.met[one][two] + self.met[one][three] + self.met[two][three]
        return self.meeting * again + _spread([self.levels[at] for at in table])

    def total(self, tables: Iterable[Sequence[int]]) -> int:
        return sum(map(self.cost, tables))

    def search(self) -> list[_Three]:
        """Tables in the order of points, then players changed between two tables as long as that makes it cheaper."""
        tables = [list(range(at, at + THREE)) for at in range(0, len(self.players), THREE)]
        better = True
        while better:
            better = False
            for one, other in combinations(tables, 2):
                for mine in range(THREE):
                    for yours in range(THREE):
                        before = self.cost(one) + self.cost(other)
                        one[mine], other[yours] = other[yours], one[mine]
                        if self.cost(one) + self.cost(other) < before:
                            better = True
                        else:
                            one[mine], other[yours] = other[yours], one[mine]
        return [_three(table) for table in tables]


def _three(table: Iterable[int]) -> _Three:
    one, two, three = sorted(table)
    return one, two, three


def _solved(weighed: _Weighed, time: float) -> tuple[list[_Three] | None, bool]:
    """The cheapest tables as an integer problem: which of all threes are taken, so that everybody sits at one of them.

    Gives the tables, None if none were found in time, and whether they are shown to be the cheapest.
    Raises ImportError where scipy is not installed.
    """
    import numpy
    from scipy.optimize import Bounds, LinearConstraint, milp
    from scipy.sparse import csc_array

    threes = list(combinations(range(len(weighed.players)), THREE))
    rows = numpy.array(threes).reshape(-1)
    columns = numpy.repeat(numpy.arange(len(threes)), THREE)
    seats = csc_array((numpy.ones(len(rows)), (rows, columns)), shape=(len(weighed.players), len(threes)))
    found = milp(
        numpy.array([weighed.cost(three) for three in threes], dtype=float),
        constraints=LinearConstraint(seats, 1, 1),
        bounds=Bounds(0, 1),
        integrality=numpy.ones(len(threes)),
        options={"time_limit": time, "mip_rel_gap": 0},
    )
    if found.x is None:
        return None, False
    tables = [threes[at] for at in numpy.flatnonzero(found.x > 0.5)]
    if sorted(player for table in tables for player in table) != list(range(len(weighed.players))):
        return None, False
    return tables, found.status == 0


# Knock-out


def bracket(players: Sequence[str]) -> Round:
    """The first round of a knock-out of two at a table, the strongest first: the strongest meet as late as possible.

    Bots stand where players are missing; who meets a bot goes on whatever happens, so a bot never meets a bot.
    Raises ValueError for fewer than two players.

    >>> bracket(["Ana", "Ben", "Cy"])
    (('Ana', 'bot:1'), ('Ben', 'Cy'))
    """
    if len(players) < 2:
        raise ValueError("a knock-out needs two players")
    order = [0]
    while len(order) < len(players):
        size = 2 * len(order)
        order = [place for seed in order for place in (seed, size - 1 - seed)]
    chairs = with_bots(tuple(players), len(order))
    return advanced([chairs[place] for place in order])


def advanced(winners: Sequence[str]) -> Round:
    """The tables of the next round: who has won at two tables beside each other. Raises ValueError for an odd number.

    >>> advanced(["Ana", "Cy"])
    (('Ana', 'Cy'),)
    """
    return tuple(zip(winners[::2], winners[1::2], strict=True))
