"""Which cards an opponent may hold: likelier or less likely than chance, by what was seen of the round.

Deals of the unseen cards are weighted by what the others did, as `deals.question` does where that is asked for: a card
that somebody threw away, or left lying, would hardly have made a meld in that hand; one that somebody took most
likely does, and lies in that hand; a card that could be laid off would hardly have been kept; who has called has a hand
to call with.
Each clue counts 8 to 1. Where that would leave deals worth fewer than `FEWEST`, each counts less.
How far the shares can be trusted says the number of equally weighted deals that the weighted ones are worth.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from itertools import product
from math import sqrt
from typing import Final

from cardlab.analysis.cancellation import still_wanted
from cardlab.analysis.deals import Question, Sampler, as_seen
from cardlab.analysis.kernel import compiled, sampling
from cardlab.analysis.kernel import rounds as slots
from cardlab.analysis.kernel.compiled import Kernel
from cardlab.analysis.position import unseen
from cardlab.cards import Card
from cardlab.tongits import Phase, View

DEALS, DEALS_PLAIN = 20_000, 2_000
"""So many deals are looked at, with the compiled kernel and without it."""
AT_ONCE: Final = 500
CLEAR: Final = 3.0
"""A share is clearly not chance if it is so many standard errors away: dozens of cards are looked at together."""
LEAST: Final = 0.015
"""A smaller difference is of no use to anybody, however clear it is."""
FEWEST: Final = 200
"""So many equally weighted deals the weighted ones are to be worth."""
TO_ONE: Final = (sampling.FULL_WEIGHT, 4, 2)
"""What each clue counts, to one: the first of these with which they are worth so many, or the last."""


@dataclass(frozen=True, slots=True)
class Held:
    """How likely each unseen card lies in the hand of each opponent.

    - `shares`: by seat and card, 0 to 1; `chance`: by seat what it would be if nothing had been seen;
    - `deals`: how many were looked at; `counting`: how many equally weighted ones they are worth;
    - `clues`: how many things were seen that tell anything; without any all shares are chance;
    - `to_one`: what each of them counts, to one.
    """

    shares: Mapping[int, Mapping[Card, float]]
    chance: Mapping[int, float]
    deals: int
    counting: float
    clues: int
    to_one: int = TO_ONE[0]

    def error(self, seat: int) -> float:
        """The largest standard error of a share of this seat."""
        shares = self.shares[seat].values()
        return max((sqrt(share * (1 - share) / self.counting) for share in shares), default=0.0)

    def differs(self, seat: int, card: Card) -> int:
        """1 if the card is clearly likelier there than by chance, -1 if less likely, 0 if neither is clear."""
        chance = self.chance[seat]
        apart = self.shares[seat][card] - chance
        if abs(apart) <= max(LEAST, CLEAR * sqrt(chance * (1 - chance) / self.counting)):
            return 0
        return 1 if apart > 0 else -1


class _Dealing(Sampler):
    """A position whose unseen cards are dealt out, and nothing played."""

    def __init__(self, asked: Question, took: tuple[int, Card] | None, seed: int, kernel: Kernel) -> None:
        super().__init__(asked, seed, kernel)
        self._seed = seed
        self._thrown, self._left, self._took = asked.thrown, asked.left, took

    def deal(self, world: int) -> tuple[list[int], int]:
        """The three hands of this world as masks, and with how many clues they agree."""
        kernel, room = self.kernel, self._room
        kernel.rounds.begin_world(room.source, self._seed, world)
        size = kernel.sampling.deal_for_caller(self.options, self._settings, self._tables, room)
        kernel.rounds.copy(self.options.rounds, 0, room.played)
        kernel.rounds.deal_world(room.played, room.cards, size)
        hands = [int(room.played[slots.HANDS + seat]) for seat in range(slots.SEATS)]
        agrees = 0
        for place in range(0, len(self._thrown), 2):
            seat, card = self._thrown[place], self._thrown[place + 1]
            agrees += not kernel.player.completes(hands[seat], card, self._settings)
        for place in range(0, len(self._left), 2):
            agrees += not hands[self._left[place]] & self._left[place + 1]
        if self._took:
            seat, taken = self._took
            agrees += bool(kernel.player.completes(hands[seat] & ~taken.bit, taken.index, self._settings))
        return hands, agrees


def held(seen: View, *, seed: int = 0, deals: int | None = None, kernel: Kernel | None = None) -> Held:
    """Which cards the opponents may hold, from so many deals; the same `seed` gives the same.

    Raises ValueError if no deal of the unseen cards fits what the viewer sees.
    """
    engine = kernel or compiled.best()
    asked = as_seen(seen)
    passed = tuple(number for seat, card in left_lying(seen) for number in (seat, card.index))
    asked = replace(asked, thrown=asked.thrown + passed)
    took = taken_now(seen)
    pool, seats = unseen(seen), [seat for seat in range(slots.SEATS) if seat != seen.viewer]
    clues = (len(asked.thrown) + len(asked.left)) // 2 + (asked.called_with >= 0) + bool(took)
    number = deals or (DEALS if engine.compiled else DEALS_PLAIN)
    dealing = _Dealing(asked, took, seed, engine)
    dealt: dict[int, int] = {}
    found: dict[int, dict[tuple[int, Card], int]] = {}
    fair = dict.fromkeys(seats, 0)
    for world in range(number):
        if not world % AT_ONCE:
            still_wanted()
        hands, agrees = dealing.deal(world)
        dealt[agrees] = dealt.get(agrees, 0) + 1
        counts = found.setdefault(agrees, dict.fromkeys(product(seats, pool), 0))
        for seat in seats:
            hand = hands[seat]
            for card in pool:
                if hand & card.bit:
                    counts[seat, card] += 1
            fair[seat] += hand.bit_count()
    to_one = next((one for one in TO_ONE if _worth(dealt, one) >= FEWEST), TO_ONE[-1])
    total = sum(count * to_one**agrees for agrees, count in dealt.items())
    shares = {
        seat: {
            card: sum(to_one**agrees * counts[seat, card] for agrees, counts in found.items()) / total for card in pool
        }
        for seat in seats
    }
    chance = {seat: fair[seat] / number / max(1, len(pool)) for seat in seats}
    return Held(shares, chance, number, _worth(dealt, to_one), clues, to_one)


def _worth(dealt: Mapping[int, int], to_one: int) -> float:
    """How many equally weighted deals these are worth, by the number of clues that they agree with."""
    weights = [(count, float(to_one) ** agrees) for agrees, count in dealt.items()]
    total = sum(count * weight for count, weight in weights)
    return total * total / sum(count * weight * weight for count, weight in weights)


def taken_now(seen: View) -> tuple[int, Card] | None:
    """Who has taken which card in this turn and not laid it yet, if it is an opponent."""
    return (seen.seat, seen.taken) if seen.taken and seen.seat != seen.viewer else None


def left_lying(seen: View) -> tuple[tuple[int, Card], ...]:
    """Which card an opponent did not take but drew, as far as that can be known: at the beginning of a turn.

    The player before drew from the stock if that turn did not begin with a take, and so left what then lay on top.
    """
    before = (seen.seat - 1) % slots.SEATS
    if seen.phase is not Phase.DRAW or seen.takes or len(seen.discards) < 2 or before == seen.viewer:
        return ()
    return ((before, seen.discards[1]),)
