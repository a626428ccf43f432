"""A round of Tichu 1.on.1 under way: a clock, a computer that needs time as people do, and countdowns.

- `RacingBot`: looks, makes up its mind, and its hand has a way to go;
- `LiveRound`: whose hand does what and when, the countdown before both turn a card, and pauses.

The engine judges each move as it arrives (U2.4).
"""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Final

from cardlab.bots.tichu import skilled
from cardlab.cards import Card
from cardlab.refusal import Refusal
from cardlab.tichu import Draw, Move, Play, View, choices, view
from cardlab.tichu.state import can_draw
from cardlab.widgets.tichu_table.clock import Clock, Timers
from cardlab.widgets.tichu_table.race_hands import NEVER, Hands, HandsReceiver, Side
from cardlab.widgets.tichu_table.timed_match import RaceSettings, Reactions, TimedRound

OPENING: Final = 2.0
"""How many seconds both see their cards before the first ones are turned (U1.3)."""
TURNING: Final = 1.0
"""How long both see it coming that a card will be turned (U4.1, U5.3), in seconds."""
STILL: Final = 4.0
"""How long nothing happens before the page says that the computer has found no move, in seconds."""
LOOKING: Final = 0.65
"""How much of a reaction is spent looking; in the rest the hand is under way."""
HABIT: Final = 0.5
"""Drawing up needs no looking about: how much of an ordinary reaction it takes."""


class RacingBot:
    """Plays at one seat: `look_time` begins, `decide` is asked when that time is up, `reach_time` is the way of its hand.

    It decides from what it sees when its time is up. While its hand is under way it does not look again:
    if another card lands on the pile meanwhile, it may come too late (U2.4).
    What it decides is what the bot `skilled` plays, from its own view.
    """

    def __init__(self, reactions: Reactions, seed: int) -> None:
        self._reactions = reactions
        self._chance = Random(seed)
        self._time = 0.0

    def look_time(self, seen: View) -> float | None:
        """How many seconds it looks before it decides; None if there is nothing for it to do."""
        mine = [move for move in choices(seen) if isinstance(move, Play | Draw)]
        if not mine:
            return None
        self._time = self._reactions.sample(self._chance)
        if any(isinstance(move, Draw) for move in mine):
            self._time *= HABIT
        return self._time * LOOKING

    def decide(self, seen: View) -> Play | Draw | None:
        """What it does, from its own view; None if there is nothing to do any more."""
        move = skilled(seen, self._chance)
        return move if isinstance(move, Play | Draw) else None

    def reach_time(self) -> float:
        """How many seconds its hand is under way."""
        return self._time * (1 - LOOKING)


