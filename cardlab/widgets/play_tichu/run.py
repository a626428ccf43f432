"""A race under way: the hands of the persons and of the computer, the countdown before both turn a card, and pauses.

Knows whose hand does what, and when; knows no page and no language. The engine judges each move as it arrives (U2.4).
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from cardlab.cards import Card
from cardlab.refusal import Refusal
from cardlab.tichu import Draw, Move, Play, State, view, why_not
from cardlab.tichu.piles import MAH_JONG
from cardlab.tichu.state import can_draw
from cardlab.widgets.play_tichu.bot import RacingBot
from cardlab.widgets.play_tichu.clock import Appointments, Clock
from cardlab.widgets.play_tichu.match import Settings
from cardlab.widgets.play_tichu.race import Refused, TimedRace

__all__ = ["OPENING", "TURNING", "Hands", "RaceUnderWay", "Wished"]

OPENING: Final = 2.0
"""How many seconds both see their cards before the first ones are turned (U1.3)."""
TURNING: Final = 1.0
"""How long both see it coming that a card will be turned (U4.1, U5.3), in seconds."""
STILL: Final = 4.0
"""How long nothing happens before a person is told that the computer has found no move, in seconds."""


@dataclass(frozen=True, slots=True)
class Wished:
    """A Mah Jong over a pile, waiting for its wish (U5.4): the pile, and the card seen there when it was put there."""

    pile: int
    onto: Card | None


@dataclass(slots=True)
class Hands:
    """What a person's hands are doing: a card lifted, a pile pointed at, a wish being made, and what went wrong.

    `nowhere`: the position in which the last card fitted on neither pile.
    """

    lifted: Card | None = None
    pile: int | None = None
    wished: Wished | None = None
    refusals: tuple[Refusal, ...] = ()
    late: Refused | None = None
    nowhere: tuple[Card, State] | None = None

    def rest(self) -> None:
        """Nothing is lifted, pointed at or wished, and nothing has gone wrong."""
        self.lifted = self.pile = self.wished = self.late = self.nowhere = None
        self.refusals = ()


class RaceUnderWay:
    """A race with its clock. It stands still until `begin`; moves are taken in the order in which they arrive.

    - `race`, `settings`: what is run, and by whom;
    - `clock`: tells the time; `run`: does what is due under the lock of the page;
    - `moved`: is called after every move that was made.
    """

    def __init__(
        self,
        race: TimedRace,
        settings: Settings,
        clock: Clock,
        run: Callable[[Callable[[], None]], None],
        moved: Callable[[], None],
    ) -> None:
        self.race = race
        self.settings = settings
        self.paused = True
        self.countdown = 0.0
        self.bot_waits = False  # it has looked, found no move, and that has been told
        self.hands = (Hands(), Hands())
        self._clock = clock
        self._moved = moved
        self._due = Appointments(clock, run)
        self._bot = RacingBot(settings.reactions, race.seed + len(race.moments))
        self._begun = 0.0
        self._spent = race.latest / 1000

    @property
    def milliseconds(self) -> int:
        """How long the race has been running; pauses do not count."""
        running = 0.0 if self.paused else self._clock.now() - self._begun
        return round(1000 * (self._spent + running))

    def begin(self) -> None:
        """The clock runs, and whoever can do something may do it."""
        if self.paused and self.race.outcome is None:
            self.paused = False
            self._begun = self._clock.now()
            self._go_on()

    def pause(self) -> None:
        """The clock stands still, and nobody can do anything."""
        if not self.paused:
            self._spent += self._clock.now() - self._begun
            self.paused = True
            self._due.call_all_off()
            self.countdown = 0.0
            self.bot_waits = False
            for hands in self.hands:
                hands.rest()

    # What a person does.

    def card(self, seat: int, code: str, seen: int) -> None:
        """A card of the hand: it goes where it fits; if it fits on both piles it is lifted, and the pile comes next.

        `seen`: how many moves the page of the player knew when he took it.
        """
        hands = self.hands[seat]
        card = next((held for held in self.race.state.hands[seat] if held.code == code), None)
        if self.paused or card is None:
            return
        pile, lifted = hands.pile, hands.lifted
        hands.rest()
        meant = self.race.meant(card, seen)
        if pile is not None or len(meant) == 1:
            self._onto(seat, card, meant[0] if pile is None else pile, seen)
        elif not meant:
            self._fits_nowhere(seat, card)
        elif lifted is not card:
            hands.lifted = card

    def point(self, seat: int, pile: int, seen: int) -> None:
        """A pile: the lifted card goes there; with none lifted the next one will."""
        hands = self.hands[seat]
        if self.paused:
            return
        card, before = hands.lifted, hands.pile
        hands.rest()
        if card is not None:
            self._onto(seat, card, pile, seen)
        elif before != pile:
            hands.pile = pile

    def draw(self, seat: int) -> None:
        """U3.1: the seat draws up."""
        if not self.paused:
            self.hands[seat].nowhere = None
            self.hands[seat].refusals = self._make(Draw(seat))

    def wish(self, seat: int, rank: str) -> None:
        """U5.4: the Mah Jong lands with this wish, or with none; it is judged by what lies there now."""
        hands = self.hands[seat]
        if hands.wished is not None and not self.paused:
            wished = hands.wished
            hands.rest()
            self._play(Play(seat, MAH_JONG, wished.pile, wished.onto, rank or None))

    def take_back(self, seat: int) -> None:
        """What is lifted goes back to the hand."""
        self.hands[seat].rest()

    def _onto(self, seat: int, card: Card, pile: int, seen: int) -> None:
        onto = self.race.seen(seen).piles[pile].top
        move = Play(seat, card, pile, onto)
        if card is MAH_JONG and not why_not(self.race.state, move):
            self.hands[seat].wished = Wished(pile, onto)
        else:
            self._play(move)

    def _play(self, move: Play) -> None:
        hands = self.hands[move.seat]
        hands.refusals = self._make(move)
        hands.late = self._late(move, hands.refusals)

    def _late(self, move: Play, refusals: tuple[Refusal, ...]) -> Refused | None:
        """U2.4: that another card was there first, if it was."""
        tried = Refused(move.seat, move.card, move.pile, self.milliseconds, refusals)
        return tried if tried.too_late else None

    def _fits_nowhere(self, seat: int, card: Card) -> None:
        """Why the card fits on neither pile is told; it is as if it had been tried on both."""
        self.hands[seat].refusals = self.race.try_nowhere(seat, card, self.milliseconds)
        self.hands[seat].nowhere = card, self.race.state

    # What follows.

    def _make(self, move: Move) -> tuple[Refusal, ...]:
        refusals = self.race.make(move, self.milliseconds)
        if not refusals:
            self._draw_by_itself()
            self._moved()
            self._go_on()
        return refusals

    def _draw_by_itself(self) -> None:
        """U3.1: the beginner's switch: the hands of persons are filled up without their doing."""
        for seat in self.settings.people if self.settings.draws_by_itself else ():
            while can_draw(self.race.state, seat) and not self.race.make(Draw(seat), self.milliseconds):
                pass

    def _go_on(self) -> None:
        """Sees to it that what has to come next comes, and that nothing comes that is out of date."""
        self._due.call_off("waits")
        self.bot_waits = False
        if self.race.outcome is not None:
            self.pause()
        elif self.race.turning:
            self._due.call_off("bot")
            if "turn" not in self._due:
                opened = any(pile.cards for pile in self.race.state.piles)
                self.countdown = TURNING if opened else OPENING
                self._due.make("turn", self.countdown, self._turn)
        else:
            self._due.call_off("turn")
            self.countdown = 0.0
            if "bot" not in self._due and len(self.settings.people) == 1:
                self._bot_looks()

    def _turn(self) -> None:
        for hands in self.hands:
            hands.rest()
        self.race.turn(self.milliseconds)
        self._draw_by_itself()
        self._moved()
        self._go_on()

    def _bot_looks(self) -> None:
        looking = self._bot.looks(view(self.race.state, 1))
        if looking is not None:
            self._due.make("bot", looking, self._bot_decides)
        else:
            self._due.make("waits", STILL, self._bot_tells)

    def _bot_tells(self) -> None:
        self.bot_waits = True

    def _bot_decides(self) -> None:
        move = self._bot.decides(view(self.race.state, 1))
        if move is None:
            self._go_on()
        else:
            self._due.make("bot", self._bot.reaches(), lambda: self._bot_lands(move))

    def _bot_lands(self, move: Move) -> None:
        hands = self.hands[1]
        hands.rest()
        refusals = self._make(move)
        if refusals:
            hands.late = self._late(move, refusals) if isinstance(move, Play) else None
            self._go_on()
