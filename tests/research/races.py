"""Races of Tichu 1.on.1 played by the rule engine and its bots: what things to do are worth, and who wins how often.

How two sides race is written here from the rule book (U2.1, U2.4), on whole positions of the engine. It is slow, some
hundred races a minute, and good enough to see that what the lesson `tips` keeps is so.
First how quick a side is (`Racer`) and what it can do (`Way`), then a race (`Hands`), last what comes of many.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import sqrt
from random import Random

from cardlab.bots import tichu as bots
from cardlab.cards import SPECIALS, TICHU_DECK, Card
from cardlab.tichu import (
    Draw,
    Flip,
    Outcome,
    Pile,
    Play,
    Rules,
    State,
    View,
    deal,
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


@dataclass(frozen=True)
class Racer:
    """How one side plays: reaction times in milliseconds; `eager`: it plays before it draws up (U3.2)."""

    mean: int = 700
    spread: int = 150
    least: int = 200
    eager: bool = False
    skilled: bool = False


@dataclass(frozen=True)
class Way:
    """One thing to do now; `keeping`: a special card that is kept until neither side can do anything else."""

    move: Play | Draw | Flip | None
    keeping: Card | None = None


def way_named(name: str, seen: View) -> Way:
    """The way that the lesson names so: a move in notation, `keep` and a card, or `wait`."""
    if name == "wait":
        return Way(None)
    if name.startswith("keep "):
        return Way(None, Card(name.removeprefix("keep ")))
    if name == str(Draw(seen.seat)):
        return Way(Draw(seen.seat))
    return Way(next(move for move in plays(seen) if str(move) == name))


class Hands:
    """Both sides with a reaction time each, on a whole position of the engine."""

    def __init__(self, state: State, racers: tuple[Racer, Racer], chance: Random) -> None:
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
        racer = self.racers[seat]
        bot = bots.skilled if racer.skilled else bots.careful
        eager = racer.eager and not self.state.owes[seat] and plays(watched)
        if can_draw(self.state, seat) and not eager:
            self.plans[seat] = Draw(seat)
        else:
            move = self.best(bot, watched, kept) if eager or kept else bot(watched, self.chance)
            if not isinstance(move, Play):
                return
            self.plans[seat] = move
        self.ready[seat] = self.now + self.reaction(seat)
        plan = self.plans[seat]
        if isinstance(plan, Play) and plan.card is self.keeps.get(seat):
            self.ready[seat] += self.reaction(seat)

    def best(self, bot: bots.Bot, watched: View, kept: Card | None) -> Play | None:
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


def a_world(seen: View, chance: Random) -> State:
    """A whole position in which everything that the viewer cannot see is dealt.

    Cards of which nobody says where they are have been played: they lie at the bottom of the discard piles.
    """
    known = {*seen.hand, *(card for pile in seen.piles for card in pile.cards)}
    hidden = [card for card in TICHU_DECK if card not in known]
    chance.shuffle(hidden)

    def some(count: int) -> tuple[Card, ...]:
        return tuple(hidden.pop() for _ in range(count))

    hands = (seen.hand, some(seen.opponent_cards))
    draw, extra = (tuple(some(count) for count in counts) for counts in (seen.draw, seen.extra))
    piles = list(seen.piles)
    filled = [place for place in (0, 1) if piles[place].cards]
    while hidden:
        place = filled[len(hidden) % len(filled)]
        piles[place] = Pile((*piles[place].cards, hidden.pop()), piles[place].wish)
    return State(
        hands if seen.seat == 0 else hands[::-1],
        seen.rules,
        draw,
        extra,
        (piles[0], piles[1]),
        seen.owes,
        seen.flip_due,
    )


def worth(seen: View, names: Sequence[str], worlds: int, chance: Random) -> dict[str, tuple[float, float]]:
    """How much less often each way wins than the first named, and the standard error; all in the same worlds."""
    racers = (Racer(skilled=True), Racer(skilled=True))
    won = {name: [0.0] * worlds for name in names}
    for world in range(worlds):
        state, seed = a_world(seen, chance), chance.random()
        for name in names:
            hands = Hands(state, racers, Random(seed))
            hands.go(way_named(name, seen), seen.seat)
            won[name][world] = float(hands.to_the_end().winner == seen.seat)
    return {name: mean_of([one - other for one, other in zip(won[names[0]], won[name], strict=True)]) for name in names}


def against(one: Racer, other: Racer, races: int) -> tuple[float, float]:
    """How often the first racer wins against the second, and the standard error; half of the races in either seat."""
    won = []
    for number in range(races):
        seat = number % 2
        hands = Hands(deal(Rules(), number // 2), (one, other) if seat == 0 else (other, one), Random(number))
        won.append(float(hands.to_the_end().winner == seat))
    return mean_of(won)


def mean_of(values: Sequence[float]) -> tuple[float, float]:
    """The mean and its standard error, for which one win and one loss are added: near 0 and 1 few races tell little."""
    mean = sum(values) / len(values)
    spread = sum((value - mean) ** 2 for value in values) + 1
    return mean, sqrt(spread) / len(values)
