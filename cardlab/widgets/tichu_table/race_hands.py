"""The hands of a person against the clock: what a page says of them, what they do, and for how long they are held up.

- `Side`, `Rank`: a seat or the pile that belongs to it, and what can be wished with the Mah Jong;
- `HandLock`: how long a hand is held up by cards that do not fit;
- `Hands`: a card lifted, a pile pointed at, a wish being made, and what has just gone wrong;
- `HandsReceiver`: the handlers that move them, the same at every table.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import Final, Literal, TypeAlias, get_args

from cardlab.cards import Card
from cardlab.refusal import Refusal
from cardlab.tichu import Draw, Move, Play, State, why_not
from cardlab.tichu.codes import Code
from cardlab.tichu.piles import MAH_JONG
from cardlab.tichu.state import can_play
from cardlab.widgets.scene import receives
from cardlab.widgets.tichu_table.timed_match import RaceSettings, TimedRound

Side: TypeAlias = Literal[0, 1]
"""A seat, or the pile that belongs to it."""
SIDES: Final[tuple[Side, ...]] = get_args(Side)
Rank: TypeAlias = Literal["", "2", "3", "4", "5", "6", "7", "8", "9", "T", "J", "Q", "K", "A"]
"""What is wished, "" for nothing."""
WISHED: Final[tuple[Rank, ...]] = get_args(Rank)[1:]
"""The values that can be wished (U5.4)."""

NOTHING: Final = 2.5
"""How long a person with nothing to play looks in vain before that is said, in seconds."""
MESSAGE_TIME: Final = 5.0
"""How long it is said what was wrong with a card, in seconds; longer than any hand is held up."""
NEVER: Final = 0.0


@dataclass(slots=True)
class HandLock:
    """How long a hand is held up by cards that do not fit; the same for all pages of its player.

    - `misses`: how many cards in a row did not fit;
    - `until`: the time of the clock at which the hand is free again, in seconds;
    - `paused_remaining`: how long it is held up yet, while the clock stands still.
    """

    misses: int = 0
    until: float = NEVER
    paused_remaining: float = 0.0

    def miss(self, now: float, settings: RaceSettings) -> None:
        """One more card did not fit."""
        self.misses += 1
        self.until = now + settings.lock_time(self.misses) / 1000

    def landed(self) -> None:
        """A card has landed: the next one that does not fit is the first one again."""
        self.misses = 0

    def clear(self) -> None:
        """Another round begins with free hands."""
        self.misses, self.until, self.paused_remaining = 0, NEVER, 0.0

    def remaining(self, now: float) -> float:
        """For how many seconds yet the hand is held up."""
        return self.paused_remaining or max(0.0, self.until - now)

    def pause(self, now: float) -> None:
        """The clock stands still, and nobody is freed by that."""
        self.paused_remaining = self.remaining(now)

    def resume(self, now: float) -> None:
        """The clock runs again."""
        self.until, self.paused_remaining = now + self.paused_remaining, 0.0


@dataclass(frozen=True, slots=True)
class Late:
    """U2.4: a card of `seat` came too late at a pile, where `top` lies now.

    `faster`: who had laid the card on which it came too late, None if it was turned.
    """

    seat: int
    pile: int
    top: Card
    faster: int | None


@dataclass(slots=True)
class Hands:
    """What the hands at a seat are doing: a card lifted, a pile pointed at, a wish being made, and what went wrong.

    - `awaited`: the Mah Jong over a pile, waiting for its wish (U5.4);
    - `nowhere`: the position in which the last card fitted on neither pile;
    - `seen`: how many moves the page knew when a card was taken or a pile pointed at last.
    """

    played: TimedRound
    seat: int
    lock: HandLock = field(default_factory=HandLock)
    lifted: Card | None = None
    pile: Side | None = None
    awaited: Play | None = None
    refusals: tuple[Refusal, ...] = ()
    late: Late | None = None
    nowhere: tuple[Card, State] | None = None
    seen: int = 0
    nothing_at: float = NEVER  # when it is said that nothing of the hand fits
    message_until: float = NEVER  # how long it is said what was wrong
    _shown_lock: tuple[float, int] = (NEVER, 0)

    def reset(self) -> None:
        """Nothing is lifted, pointed at or wished, and nothing has gone wrong."""
        self.lifted = self.pile = self.awaited = self.late = self.nowhere = None
        self.refusals = ()

    # What they do with a card; whoever asks makes the play that it comes to.

    def take(self, code: str, seen: int) -> Play | Card | None:
        """A card of the hand: it goes where it fits; if it fits on both piles it is lifted, and the pile comes next.

        Gives the play that it comes to, the card if it fits on neither pile, else None.
        """
        card = next((held for held in self.played.state.hands[self.seat] if held.code == code), None)
        if card is None:
            return None
        pile, lifted, self.seen = self.pile, self.lifted, seen
        self.reset()
        meant = self.played.intended_piles(card, seen)
        if pile is not None or len(meant) == 1:
            return self._onto(card, meant[0] if pile is None else pile)
        if not meant:
            return card
        if lifted is not card:
            self.lifted = card
        return None

    def point(self, pile: Side, seen: int) -> Play | None:
        """A pile: the lifted card goes there, and its play is given; with none lifted the next one will go there."""
        card, before, self.seen = self.lifted, self.pile, seen
        self.reset()
        if card is not None:
            return self._onto(card, pile)
        if before != pile:
            self.pile = pile
        return None

    def _onto(self, card: Card, pile: int) -> Play | None:
        """The card over a pile: its play; the Mah Jong waits there for its wish, if it fits."""
        move = Play(self.seat, card, pile, self.played.state_at(self.seen).piles[pile].top)
        if card is MAH_JONG and not why_not(self.played.state, move):
            self.awaited = move
            return None
        return move

    # What becomes of it. `now` is the time of the clock; `at` that of the round, in milliseconds.

    def misfit(self, card: Card, now: float, settings: RaceSettings, at: int = 0) -> None:
        """The card fits on neither pile: that is said as if it had been tried on both, and holds the hand up."""
        self.refusals = self.played.refuse_everywhere(self.seat, card, at)
        self.nowhere, self.message_until = (card, self.played.state), now + MESSAGE_TIME
        self.lock.miss(now, settings)

    def refused(self, move: Move, why: Sequence[Refusal], now: float, settings: RaceSettings) -> None:
        """A move was refused; whoever was only too late (U2.4) is not held up, nor who could not see a Dog land."""
        self.refusals, self.message_until = tuple(why), now + MESSAGE_TIME
        if isinstance(move, Play):
            self.came_late(move, why)
            was_right = self.late or not why_not(self.played.state_at(self.seen), move)
            if not was_right and any(one.code in tuple(Code) for one in why):
                self.lock.miss(now, settings)

    def came_late(self, move: Play, why: Sequence[Refusal]) -> None:
        """Takes in whether this play was refused since another card was there first."""
        tops = [one.facts["top"] for one in why if one.code == Code.TOO_LATE]
        self.late = Late(self.seat, move.pile, tops[0], self.played.laid_by(move.pile)) if tops else None

    def check_playable(self, now: float) -> None:
        """Whoever finds nothing to play is told so, if that stays so for a while: it is no help in the race."""
        played = self.played
        can_do_something = played.turning or played.outcome or can_play(played.state, self.seat)
        self.nothing_at = NEVER if can_do_something else now + NOTHING

    def expire_message(self, now: float) -> None:
        """What was wrong is not said for ever: it would stand where something new is to be said."""
        if NEVER < self.message_until <= now:
            self.refusals, self.nowhere, self.late, self.message_until = (), None, None, NEVER

    def locked_for(self, now: float) -> int:
        """How long the hand is held up, in milliseconds: told once, for it runs down on the page; 0 if it is free."""
        left = self.lock.remaining(now)
        until = -self.lock.paused_remaining or self.lock.until
        if self._shown_lock[0] != until:
            self._shown_lock = until, round(1000 * left)
        return self._shown_lock[1] if left else 0

    def next_change(self, now: float) -> float:
        """The seconds until something else is said or the hand is free; 0: never."""
        waits = self.lock.remaining(now), self.nothing_at - now, self.message_until - now
        return min((one for one in waits if one > 0), default=0.0)


class HandsReceiver:
    """What a page says of the hands of a person; `seen` is how many moves it knew: what was meant is judged by that."""

    def free_hands(self, seat: Side, *, even_if_locked: bool = False) -> Hands | None:
        """The hands of this seat, None if they may not move now."""
        raise NotImplementedError

    def attempt(self, hands: Hands, play: Move | Card) -> None:
        """Makes a move, or says why a card fits on neither pile."""
        raise NotImplementedError

    @receives
    def card(self, seat: Side, card: str, seen: int) -> None:
        """A card of the hand."""
        if (hands := self.free_hands(seat)) and (play := hands.take(card, seen)):
            self.attempt(hands, play)

    @receives
    def pile(self, seat: Side, pile: Side, seen: int) -> None:
        """A pile."""
        if (hands := self.free_hands(seat)) and (play := hands.point(pile, seen)):
            self.attempt(hands, play)

    @receives
    def wish(self, seat: Side, rank: Rank) -> None:
        """U5.4: the Mah Jong that waits lands with this wish, or with none; it is judged by what lies there now."""
        hands = self.free_hands(seat)
        if hands and (awaited := hands.awaited):
            hands.reset()
            self.attempt(hands, replace(awaited, wish=rank or None))

    @receives
    def draw_up(self, do: Literal["draw"], seat: Side) -> None:
        """U3.1: the hand draws up."""
        if hands := self.free_hands(seat, even_if_locked=True):
            hands.nowhere, hands.refusals = None, ()
            self.attempt(hands, Draw(hands.seat))

    @receives
    def back(self, seat: Side) -> None:
        """What is lifted goes back to the hand."""
        if hands := self.free_hands(seat, even_if_locked=True):
            hands.reset()