class LiveRound(HandsReceiver):
    """A round with its clock. It stands still until `begin`; moves are taken in the order in which they arrive.

    - `played`, `settings`: what is played, and by whom;
    - `clock`: tells the time; `run`: does what is due under the lock of the page;
    - `since`: the moment before what was done last.
    """

    def __init__(
        self,
        played: TimedRound,
        settings: RaceSettings,
        clock: Clock,
        run: Callable[[Callable[[], None]], None],
    ) -> None:
        self.played = played
        self.settings = settings
        self.paused = True
        self.countdown = 0.0
        self.bot_waits = False  # it has looked, found no move, and that has been told
        self.hands = (Hands(played, 0), Hands(played, 1))
        self.since = played.line.last
        self._clock = clock
        self._timers = Timers(clock, run)
        self._bot = RacingBot(settings.reactions, played.seed + len(played.moments))
        self._begun = 0.0
        self._spent = played.latest / 1000
        self._bot_next: Callable[[], None] = self._bot_decides
        self._bot_remaining: float | None = None  # how many seconds it needs yet, while the clock stands still

    @property
    def now(self) -> float:
        """The time of the clock, in seconds."""
        return self._clock.now()

    @property
    def people(self) -> tuple[Hands, ...]:
        """The hands of persons."""
        return tuple(self.hands[seat] for seat in self.settings.people)

    @property
    def milliseconds(self) -> int:
        """How long the round has been going on; pauses do not count."""
        return round(1000 * (self._spent + (0.0 if self.paused else self.now - self._begun)))

    def begin(self) -> None:
        """The clock runs, and whoever can do something may do it."""
        if self.paused and self.played.outcome is None:
            self.paused = False
            self._begun = self.now
            for hands in self.hands:
                hands.lock.resume(self.now)
            if self._bot_remaining is not None:
                self._timers.set("bot", self._bot_remaining, self._bot_next)
            self._go_on()

    def pause(self) -> None:
        """The clock stands still, and nobody can do anything; nor does anybody win time by it.

        The computer goes on thinking where it was, and a hand that is held up is held up for the rest of its time.
        """
        if not self.paused:
            self._spent += self.now - self._begun
            self.paused = True
            self._bot_remaining = self._timers.remaining("bot")
            self._timers.cancel_all()
            self.countdown = 0.0
            self.bot_waits = False
            for hands in self.hands:
                hands.reset()
                hands.nothing_at = NEVER
                hands.lock.pause(self.now)

    def schedule_refresh(self) -> None:
        """Has the page drawn again when something else is said to a person, or a hand is free."""
        waits = [soon for hands in self.people if not self.paused and (soon := hands.next_change(self.now))]
        if waits:
            self._timers.set("seen", min(waits), lambda: None)

    # What a person does.

    def free_hands(self, seat: Side, *, even_if_locked: bool = False) -> Hands | None:
        hands = self.hands[seat]
        may_move = not self.paused and seat in self.settings.people
        return hands if may_move and (even_if_locked or not hands.lock.remaining(self.now)) else None

    def attempt(self, hands: Hands, wanted: Move | Card) -> None:
        if isinstance(wanted, Card):
            hands.misfit(wanted, self.now, self.settings, self.milliseconds)
        elif refusals := self._make(wanted):
            hands.refused(wanted, refusals, self.now, self.settings)
        elif isinstance(wanted, Play):
            hands.lock.landed()

    # What follows.

    def _make(self, move: Move) -> tuple[Refusal, ...]:
        before = self.played.line.last
        refusals = self.played.make(move, self.milliseconds)
        if not refusals:
            self._follow(before)
        return refusals

    def _follow(self, before: int) -> None:
        """U3.1: the beginner's switch fills the hands of persons up; then comes what has to come next."""
        self.since = before
        for seat in self.settings.people if self.settings.draws_by_itself else ():
            while can_draw(self.played.state, seat) and not self.played.make(Draw(seat), self.milliseconds):
                pass
        self._go_on()

    def _go_on(self) -> None:
        """Sees to it that what has to come next comes, and that nothing comes that is out of date."""
        self._timers.cancel("waits")
        self.bot_waits = False
        for hands in self.people:
            hands.check_playable(self.now)
        if self.played.outcome is not None:
            self.pause()
        elif self.played.turning:
            self._timers.cancel("bot")
            if "turn" not in self._timers:
                opened = any(pile.cards for pile in self.played.state.piles)
                self.countdown = TURNING if opened else OPENING
                self._timers.set("turn", self.countdown, self._turn)
        else:
            self._timers.cancel("turn")
            self.countdown = 0.0
            if "bot" not in self._timers and len(self.people) == 1:
                self._bot_looks()

    def _turn(self) -> None:
        for hands in self.hands:
            hands.reset()
        before = self.played.line.last
        self.played.turn(self.milliseconds)
        self._follow(before)

    def _bot_looks(self) -> None:
        looking = self._bot.look_time(view(self.played.state, 1))
        if looking is None:
            self._timers.set("waits", STILL, self._bot_announces_waiting)
        else:
            self._bot_in(looking, self._bot_decides)

    def _bot_in(self, seconds: float, act: Callable[[], None]) -> None:
        """What the computer does next, and when; a pause asks for it."""
        self._bot_next = act
        self._timers.set("bot", seconds, act)

    def _bot_announces_waiting(self) -> None:
        self.bot_waits = True

    def _bot_decides(self) -> None:
        move = self._bot.decide(view(self.played.state, 1))
        if move is None:
            self._go_on()
        else:
            self._bot_in(self._bot.reach_time(), lambda: self._bot_lands(move))

    def _bot_lands(self, move: Play | Draw) -> None:
        hands = self.hands[1]
        hands.reset()
        refusals = self._make(move)
        if refusals:
            if isinstance(move, Play):
                hands.came_late(move, refusals)
            self._go_on()
