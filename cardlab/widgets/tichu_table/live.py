"""`LiveRound`: a running round of Tichu 1.on.1, with clock, countdowns and computer player.

The engine judges each move at the time it arrives [U2.4].
"""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Final

from cardlab.bots.tichu import skilled
from cardlab.cards import Card
from cardlab.refusal import Refusal
from cardlab.tichu import Draw, Move, Play, choices, view
from cardlab.tichu.state import can_draw
from cardlab.widgets.scene import receives
from cardlab.widgets.tichu_table.clock import Clock, RoundClock
from cardlab.widgets.tichu_table.race_hands import NEVER, Hands, HandsReceiver, Side
from cardlab.widgets.tichu_table.timed_match import RaceSettings, TimedRound

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


class LiveRound(HandsReceiver):
    """A round with its clock, which is stopped until `go_on`.

    Moves are judged in the order in which they arrive.
    The computer plays like the bot `skilled`, but needs time to look and to move. It does not look again while it
    moves, so it comes too late if another card lands on the pile in between [U2.4].

    - `played`, `settings`: the round, and how it is played;
    - `clock`: the time of the round; `countdown`: the seconds until cards are turned, 0 for none;
    - `since`: the index of the moment before the last move;
    - `recalled`: whether it was resumed after a reload, and hasn't gone on yet;
    - `bot_waits`: whether the page says that the computer has no move.
    """

    def __init__(
        self, played: TimedRound, settings: RaceSettings, clock: Clock, run: Callable[[Callable[[], None]], None]
    ) -> None:
        self.played = played
        self.settings = settings
        self.clock = RoundClock(clock, run, played.latest / 1000)
        self.countdown = 0.0
        self.recalled = False
        self.bot_waits = False
        self.hands = (Hands(played, 0), Hands(played, 1))
        self.since = played.line.last
        self._chance = Random(played.seed + len(played.line.moments))

    @property
    def paused(self) -> bool:
        """Whether the clock is stopped."""
        return not self.clock.running

    @property
    def people(self) -> tuple[Hands, ...]:
        """The hands of people, without the computer's."""
        return tuple(self.hands[seat] for seat in self.settings.people)

    @receives
    def go_on(self) -> None:
        """Start the clock, unless the round is over."""
        self.recalled = False
        if self.paused and self.played.outcome is None:
            self.clock.set(running=True)
            self._go_on()

    @receives
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
        """Have the computer decide after a while, if it can move, and make its move later."""
        moves = [move for move in choices(view(self.played.state, 1)) if isinstance(move, Play | Draw)]
        if not moves:
            self.clock.call("waits", BOT_WAITS_AFTER, self._bot_announces_waiting)
            return
        seconds = self.settings.reactions.sample(self._chance)
        if any(isinstance(move, Draw) for move in moves):
            seconds *= DRAWING_SHARE
        self.clock.call("bot", LOOKING_SHARE * seconds, lambda: self._bot_decides((1 - LOOKING_SHARE) * seconds))

    def _bot_announces_waiting(self) -> None:
        self.bot_waits = True

    def _bot_decides(self, seconds: float) -> None:
        move = skilled(view(self.played.state, 1), self._chance)
        if isinstance(move, Play | Draw):
            self.clock.call("bot", seconds, lambda: self._bot_lands(move))
        else:
            self._go_on()

    def _bot_lands(self, move: Play | Draw) -> None:
        hands = self.hands[1]
        hands.reset()
        refusals = self._make(move)
        if refusals:
            if isinstance(move, Play):
                hands.came_late(move, refusals)
            self._go_on()
