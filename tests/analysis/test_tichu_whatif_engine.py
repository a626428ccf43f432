"""What if in Tichu 1.on.1: the rule engine and its bots race on from the same positions, and find the same chances.

How two sides race is written anew here from the rule book (U2.1, U2.4), on whole positions of the engine.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from dataclasses import replace
from itertools import product
from math import sqrt
from random import Random
from statistics import mean, pstdev

from cardlab.analysis.kernel import compiled
from cardlab.analysis.races import Racer, Racers
from cardlab.analysis.tichu_whatif import (
    Way,
    compare,
    ways,
)
from cardlab.bots import tichu as bots
from cardlab.cards import SPECIALS, Card
from cardlab.rounds import play_tichu
from cardlab.tichu import (
    DragonLocks,
    Draw,
    Flip,
    Outcome,
    Play,
    Points,
    Rules,
    State,
    View,
    fitting_cards,
    outcome,
    play,
    plays,
    recycle,
    recycle_due,
    stuck,
    view,
)
from cardlab.tichu.state import can_draw, can_play, flip_pending, out, turnable

FAST = compiled.fast()
ROUNDS = int(os.environ.get("ROUNDS", "2000"))
WORLDS = 6_000
HOUSES = [
    Rules(wrap=wrap, dragon_locks=locks, points=points)
    for wrap, locks, points in product((False, True), DragonLocks, Points)
]


class Hands:
    """Both sides with a reaction time each, on a whole position of the engine."""

    def __init__(self, state: State, racers: Racers, chance: Random) -> None:
        self.state, self.racers, self.chance = state, racers, chance
        self.now = 0
        self.plans: list[Play | Draw | None] = [None, None]
        self.ready = [0, 0]
        self.waits: set[int] = set()
        self.keeps: dict[int, Card] = {}

    def reaction(self, seat: int) -> int:
        racer = self.racers[seat]
        thrown = sum(self.chance.randrange(1024) for _ in range(3))
        return max(racer.least, racer.mean + round(racer.spread * (2 * thrown - 3069) / 1024))

    def kept(self, seat: int) -> Card | None:
        """What the seat still keeps: not if the rest is gone, and not if neither side can do anything else."""
        card = self.keeps.get(seat)
        state, other = self.state, 1 - seat
        if card is None or (state.hands[seat] == (card,) and not state.draw[seat]):
            return None
        others = [move for move in plays(view(state, seat)) if move.card is not card]
        busy = others or can_draw(state, seat) or can_draw(state, other) or can_play(state, other)
        return card if busy else None

    def plan(self, seat: int) -> None:
        kept = self.kept(seat)
        watched = view(self.state, seat)
        bot = bots.skilled if self.racers[seat].skilled else bots.careful
        if can_draw(self.state, seat):
            self.plans[seat] = Draw(seat)
        else:
            move = bot(watched, self.chance) if kept is None else self.best(bot, watched, kept)
            if not isinstance(move, Play):
                return
            self.plans[seat] = move
        self.ready[seat] = self.now + self.reaction(seat)
        plan = self.plans[seat]
        if isinstance(plan, Play) and plan.card is self.keeps.get(seat):
            self.ready[seat] += self.reaction(seat)

    def best(self, bot: bots.Bot, watched: View, kept: Card) -> Play | None:
        """What the bot likes best of what is not kept, the kept card still in its hand."""
        able = [move for move in plays(watched) if move.card is not kept]
        if bot is bots.careful:
            able = [move for move in able if move.card not in SPECIALS] or able
            return max(able, key=lambda move: (goes_on(watched, move), self.chance.random()), default=None)
        return max(able, key=lambda move: (bots.skill(watched, move), self.chance.random()), default=None)

    def go(self, way: Way, seat: int) -> None:
        """Both begin at the same moment, the seat this way."""
        if flip_pending(self.state):
            return
        self.plan(1 - seat)
        self.keeps = {seat: way.keeping} if way.keeping else {}
        if isinstance(way.move, Play | Draw):
            self.plans[seat] = way.move
            self.ready[seat] = self.reaction(seat)
        elif way.keeping:
            self.plan(seat)
            if self.plans[seat]:
                self.ready[seat] = self.reaction(seat)
        else:
            self.waits = {seat}

    def turn(self) -> None:
        self.plans, self.waits = [None, None], set()
        self.now += max(self.reaction(0), self.reaction(1))
        if recycle_due(self.state):
            self.state = play(self.state, recycle(self.state, self.chance.randrange(2**32)))
        self.state = play(self.state, Flip())

    def carry_out(self, seat: int) -> None:
        plan, self.plans[seat] = self.plans[seat], None
        match plan:
            case Draw() if can_draw(self.state, seat):
                self.state = play(self.state, plan)
            case Play(card=card, pile=pile, onto=onto) if onto or self.state.piles[pile].top is None:
                if not any(move.card is card and move.pile == pile for move in plays(view(self.state, seat))):
                    return
                self.state = play(self.state, plan)
            case _:
                return
        self.waits.discard(1 - seat)

    def to_the_end(self) -> Outcome:
        while True:
            nobody = stuck(self.state)
            if out(self.state) is not None or (nobody and not turnable(self.state)):
                ended = outcome(self.state)
                assert ended is not None
                return ended
            if flip_pending(self.state) or nobody:
                self.turn()
                continue
            for seat in (0, 1):
                if self.plans[seat] is None and seat not in self.waits:
                    self.plan(seat)
            planned = [seat for seat in (0, 1) if self.plans[seat] is not None]
            if not planned:
                self.now += self.reaction(min(self.waits))
                self.waits = set()
                continue
            self.chance.shuffle(planned)
            seat = min(planned, key=lambda one: self.ready[one])
            self.now = self.ready[seat]
            self.carry_out(seat)


def goes_on(watched: View, move: Play) -> int:
    laid = watched.piles[move.pile].covered(move.card, move.wish)
    rest = [card for card in watched.hand if card is not move.card]
    return len(fitting_cards(laid, rest, watched.rules))


def a_world(state: State, seat: int, chance: Random) -> State:
    """The position with everything that the seat cannot see dealt anew."""
    hidden = [card for both in (state.draw, state.extra) for heap in both for card in heap]
    hidden += state.hands[1 - seat]
    chance.shuffle(hidden)

    def anew(heap: tuple[Card, ...]) -> tuple[Card, ...]:
        return tuple(hidden.pop() for _ in heap)

    hands = [state.hands[0], state.hands[1]]
    hands[1 - seat] = anew(hands[1 - seat])
    draw, extra = (anew(state.draw[0]), anew(state.draw[1])), (anew(state.extra[0]), anew(state.extra[1]))
    return replace(state, hands=(hands[0], hands[1]), draw=draw, extra=extra)


def positions(number: int) -> Iterator[tuple[State, int, Racers]]:
    """Late positions of races between bots, in every house, each with a seat that has something to choose."""
    chance = Random(number)
    while True:
        record = play_tichu((bots.careful, bots.skilled), chance.choice(HOUSES), chance.randrange(10**6))
        states = [one for one in record.states() if isinstance(one, State)]
        state = chance.choice(states[len(states) // 2 :])
        seat = chance.randrange(2)
        if outcome(state) is None and len(ways(view(state, seat))) > 2:
            quick, slow = Racer(600, 150), Racer(750, 200)
            skilled = chance.choice(((True, True), (False, False), (True, False)))
            pair = (quick, slow) if chance.random() < 0.5 else (slow, quick)
            yield state, seat, (replace(pair[0], skilled=skilled[0]), replace(pair[1], skilled=skilled[1]))


def scores(positions_wanted: int, each: int) -> tuple[list[float], list[float]]:
    """How far the engine and the kernel lie apart, in standard errors: for the chance to win, and for points."""
    won: list[float] = []
    scored: list[float] = []
    source, chance = positions(7), Random(5)
    for _ in range(positions_wanted):
        state, seat, racers = next(source)
        watched = view(state, seat)
        open_ways = list(ways(watched))
        chance.shuffle(open_ways)
        found = compare(watched, open_ways[:3], racers, worlds=WORLDS, kernel=FAST)
        for way in open_ways[:3]:
            ends = []
            for _ in range(each):
                hands = Hands(a_world(state, seat, chance), racers, chance)
                hands.go(way, seat)
                ends.append(hands.to_the_end())
            # What one race may differ by, as the kernel has it, which has seen thousands.
            told = found.win(way), found.points(way)
            chances = min(max(told[0].mean, 0.02), 0.98)
            spreads = sqrt(chances * (1 - chances)), max(0.2, told[1].error * sqrt(WORLDS))
            made = (
                [float(end.winner == seat) for end in ends],
                [float(end.points[seat] - end.points[1 - seat]) for end in ends],
            )
            for one, spread, values, into in zip(told, spreads, made, (won, scored), strict=True):
                into.append((mean(values) - one.mean) / sqrt(spread**2 / each + one.error**2))
    return won, scored


def test_the_rule_engine_and_its_bots_find_the_same_chances_and_points() -> None:
    """Three ways in each of twenty positions, raced on by kernel and engine; in `make long` five times as many."""
    for apart in scores(ROUNDS // 100, 12):
        assert len(apart) >= 50
        assert pstdev(apart) < 1.2
        assert abs(mean(apart)) < 3 / sqrt(len(apart))
        assert max(map(abs, apart)) < 4


if __name__ == "__main__":
    import sys
    import time

    begun = time.time()
    for name, apart in zip(("win", "points"), scores(int(sys.argv[1]), int(sys.argv[2])), strict=True):
        print(name, len(apart), f"mean {mean(apart):.3f} sd {pstdev(apart):.3f} most {max(map(abs, apart)):.2f}")
    print(f"{time.time() - begun:.0f} s")
