"""The input of a player in a timed race: the messages, what they do, and how long a hand is locked.

- `Side`, `Rank`: a seat or its pile, and what can be wished with the Mah Jong;
- `HandLock`: how long a hand is locked after cards that do not fit;
- `Hands`: a lifted card, a chosen pile, a pending wish, and the last error;
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
from cardlab.widgets.tichu_table.timed_match import RaceSettings, TimedRound

Side: TypeAlias = Literal[0, 1]
"""A seat, or the pile that belongs to it."""
SIDES: Final[tuple[Side, ...]] = get_args(Side)
Rank: TypeAlias = Literal["", "2", "3", "4", "5", "6", "7", "8", "9", "T", "J", "Q", "K", "A"]
"""A wish, "" for none."""
WISH_RANKS: Final[tuple[Rank, ...]] = get_args(Rank)[1:]
"""The values that can be wished (U5.4)."""

NOTHING: Final = 2.5
"""After how many seconds a person is informed that nothing fits."""
MESSAGE_TIME: Final = 5.0
"""How long an error message is shown, in seconds; longer than any lock."""
NEVER: Final = 0.0


@dataclass(slots=True)
class HandLock:
    """The lock of a hand after cards that do not fit, shared by all pages of its player.

    - `misses`: the number of cards in a row that did not fit;
    - `until`: the time of the clock at which the lock ends, in seconds;
    - `paused_remaining`: the rest of the lock while the clock stands still, in seconds.
    """

    misses: int = 0
    until: float = NEVER
    paused_remaining: float = 0.0

    def miss(self, now: float, settings: RaceSettings) -> None:
        """Count a card that did not fit, and lock the hand."""
        self.misses += 1
        self.until = now + settings.lock_time(self.misses) / 1000

    def landed(self) -> None:
        """Reset the count of misses: a card has landed."""
        self.misses = 0

    def clear(self) -> None:
        """Unlock for a new round."""
        self.misses, self.until, self.paused_remaining = 0, NEVER, 0.0

    def remaining(self, now: float) -> float:
        """The seconds until the hand is unlocked."""
        return self.paused_remaining or max(0.0, self.until - now)

    def pause(self, now: float) -> None:
        """Keep the rest of the lock while the clock stands still."""
        self.paused_remaining = self.remaining(now)

    def resume(self, now: float) -> None:
        """Continue the lock."""
        self.until, self.paused_remaining = now + self.paused_remaining, 0.0


@dataclass(frozen=True, slots=True)
class Late:
    """U2.4: a card of `seat` came too late at a pile, where `top` lies now.

    `faster`: the seat that laid the faster card, None if it was turned.
    """

    seat: int
    pile: int
    top: Card
    faster: int | None


@dataclass(slots=True)
class Hands:
    """The input state at a seat: a lifted card, a chosen pile, a pending wish, and the last error.

    - `awaited`: the Mah Jong over a pile, waiting for its wish (U5.4);
    - `nowhere`: the last card that fitted on neither pile, with that position;
    - `seen`: the number of moves that the page knew at its last message; `too_early`: whether it met a locked hand.
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
    too_early: bool = False
    nothing_at: float = NEVER  # when the message appears that nothing of the hand fits
    message_until: float = NEVER  # the end of the error message
    _shown_lock: tuple[float, int] = (NEVER, 0)

    def reset(self) -> None:
        """Drop the lifted card, the chosen pile, the pending wish and the last error."""
        self.lifted = self.pile = self.awaited = self.late = self.nowhere = None
        self.refusals = ()

    # Input; the caller makes the resulting play.

    def accepts(self, now: float, even_if_locked: bool) -> bool:
        """Whether a press counts now; one at a locked hand is answered with a sentence."""
        self.too_early = not even_if_locked and self.lock.remaining(now) > 0
        return not self.too_early

    def take(self, code: str, seen: int) -> Play | Card | None:
        """Take a card: it goes where it fits; if it fits on both piles it is lifted, and the pile is chosen next.

        Returns the resulting play, the card if it fits nowhere, else None.
        """
        card = next((one for one in self.played.state.hands[self.seat] if one.code == code), None)
        if card is None:
            return None
        pile, lifted, self.seen = self.pile, self.lifted, seen
        self.reset()
        piles = self.played.intended_piles(card, seen)
        if pile is not None or len(piles) == 1:
            return self._onto(card, piles[0] if pile is None else pile)
        if not piles:
            return card
        if lifted is not card:
            self.lifted = card
        return None

    def point(self, pile: Side, seen: int) -> Play | None:
        """Choose a pile: the lifted card's play is returned; without one the next card will go there."""
        card, before, self.seen = self.lifted, self.pile, seen
        self.reset()
        if card is not None:
            return self._onto(card, pile)
        if before != pile:
            self.pile = pile
        return None

    def _onto(self, card: Card, pile: int) -> Play | None:
        """The play of the card; the Mah Jong, if it fits, waits there for its wish."""
        move = Play(self.seat, card, pile, self.played.state_at(self.seen).piles[pile].top)
        if card is MAH_JONG and not why_not(self.played.state, move):
            self.awaited = move
            return None
        return move

    # Results. `now` is the time of the clock in seconds, `at` that of the round in milliseconds.

    def misfit(self, card: Card, now: float, settings: RaceSettings, at: int = 0) -> None:
        """Lock the hand for a card that fits nowhere; the reasons are those of both piles."""
        self.refusals = self.played.refuse_everywhere(self.seat, card, at)
        self.nowhere, self.message_until = (card, self.played.state), now + MESSAGE_TIME
        self.lock.miss(now, settings)

    def refused(self, move: Move, why: Sequence[Refusal], now: float, settings: RaceSettings) -> None:
        """Take in a refusal; nobody is locked for being too late (U2.4) or for not having seen a Dog land."""
        self.refusals, self.message_until = tuple(why), now + MESSAGE_TIME
        if isinstance(move, Play):
            self.came_late(move, why)
            was_right = self.late or not why_not(self.played.state_at(self.seen), move)
            if not was_right and any(one.code in tuple(Code) for one in why):
                self.lock.miss(now, settings)

    def came_late(self, move: Play, why: Sequence[Refusal]) -> None:
        """Note whether this play was refused because another card was faster."""
        tops = [one.facts["top"] for one in why if one.code == Code.TOO_LATE]
        self.late = Late(self.seat, move.pile, tops[0], self.played.laid_by(move.pile)) if tops else None

    def check_playable(self, now: float) -> None:
        """Have a player without a playable card informed, but only after a while: it is no help in the race."""
        played = self.played
        can_do_something = played.turning or played.outcome or can_play(played.state, self.seat)
        self.nothing_at = NEVER if can_do_something else now + NOTHING

    def expire_message(self, now: float) -> None:
        """Clear an error message whose time is up."""
        if NEVER < self.message_until <= now:
            self.refusals, self.nowhere, self.late, self.message_until = (), None, None, NEVER

    def locked_for(self, now: float) -> int:
        """The milliseconds of the lock, sent once since the page counts down itself; 0 if unlocked."""
        left = self.lock.remaining(now)
        until = -self.lock.paused_remaining or self.lock.until
        if self._shown_lock[0] != until:
            self._shown_lock = until, round(1000 * left)
        return self._shown_lock[1] if left else 0

    def next_change(self, now: float) -> float:
        """The seconds until a text changes or the hand is unlocked; 0: never."""
        waits = self.lock.remaining(now), self.nothing_at - now, self.message_until - now
        return min((one for one in waits if one > 0), default=0.0)


class HandsReceiver:
    """Messages about a player's hands; `seen` is the number of moves that the page knew, by which they are judged."""

    def free_hands(self, seat: Side, *, even_if_locked: bool = False) -> Hands | None:
        """The hands of this seat, None if they may not move now."""
        raise NotImplementedError

    def attempt(self, hands: Hands, play: Move | Card) -> None:
        """Make a move, or explain why a card fits on neither pile."""
        raise NotImplementedError

    @receives
    def card(self, seat: Side, card: str, seen: int) -> None:
        """A card of the hand was taken."""
        if (hands := self.free_hands(seat)) and (play := hands.take(card, seen)):
            self.attempt(hands, play)

    @receives
    def pile(self, seat: Side, pile: Side, seen: int) -> None:
        """A pile was chosen."""
        if (hands := self.free_hands(seat)) and (play := hands.point(pile, seen)):
            self.attempt(hands, play)

    @receives
    def wish(self, seat: Side, rank: Rank) -> None:
        """U5.4: the waiting Mah Jong lands with this wish, or none; it is judged by the present position."""
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
        """Return the lifted card to the hand."""
        if hands := self.free_hands(seat, even_if_locked=True):
            hands.reset()
