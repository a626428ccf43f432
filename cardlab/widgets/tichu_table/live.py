"""A running round of Tichu 1.on.1: a clock, a computer player with reaction times, and countdowns.

- `RacingBot`: looks, decides, and then moves its hand;
- `LiveRound`: timing of all moves, the countdown before both turn a card, and pauses.

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
"""The seconds in which both see their cards before the first ones are turned (U1.3)."""
TURNING: Final = 1.0
"""The countdown before a card is turned (U4.1, U5.3), in seconds."""
STILL: Final = 4.0
"""After how many seconds without a move the page shows that the computer has none."""
LOOKING: Final = 0.65
"""The share of a reaction time spent looking; the rest is for reaching."""
HABIT: Final = 0.5
"""The share of an ordinary reaction time that drawing up takes: it needs no looking."""


class RacingBot:
    """The computer player at one seat: it looks for `look_time`, then decides, then reaches for `move_time`.

    It decides by its view when the look time is up, as the bot `skilled` does. While it reaches it does not look again:
    if another card lands on the pile meanwhile, it may come too late (U2.4).
    """

    def __init__(self, reactions: Reactions, seed: int) -> None:
        self._reactions = reactions
        self._chance = Random(seed)
        self._time = 0.0

    def look_time(self, seen: View) -> float | None:
        """The seconds until it decides; None if it cannot do anything."""
        mine = [move for move in choices(seen) if isinstance(move, Play | Draw)]
        if not mine:
            return None
        self._time = self._reactions.sample(self._chance)
        if any(isinstance(move, Draw) for move in mine):
            self._time *= HABIT
        return self._time * LOOKING

    def decide(self, seen: View) -> Play | Draw | None:
        """Its move by its own view; None if it can no longer do anything."""
        move = skilled(seen, self._chance)
        return move if isinstance(move, Play | Draw) else None

    def move_time(self) -> float:
        """The seconds that its hand needs."""
        return self._time * (1 - LOOKING)


class LiveRound(HandsReceiver):
    """A round with its clock. It stands still until `begin`; moves are judged in the order of arrival.

    - `played`, `settings`: the round, and how it is played;
    - `clock`: the time; `run`: runs a due call under the lock of the page;
    - `since`: the moment before the last action.
    """

    def __init__(
        self, played: TimedRound, settings: RaceSettings, clock: Clock, run: Callable[[Callable[[], None]], None]
    ) -> None:
        self.played = played
        self.settings = settings
        self.paused = True
        self.countdown = 0.0
        self.bot_waits = False  # it has looked, found no move, and the page shows that
        self.hands = (Hands(played, 0), Hands(played, 1))
        self.since = played.line.last
        self._clock = clock
        self._timers = Timers(clock, run)
        self._bot = RacingBot(settings.reactions, played.seed + len(played.line.moments))
        self._begun = 0.0
        self._spent = played.latest / 1000
        self._bot_next: Callable[[], None] = self._bot_decides
        self._bot_remaining: float | None = None  # its remaining seconds while the clock stands still

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
        """The duration of the round so far, without pauses."""
        return round(1000 * (self._spent + (0.0 if self.paused else self.now - self._begun)))

    def begin(self) -> None:
        """Start the clock."""
        if self.paused and self.played.outcome is None:
            self.paused = False
            self._begun = self.now
            for hands in self.hands:
                hands.lock.resume(self.now)
            if self._bot_remaining is not None:
                self._timers.set("bot", self._bot_remaining, self._bot_next)
            self._go_on()

    def pause(self) -> None:
        """Stop the clock; nobody can move, and nobody gains time.

        The computer keeps its remaining time, and a locked hand the rest of its lock.
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
        """Have the page drawn again when a text changes or a hand is unlocked."""
        waits = [soon for hands in self.people if not self.paused and (soon := hands.next_change(self.now))]
        if waits:
            self._timers.set("seen", min(waits), lambda: None)

    # What a person does.

    def free_hands(self, seat: Side, *, even_if_locked: bool = False) -> Hands | None:
        hands, may_move = self.hands[seat], not self.paused and seat in self.settings.people
        return hands if may_move and hands.accepts(self.now, even_if_locked) else None

    def attempt(self, hands: Hands, play: Move | Card) -> None:
        if isinstance(play, Card):
            hands.misfit(play, self.now, self.settings, self.milliseconds)
        elif refusals := self._make(play):
            hands.refused(play, refusals, self.now, self.settings)
        elif isinstance(play, Play):
            hands.lock.landed()

    # What follows.

    def _make(self, move: Move) -> tuple[Refusal, ...]:
        before = self.played.line.last
        refusals = self.played.make(move, self.milliseconds)
        if not refusals:
            self._follow(before)
        return refusals

    def _follow(self, before: int) -> None:
        """U3.1: fill the hands of persons if the beginner's setting says so; then go on."""
        self.since = before
        for seat in self.settings.people if self.settings.draws_by_itself else ():
            while can_draw(self.played.state, seat) and not self.played.make(Draw(seat), self.milliseconds):
                pass
        self._go_on()

    def _go_on(self) -> None:
        """Set the timers for what comes next, and cancel those that no longer apply."""
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
        """Set what the computer does next, and when; a pause needs both."""
        self._bot_next = act
        self._timers.set("bot", seconds, act)

    def _bot_announces_waiting(self) -> None:
        self.bot_waits = True

    def _bot_decides(self) -> None:
        move = self._bot.decide(view(self.played.state, 1))
        if move is None:
            self._go_on()
        else:
            self._bot_in(self._bot.move_time(), lambda: self._bot_lands(move))

    def _bot_lands(self, move: Play | Draw) -> None:
        hands = self.hands[1]
        hands.reset()
        refusals = self._make(move)
        if refusals:
            if isinstance(move, Play):
                hands.came_late(move, refusals)
            self._go_on()
