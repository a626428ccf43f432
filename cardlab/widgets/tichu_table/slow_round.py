"""A round of Tichu 1.on.1 in slow motion: the learner's moves, the opponent's answers, undo and redo.

- `SlowRound`: a round against a bot, against nobody, or from a record;
- `GuidedRound`: each action is a step of a guide, and the opponent replies as the guide says.

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
    """One round; `line` holds the present moment, and later ones to redo.

    - `start`: the first position, in which the learner is seat 0;
    - `opponent`: the name of the bot at the other seat, or None.

    An action is the effect of one press of a button: the learner's move and one step of the opponent.
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
        """A recorded round, each move an action, at its first position.

        Raises ValueError for a record of the other game, IllegalMove where a move breaks a rule.
        """
        if not isinstance(record.start, State):
            raise ValueError("this is no record of Tichu 1.on.1")
        played = cls(record.start)
        moves = (move for move in record.moves if isinstance(move, Play | Draw | Flip | Recycle))
        for number, move in enumerate(moves, start=1):
            played.line = played.line.play(move, number)
        played.line = played.line.seek(0)
        return played

    @property
    def state(self) -> State:
        """The present position."""
        return self.line.state

    @property
    def news(self) -> tuple[int, ...]:
        """The indexes of the moments of the last action, up to the present one."""
        line = self.line
        return tuple(at for at in range(1, line.at + 1) if line.moments[at].note == line.moment.note)

    def play(self, move: Move) -> None:
        """Make the learner's move; the opponent answers with one step. Raises IllegalMove."""
        action = self._next_action
        self._add(move, action)
        if isinstance(move, Play | Draw):
            self._step(action)

    def rival(self, pile: int) -> Play | None:
        """The opponent's card for this pile, preferably an ordinary one; never the Dog, which stops both."""
        moves = plays(view(self.state, OPPONENT))
        rivals = [rival for rival in moves if rival.pile == pile and rival.card is not DOG]
        return min(rivals, key=lambda rival: rival.card in SPECIALS, default=None)

    def outrun(self, rival: Play, move: Play) -> tuple[Refusal, ...]:
        """U2.4: play the opponent's card first, and judge the learner's move again.

        Returns the refusals, empty if the move was made.
        """
        action = self._next_action
        self._add(rival, action)
        refusals = why_not(self.state, move)
        if not refusals:
            self._add(move, action)
        return refusals

    def step(self) -> bool:
        """Have the opponent move once; False if it can only wait."""
        before = self.line
        self._step(self._next_action)
        return self.line is not before

    def undo(self) -> None:
        """Go back to before the last action."""
        self._go(self.line.moment.note - 1)

    def redo(self) -> None:
        """Go forward to after the next action."""
        self._go(self._next_action)

    def again(self) -> None:
        """Go back to the first position, and drop all moves."""
        self.line = self.line.seek(0).forgotten()

    @property
    def _next_action(self) -> int:
        return self.line.moment.note + 1

    def _go(self, action: int) -> None:
        for at, moment in enumerate(self.line.moments):
            if moment.note == action:
                self.line = self.line.seek(at)

    def _add(self, move: Move, action: int) -> None:
        """Make a move; later moments are dropped."""
        self.line = self.line.forgotten().play(move, action)

    def _step(self, action: int) -> None:
        """The opponent's step; turning a card is done by both and is never one."""
        if self.opponent is not None and legal_moves(self.state, OPPONENT):
            move = BOTS[self.opponent](view(self.state, OPPONENT), Random(self.line.at))
            if isinstance(move, Play | Draw):
                self._add(move, action)


class GuidedRound(SlowRound):
    """The race of a guide, without a bot. An action is a step with the replies to it.

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
        """The number of steps done at the present moment."""
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
        """Whether a legal move does the present step."""
        return self.present is not None and self.present.meets(move)

    def play(self, move: Move) -> None:
        """Make the learner's move and the guide's replies. Raises IllegalMove."""
        step, action = self.present, self._next_action
        self._add(move, action)
        for reply in step.replies if step is not None else ():
            self._add(reply, action)

    def begin_after(self, count: int) -> None:
        """Do the first `count` steps as the guide shows them."""
        self.again()
        while self.present is not None and self.done < count:
            self.play(self.shown)
