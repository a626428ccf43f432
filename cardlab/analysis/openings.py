"""Does it pay to open in the first turn? Many first turns dealt and played on, by the melds that are in the hand.

Of each deal the best turn that lays a meld is set against the best that lays nothing; both are chosen in worlds of no
other use and compared in the same new ones, so neither is flattered. The error counts how much deals differ, and the
sampling of each.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from math import sqrt
from typing import Final

from cardlab.analysis.cancellation import still_wanted
from cardlab.analysis.continuations import best_turns, narrowed, turns
from cardlab.analysis.deals import FARTHEST_WORLD, PAYMENT, WIN, play_worlds
from cardlab.analysis.kernel import compiled
from cardlab.tongits import LayMeld, Rules, best_arrangements, deal, view

MOST_MELDS: Final = 3
"""Hands with so many melds or more are one kind."""
DEALS, DEALS_PLAIN = 80, 6
"""So many deals of each kind are played on, with the compiled kernel and without it."""
SCANNED: Final = 20_000
"""So many deals are looked through for the kinds that are rare."""
COMMON: Final = 2_000
"""How common each kind is, the first so many of them say."""
CHOOSING, COMPARING = 100, 200
"""In so many worlds the best turn of either way is chosen, and in so many others the two are compared."""
UNUSED: Final = FARTHEST_WORLD + 10_000
"""The first world to choose in: `best_turns` uses some before it."""
AT_ONCE: Final = 8


@dataclass(frozen=True, slots=True)
class Kind:
    """What is known of first turns with so many melds in hand.

    - `melds`: how many, `MOST_MELDS` or more; `common`: the share of first hands that have so many, 0 to 1;
    - `deals`: how many were played on; `payment`, `win`: how much more opening brings than waiting, on average, each
      with its standard error; `opens`: the share of deals in which opening brought more.
    """

    melds: int
    common: float
    deals: int
    payment: tuple[float, float]
    win: tuple[float, float]
    opens: float


@dataclass(frozen=True, slots=True)
class Openings:
    """What is known so far of first turns under these rules; `scanned`: of so many first hands it is known."""

    kinds: tuple[Kind, ...]
    scanned: int
    wanted: int
    done: bool


@dataclass(slots=True)
class _Sums:
    """Differences of deals, added up."""

    deals: int = 0
    paid: float = 0.0
    paid_squared: float = 0.0
    won: float = 0.0
    won_squared: float = 0.0
    opened: int = 0

    def add(self, paid: float, won: float) -> None:
        self.deals += 1
        self.paid, self.paid_squared = self.paid + paid, self.paid_squared + paid * paid
        self.won, self.won_squared = self.won + won, self.won_squared + won * won
        self.opened += paid > 0


_known_already: Final[dict[tuple[Rules, int], Openings]] = {}
"""What was worked out in this process: a whole class asks the same."""
MOST_KEPT: Final = 50


def opening_statistics(rules: Rules, *, deals: int | None = None) -> Iterator[Openings]:
    """Better and better answers; the same rules and number of deals give the same ones, a second time only the last.

    `deals`: how many of each kind. Raises NotWanted once they are not wanted any more, see `cancellation`.
    """
    wanted = deals or (DEALS if compiled.best().compiled else DEALS_PLAIN)
    if (rules, wanted) in _known_already:
        yield _known_already[rules, wanted]
        return
    met = dict.fromkeys(range(MOST_MELDS + 1), 0)
    sums = {melds: _Sums() for melds in range(1, MOST_MELDS + 1)}
    fresh = 0
    for number in range(SCANNED):
        still_wanted()
        melds = melds_dealt(rules, number)
        if number < COMMON:
            met[melds] += 1
        if melds and sums[melds].deals < wanted:
            difference = opening_against_waiting(rules, number)
            if difference is not None:
                sums[melds].add(*difference)
                fresh += 1
        full = all(one.deals >= wanted for one in sums.values())
        if full and number + 1 >= COMMON:
            break
        if fresh >= AT_ONCE:
            fresh = 0
            yield _known(sums, met, wanted, done=False)
    last = _known(sums, met, wanted, done=True)
    if len(_known_already) < MOST_KEPT:
        _known_already[rules, wanted] = last
    yield last


def melds_dealt(rules: Rules, number: int) -> int:
    """How many melds the first player of this deal can lay at best, `MOST_MELDS` for more."""
    state = deal(rules, number)
    hand = state.hands[state.seat]
    return min(MOST_MELDS, max(len(one.melds) for one in best_arrangements(hand, rules=rules)))


def opening_against_waiting(rules: Rules, number: int) -> tuple[float, float] | None:
    """How much more the best turn that lays a meld brings than the best that lays none: payment, chance to win.

    None where there are not both, as where the deal is won at once.
    """
    state = deal(rules, number)
    asked = best_turns(turns(view(state, state.seat)), number)
    chosen = play_worlds(asked, number, UNUSED, CHOOSING)
    best: dict[bool, int] = {}
    for way, moves in enumerate(asked.turns):
        lays = any(isinstance(move, LayMeld) for move in moves)
        if lays not in best or chosen.of(way, PAYMENT)[0] > chosen.of(best[lays], PAYMENT)[0]:
            best[lays] = way
    if len(best) < 2:
        return None
    sums = play_worlds(narrowed(asked, [best[True], best[False]]), number, 0, COMPARING)
    paid, won = ((sums.of(0, kind)[0] - sums.of(1, kind)[0]) / sums.weight for kind in (PAYMENT, WIN))
    return paid, won


def _known(sums: Mapping[int, _Sums], met: Mapping[int, int], wanted: int, *, done: bool) -> Openings:
    scanned = sum(met.values())
    kinds = tuple(
        Kind(
            melds,
            met[melds] / scanned,
            one.deals,
            _mean(one.paid, one.paid_squared, one.deals),
            _mean(one.won, one.won_squared, one.deals),
            one.opened / one.deals,
        )
        for melds, one in sums.items()
        if one.deals > 1
    )
    return Openings(kinds, scanned, wanted, done)


def _mean(total: float, squared: float, number: int) -> tuple[float, float]:
    """The mean, and its standard error from how much the deals differ."""
    mean = total / number
    return mean, sqrt(max(0.0, squared / number - mean * mean) / (number - 1))
