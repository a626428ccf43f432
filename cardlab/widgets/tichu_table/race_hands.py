"""The input of a player in a race: messages, their effect, and locked hands.

- `Side`, `Rank`: a seat or its pile, and what a Mah Jong can wish for;
- `HandLock`: the lock of a hand after cards that do not fit;
- `Hands`: a lifted card, a chosen pile, a Mah Jong waiting for its wish, and the last error;
- `HandsReceiver`: the message handlers, the same at every table.
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
from cardlab.widgets.tichu_table.timed_match import FailedPlay, RaceSettings, TimedRound

Side: TypeAlias = Literal[0, 1]
"""A seat, or the pile that belongs to it."""
SIDES: Final[tuple[Side, ...]] = get_args(Side)
Rank: TypeAlias = Literal["", "2", "3", "4", "5", "6", "7", "8", "9", "T", "J", "Q", "K", "A"]
"""A wish, "" for none."""
WISH_RANKS: Final[tuple[Rank, ...]] = get_args(Rank)[1:]
"""The ranks that a player can wish for [U5.4]."""

TELL_AFTER: Final = 2.5
"""The seconds after which people are told that none of their cards fits."""
MESSAGE_TIME: Final = 5.0
"""The seconds for which an error is shown; longer than any lock."""
NEVER: Final = 0.0
TICK: Final = 1e-4
"""What is due within this many seconds is due now: no clock can measure less."""


def is_due(at: float, now: float) -> bool:
    """Return whether a time was set and has come."""
    return NEVER < at <= now + TICK


@dataclass(slots=True)
class HandLock:
    """The lock of a hand after cards that do not fit, shared by a player's pages.

    - `misses`: the number of cards in a row that did not fit;
    - `until`: the time at which the lock ends, in seconds of the round's clock.
    """

    misses: int = 0
    until: float = NEVER

    def miss(self, now: float, settings: RaceSettings) -> None:
        """Count a card that did not fit, and lock the hand."""
        self.misses += 1
        self.until = now + settings.lock_time(self.misses) / 1000

    def landed(self) -> None:
        """Reset the count of misses, because a card has landed."""
        self.misses = 0

    def clear(self) -> None:
        """Unlock the hand for a new round."""
        self.misses, self.until = 0, NEVER

    def remaining(self, now: float) -> float:
        """Return the seconds until the hand is unlocked."""
        return self.until - now if self.until - now > TICK else 0.0


@dataclass(frozen=True, slots=True)
class Late:
    """A card that came too late at a pile. [U2.4]

    - `top`: the top card of the pile now;
    - `faster`: the seat that played it, None if it was turned.
    """

    seat: int
    pile: int
    top: Card
    faster: int | None


@dataclass(slots=True)
class Hands:
    """A seat's input so far: lifted card, chosen pile, waiting Mah Jong, last error.

    - `asks_pile`: whether the player always chooses the pile, even if a card fits on one only, as in slow motion;
    - `awaited`: the play of a Mah Jong that waits over a pile for its wish [U5.4];
    - `nowhere`: the last card that fitted on neither pile, with the position in which it was tried;
    - `seen`: the number of moves that the page knew at its last message;
    - `too_early`: whether the last press came while the hand was locked.
    """

    played: TimedRound
    seat: int
    lock: HandLock = field(default_factory=HandLock)
    asks_pile: bool = False
    lifted: Card | None = None
    pile: Side | None = None
    awaited: Play | None = None
    refusals: tuple[Refusal, ...] = ()
    late: Late | None = None
    nowhere: tuple[Card, State] | None = None
    seen: int = 0
    too_early: bool = False
    nothing_at: float = NEVER  # when to say that no card fits
    message_until: float = NEVER  # when the error message disappears
    shown_lock: tuple[float, int] = (NEVER, 0)  # the end of the lock, and its milliseconds as sent to the page

    def reset(self) -> None:
        """Drop the lifted card, the chosen pile, the waiting Mah Jong and the last error."""
        self.lifted = self.pile = self.awaited = self.late = self.nowhere = None
        self.refusals = ()

    # Input: these methods return the play, and the caller makes it.

    def accepts(self, now: float, even_if_locked: bool) -> bool:
        """Return whether a press counts now; set `too_early` if the lock prevents it."""
        self.too_early = not even_if_locked and self.lock.remaining(now) > 0
        return not self.too_early

    def take(self, code: str, seen: int) -> Play | Card | None:
        """Play a card where it fits, or lift it if it fits on both piles.

        Returns the play; the card, if it fits nowhere; None, if it was lifted, waits for its wish or isn't in the hand.
        A lifted card that is taken again is put back. `seen` is the number of moves that the page knew.
        """
        card = next((one for one in self.played.state.hands[self.seat] if one.code == code), None)
        if card is None:
            return None
        pile, lifted, self.seen = self.pile, self.lifted, seen
        self.reset()
        piles = SIDES if self.asks_pile else self.played.intended_piles(card, seen)
        if pile is not None or len(piles) == 1:
            return self._onto(card, piles[0] if pile is None else pile)
        if not piles:
            return card
        if lifted is not card:
            self.lifted = card
        return None

    def point(self, pile: Side, seen: int) -> Play | None:
        """Choose a pile for the lifted card, or for the next if none is lifted.

        Returns the lifted card's play, if any. Choosing the same pile again undoes the choice.
        """
        card, before, self.seen = self.lifted, self.pile, seen
        self.reset()
        if card is not None:
            return self._onto(card, pile)
        if before != pile:
            self.pile = pile
        return None

    def _onto(self, card: Card, pile: int) -> Play | None:
        """Return the play of a card; a Mah Jong that fits waits for its wish instead."""
        move = Play(self.seat, card, pile, self.played.state_at(self.seen).piles[pile].top)
        if card is MAH_JONG and not why_not(self.played.state, move):
            self.awaited = move
            return None
        return move

    # Results: `now` is the time of the round's clock in seconds.

    def misfit(self, card: Card, now: float, settings: RaceSettings) -> None:
        """Lock the hand for a card that fits on neither pile, and note the reasons."""
        state = self.played.state
        self.played.record_failed(FailedPlay(self.seat, card, round(1000 * now)))
        tries = (Play(self.seat, card, index, pile.top) for index, pile in enumerate(state.piles))
        self.refusals = tuple(one for play in tries for one in why_not(state, play))
        self.nowhere, self.message_until = (card, state), now + MESSAGE_TIME
        self.lock.miss(now, settings)

    def refused(self, move: Move, why: Sequence[Refusal], now: float, settings: RaceSettings) -> None:
        """Note why a move was refused, and lock the hand if the player could see why.

        Nobody is locked for being too late [U2.4], or for not having seen the last moves.
        """
        self.refusals, self.message_until = tuple(why), now + MESSAGE_TIME
        if isinstance(move, Play):
            self.came_late(move, why)
            was_right = self.late or not why_not(self.played.state_at(self.seen), move)
            if not was_right and any(one.code in tuple(Code) for one in why):
                self.lock.miss(now, settings)

    def came_late(self, move: Play, why: Sequence[Refusal]) -> None:
        """Set `late` if this play was refused for coming too late, else clear it."""
        tops = [one.facts["top"] for one in why if one.code == Code.TOO_LATE]
        self.late = Late(self.seat, move.pile, tops[0], self.played.laid_by(move.pile)) if tops else None

    def check_playable(self, now: float) -> None:
        """Set `nothing_at` to `TELL_AFTER` seconds from now, if no card fits.

        It is NEVER if a card fits or cards are about to be turned, and after the round.
        """
        played = self.played
        can_do_something = played.turning or played.outcome or can_play(played.state, self.seat)
        self.nothing_at = NEVER if can_do_something else now + TELL_AFTER

    def expire_message(self, now: float) -> None:
        """Clear an error whose time is over."""
        if is_due(self.message_until, now):
            self.refusals, self.nowhere, self.late, self.message_until = (), None, None, NEVER

    def locked_for(self, now: float) -> int:
        """Return the length of the lock in milliseconds, 0 if unlocked.

        It stays the same during a lock, because the page counts down itself.
        """
        left = self.lock.remaining(now)
        if self.shown_lock[0] != self.lock.until:
            self.shown_lock = self.lock.until, round(1000 * left)
        return self.shown_lock[1] if left else 0

    def next_change(self, now: float) -> float:
        """Return the seconds until a text changes or the lock ends; 0 for never."""
        waits = self.lock.remaining(now), self.nothing_at - now, self.message_until - now
        return min((one for one in waits if one > TICK), default=0.0)


HAND_MESSAGES: Final = ("card", "pile", "wish", "draw", "back")
"""Messages about hands, which a table accepts at any time: the keys that send them are not blocks."""


class HandsReceiver:
    """The message handlers for a player's hand.

    In each message `seen` is the number of moves that the page knew; the move is judged by what the player saw.
    """

    def free_hands(self, seat: Side, *, even_if_locked: bool = False) -> Hands | None:
        """Return the hand at this seat; None if it can't move now, or is locked.

        `even_if_locked`: return it also while it is locked.
        """
        raise NotImplementedError

    def attempt(self, hands: Hands, play: Move | Card) -> None:
        """Make this move, or if `play` is a card explain why it fits on neither pile."""
        raise NotImplementedError

    @receives
    def card(self, seat: Side, card: str, seen: int) -> None:
        """Take a card of the hand."""
        if (hands := self.free_hands(seat)) and (play := hands.take(card, seen)):
            self.attempt(hands, play)

    @receives
    def pile(self, seat: Side, pile: Side, seen: int) -> None:
        """Choose a pile."""
        if (hands := self.free_hands(seat)) and (play := hands.point(pile, seen)):
            self.attempt(hands, play)

    @receives
    def wish(self, seat: Side, rank: Rank) -> None:
        """Play the waiting Mah Jong with this wish, "" for none. [U5.4]"""
        hands = self.free_hands(seat)
        if hands and (awaited := hands.awaited):
            hands.reset()
            self.attempt(hands, replace(awaited, wish=rank or None))

    @receives
    def draw_up(self, do: Literal["draw"], seat: Side) -> None:
        """Draw up the hand. [U3.1]"""
        if hands := self.free_hands(seat, even_if_locked=True):
            hands.nowhere, hands.refusals = None, ()
            self.attempt(hands, Draw(hands.seat))

    @receives
    def back(self, seat: Side) -> None:
        """Return the lifted card to the hand."""
        if hands := self.free_hands(seat, even_if_locked=True):
            hands.reset()
