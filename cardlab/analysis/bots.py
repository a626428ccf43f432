"""The bots of Tongits by name (`TONGITS`), and among them `strong`, which needs analysis.

`strong` plays its moves on in sampled worlds, the promising ones in more worlds, and takes the best.
Worlds are dealt anew for every move, so it never knows a hidden card; but it deals the others rather cheap cards, as
they have thrown away the dear ones (`CheapHands`).
It takes what is received most for, for a match is won and lost by payments (T10.5). Who has called a draw has a hand
to call with.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from math import ceil, exp, log, log2
from random import Random
from typing import Final

from cardlab.analysis.cancellation import still_wanted
from cardlab.analysis.continuations import effect, narrowed
from cardlab.analysis.deals import PAYMENT, Question, Sampler, Sums, play_worlds, question
from cardlab.analysis.kernel import compiled
from cardlab.analysis.kernel import rounds as slots
from cardlab.analysis.kernel.compiled import Kernel
from cardlab.analysis.kernel.hands import POINTS
from cardlab.bots import tongits
from cardlab.bots.tongits import Bot
from cardlab.tongits import Move, View, legal_moves
from cardlab.tongits.moves import FIRST_HAND, OTHER_HAND, SEATS

PLAYED: Final = (4_500, 2_400, 2_400, 1_400, 1_400)
"""How many rounds are played on for one move, over all options and worlds, at a table with so many jokers: what takes
less than 50 ms, compiled."""
FEWEST, MANY, FEWEST_OF_MANY = 20, 40, 6
"""No move is dropped after fewer worlds, or where jokers make very many moves, after a few less."""


def strong(seen: View, random: Random, *, played: int | None = None, kernel: Kernel | None = None) -> Move:
    """The move that receives most; the same `random` and `played` give the same move, with any kernel.

    `played`: how many rounds it plays on in its head, about; they are shared out in steps, after each of which the
    worse half of the moves is dropped. Raises IndexError if the seat has no move.
    """
    moves = legal_moves(seen, seen.viewer)
    if len(moves) < 2:
        return moves[0]
    played = played or PLAYED[seen.rules.jokers]
    asked = question(seen, among=_different(seen, moves))
    seed, first = random.getrandbits(32), 0
    deals = CheapHands.seen_by(seen, Random(seed))
    received = [0] * len(asked.moves)
    kept = list(asked.moves)
    steps = ceil(log2(len(kept)))
    while len(kept) > 1:
        ways = [way for way, move in enumerate(asked.moves) if move in kept]
        fewest = FEWEST if len(ways) <= MANY else FEWEST_OF_MANY
        worlds = max(fewest, played // steps // len(ways))
        few = narrowed(asked, ways)
        # A caller's hand is known better by the call than by what was thrown away.
        if asked.called_with < 0:
            sums = deals.play(few, seed, first, worlds, kernel)
        else:
            sums = play_worlds(few, seed, first, worlds, kernel)
        first += worlds
        for place, way in enumerate(ways):
            received[way] += sums.of(place, PAYMENT)[0]
        best = {asked.moves[way]: received[way] for way in ways}
        kept.sort(key=lambda move: -best[move])
        kept = kept[: max(1, len(kept) // 2)]
    return kept[0]


def _different(seen: View, moves: Sequence[Move]) -> tuple[Move, ...]:
    """The moves without those that only use another joker, or name a set in another order."""
    found: dict[object, Move] = {}
    for move in moves:
        found.setdefault(effect(seen, move), move)
    return tuple(found.values())


EACH_TURN: Final = 0.05
"""By how much, as a logarithm, a point makes a card less likely in a hand, for each turn and once more."""
MOST_TURNS: Final = 6
STOCKS: Final = 2
"""How often the stock is shuffled for one deal of the hands: that costs less than dealing anew."""
NATURALS: Final = 52


@dataclass(frozen=True, slots=True)
class CheapHands:
    """Deals of one player's unseen cards in which the others rather hold cheap ones; one `random`, the same deals.

    `sizes`: how many cards each of the others holds, by seat; `dearness`: how much a point speaks against a card.
    """

    sizes: tuple[tuple[int, int], ...]
    dearness: float
    random: Random

    @classmethod
    def seen_by(cls, seen: View, random: Random) -> CheapHands:
        """The deals that fit what a player sees."""
        cards = NATURALS + seen.rules.jokers - FIRST_HAND - (SEATS - 1) * OTHER_HAND
        turns = min(MOST_TURNS, (cards - seen.stock) / SEATS)
        others = tuple((seat, seen.counts[seat]) for seat in range(SEATS) if seat != seen.viewer)
        return cls(others, EACH_TURN * (1 + turns), random)

    def play(self, asked: Question, seed: int, first: int, worlds: int, kernel: Kernel | None = None) -> Sums:
        """What about so many worlds add up to, every option played on in each."""
        kernel = kernel or compiled.best()
        sampler = Sampler(replace(asked, thrown=()), seed, kernel)
        rounds = sampler.options.rounds
        starts = range(0, len(rounds), slots.ROUND_SIZE)
        for start in starts:
            for seat, _ in self.sizes:
                rounds[start + slots.UNSEEN_IN_HAND + seat] = 0
        weights = {card: exp(self.dearness * _points(card)) for card in asked.pool}
        for world in range(first, first + worlds, STOCKS):
            still_wanted()
            hands, stock, fours = self._deal(asked, weights)
            for (seat, _), hand in zip(self.sizes, hands, strict=True):
                rounds[slots.HANDS + seat :: slots.ROUND_SIZE] = [hand] * len(starts)
            sampler.options = sampler.options._replace(pool=kernel.array(stock), fours=kernel.array(fours))
            sampler.play(world, STOCKS)
        return sampler.sums

    def _deal(self, asked: Question, weights: Mapping[int, float]) -> tuple[list[int], list[int], Sequence[int]]:
        """The hands of the others as masks, the stock, and the sets of four that lie face down (T6.9)."""
        draw, fours = self.random.random, self._fours(asked)
        hidden = sum(fours)
        # Each card in turn as likely as its weight among those left: the greatest of these keys come first.
        keys = {card: log(1 - draw()) * weight for card, weight in weights.items() if not hidden >> card & 1}
        pool = sorted(keys, key=keys.__getitem__, reverse=True)
        together = sum(size for _, size in self.sizes)
        # Shuffled: of equal lots there are none.
        held = sorted(pool[:together], key=lambda _: draw())
        hands = []
        for _, size in self.sizes:
            hands.append(sum(1 << card for card in held[:size]))
            held = held[size:]
        return hands, pool[together:], fours

    def _fours(self, asked: Question) -> Sequence[int]:
        """As many sets of four as lie hidden, no card in two of them."""
        wanted = asked.options[slots.HIDDEN_FOURS]
        while True:
            chosen = [self.random.choice(asked.fours) for _ in range(wanted)]
            if sum(chosen).bit_count() == sum(four.bit_count() for four in chosen):
                return chosen


def _points(card: int) -> int:
    """T9.1: what a card counts, by its number; a joker is never thrown away for its points."""
    return POINTS[card % len(POINTS)] if card < NATURALS else 0


TONGITS: Final[dict[str, Bot]] = {**tongits.BOTS, "strong": strong}
"""The name of each bot and how it moves, the weakest first."""
