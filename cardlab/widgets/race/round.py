"""A race of Tichu 1.on.1 as a table in slow motion: moves made, taken back and made again, and the opponent's answers.

Knows whose step comes when; knows no page, no language and no clock. What is allowed is asked of `cardlab.tichu`.
A clock may drive it instead of a learner: every step is a method of its own.
"""

from __future__ import annotations

from dataclasses import dataclass
from random import Random

from cardlab.bots.tichu import BOTS
from cardlab.cards import SPECIALS
from cardlab.record import Record
from cardlab.refusal import Refusal
from cardlab.tichu import Draw, Flip, Move, Play, Recycle, State, View, legal_moves, play, plays, view, why_not
from cardlab.tichu.piles import DOG
from cardlab.tichu.state import can_draw

__all__ = ["Moment", "RaceRound"]


@dataclass(frozen=True, slots=True)
class Moment:
    """A position, the move that led to it, and the number of the action that it belongs to, 0 for the first one."""

    state: State
    move: Move | None = None
    action: int = 0


class RaceRound:
    """One round; `at` is the moment that is looked at, and what comes after it can be made again.

    - `start`: the first position;
    - `seat`: the learner's seat;
    - `opponent`: the name of the bot at the other seat, or None if nobody moves there;
    - `draws_by_itself`: whether the learner's hand is filled up without his doing (U3.1).

    An action is what one press of a button brings about: the learner's move and one step of his opponent.
    The same actions get the same answers. Raises ValueError for an unknown bot or seat.
    """

    def __init__(
        self, start: State, *, seat: int = 0, opponent: str | None = "careful", draws_by_itself: bool = False
    ) -> None:
        if opponent is not None and opponent not in BOTS:
            raise ValueError(f"opponent is one of {', '.join(BOTS)} or None, not {opponent!r}")
        view(start, seat)
        self.seat = seat
        self.opponent = opponent
        self.draws_by_itself = draws_by_itself
        self.moments = [Moment(start)]
        self.at = 0

    @classmethod
    def recorded(cls, record: Record, *, seat: int = 0) -> RaceRound:
        """A round that has been played, each move an action of its own, looked at from its beginning.

        Raises ValueError for a record of the other game.
        """
        states = [state for state in record.states() if isinstance(state, State)]
        moves = [move for move in record.moves if isinstance(move, Play | Draw | Flip | Recycle)]
        if len(states) != len(moves) + 1:
            raise ValueError("this is no record of Tichu 1.on.1")
        first, *others = states
        race = cls(first, seat=seat)
        race.moments += [Moment(*made, number) for number, made in enumerate(zip(others, moves, strict=True), start=1)]
        return race

    @property
    def state(self) -> State:
        """The position that is looked at."""
        return self.moments[self.at].state

    @property
    def seen(self) -> View:
        """What the learner's seat may see of it."""
        return view(self.state, self.seat)

    @property
    def news(self) -> tuple[int, ...]:
        """The places of the moments that the last action brought about, up to the one that is looked at."""
        action = self.moments[self.at].action
        return tuple(at for at in range(1, self.at + 1) if self.moments[at].action == action)

    @property
    def can_go_back(self) -> bool:
        return self.at > 0

    @property
    def can_go_on(self) -> bool:
        return self.at < len(self.moments) - 1

    def play(self, move: Move) -> None:
        """The learner's move; the opponent answers with one step. Raises IllegalMove if it is not allowed."""
        after = play(self.state, move)
        action = self._begin()
        self._add(after, move, action)
        self._draw_by_itself(action)
        if isinstance(move, Play | Draw):
            self._step(action)

    def race_for(self, move: Play) -> tuple[Refusal, ...]:
        """U2.4: the opponent wants the same pile, and his card lands first; the learner's card is then judged again.

        Gives the reasons for which it goes back to the hand; empty: it was played.
        Where the opponent has no card for this pile, or the learner's never fitted, it is an ordinary play.
        """
        before = why_not(self.state, move)
        rival = self._rival(move.pile)
        if before:
            return before
        if rival is None:
            self.play(move)
            return ()
        action = self._begin()
        self._add(play(self.state, rival), rival, action)
        refusals = why_not(self.state, move)
        if not refusals:
            self._add(play(self.state, move), move, action)
            self._draw_by_itself(action)
        return refusals

    def step(self) -> bool:
        """The opponent moves once; False if he can only wait."""
        if self._choice() is None:
            return False
        self._step(self._begin())
        return True

    def undo(self) -> bool:
        """Goes back to before the last action; False if there was none."""
        return self._go(self.moments[self.at].action - 1)

    def redo(self) -> bool:
        """Goes forward to after the next action; False if there is none."""
        return self._go(self.moments[self.at].action + 1)

    def again(self) -> None:
        """Goes back to the first position; what was played is forgotten."""
        del self.moments[1:]
        self.at = 0

    def play_on(self) -> None:
        """Forgets what came after the moment that is looked at."""
        del self.moments[self.at + 1 :]

    def _go(self, action: int) -> bool:
        places = [at for at, moment in enumerate(self.moments) if moment.action == action]
        if places:
            self.at = places[-1]
        return bool(places)

    def _begin(self) -> int:
        self.play_on()
        return self.moments[-1].action + 1

    def _add(self, state: State, move: Move, action: int) -> None:
        self.moments.append(Moment(state, move, action))
        self.at += 1

    def _draw_by_itself(self, action: int) -> None:
        draw = Draw(self.seat)
        while self.draws_by_itself and can_draw(self.state, self.seat) and not why_not(self.state, draw):
            self._add(play(self.state, draw), draw, action)

    def _choice(self) -> Move | None:
        """What the opponent does next, None if he waits; turning a card is done by both and is never his step."""
        rival = 1 - self.seat
        if self.opponent is None or not legal_moves(self.state, rival):
            return None
        move = BOTS[self.opponent](view(self.state, rival), Random(self.at))
        return None if isinstance(move, Flip | Recycle) else move

    def _step(self, action: int) -> None:
        move = self._choice()
        if move is not None:
            self._add(play(self.state, move), move, action)

    def _rival(self, pile: int) -> Play | None:
        """The opponent's card for this pile, an ordinary one if he has one; never the Dog, which stops both."""
        rivals = [
            rival for rival in plays(view(self.state, 1 - self.seat)) if rival.pile == pile and rival.card is not DOG
        ]
        return min(rivals, key=lambda rival: rival.card in SPECIALS, default=None)
