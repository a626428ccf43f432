"""A running round of Tichu 1.on.1: clock, countdowns and computer player.

- `RacingBot`: the computer player, with human reaction times;
- `LiveRound`: the round, with its clock, countdowns and pauses.

The engine judges each move at the time it arrives [U2.4].
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
from cardlab.widgets.tichu_table.clock import Clock, RoundClock
from cardlab.widgets.tichu_table.race_hands import NEVER, Hands, HandsReceiver, Side
from cardlab.widgets.tichu_table.timed_match import RaceSettings, Reactions, TimedRound

OPENING: Final = 2.0
"""The seconds in which players see their cards before the first ones are turned [U1.3]."""
TURNING: Final = 1.0
"""The countdown before cards are turned, in seconds [U4.1, U5.3]."""
BOT_WAITS_AFTER: Final = 4.0
"""The seconds without a move after which the page says that the computer has none."""
LOOKING_SHARE: Final = 0.65
"""The share of a reaction time spent looking; the rest is for moving the hand."""
DRAWING_SHARE: Final = 0.5
"""The time to draw up, as a share of an ordinary reaction time: it needs no looking."""


class RacingBot:
    """The computer player, which needs time to look and to move.

    After `look_time` it decides like the bot `skilled`, from what it then sees; its move arrives after `move_time`. It
    does not look again while it moves, so it comes too late if another card lands on the pile in between [U2.4].
    """

    def __init__(self, reactions: Reactions, seed: int) -> None:
        self._reactions = reactions
        self._chance = Random(seed)
        self._time = 0.0

    def look_time(self, seen: View) -> float | None:
        """Return the seconds until the bot decides; None if it can do nothing.

        This draws a new random reaction time, of which `move_time` returns the rest.
        """
        mine = [move for move in choices(seen) if isinstance(move, Play | Draw)]
        if not mine:
            return None
        self._time = self._reactions.sample(self._chance)
        if any(isinstance(move, Draw) for move in mine):
            self._time *= DRAWING_SHARE
        return self._time * LOOKING_SHARE

    def decide(self, seen: View) -> Play | Draw | None:
        """Return the bot's move, from its own view; None if it can do nothing any more."""
        move = skilled(seen, self._chance)
        return move if isinstance(move, Play | Draw) else None

    def move_time(self) -> float:
        """Return the seconds from the bot's decision to its move."""
        return self._time * (1 - LOOKING_SHARE)


class LiveRound(HandsReceiver):
    """A round with its clock, which is stopped until `begin`.

    Moves are judged in the order in which they arrive.

    - `played`, `settings`: the round, and how it is played;
    - `clock`: the time of the round; `countdown`: the seconds until cards are turned, 0 for none;
    - `since`: the index of the moment before the last move;
    - `bot_waits`: whether the page says that the computer has no move.
    """

    def __init__(
        self, played: TimedRound, settings: RaceSettings, clock: Clock, run: Callable[[Callable[[], None]], None]
    ) -> None:
        self.played = played
        self.settings = settings
        self.clock = RoundClock(clock, run, played.latest / 1000)
        self.countdown = 0.0
        self.bot_waits = False
        self.hands = (Hands(played, 0), Hands(played, 1))
        self.since = played.line.last
        self._bot = RacingBot(settings.reactions, played.seed + len(played.line.moments))

    @property
    def paused(self) -> bool:
        """Whether the clock is stopped."""
        return not self.clock.running

    @property
    def people(self) -> tuple[Hands, ...]:
        """The hands of people, without the computer's."""
        return tuple(self.hands[seat] for seat in self.settings.people)

    def begin(self) -> None:
        """Start the clock, unless the round is over."""
        if self.paused and self.played.outcome is None:
            self.clock.set(running=True)
            self._go_on()

    def pause(self) -> None:
        """Stop the clock, locks and the computer, and drop lifted cards and messages.

        A countdown starts over afterwards.
        """
        if not self.paused:
            self.clock.set(running=False)
            self.clock.cancel("turn", "waits", "seen")
            self.countdown = 0.0
            self.bot_waits = False
            for hands in self.hands:
                hands.reset()
                hands.nothing_at, hands.shown_lock = NEVER, (NEVER, 0)

    def schedule_refresh(self) -> None:
        """Have the page drawn again when a text changes or a hand is unlocked."""
        waits = [soon for hands in self.people if not self.paused and (soon := hands.next_change(self.clock.now))]
        if waits:
            self.clock.call("seen", min(waits), lambda: None)

    # Input of people

    def free_hands(self, seat: Side, *, even_if_locked: bool = False) -> Hands | None:
        hands, may_move = self.hands[seat], not self.paused and seat in self.settings.people
        return hands if may_move and hands.accepts(self.clock.now, even_if_locked) else None

    def attempt(self, hands: Hands, play: Move | Card) -> None:
        if isinstance(play, Card):
            hands.misfit(play, self.clock.now, self.settings)
        elif refusals := self._make(play):
            hands.refused(play, refusals, self.clock.now, self.settings)
        elif isinstance(play, Play):
            hands.lock.landed()

    # Consequences

    def _make(self, move: Move) -> tuple[Refusal, ...]:
        before, at = self.played.line.last, round(1000 * self.clock.now)
        if refusals := self.played.make(move, at):
            return refusals
        self.since = before
        # The setting for beginners fills people's hands up automatically (U3.1).
        for seat in self.settings.people if self.settings.draws_by_itself else ():
            while can_draw(self.played.state, seat) and not self.played.make(Draw(seat), at):
                pass
        self._go_on()
        return ()

    def _go_on(self) -> None:
        """Schedule what comes next, and cancel calls that no longer apply."""
        self.clock.cancel("waits")
        self.bot_waits = False
        for hands in self.people:
            hands.check_playable(self.clock.now)
        if self.played.outcome is not None:
            self.pause()
            self.clock.cancel("bot")
        elif self.played.turning:
            self.clock.cancel("bot")
            if "turn" not in self.clock:
                opened = any(pile.cards for pile in self.played.state.piles)
                self.countdown = TURNING if opened else OPENING
                self.clock.call("turn", self.countdown, self._turn)
        else:
            self.clock.cancel("turn")
            self.countdown = 0.0
            if "bot" not in self.clock and len(self.people) == 1:
                self._bot_looks()

    def _turn(self) -> None:
        for hands in self.hands:
            hands.reset()
        self._make(self.played.next_turn())

    def _bot_looks(self) -> None:
        looking = self._bot.look_time(view(self.played.state, 1))
        if looking is None:
            self.clock.call("waits", BOT_WAITS_AFTER, self._bot_announces_waiting)
        else:
            self.clock.call("bot", looking, self._bot_decides)

    def _bot_announces_waiting(self) -> None:
        self.bot_waits = True

    def _bot_decides(self) -> None:
        move = self._bot.decide(view(self.played.state, 1))
        if move is None:
            self._go_on()
        else:
            self.clock.call("bot", self._bot.move_time(), lambda: self._bot_lands(move))

    def _bot_lands(self, move: Play | Draw) -> None:
        hands = self.hands[1]
        hands.reset()
        refusals = self._make(move)
        if refusals:
            if isinstance(move, Play):
                hands.came_late(move, refusals)
            self._go_on()
