"""A round of Tichu 1.on.1 under way: hands, a clock, a computer that needs time as people do, and countdowns.

- `Clock`, `LoopClock`, `Appointments`: what time it is, and what is done when some seconds have gone by;
- `RacingBot`: looks, makes up its mind, and its hand has a way to go;
- `Hands`: what a person's hands are doing;
- `LiveRound`: whose hand does what and when, the countdown before both turn a card, and pauses.

The engine judges each move as it arrives (U2.4).
Whoever wants to turn the hands of the clock gives the round another clock with the same two methods.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from random import Random
from typing import Final, Protocol

from cardlab.bots.tichu import Bot, skilled
from cardlab.cards import Card
from cardlab.refusal import Refusal
from cardlab.tichu import Draw, Move, Play, State, View, choices, view, why_not
from cardlab.tichu.moves import SEATS
from cardlab.tichu.piles import MAH_JONG
from cardlab.tichu.state import can_draw, can_play
from cardlab.widgets.tichu_table.match import Reactions, Refused, Settings, Standing, TimedRound
from cardlab.widgets.tichu_table.messages import Place

OPENING: Final = 2.0
"""How many seconds both see their cards before the first ones are turned (U1.3)."""
TURNING: Final = 1.0
"""How long both see it coming that a card will be turned (U4.1, U5.3), in seconds."""
STILL: Final = 4.0
"""How long nothing happens before the page says that the computer has found no move, in seconds."""
NOTHING: Final = 2.5
"""How long a person with nothing to play looks in vain before that is said, in seconds."""
TOLD: Final = 5.0
"""How long it is said what was wrong with a card, in seconds; longer than any hand is held up."""
LOOKING: Final = 0.65
"""How much of a reaction is spent looking; in the rest the hand is under way."""
HABIT: Final = 0.5
"""Drawing up needs no looking about: how much of an ordinary reaction it takes."""


class Clock(Protocol):
    """Tells the time in seconds, from any beginning on, and keeps appointments."""

    def now(self) -> float:
        """The time in seconds; it never goes back."""

    def after(self, seconds: float, act: Callable[[], None]) -> Callable[[], None]:
        """Calls `act` when so many seconds have gone by. What is given back calls the appointment off."""


class LoopClock:
    """The clock of the machine; each appointment is a task of the loop that is running when it is made.

    Under Voilà that is the loop of the main thread, in JupyterLab one in a thread of its own: so it is asked for each
    time. Where none is running there are no appointments.
    """

    def __init__(self) -> None:
        self._tasks: set[asyncio.Task[None]] = set()

    def now(self) -> float:
        """The seconds since some moment in the past."""
        return time.monotonic()

    def after(self, seconds: float, act: Callable[[], None]) -> Callable[[], None]:
        """Calls `act` in so many seconds, on the loop that is running now."""
        try:
            loop = asyncio.get_running_loop()
        except RuntimeError:
            return lambda: None
        task = loop.create_task(_later(seconds, act))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

        def call_off() -> None:
            if not task.done() and not loop.is_closed():
                loop.call_soon_threadsafe(task.cancel)

        return call_off


async def _later(seconds: float, act: Callable[[], None]) -> None:
    await asyncio.sleep(max(0.0, seconds))
    act()


@dataclass(frozen=True, slots=True, eq=False)
class _Due:
    """What is to be done, at which time of the clock, and how to call that off."""

    at: float
    act: Callable[[], None]
    call_off: Callable[[], None]


class Appointments:
    """What is to be done later, each under a name of its own; what was called off is not done, however late that was.

    - `clock`: keeps them;
    - `run`: is given what is to be done when it is due, and does it under the lock of whoever made the appointment.
    """

    def __init__(self, clock: Clock, run: Callable[[Callable[[], None]], None]) -> None:
        self._clock = clock
        self._run = run
        self._due: dict[str, _Due] = {}
        self._kept: dict[str, tuple[float, Callable[[], None]]] = {}

    def __contains__(self, name: object) -> bool:
        return name in self._due

    def make(self, name: str, seconds: float, act: Callable[[], None]) -> None:
        """Does `act` in so many seconds, in place of what stood under this name."""
        self.call_off(name)

        def keep() -> None:
            if self._due.get(name) is due:
                del self._due[name]
                act()

        due = _Due(self._clock.now() + seconds, act, self._clock.after(seconds, lambda: self._run(keep)))
        self._due[name] = due

    def call_off(self, name: str) -> None:
        """Nothing stands under this name any more."""
        if name in self._due:
            self._due.pop(name).call_off()

    def call_all_off(self) -> None:
        """Nothing is to be done any more."""
        for name in list(self._due):
            self.call_off(name)

    def left(self, name: str) -> float | None:
        """How many seconds are left until what stands under this name, or is kept under it; None if nothing does."""
        if name in self._due:
            return max(0.0, self._due[name].at - self._clock.now())
        return self._kept[name][0] if name in self._kept else None

    def keep(self, name: str, seconds: float, act: Callable[[], None]) -> None:
        """Keeps for `go_on` what is to be done in so many seconds from then."""
        self._kept[name] = seconds, act

    def stand_still(self, *names: str) -> dict[str, float]:
        """Calls all off, but keeps what is left of the time of these until `go_on`; gives that, in seconds by name."""
        now = self._clock.now()
        for name in self._due.keys() & set(names):
            self._kept[name] = max(0.0, self._due[name].at - now), self._due[name].act
        self.call_all_off()
        return {name: left for name, (left, _) in self._kept.items()}

    def go_on(self) -> None:
        """Makes again what was kept, for the time that was left."""
        kept, self._kept = self._kept, {}
        for name, (left, act) in kept.items():
            self.make(name, left, act)


class RacingBot:
    """Plays at one seat: `looks` begins, `decides` is asked when that time is up, `reaches` is the way of its hand.

    It decides from what it sees when its time is up. While its hand is under way it does not look again:
    if another card lands on the pile meanwhile, it may come too late (U2.4).
    What it decides is what `bot` plays, from its own view.
    """

    def __init__(self, reactions: Reactions, seed: int, bot: Bot = skilled) -> None:
        self._reactions = reactions
        self._bot = bot
        self._chance = Random(seed)
        self._time = 0.0

    def looks(self, seen: View) -> float | None:
        """How many seconds it looks before it decides; None if there is nothing for it to do."""
        mine = [move for move in choices(seen) if isinstance(move, Play | Draw)]
        if not mine:
            return None
        self._time = self._reactions.one(self._chance)
        if any(isinstance(move, Draw) for move in mine):
            self._time *= HABIT
        return self._time * LOOKING

    def decides(self, seen: View) -> Move | None:
        """What it does, from its own view; None if there is nothing to do any more."""
        move = self._bot(seen, self._chance)
        return move if isinstance(move, Play | Draw) else None

    def reaches(self) -> float:
        """How many seconds its hand is under way."""
        return self._time * (1 - LOOKING)


@dataclass(frozen=True, slots=True)
class AwaitedWish:
    """A Mah Jong over a pile, waiting for its wish (U5.4): the pile, and the card seen there when it was put there."""

    pile: int
    onto: Card | None


@dataclass(slots=True)
class Hands:
    """What a person's hands are doing: a card lifted, a pile pointed at, a wish being made, and what went wrong.

    - `nowhere`: the position in which the last card fitted on neither pile;
    - `nothing`: nothing of the hand has fitted for a while (U4.2);
    - `misses`: how many cards in a row were refused because they do not fit; `held`: for how many milliseconds the
      last of them holds the hand up, 0 if it is free.
    """

    lifted: Card | None = None
    pile: Place | None = None
    awaited: AwaitedWish | None = None
    refusals: tuple[Refusal, ...] = ()
    late: Refused | None = None
    nowhere: tuple[Card, State] | None = None
    nothing: bool = False
    misses: int = 0
    held: int = 0

    def rest(self) -> None:
        """Nothing is lifted, pointed at or wished, and nothing has gone wrong."""
        self.lifted = self.pile = self.awaited = self.late = self.nowhere = None
        self.refusals = ()

    # What they do with a card; whoever asks makes the play that it comes to.

    def take(self, played: TimedRound, seat: int, code: str, seen: int) -> Play | Card | None:
        """A card of the hand: it goes where it fits; if it fits on both piles it is lifted, and the pile comes next.

        `seen`: how many moves the page of the player knew when the card was taken.
        Gives the play that it comes to, the card if it fits on neither pile, else None.
        """
        card = next((held for held in played.state.hands[seat] if held.code == code), None)
        if card is None:
            return None
        pile, lifted = self.pile, self.lifted
        self.rest()
        meant = played.meant(card, seen)
        if pile is not None or len(meant) == 1:
            return self._onto(played, seat, card, meant[0] if pile is None else pile, seen)
        if not meant:
            return card
        if lifted is not card:
            self.lifted = card
        return None

    def point(self, played: TimedRound, seat: int, pile: Place, seen: int) -> Play | None:
        """A pile: the lifted card goes there, and its play is given; with none lifted the next one will go there."""
        card, before = self.lifted, self.pile
        self.rest()
        if card is not None:
            return self._onto(played, seat, card, pile, seen)
        if before != pile:
            self.pile = pile
        return None

    def wish(self, seat: int, rank: str) -> Play | None:
        """U5.4: the Mah Jong that waits lands with this wish, or with none; None if it does not wait."""
        wished = self.awaited
        if wished is None:
            return None
        self.rest()
        return Play(seat, MAH_JONG, wished.pile, wished.onto, rank or None)

    def _onto(self, played: TimedRound, seat: int, card: Card, pile: int, seen: int) -> Play | None:
        """The card over a pile: its play; the Mah Jong waits there for its wish, if it fits."""
        onto = played.seen(seen).piles[pile].top
        move = Play(seat, card, pile, onto)
        if card is MAH_JONG and not why_not(played.state, move):
            self.awaited = AwaitedWish(pile, onto)
            return None
        return move


class LiveRound:
    """A round with its clock. It stands still until `begin`; moves are taken in the order in which they arrive.

    - `played`, `settings`: what is played, and by whom;
    - `clock`: tells the time; `run`: does what is due under the lock of the page;
    - `moved`: is called after every move that was made.
    """

    def __init__(
        self,
        played: TimedRound,
        settings: Settings,
        clock: Clock,
        run: Callable[[Callable[[], None]], None],
        moved: Callable[[], None],
    ) -> None:
        self.played = played
        self.settings = settings
        self.paused = True
        self.countdown = 0.0
        self.bot_waits = False  # it has looked, found no move, and that has been told
        self.hands = (Hands(), Hands())
        self._clock = clock
        self._moved = moved
        self._due = Appointments(clock, run)
        self._bot = RacingBot(settings.reactions, played.seed + len(played.moments))
        self._begun = 0.0
        self._spent = played.latest / 1000
        self._reaching = False  # the computer's hand is under way

    @property
    def standing(self) -> Standing:
        """What is under way now, so that nobody wins time by leaving the page and coming back."""
        now = self._seconds
        left = self._due.left("bot")
        if left is not None and not self._reaching:
            left += self._bot.reaches()
        first, second = (self._due.left(f"free {seat}") for seat in SEATS)
        return Standing(
            round(1000 * now),
            None if left is None else round(1000 * (now + left)),
            (
                0 if first is None else round(1000 * (now + first)),
                0 if second is None else round(1000 * (now + second)),
            ),
            (self.hands[0].misses, self.hands[1].misses),
        )

    def stand_as(self, standing: Standing) -> None:
        """Goes on from there, once it begins: the computer moves when it would have, and a hand is held up as long."""
        self._spent = max(self._spent, standing.at / 1000)
        if standing.bot is not None:
            self._due.keep("bot", (standing.bot - standing.at) / 1000, self._bot_decides_at_once)
            self._reaching = True
        for seat, hands in enumerate(self.hands):
            hands.misses = standing.misses[seat]
            hands.held = max(0, standing.free[seat] - standing.at)
            if hands.held:
                self._due.keep(f"free {seat}", hands.held / 1000, partial(self._free, seat))

    @property
    def milliseconds(self) -> int:
        """How long the round has been going on; pauses do not count."""
        return round(1000 * self._seconds)

    @property
    def _seconds(self) -> float:
        return self._spent + (0.0 if self.paused else self._clock.now() - self._begun)

    def begin(self) -> None:
        """The clock runs, and whoever can do something may do it."""
        if self.paused and self.played.outcome is None:
            self.paused = False
            self._begun = self._clock.now()
            self._due.go_on()
            self._go_on()

    def pause(self) -> None:
        """The clock stands still, and nobody can do anything; nor does anybody win time by it.

        The computer goes on thinking where it was, and a hand that is held up is held up for the rest of its time.
        """
        if not self.paused:
            self._spent += self._clock.now() - self._begun
            self.paused = True
            left = self._due.stand_still("bot", *(f"free {seat}" for seat in SEATS))
            self.countdown = 0.0
            self.bot_waits = False
            for seat, hands in enumerate(self.hands):
                hands.rest()
                hands.nothing = False
                hands.held = round(1000 * left.get(f"free {seat}", 0.0))

    # What a person does.

    def card(self, seat: int, code: str, seen: int) -> None:
        """A card of the hand is taken, when the page knew so many moves (see `Hands.take`)."""
        if not self.paused and not self.hands[seat].held:
            wanted = self.hands[seat].take(self.played, seat, code, seen)
            if isinstance(wanted, Card):
                self._fits_nowhere(seat, wanted)
            else:
                self._play(wanted)

    def point(self, seat: int, pile: Place, seen: int) -> None:
        """A pile is pointed at, when the page knew so many moves (see `Hands.point`)."""
        if not self.paused and not self.hands[seat].held:
            self._play(self.hands[seat].point(self.played, seat, pile, seen))

    def draw(self, seat: int) -> None:
        """U3.1: the seat draws up."""
        if not self.paused:
            self.hands[seat].nowhere = None
            self.hands[seat].refusals = self._make(Draw(seat))
            self._tell_for_a_while(seat)

    def wish(self, seat: int, rank: str) -> None:
        """U5.4: the Mah Jong lands with this wish, or with none; it is judged by what lies there now."""
        if not self.paused:
            self._play(self.hands[seat].wish(seat, rank))

    def take_back(self, seat: int) -> None:
        """What is lifted goes back to the hand."""
        self.hands[seat].rest()

    def _play(self, move: Play | None) -> None:
        if move is None:
            return
        hands = self.hands[move.seat]
        hands.refusals = self._make(move)
        hands.late = self._late(move, hands.refusals)
        self._tell_for_a_while(move.seat)
        if not hands.refusals:
            hands.misses = 0
        elif hands.late is None:
            self._hold_up(move.seat)

    def _late(self, move: Play, refusals: tuple[Refusal, ...]) -> Refused | None:
        """U2.4: that another card was there first, if it was."""
        tried = self.played.refused_play(move, self.milliseconds, refusals)
        return tried if tried.too_late else None

    def _fits_nowhere(self, seat: int, card: Card) -> None:
        """Says why the card fits on neither pile, as if it had been tried on both."""
        self.hands[seat].refusals = self.played.try_nowhere(seat, card, self.milliseconds)
        self.hands[seat].nowhere = card, self.played.state
        self._tell_for_a_while(seat)
        self._hold_up(seat)

    def _tell_for_a_while(self, seat: int) -> None:
        """What was wrong is not said for ever: it would stand where something new is to be said."""
        if self.hands[seat].refusals:
            self._due.make(f"told {seat}", TOLD, partial(self._forget, seat))

    def _forget(self, seat: int) -> None:
        hands = self.hands[seat]
        hands.refusals, hands.nowhere, hands.late = (), None, None

    def _hold_up(self, seat: int) -> None:
        """A card that does not fit costs time; whoever was only too late (U2.4) is not held up."""
        hands = self.hands[seat]
        hands.misses += 1
        hands.held = self.settings.held_up(hands.misses)
        if hands.held:
            self._due.make(f"free {seat}", hands.held / 1000, lambda: self._free(seat))

    def _free(self, seat: int) -> None:
        self.hands[seat].held = 0

    # What follows.

    def _make(self, move: Move) -> tuple[Refusal, ...]:
        refusals = self.played.make(move, self.milliseconds)
        if not refusals:
            self._draw_by_itself()
            self._moved()
            self._go_on()
        return refusals

    def _draw_by_itself(self) -> None:
        """U3.1: the beginner's switch: the hands of persons are filled up without their doing."""
        for seat in self.settings.people if self.settings.draws_by_itself else ():
            while can_draw(self.played.state, seat) and not self.played.make(Draw(seat), self.milliseconds):
                pass

    def _go_on(self) -> None:
        """Sees to it that what has to come next comes, and that nothing comes that is out of date."""
        self._due.call_off("waits")
        self.bot_waits = False
        self._people_look()
        if self.played.outcome is not None:
            self.pause()
        elif self.played.turning:
            self._due.call_off("bot")
            if "turn" not in self._due:
                opened = any(pile.cards for pile in self.played.state.piles)
                self.countdown = TURNING if opened else OPENING
                self._due.make("turn", self.countdown, self._turn)
        else:
            self._due.call_off("turn")
            self.countdown = 0.0
            if "bot" not in self._due and len(self.settings.people) == 1:
                self._bot_looks()

    def _people_look(self) -> None:
        """Whoever finds nothing to play is told so, if that stays so for a while: it is no help in the race."""
        for seat in self.settings.people:
            self._due.call_off(f"nothing {seat}")
            self.hands[seat].nothing = False
            if not (self.played.turning or self.played.outcome or can_play(self.played.state, seat)):
                self._due.make(f"nothing {seat}", NOTHING, partial(self._find_nothing, seat))

    def _find_nothing(self, seat: int) -> None:
        self.hands[seat].nothing = True

    def _turn(self) -> None:
        for hands in self.hands:
            hands.rest()
        self.played.turn(self.milliseconds)
        self._draw_by_itself()
        self._moved()
        self._go_on()

    def _bot_looks(self) -> None:
        looking = self._bot.looks(view(self.played.state, 1))
        if looking is not None:
            self._reaching = False
            self._due.make("bot", looking, self._bot_decides)
        else:
            self._due.make("waits", STILL, self._bot_tells)

    def _bot_tells(self) -> None:
        self.bot_waits = True

    def _bot_decides(self) -> None:
        move = self._bot.decides(view(self.played.state, 1))
        if move is None:
            self._go_on()
        else:
            self._reaching = True
            self._due.make("bot", self._bot.reaches(), lambda: self._bot_lands(move))

    def _bot_decides_at_once(self) -> None:
        """After a reload the time of its hand was counted already."""
        move = self._bot.decides(view(self.played.state, 1))
        if move is None:
            self._go_on()
        else:
            self._bot_lands(move)

    def _bot_lands(self, move: Move) -> None:
        hands = self.hands[1]
        hands.rest()
        refusals = self._make(move)
        if refusals:
            hands.late = self._late(move, refusals) if isinstance(move, Play) else None
            self._go_on()
