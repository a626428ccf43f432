"""A round of Tichu 1.on.1 in slow motion: the learner's moves, the opponent's answers, and the way back and forward.

- `SlowRound`: a round against a bot, against nobody, or out of a record;
- `GuidedRound`: one in which each action is a step of a guide, and the opponent replies as the guide says.

There is no clock here.
"""

from __future__ import annotations

from random import Random

from cardlab.bots.tichu import BOTS
from cardlab.cards import SPECIALS
from cardlab.lessons.guided_race import RaceGuide, RaceStep
from cardlab.lessons.tables_tichu import OPPONENT, YOU
from cardlab.record import Record
from cardlab.refusal import Refusal
from cardlab.tichu import Draw, Flip, Move, Play, Recycle, State, legal_moves, play, plays, view, why_not
from cardlab.tichu.piles import DOG
from cardlab.timeline import Timeline


class SlowRound:
    """One round; the moment that is looked at lies in `line`, and what comes after it can be made again.

    - `start`: the first position, in which the learner is seat 0;
    - `opponent`: the name of the bot at the other seat, or None if nobody moves there.

    An action is what one press of a button brings about: the learner's move and one step of the opponent.
    The note of a moment is the number of its action, 0 for the first position.
    The same actions get the same answers. Raises ValueError for an unknown bot.
    """

    def __init__(self, start: State, opponent: str | None = "careful") -> None:
        if opponent is not None and opponent not in BOTS:
            raise ValueError(f"opponent is one of {', '.join(BOTS)} or None, not {opponent!r}")
        self.opponent = opponent
        self.line: Timeline[State, Move, int] = Timeline.begin(start, play, 0)

    @classmethod
    def recorded(cls, record: Record) -> SlowRound:
        """A round that has been played, each move an action of its own, looked at from its beginning.

        Raises ValueError for a record of the other game, IllegalMove where a move breaks a rule.
        """
        if not isinstance(record.start, State):
            raise ValueError("this is no record of Tichu 1.on.1")
        found = cls(record.start)
        moves = (move for move in record.moves if isinstance(move, Play | Draw | Flip | Recycle))
        for number, move in enumerate(moves, start=1):
            found.line = found.line.play(move, number)
        found.line = found.line.seek(0)
        return found

    @property
    def state(self) -> State:
        """The position that is looked at."""
        return self.line.state

    @property
    def news(self) -> tuple[int, ...]:
        """The places of the moments that the last action brought about, up to the one that is looked at."""
        line = self.line
        return tuple(at for at in range(1, line.at + 1) if line.moments[at].note == line.moment.note)

    def play(self, move: Move) -> None:
        """The learner's move; the opponent answers with one step. Raises IllegalMove if it is not allowed."""
        action = self._next_action
        self._add(move, action)
        if isinstance(move, Play | Draw):
            self._step(action)

    def rival(self, pile: int) -> Play | None:
        """The opponent's card for this pile, an ordinary one if there is one; never the Dog, which stops both."""
        found = plays(view(self.state, OPPONENT))
        rivals = [rival for rival in found if rival.pile == pile and rival.card is not DOG]
        return min(rivals, key=lambda rival: rival.card in SPECIALS, default=None)

    def outrun(self, rival: Play, move: Play) -> tuple[Refusal, ...]:
        """U2.4: the opponent's card lands first, and the learner's is judged again.

        Gives the reasons for which it goes back to the hand; empty: it was played.
        """
        action = self._next_action
        self._add(rival, action)
        refusals = why_not(self.state, move)
        if not refusals:
            self._add(move, action)
        return refusals

    def step(self) -> bool:
        """The opponent moves once; False if there is nothing to do but wait."""
        before = self.line
        self._step(self._next_action)
        return self.line is not before

    def undo(self) -> None:
        """Goes back to before the last action."""
        self._go(self.line.moment.note - 1)

    def redo(self) -> None:
        """Goes forward to after the next action."""
        self._go(self._next_action)

    def again(self) -> None:
        """Goes back to the first position; what was played is forgotten."""
        self.line = self.line.seek(0).forgotten()

    @property
    def _next_action(self) -> int:
        return self.line.moment.note + 1

    def _go(self, action: int) -> None:
        """To the end of this action, if there is one."""
        for at, moment in enumerate(self.line.moments):
            if moment.note == action:
                self.line = self.line.seek(at)

    def _add(self, move: Move, action: int) -> None:
        """One more move; what came after this moment is forgotten."""
        self.line = self.line.forgotten().play(move, action)

    def _step(self, action: int) -> None:
        """What the opponent does next; turning a card is done by both and is never one's step."""
        if self.opponent is not None and legal_moves(self.state, OPPONENT):
            move = BOTS[self.opponent](view(self.state, OPPONENT), Random(self.line.at))
            if isinstance(move, Play | Draw):
                self._add(move, action)


class GuidedRound(SlowRound):
    """The race of a guide: no bot moves in it. An action is a step with the replies to it.

    >>> from cardlab.lessons.guided_race import first_race
    >>> played = GuidedRound(first_race())
    >>> played.play(played.shown), played.done
    (None, 1)
    """

    def __init__(self, guide: RaceGuide) -> None:
        super().__init__(guide.state, opponent=None)
        self.guide = guide

    @property
    def done(self) -> int:
        """How many steps are done at the moment that is looked at."""
        return self.line.moment.note

    @property
    def present(self) -> RaceStep | None:
        """The present step, None after the last one."""
        return self.guide.steps[self.done] if self.done < len(self.guide.steps) else None

    @property
    def shown(self) -> Move:
        """A move that does the present step. Raises ValueError after the last one."""
        if self.present is None:
            raise ValueError("all steps are done")
        free = [self.present.shows, *plays(view(self.state, YOU))] if self.present.free else [self.present.shows]
        return next(move for move in free if not why_not(self.state, move))

    def meets(self, move: Move) -> bool:
        """Whether a legal move is what the present step wants."""
        return self.present is not None and self.present.meets(move)

    def play(self, move: Move) -> None:
        """The learner's move, and what the opponent does then. Raises IllegalMove if it is not allowed."""
        step, action = self.present, self._next_action
        self._add(move, action)
        for reply in step.replies if step is not None else ():
            self._add(reply, action)

    def begin_after(self, count: int) -> None:
        """So many steps are done, or as many as there are, as the guide shows them."""
        self.again()
        while self.present is not None and self.done < count:
            self.play(self.shown)
