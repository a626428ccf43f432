"""Worlds in which the opponents hold what opponents are likely to hold: cheap cards rather than dear ones.

Who throws away dear cards turn after turn is left with cheap ones. How much so was measured in rounds of careful
players: with each turn a card of one point more becomes by about a twentieth less likely to be still in the hand.
Knows how such worlds are dealt and played; everything that it is told is what one player sees.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import exp, log
from random import Random
from typing import Final

from cardlab.analysis import compiled
from cardlab.analysis.compiled import Kernel
from cardlab.analysis.kernel import POINTS
from cardlab.analysis.tongits_rounds import deal, putting, sampling
from cardlab.analysis.tongits_rounds.deal import ROUND_SIZE
from cardlab.analysis.wanted import still_wanted
from cardlab.analysis.whatif import tables
from cardlab.analysis.worlds import Question
from cardlab.tongits import View
from cardlab.tongits.state import FIRST_HAND, OTHER_HAND, SEATS

__all__ = ["Likely"]

EACH_TURN: Final = 0.05
"""By how much, as a logarithm, a point makes a card less likely in a hand, for each turn and once more."""
MOST_TURNS: Final = 6
STOCKS: Final = 2
"""How often the stock is shuffled for one deal of the hands: that costs less than dealing anew."""
NATURALS: Final = 52


@dataclass(frozen=True, slots=True)
class Likely:
    """The deals of one player's unseen cards, one after another; the same `chance` gives the same ones.

    `sizes`: how many cards each of the others holds, by seat; `dearness`: how much a point speaks against a card.
    """

    sizes: tuple[tuple[int, int], ...]
    dearness: float
    chance: Random

    @classmethod
    def seen(cls, seen: View, chance: Random) -> Likely:
        """The deals that fit what a player sees."""
        cards = NATURALS + seen.rules.jokers - FIRST_HAND - (SEATS - 1) * OTHER_HAND
        turns = min(MOST_TURNS, (cards - seen.stock) / SEATS)
        others = tuple((seat, seen.counts[seat]) for seat in range(SEATS) if seat != seen.viewer)
        return cls(others, EACH_TURN * (1 + turns), chance)

    def play(self, asked: Question, seed: int, first: int, worlds: int, kernel: Kernel | None = None) -> list[int]:
        """The sums of about so many worlds, every option played on in each; see `sampling`."""
        kernel = kernel or compiled.best()
        number = len(asked.moves)
        options, forced, rules = kernel.array(asked.options), kernel.array(asked.forced), kernel.array(asked.rules)
        sizes = ROUND_SIZE, len(asked.pool), sampling.FOURS + 3 * number, 8, 1, 1, sampling.sums_size(number)
        room = [kernel.memory(size) for size in sizes]
        known = tables(kernel, asked.rules[putting.ACE_HIGH], asked.rules[putting.JOKERS])
        for start in range(0, number * ROUND_SIZE, ROUND_SIZE):
            for seat, _ in self.sizes:
                options[start + deal.UNSEEN_IN_HAND + seat] = 0
        for world in range(first, first + worlds, STOCKS):
            still_wanted()
            hands, stock, fours = self._deal(asked)
            for start in range(0, number * ROUND_SIZE, ROUND_SIZE):
                for (seat, _), hand in zip(self.sizes, hands, strict=True):
                    options[start + deal.HANDS + seat] = hand
            kernel.sampling.sample(
                options,
                forced,
                kernel.array(stock),
                kernel.array(fours),
                kernel.array(()),
                asked.viewer,
                seed,
                world,
                STOCKS,
                rules,
                *known,
                *room,
            )
        return [int(total) for total in room[-1]]

    def _deal(self, asked: Question) -> tuple[list[int], list[int], Sequence[int]]:
        """The hands of the others as masks, the stock, and the sets of four that lie face down (T6.9)."""
        draw, fours = self.chance.random, self._fours(asked)
        hidden = sum(fours)
        pool = [card for card in asked.pool if not hidden >> card & 1]
        # Each card in turn as likely as its weight among those left: the greatest of these keys come first.
        pool.sort(key=lambda card: log(1 - draw()) * exp(self.dearness * _points(card)), reverse=True)
        together = sum(size for _, size in self.sizes)
        held = pool[:together]
        self.chance.shuffle(held)
        hands = []
        for _, size in self.sizes:
            hands.append(sum(1 << card for card in held[:size]))
            held = held[size:]
        return hands, pool[together:], fours

    def _fours(self, asked: Question) -> Sequence[int]:
        """As many sets of four as lie hidden, no card in two of them."""
        wanted = asked.options[deal.HIDDEN_FOURS]
        while True:
            chosen = [self.chance.choice(asked.fours) for _ in range(wanted)]
            if sum(chosen).bit_count() == sum(four.bit_count() for four in chosen):
                return chosen


def _points(card: int) -> int:
    """T9.1: what a card counts, by its number; a joker is never thrown away for its points."""
    return POINTS[card % len(POINTS)] if card < NATURALS else 0
